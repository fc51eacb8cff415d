"""The tables of the floor's database as SQLAlchemy sees them. Rights and guards are made in `migrations`."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, Date, DateTime, Integer, LargeBinary, MetaData, Table, Text

metadata: Final = MetaData(schema="floor")


def _moment(name: str) -> Column[object]:
    return Column(name, DateTime(timezone=True))


tables: Final = Table(
    "tables", metadata, Column("table_name", Text, primary_key=True), Column("login", Text), _moment("removed_at")
)

journals: Final = Table(
    "journals",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("log", Text),
    Column("table_name", Text),
    Column("public_key", Text),
    Column("is_current", Boolean),
    Column("seq", BigInteger),
    Column("hash", LargeBinary),
    Column("checkpoint", BigInteger),
    Column("at_ms", BigInteger),
    _moment("received_at"),
    _moment("heard_at"),
    Column("waiting", BigInteger),
    Column("witnessed", BigInteger),
    Column("witnessed_checkpoint", BigInteger),
    Column("fault", Text),
    Column("first_ms", BigInteger),  # of its first entry
    Column("last_key_change", BigInteger),  # the end of the batch in which a key was changed last; 0: never
)

accepted: Final = Table("accepted", metadata, Column("table_name", Text), Column("log", Text), Column("why", Text))

entries: Final = Table(
    "entries",
    metadata,
    Column("journal", Integer, primary_key=True),
    Column("seq", BigInteger, primary_key=True),
    Column("kind", Text),
    Column("version", Integer),
    Column("at_ms", BigInteger),
    Column("who", Text),
    Column("serial", Text),
    Column("number", BigInteger),
    Column("data", Text),
    Column("hash", LargeBinary),
    _moment("received_at"),
)

checkpoints: Final = Table(
    "checkpoints",
    metadata,
    Column("journal", Integer, primary_key=True),
    Column("number", BigInteger, primary_key=True),
    Column("seq", BigInteger),
    Column("hash", LargeBinary),
    Column("at_ms", BigInteger),
    Column("signature", Text),
    _moment("received_at"),
)

alarms: Final = Table(
    "alarms",
    metadata,
    Column("id", BigInteger, primary_key=True),
    Column("table_name", Text),
    Column("log", Text),
    Column("what", Text),
    Column("words", Text),
    Column("offered_seq", BigInteger),
    Column("offered_hash", Text),
    Column("held_seq", BigInteger),
    Column("held_hash", Text),
    _moment("raised_at"),
    _moment("last_at"),
    Column("times", Integer),
)

incidents: Final = Table(
    "incidents",
    metadata,
    Column("id", BigInteger, primary_key=True),
    Column("journal", Integer),
    Column("after_seq", BigInteger),
    Column("upto_seq", BigInteger),
    Column("why", Text),
    Column("by_login", Text),
    _moment("at"),
)

requests: Final = Table(
    "requests",
    metadata,
    Column("journal", Integer, primary_key=True),
    Column("request", Text, primary_key=True),
    Column("seq", BigInteger),
    Column("action", Text),
    Column("subject_hash", Text),
    Column("requester", Text),
    Column("reason", Text),
    Column("asked_at_ms", BigInteger),
    Column("expires_at_ms", BigInteger),
    Column("approved", Boolean),
    Column("answered_by", Text),
    Column("answered_seq", BigInteger),
)

rulings: Final = Table(
    "rulings",
    metadata,
    Column("id", BigInteger, primary_key=True),
    Column("journal", Integer),
    Column("request", Text),
    Column("subject_hash", Text),
    Column("approves", Boolean),
    Column("person", Text),
    Column("reason", Text),
    _moment("ruled_at"),
    Column("by_login", Text),
    Column("key", Text),
    Column("signed_at_ms", BigInteger),
    Column("signature", Text),
)

notices: Final = Table(
    "notices",
    metadata,
    Column("id", BigInteger, primary_key=True),
    Column("journal", Integer),
    Column("notice_order", Text),
    Column("changes", Text),
    Column("person", Text),
    Column("reason", Text),
    _moment("given_at"),
    Column("by_login", Text),
    Column("key", Text),
    Column("signed_at_ms", BigInteger),
    Column("signature", Text),
)

acknowledgements: Final = Table(
    "acknowledgements",
    metadata,
    Column("id", BigInteger, primary_key=True),
    Column("alarm", BigInteger),
    Column("journal", Integer),
    Column("seq", BigInteger),
    Column("person", Text),
    Column("note", Text),
    _moment("at"),
    Column("by_login", Text),
)

days: Final = Table(
    "days",
    metadata,
    Column("day", Date, primary_key=True),
    Column("from_ms", BigInteger),
    Column("to_ms", BigInteger),
    Column("partition", Text),
    _moment("made_at"),
    _moment("purged_at"),
)

purged: Final = Table(
    "purged",
    metadata,
    Column("day", Date, primary_key=True),
    Column("journal", Integer, primary_key=True),
    Column("first_seq", BigInteger),
    Column("last_seq", BigInteger),
    Column("last_hash", LargeBinary),
    Column("entries", BigInteger),
    Column("proof", Text),
    Column("by_login", Text),
    _moment("at"),
)

orders: Final = Table(
    "orders",
    metadata,
    Column("id", BigInteger, primary_key=True),
    Column("journal", Integer),
    Column("desk", Text),
    Column("order_id", Text),
    Column("command", Text),
    Column("person", Text),
    Column("reason", Text),
    _moment("given_at"),
    Column("by_login", Text),
    Column("key", Text),
    Column("signed_at_ms", BigInteger),
    Column("signature", Text),
)
