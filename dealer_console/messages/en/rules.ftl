no-such-spot = there is no spot { $spot }: the layout has spots 1 to { $spots }
bettor-has-wager = bettor { $bettor } of spot { $spot } has a wager already
bettors-without-gaps = the bettors of spot { $spot } are numbered without gaps: the next one is { $next }
below-table-minimum = { $amount } is below the table minimum of { $limit }
above-table-maximum = { $amount } is above the table maximum of { $limit }
no-coupons = coupons are no wagers here: chips only
toke-more-than-0-00 = a toke is more than 0.00
toke-at-least = a toke is at least { $amount }
toke-at-most = a toke is at most { $amount }
side-wager-needs-main = a { $kind } wager needs the main wagers beside it
offers-no-wager = { $rules } offers no wager { $name }{ $hint }
wager-more-than-0-00-2 = a { $kind } wager is more than 0.00
below-minimum = { $kind } { $amount } is below its minimum of { $limit }
above-maximum = { $kind } { $amount } is above its maximum of { $limit }
no-tokes = { $rules } knows no wager for the dealer
unknown-toke = unknown toke { $place }{ $hint }
spot-has-no-hand-b = a spot has no hand b here
toke-needs-own-wager = a toke on { $kind } needs the bettor's own { $kind } wager
unknown-coupon = unknown coupon { $place }{ $hint }
coupon-needs-wager = a coupon on { $place } needs a { $place } wager
coupon-above-wager = a coupon of { $amount } is no part of a wager of { $limit }
free-bet-equals-main = the free-bet wager equals one main wager: { $amount }, not { $other }
true-or-false = { $key } is true or false, not { $value }
choice-not-offered = { $rules } offers { $key } = { $offer }, not { $given }{ $hint }
match-pays-wants-table = match_pays is a table of whole odds by row
at-risk-needs-last-card = all wagers can be at risk only where the dealer's second card comes last
minimum-above-maximum = the minimum { $low } is above the maximum { $high }
maximum-above-lawful = the maximum { $amount } is above the lawful { $limit }
chip-unit-more-than-0 = the chip unit must be more than 0.00
is-negative = { $value } is negative
unknown-table-choice = unknown table choice { $key }{ $hint }
unknown-row = unknown row { $row }{ $hint }
minimum-too-high = the minimum may not be above { $amount }
minimum-too-low = the minimum may not be below { $amount }
choice-unknown-to-rules = { $rules } does not offer the choice { $key }
empty-expectation = an empty expectation
write-refused = write 'refused MOVE CLAUSE'
amount-missing = an amount is missing
nothing-more-expected-after-amount = nothing more is expected after the amount
no-expectation = { $text } is no expectation: write '1a main win 25', 'net 1 -5', 'house 5', 'refused 4 CLAUSE' or 'in order'
unknown-wager = unknown wager { $name }{ $hint }
unknown-outcome = unknown outcome { $name }{ $hint }
write-net = write 'net SPOT[/BETTOR] AMOUNT'
no-hand-spot = { $hand } is no hand of spot { $spot }
irregularity-open = { $code } is open: it waits for { $what }
taking-needs-supervisor = taking the card needs a supervisor: add 'by NAME'
no-irregularity-open = no irregularity is open: call it first
round-complete-and-settled = the round is complete and settled
unknown-irregularity = unknown irregularity { $code }{ $hint }
irregularity-comes-first = { $code } is open and comes first
irregularity-names-card = { $code } names the card
irregularity-names-seen-card = { $code } names a card that was seen
irregularity-names-no-hand = { $code } names no hand
irregularity-names-no-card = { $code } names no card
round-waits = the round waits for { $what }
all-copies-out = all copies of { $card } are out already
choice-needs-supervisor = { $choice } needs a supervisor: add 'by NAME'
nobody-to-take-card = no player's hand is due a card: burn it
irregularity-waits = { $code } waits for { $what }
hand-asked-now = { $hand } is asked now
no-hand-asked = no hand is asked: { $what }
no-amount-in-dollars = { $text } is no amount: write dollars with at most two decimals, such as 25 or 12.50
no-move = { $first } begins no move and is no card{ $hint }
empty-text-no-move = an empty text is no move
holds-moves-not-one = { $text } holds { $count } moves, not one
write-insurance-closed = write 'insurance closed'
check-clear-or-blackjack = a check says 'clear' or 'blackjack'{ $hint }
name-irregularity = name the irregularity
name-choice = name the choice
unknown-choice = unknown choice { $choice }{ $hint }
say-what-does = say what { $hand } does: { $verbs }
unknown-move = unknown move { $verb }{ $hint }
caller-alone-decides = the caller alone decides to { $verb }: write { $hand } without a bettor
say-what-spot-does = say what spot { $spot } does: { $verbs }
nothing-more-expected-after = nothing more is expected after { $text }
not-complete = { $text } is not complete
write-by-name = write 'by NAME' to name the supervisor
only-toke-may-follow = only 'toke=AMOUNT' may follow a { $verb }
has-no-step = { $procedure } has no step { $step }{ $hint }
has-no-procedure = { $rules } has no procedure { $procedure }{ $hint }
no-date = { $value } is no date: write 2026-11-16
rules-names-rule-set = the key 'rules' names the rule set, such as "massachusetts-switch"
table-holds-choices = the key 'table' holds the table's choices, such as { "{" } decks = 6 { "}" }
version-not-known = version { $version } is not known; this program reads version { $known }
key-holds-list-texts = the key { $key } holds a list of texts
bets-need-wager = a round needs at least one wager, such as bets = ["1 25"]
write-bet = a bet is 'SPOT[/BETTOR] AMOUNT [name=AMOUNT …]', such as "1 25 match=5"
no-spot = { $text } is no spot: write 1, or 1/2 for the second bettor
stands-twice = { $name } stands twice
unknown-key = unknown key { $key }{ $hint }
round-needs-wager = a round needs at least one wager
no-card-due = no card is due: the round waits for { $waits }
card-dealt-face-up = the card for { $place } is dealt face up: write its rank and suit
burn-before-first-card = a card is burned before the first card is dealt, or after a reshuffle
hole-card-dealt-face-down = the hole card is dealt face down: write { $unseen }
all-copies-out-call = all { $decks } copies of { $card } are out already: call the irregularity card-impossible { $card }
no-card-due-spot-answers = no card is due: spot { $spot } answers the switch first
one-card-burned-not-more = one card is burned, not more
dealer-has-no-hole-card = the dealer has no hole card: the second card is drawn after the players
card-shown-has-face = a card that is shown has a face
hole-card-was-seen-before = the hole card was seen before: it is { $card }
no-card-face-down = { $hand } has no card face down
card-turned-has-face = a card that is turned has a face
hand-in-turn = { $hand } is in turn
spot-answers-switch-first = spot { $spot } answers the switch first
hand-taken = { $hand } has { $total } and is taken
blackjack-draws-no-card = { $hand } is a blackjack and draws no card
hand-surrendered = { $hand } was surrendered
hand-dead = { $hand } is dead
spot-refused-card = spot { $spot } refused an exposed card and gets no more
doubled-one-card = { $hand } was doubled: one card only
split-ace-one-card = { $hand } is a split ace: one card only
hand-complete = { $hand } has 21 and is complete
surrender-not-offered = surrender is not offered at this table
split-hand-not-surrendered = { $hand } was split: surrender is for an original hand
surrender-first-decision = surrender is the first decision of a hand; { $hand } has made one
split-aces-not-doubled = split aces are not doubled
double-first-two-cards = { $hand } has { $count } cards: only the first two can be doubled
has-21 = { $hand } has 21
bettor-has-no-wager-there = bettor { $bettor } has no wager there
double-wager-more-than-0 = a double wager is more than 0.00
double-above-wager = a double is at most the wager of { $limit }, not { $amount }
bettor-1-calls = bettor 1 calls { $hand }; bettor { $bettor } may join
join-directly-after-caller = bettor { $bettor } can only join directly after the caller's { $action } of { $hand }
bettor-joined = bettor { $bettor } has joined already
bettor-has-no-wager-on = bettor { $bettor } has no wager on { $hand }
split-first-two-cards = { $hand } has { $count } cards: only the first two can be split
no-pair = { $hand } holds no two cards of equal value
hands-per-split = at most { $count } hands may come of one hand
no-free-wagers = { $rules } knows no free wagers
spot-made-no-free-bet = spot { $spot } made no free-bet wager
free-double-needs-hard-total = a free double needs a hard 9, 10 or 11; { $hand } has { $total }
tens-not-split-free = ten-value cards are not split for free
aces-split-once = { $hand } is a split ace: aces are split once here
insured-already = { $hand } is insured already
insurance-wager-more-than-0 = an insurance wager is more than 0.00
insurance-above-half = insurance on { $hand } is at most { $limit }, half of the wager of { $wager }
no-even-money = { $rules } pays no even money
even-money-needs-blackjack = { $hand } is no blackjack: even money is for a blackjack under an ace
hand-over = { $hand } is over
insured-no-even-money = { $hand } is insured: insurance and even money exclude each other
spot-has-no-wager = spot { $spot } has no wager in this round
card-due-first = a card is due to { $place } first
no-such-hand = there is no hand { $name }{ $hint }
no-switch-in-game = there is no switch in this game
spot-answers-first = spot { $spot } answers first
switches-closed = the check has closed the switches
no-second-switch = spot { $spot } has undone its switch: there is no second one
no-second-switch-record = spot { $spot } took its switch back: there is no second one
switch-final = a switch is final here
spot-has-not-switched = spot { $spot } has not switched
dealers-second-card-dealt = the dealer's second card has been dealt
spot-has-switched = spot { $spot } has switched already
double-confirmed = the double wager on { $hand } is confirmed
card-dealt-since-switch = a card has been dealt to { $hand } since the switch, or asked for
wager-settled = a wager on { $hand } has been settled
round-complete = the round is complete
round-goes-on-without-reader = the round goes on without the reader
dealer-stands-on = the dealer stands on { $total }
no-needless-card = the dealer draws no card that can change no wager

