"""Keeping journals for years: backup, restore, the next journal, what may go. See docs/operations/keeping.md."""
