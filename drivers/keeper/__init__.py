"""The program that keeps the cards of a plain-value shoe, and the host's side of it (B4)."""
