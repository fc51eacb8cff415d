"""How long the floor keeps entries: a partition for every gaming day, and which of them may go."""
