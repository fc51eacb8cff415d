## Cards and hands

spoken-spot = Spot { $spot }
spoken-empty_spot = Spot { $spot }, no wager
spoken-hand = Spot { $spot }, hand { $letter }
spoken-dealer = Dealer
spoken-in_turn = in turn

## The top line

top-round = Round { $number }
top-not_open = Table closed
top-decks = { $decks } decks
top-no_cards = Shoe empty
top-shoe = { $left } left · { $out } out
top-cutting_card = cut card out

## The prompt

prompt-quoted = “{ $text }”
prompt-spot = Spot { $spot }: { $said }
prompt-then = Then { $places }
prompt-opening = The card is being opened
prompt-stopped = The table has stopped
prompt-loose = A card came that nobody was due: was its face seen?
prompt-loose-small = Say it, then a supervisor rules where the rules want one
prompt-loose_face_up = A card lay face up and the shoe cannot tell it
prompt-loose_face_up-small = Name the card
prompt-not_open = Table closed
prompt-not_open-small = Touch “Open the table”
prompt-no_cards = Shoe empty
prompt-no_cards-small = Touch “Shoe and shuffle”
prompt-shoe_over = Shoe finished, shuffle
prompt-shoe_over-small = The cut card came and its round is over
prompt-no_dealer = No dealer signed in
prompt-no_dealer-small = Touch “Sign in”
prompt-burn = Burn one card
prompt-burn-small = Face down, before the first card is dealt
prompt-deal = No more bets: deal
prompt-deal-small = The first card locks the wagers
prompt-call-small = Spots { $spots }: call it to the floor, then deal
prompt-bets = Place your bets
prompt-bets-small = Repeat bets, or touch a spot

## The main actions

act-switch = Switch
act-keep = No switch
act-hit = Hit
act-stand = Stand
act-double = Double
act-double_free = Free double
act-split = Split
act-split_free = Free split
act-surrender = Surrender
act-join_double = Bettor { $bettor } doubles
act-join_split = Bettor { $bettor } splits
act-insurance = Insurance
act-insurance_closed = Close insurance
act-clear = No blackjack
act-blackjack = Blackjack
act-show = Show hole card
act-face_down = Face down
act-turn = Turn double card
act-pad = Card pad
act-shoe_first = Shoe is off
act-tick = Done
act-paid = All paid
act-paid_same = Paid · repeat bets
act-next = Next round
act-next_same = Next · repeat bets
act-same = Repeat bets
act-bets = Bets
menu-double_less = Double for less

## What was done

last-stays-stopped = stopped
last-stays-stopped-whole = The table has stopped.
last-stays-ruling = a ruling
last-stays-ruling-whole = { $what }: that is a ruling, and it stands.
last-stays-opening = a card is opening
last-stays-opening-whole = A card is being opened: what came before it cannot be taken back.
last-stays-device = came from a device
last-stays-device-whole = { $what }: a device has told this, and what left the shoe cannot go back. A wrong card is put right under Cards.
last-text = Last: { $what }
last-paid = The round is paid
last-undo = ↶ Undo
last-reason = undone at the screen

## The side panel

side-done = Done this round
side-settle = Take and pay
side-then_spot = then spot { $spot }
side-then_dealer = then the dealer
side-colour_up = Color up
side-irregularity = Irregularity
side-call_floor = Call floor
side-call_reason = called from the table's screen
settle-pay = pay { $amount }
settle-take = take { $amount }
settle-push = push
settle-back = return
settle-nearest = chips make { $amount } = { $chips }; { $rest } are left
table-return_called = Money plays on spot { $spot }: return the cash
shoe-show_burn = Show the burned card
menu-note = Write a note
note-title = A note for the record
note-text = Note
note-letters = ABC
note-figures = 123
note-space = Space
note-write = Save the note
note-empty = type the note first
menu-toke = With toke
toke-title = A toke on the double or split
toke-amount = Toke on { $hand }
settle-no_chips = no chips make this amount
settle-colour_up = { $goes } for { $comes }

## Banners

