"""The first form: entries and checkpoints, which the database itself lets nobody change or take out.

The indexes are partial, so that an ordinary move touches one page only: that page is what a durable append waits for.
"""

from __future__ import annotations

from alembic import op

from dealer_console.journal.storage.guards import GUARDS, PARTS

revision = "0001"
down_revision: str | None = None

APPLICATION_ID = 0x44434A31  # "DCJ1": what `file` and others see in the header

STATEMENTS = (
    f"PRAGMA application_id = {APPLICATION_ID}",
    *PARTS.values(),
    *GUARDS.values(),
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
