"""`dealer-console export`: rounds of a journal as `.round` files, each with its result as expectation.

All files or none: they are written into a folder of their own and moved when the last one is there.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from dealer_console.cli.output import print_error, print_json, print_line
from dealer_console.cli.verbs import AsJson, JournalFile
from dealer_console.game.hand import is_toke
from dealer_console.game.message import Message
from dealer_console.game.money import show
from dealer_console.game.round_files.round_file import RoundFile, write_round
from dealer_console.journal.errors import JournalError, JournalRefused
from dealer_console.journal.rounds import RecordedRound, recorded_rounds, whole_rounds
from dealer_console.journal.storage.reader import as_a_table_wrote_it

Span = range


def spans(words: Collection[str]) -> list[Span]:
    """`7` and `12-20` as people write them. Raises `JournalRefused` for anything else."""
    ranges = []
    for word in words:
        match = re.fullmatch(r"(\d{1,12})(?:-(\d{1,12}))?", word.strip(), re.ASCII)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        if not 1 <= first <= last:
            raise JournalRefused(Message("journal-round-write-number-round", word=word))
        ranges.append(range(first, last + 1))
    return ranges


def export(
    journal: JournalFile,
    to: Annotated[Path, typer.Option("--to", help="help-export-to")],
    rounds: Annotated[list[str] | None, typer.Option("--round", help="help-export-rounds")] = None,
    damaged: Annotated[bool, typer.Option("--damaged", help="help-export-damaged")] = False,
    as_json: AsJson = False,
) -> int:
    """All rounds, or those of the given numbers, into a folder; nothing there is overwritten."""
    try:
        chosen = spans(rounds or ())
        with as_a_table_wrote_it(journal):
            files = _export(journal, to, chosen, whole_rounds if damaged else recorded_rounds)
    except FileExistsError as error:
        return print_error(Message("command-exists-already-export-into", filename=error.filename), as_json=as_json)
    except JournalError as error:
        return print_error(error, as_json=as_json)
    except OSError as error:
        return print_error(
            Message("command-file-fault", filename=str(error.filename or to), reason=str(error.strerror or error)),
            as_json=as_json,
        )
    for number, file in files:
        if as_json:
            print_json({"round": number, "file": str(file)})
        else:
            print_line(str(file))
    return 0


def _export(
    journal: Path, to: Path, chosen: Sequence[Span], read: Callable[[Path], Iterator[RecordedRound]]
) -> list[tuple[int, Path]]:
    rounds = (round_ for round_ in read(journal) if not chosen or any(round_.number in span for span in chosen))
    first = next(rounds, None)  # a journal that cannot be read must not leave an empty folder
    if to.exists() and not to.is_dir():
        raise JournalRefused(Message("journal-file-name-folder", to=to))
    new_folder = not to.exists()
    to.mkdir(parents=True, exist_ok=True)
    try:
        with tempfile.TemporaryDirectory(prefix=".exporting-", dir=to) as folder:
            written = _write(first, rounds, Path(folder), to)
            _must_be_there(journal, [number for number, _ in written], chosen)
            for _, file in written:
                (Path(folder) / file.name).rename(file)
    except BaseException:
        if new_folder:
            shutil.rmtree(to, ignore_errors=True)
        raise
    return written


def _write(
    first: RecordedRound | None, others: Iterator[RecordedRound], folder: Path, to: Path
) -> list[tuple[int, Path]]:
    written = []
    for round_ in [] if first is None else _joined(first, others):
        file = to / f"round-{round_.number:06d}.round"
        if file.exists():
            raise FileExistsError(0, "", str(file))
        (folder / file.name).write_text(write_round(round_file(round_)), "utf-8")
        written.append((round_.number, file))
    return written


def _joined(first: RecordedRound, others: Iterator[RecordedRound]) -> Iterator[RecordedRound]:
    yield first
    yield from others


def _must_be_there(journal: Path, written: Collection[int], chosen: Sequence[Span]) -> None:
    numbers = set(written)
    missing = [span for span in chosen if not any(number in numbers for number in span)]
    if missing:
        named = ", ".join(str(span[0]) if len(span) == 1 else f"{span[0]}-{span[-1]}" for span in missing)
        raise JournalRefused(Message("journal-no-round-nothing-exported", journal=journal, named=named))


def round_file(round_: RecordedRound) -> RoundFile:
    """With the house's and every bettor's result as expectation, once the round is over."""
    if round_.house_net is None:
        return round_.as_file()
    nets: dict[str, int] = {}
    for wager in round_.settled:
        settled = wager.settlement
        if not is_toke(settled.wager):
            place = f"{settled.spot}" if settled.bettor == 1 else f"{settled.spot}/{settled.bettor}"
            nets[place] = nets.get(place, 0) + settled.pays - settled.takes
    expect = [f"net {place} {show(amount)}" for place, amount in sorted(nets.items())]
    return replace(round_.as_file(), expect=(*expect, f"house {round_.house_net}"))