banner-stopped = The table has stopped: { $why }. Nothing is dealt or paid here until a supervisor has looked.
banner-away = { $device } disconnected. { $meaning }
banner-distrusted = { $device } locked: needs a supervisor. { $meaning }
banner-off_table = { $device } off the table: enter every card by hand. A supervisor puts it back on the Devices page.
banner-fault = { $device }: { $fault }. Fix it, then clear the fault on the Devices page.
banner-door = { $device }: its door is open. Close it.
banner-without-shoe = Cards by hand: enter every card on the pad; the shoe is ignored this round.
banner-without-reader = No reader: this round goes on without the check.
banner-card_ready = The next card lies ready: it left the shoe too early.
banner-cards_out = The cards are out of play: follow the guide
banner-shoe_over = Shoe finished: shuffle, then burn one card.
banner-last_round = Cut card: last round of the shoe.
banner-simulated = SIMULATED: { $devices }. No real cards.
banner-training = TRAINING: nothing counts.

## Pages

page-close = Back
page-more = More
pad-title = Enter the card
pad-ok = OK
pad-face_down = Face down
pad-burned = Burned, face down
insurance-title = Insurance
insurance-full = In full
insurance-less = For less
insurance-amount = Insurance on { $hand }
double-title = Double for less
double-amount = Double on { $hand }
cards-title = Cards of { $hand }
bets-title = Bets
bets-no_table = Table closed.
bets-spot = Spot { $spot }
bets-main = Wager
bets-toke = Toke { $place }
bets-coupon = Coupon { $place }
bets-bettor = Bettor { $bettor }
bets-share_seated = First agrees, seated
bets-share_standing = First agrees, none seated
bets-calls = { $place } calls
bets-chip = chip of { $name }
bets-clear = Take away
bets-down = No more bets
bets-same = Repeat bets
irregularity-silent = The rules of this table say nothing about it: a supervisor decides.
irregularity-put_away = Touch “Ruling”
irregularity-hold = Hold the cards: a ruling is needed
irregularity-offer = Offer { $card } to { $hand }
irregularity-card = the card: { $card }
clause-house = house policy
irregularity-title = What happened?
irregularity-no_round = No round is running.
irregularity-missed = Deal the dealer's missing card now
irregularity-none = Nothing of the catalogue can have happened now.
irregularity-void = Void the round
irregularity-which_hand = Touch the hand
irregularity-which_card = Which card?
irregularity-no_suit = Suit not known
irregularity-dispute = The check and the hole card contradict each other
irregularity-supervisor = with a supervisor
prompt-back = { $device } is back
prompt-back-small = Does the felt show what the screen shows?
prompt-keeper = The shoe asks whether a card came
prompt-keeper-small = Look at the table, then answer
loose-title = Was its face seen?
loose-seen = Seen
loose-unseen = Not seen

## Around

act-open = Open the table
act-dealer_in = Sign in
act-shoe = Shoe and shuffle
act-burned = Burned
menu-pad = Card pad
act-ruling = Ruling
menu-shoe = Shoe and shuffle
menu-table = Table
menu-history = History
menu-people = People
menu-devices = Devices
menu-settings = Screen
floor-name = Floor
floor-in_step = synced
floor-behind = { $behind } to send
floor-away = offline, { $behind } to send
floor-refuses = refuses, { $behind } wait
banner-floor_refuses = The floor refuses this table: { $why }. Dealing goes on, { $behind } entries are kept here. Call a technician.
banner-pit_approved = Pit: { $who } approved: { $what }. { $reason }
banner-pit_declined = Pit: { $who } declined: { $what }. { $reason }
banner-pit_refused = Pit: what { $who } answered does not count: { $why }
banner-floor = The floor is not reached: dealing goes on, { $behind } entries wait here and are sent later.
banner-request = Supervisor needed: { $what }
role-dealer = Dealer
role-supervisor = Supervisor
role-pit-manager = Pit manager
role-technician = Technician
role-auditor = Auditor
role-cashier = Cashier

## Badge and PIN

