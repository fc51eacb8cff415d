"""The guards of the file: triggers by which the database itself refuses that anything in it is changed or taken out.

A file whose guards are gone, or only bear their names, is no journal. A later form of the file gets guards of its own
beside these.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

GUARDS: Final = {
    "entries_follow": """
    CREATE TRIGGER entries_follow BEFORE INSERT ON entries
    WHEN NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM entries)
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only: entries follow one another'); END
    """,
    "entries_stay": """
    CREATE TRIGGER entries_stay BEFORE UPDATE ON entries
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only: no entry is changed'); END
    """,
    "entries_remain": """
    CREATE TRIGGER entries_remain BEFORE DELETE ON entries
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only: no entry is deleted'); END
    """,
    "checkpoints_follow": """
    CREATE TRIGGER checkpoints_follow BEFORE INSERT ON checkpoints
    WHEN NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM checkpoints)
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only: checkpoints follow one another'); END
    """,
    "checkpoints_stay": """
    CREATE TRIGGER checkpoints_stay BEFORE UPDATE ON checkpoints
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only: no checkpoint is changed'); END
    """,
    "checkpoints_remain": """
    CREATE TRIGGER checkpoints_remain BEFORE DELETE ON checkpoints
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only: no checkpoint is deleted'); END
    """,
}


END_GUARDS: Final = {
    "end_moves_on": """
    CREATE TRIGGER end_moves_on BEFORE UPDATE ON signed_end
    WHEN NEW.one <> OLD.one OR NEW.seq < OLD.seq
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only: its end only moves on'); END
    """,
    "end_remains": """
    CREATE TRIGGER end_remains BEFORE DELETE ON signed_end
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only: its end stays signed'); END
    """,
}
"""Of the second form, which has a signed end."""

PIECE_GUARDS: Final = {
    "entries_end": """
    CREATE TRIGGER entries_end BEFORE INSERT ON entries
    BEGIN SELECT RAISE(ABORT, 'the journal goes on in pieces'); END
    """,
    "pieces_follow": """
    CREATE TRIGGER pieces_follow BEFORE INSERT ON pieces
    WHEN NEW.seq <> coalesce(
        (SELECT seq + length(hashes) / 32 FROM pieces ORDER BY seq DESC LIMIT 1), (SELECT max(seq) + 1 FROM entries), 1)
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only: entries follow one another'); END
    """,
    "one_device_event_ever": """
    CREATE TRIGGER one_device_event_ever BEFORE INSERT ON device_events
    WHEN EXISTS (SELECT 1 FROM entries WHERE serial = NEW.serial AND number = NEW.number)
    BEGIN SELECT RAISE(ABORT, 'the journal has this event of a device'); END
    """,
    **{
        f"{table}_{name}": f"""
    CREATE TRIGGER {table}_{name} BEFORE {statement} ON {table}
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only: nothing of it is changed or deleted'); END
    """
        for table in ("pieces", "marks", "device_events")
        for name, statement in (("stay", "UPDATE"), ("remain", "DELETE"))
    },
}
"""Of the third form, which has its entries in pieces."""

_TABLES: Final = frozenset(
    {"alembic_version", "checkpoints", "device_events", "entries", "marks", "pieces", "signed_end"}
)
_INDEXES: Final = frozenset(
    {"configurations", "key_changes", "one_device_event", "rounds", "shoes", "snapshots"}
    | {"sqlite_autoindex_alembic_version_1"}
)


def not_on_guard(triggers: Iterable[tuple[str, str]], *, signed_end: bool, pieces: bool) -> list[str]:
    """Of the triggers in a file, by name and text: which guards are gone, or are something else by now?"""
    standing = {name: _words(text) for name, text in triggers}
    guards = {**GUARDS, **(END_GUARDS if signed_end else {}), **(PIECE_GUARDS if pieces else {})}
    return sorted(name for name, text in guards.items() if standing.get(name) != _words(text))


def foreign(objects: Iterable[tuple[str, str]]) -> list[str]:
    """Of everything in a file's schema, by type and name: what did no program of ours put there?

    Known is only what is written as we write it: SQLite runs a trigger whatever its name and the letters of its type.
    """
    known = {"table": _TABLES, "index": _INDEXES, "trigger": frozenset((*GUARDS, *END_GUARDS, *PIECE_GUARDS))}
    return sorted(f"{kind} {name}" for kind, name in objects if name not in known.get(kind, ()))


def _words(text: str) -> list[str]:
    return str(text).split()
