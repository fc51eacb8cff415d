"""Where entries are kept: one file on disk, or memory for simulations."""