sign-title = Badge and PIN
sign-badge = Badge
sign-pin = PIN
sign-pin_spoken = PIN, { $count } digits typed
sign-incomplete = badge or name, and a PIN of four to eight digits
request-title = Supervisor needed
request-asks = { $who } asks: { $what }
asked-expected = expected { $expected }, difference { $difference }
asked-tray = tray { $value }
asked-chips = chips { $value }
asked-cents = amount { $value }
asked-reason = reason: { $value }
asked-device = device: { $value }
asked-TakeOffTable = off the table, cards by hand from now on: { $value }
asked-PutOnTable = back on the table: { $value }
asked-corrects = entry { $value }
asked-pays_more = { $what }, { $amount }: the house pays { $value } more
asked-takes_back = { $what }, { $amount }: the house takes { $value } back
asked-called = money plays { $value }
asked-spot = spot { $value }
asked-slip = slip { $value }
asked-why = reason: { $value }
asked-marker = marker { $value }
asked-card = card { $value }
asked-way = way: { $value }
request-approve = Approve
request-decline = Decline
request-withdraw = Withdraw
request-wait = Wait for pit
request-gone = This request is answered.
request-declined_reason = declined at the table

## People

people-title = People at the table
people-role = Role
people-name = Name
people-in-dealer = Dealer: sign in
people-in-supervisor = Supervisor: sign in
people-in-pit-manager = Pit manager: sign in
people-missing = Also needed at this table: { $roles }
people-out = { $name }: sign out

## The table

table-title = Table
table-open = Open the table
table-people = People
table-fill = Fill
table-credit = Credit
table-count = Count the tray
table-colour_up = Color up
table-close = Close the table
table-buy_in = Buy-in
table-toke = Toke
table-called = Money plays
table-players = Players
players-title = Players and their spots
players-touch = Touch the spots on the felt.
players-at = Player at { $spot }
players-leaves = { $name } leaves
players-sits = Seat
players-let_in = Let in before the shuffle
players-choose = choose a spot first
players-full = The table is full. Who may be asked for a spot:
players-gives_up = { $name } gives up spot { $spot }
table-limits = Limits and options
table-report = Report
table-slip = Slip
table-slip-fill = Fill { $number }: { $total } ({ $chips }), requested by { $who } at { $time }
table-slip-credit = Credit { $number }: { $total } ({ $chips }), requested by { $who } at { $time }
table-confirm = Confirm
table-cancel = Void the slip
table-count_slip = Count the chips
table-marker = Marker
table-marker_of = Marker { $number }: { $total }, { $who }
table-redeem = Redeem with chips
void-not_come = The chips did not come
void-wrong_amount = Wrong amount
void-wrong_count = The count does not match the slip
void-mistake = Requested by mistake
slip-at-requested = Waiting for confirmation
slip-at-sent = Sent by the cage ({ $who }) with { $runner } at { $time }: the dealer counts the chips
slip-at-verified = Counted by { $who } at { $time }: a supervisor counts and confirms
slip-at-confirmed = Confirmed by { $who } at { $time }
slip-at-cancelled = Voided by { $who } at { $time }
table-confirm_called = Money plays on spot { $spot }: confirm
table-withdraw = Withdraw the notice: { $changes }
notice-title = Announce a change
notice-when = In effect between two rounds, { $minutes } minutes after the notice
notice-announce = A supervisor announces it here
notice-ask_pit = Ask the pit to announce it
notice-file_differs = The table file says otherwise: nothing of it counts before its notice
option-yes = yes
option-no = no
option-surrender-on = Start surrender
option-surrender-off = End surrender
option-resplit_aces-on = Allow resplitting aces
option-resplit_aces-off = Forbid resplitting aces
option-hands_per_split = Split up to { $count } hands
option-surrender-name = Surrender
option-resplit_aces-name = Resplitting aces
option-hands_per_split-name = Hands per split
chips-open = Opening count
chips-open-done = Open with this tray
chips-close = Closing count
chips-close-done = Close with this tray
chips-fill = Request fill
chips-fill-done = Request fill
chips-credit = Request credit
chips-credit-done = Request credit
chips-count = Count the tray
chips-count-done = Record the count
chips-verify = Count the chips of the slip
chips-verify-done = Sign the count
chips-colour_up = Color up a player's chips
chips-colour_up-done = Exchange
chips-spoken = { $count } chips of { $name }
chips-total = Total { $amount }
chips-none = count at least one chip
amount-buy_in = Buy-in
amount-toke = Toke handed to the dealer
amount-marker = Marker for the player at the spot
amount-called = Money plays
amount-minimum = Minimum
amount-maximum = Maximum
amount-side_bet_minimum = Side bet minimum
amount-side_bet_maximum = Side bet maximum
amount-touch = Touch the spot on the felt.
amount-none = type an amount first

