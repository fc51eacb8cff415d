"""A backup of one table while it deals: journal, head, key, people, devices and the table's file, with a manifest.

The pepper of the PINs is not in it: who has the people and the pepper can try PINs. Keep it in another place.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from dealer_console.app.journal_files.inventory import KeptJournal, kept_journal
from dealer_console.app.paths import Places
from dealer_console.game.message import Message
from dealer_console.journal.checkpoints import head_path, sync_folder
from dealer_console.journal.errors import JournalRefused
from dealer_console.journal.storage.reader import read_only
from dealer_console.rulebook.tables import Table

FORM: Final = 1
MANIFEST: Final = "manifest.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Backup:
    """One folder with a manifest; `journal` is where the copy of the journal lies in it."""

    folder: Path
    manifest: dict[str, Any]

    @property
    def journal(self) -> Path:
        return self.folder / str(self.manifest["journal"]["file"])


def back_up(table: Table, table_file: Path, places: Places, to: Path, now_ms: int) -> Backup:
    """A new folder in `to`. It gets its name last: a folder with a manifest is whole."""
    moment = datetime.fromtimestamp(now_ms // 1000, UTC).strftime("%Y%m%dT%H%M%SZ")
    final = to / f"{table.name}-{moment}"
    if final.exists():
        raise JournalRefused(Message("journal-backup-exists", final=final))
    work = to / f".{final.name}.unfinished"
    shutil.rmtree(work, ignore_errors=True)
    (work / table.journal).parent.mkdir(parents=True, mode=0o700)
    for name, source in _plain_files(table, table_file, places):
        _copy(source, work / name)
    # The head first, then the journal: a head may be older than its journal, never newer.
    _copy_database(places.data / table.journal, work / table.journal)
    if places.people.exists():
        _copy_database(places.people, work / "people.db")
    copied = kept_journal(work / table.journal)
    manifest = _manifest(table, work, copied, now_ms)
    _write(work / MANIFEST, json.dumps(manifest, indent=1).encode() + b"\n")
    sync_folder(work)
    work.rename(final)
    sync_folder(to)
    return Backup(folder=final, manifest=manifest)


def thin_out(to: Path, table: str, keep: int) -> list[Path]:
    """Remove whole backups of a table beyond the newest ones; the last one of every journal stays, it is a proof."""
    whole = [folder for folder in sorted(to.glob(f"{table}-*")) if _log_of(folder, table) is not None]
    last_of_each = {_log_of(folder, table): folder for folder in whole}.values()
    removed = [folder for folder in whole[: max(0, len(whole) - keep)] if folder not in last_of_each]
    for folder in removed:
        shutil.rmtree(folder)
    return removed


def _log_of(folder: Path, table: str) -> str | None:
    """The journal of a whole backup of this table."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
        return str(manifest["journal"]["log"]) if manifest["table"] == table else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _plain_files(table: Table, table_file: Path, places: Places) -> Iterator[tuple[str, Path]]:
    journal = Path(table.journal)
    yield f"{table.name}.toml", table_file
    yield str(head_path(journal)), head_path(places.data / journal)
    yield str(journal.with_suffix(".key")), (places.data / journal).with_suffix(".key")
    for optional in (places.devices, places.devices.with_suffix(".house-key")):
        if optional.exists():
            yield optional.name, optional


def _manifest(table: Table, work: Path, journal: KeptJournal, now_ms: int) -> dict[str, Any]:
    files = sorted(file for file in work.rglob("*") if file.is_file())
    return {
        "form": FORM,
        "table": table.name,
        "at_ms": now_ms,
        "journal": {
            "file": table.journal,
            "log": journal.log,
            "seq": journal.seq,
            "hash": journal.hash,
            "public_key": journal.public_key,
        },
        "files": {str(file.relative_to(work)): sha256(file.read_bytes()).hexdigest() for file in files},
    }


def read_backup(folder: Path) -> Backup:
    """Raises `JournalRefused` when it is none, or when a file of it has changed."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
        files = dict(manifest["files"])
        if manifest["journal"]["file"] not in files or not all(_lies_in(folder, name) for name in files):
            raise ValueError  # whoever can change a backup names any file: only those of its own folder are taken
        if manifest["form"] != FORM:
            raise JournalRefused(Message("journal-form-update-dealer-console", folder=folder, form=manifest["form"]))
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        raise JournalRefused(Message("journal-no-whole-backup-no", folder=folder)) from None
    for name, digest in files.items():
        file = folder / name
        if not file.is_file() or sha256(file.read_bytes()).hexdigest() != digest:
            raise JournalRefused(Message("journal-missing-not-what-backed", file=file))
    return Backup(folder=folder, manifest=manifest)


def _lies_in(folder: Path, name: str) -> bool:
    """By its own name: no way up, no link that leads out."""
    steps = Path(name).parts
    inside = bool(steps) and not Path(name).is_absolute() and ".." not in steps
    return inside and not any(folder.joinpath(*steps[:upto]).is_symlink() for upto in range(1, len(steps) + 1))


def _copy_database(source: Path, to: Path) -> None:
    """As it is committed at one moment, also while somebody writes it."""
    if source.suffix == ".journal":
        with read_only(source) as connection:
            _into(connection, to)
    else:
        with closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            _into(connection, to)


def _into(connection: sqlite3.Connection, to: Path) -> None:
    os.close(os.open(to, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    with closing(sqlite3.connect(to)) as target:
        connection.backup(target)
        target.execute("PRAGMA journal_mode = DELETE")  # one file, without a log beside it
    _sync(to)


def _copy(source: Path, to: Path) -> None:
    _write(to, source.read_bytes())


def _write(to: Path, content: bytes) -> None:
    to.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with os.fdopen(os.open(to, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())


def _sync(file: Path) -> None:
    handle = os.open(file, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
