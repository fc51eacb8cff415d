"""Room for the pit's own index: a schema that every login of the pit shares, apart from the witness.

Everything in it can be made again from the entries; what was acknowledged there stays.
"""

from __future__ import annotations

from dealer_console.floor.migrations import run

revision = "0005"
down_revision = "0004"

ROOM = """
CREATE SCHEMA IF NOT EXISTS pit;
GRANT USAGE, CREATE ON SCHEMA pit TO floor_pit;
"""


def upgrade() -> None:
    run(ROOM)
