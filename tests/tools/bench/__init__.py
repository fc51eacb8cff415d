"""`make bench`: every speed of the product as a ratio against a peer or a limit in the same run."""
