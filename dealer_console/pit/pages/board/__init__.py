"""The board: tables as they stand, and what nobody has acknowledged yet."""
