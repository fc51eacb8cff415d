## The pit's window

pit-window = Pit review
pit-board = Board
pit-alerts = Alerts
pit-rulings = Rulings
pit-rounds = Rounds
pit-reports = Reports
pit-players = Players
pit-devices = Devices
pit-evidence = Evidence
pit-staff = Staff
pit-view = View
pit-theme-dark = Dark
pit-theme-light = Light
pit-theme-high-contrast = High contrast
pit-training = TRAINING. PINs: { $people }
pit-failed = This part of the window failed: { $what }. The journals are intact: they are only read here. If it comes back, start pit-review again and call the technician.
pit-at = as of { $time }
pit-stop = Stop
pit-stopping = Stopping: { $what }
pit-stopped = Stopped: { $what }
pit-cancel = Cancel
pit-save = Save
pit-back = Back
pit-clear = Clear
pit-saved = Saved: { $path }
pit-filter = Filter
pit-filter-about = Type while the list has the focus, or press Ctrl+F
pit-none = No rows
pit-none-match = No rows match
pit-none-rounds = No rounds match
pit-in-sight = { $first }–{ $last } of { $total }
pit-choose-first = Choose a row first
pit-choose-table = Choose one table first
pit-list-board = Tables
pit-list-board-items = Open calls and alerts
pit-list-alerts = Calls and alerts by table and kind
pit-list-alert-items = Calls and alerts, one by one
pit-list-rulings = Requests
pit-list-rounds = Rounds
pit-list-steps = Steps of the round
pit-list-players = Players
pit-list-sessions = Sessions
pit-list-devices = Devices
pit-list-journals = Journals
pit-list-staff = Staff
pit-list-cage-slips = Slips of the cage
pit-list-cage-boxes = Drop boxes
pit-list-cage-markers = Markers
pit-list-cage-cash = Cash log
pit-list-staff-changes = What was done to whom

## Work on its way

pit-loading = Loading table history
pit-loading-table = Loading table history: { $table }
pit-calculating = Calculating
pit-calculating-table = Calculating: { $table }
pit-looking-up = Looking up who acknowledged what
pit-acknowledging = Acknowledging
pit-ruling = Sending the ruling
pit-searching = Searching
pit-fetching = Loading more rounds
pit-dealing-again = Replaying round { $round } of { $table }
pit-packing = Making the dispute file
pit-drawing = Drawing the felt
pit-writing = Writing the report as { $form }
pit-verifying = Verifying
pit-verifying-table = Verifying { $table }
pit-copying-table = Copying { $table }
pit-comparing = Comparing with the floor
pit-rating = Calculating ratings
pit-opening-staff = Opening the staff list
pit-changing-staff = Changing the staff list
pit-dealing-demo = Dealing the demonstration

## Columns and fields

pit-col-table = Table
pit-col-pit = Pit
pit-col-state = State
pit-col-calls = Calls
pit-col-game = Game
pit-col-limits = Limits
pit-col-players = Players
pit-col-dealer = Dealer
pit-col-in = In
pit-col-pace = Rounds/h
pit-col-win = Win
pit-col-drop = Drop
pit-col-hold = Hold
pit-col-float = Est. float
pit-col-fill = Last fill
pit-col-devices = Devices
pit-col-irregular = Last irregularity
pit-col-kind = Kind
pit-col-count = Count
pit-col-newest = Newest
pit-col-says = Details
pit-col-when = When
pit-col-seen = Acknowledged by
pit-col-time = Time
pit-col-asked = Request
pit-col-by = By
pit-col-became = Status
pit-col-round = Round
pit-col-spot = Spot
pit-col-opened = Opened
pit-col-player = Player
pit-col-bets = Bets by spot
pit-col-action = Action
pit-col-win-loss = Win/Loss
pit-col-outcome = Outcome
pit-col-flags = Flags
pit-col-what = What
pit-col-sessions = Sessions
pit-col-minutes = Minutes
pit-col-hands = Hands
pit-col-average = Average bet
pit-col-theo = Theo
pit-col-actual = Actual
pit-col-device = Device
pit-col-serial = Serial number
pit-col-model = Model
pit-col-firmware = Reported firmware
pit-col-since = Since
pit-col-errors = Errors
pit-col-journal = Journal
pit-col-key = Public key
pit-col-shift = Shift
pit-name = Name
pit-pin = PIN
pit-badge = Badge
pit-roles = Roles
pit-reason = Reason
pit-note = Note
pit-amount = Amount
pit-card = Card
pit-irregularity = Irregularity
pit-from = From
pit-until = Until
pit-at-least = at least
pit-exactly = exactly
pit-period = Period
pit-period-day = Day
pit-period-week = Week
pit-period-month = Month
pit-period-all = All
pit-period-shift = Shift
pit-gaming-day = Gaming day
pit-by = By
pit-by-table = Table
pit-by-game = Game
pit-by-pit = Pit
pit-by-dealer = Dealer
pit-all-tables = All tables

