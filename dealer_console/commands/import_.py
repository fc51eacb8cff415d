"""`dealer-console import`: `.round` files into a new journal. Either all of them, or no journal is made."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from dealer_console.commands.speaking import complain, say, say_json
from dealer_console.game.choices import choose
from dealer_console.game.replay import replay
from dealer_console.game.round_file import BadRoundFile, RoundFile, read_round
from dealer_console.game.state import Round
from dealer_console.journal.configuration import configuration
from dealer_console.journal.entry import Draft
from dealer_console.journal.errors import JournalError, JournalRefused
from dealer_console.journal.keys import load_or_create_key
from dealer_console.journal.on_disk import Journal
from dealer_console.journal.recording import appends_of_round
from dealer_console.rulebook import BadFile, NoConfig, UnknownRules, load_rules


@dataclass(frozen=True, slots=True, kw_only=True)
class _Read:
    path: Path
    file: RoundFile
    round: Round


def import_rounds(
    files: Sequence[Path], *, journal: Path, key_file: Path, table: str, at_ms: int, as_json: bool = False
) -> int:
    """Every file is replayed before the journal is made; `at_ms` is the time that the entries carry."""
    try:
        found = [_read(path) for path in _files(files)]
        if not found:
            return complain("there is no .round file to import")
        with Journal.create(journal, table=table, signing_key=load_or_create_key(key_file), at_ms=at_ms) as made:
            _write(made, found, at_ms)
            summary = {"journal": str(journal), "rounds": len(found), "entries": made.seq, "head": made.head}
            public_key = made.public_key.hex()
    except JournalError as error:
        return complain(str(error))
    if as_json:
        say_json({**summary, "public_key": public_key})
    else:
        say(f"{journal}: {summary['rounds']} rounds in {summary['entries']} entries; public key {public_key}")
    return 0


def _files(paths: Sequence[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from sorted(path.rglob("*.round"))
        else:
            yield path


def _read(path: Path) -> _Read:
    try:
        file = read_round(tomllib.loads(path.read_text("utf-8")))
        replayed = replay(file, load_rules(file.rules))
    except (OSError, BadRoundFile, UnknownRules, NoConfig, BadFile, ValueError, RecursionError) as error:
        raise JournalRefused(f"{path}: {error}") from None
    if replayed.fault is not None or replayed.round is None:
        fault = replayed.fault
        raise JournalRefused(f"{path}: " + (f"move {fault.move} ({fault.text}): {fault.reason}" if fault else "empty"))
    return _Read(path=path, file=file, round=replayed.round)


def _write(journal: Journal, found: Sequence[_Read], at_ms: int) -> None:
    written: Draft | None = None
    for number, each in enumerate(found, start=1):
        # A file tells nothing of the rounds before it: each begins with a full shoe.
        drafts = [Draft(kind="shoe", data={"decks": each.round.table.decks, "change": "new"})]
        rules = configuration(each.file.rules, each.file.table, on=each.file.date)
        if rules != written:
            drafts.insert(0, rules)
            written = rules
        table = choose(load_rules(each.file.rules), each.file.table, each.file.date)
        for part in appends_of_round(number, table, each.round.bets, each.round.moves):
            drafts += part
        journal.append(drafts, at_ms=at_ms)
    journal.checkpoint(at_ms)
