"""The session: one thread and its queue, recovery, sign-in, what follows from the state."""
