"""The round as it lies on the felt, and where everything lies."""
