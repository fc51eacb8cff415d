"""The rounds of a journal, one after the other: for export and history.

They are read as they stand; whether they are genuine is the business of `verify`. Of a damaged journal those can be
had of which nothing is lost.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from datetime import date
from itertools import groupby
from pathlib import Path

from dealer_console.game.money import show
from dealer_console.game.moves import IrregularityCalled, RoundVoided
from dealer_console.game.round_files.round_file import RoundFile, write_bet, write_play
from dealer_console.journal.entries.cards import ShoeLoaded
from dealer_console.journal.entries.device_events import CardsReturned
from dealer_console.journal.entries.journal_own import ConfigurationSet
from dealer_console.journal.entries.rounds import LateCallMade, RoundOpened, SettlementCorrected
from dealer_console.journal.entry import Entry
from dealer_console.journal.round_fold import RoundFold
from dealer_console.journal.storage import reader
from dealer_console.journal.verification.damage import log_of, whole_entries


class RecordedRound(RoundFold):
    """One round of a journal, with the configuration that it was dealt by."""

    def __init__(
        self, entry: Entry, opened: RoundOpened, configuration: ConfigurationSet | None, face_up_before: int = 0
    ) -> None:
        super().__init__(entry.seq, opened, entry.at_ms)
        self.configuration = configuration
        self.face_up_before = face_up_before  # cards found face up earlier in the same shoe (MA 15(b))
        self.corrected = False  # did a supervisor correct one of its settlements?

    def as_file(self) -> RoundFile:
        rules = self.configuration
        return RoundFile(
            rules=self.rules,
            table=dict(rules.choices) if rules is not None else {},
            bets=tuple(self.bet_texts),
            play=tuple(write_play(self.moves)),
            date=date.fromisoformat(rules.date) if rules is not None and rules.date is not None else None,
            face_up_before=self.face_up_before,
        )

    @property
    def rules(self) -> str:
        return self.configuration.rules if self.configuration is not None else ""

    @property
    def bet_texts(self) -> list[str]:
        return [write_bet(bet) for bet in self.bets]

    @property
    def house_net(self) -> str | None:
        """Once the round is over."""
        return show(self.closed.house_net) if self.closed is not None else None

    @property
    def spots(self) -> set[int]:
        return {bet.spot for bet in self.bets}

    @property
    def face_up(self) -> int:
        """The cards found face up in this round and ruled on."""
        followed = zip(self.moves, self.moves[1:], strict=False)
        return sum(
            isinstance(call, IrregularityCalled)
            and call.code == "card-face-up-in-shoe"
            and not isinstance(answer, RoundVoided)
            for call, answer in followed
        )

    @property
    def irregularities(self) -> list[str]:
        return [move.code for move in self.moves if isinstance(move, IrregularityCalled)]


def recorded_rounds(path: Path) -> Iterator[RecordedRound]:
    """All rounds in order, an open one last."""
    with reader.read_only(path) as connection:
        yield from _rounds(reader.entries(connection), _corrected(connection))


def whole_rounds(path: Path) -> Iterator[RecordedRound]:
    """Those of a damaged journal that its entries still tell from their opening to the next one."""
    with reader.read_only(path) as connection:
        entries = list(whole_entries(connection, log_of(connection)))
        rules_set, end = reader.places_of(connection, "configuration"), reader.last_seq(connection)
    corrected = [entry.typed.corrects for entry in entries if isinstance(entry.typed, SettlementCorrected)]
    for place, group in groupby(enumerate(entries), lambda numbered: numbered[1].seq - numbered[0]):
        stretch = [entry for _, entry in group]
        first, last = stretch[0].seq, stretch[-1].seq
        before = [entry for entry in entries[: first - place] if entry.kind == "configuration"][-1:]
        missed = [seq for seq in rules_set if seq < first][-1:] != [entry.seq for entry in before]
        rounds = list(_rounds(stretch if missed else [*before, *stretch], corrected))
        fresh = next((entry.seq for entry in stretch if isinstance(entry.typed, ShoeLoaded | CardsReturned)), last + 1)
        for number, round_ in enumerate(rounds, start=1):
            ends = number < len(rounds) or last == end
            # What a call says of a card face up depends on how many came before in the same shoe.
            counted = first == 1 or round_.first_entry > fresh or not (round_.face_up or round_.face_up_before)
            if ends and counted and round_.configuration is not None:
                yield round_


def _rounds(entries: Iterable[Entry], corrected: list[int]) -> Iterator[RecordedRound]:
    configuration: ConfigurationSet | None = None
    fold: RecordedRound | None = None
    shuffled = True  # since the last round: another shoe
    for entry in entries:
        typed = entry.typed
        if isinstance(typed, ConfigurationSet):
            configuration = typed
        elif isinstance(typed, RoundOpened):
            if fold is not None:
                yield fold
            face_up = 0 if fold is None or shuffled else fold.face_up_before + fold.face_up
            fold, shuffled = RecordedRound(entry, typed, configuration, face_up), False
        elif fold is None:
            continue
        elif fold.closed is None or isinstance(typed, LateCallMade):
            fold.take(entry)  # a late call opens the last round again
            if fold.closed is not None:
                fold.corrected = any(fold.first_entry <= seq <= fold.last_entry for seq in corrected)
        elif isinstance(typed, ShoeLoaded | CardsReturned):
            shuffled = True
    if fold is not None:
        yield fold


def _corrected(connection: sqlite3.Connection) -> list[int]:
    """The entries that a supervisor corrected, often long after their round."""
    corrections = (reader.judged_entry(row, "").typed for row in reader.rows_of(connection, "correction"))
    return [entry.corrects for entry in corrections if isinstance(entry, SettlementCorrected)]