## What to say and do next

rule-text = { $text }
said-first = { $made }. { $then }
said-with-second-wager = { $made }. With a second wager: { $call }
message-then = { $first }; { $then }
any-of = { $first } or { $other }
total-hard = { $total }
total-soft = soft { $total }
total-blackjack = blackjack
hand-total = { $hand }: { $total }
hand-busts = { $hand }: { $total }, bust
hand-busts-record = { $hand }: { $total }, too many
blackjacks = Blackjack: { $hands }
call-supervisor = Call a supervisor
dealer-has = Dealer has { $total }
dealer-busts = Dealer busts with { $total }
dealer-busts-record = Dealer has { $total }
dealers-card = Dealer's card
insurance-asked = Insurance?
burn-one-card = burn one card
burn-if-due-then = burn one card if it is due, then { $then }
card-to-hand = card to { $hand }
card-to-up-card = card to the dealer's up-card
card-to-hole-card = card to the dealer's hole card
place-up-card = the dealer's up-card
place-hole-card = the dealer's hole card
place-dealer = the dealer
place-burn = the burn card
dealers-second-card = the dealer's second card
dealers-next-card = the dealer's next card
spot-switches-or-keeps = spot { $spot }: switch or no switch
spot-switches-or-keeps-record = spot { $spot }: switch or keep
spot-keeps = spot { $spot }: no switch, it was undone
spot-keeps-record = spot { $spot }: keep, its switch was taken back
or-hand-decides = { $first }, or { $hand } decides
hand-decides = { $hand } decides
insert-hole-card = insert the hole card into the reader
look-at-hole-card = look at the hole card
exposed-card-waits = { $hand } takes the exposed card; other bettors may join first
dealers-card-to-be-dealt-now = the dealer's card is missing: a supervisor has it dealt now
show-hole-card = show the hole card
turn-double-card = turn the double card of { $hand }
take-and-pay = take and pay, right to left
take-and-pay-record = take and pay from the highest spot down
make-sure-then-take-and-pay = no hand over 21? Take and pay
make-sure-then-take-and-pay-record = make sure that every hand totals 21 or less, then take and pay from the highest spot down
round-ended-by = { $how }: return the wagers
round-ended-by-record = the round ended by { $how }: give the wagers back
settled-win = win, pay { $amount }
settled-lose = lose, take { $amount }
settled-surrender = surrender, take { $amount }
settled-push = push, pat the layout
settled-returned = return wager
settled-returned-record = give it back

