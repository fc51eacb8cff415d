"""Rounds as text: the notation, `.round` files, expectations, replay and report."""
