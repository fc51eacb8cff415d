"""Rated players: who they are, how long they sat, what their play is worth."""
