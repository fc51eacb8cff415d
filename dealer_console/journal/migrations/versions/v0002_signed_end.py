"""The second form: the one end that the file has now, signed with the appends; changes of the key by an index."""

from __future__ import annotations

from alembic import op

from dealer_console.journal.storage.guards import END_GUARDS

revision = "0002"
down_revision = "0001"

STATEMENTS = (
    """
    CREATE TABLE signed_end (
        one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
        seq INTEGER NOT NULL,
        hash TEXT NOT NULL,
        at_ms INTEGER NOT NULL,
        key TEXT NOT NULL,
        signature TEXT NOT NULL
    )
    """,
    "CREATE INDEX key_changes ON entries (seq) WHERE kind = 'key-changed'",
    *END_GUARDS.values(),
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
