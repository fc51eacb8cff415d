"""Commands of a round: wagers and seats, moves, cards out of a sealed shoe, payment."""