## Shoe and shuffle

shoe-title = Shoe and shuffle
shoe-who = { $who } · { $clause }
shoe-decks_in = { $decks } decks to the table, { $colour }
colour-red = red
colour-blue = blue
shoe-inspected = Inspected
shoe-begin-hand = By hand: { $reason }
shoe-begin-device = By the shuffler: { $reason }
shoe-begin-into = Into the shuffler: { $reason }
shoe-begin-pre-shuffled = Pre-shuffled: { $reason }
reason-new-cards = new cards
reason-cutting-card = cut card
reason-house = house request
reason-cards-spread = cards were spread
reason-player-asked = player request
reason-face-up-cards = two cards lay face up in the shoe
reason-shoe-empty = the shoe was empty
shoe-shuffle = Start the shuffler
shoe-release = Take the batch out
shoe-riffle_more = Riffled once more
shoe-riffles = × { $count }
shoe-done = Done
shoe-offer_cut = Offer the cut
shoe-cut = Cut by { $who }
shoe-cut_refused = { $who } refuses
shoe-burned = Burned
shoe-count = Enter the count
shoe-cutting_card = Cut card at { $where }
shoe-spread = Cards spread on the layout
shoe-first_player = Spot { $spot } came first
shoe-nobody_cuts = No player yet
shoe-again-hand = Begin again by hand
shoe-again-device = Begin again by the shuffler
shoe-inside = { $inside } of { $cards } cards in the shuffler
shoe-put_back = { $out } out: put them back between rounds
shoe-unaccounted = Cards not accounted for: { $missing }. Count them in the shuffler, or take all out
shoe-take_out = Take all cards out
shoe-second_in = { $decks } more decks, { $colour }, for the shuffler
shoe-second_inspected = Second decks inspected
shoe-shuffle_second = Shuffle the second decks
shoe-take_second_out = Take the dead batch out
shoe-second-new = Second decks ({ $colour }): fan and inspect them
shoe-second-out = Second decks ({ $colour }): put them into the shuffler
shoe-second-asked = Second decks ({ $colour }): in the shuffler
shoe-second-shuffling = Second decks ({ $colour }): being shuffled
shoe-second-ready = Second decks ({ $colour }): shuffled and ready for the next shoe
shoe-second-dead = Second decks ({ $colour }): the batch is dead, take it out
shoe-inventory = Count inside the shuffler
shoe-put_away = Put the cards away
shoe-devices = See to the shuffler
shoe-again_why = the shuffle went wrong
shoe-cards_out = Cards out of play
shoe-recut = Cut again, same person
shoe-recut_next = Cut again, next person
shoe-recut_why = the cut was not done properly
cut-title = Depth of the cut
cut-how_deep = Cut by { $who }: how many decks lie before the cut card?
cut-decks = { $decks } decks
cut-cards = { $cards } cards
count-title = Count of the shoe
count-title_shuffler = Count of all cards
count-out_of_it = Out of the shuffler
count-rest = Left in the shoe
count-discards = Discards
count-removed = Removed
count-why_removed = removed with a reason
count-sum = { $counted } of { $cards } cards
count-next = Next field

## History

history-title = Rounds of this table
history-none = No round is over yet.
history-round = Round { $number } · house { $net }
history-corrected = corrected
history-how = Touch a wager to ask for its correction.
correct-title = Correct { $what } of round { $number }
correct-amount = Amount
correct-pays = House pays
correct-takes = House takes back
correct-reason-overpaid = paid too much
correct-reason-underpaid = paid too little
correct-reason-misread = hand misread
correct-reason-agreed = agreed with the player
correct-ask = Ask for { $amount }
menu-cards = Cards
cards-which_hand = Cards of which hand?
cards-which = Which card was misread?
cards-none = No card of this hand lies face up.
cards-is = Recorded { $card }. Actual card?
cards-is_shoe = Shoe read { $card }. Actual card?

