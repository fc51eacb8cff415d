"""People and devices: roles, locks, PINs; serial numbers and errors."""
