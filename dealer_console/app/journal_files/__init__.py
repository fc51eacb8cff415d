"""A table's journals over the years: backup, restore, the next journal, retention. See docs/operations/keeping.md."""
