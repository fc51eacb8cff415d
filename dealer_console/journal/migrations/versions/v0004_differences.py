"""The fourth form: in a piece, times and numbers of device events are differences (`storage/pieces.py`).

No table changes, and what the earlier forms wrote stays as it is: only an earlier program must not read on.
"""

from __future__ import annotations

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """The revision says it all."""