## How it looks

settings-title = Screen
settings-theme = Theme
settings-four_colours = Four-color cards
settings-large_text = Large text
settings-language = Language
theme-dark = Dark
theme-light = Light
theme-high-contrast = High contrast

## When something of ours has failed

safe-title = This screen has failed. The table has not
safe-meaning = Everything that was done stands in the record. Compare the felt with the screen before you go on.
safe-go_on = Touch anywhere to come back to the table.
safe-too-small = This window is too small for the table. It needs { $width } × { $height } pixels.
safe-again = If it comes again, restart the console and call a technician.

## Late calls

late-open = Seen too late: at an earlier card
late-title = Seen too late
late-which_card = At which card did it happen? The newest comes first, with the place where it is recorded.
late-what = { $card } · { $place }: what happened there?
late-not_asked = nobody had asked for the card
late-rule_later = Rule on it afterwards
late-preview = What will change when a supervisor approves it:
late-nothing = Nothing on the felt changes.
late-ask = Ask the supervisor
late-struck = no longer stands
late-steps = Late call: { $done } of { $count } done
late-all_done = All { $count } are done
late-to-hand = lay it on { $hand }
late-to-dealer = lay it with the dealer's cards
late-to-burned = to the discards
late-to-beside = lay it beside the layout: it is the next card
late-to-loose = has no place yet: the console will ask
late-place-dealer = dealer
late-place-burned = discards
late-place-beside = beside the layout
late-place-loose = no place
late-place-shown = hole card turned
late-give_back = return { $amount }
late-put_back = put { $amount } back on the layout
late-hand_back = hand the wager of { $amount } back
late-pay = pay { $amount }
late-take = take { $amount }
late-lies_again = the wager of { $amount } lies again
late-loose-title = { $card } has no place
late-loose-why = Since the late call nobody is due it. Whose is it?
late-loose-asked = { $hand } asked for it
late-loose-nobody = Nobody asked for it
last-not_asked = Not asked for
prompt-late = Put the felt right
prompt-late-small = Do each step, then tick it
prompt-late_loose = A card has no place
prompt-late_loose-small = Say whose it is, then play goes on
loose-asked = { $hand } asked for it
late-booked = recorded: { $place }
late-cards_elsewhere = { $count ->
    [one] one card is laid elsewhere
   *[other] { $count } cards are laid elsewhere
    }
menu-title = Menu
banners-title = Warnings
act-take_back = Undo switch
bets-leave = These wagers are not recorded yet. Throw them away?
bets-away = Throw away
insurance-even = Even money
insurance-touch = Touch a hand to insure it.
sign-next = Next
sign-short = PIN first
sign-in = Sign in
sign-out = Sign out
irregularity-touch_spot = Touch each spot that has answered:
irregularity-spot-out = Leaves
irregularity-spot-play = Plays on
correct-choose = Choose the reason first, then whether the house pays or takes back.
correct-short = reason first
prompt-offer = Spot { $spot }, first hand { $total }. Switch?
prompt-side_bets = Take and pay the side bets: { $names }
console-close = Close the console
drill-acts = Who acts now?
drill-pays = { $what }, { $stake } staked: what do you do?
drill-clause = { $what }: { $amount }. By which clause?
drill-right = Right. { $why }
drill-wrong = No: { $answer }. { $why }
drill-score = { $rules }, { $kind }: { $right } of { $asked }
drill-score_of_kind = { $kind }: { $right } of { $asked }
drill-kind-acts = who acts
drill-kind-pays = what is paid
drill-kind-clause = which clause
menu-trainer = Trainer
trainer-title = Trainer
trainer-how = Break a device and deal with it.
menu-look = Look at the table
look-title = The table
look-mark = ON THE TABLE
look-how = This is what lies on the table. Does the console show the same?
look-beside = Beside the shoe: { $cards }
trainer-dealer = Choose a mistake. The dealer makes it as soon as the cards allow. Find it: Menu, Look at the table.
trainer-waits = { $what }: the dealer makes it as soon as the cards allow.
trainer-made = Done, not called yet: { $what } [{ $clause }]. { $moves ->
    [one] One move
   *[other] { $moves } moves
    } since.