## Board

pit-show-closed = Show closed
pit-sound = Sound for a call
pit-state-never-opened = Never opened
pit-state-closed = Closed
pit-state-open = Open
pit-state-in-a-round = Round
pit-state-irregularity = Irregularity
pit-link-ready = ready
pit-link-away = disconnected
pit-link-distrusted = locked
pit-device-is = { $device } { $state }
pit-devices-ready = Ready

## Calls and alerts

pit-kind-request = Approval requested
pit-kind-call = Supervisor called
pit-kind-alarm = Table alarm
pit-kind-journal = Journal refused
pit-kind-lock-out = Locked out
pit-kind-pace = Pace
pit-kind-win = Win
pit-kind-hold = Hold
pit-kind-corrections = Corrections
pit-kind-device-errors = Device errors
pit-kind-irregularities = Irregularities
pit-kind-soft-count = Soft count
pit-kind-cash = Cash log
pit-kind-chips = Chips received
pit-kind-records = Record not signed
pit-kind-pins = Wrong PINs
pit-call-request = { $action }, requested by { $by }: { $reason }
pit-call-lock-out = { $by }: locked out after wrong PINs
pit-call-answered = { $text }; { $answer } by { $by }
pit-answer-seen = seen
pit-answer-approved = approved
pit-answer-declined = declined
pit-alarm-times = { $text } ({ $times } times)
pit-show-acknowledged = Show acknowledged
pit-acknowledge = Acknowledge
pit-acknowledge-about =
    { $count ->
        [one] { $text }
       *[other] { $count } items, the first: { $text }
    }
pit-acknowledged-by =
    { $count ->
        [one] Acknowledged by { $who }
       *[other] { $count } acknowledged by { $who }
    }
pit-was-first = { $who } was first, at { $time }
alert-pace-slow = { $pace } rounds per hour from { $begins } on, fewer than { $limit } ({ $rounds } rounds in { $minutes } minutes)
alert-pace-fast = { $pace } rounds per hour from { $begins } on, more than { $limit } ({ $rounds } rounds in { $minutes } minutes)
alert-main-game = main game
alert-below = below
alert-above = above
alert-win = { $wager }: { $result } on { $staked } action in { $count } wagers, { $off } standard deviations { $side } the theo win of { $mean }
alert-win-by-drop = { $win }; of the drop of { $drop } a hold of { $hold } leaves { $leaves }
alert-hold = { $hold } on { $day }, { $side } the expected { $expected }: { $win } of a drop of { $drop }, theo win { $leaves }
alert-corrections = { $count } corrections after payment in shift { $shift }
alert-device-errors = { $device }: { $count } errors in shift { $shift }
alert-irregularities = { $dealer }: { $count } irregularities in { $rounds } rounds on { $day }
pit-house-won = the house won { $amount }
pit-house-lost = the house lost { $amount }
pit-house-even = the house came out even

## Rulings

pit-announce = Announce a change
pit-announce-about = { $table }: limits or options change between two rounds, when the time of the notice is over
pit-announce-what = What changes
pit-announce-amount = New limit, in dollars
pit-approve = Approve
pit-decline = Decline
pit-waits = Waiting
pit-nobody-waits = No table is waiting for a ruling.
pit-read-only = No floor is connected: this is read-only. Rule at the table itself, by badge and PIN.
pit-asked-by = Requested by { $who } at { $time }: { $reason }
pit-rule-is = Rule: { $rule }
pit-open-until = Open until { $time }. Bound to { $hash }…
pit-at-the-table = At the table:{ $say } { $do }
pit-as-it-stood = AS IT STOOD
pit-history-mark = HISTORY
pit-reason-rule = as the rule says
pit-reason-camera = seen on camera
pit-reason-players = all players agree
pit-approved-sent = Approved, sent to the table
pit-declined-sent = Declined, sent to the table
pit-first-approved = { $who } was first and approved this at { $time }: { $reason }
pit-first-declined = { $who } was first and declined this at { $time }: { $reason }
pit-at-table = the table
pit-answer-none = Nobody answered until { $time }. The table can ask again.
pit-answer-withdrawn = Withdrawn by { $who } at { $time }.
pit-answer-was-approved = Approved by { $who } at { $where }, { $time }: { $reason }.
pit-answer-was-declined = Declined by { $who } at { $where }, { $time }: { $reason }.
pit-answer-confirmed = Confirmed by table.
pit-answer-sent = Sent, not confirmed by the table yet.

