"""The second form: the one end that the file has now, signed with the appends; changes of the key by an index."""

from __future__ import annotations

from alembic import op

from dealer_console.journal.storage.guards import END_GUARDS, END_PARTS

revision = "0002"
down_revision = "0001"

STATEMENTS = (*END_PARTS.values(), *END_GUARDS.values())


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
