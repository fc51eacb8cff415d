# British English: only what is said otherwise than in `en`.
pit-col-spot = Box
pit-col-bets = Bets by box
pit-bet-toke = tip { $amount }
pit-spot = Box { $spot }
pit-spot-result = Box { $spot }: { $amount }
