"""The three tables of the file. Their making, with the triggers that refuse any change, is in `migrations`."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, Integer, MetaData, Table, Text

metadata: Final = MetaData()

entries: Final = Table(
    "entries",
    metadata,
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("at_ms", Integer, nullable=False),
    Column("who", Text),
    Column("serial", Text),
    Column("number", Integer),
    Column("data", Text, nullable=False),
    Column("hash", Text, nullable=False),
)

checkpoints: Final = Table(
    "checkpoints",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seq", Integer, nullable=False),
    Column("hash", Text, nullable=False),
    Column("at_ms", Integer, nullable=False),
    Column("signature", Text, nullable=False),
)

signed_end: Final = Table(
    "signed_end",
    metadata,
    Column("one", Integer, primary_key=True, autoincrement=False),
    Column("seq", Integer, nullable=False),
    Column("hash", Text, nullable=False),
    Column("at_ms", Integer, nullable=False),
    Column("key", Text, nullable=False),
    Column("signature", Text, nullable=False),
)
