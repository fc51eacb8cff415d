## The top line

device-shoe = Shoe
device-batch-shuffler = Shuffler
device-continuous-shuffler = Shuffler
device-reader = Reader
device-camera = Camera
light-ready = ready
light-away = disconnected
light-distrusted = locked
light-fault = { $fault }
light-door = open
light-without = not in use
light-off_table = off the table
light-batch-asked = waits
light-batch-shuffling = shuffling
light-batch-ready = batch ready
light-batch-releasing = coming out
light-batch-dead = batch is dead

## Banners

trouble-no-answer = no answer, check power and cable
trouble-port-lost = its cable is out
trouble-not-paired = not paired with this table
trouble-wrong-key = paired with another table
trouble-service = its service switch is on
trouble-event-gap = reports are missing
trouble-commit-mismatch = a card is not the one it sealed
trouble-count-step = its count jumped
trouble-reader-fault = its answers do not agree
trouble-wrong-device = another device than expected
trouble-second-host = somebody else gives it orders
trouble-unapproved-identity = not approved for this table
trouble-old-epoch = a copy, or it lost its memory
trouble-camera-lost = no picture
trouble-jam = a card is jammed
trouble-double_feed = two cards came at once
trouble-motor = its motor fails
trouble-unreadable = a card cannot be read
trouble-foreign_card = a card that does not belong
trouble-door_in_cycle = its door was opened at work
trouble-power_in_cycle = its power failed at work
trouble-rng = its random numbers fail
trouble-sensor = a sensor fails
trouble-count_drift = its count of cards is off
trouble-reversed = a card lay the wrong way
trouble-gate = its gate fails
trouble-memory = its memory fails
trouble-batchdead = its batch is dead
trouble-shufflefinished = its batch is not complete
trouble-deviceempty = it is empty
trouble-poweredup = it started again
trouble-cardinunarmedreader = a card was put in too early
meaning-shoe = Enter cards by hand.
meaning-shoe_first = Fix it, or a supervisor takes it off the table on the Devices page. Then enter cards by hand.
meaning-reader = The check needs a ruling.
meaning-batch-shuffler = Cards are shuffled by hand.
meaning-continuous-shuffler = Cards are shuffled by hand.
meaning-camera = No pictures are kept.

## Pages

keeper-title = The shoe asks
keeper-retransmission = The shoe told of a card once more. Is it a new card on the table?
keeper-retransmission-yes = A new card
keeper-retransmission-no = Already counted
keeper-card-out = The shoe could not read. Did a card come out?
keeper-card-out-yes = A card came out
keeper-card-out-no = No card came

compare-title = Compare the cards
compare-counted = { $device } counted
compare-recorded = Recorded
compare-last = Last cards
compare-covered = covered
compare-more = { $count ->
    [one] One card more has left it: you are asked about it next.
   *[other] { $count } more cards have left it: you are asked about them next.
    }
compare-reader = Take the hole card out of the reader and put it in again.
compare-agree = Cards agree: go on with it
compare-differ = They differ

## Devices

camera-title = What the camera sees
camera-open = Look through the camera
camera-what = Look through the camera, to aim and focus it
camera-not_open = The live view is not open: a supervisor has to approve it, or a round has begun.
camera-end = End the live view
devices-title = Devices
devices-none = This table has no devices.
devices-link = Line
devices-fault = Fault
devices-door = Door
devices-simulated = Simulated
devices-yes = yes
devices-pairing = Pairing words
devices-picture = what the camera sees
devices-sensor = Sensor: { $sensor }
devices-jams = { $place } ({ $count })
place-inlet = Inlet
place-feeder = Feeder
place-mixer = Mixer
place-elevator = Elevator
place-outlet = Outlet
place-head = Reading head
sensor-inlet_cards = cards in the inlet
sensor-feed_edge = edge at the feeder
sensor-mixer_position = position of the mixer
sensor-elevator_limit = end of the elevator
sensor-outlet_cards = cards in the outlet
sensor-card_camera = card camera
sensor-door_switch = door switch
sensor-gate_position = position of the gate
step-open_lid = Open the lid
step-remove_cards = Take out every card
step-clean_sensor = Clean the sensor
step-close_doors = Close all doors
step-power_off_and_on = Switch it off and on
step-recount = Let it count its cards
step-call_service = Call a technician
step-clear = Clear the fault here, with a supervisor
figure-repeated = Repeats on the line
figure-lost = Lines lost
figure-hours = Hours of service
figure-good-shuffles = Good shuffles
figure-bad-shuffles = Bad shuffles
figure-cards = Cards
figure-faults = Faults
devices-cards_out = Give all cards out
devices-clear = Clear the fault
devices-trust = Trust it again
devices-place = Place
devices-off_table = off the table: cards are entered by hand
devices-take_off = Take it off the table
devices-put_back = Put it back on the table
devices-compared = looked at it and compared the cards
devices-seen = Seen: { $alarm }