## What the round waits for

waits-open = the burn card or the first card
waits-deal = the first two cards of every hand
waits-insurance = insurance wagers, then { $closed }
waits-switches = the switches of all spots, then the check
waits-check = the check of the hole card
waits-play = the players' decisions
waits-show = the dealer's second card
waits-dispute = a supervisor's ruling on the hole card
waits-draw = the dealer's next card
waits-turn = the double cards that lie face down
waits-complete = nothing: the round is complete
awaits-ruling-on-hole-card = a supervisor rules on the hole card, or voids the round
awaits-ruling-on-hole-card-record = the ruling on the hole card: { $what }, or a void
choice-by-supervisor = { $choice } by a supervisor
written-hand-accept = { $hand } takes the card
written-hand-refuse = { $hand } refuses the card
written-dealer-accept = dealer accept
written-spot-out = the player leaves the round
written-spot-play = the player plays on
irregularity-awaits = { $code }: { $choices }
irregularity-offers-card = { $code }: offer { $card } to { $hand }: { $choices }
irregularity-offers = { $code } offers { $what }, not { $choice }{ $hint }
irregularity-stands = { $code } stands { $where }

## Refusals

did-you-mean = ; did you mean { $word }?
known-words = ; known: { $words }
irregularity-names-hand = { $code } names a hand: write one of { $hands }
no-hand-write-one-of = there is no hand { $hand }: write one of { $hands }
hand-stands = { $hand } stands
no-card-due-hand-decides = no card is due: { $hand } decides first
not-now = not now: the round waits for { $waits }
nothing-to-insure-hand-over = { $hand } is over: there is nothing to insure
nothing-to-insure-no-wager = { $hand } has no wager of bettor { $bettor }: there is nothing to insure
no-switch-with-dead-hand = spot { $spot } has no switch: a hand of it is dead
switched-switch-over = spot { $spot } has switched: the switch is no longer open
offered-switch-over = spot { $spot } has had its offer: the switch is no longer open
spot-has-left = spot { $spot } has left the round
spot-takes-bettors = a spot takes { $most ->
    [1] one bettor
   *[other] at most { $most } bettors
    } here
