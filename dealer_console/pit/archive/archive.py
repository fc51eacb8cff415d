"""The archive: entries from wherever they are kept, and the index by which they are found."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Self

from sqlalchemy import Engine, select

from dealer_console.floor.address import close_pool
from dealer_console.game.message import Message, Quoted
from dealer_console.pit.archive import schema as t
from dealer_console.pit.archive.database import file_index, index_path, is_read_only
from dealer_console.pit.archive.index_update import fill
from dealer_console.pit.archive.kept_index import KeptIndex
from dealer_console.pit.archive.search import PAGE, Cursor, FoundRound, Page, Search, count, round_of, search
from dealer_console.pit.archive.sources import EntrySource, Log, journal_files
from dealer_console.pit.errors import PitRefused
from dealer_console.pit.long_work import Work, unwatched

FLOOR: Final = ("postgresql://", "postgres://", "postgresql+psycopg://")


class Archive:
    """Open it with `open`; bring it up to date with `refresh`, from any one thread at a time."""

    def __init__(self, source: EntrySource, engine: Engine) -> None:
        self.source = source
        self.engine = engine
        self._kept = KeptIndex(engine) if is_read_only(engine) else None

    @classmethod
    def open(cls, target: str | Path, *, index: Path | None = None) -> Self:
        """A journal, a folder of journals, or the floor's database (`postgresql://…`).

        `index` is another place for the index of files than beside them.
        """
        if str(target).startswith(FLOOR):
            from dealer_console.pit.archive.floor_index import floor_index
            from dealer_console.pit.archive.floor_source import FloorSource

            return cls(FloorSource(str(target)), floor_index(str(target)))
        path = Path(target)
        if not path.exists():
            raise PitRefused(Message("pit-no-journal", place=str(path)))
        files = journal_files(path)
        return cls(files, file_index(index or index_path(path)))

    def close(self) -> None:
        close_pool(self.engine)
        self.source.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def place(self) -> str:
        return self.source.place

    @property
    def is_kept(self) -> bool:
        """By the projector of the floor; this program only reads it."""
        return self._kept is not None

    def refresh(self, work: Work | None = None) -> int:
        """Take in what is new since the last time; how many entries that was. Raises `Stopped`, and keeps its place.

        The index of a floor is kept by its projector; then this only sees how far it is. `JournalDamaged` names tables
        that are marked, and what the index lacks.
        """
        if self._kept is not None:
            return self._kept.refresh()
        return fill(self.engine, self.source, work or unwatched())

    def logs(self, *, current: bool = False) -> tuple[Log, ...]:
        """`current`: only those that tables write now, however many they have closed."""
        return self.source.logs(current=current)

    def log(self, table: str | None = None) -> Log:
        """The journal that this table writes now, or the one of this identity; without a name the only one."""
        logs = self.logs()
        matches = [log for log in logs if table == log.log or (log.current and table in (None, log.table))]
        if len(matches) == 1:
            return matches[0]
        names = ", ".join(sorted({log.table for log in logs}))
        if not matches:
            raise PitRefused(Message("pit-no-such-table", place=self.place, table=Quoted(table), names=names))
        raise PitRefused(Message("pit-several-tables", place=self.place, names=names))

    def names(self, log: str | None = None) -> dict[str, str]:
        """What people call those whom the entries of this journal name by id.

        Without a journal: an id that is another person in another journal keeps its id, and nobody's name.
        """
        query = select(t.people.c.person, t.people.c.name).distinct().order_by(t.people.c.person)
        if log is not None:
            query = query.join(t.logs, t.logs.c.id == t.people.c.log_id).where(t.logs.c.log == log)
        names: dict[str, str] = {}
        with self.engine.connect() as connection:
            for row in connection.execute(query):
                names[row.person] = row.name if names.get(row.person, row.name) == row.name else row.person
        return names

    def search(
        self, criteria: Search, *, after: Cursor | None = None, limit: int = PAGE, work: Work | None = None
    ) -> Page:
        return search(self.engine, criteria, after=after, limit=limit, work=work or unwatched())

    def count(self, criteria: Search, work: Work | None = None) -> int:
        """Of the rounds that a search finds; up to `MOST_COUNTED` where a condition has to be looked up."""
        return count(self.engine, criteria, work=work or unwatched())

    def round(self, log: Log, number: int) -> FoundRound:
        found_round = round_of(self.engine, log.log, number)
        if found_round is None:
            raise PitRefused(Message("pit-no-such-round", table=log.table, round=number))
        return found_round
