"""The third form: entries in pieces (`storage/pieces.py`). What the earlier forms wrote stays where it stands."""

from __future__ import annotations

from alembic import op

from dealer_console.journal.storage.guards import PIECE_GUARDS

revision = "0003"
down_revision = "0002"

STATEMENTS = (
    """
    CREATE TABLE pieces (
        seq INTEGER NOT NULL PRIMARY KEY,
        piece BLOB NOT NULL,
        hashes BLOB NOT NULL
    )
    """,
    "CREATE TABLE marks (kind TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (kind, seq)) WITHOUT ROWID",
    """
    CREATE TABLE device_events (
        serial TEXT NOT NULL,
        number INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        PRIMARY KEY (serial, number)
    ) WITHOUT ROWID
    """,
    *PIECE_GUARDS.values(),
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
