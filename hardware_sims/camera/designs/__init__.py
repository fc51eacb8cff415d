"""Deck designs that the simulated camera looks at."""
