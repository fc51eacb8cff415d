"""The state of a live table: a fold of its journal."""