supervisor-voids-round = a supervisor voids a round: write { $void }
side-wager-more-than-0 = a { $kind } wager is more than 0.00
wager-more-than-0 = a wager is more than 0.00
wager-looks-at-suits = the { $kind } wager of spot { $spot } looks at suits: record the suit of { $cards }; a card that lies there is corrected first

## The choices of a table

must-pay-at-least = { $row } must pay at least { $lawful } to 1 with { $decks } decks, not { $pays }
must-pay-exactly = { $row } must pay exactly { $lawful } to 1 with { $decks } decks, not { $pays }

## Amounts, cards, moves and files that cannot be read

no-amount = { $value } is no amount: write whole dollars, or a text such as "12.50"
no-amount-float = { $value } is no amount: a float cannot hold cents exactly; write whole dollars, or a text such as "12.50"
no-card = { $text } is no card: write the rank A 2 3 4 5 6 7 8 9 T J Q K and the suit c d h s, '?' for a suit that was not recorded, '??' for an unseen card
expected-refusal-of-nothing = { $text }: nothing was refused
expected-other-refusal = { $text }: move { $move } was refused by { $clause }: { $reason }
expected-no-round = { $text }: there is no round
expected-other = { $text }: it is { $outcome }
expected-outcome = { $outcome } { $amount }
expected-not-there = not there
expected-not-settled = not settled

## Files that cannot be read

plain-text = { $text }
file-cannot-be-read = the file cannot be read: { $why }
file-not-utf8 = the file is not UTF-8 text (byte { $byte })
no-valid-toml = no valid TOML: { $why }
toml-too-deep = no valid TOML: it is nested too deeply
toml-huge-number = no valid TOML: a number in it has too many digits
no-round-open = no round is open: put wagers down, then deal

toke-above-share = the wager and its tokes together may not exceed { $amount }, a tenth of the maximum
side-bet-not-offered-here = this table does not offer the { $kind } wager
side-bets-wants-list = side_bets is a list of names, such as ["match"]
side-bet-stands-twice = a side bet stands twice
has-no-side-bet = { $rules } has no side bet { $name }{ $hint }
no-hand-in-turn = no hand is in turn
spot-has-refused-card = spot { $spot } has refused the card already
late-call-stands-nowhere = the call stands nowhere
late-call-takes-supervisor = a late call takes a supervisor: name who approves it
late-call-names-card = a late call names one of the cards of this round
late-call-names-hole-card = that the hole card was seen is called at the hole card
late-call-other-card = the card at that place is { $face }, not { $card }
late-call-hit-was-asked = the hand asked for this card: the hit was not supposed

## Refusals

dealers-card-missing = the dealer's card is still missing: write { $ruling } first
expected-order = { $text }: it is settled before the lines above it
key-holds-number = the key { $key } holds a number, 0 or more
round-paid = the round is paid

## What the round waits for

written-hand-accept-record = { $hand } accept
written-hand-refuse-record = { $hand } refuse
written-spot-out-record = SPOT out
written-spot-play-record = SPOT play
