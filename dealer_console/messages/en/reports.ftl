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
figure-coloured_up = Coloured up
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
