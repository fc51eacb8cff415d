"""Verbs of the technician: setup, doctor, health, service, backup and what follows, feed, people."""
