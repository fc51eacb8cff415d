"""What is done at a desk of the pit or the cage: orders to tables, and records of what happens away from them."""
