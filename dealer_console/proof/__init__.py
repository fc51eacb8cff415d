"""Exact odds, whole-table simulation and benchmarks: what can be proven about the game by running it."""
