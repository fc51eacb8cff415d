"""The supervisor's review: board, calls, rulings, rounds, reports, evidence."""