## Rounds and replay

pit-irregular-hand-one-card = One card short
pit-irregular-natural-overlooked = Missed blackjack
pit-irregular-card-misdelivered = Card to wrong hand
pit-mark-irregular = Any irregularity
pit-mark-corrected = Corrected
pit-mark-undone = Taken back or misread
pit-flag-irregular = irregular
pit-flag-corrected = corrected
pit-flag-undone = taken back
pit-outcome-house = House wins
pit-outcome-players = Players win
pit-outcome-even = Even
pit-bet-toke = toke { $amount }
pit-bet-coupon = coupon { $amount }
pit-spot = Spot { $spot }
pit-spot-result = Spot { $spot }: { $amount }
pit-the-hand = The hand
pit-of-the-player = of the player
pit-ruled-by = { $choice }, by { $who }
pit-steps = Steps of the round
pit-the-game = the game
pit-history = HISTORY: round { $round } of { $table }, { $when }. This is not what lies on the table now.
pit-entry = Entry { $entry }, { $when }
pit-say = Say: “{ $text }”
pit-do = Next: { $text }
pit-what-is-due = What was due, and by which clause
pit-copy-round = Copy hand history
pit-round-copied = The hand history is on the clipboard
pit-dispute-pdf = PDF
pit-dispute-file = Dispute file
pit-step-opened = No more bets
pit-step-card = Card
pit-step-decision = Decision
pit-step-check = Hole card checked
pit-step-irregularity = Irregularity
pit-step-ruling = Ruling
pit-step-undo = Taken back
pit-step-closed = Round closed
pit-step-undone = entry { $entry } is taken back
pit-step-undone-why = entry { $entry } is taken back: { $why }
pit-step-misread = the card of entry { $entry } was misread: { $move }
pit-step-late-call = called late, for entry { $entry }: { $moves }; approved by { $who }
pit-step-late-steps = { $count ->
    [one] one step of the late call of entry { $entry } is done at the felt
   *[other] { $count } steps of the late call of entry { $entry } are done at the felt
    }

## Evidence

pit-not-genuine = NOT GENUINE: the journal of { $table } is not what its table wrote: { $where }
pit-verify = Verify
pit-verify-day = Verify the day
pit-compare = Compare
pit-compare-floor = Address of the floor: postgresql://pit@host/floor
pit-compare-file = The table's own file: /media/table.journal
pit-name-other = Choose one table, and name what to compare it with
pit-findings = Findings
pit-breaks = ✗ { $table }: BREAKS at { $where }
pit-verified = ✓ { $table }: { $entries } entries, { $checkpoints } checkpoints, { $rounds } rounds and { $settlements } settlements computed again. Nothing is missing or changed; { $loose } entries at the end are not signed yet.
pit-verified-day = ✓ { $table }, { $day }: entries { $first } to { $last }, { $rounds } rounds and { $settlements } settlements computed again. Nothing is missing or changed; { $loose } entries at the end are not signed yet.
pit-verified-all =
    { $broken ->
        [0] ✓ All { $count } journals verify.
       *[other] ✗ { $broken } of { $count } journals do not verify.
    }
pit-same = ✓ { $text }
pit-differs = ✗ { $text }
    At the table: { $table }
    At the floor: { $floor }

## Players

pit-col-comp = Comp
pit-player-vip = VIP
pit-player-barred = BARRED
pit-player-twice = open at two tables
pit-nobody-seated = { $player } was not seated in that time
pit-nobody-seated-at-all = nobody was seated in that time
pit-kind-barred = Barred player
pit-kind-two-tables = Card at two tables
alert-barred = { $player } { $name } is barred and plays at { $table }
alert-two-tables = { $player } plays at { $tables } at once
pit-still-here = still playing

## Staff

