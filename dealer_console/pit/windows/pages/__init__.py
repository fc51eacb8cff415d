"""The pages of the pit's window, one module each."""
