# What `dealer-console doctor` finds, and what mends it.

level-ok = ok
level-warning = warning
level-problem = problem
check-display = display
check-fonts = fonts
check-sqlite = SQLite
check-clock = clock
check-space = space
check-modes = modes
check-people = people
check-journal = journal
check-port = port
check-devices = devices
check-disk = disk
check-floor = floor
doctor-check-failed = the check itself failed: { $error }
mend-report = report this as a fault of dealer-console
doctor-libraries-missing = the window needs system libraries that cannot be loaded here ({ $platform }): { $names }
doctor-no-display = there is no display; the screen would be served by VNC on this machine
mend-display = systemctl start dealer-console@{ $table }.service (after dealer-console service install --table { $table }), or start it in a session with DISPLAY or WAYLAND_DISPLAY
doctor-fonts-unreadable = { $names } cannot be read in { $folder }
mend-reinstall = { $python } -m pip install --force-reinstall --no-deps FILE.whl
doctor-sqlite-old = version { $version } is too old: { $least } at least
doctor-clock-says = it says { $time } UTC
doctor-clock-behind = it is { $seconds } seconds behind the last entry of the journal
doctor-clock-alone = nobody sets it: it drifts by seconds a day
doctor-clock-well = { $time } UTC, kept by a time server
doctor-room-days = { $days ->
    [one] { $folder } has room for { $days } day of rounds
   *[other] { $folder } has room for { $days } days of rounds
    }
mend-space = dealer-console roll { $of_table } --by NAME --approved-by NAME, then dealer-console purge { $of_table } --before DAY --backups FOLDER --really
doctor-room-months = room for { $months } months
doctor-others-can-read = { $file } can be read by others (mode { $mode })
doctor-others-can-write = others can write into { $folder }
doctor-modes-well = keys, people and devices are for this user alone
doctor-no-people = there is no staff list at { $file }
mend-first-person = dealer-console people add NAME --badge NUMBER --role pit-manager{ $options }
mend-pepper = put the key of the PINs back from where it is kept: install -m 600 COPY { $file }
doctor-nobody-is = nobody is a { $role }: the table cannot be opened
mend-person = dealer-console people add NAME --badge NUMBER --role { $role } --by NAME --with NAME{ $options }
doctor-people-well = { $count ->
    [one] { $count } person in the staff list
   *[other] { $count } people in the staff list
    }
mend-from-backup = install -m 600 BACKUP/{ $name } { $file }
doctor-journal-not-yet = it is made when the table is opened for the first time
doctor-journal-unreadable = it cannot be read: { $reason }
mend-restore-journal = mkdir -p { $aside } && mv { $moved } { $aside }/ && dealer-console restore BACKUP --to { $data } --journal-only
doctor-head-missing = its head { $file } is missing
doctor-head-of-another = its head belongs to another or longer journal: entries may be missing
doctor-key-of-another = { $file } is the key of another journal
doctor-journal-of-another = { $file } is the journal of { $other }, not of { $table }
mend-name-journal = in the table's file: journal = "journals/{ $table }.journal"
doctor-journal-well = { $entries ->
    [one] { $entries } entry, form { $form } of { $newest }
   *[other] { $entries } entries, form { $form } of { $newest }
    }
doctor-port-well = { $device } at { $port }
doctor-port-simulated = { $device } at { $port }, a simulator
doctor-port-is-simulator = { $device } at { $port }, which is a simulator
mend-name-port = name the real port in { $file }; those of this machine: ls -l /dev/serial/by-id
doctor-port-not-there = { $device }: { $path } is not there
mend-plug-in = plug the device in, then: ls -l { $folder }
doctor-port-no-right = { $device }: { $user } may not use { $path }
doctor-port-silent = { $device }: { $port } does not answer: { $reason }
mend-device-server = switch the device server on, then: ping { $host }
registry-unreadable = { $file } is no list of paired devices; put it back from a backup
registry-version = { $file } was written by another version of this program
registry-signature = the approvals in { $file } do not fit their signature: changed by hand, or of another house. Put the file back from a backup, or remove it and pair the devices again
registry-open = { $file } can be read by others; run: chmod 600 { $file }
doctor-never-paired = { $device } { $serial } was never paired with this table
mend-pair = dealer-console device pair { $device } { $port } --technician NAME --supervisor NAME{ $options }
doctor-never-approved = the firmware that { $device } { $serial } reports was never approved
mend-approve = dealer-console device check { $device } --approve --technician NAME --supervisor NAME{ $options }
doctor-has-no-key = { $device } { $serial } has no key, and the table's file wants one
doctor-device-well = { $device } { $serial } is paired and approved
doctor-disk-refuses = { $folder } cannot be written: { $reason }
doctor-disk-slow = a durable write takes { $milliseconds } ms: the dealer would notice
mend-disk = put the data on a local solid-state disk; where they are now: findmnt -T { $folder }
doctor-disk-well = a durable write takes { $milliseconds } ms
doctor-no-floor-part = the floor's part is not installed
doctor-floor-away = { $reason }; the table deals without it
doctor-floor-form = the floor has form { $form }, this program knows { $known }
mend-update = install the newer dealer-console: { $python } -m pip install FILE.whl
doctor-floor-well = form { $form }
