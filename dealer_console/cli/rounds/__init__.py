"""Verbs for `.round` files: replay, new-round."""