pit-no-staff = No staff list is open here. Start pit-review with --people FILE and --pepper FILE.
pit-open-staff = Open staff list
pit-open-staff-about = Staff are shown to and changed by those who may manage people.
pit-second-person = Second person
pit-second-person-about = Changes to staff take two people. { $person } is one of them; the other one types the own PIN.
pit-open-staff-first = Open the staff list first
pit-change-added = Added
pit-change-locked = Locked
pit-change-left-the-house = Terminated
pit-change-changed-the-roles = Roles changed
pit-change-unlocked = Unlocked
pit-change-reset-the-pin = New PIN
pit-change-changed-the-pin = Own PIN changed
pit-change-trusted-another-directory-key = Directory key trusted
pit-not-oneself = Not for oneself: somebody else who may manage people does it
pit-active = Active
pit-terminated = Terminated
pit-locked-why = Locked: { $why }
pit-locked-out = Locked out until { $time } after { $count } wrong PINs
pit-wrong-pins = { $count } wrong PINs in a row
pit-my-pin = My PIN
pit-my-pin-about = First the PIN that counts until now.
pit-new-person = New person
pit-new-pin = New PIN
pit-new-pin-again = The same once more
pit-new-pin-about = { $name } types it, nobody else looks.
pit-next-pin = Next: PIN
pit-lock = Lock
pit-lock-why = Why is { $name } locked?
pit-lock-badge = badge was lost
pit-lock-leave = on leave
pit-lock-investigation = investigation
pit-unlock = Unlock
pit-terminate = Terminate
pit-terminate-sure = Terminate { $name }? The person can no longer sign in.
pit-roles-of = Roles of { $name }
pit-roles-about = One or more roles. What each of them may do stands in permissions.toml.
pit-now-locked = { $name } is locked
pit-now-unlocked = { $name } is unlocked
pit-now-terminated = { $name } is terminated
pit-has-new-pin = { $name } has a new PIN
pit-has-roles = { $name }: { $roles }
pit-person-added = { $name } is on the staff list

## What cannot be

pit-told = { $text }
pit-no-floor-there = { $place } is no floor
pit-not-opened = { $table } was not opened on the gaming day { $day }
pit-none-opened = no table of { $place } was opened on the gaming day { $day }
pit-never-opened = no table of { $place } was ever opened
pit-round-not-signed = round { $round } of { $table } is not signed yet: a checkpoint follows at the end of a round
pit-rule-at-table = { $place } is no floor: rule on it at the table itself, by badge and PIN
pit-order-at-table = { $place } is no floor: do it at the table itself, by badge and PIN
record-known = { $what } was entered already; nothing is entered twice
record-two-people = two people count: the second one signs with another name
count-not-below-0 = a count is not below 0
recount-needs-reason = this box was counted already: say why it is counted again
player-barred = { $name } ({ $player }) is barred: call security, seat nobody
amount-above-0 = enter an amount above 0
alert-record-unsigned = Record { $number } of the desks is not signed by { $person }, whom it names: it counts for nothing
alert-wrong-pins = { $person } is locked after { $count } wrong PINs at this computer. Look who was there
alert-soft-count = Drop box of shift { $shift }: { $counted } counted, { $recorded } recorded, difference { $off }
alert-cash-in = Card { $card }, { $day }: { $amount } cash in by { $count } transactions
alert-cash-out = Card { $card }, { $day }: { $amount } cash out by { $count } transactions
alert-chips-received = Slip { $slip }: the cage counted { $counted }, the slip says { $recorded }
pit-reason-first = a ruling names its reason
pit-another-rules = the person who asks cannot rule: another person does
pit-no-shift-yet = { $table } holds no shift yet: the table was never opened
pit-no-such-shift = { $table } holds no shift { $shift }; it has { $first } to { $last }
pit-index-older = the index of { $place } is of an older form: refresh it
pit-journal-trouble = { $table }: { $trouble }
pit-index-lacks = the index lacks { NUMBER($count, useGrouping: 1) } entries; start it with: dealer-console floor serve
pit-index-lacks-rounds = the index holds { NUMBER($held, useGrouping: 1) } of { NUMBER($rounds, useGrouping: 1) } rounds; make it again with: dealer-console floor serve --rebuild
pit-entry-unreadable = entry { $seq }, { $kind }, cannot be read. Run: dealer-console verify, and call the technician
pit-entry-unfit = entry { $seq }, { $kind }, is not of the index: { $reason }. Run: dealer-console verify
pit-index-busy = { $place } or its index cannot be read now: { $why }. Try again
pit-journal-twice = { $place } holds the same journal twice: take the copy away
pit-folder-empty = the folder { $place } holds no journal (no file *.journal)
pit-folder-not-empty = the folder { $place } is not empty: choose another one for the demonstration
pit-entry-missing = entry { $entry } is not in { $place }: verify the journal
pit-no-such-journal = { $place } holds no journal { $log }
pit-no-journal = there is no journal { $place }
pit-no-such-table = { $place } has no table { $table }; it has { $names }
pit-several-tables = { $place } has several tables: name one of { $names }
pit-no-such-round = { $table } has no closed round { $round }
pit-not-dealt-again = round { $round } of { $table } cannot be dealt again: { $why }. Verify the journal
pit-no-shoe = round { $round } of { $table } has no shoe: verify the journal
pit-no-such-form = a report is written as { $forms }, not as { $form }
pit-choose-one-form = choose one of --pdf, --csv, --xlsx and --json
pit-choose-one-of = { $option }: choose one of { $known }
pit-say-where = say where the { $form } goes: -o FILE.{ $ending }
pit-shift-or-day = a report is of a shift or of a day: leave one of them out
pit-no-day = { $text } is no day: write 2026-11-16
pit-no-time = { $text } is no time: write 2026-11-16 or 2026-11-16T20:15 (UTC)
pit-no-such-mark = unknown irregularity { $text }{ $near }; { $any } finds all, 'corrected' and 'undone' find those
pit-no-journals-here = no table of this machine has a journal yet ({ $folder }). Name a journal, a folder of journals or postgresql://login@host/database; `make pit` opens a demonstration.
pit-no-journals-but-demo = no table of this machine has a journal yet ({ $folder }). Name a journal, a folder of journals or postgresql://login@host/database; `make pit` opens a demonstration. The table of `make run` lies here: pit-review { $demo } --training.

