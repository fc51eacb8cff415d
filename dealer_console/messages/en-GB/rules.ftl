# British English: only what is said otherwise than in `en`.
no-such-spot = there is no box { $spot }: the layout has boxes 1 to { $spots }
bettor-has-wager = bettor { $bettor } of box { $spot } has a wager already
bettors-without-gaps = the bettors of box { $spot } are numbered without gaps: the next one is { $next }
toke-more-than-0-00 = a tip is more than 0.00
toke-at-least = a tip is at least { $amount }
toke-at-most = a tip is at most { $amount }
unknown-toke = unknown tip { $place }{ $hint }
spot-has-no-hand-b = a box has no hand b here
toke-needs-own-wager = a tip on { $kind } needs the bettor's own { $kind } wager
no-hand-spot = { $hand } is no hand of box { $spot }
say-what-spot-does = say what box { $spot } does: { $verbs }
only-toke-may-follow = only 'tip=AMOUNT' may follow a { $verb }
no-spot = { $text } is no box: write 1, or 1/2 for the second bettor
no-card-due-spot-answers = no card is due: box { $spot } answers the switch first
spot-answers-switch-first = box { $spot } answers the switch first
spot-refused-card = box { $spot } refused an exposed card and gets no more
spot-made-no-free-bet = box { $spot } made no free-bet wager
spot-has-no-wager = box { $spot } has no wager in this round
spot-answers-first = box { $spot } answers first
no-second-switch = box { $spot } has undone its switch: there is no second one
spot-has-not-switched = box { $spot } has not switched
spot-has-switched = box { $spot } has switched already
spot-switches-or-keeps = box { $spot }: switch or no switch
spot-keeps = box { $spot }: no switch, it was undone
waits-switches = the switches of all boxes, then the check
no-switch-with-dead-hand = box { $spot } has no switch: a hand of it is dead
switched-switch-over = box { $spot } has switched: the switch is no longer open
offered-switch-over = box { $spot } has had its offer: the switch is no longer open
spot-has-left = box { $spot } has left the round
spot-takes-bettors = a box takes { $most ->
    [1] one bettor
   *[other] at most { $most } bettors
    } here
wager-looks-at-suits = the { $kind } wager of box { $spot } looks at suits: record the suit of { $cards }; a card that lies there is corrected first
toke-above-share = the wager and its tips together may not exceed { $amount }, a tenth of the maximum
spot-has-refused-card = box { $spot } has refused the card already
