"""Who is at the table, who plays, who signs, who answers a request."""
