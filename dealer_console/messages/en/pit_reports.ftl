## Reports of the pit

report-report = Report
report-title-shift = Shift { $shift }
report-title-day = Daily table games report
report-title-week = Weekly table games report
report-title-month = Monthly table games report
report-all-tables = all tables
report-all = All
report-no-pit = No pit
report-still-open = still open
report-from-journal = { $period }. From the journal up to { $time } UTC.
report-page = page { $page } of { $pages }
report-prepared-by = Prepared by, date
report-verified-by = Verified by, date
report-charts = Charts
report-chart-win = Win by settlements over time
report-chart-pace = Pace: rounds and hands
report-of-money = Money
report-of-pace = Pace
report-of-hold = Hold
report-of-table = Tables
report-of-shift = Shifts
report-of-game = Games
report-of-pit = Pits
report-of-wagers = Wagers
report-of-side-bets = Side bets
report-of-tokes = Tokes
report-of-soft-count = Soft count
report-of-markers = Markers
report-not-counted = not counted
report-col-recorded = Recorded
report-col-counted = Counted
report-col-people = Counted by
report-col-marker = Marker
report-col-player = Player
report-col-issued = Issued
report-col-redeemed = Redeemed
report-col-approved = Approved by
report-of-irregularities = Irregularities
report-of-corrections = Corrections
report-of-dealers = Dealers
report-of-journals = Journals
report-win-counted = Win, counted
report-win-books = Win, by the books
report-closer-expected = Closer, expected
report-no-drop = no drop
report-figure = Figure
report-time-open = Time open
report-nobody = nobody
report-tokes-given = Handed to the dealer
report-tokes-won = Won by wagered tokes
report-col-table = Table
report-col-shift = Shift
report-col-game = Game
report-col-pit = Pit
report-col-opener = Opener
report-col-fills = Fills
report-col-credits = Credits
report-col-drop = Drop
report-col-closer = Closer
report-col-win = Win
report-col-hold = Hold
report-col-theo-win = Theo win
report-col-theo-hold = Theo hold
report-col-variance = Variance
report-col-rounds = Rounds
report-col-hands = Hands
report-col-rounds-h = Rounds/h
report-col-hands-h = Hands/h
report-col-minutes = Minutes
report-col-wager = Wager
report-col-number = Number
report-col-action = Action
report-col-taken = Taken
report-col-paid = Paid
report-col-win-loss = Win/Loss
report-col-kind = Kind
report-col-dealer = Dealer
report-col-rules = Rule set
report-col-journal = Journal
report-col-shifts = Shifts

## The dispute file

dispute-title = Round { $round }, table { $table }
dispute-footer = { $title }, entries { $first } to { $last } of journal { $log }
dispute-round = The round
dispute-results = Results
dispute-entries = Entries
dispute-rulings = Irregularities and corrections
dispute-no-rulings = No irregularity was called in this round, and nothing was corrected.
dispute-settlements = Settlements
dispute-clauses = The clauses, in words
dispute-steps = Step by step
dispute-a-device = a device
dispute-none = none
dispute-correction = correction of entry { $entry }
dispute-late = { $what } (called late, for entry { $entry })
dispute-set-aside = { $decision } (set aside by the late call of entry { $entry })
dispute-to-bettor = { $amount } to the bettor: { $reason }
dispute-in-turn = in turn
dispute-way-take = taken
dispute-way-pay = paid
dispute-way-push = push
dispute-statement-player = Statement of the player
dispute-statement-dealer = Statement of the dealer
dispute-statement-supervisor = Decision of the supervisor
dispute-signature = Name and signature
dispute-date = Date and time
dispute-col-time = Time
dispute-col-what = What
dispute-col-asked-by = Requested by
dispute-col-decision = Decision
dispute-col-decided-by = Decided by
dispute-col-hand = Hand
dispute-col-bettor = Bettor
dispute-col-wager = Wager
dispute-col-stake = Stake
dispute-col-outcome = Outcome
dispute-col-taken = Taken
dispute-col-paid = Paid
dispute-col-rule = Rule
dispute-col-says = What it says
dispute-how = Round { $round } of table { $table }
    { "" }
    { $name }.pdf      what happened, step by step, with the rule at each step
    { $name }.round    the round in plain words; dealt again by: dealer-console replay "{ $name }.round"
    { $name }{ $ending }  the entries of the journal around it, with hashes and signatures
    { "" }
    To check the files, the entries and the signatures without our program, with Python 3.8 or newer:
    { "" }
    python verify_journal.py "{ $name }{ $ending }" --key { $key }
    python verify_journal.py "{ $name }.manifest"
    { "" }
    Compare the key with the one that you were given when the journal was made, not with this page.

## Money

pit-money = Money
pit-list-money = Money of the tables
pit-list-board-tray = Chips now by denomination
pit-list-money-tray = Chips now by denomination
pit-col-chips-now = Now est.
pit-col-chips-counted = Counted
pit-col-chips-slips = Fills − credits
pit-col-chips-color-ups = Color-ups
pit-col-chips-buy-ins = Buy-ins est.
pit-col-chips-play = Play est.
pit-not-in-chips = not in chips
pit-tray-counted = { $table } Counted { $time }
pit-tray-about = Counted: the opener or the last count, fills, credits, color-ups. Estimated: buy-ins and markers by the chips the console proposed, wagers and payments by the fewest chips. Change made at the table is not recorded.
pit-list-chips = Chips by denomination
pit-list-slips = Fill and credit slips
pit-col-last-closer = Last closer
pit-col-opener-off = Opener − closer
pit-col-buy-ins = Buy-ins
pit-print-slips = Slip as PDF
pit-kind-opener = Opener differs
pit-kind-closer = Impossible closer
alert-opener = shift { $shift }: opener { $opener }, last closer { $closer }: { $off }
alert-closer = shift { $shift }: { $counted } chips of { $worth } counted, only { $came } came
pit-counted-at-table = { $action }: what must be counted or looked at is approved at the table itself
report-opener-off = Opener against last closer
report-of-chips = Chips
report-col-came = Came
report-col-difference = Difference
report-impossible = impossible: more than came
slip-denomination = Denomination
slip-number = Slip
slip-chips = Chips
slip-fill = Fill
slip-credit = Credit
slip-step-requested = Requested
slip-step-sent = Sent by the cage
slip-step-verified = Counted by the dealer
slip-step-confirmed = Confirmed
slip-step-cancelled = Void
slip-title-fill = Fill slip { $number }
slip-title-credit = Credit slip { $number }
slip-of = Table { $table }, shift { $shift }
slip-void = VOID
slip-requested = Requested by { $who }, { $time }
slip-sent = Sent by { $who } of the cage with { $runner }, { $time }
slip-verified = Counted by the dealer { $who }, { $time }
slip-confirmed = Confirmed by { $who }, { $time }
slip-cancelled = Voided by { $who }, { $time }
slip-void-approved = Void approved by { $who }: { $why }
slip-sign-cage = Cage, signature
slip-sign-runner = Runner, signature
slip-sign-dealer = Dealer, signature
slip-sign-supervisor = Supervisor, signature
marker-title = Marker { $number }
marker-player = Player: card { $card } { $name }, spot { $spot }
marker-issued = Issued by { $who }, approved by { $approved }, { $time }
marker-owes = I have received these chips and owe the house { $amount }.
marker-sign-player = Player, signature
