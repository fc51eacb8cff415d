"""A dealing table killed at random moments."""
