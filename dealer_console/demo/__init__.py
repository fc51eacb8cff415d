"""The demonstration: a whole table with simulated machines, training people and a hand that draws the cards."""
