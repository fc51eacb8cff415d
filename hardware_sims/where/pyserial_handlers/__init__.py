"""pyserial looks in here for `protocol_sim` once `hardware_sims.where.pyserial_handler` has been imported."""
