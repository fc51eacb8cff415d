## Where an irregularity may stand

where-while-cards-are-dealt = while cards are dealt
where-after-deal-while-no-card = after the deal, while no card is due; its hand is the one in turn, or the last to stand
where-after-dealer-last-card = after the dealer's last card
where-in-place-dealer-card = in place of the dealer's card
where-when-card-due = when a card is due
where-in-place-first-card-hand = in place of the first card of that hand
where-in-place-second-card-hand = in place of the second card of that hand
where-on-hand-has-its-first = on a hand that has its first cards and has not decided
where-before-round-complete = before the round is complete
where-where-hole-card-dealt-before = where the hole card is dealt, before it is shown
where-directly-after-hole-card-makes = directly after a hole card that makes blackjack against a clear check
where-at-table-with-reader-under = at a table with a reader, under a card that opens no blackjack
where-in-place-reader-check = in place of the reader's check
where-on-hand-natural = on a hand with a blackjack
where-before-first-card-when-none = before the first card, when none was burned
where-before-card-where-it-due = before the card, where it is due
where-directly-after-hole-card-contradicts = directly after a hole card that contradicts the check

## Irregularities

irregularity-card-face-up-in-shoe = A card lay face up in the shoe
irregularity-card-drawn-unexposed = A card was drawn too early, nobody saw its face
irregularity-card-exposed = A card was drawn too early and was seen
irregularity-dealer-drew-too-many = The dealer drew to a hand that had to stand
irregularity-dealer-card-missed = The dealer's own card was not dealt
irregularity-shoe-empty = The shoe has no card left for this round
irregularity-hand-not-dealt = A hand received no card at all
irregularity-hand-one-card = A hand received only one card
irregularity-hand-too-many-cards = A hand received too many cards
irregularity-hit-missed = A card that was asked for was not dealt
irregularity-card-misdelivered = A card went to the wrong place
irregularity-dealer-wrong-count = The dealer has a wrong number of cards
irregularity-hole-card-exposed = The hole card was seen
irregularity-dealer-blackjack-late = The dealer's blackjack was found after the hands were played
irregularity-reader-wrong-up-card = The hole card went into the reader under a card that opens no blackjack
irregularity-reader-fault = The card reader does not work
irregularity-shuffler-fault = The shuffler jammed or did not finish
irregularity-shuffle-beside-device = Another shuffle is wanted while the shuffler is at the table
irregularity-natural-overlooked = A blackjack was not paid when it was due
irregularity-burn-missed = No card was burned
irregularity-card-impossible = A card that cannot be in this shoe
irregularity-reader-disagrees = The check and the hole card contradict each other
irregularity-shoe-fault = The shoe jammed or disconnected

## Their names inside a sentence

irregularity-name-card-face-up-in-shoe = a card lay face up in the shoe
irregularity-name-card-drawn-unexposed = a card was drawn too early, nobody saw its face
irregularity-name-card-exposed = a card was drawn too early and was seen
irregularity-name-dealer-drew-too-many = the dealer drew to a hand that had to stand
irregularity-name-dealer-card-missed = the dealer's own card was not dealt
irregularity-name-shoe-empty = the shoe has no card left for this round
irregularity-name-hand-not-dealt = a hand received no card at all
irregularity-name-hand-one-card = a hand received only one card
irregularity-name-hand-too-many-cards = a hand received too many cards
irregularity-name-hit-missed = a card that was asked for was not dealt
irregularity-name-card-misdelivered = a card went to the wrong place
irregularity-name-dealer-wrong-count = the dealer has a wrong number of cards
irregularity-name-hole-card-exposed = the hole card was seen
irregularity-name-dealer-blackjack-late = the dealer's blackjack was found after the hands were played
irregularity-name-reader-wrong-up-card = the hole card went into the reader under a card that opens no blackjack
irregularity-name-reader-fault = the card reader does not work
irregularity-name-shuffler-fault = the shuffler jammed or did not finish
irregularity-name-shuffle-beside-device = another shuffle is wanted while the shuffler is at the table
irregularity-name-natural-overlooked = a blackjack was not paid when it was due
irregularity-name-burn-missed = no card was burned
irregularity-name-card-impossible = a card that cannot be in this shoe
irregularity-name-reader-disagrees = the check and the hole card contradict each other
irregularity-name-shoe-fault = the shoe jammed or disconnected

## Choices inside a sentence

choice-name-discard = discard
choice-name-accept = accept
choice-name-burn = burn
choice-name-next-card = next card
choice-name-hand-accept = hand accept
choice-name-hand-refuse = hand refuse
choice-name-dealer-accept = dealer accept
choice-name-continue = continue
choice-name-spot-out = spot out
choice-name-spot-play = spot play
choice-name-misdeal = misdeal
choice-name-reshuffle = reshuffle
choice-name-dead-hand = dead hand
choice-name-deal-last = deal last
choice-name-keep = keep
choice-name-forward = forward
choice-name-dealer-next = dealer next
choice-name-back-one = back one
choice-name-counts-as-21 = counts as 21
choice-name-void = void
choice-name-continue-without-reader = continue without reader
choice-name-device-removed = device removed
choice-name-stands = stands
choice-name-continue-by-hand = continue by hand

## Where an irregularity may stand

where-directly-after-hit-double-or = directly after the hit, double or split whose card was not served
