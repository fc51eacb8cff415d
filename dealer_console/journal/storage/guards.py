"""What a journal's file consists of: its tables and indexes, and the triggers that guard them.

By the guards the database itself refuses that anything is changed or taken out. A file whose guards are gone, or only
bear their names, is no journal; nor is one with a table or an index that is made otherwise: a view by the name of a
table would show one reader this and another one that. A later form of the file gets parts of its own beside these.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

PARTS: Final = {
    "entries": """
    CREATE TABLE entries (
        seq INTEGER NOT NULL PRIMARY KEY,
        kind TEXT NOT NULL,
        version INTEGER NOT NULL,
        at_ms INTEGER NOT NULL,
        who TEXT,
        serial TEXT,
        number INTEGER,
        data TEXT NOT NULL,
        hash TEXT NOT NULL
    )
    """,
    "one_device_event": "CREATE UNIQUE INDEX one_device_event ON entries (serial, number) WHERE serial IS NOT NULL",
    "snapshots": "CREATE INDEX snapshots ON entries (kind, seq) WHERE kind = 'snapshot'",
    "configurations": "CREATE INDEX configurations ON entries (seq) WHERE kind = 'configuration'",
    "shoes": "CREATE INDEX shoes ON entries (seq) WHERE kind = 'shoe'",
    "rounds": "CREATE INDEX rounds ON entries (seq) WHERE kind = 'round-opened'",
    "checkpoints": """
    CREATE TABLE checkpoints (
        number INTEGER NOT NULL PRIMARY KEY,
        seq INTEGER NOT NULL,
        hash TEXT NOT NULL,
        at_ms INTEGER NOT NULL,
        signature TEXT NOT NULL
    )
    """,
}
"""Tables and indexes of the first form. The indexes are partial, so that an ordinary move touches one page only."""

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


END_PARTS: Final = {
    "signed_end": """
    CREATE TABLE signed_end (
        one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
        seq INTEGER NOT NULL,
        hash TEXT NOT NULL,
        at_ms INTEGER NOT NULL,
        key TEXT NOT NULL,
        signature TEXT NOT NULL
    )
    """,
    "key_changes": "CREATE INDEX key_changes ON entries (seq) WHERE kind = 'key-changed'",
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

PIECE_PARTS: Final = {
    "pieces": """
    CREATE TABLE pieces (
        seq INTEGER NOT NULL PRIMARY KEY,
        piece BLOB NOT NULL,
        hashes BLOB NOT NULL
    )
    """,
    "marks": "CREATE TABLE marks (kind TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (kind, seq)) WITHOUT ROWID",
    "device_events": """
    CREATE TABLE device_events (
        serial TEXT NOT NULL,
        number INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        PRIMARY KEY (serial, number)
    ) WITHOUT ROWID
    """,
}

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

# As the tool that brings a file from form to form makes it.
_REVISION: Final = {
    "alembic_version": """
    CREATE TABLE alembic_version (
        version_num VARCHAR(32) NOT NULL,
        CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
    )
    """,
    "sqlite_autoindex_alembic_version_1": "",
}


_ALL_PARTS: Final = {**PARTS, **END_PARTS, **PIECE_PARTS, **_REVISION}


def not_on_guard(triggers: Iterable[tuple[str, str]], *, signed_end: bool, pieces: bool) -> list[str]:
    """Of the triggers in a file, by name and text: which guards are gone, or are something else by now?"""
    standing = {name: _words(text) for name, text in triggers}
    guards = {**GUARDS, **(END_GUARDS if signed_end else {}), **(PIECE_GUARDS if pieces else {})}
    return sorted(name for name, text in guards.items() if standing.get(name) != _words(text))


def foreign(objects: Iterable[tuple[str, str, str | None]]) -> list[str]:
    """Of everything in a file's schema, by type, name and text: what did no program of ours put there?

    Known is only what is written as we write it: SQLite runs a trigger whatever its name and the letters of its type,
    and reads whatever the text makes, a view too.
    """
    return sorted(f"{kind} {name}" for kind, name, text in objects if not _is_ours(kind, name, text or ""))


def _is_ours(kind: str, name: str, text: str) -> bool:
    if kind == "trigger":
        return name in GUARDS or name in END_GUARDS or name in PIECE_GUARDS  # their texts: `not_on_guard`
    ours = _ALL_PARTS.get(name)
    if ours is None or _words(text) != _words(ours):
        return False
    return kind == ("table" if "CREATE TABLE" in ours else "index")


def _words(text: str) -> list[str]:
    return str(text).split()
