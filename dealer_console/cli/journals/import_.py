"""`dealer-console import`: `.round` files into a new journal. Either all of them, or no journal is made.

The journal is written in a folder beside its place and gets its name when the last round is in it: neither a Ctrl-C nor
a failing disk leaves half of it behind.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from dealer_console.cli.output import print_error, print_json, say_line
from dealer_console.cli.verbs import AsJson, RoundFiles
from dealer_console.game.choices import choose
from dealer_console.game.message import Message, joined
from dealer_console.game.round_files.replay import Fault, replay
from dealer_console.game.round_files.round_file import BadRoundFile, RoundFile, read_round
from dealer_console.game.state import Round
from dealer_console.journal.checkpoints import head_path, sync_folder
from dealer_console.journal.configuration import configuration
from dealer_console.journal.entries.cards import ShoeLoaded
from dealer_console.journal.entry import Draft
from dealer_console.journal.errors import JournalError, JournalRefused
from dealer_console.journal.keys import load_or_create_key
from dealer_console.journal.round_entries import appends_of_round
from dealer_console.journal.storage.on_disk import Journal
from dealer_console.messages import recorded_error
from dealer_console.rulebook import BadFile, NoConfig, UnknownRules, load_rules
from dealer_console.rulebook.load import parse_toml


@dataclass(frozen=True, slots=True, kw_only=True)
class _Read:
    path: Path
    file: RoundFile
    round: Round


def import_(
    files: RoundFiles,
    journal: Annotated[Path, typer.Option("--journal", help="help-import-journal")],
    key_file: Annotated[Path, typer.Option("--key", help="help-import-key-file")],
    table: Annotated[str, typer.Option("--table", help="help-import-table")] = "imported",
    as_json: AsJson = False,
) -> int:
    """Every file is replayed before the journal is made; the entries carry the time of the import."""
    try:
        round_files = [_read(path) for path in _files(files)]
        if not round_files:
            raise JournalRefused(Message("journal-no-round-file-import"))
        _must_be_possible(journal, table)
        summary = _make(journal, load_or_create_key(key_file), table, round_files, time.time_ns() // 1_000_000)
    except JournalError as error:
        return print_error(error, as_json=as_json)
    except OSError as error:
        return print_error(
            Message("command-file-fault", filename=str(error.filename or journal), reason=str(error.strerror or error)),
            as_json=as_json,
        )
    if as_json:
        print_json(summary)
    else:
        say_line(
            "out-imported",
            journal=str(journal),
            rounds=len(round_files),
            entries=str(summary["entries"]),
            key=str(summary["public_key"]),
        )
    return 0


def _must_be_possible(journal: Path, table: str) -> None:
    """Asked before a key is made."""
    if not table.strip():
        raise JournalRefused(Message("journal-table-table-name"))
    if not journal.parent.is_dir():
        raise JournalRefused(Message("journal-no-folder-make-choose", parent=journal.parent))
    if journal.exists():
        raise JournalRefused(Message("journal-exists-already-import-makes", journal=journal))
    if (key_file := journal.with_suffix(".key")).exists():  # of a table: two people begin its journal
        raise JournalRefused(Message("start-journal-not-bring-back", key_file=key_file, file=journal, table=table))
    if (head := head_path(journal)).exists():
        raise JournalRefused(Message("journal-belongs-earlier-name", head=head))


def _make(journal: Path, key: bytes, table: str, round_files: Sequence[_Read], at_ms: int) -> dict[str, object]:
    with tempfile.TemporaryDirectory(prefix=f".{journal.name}-", dir=journal.parent) as folder:
        unfinished = Path(folder) / journal.name
        with Journal.create(unfinished, table=table, signing_key=key, at_ms=at_ms) as imported:
            _write(imported, round_files, at_ms)
        # The head first, as with every new journal: there is no moment at which it may lawfully be without.
        os.rename(head_path(unfinished), head_path(journal))
        os.rename(unfinished, journal)
        sync_folder(journal.parent)
    summary: dict[str, object] = {
        "journal": str(journal),
        "rounds": len(round_files),
        "entries": imported.seq,
        "head": imported.head,
    }
    return {**summary, "public_key": imported.public_key.hex()}


def _files(paths: Sequence[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from sorted(path.rglob("*.round"))
        else:
            yield path


def _read(path: Path) -> _Read:
    try:
        file = read_round(parse_toml(path.read_text("utf-8")))
        replayed = replay(file, load_rules(file.rules))
    except OSError as error:
        raise JournalRefused(Message("journal-cannot-read", path=path, reason=str(error.strerror or error))) from None
    except UnicodeDecodeError:
        raise JournalRefused(Message("journal-no-round-file-not", path=path)) from None
    except (BadRoundFile, UnknownRules, NoConfig, BadFile, ValueError, RecursionError) as error:
        raise JournalRefused(Message("journal-fault-at", path=path, reason=recorded_error(error))) from None
    if replayed.fault is not None or replayed.round is None:
        raise JournalRefused(Message("journal-run-dealer-console-replay", path=path, why=_why(replayed.fault)))
    if replayed.differences:
        differences = joined(replayed.differences)
        raise JournalRefused(Message("journal-expects-what-rules-do", path=path, differences=differences))
    return _Read(path=path, file=file, round=replayed.round)


def _why(fault: Fault | None) -> Message:
    if fault is None:
        return Message("journal-file-without-round")
    reason = Message("journal-by-clause", reason=fault.reason, clause=fault.rule) if fault.rule else fault.reason
    return Message("journal-at-move", move=fault.move, text=fault.text, reason=reason) if fault.move else reason


def _write(journal: Journal, round_files: Sequence[_Read], at_ms: int) -> None:
    written: Draft | None = None
    for number, round_file in enumerate(round_files, start=1):
        # A file tells nothing of the rounds before it: each begins with a full shoe.
        drafts = [Draft.of(ShoeLoaded(decks=round_file.round.table.decks, change="new"))]
        rules = configuration(round_file.file.rules, round_file.file.table, on=round_file.file.date)
        if rules != written:
            drafts.insert(0, rules)
            written = rules
        table = choose(load_rules(round_file.file.rules), round_file.file.table, round_file.file.date)
        for part in appends_of_round(number, table, round_file.round.bets, round_file.round.moves):
            drafts += part
        journal.append(drafts, at_ms=at_ms)
    journal.checkpoint(at_ms)
