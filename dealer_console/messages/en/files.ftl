# What is wrong with a file of the configuration: rule sets, tables, permissions, alerts, players, answers of setup.

file-problems = { $count ->
    [one] { $file }: { $count } problem
   *[other] { $file }: { $count } problems
    }
file-problem = { $key }: { $reason }
file-problem-by = { $key }: { $reason } [{ $clause }]
file-write-clause-table = write a table, such as {"{"} is = ..., clause = "..." {"}"}
file-write-table = write a table
file-write-list = write a list, such as [1, 2]
file-write-text = write a text in quotes
file-write-number = write a whole number
file-write-yes-no = write true or false
file-write-day = write a day, such as 2026-11-16
file-write-decimal = write a decimal in quotes, such as "0.0058"
file-write-time = write a time of day, such as "06:00"
file-write-dollars = write dollars in quotes, such as "10000"
file-write-columns = write { $columns }
file-write-something = it cannot be empty
file-write-slug = write small letters, digits and hyphens, such as "bj-7"
file-write-currency = write the three letters of a currency, such as "USD"
file-write-public-key = write the 64 hexadecimal digits of a public key
file-write-odds = write odds, such as "3:2"
file-write-share = write a share, such as "1/2", or "none"
file-at-least = { $limit } at least
file-at-most = { $limit } at most
file-too-few = at least { $limit } belongs here
file-too-many = at most { $limit } belong here
file-unknown-key = unknown key{ $hint }
file-key-missing = this key is missing
file-not-offered = { $value } is not offered; expected { $expected }{ $hint }
file-value = { $value }: { $reason }
file-clause-missing = this clause is missing
file-unknown-topic = unknown topic{ $hint }
file-wrong-pay-table = wrong pay table; expected { $expected }
file-unknown-row = unknown row{ $hint }
file-row-missing = this row is missing; it pays { $least } to 1
file-pays-at-least = pays { $pays } to 1; the lawful figure is at least { $least } to 1
file-pays-exactly = pays { $pays } to 1; the lawful figure is exactly { $least } to 1
file-unknown-irregularity = unknown irregularity{ $hint }
file-no-choice-of = { $choice } is no choice of { $code }{ $hint }
file-not-among-choices = { $choice } is not among the choices{ $hint }
file-expected-one-of = expected one of { $expected }
file-unlike-approved = { $key } = { $value } differs from the game as approved ({ $usual }): this may affect the approval
file-no-time-zone = this is no time zone; write one like America/New_York
file-no-such-time-zone = no such time zone; write "UTC" or a name such as "America/New_York"
file-unlike-its-name = { $name } does not fit the file name { $file }
file-rules-unusable = the rule set cannot be used: { $reason }
file-chip-worth = a chip is worth more than 0.00
file-chips-alike = { $value } stands for chip { $chip } already; two chips must never look or count alike
file-chip-unit = the chip unit is the smallest chip of the table, { $smallest }, not { $unit }
file-shuffled-by-hand = a { $device } cannot stand at this table: the cards are shuffled by hand only
file-cut-after-shuffle = a { $device } cannot stand at this table: the cards are cut after every shuffle
file-reader-needs-choice = a reader needs hole_card = "reader"; this table has { $choice }
file-shoe-or-continuous = a continuous shuffler stands in the place of a shoe: name one
file-choice-needs-reader = hole_card = "reader" needs a reader
file-angel-eye-shoe = a { $device } does not speak angel-eye; only a shoe does
file-angel-eye-keeper = a shoe that speaks angel-eye is met through its keeper: write "unix:" and the path of its socket
file-designs-camera = a { $device } sees no cards; only a camera has designs
file-only-with-key = a { $device } works only with its key
file-control-keeper = only the keeper of dialect = "angel-eye" has a control socket
file-no-port = { $port } is no port: begin with { $known }
file-stands-twice = { $value } stands twice
file-one-shuffler = a table has one shuffler
file-thresholds-rise = { $amount } must be above { $before }: thresholds rise from row to row
file-no-address = { $floor } is no address: { $reason }
file-floor-address = expected postgresql://host/database
file-no-password = a password does not belong into this file; use a password file
file-spots-per-player = { $most ->
    [one] a player has at most one spot, not { $spots }
   *[other] a player has at most { $most } spots, not { $spots }
    }
file-called-wagers = money plays does not count here: a wager lies in its box
file-dealer-cuts = the dealer cuts only when every player has refused
file-no-utf8 = not UTF-8 at byte { $byte }
file-unreadable = cannot be read: { $reason }
file-card-twice = this card stands here twice
file-player-card = a player has a card number
file-yes-no-empty = { $column } is yes, no or empty
file-no-decimal = this is no decimal figure
file-not-below-zero = this cannot be below 0
file-above-zero = this must be above 0
file-below-fewest = { $most } is below the fewest, { $fewest }
file-correlation = a correlation lies between 0 and 1
file-unknown-rule-set = unknown rule set{ $hint }
file-rule-set-missing = this rule set is missing
file-another-table = there is another table { $name } in this file
file-somebody-else = somebody else has { $value } already
file-unknown-action = unknown action{ $hint }
file-action-missing = this action is missing
file-two-people-fixed = no step can be named here: remove the line (that a fill, a credit and a called shuffle take two people is fixed)
file-nobody-ever = nobody may do this, ever; give at least one role the right
file-nobody-approves = somebody may ask, but nobody may approve
file-alone-and-approved = one role does it alone and another only with an approval; that is no second pair of eyes
