"""How the file of a journal came to its present form, step by step (alembic)."""
