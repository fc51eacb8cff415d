"""Verbs for a table's journal: verify, export, import, history, shift-report."""