## Alarms

alarm-second-card = { $device }: { $trouble }. The dealer says whether a second card was seen; then a supervisor
alarm-step = { $device }: { $step }
alarm-fault = { $device }: { $trouble }. { $step }
alarm-fault-record = { $device }: { $trouble }. { $code }: { $step }
alarm-reports-missing = { $device }: reports may be missing. Compare the cards on the table with the screen
alarm-read-card-corrected = Round { $round }, { $hand }: a device read { $was }, { $person } says { $card }; approved by { $other }. Look at the card
alarm-paid-card-corrected = Round { $round }, { $hand }: { $person } says { $card } where { $was } was entered, after money had moved; approved by { $other }. Look at the card
alarm-card-not-counted = { $device }: a card came out between two shoes and was not counted. Put it to the other cards
alarm-camera-differs = { $device }: it sees { $seen } where the shoe says { $shoe }. Look at the card, and correct it if the shoe is wrong
alarm-strange-card = { $device }: a card of a design that is not known. Look at it; if it does not belong here, call { $code }
alarm-order-refused = the { $device } refused to { $order }: { $why }. Look at the device, then ask again
alarm-card-not-placed = the card { $card } cannot be placed: { $why }
alarm-card-not-placed-by = the card { $card } cannot be placed: { $why } [{ $clause }]
alarm-driver-failed = the driver of the { $device } failed: { $why }. Restart the console between rounds
alarm-unsigned-entries = entries { $a } to { $b } of the journal were not signed when the console started. After a power cut that can be; compare them with the cards and chips on the table
alarm-wrong-pins = a name is locked after { $count } wrong PINs at this table. Look who was there
alarm-many-wrong-pins = { $count } wrong PINs within an hour at this table, of whatever names: somebody guesses. Look who was there
alarm-clock-set = the clock of this machine was set { $back ->
    [yes] back
   *[no] forward
 } by { $seconds } seconds. The table goes on by its own clock; call the technician
alarm-head-apart = the head of the journal cannot be kept apart: { $why }. Call the technician
alarm-journal-changed = entry { $seq } of the journal was changed before this start. Call the technician: dealer-console verify
alarm-journal-before = the journal { $log }, which this one follows, is missing or was changed: nobody can tell whether this console still runs with the same files. Call the technician: dealer-console journals
alarm-file-changed = { $file ->
    [permissions] the list of rights is another one than at the last start
    [rules] the rule set is another one than at the last start
   *[other] the file of this table is another one than at the last start
  }; call the pit manager if nobody told you
alarm-device-unrecorded = the list of paired devices has { $serial } with a firmware or a key that two people did not put there: call the technician
alarm-old-people = the staff list is older than the journal, or another one: somebody brought an old copy, or a list of their own. Call the pit manager
alarm-not-by-two = entry { $seq } says what two people did who may not do that together: somebody used a list of rights of their own. Call the pit manager
alarm-people-not-by-two = the staff list was changed otherwise than by two people who may do that (change { $number } of its record): somebody used a list of rights of their own. Call the pit manager
alarm-first-directory = the people of the house came from the floor for the first time, signed by the key { $key }: compare it with the key on paper, and call the pit manager if it is another one
alarm-event-not-taken = { $device }: { $event } could not be taken further ({ $why }). Call a supervisor
supervisor-called = Supervisor called: { $why }
supervisor-called-to-table = Supervisor called: to the table
keeper-not-confirmed = The shoe's keeper has not confirmed the new cards yet: draw no card
keeper-not-closed = The shoe's keeper has not confirmed the closing yet: leave it switched on

## Why the table has stopped

stopped-bug = the program contradicts itself: { $why }
stopped-by-journal = { $why }
stopped-not-written = the journal cannot be written: { $why }
stopped-not-applied = what was recorded cannot be applied: { $why }
stopped-no-end = one fact led to no end of records
camera-read_as = Read as { $card }.
