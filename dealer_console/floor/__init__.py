"""The floor copy: each table's journal, forwarded to PostgreSQL, with the floor as a witness."""
