"""Wagers, insurance, chips and amounts."""
