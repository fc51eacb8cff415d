"""Verbs that deal: run, demo, drill, simulate."""
