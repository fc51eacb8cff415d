"""The index that the floor's projector keeps, as a stand of the pit sees it: how far it is, and what it lacks.

The pit reads it and believes no silence: how far it goes is compared with the heads of the tables, and the rounds in it
are counted, journal by journal, a stretch at each look: a long history does not hold up the first one.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Engine, func, select, text

from dealer_console.floor.schema import journals
from dealer_console.game.message import Message, joined
from dealer_console.journal.errors import JournalDamaged
from dealer_console.pit.archive import schema as t
from dealer_console.pit.archive.floor_index import must_have_this_form

LATE: Final = "30 seconds"  # an index that is so far behind a head is not being kept
COUNTED_AT_ONCE: Final = 20_000
JOURNALS_AT_ONCE: Final = 500


class KeptIndex:
    """Make it when the archive is opened. Each journal is counted once."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._read = 0
        self._counted = 0  # journals up to this number
        self._missing: list[Message] = []

    def refresh(self) -> int:
        """How many entries came in since the last time. Raises `JournalDamaged` with all that is wrong, in one message.

        Raises `FloorRefused` when the index was made anew, in another form.
        """
        with self._engine.connect() as connection:
            must_have_this_form(connection)
            read = int(connection.execute(select(func.coalesce(func.sum(t.figures.c.read_upto), 0))).scalar_one())
            j, f = journals.c, t.figures.c
            indexed = journals.outerjoin(t.logs, t.logs.c.log == j.log).outerjoin(t.figures, f.log_id == t.logs.c.id)
            late = j.received_at < func.now() - text(f"interval '{LATE}'")
            behind = (j.seq > func.coalesce(f.read_upto, 0)) & late
            query = select(j.table_name, j.fault, j.seq, func.coalesce(f.read_upto, 0).label("read"))
            wrong = connection.execute(
                query.select_from(indexed).where(behind | j.fault.is_not(None)).order_by(j.table_name)
            ).all()
        grown, self._read = read - self._read, read
        self._count()
        troubles = [*self._missing]
        for row in wrong:
            lacks = Message("pit-index-lacks", count=row.seq - row.read)
            troubles.append(Message("pit-journal-trouble", table=row.table_name, trouble=row.fault or lacks))
        if troubles:
            raise JournalDamaged(joined(troubles))
        return grown

    def _count(self) -> None:
        """The next journals, as many as hold `COUNTED_AT_ONCE` rounds together, in two questions."""
        f, r, g = t.figures.c, t.rounds.c, t.logs.c
        query = select(g.id, f.rounds).join_from(t.logs, t.figures).where(g.id > self._counted)
        there = select(func.count()).where(r.log_id == g.id).scalar_subquery()
        with self._engine.connect() as connection:
            left, last = COUNTED_AT_ONCE, self._counted
            for row in connection.execute(query.order_by(g.id).limit(JOURNALS_AT_ONCE)):
                if left <= 0:
                    break
                last, left = row.id, left - row.rounds
            if last == self._counted:
                return
            # In one question: a round that is closed meanwhile is in both figures or in none.
            both = select(g.table_name, f.rounds, there.label("there")).join_from(t.logs, t.figures)
            for counted in connection.execute(both.where(g.id > self._counted, g.id <= last).order_by(g.id)):
                if counted.there != counted.rounds:
                    lacks = Message("pit-index-lacks-rounds", held=counted.there, rounds=counted.rounds)
                    self._missing.append(Message("pit-journal-trouble", table=counted.table_name, trouble=lacks))
            self._counted = last
