"""The game: pure rules of the round. Standard library only; no clock, dice, log, file or thread lives here."""
