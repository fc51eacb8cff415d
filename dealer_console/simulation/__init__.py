"""A whole table in virtual time: simulated devices, scripted people, mishaps by dice, and the promises checked."""
