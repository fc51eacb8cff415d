"""The read tables go: the pit keeps an index of its own in the schema `pit`, and nobody read these.

The entries stay as they are, so nothing is lost. The group `floor_clerk` may do nothing here any more; it belongs to
the whole server and is left to its owner.
"""

from __future__ import annotations

from dealer_console.floor.migrations import run

revision = "0006"
down_revision = "0005"

GONE = """
DROP FUNCTION floor.fold, floor.unfold, floor.fresh, floor.round_at, floor.cents;
DROP TABLE floor.folded, floor.rounds, floor.settlements, floor.calls, floor.devices, floor.people;
REVOKE ALL ON ALL TABLES IN SCHEMA floor FROM floor_clerk;
REVOKE ALL ON SCHEMA floor FROM floor_clerk;
"""


def upgrade() -> None:
    run(GONE)
