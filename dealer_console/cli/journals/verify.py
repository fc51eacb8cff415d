"""`dealer-console verify`: is this journal what the table wrote? Names the first entry that does not fit."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from dealer_console.cli.output import CANNOT_RUN, error_code, print_error, print_json, say_line, words
from dealer_console.cli.verbs import AsJson, JournalFile
from dealer_console.game.message import Message, Quoted
from dealer_console.journal.errors import JournalError
from dealer_console.journal.storage import reader
from dealer_console.journal.verification import verify as journal_verify
from dealer_console.journal.verification.damage import log_of, lost_entries
from dealer_console.journal.verification.stretches import Stretch
from dealer_console.journal.verification.verify import VerifyReport
from dealer_console.journal.verification.walk import Problem
from dealer_console.messages import MessageError, recorded

GENUINE, NOT_GENUINE = 0, 1


def verify(
    file: JournalFile,
    public_key: Annotated[str | None, typer.Option("--key", "--public-key", help="help-verify-public-key")] = None,
    head_folder: Annotated[Path | None, typer.Option("--head", help="help-verify-head-folder")] = None,
    copy: Annotated[bool, typer.Option("--copy", help="help-verify-copy")] = False,
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
    lost = () if report.ok else _lost(file)
    if as_json:
        print_json({**_data(report), "lost": [[numbers[0], numbers[-1]] for numbers in lost]})
    else:
        _print_report(report)
        if lost:
            say_line("out-lost-entries", entries=tuple(map(_span, lost)))
    return GENUINE if report.ok else NOT_GENUINE


def _compare_snapshots(stretch: Stretch) -> Problem | None:
    """The table's own fold is loaded only where a journal has snapshots to compare."""
    with reader.read_only(stretch.path) as connection:
        if not reader.places_of(connection, "snapshot"):
            return None
    from dealer_console.table.session.recovery import compare_snapshots

    return compare_snapshots(stretch)


def _lost(file: Path) -> tuple[range, ...]:
    """The entries that are not what was written; every other one is proven by its own hash."""
    try:
        with reader.read_only(file) as connection:
            return lost_entries(connection, log_of(connection))
    except JournalError:
        return ()  # the report says why nothing can be read


def _span(numbers: range) -> str:
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}"


class _NoKey(MessageError):
    """The text given is no public key."""


def _key(text: str) -> bytes:
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != 32:
        raise _NoKey(Message("journal-no-public-key", text=Quoted(text)))
    return key


def _wants_progress(as_json: bool) -> bool:
    return not as_json and sys.stderr.isatty()


def _with_progress(file: Path, key: bytes | None, head_folder: Path | None, *, copy: bool) -> VerifyReport:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from dealer_console.cli.terminal import terminal

    columns = (
        TextColumn(words()("verify-progress"), markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    # Drawn by hand: a drawing thread would keep the walks from sharing the work by a plain fork.
    with Progress(*columns, console=terminal(stderr=True), auto_refresh=False, transient=True) as bar:
        task = bar.add_task("", total=None)

        def report(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total, refresh=True)

        return journal_verify.verify(file, key, report, head_folder=head_folder, copy=copy, beside=_compare_snapshots)


def _data(report: VerifyReport) -> dict[str, object]:
    data = {**asdict(report), "file": str(report.path), "ok": report.ok}
    data.pop("path")
    if report.problem is not None:
        data["problem"] = {**asdict(report.problem), "what": recorded(report.problem.what)}
    return data


def _print_report(report: VerifyReport) -> None:
    unknown = Message("out-unknown")
    say_line("out-verified", file=str(report.path), table=report.table or unknown, log=report.log or unknown)
    say_line("out-recomputed", entries=report.entries, rounds=report.rounds, settlements=report.settlements)
    say_line("out-signed-up-to", points=report.checkpoints, entry=report.signed_up_to)
    if report.keys > 1:
        say_line("out-signed-by-keys", count=report.keys)
    if report.public_key and not report.key_was_given:
        say_line("out-own-key", key=report.public_key)
    if report.problem is None:
        unsigned = report.signed_up_to < report.entries
        say_line("out-genuine-unsigned", entry=report.signed_up_to + 1) if unsigned else say_line("out-genuine")
    else:
        say_line("out-not-genuine", problem=report.problem.message)