trainer-right = ✓ Called: { $what } [{ $clause }]. { $moves ->
    [one] One move
   *[other] { $moves } moves
    } after it happened.
trainer-wrong = Called: { $called }. Done: { $what } [{ $clause }]. { $moves ->
    [one] One move
   *[other] { $moves } moves
    } after it happened.
trainer-missed = Not called: { $what } [{ $clause }]. The next round has begun.
trainer-other_payment = another amount, or another wager
trainer-overpaid = A hand was paid twice
trainer-taken = A winning hand was taken
trainer-mistake_of = { $what } ({ $hand })
trainer-done = ✓ { $device }: { $what }
trainer-given_up = { $device } makes no mistake: { $what }
trainer-refused = { $device }: { $what } is not possible now
trainer-off = Cable out
trainer-on = Cable in
trainer-jam = Jam
trainer-sensor = Sensor fault
trainer-clear = Mend it
trainer-spill = Spill a card
trainer-double = Two cards at once
act-stand_both = hold: both hands
chips-stacks = Stacks of 20
console-locked = The screen is locked: the dealer signs in again
banner-slip = Waits: { $slip }

# What was done, said once after it: by the name of the command.
last-done = ✓ { $what }
done-AlarmSeen = Alarm seen
done-AnnounceNotice = Change announced
done-AnswerKeeper = Answer recorded
done-Approve = Approved
done-AskCredit = Credit requested
done-AskFill = Fill requested
done-AskNotice = Change requested
done-BeginShuffle = Shuffle begun
done-BuyIn = Buy-in recorded
done-CallLate = Late call recorded
done-CallSupervisor = Floor called
done-CallWager = Money plays: recorded
done-CancelSlip = Slip canceled
done-CardStep = Step done
done-CardsInspected = Cards inspected
done-ClearFault = Fault cleared
done-CloseTable = Table closed
done-ColourUp = Color up recorded
done-ComeIn = Signed in
done-ConfirmCalledWager = The money plays
done-ConfirmSlip = Slip confirmed
done-CorrectCard = Card corrected
done-CorrectSettlement = Payment corrected
done-CountCards = Card count recorded
done-CountTray = Tray count recorded
done-CutMade = Cut recorded
done-CutRefused = Cut declined
done-CuttingCardOut = Cut card recorded
done-DecksIn = Cards at the table
done-Decline = Declined
done-ExplainDraw = Card explained
done-GoOut = Signed out
done-IssueMarker = Marker issued
done-VoidMarker = Marker voided
done-OfferCut = Cut offered
done-OpenTable = Table opened
done-OrderCardsOut = Cards ordered out
done-OrderRecut = Another cut ordered
done-PlayerLeft = Player has left
done-RedeemMarker = Marker redeemed
done-Release = Cards released
done-ResumeDevice = Device in use again
done-PutOnTable = Device back on the table
done-ReturnCalledWager = Money returned
done-SeatPlayer = Player seated
done-ShareSpot = Spot shared
done-ShowBurnCard = Burn card shown
done-Shuffle = Shuffler started
done-ShuffleAgain = Shuffle ordered again
done-SpreadCards = Cards spread
done-TakeCardsOut = Cards taken out
done-TakeInventory = Inventory taken
done-TakeOffTable = Device off the table
done-TickLateSteps = Step done
done-TokeGiven = Toke recorded
done-TrustAgain = Device unlocked
done-VerifySlip = Chips counted
done-WithdrawNotice = Change withdrawn
done-WithdrawRequest = Request withdrawn
done-WriteNote = Note written

history-mark = HISTORY
history-begins = Wagers are down
history-not_dealt = The rules have changed since: this round cannot be shown card by card here. The pit shows it.
history-step = Step { $number } of { $count }
history-payments = Payments
history-first = First
history-decision_before = Previous decision
history-back = Back
history-forward = Next
history-decision_after = Next decision
history-last = Last
drill-title = Drill
drill-next = Next question
drill-mark = DRILL
menu-drill = Drill
