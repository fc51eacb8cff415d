# British English: only what is said otherwise than in `en`.
out-other-colours = , other colours: { $suits }
out-deck-in-other-colours = in other colours { $count } of 26 diamonds and clubs are read as themselves
