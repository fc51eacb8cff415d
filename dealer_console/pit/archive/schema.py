"""The tables of the index, the same in SQLite and PostgreSQL. Everything in them can be made again from the entries.

Whatever is searched for stands in an index together with the moment of its round and the round's number here, in the
order in which results are shown. So a page of results is one short stretch of one index, however long the archive is.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Final, TypeVar

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, MetaData, Row, SmallInteger, Table, Text

FORM: Final = 9  # raise it when a column changes its meaning: the index is then made again

metadata: Final = MetaData()
_T = TypeVar("_T")

# SQLite counts rows by itself only where the key is its own INTEGER.
_Key = BigInteger().with_variant(Integer, "sqlite")

form = Table("form", metadata, Column("form", Integer, primary_key=True))

logs = Table(
    "logs",
    metadata,
    Column("id", _Key, primary_key=True),
    Column("log", Text, nullable=False, unique=True),
    Column("table_name", Text, nullable=False),
    Column("public_key", Text, nullable=False),
    Column("upto", BigInteger, nullable=False),  # entries up to this one are in the index
    Column("upto_hash", Text, nullable=False),
    Column("upto_ms", BigInteger, nullable=False),
    Column("carry", Text, nullable=False),  # what must be known of them to go on
)

figures = Table(
    "figures",
    metadata,
    Column("log_id", _Key, ForeignKey("logs.id"), primary_key=True),
    Column("read_upto", BigInteger, nullable=False),  # with the round that is open
    Column("last_ms", BigInteger, nullable=False),
    Column("round", BigInteger),  # the round that is open
    Column("irregular", Boolean, nullable=False),  # an irregularity is open in it
    Column("rounds", BigInteger, nullable=False),  # closed ones in the index: whoever counts them finds as many
    Column("rounds_per_hour", Integer, nullable=False),  # over the last hour of play
    Column("hands_per_hour", Integer, nullable=False),
    Column("irregularity", Text, nullable=False),  # the last one
    Column("irregularity_ms", BigInteger),
)

shifts = Table(
    "shifts",
    metadata,
    Column("log_id", _Key, ForeignKey("logs.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("opened_ms", BigInteger, nullable=False),
    Column("closed_ms", BigInteger),
    Column("first_entry", BigInteger, nullable=False),
    Column("last_entry", BigInteger),
    Column("rules", Text, nullable=False),
    Column("drop_cents", BigInteger),  # these two once it is closed
    Column("win_cents", BigInteger),
    Column("before", Text, nullable=False),  # the shift before it, to fold this one alone
    Index("shifts_by_time", "opened_ms", "log_id"),
)

rounds = Table(
    "rounds",
    metadata,
    Column("id", _Key, primary_key=True),
    Column("log_id", _Key, ForeignKey("logs.id"), nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("opened_ms", BigInteger, nullable=False),
    Column("closed_ms", BigInteger, nullable=False),
    Column("first_entry", BigInteger, nullable=False),
    Column("last_entry", BigInteger, nullable=False),
    Column("fresh_from", BigInteger, nullable=False),  # the entry of the shoe from which its cards are counted
    Column("configured_by", BigInteger, nullable=False),  # the entry of its configuration
    Column("shift", Integer, nullable=False),
    Column("dealer", Text, nullable=False),
    Column("bets", Text, nullable=False),
    Column("hands", SmallInteger, nullable=False),
    Column("staked", BigInteger, nullable=False),
    Column("house", BigInteger, nullable=False),
    Column("largest", BigInteger, nullable=False),  # the largest single stake or payment
    Column("size", SmallInteger, nullable=False),  # its step on the ladder of amounts, see `ladder`
    Column("irregular", SmallInteger, nullable=False),
    Column("undone", SmallInteger, nullable=False),
    Column("corrected", Boolean, nullable=False),
    Index("rounds_by_time", "opened_ms", "id"),
    Index("rounds_of_log", "log_id", "opened_ms", "id"),
    Index("rounds_of_dealer", "dealer", "opened_ms", "id"),
    Index("rounds_of_dealer_at", "log_id", "dealer", "opened_ms", "id"),
    Index("rounds_of_size", "size", "opened_ms", "id"),
    Index("rounds_by_number", "log_id", "number", unique=True),
    Index("rounds_by_entry", "log_id", "first_entry"),
)


def _found_by(name: str, what: Column[object], *more: Column[object]) -> Table:
    """`what` leads to rounds, newest at one end; `round_id` leads back for a second condition."""
    return Table(
        name,
        metadata,
        what,
        Column("opened_ms", BigInteger, primary_key=True),
        Column("round_id", _Key, primary_key=True),
        *more,
        Index(f"{name}_of_round", "round_id", what.name),
        sqlite_with_rowid=False,
    )


round_spots = _found_by(
    "round_spots",
    Column("spot", SmallInteger, primary_key=True),
    Column("staked", BigInteger, nullable=False),
    Column("house", BigInteger, nullable=False),
    Column("player", Text, nullable=False),
)
round_cards = _found_by("round_cards", Column("card", Text, primary_key=True))
round_amounts = _found_by("round_amounts", Column("cents", BigInteger, primary_key=True))
round_marks = _found_by("round_marks", Column("mark", Text, primary_key=True))
IRREGULAR: Final = "irregular"  # marks beside the codes of the irregularities: any of them, a correction, an undo
CORRECTED: Final = "corrected"
UNDONE: Final = "undone"

irregularities = Table(
    "irregularities",
    metadata,
    Column("log_id", _Key, ForeignKey("logs.id"), primary_key=True),
    Column("entry", BigInteger, primary_key=True),
    Column("round_id", _Key, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("shift", Integer, nullable=False),
    Column("code", Text, nullable=False),
    Column("dealer", Text, nullable=False),
    Column("called_by", Text, nullable=False),  # empty: a device
    Column("ruling", Text, nullable=False),
    Column("ruled_by", Text, nullable=False),
    Index("irregularities_by_time", "at_ms", "log_id"),
    Index("irregularities_of_round", "round_id"),
)

corrections = Table(
    "corrections",
    metadata,
    Column("log_id", _Key, ForeignKey("logs.id"), primary_key=True),
    Column("entry", BigInteger, primary_key=True),
    Column("at_ms", BigInteger, nullable=False),
    Column("shift", Integer, nullable=False),
    Column("corrects", BigInteger, nullable=False),
    Column("round_id", _Key),
    Column("cents", BigInteger, nullable=False),
    Column("spot", SmallInteger),
    Column("reason", Text, nullable=False),
    Column("requested_by", Text, nullable=False),
    Column("approved_by", Text, nullable=False),
    Column("dealer", Text, nullable=False),
    Index("corrections_by_time", "at_ms", "log_id"),
    Index("corrections_of_round", "round_id"),
)

device_errors = Table(
    "device_errors",
    metadata,
    Column("log_id", _Key, ForeignKey("logs.id"), primary_key=True),
    Column("entry", BigInteger, primary_key=True),
    Column("at_ms", BigInteger, nullable=False),
    Column("shift", Integer, nullable=False),
    Column("device", Text, nullable=False),
    Column("serial", Text, nullable=False),
    Column("error", Text, nullable=False),
    Column("text", Text, nullable=False),
    Index("device_errors_by_time", "at_ms", "log_id"),
    Index("device_errors_of_device", "log_id", "device", "at_ms"),
)

devices = Table(
    "devices",
    metadata,
    Column("log_id", _Key, ForeignKey("logs.id"), primary_key=True),
    Column("device", Text, primary_key=True),
    Column("serial", Text, primary_key=True),
    Column("model", Text, nullable=False),
    Column("firmware", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("since_ms", BigInteger, nullable=False),
    Column("errors", Integer, nullable=False),
)

calls = Table(
    "calls",
    metadata,
    Column("log_id", _Key, ForeignKey("logs.id"), primary_key=True),
    Column("entry", BigInteger, primary_key=True),
    Column("at_ms", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),  # alarm, request, call
    Column("text", Text, nullable=False),
    Column("by", Text, nullable=False),
    Column("key", Text, nullable=False),  # what the answer names
    Column("answered_ms", BigInteger),
    Column("answered_by", Text),
    Column("answer", Text),
    Column("open", Boolean, nullable=False),  # neither answered at the table nor acknowledged in the pit
    Index("calls_by_time", "at_ms", "log_id"),
    Index("calls_open", "open", "at_ms"),
    Index("calls_by_key", "log_id", "kind", "key"),
)

sittings = Table(
    "sittings",
    metadata,
    Column("log_id", _Key, ForeignKey("logs.id"), primary_key=True),
    Column("entry", BigInteger, primary_key=True),
    Column("spot", SmallInteger, primary_key=True),
    Column("player", Text, nullable=False),
    Column("from_ms", BigInteger, nullable=False),
    Column("to_ms", BigInteger),
    Index("sittings_of_player", "player", "from_ms"),
    Index("sittings_by_time", "from_ms"),
    Index("sittings_open", "to_ms", "from_ms"),
)

cash_moves = Table(
    "cash_moves",
    metadata,
    Column("log_id", _Key, ForeignKey("logs.id"), primary_key=True),
    Column("entry", BigInteger, primary_key=True),
    Column("at_ms", BigInteger, nullable=False),
    Column("shift", Integer, nullable=False),
    Column("spot", SmallInteger),
    Column("player", Text, nullable=False),  # empty: nobody known
    Column("what", Text, nullable=False),  # buy-in, marker, marker-redeemed, marker-voided
    Column("marker", Text, nullable=False),
    Column("cents", BigInteger, nullable=False),
    Index("cash_moves_by_time", "at_ms", "log_id"),
    Index("cash_moves_of_player", "player", "at_ms"),
    Index("cash_moves_of_kind", "what", "at_ms"),
)

markers = Table(
    "markers",
    metadata,
    Column("log_id", _Key, ForeignKey("logs.id"), primary_key=True),
    Column("marker", Text, primary_key=True),
    Column("entry", BigInteger, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("shift", Integer, nullable=False),
    Column("player", Text, nullable=False),
    Column("issued", BigInteger, nullable=False),
    Column("redeemed", BigInteger, nullable=False),  # with chips at the table
    Column("paid", BigInteger, nullable=False),  # at the cage
    Column("payments", Text, nullable=False),  # the numbers of the records that say so
    Column("void_entry", BigInteger),
    Column("open", Boolean, nullable=False),  # something of it is owed
    Index("markers_open", "open", "at_ms"),
    Index("markers_by_time", "at_ms", "log_id"),
)

# What happened away from the tables, as `desk/records.py` holds it, and by what it is found.
desk_records = Table(
    "desk_records",
    metadata,
    Column("id", _Key, primary_key=True, autoincrement=False),  # the number of the record
    Column("kind", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("log", Text, nullable=False),  # of the table that it is about; empty: of none
    Column("shift", Integer, nullable=False),  # of a drop box, else 0
    Column("card", Text, nullable=False),  # empty: of nobody known
    Column("judged", Boolean, nullable=False),  # for its alerts
    Column("record", Text, nullable=False),  # all of it
    Index("desk_records_by_time", "at_ms", "kind"),
    Index("desk_records_of_log", "log", "kind", "shift"),
    Index("desk_records_of_card", "card", "at_ms"),
    Index("desk_records_waiting", "judged", "id"),
)

people = Table(
    "people",
    metadata,
    Column("log_id", _Key, ForeignKey("logs.id"), primary_key=True),
    Column("person", Text, primary_key=True),  # as entries name them
    Column("name", Text, nullable=False),  # as people do
    Index("people_by_name", "name"),
)

wager_hours = Table(
    "wager_hours",
    metadata,
    Column("log_id", _Key, ForeignKey("logs.id"), primary_key=True),
    Column("shift", Integer, primary_key=True),
    Column("hour_ms", BigInteger, primary_key=True),
    Column("dealer", Text, primary_key=True),
    Column("spot", SmallInteger, primary_key=True),
    Column("sitting", BigInteger, primary_key=True),  # the entry by which a player sat down; 0: nobody known
    Column("wager", Text, primary_key=True),
    Column("configured_by", BigInteger, primary_key=True),
    Column("count", BigInteger, nullable=False),
    Column("staked", BigInteger, nullable=False),
    Column("squares", BigInteger, nullable=False),  # the sum of the squared stakes: what a deviation needs
    Column("taken", BigInteger, nullable=False),
    Column("paid", BigInteger, nullable=False),
    Index("wager_hours_by_time", "hour_ms", "log_id"),
    Index("wager_hours_of_sitting", "log_id", "sitting", "spot"),
)

pace_hours = Table(
    "pace_hours",
    metadata,
    Column("log_id", _Key, ForeignKey("logs.id"), primary_key=True),
    Column("shift", Integer, primary_key=True),
    Column("hour_ms", BigInteger, primary_key=True),
    Column("dealer", Text, primary_key=True),
    Column("rounds", BigInteger, nullable=False),
    Column("hands", BigInteger, nullable=False),
    Column("win", BigInteger, nullable=False),  # as of the shift: without coupons and corrections
    Column("together", BigInteger, nullable=False),  # the squared sum of a round's main wagers, over all rounds
    Index("pace_hours_by_time", "hour_ms", "log_id"),
)

alerts = Table(
    "alerts",
    metadata,
    Column("id", Text, primary_key=True),
    Column("unit", Text, nullable=False),  # the shift or day that is judged as a whole, see `alerts/kept_alerts.py`
    Column("log_id", _Key, nullable=False),  # 0: of no single journal
    Column("kind", Text, nullable=False),
    Column("table_name", Text, nullable=False),
    Column("log", Text, nullable=False),
    Column("shift", Integer, nullable=False),
    Column("subject", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("message", Text, nullable=False),  # a code with its fields, as in the journal
    Index("alerts_of_unit", "unit"),
    Index("alerts_by_time", "at_ms", "id"),
)

# How far the alerts of each journal are judged, days whose dealers wait to be judged, and by which thresholds.
alert_ends = Table(
    "alert_ends",
    metadata,
    Column("log_id", _Key, ForeignKey("logs.id"), primary_key=True),
    Column("judged", BigInteger, nullable=False),
)
alert_days = Table("alert_days", metadata, Column("day", Text, primary_key=True))
alert_thresholds = Table("alert_thresholds", metadata, Column("hash", Text, primary_key=True))

LADDER: Final = tuple(
    step * 10**power for power in range(2, 9) for step in (1, 2, 5)
)  # 1, 2, 5, 10 … 5,000,000 dollars, in cents


def ladder(cents: int) -> int:
    """The step of an amount: how many rungs it has reached."""
    return sum(cents >= rung for rung in LADDER)


def of_row(kind: type[_T], row: Row[Any], **more: object) -> _T:
    """The fields that stand in the row under their own names; `table` as `table_name`, `more` instead of them."""
    named = {**row._mapping, "table": row.table_name, **more}
    return kind(**{field.name: named[field.name] for field in fields(kind) if field.name in named})  # type: ignore[arg-type]
