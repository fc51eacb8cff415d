"""The first form: entries and checkpoints, which the database itself lets nobody change or take out.

The indexes are partial, so that an ordinary move touches one page only: that page is what a durable append waits for.
"""

from __future__ import annotations

from alembic import op

from dealer_console.journal.storage.guards import GUARDS

revision = "0001"
down_revision: str | None = None

APPLICATION_ID = 0x44434A31  # "DCJ1": what `file` and others see in the header

STATEMENTS = (
    f"PRAGMA application_id = {APPLICATION_ID}",
    """
    CREATE TABLE entries (
        seq INTEGER NOT NULL PRIMARY KEY,
        kind TEXT NOT NULL,
        version INTEGER NOT NULL,
        at_ms INTEGER NOT NULL,
        who TEXT,
        serial TEXT,
        number INTEGER,
        data TEXT NOT NULL,
        hash TEXT NOT NULL
    )
    """,
    "CREATE UNIQUE INDEX one_device_event ON entries (serial, number) WHERE serial IS NOT NULL",
    "CREATE INDEX snapshots ON entries (kind, seq) WHERE kind = 'snapshot'",
    "CREATE INDEX configurations ON entries (seq) WHERE kind = 'configuration'",
    "CREATE INDEX shoes ON entries (seq) WHERE kind = 'shoe'",
    "CREATE INDEX rounds ON entries (seq) WHERE kind = 'round-opened'",
    """
    CREATE TABLE checkpoints (
        number INTEGER NOT NULL PRIMARY KEY,
        seq INTEGER NOT NULL,
        hash TEXT NOT NULL,
        at_ms INTEGER NOT NULL,
        signature TEXT NOT NULL
    )
    """,
    *GUARDS.values(),
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
