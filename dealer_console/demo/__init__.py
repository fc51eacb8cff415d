"""The demonstration: a whole table with simulated devices, training people and an operator who draws the cards."""
