"""The table of phases is the truth: play goes only where its `after` column says, and everywhere it says."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from dealer_console.game import phases
from dealer_console.game.engine import Round, apply
from dealer_console.game.irregularity import irregularities
from dealer_console.game.legality import CHECKS
from dealer_console.game.moves import Move
from dealer_console.game.phases import PHASES, Phase

from .felt import CB, LW1, MA, go_on, table_of
from .states import TABLES, WatchedTable, play_collection

Step = tuple[str, str]


class RecordingRound(Round):
    """A round that writes down every change of its phase, also those that one move passes through."""

    def __init__(self, *args: Any) -> None:
        self.steps: list[Step] = []
        self._phase: Phase = phases.OPEN
        super().__init__(*args)

    @property
    def phase(self) -> Phase:
        return self._phase

    @phase.setter
    def phase(self, new: Phase) -> None:
        if new is not self._phase:
            self.steps.append((self._phase.name, new.name))
        self._phase = new


LISTED = {(phase.name, after) for phase in PHASES.values() for after in phase.after}


class Transitions:
    """Plays every watched round once more in a recording one."""

    def __init__(self) -> None:
        self.by_play: set[Step] = set()
        self.by_ruling: set[Step] = set()
        self.now: RecordingRound | None = None

    def __call__(self, r: Round, move: Move | None) -> None:
        if move is None or self.now is None:
            self.now = RecordingRound(r.table, r.bets)
            return
        self.now.steps.clear()
        apply(self.now, move)
        assert self.now.phase is r.phase
        into = self.by_ruling if type(move) in irregularities.MOVES else self.by_play
        into.update(self.now.steps)


@pytest.fixture(scope="module")
def seen() -> Transitions:
    transitions = Transitions()
    play_collection(transitions)
    for number, (rules, choices) in enumerate(TABLES):
        for _ in WatchedTable(rules, choices, Random(number), transitions).states(20):
            pass
    return transitions


def test_every_transition_of_play_is_listed(seen: Transitions) -> None:
    assert seen.by_play - LISTED == set()


def test_rulings_leave_the_dispute_as_listed(seen: Transitions) -> None:
    assert {step for step in seen.by_ruling if step[0] == "dispute"} - LISTED == set()


def test_every_listed_transition_is_seen(seen: Transitions) -> None:
    assert LISTED - seen.by_play - seen.by_ruling == set()


def test_every_phase_is_reached_and_only_the_last_has_no_successor() -> None:
    assert set(PHASES) == {"open"} | {after for _, after in LISTED}
    assert [phase.name for phase in PHASES.values() if not phase.after] == ["complete"]


def test_every_move_of_a_phase_has_its_check() -> None:
    for phase in PHASES.values():
        assert set(phase.checks) == set(phase.moves)
        assert all(phase.checks[kind] is CHECKS[kind] for kind in phase.moves)
    assert {kind for phase in PHASES.values() for kind in phase.moves} == set(CHECKS)


def test_a_phase_shows_its_name() -> None:
    assert repr(phases.PLAY) == "<phase play>"


@pytest.mark.parametrize(
    ("rules", "choices", "texts", "steps"),
    [
        pytest.param(
            MA,
            {},
            ("9c 9d 6h 8c 8d", "1a stand", "1b stand", "Th", "5c"),
            ["open deal", "deal play", "play show", "show draw", "draw complete"],
            id="the plain course",
        ),
        pytest.param(
            LW1,
            {},
            ("9c 9d Ah 8c 8d ??", "insurance closed", "1 keep", "peek blackjack", "reveal Kc"),
            ["open deal", "deal insurance", "insurance switches", "switches check", "check show", "show complete"],
            id="switches before the check",
        ),
        pytest.param(
            CB,
            {},
            ("9c 6h 2d ??", "1a double", "??", "reveal Tc", "4c", "1a turn Kc"),
            ["open deal", "deal play", "play show", "show draw", "draw turn", "turn complete"],
            id="a double card face down",
        ),
    ],
)
def test_course(rules: str, choices: dict[str, object], texts: tuple[str, ...], steps: list[str]) -> None:
    from dealer_console.game.round_files.round_file import parse_bet

    r = RecordingRound(table_of(rules, **choices), [parse_bet("1 10")])
    go_on(r, *texts)

    assert [" ".join(step) for step in r.steps] == steps
