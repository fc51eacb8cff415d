"""The index that the floor's projector keeps, as a stand of the pit sees it: how far it is, and what it lacks.

The pit reads it and believes no silence: how far it goes is compared with the heads of the tables, and the rounds in it
are counted.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Engine, func, select, text

from dealer_console.floor.schema import journals
from dealer_console.journal.errors import JournalDamaged
from dealer_console.pit.archive import schema as t

LATE: Final = "30 seconds"  # an index that is so far behind a head is not being kept
_START: Final = "start it with: dealer-console floor serve"
_REBUILD: Final = "make it again with: dealer-console floor serve --rebuild"


class KeptIndex:
    """Make it when the archive is opened: then the rounds are counted, once."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._read = 0
        self._missing = self._count()

    def refresh(self) -> int:
        """How many entries came in since the last time. Raises `JournalDamaged` with all that is wrong, in one text."""
        with self._engine.connect() as connection:
            read = int(connection.execute(select(func.coalesce(func.sum(t.figures.c.read_upto), 0))).scalar_one())
            j, f = journals.c, t.figures.c
            joined = journals.outerjoin(t.logs, t.logs.c.log == j.log).outerjoin(t.figures, f.log_id == t.logs.c.id)
            late = j.received_at < func.now() - text(f"interval '{LATE}'")
            behind = (j.seq > func.coalesce(f.read_upto, 0)) & late
            query = select(j.table_name, j.fault, j.seq, func.coalesce(f.read_upto, 0).label("read"))
            wrong = connection.execute(
                query.select_from(joined).where(behind | j.fault.is_not(None)).order_by(j.table_name)
            ).all()
        grown, self._read = read - self._read, read
        troubles = [*self._missing]
        for row in wrong:
            lacks = f"the index lacks {row.seq - row.read:,} entries; {_START}"
            troubles.append(f"{row.table_name}: {row.fault or lacks}")
        if troubles:
            raise JournalDamaged("; ".join(troubles))
        return grown

    def _count(self) -> list[str]:
        counted = select(t.rounds.c.log_id, func.count().label("rounds")).group_by(t.rounds.c.log_id).subquery()
        query = (
            select(t.logs.c.table_name, t.figures.c.rounds, func.coalesce(counted.c.rounds, 0).label("there"))
            .join_from(t.logs, t.figures)
            .outerjoin(counted, counted.c.log_id == t.logs.c.id)
            .where(t.figures.c.rounds != func.coalesce(counted.c.rounds, 0))
        )
        with self._engine.connect() as connection:
            return [
                f"{row.table_name}: the index holds {row.there:,} of {row.rounds:,} rounds; {_REBUILD}"
                for row in connection.execute(query)
            ]
