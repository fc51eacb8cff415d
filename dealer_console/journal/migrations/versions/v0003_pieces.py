"""The third form: entries in pieces (`storage/pieces.py`). What the earlier forms wrote stays where it stands."""

from __future__ import annotations

from alembic import op

from dealer_console.journal.storage.guards import PIECE_GUARDS, PIECE_PARTS

revision = "0003"
down_revision = "0002"

STATEMENTS = (*PIECE_PARTS.values(), *PIECE_GUARDS.values())


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
