"""Who has seen an alert or a call, and when: written once, never changed.

For journals in files this is a small database beside their index; on the floor it is a table to which the pit can add.
It is no part of the index: making that again loses no acknowledgement.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sqlalchemy import DDL, BigInteger, Column, Engine, MetaData, Table, Text, create_engine, event, select

from dealer_console.pit.archive import Archive
from dealer_console.pit.archive.database import ENDING as INDEX_ENDING
from dealer_console.pit.archive.database import upsert
from dealer_console.pit.errors import require
from dealer_console.table.people.actions import Action, Standing
from dealer_console.table.people.permissions import Permissions
from dealer_console.table.people.person import Person

ENDING: Final = ".pit-seen"
_metadata: Final = MetaData()

seen: Final = Table(
    "seen",
    _metadata,
    Column("what", Text, primary_key=True),
    Column("person", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("note", Text, nullable=False),
)

_REFUSE: Final = "what was acknowledged stays"
for _deed in ("UPDATE", "DELETE"):
    _guard = (
        f"CREATE TRIGGER seen_stays_{_deed.lower()} BEFORE {_deed} ON seen BEGIN SELECT RAISE(ABORT, '{_REFUSE}'); END"
    )
    event.listen(seen, "after_create", DDL(_guard).execute_if(dialect="sqlite"))  # type: ignore[no-untyped-call]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """`first` is False when somebody else had acknowledged it before: then name and time are that person's."""

    person: str
    at_ms: int
    note: str
    first: bool = True


class Acknowledgements:
    """Of one archive. `what` is the id of an alert, or `call_id` of a call."""

    def __init__(self, archive: Archive) -> None:
        self._own = archive.engine.dialect.name == "sqlite"
        self._engine = _beside(archive.engine) if self._own else archive.engine
        if self._own:  # on the floor the owner has made it, with its guards
            with self._engine.begin() as connection:
                _metadata.create_all(connection)

    def close(self) -> None:
        if self._own:
            self._engine.dispose()

    def of(self, ids: Iterable[str]) -> dict[str, Seen]:
        all_ids = list(ids)
        seen_by_id: dict[str, Seen] = {}
        with self._engine.connect() as connection:
            for at in range(0, len(all_ids), 500):
                query = select(seen).where(seen.c.what.in_(all_ids[at : at + 500]))
                for row in connection.execute(query):
                    seen_by_id[row.what] = Seen(person=row.person, at_ms=row.at_ms, note=row.note)
        return seen_by_id

    def acknowledge(self, what: str, *, by: Person, permissions: Permissions, at_ms: int, note: str = "") -> Seen:
        """By somebody who came in by PIN and has the right. The first one stands."""
        require(permissions.why_not_person(by, Action.ACKNOWLEDGE_CALL, Standing.BETWEEN_ROUNDS))
        with self._engine.begin() as connection:
            values = {"what": what, "person": by.name, "at_ms": at_ms, "note": note}
            adding = upsert(connection)(seen).values(**values).on_conflict_do_nothing().returning(seen.c.what)
            first = connection.execute(adding).first() is not None
            row = connection.execute(select(seen).where(seen.c.what == what)).one()
        return Seen(person=row.person, at_ms=row.at_ms, note=row.note, first=first)


def call_id(log: str, entry: int) -> str:
    return f"call/{log}/{entry}"


def _beside(index: Engine) -> Engine:
    path = Path(str(index.url.database))
    return create_engine(f"sqlite:///{path.with_name(path.name.removesuffix(INDEX_ENDING) + ENDING)}")
