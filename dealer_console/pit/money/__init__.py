"""The money of the tables: openers and closers, chips, slips, hold, theoretical win."""
