# British English: only what is said otherwise than in `en`.
spot-sat-out = box { $spot } sat out since the shuffle: wait for the next one, or be let in
no-such-spot-here = there is no box { $spot }: the layout has 1 to { $most }
spot-bettors-most = a box has at most { $count } bettors here
first-player-sits-at = the first player at the table sits at box { $spot }
nobody-plays-spot = nobody plays box { $spot } in this round
no-cutting-card-yet = the cutting card has not come, or its round is not over
cutting-card-seen = the cutting card has been seen already: this is the last round of the shoe
no-cutting-card-without-cards = no cards are in play: no cutting card can come
no-cutting-card-in-csm = cards out of a continuous shuffler have no cutting card
cutting-card-came = the cutting card has come: the cards are shuffled before the next round
spot-played-by = box { $spot } is played by { $person }
ask-for-spot = the table is full: { $people } may be asked to give up a box
first-bettor-agrees = box { $spot }: others wager there when the first bettor agrees
highest-wager-calls = box { $spot }: nobody sits there, so bettor { $bettor } calls, who wagers most; put that wager first
spots-shared = a box is shared
say-which-spots = say at which boxes the player sits
spots-per-player = a player has at most { $count ->
    [1] 1 box
   *[other] { $count } boxes
    } here, not { $other }
gave-up-spots = { $person } gave up { $count } boxes: not again before the next shoe
players-change-spots = players change boxes
spot-number = box { $spot }
no-called-wagers = cash plays is not taken at this table: buy chips first
called-wager-counts-already = no cash-plays wager { $number } waits: it counts already, or the cash went back
called-wager-confirmed-by = the dealer of the table and a supervisor confirm cash plays
called-wager-two-people = two people confirm cash plays, not { $person } twice
no-called-wager-waits = no cash-plays wager { $number } waits
called-wager-open = cash plays is open: return the cash first
called-wager-confirmed = cash plays is confirmed
