"""Verbs for `.round` files and the rules they are dealt by: replay, new-round, rules, irregularities, odds."""
