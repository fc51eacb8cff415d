"""The tables as they stand now: board, calls, requests and rulings, notices, what is open."""
