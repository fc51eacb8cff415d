"""Verbs for the database of all tables, `floor`, and that of many properties, `group`."""
