"""The diagram in the documents is true: no round of the tests leaves a phase by a way that the table does not name."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

from dealer_console.game.choices import BadChoices, choose
from dealer_console.game.engine import apply, why_not
from dealer_console.game.errors import Refused
from dealer_console.game.notation import BadNotation, parse_moves
from dealer_console.game.phases import OPEN, PHASES, Phase
from dealer_console.game.round_file import BadRoundFile, RoundFile, parse_bet, read_round
from dealer_console.game.state import Round
from dealer_console.proof.documents.clause_index import ROOT
from dealer_console.rulebook import load_rules

Way = tuple[str, str]


class WatchedRound(Round):
    """A round that remembers every change of its phase, also those inside one move."""

    ways: set[Way]
    now: Phase = OPEN

    @property
    def phase(self) -> Phase:
        return self.now

    @phase.setter
    def phase(self, new: Phase) -> None:
        if new is not self.now:
            self.ways.add((self.now.name, new.name))
        self.now = new


def _ways(file: RoundFile) -> Iterator[Way]:
    """The ways that a round takes; one that a ruling ends is taken off the table where it stands."""
    round_ = WatchedRound(choose(load_rules(file.rules), file.table, file.date), [parse_bet(bet) for bet in file.bets])
    for text in file.play:
        for move in parse_moves(text):
            round_.ways = set()
            if why_not(round_, move) is not None:
                return
            apply(round_, move)
            if round_.ended_by is None and any(spot.left for spot in round_.spots):
                yield from round_.ways


def _all_ways() -> dict[Way, Path]:
    found: dict[Way, Path] = {}
    for file in sorted((ROOT / "tests" / "rounds").rglob("*.round")):
        try:
            for way in _ways(read_round(tomllib.loads(file.read_text("utf-8")))):
                found.setdefault(way, file)
        except (BadChoices, BadNotation, BadRoundFile, Refused):
            continue  # a round that must be refused before its first move takes no way
    return found


def test_rounds_take_no_way_that_the_table_does_not_name() -> None:
    named = {(phase.name, after) for phase in PHASES.values() for after in phase.after}
    assert {way: file.name for way, file in _all_ways().items() if way not in named} == {}