## Cage and desk

pit-cage = Cage
pit-cage-send = Prepare and send
pit-cage-send-about = { $slip }: { $amount } ({ $chips }). The slip is printed, the chips go to the table with the runner.
pit-cage-runner = Runner
pit-cage-void = Void
pit-cage-void-about = { $slip }: somebody else at the table or in the pit approves it.
pit-cage-receive = Receive chips
pit-cage-receive-about = { $slip }: count the chips that came back to the cage.
pit-cage-received = Received
pit-cage-sent = Sent to the table, slip saved as { $path }
pit-cage-not-open = This slip is not at that step
pit-col-sent = Sent by
pit-col-runner = Runner
pit-col-counted = Counted by
pit-col-confirmed = Confirmed by
pit-col-chips = Chips
pit-boxes = Drop boxes
pit-col-box-recorded = Recorded
pit-col-box-counted = Counted
pit-col-box-times = Counts
pit-count-box = Enter count
pit-count-box-about = Drop box of { $table }, shift { $shift }: count without looking at what is recorded. Two people sign.
pit-count-markers = Markers in the box
pit-second = Second person
pit-second-pin = Second PIN
pit-markers = Markers
pit-col-marker = Marker
pit-col-issued = Issued
pit-col-redeemed = Redeemed
pit-col-paid = Paid at cage
pit-col-left = Outstanding
pit-col-balance = Balance
pit-marker-pay = Take payment
pit-marker-pay-about = { $marker } of { $player }: { $left } outstanding
pit-marker-method = Paid with
pit-marker-print = Marker as PDF
pit-method-cash = Cash
pit-method-chips = Chips
pit-method-check = Check
pit-cash-log = Cash log
pit-col-cash-in = Cash in
pit-col-cash-out = Cash out
pit-col-times = Transactions
pit-cash-out = Cash out
pit-cash-out-about = Chips for cash at the cage. Leave the card empty when nobody knows it.
pit-nobody-known = (no card)
pit-request-fill = Request fill
pit-request-credit = Request credit
pit-request-about = { $table }: chips by denomination
pit-entered = Entered
pit-ordered = Sent to the table
pit-rate-seat = Seat or move
pit-rate-seat-about = A card plays at one table at a time: an open session at another table is closed there.
pit-rate-spots = Spots
pit-rate-close = Close session
pit-rate-close-about = { $player } at { $table }
pit-rate-average = Correct average bet
pit-rate-average-about = { $player } at { $table }: recorded average { $amount }
pit-average-corrected = { $amount } corrected
