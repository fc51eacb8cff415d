"""Wagers: what may be bet, how it settles, the side bets."""
