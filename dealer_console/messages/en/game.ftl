## Cards and hands

rank-A = ace
rank-2 = two
rank-3 = three
rank-4 = four
rank-5 = five
rank-6 = six
rank-7 = seven
rank-8 = eight
rank-9 = nine
rank-T = ten
rank-J = jack
rank-Q = queen
rank-K = king
suit-s = spades
suit-h = hearts
suit-d = diamonds
suit-c = clubs
card-full = { $rank } of { $suit }
card-back = a card face down
hand-dealer = the dealer
felt-soft = soft { $total }
felt-training = TRAINING
mark-natural = blackjack
mark-blackjack = blackjack
mark-switched = switched
mark-doubled = doubled
mark-split = split
mark-surrendered = surrender
mark-insured = insured
mark-free-coin = free
mark-bust = bust
mark-dead = dead
mark-stood = stands

## Wagers

kind-main = { "" }
kind-double = double
kind-split = split
kind-match = match
kind-trilux = TriLux
kind-bounty = King's Bounty
kind-free-bet = free bet
kind-free-double = free double
kind-free-split = free split
kind-insurance = insurance
kind-toke-main = toke
kind-toke-match = toke on match
kind-toke-trilux = toke on TriLux
kind-toke-bounty = toke on King's Bounty
wager-main = { $amount }
wager-double = double { $amount }
wager-split = { $amount }
wager-match = match { $amount }
wager-trilux = TriLux { $amount }
wager-bounty = Bounty { $amount }
wager-free-bet = free bet { $amount }
wager-free-double = coin for { $amount }
wager-free-split = coin for { $amount }
wager-insurance = insurance { $amount }
wager-toke = toke { $amount }

## The top line

game-massachusetts-switch = Switch · Massachusetts
game-south-dakota-switch = Switch · South Dakota
game-catfish-bend-blackjack = Blackjack · Catfish Bend
game-light-and-wonder-switch-v1 = Switch · Light & Wonder 1
game-washington-switch-v1 = Switch · Washington 1
game-light-and-wonder-switch-v2 = Switch · Light & Wonder 2
game-washington-switch-v2 = Switch · Washington 2
game-light-and-wonder-switch-v3 = Switch · Light & Wonder 3
game-washington-switch-v3 = Switch · Washington 3
game-light-and-wonder-switch-v4 = Switch · Light & Wonder 4
game-washington-switch-v4 = Switch · Washington 4

## What was done

move-CardDrawn = card { $card }
move-CardBurned = burned { $card }
move-Insured = { $place } insured
move-Insured-amount = { $place } insured for { $amount }
move-EvenMoneyTaken = { $place } takes even money
move-InsuranceClosed = insurance closed
move-HoleCardChecked-blackjack = check: blackjack
move-HoleCardChecked-clear = no blackjack
move-Switched = spot { $place } switched
move-SwitchDeclined = spot { $place }: no switch
move-SwitchTakenBack = spot { $place }: switch undone
move-Stood = { $place } stands
move-HitAsked = { $place } hits
move-Surrendered = { $place } surrenders
move-Doubled = { $place } doubles
move-Doubled-amount = { $place } doubles for { $amount }
move-HandSplit = { $place } splits
move-DoubledFree = { $place } doubles free
move-SplitFree = { $place } splits free
move-DoubleCardTurned = { $place } turned { $card }
move-HoleCardShown = hole card { $card }
move-Ruled = ruled: { $choice }
move-ExposedCardTaken = { $place } took the card
move-ExposedCardRefused = { $place } refused the card
move-SpotLeft = spot { $place } leaves the round
move-SpotPlaysOn = spot { $place } plays on
move-RoundVoided = round voided

## The side panel


## Pages

wager-coupon = coupon { $amount }
choice-discard = Into the discards
choice-accept = The hand takes it
choice-burn = Burn it
choice-next-card = It is the next card
choice-hand-accept = { $hand } takes the card
choice-hand-refuse = { $hand } refuses the card
choice-continue = Go on
choice-spot-out = Spot { $spot } leaves the round
choice-spot-play = Spot { $spot } plays on
choice-misdeal = Misdeal
choice-reshuffle = Shuffle the discards and go on
choice-dead-hand = The hand is dead, its wager goes back
choice-deal-last = Deal its card after all other hands
choice-keep = The hand stays as it is
choice-forward = Move the cards on to where they belong
choice-dealer-next = It is the dealer's next card
choice-back-one = Move every card one place back
choice-counts-as-21 = It counts as 21
choice-void = Void the round
choice-continue-without-reader = Go on without the reader
choice-device-removed = The shuffler is taken away
choice-stands = The cards stand as they lie
choice-continue-by-hand = Go on with cards by hand
money-thousands = ,
