"""What an item is judged through: a line, a clock, and an operator."""
