# British English: only what is said otherwise than in `en`.
figure-coloured_up = Coloured up
paper-of-tokes = Tips (apart from the game)
paper-of-toke-wagers = Tips wagered
paper-tokes-house = House on wagered tips
paper-col-spot = Box
paper-of-called-wagers = Cash plays
