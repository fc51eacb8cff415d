## The report

report-title = Report of the shift
report-none = The table has not been opened yet.
report-nothing = Nothing went wrong.
report-correction = Correction
report-money = Money
report-pace = Pace
report-wagers = Wagers
report-cards = Cards
report-people = Dealers
report-irregularities = Irregular
figure-opener = Opener
figure-fills = Fills
figure-credits = Credits
figure-drop = Drop
figure-buy_ins = Buy-ins
figure-expected = Expected tray
figure-closer = Closer
figure-difference = Difference
figure-win = Win
figure-hold = Hold
figure-corrected = Corrected
figure-coloured_up = Colored up
figure-rounds = Rounds
figure-hands = Hands
figure-rounds_per_hour = Rounds per hour
figure-hands_per_hour = Hands per hour
figure-are = Cards are
figure-shoes = Shoes
figure-burns = Burned cards
figure-counts_off = Counts that were off
figure-count = Count
figure-staked = Action
figure-taken = Taken
figure-paid = Paid
figure-house = Win/Loss
figure-serial = Serial
figure-firmware = Reported firmware
figure-frames = Frames
figure-errors = Errors on the line
figure-retries = Sent again
figure-uptime = Running since

## Devices

figure-sharpness = Sharpness
figure-turn = Card turned by
figure-fineness = Pixels per millimetre
figure-light = Light
figure-confidence = Confidence
figure-aim = Card at

## The shift report on paper

paper-head = SHIFT REPORT  { $table }  shift { $shift }  ({ $stage })
paper-stage = { $stage ->
    [not_open] not open
    [open] open
   *[closed] closed
  }
paper-rules = Rules   { $rules }
paper-opened = Opened  { $time } UTC by { $who }, verified by { $other }
paper-until = Until   { $time } UTC
paper-of-money = Money
paper-of-chips = Chips
paper-of-pace = Pace and cards
paper-of-wagers = Wagers
paper-of-side-bets = Side bets
paper-of-tokes = Tokes (apart from the game)
paper-of-toke-wagers = Toke wagers
paper-of-slips = Fills and credits
paper-of-markers = Markers
paper-of-dealers = Dealers
paper-of-irregularities = Irregularities
paper-of-corrections = Corrections
paper-of-notices = Notices
paper-of-called-wagers = Money plays
paper-buy-ins = buy-ins: { $count }
paper-win-counted = closer + credits + drop - opener - fills
paper-win-by-the-books = by the books, tray not counted
paper-hold-is = win / drop
paper-markers-in-drop = Markers in the drop
paper-coupons = Coupons taken
paper-difference-flag = *** DIFFERENCE: { $says }
paper-tray-ran-short = *** By the books the tray ran below 0.00: a fill or buy-in was not recorded
paper-open-for = Open for
paper-per-hour = { $count } per hour
paper-burned = burned: { $burned }, wrong counts: { $off }
paper-inspected = inspected by { $who }
paper-inspected-by-nobody = inspected by nobody
paper-tokes-given = Given to dealers
paper-tokes-won = Won for dealers
paper-tokes-won-are = stakes and winnings
paper-tokes-house = House on toke wagers
paper-tokes-house-are = part of the win
paper-fill = fill
paper-credit = credit
paper-slip-step = { $step ->
    [requested] requested
    [sent] sent
    [verified] counted
    [confirmed] confirmed
   *[cancelled] void
  }
paper-notice-step = { $step ->
    [waiting] waiting
    [in-effect] in effect
   *[withdrawn] withdrawn
  }
paper-called-step = { $step ->
    [called] called
    [counts] counts
   *[returned] returned
  }
paper-col-chip = Chip
paper-col-wager = Wager
paper-col-slip = Slip
paper-col-what = What
paper-col-amount = Amount
paper-col-step = Step
paper-col-requested-by = Requested by
paper-col-settled-by = Settled by
paper-col-marker = Marker
paper-col-player = Player
paper-col-redeemed = Redeemed
paper-col-issued-by = Issued by
paper-col-approved-by = Approved by
paper-col-dealer = Dealer
paper-col-since = Since
paper-col-until = Until
paper-col-per-hour = Per hour
paper-col-kind = Kind
paper-col-change = Change
paper-col-from = From
paper-col-called = Called
paper-col-spot = Spot
paper-col-cash = Cash
paper-col-supervisor = Supervisor
paper-still-open = The table is still open: this is no closing report.
