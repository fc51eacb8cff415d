"""`dealer-console verify`: is this journal what the table wrote? Names the first entry that does not fit."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from dealer_console.cli.output import CANNOT_RUN, error_code, print_error, print_json, print_line
from dealer_console.cli.verbs import AsJson, JournalFile
from dealer_console.journal.errors import JournalError
from dealer_console.journal.storage import reader
from dealer_console.journal.verification import verify as journal_verify
from dealer_console.journal.verification.stretches import Stretch
from dealer_console.journal.verification.verify import VerifyReport
from dealer_console.journal.verification.walk import Problem

GENUINE, NOT_GENUINE = 0, 1


def verify(
    file: JournalFile,
    public_key: Annotated[
        str | None, typer.Option("--key", "--public-key", help="The public key you were given, in hex.")
    ] = None,
    head_folder: Annotated[Path | None, typer.Option("--head", help="Where the head outside the file is kept.")] = None,
    copy: Annotated[
        bool, typer.Option("--copy", help="The file is a copy from the floor: its end is not signed.")
    ] = False,
    as_json: AsJson = False,
) -> int:
    """0: everything fits; 1: something does not; 2: there is nothing to verify."""
    try:
        key = None if public_key is None else _key(public_key)
        report = (
            _with_progress(file, key, head_folder, copy=copy)
            if _wants_progress(as_json)
            else journal_verify.verify(file, key, head_folder=head_folder, copy=copy, beside=_compare_snapshots)
        )
    except (JournalError, _NoKey) as error:
        if as_json:
            print_json({"file": str(file), "ok": False, "error": str(error), **error_code(error)})
            return CANNOT_RUN
        return print_error(error)
    if as_json:
        print_json(_data(report))
    else:
        _tell(report)
    return GENUINE if report.ok else NOT_GENUINE


def _compare_snapshots(stretch: Stretch) -> Problem | None:
    """The table's own fold is loaded only where a journal has snapshots to compare."""
    with reader.read_only(stretch.path) as connection:
        if connection.execute("SELECT 1 FROM entries WHERE kind = 'snapshot' LIMIT 1").fetchone() is None:
            return None
    from dealer_console.table.session.snapshot_check import compare_snapshots

    return compare_snapshots(stretch)


class _NoKey(ValueError):
    """The text given is no public key."""


def _key(text: str) -> bytes:
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != 32:
        raise _NoKey(f"{text!r} is no public key: give the 64 hexadecimal digits that came with the journal")
    return key


def _wants_progress(as_json: bool) -> bool:
    return not as_json and sys.stderr.isatty()


def _with_progress(file: Path, key: bytes | None, head_folder: Path | None, *, copy: bool) -> VerifyReport:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("verifying"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    # Drawn by hand: a drawing thread would keep the walks from sharing the work by a plain fork.
    with Progress(*columns, console=Console(stderr=True), auto_refresh=False, transient=True) as bar:
        task = bar.add_task("verifying", total=None)

        def tell(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total, refresh=True)

        return journal_verify.verify(file, key, tell, head_folder=head_folder, copy=copy, beside=_compare_snapshots)


def _data(report: VerifyReport) -> dict[str, object]:
    data = {**asdict(report), "file": str(report.path), "ok": report.ok}
    data.pop("path")
    return data


def _tell(report: VerifyReport) -> None:
    print_line(f"{report.path}: table {report.table or 'unknown'}, log {report.log or 'unknown'}")
    print_line(f"  {report.entries} entries, {report.rounds} rounds, {report.settlements} settlements recomputed")
    print_line(f"  {report.checkpoints} checkpoints, signed up to entry {report.signed_up_to}")
    if report.keys > 1:
        print_line(f"  signed with {report.keys} keys, one after the other; each names the next")
    if report.public_key and not report.key_was_given:
        print_line(f"  key {report.public_key} as the journal itself names it; compare it with the key you were given")
    if report.problem is None:
        unsigned = f"; NOT SIGNED from entry {report.signed_up_to + 1} on"
        print_line("  genuine" + (unsigned if report.signed_up_to < report.entries else ""))
    else:
        print_line(f"  NOT GENUINE: {report.problem}")
