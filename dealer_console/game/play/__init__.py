"""What a lawful move does, what follows by itself, and which moves are lawful now."""
