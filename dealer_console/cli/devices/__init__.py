"""Verbs for devices and their cards: device, deck, read-card."""
