"""pyserial looks in here for `protocol_sim` once `hardware_sims.endpoints.pyserial_handler` has been imported."""
