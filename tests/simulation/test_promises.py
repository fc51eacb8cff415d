"""Every promise of a simulated table can be broken: a fault is planted in the product, and it is found."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import Any

import pytest

from dealer_console.game.irregularity import late_call
from dealer_console.game.round_files.round_file import write_play
from dealer_console.journal import Entry
from dealer_console.simulation import promises
from dealer_console.simulation.promises import Promises
from dealer_console.simulation.run import SimulatedTable
from dealer_console.table.session import table_session
from dealer_console.table.session.table_session import TableSession
from dealer_console.table.snapshot import snapshot_of
from dealer_console.table.state.table_state import HOLE
from tests.rigs.open_table import MA, OpenTable, new_journal


def played(rounds: int = 1, *, late_mistakes: float = 0.0, seed: int = 1) -> dict[str, int]:
    table = SimulatedTable("massachusetts-switch", seed, ())
    table.people.late.often = late_mistakes
    return dict(table.run(rounds).violations)


def test_without_a_fault_nothing_is_broken() -> None:
    assert played(2, late_mistakes=0.3) == {}


@pytest.mark.parametrize("fault", [{"locked": True}, {"requests": ()}], ids=["locked", "no request"])
def test_a_screen_that_shows_another_state_is_found(fault: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    shown = snapshot_of

    def wrong(*arguments: Any, **named: Any) -> Any:
        return replace(shown(*arguments, **named), **fault)

    monkeypatch.setattr(table_session, "snapshot_of", wrong)
    assert "screen" in played()


def test_a_state_that_the_journal_does_not_give_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    follow = TableSession._follow

    def forgets(self: TableSession) -> None:
        follow(self)
        self.state.names = {}

    monkeypatch.setattr(TableSession, "_follow", forgets)
    assert "recovery" in played()


def test_an_exported_round_with_another_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last decision of the amended round is left out of the file."""
    monkeypatch.setattr(promises, "write_play", lambda moves: write_play([*moves][:-1]))
    assert "export" in played(4, late_mistakes=0.5)


def test_cards_that_a_late_call_lays_in_another_order_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    rest = late_call._Redeal._rest

    def backwards(self: Any, start: int) -> None:
        rest(self, start)
        self.cards = deque(reversed(self.cards))

    monkeypatch.setattr(late_call._Redeal, "_rest", backwards)
    assert "order" in played(6, late_mistakes=0.5)


# --- entries and states that no table may have ----------------------------------------------------------------------


def entry(seq: int, kind: str, **data: Any) -> Entry:
    nothing: dict[str, Any] = {"version": 1, "device": None, "previous": "", "hash": ""}
    return Entry(seq=seq, kind=kind, at_ms=0, who=None, data=data, **nothing)


DRAWN = {"event": "CardDrawn", "device": "shoe", "device_ms": 1, "draw": 7, "unreadable": False, "face_up": False}
TURNED = {"event": "CardRevealed", "device": "shoe", "command": 1, "draw": 7, "card": "Kh", "why": "DEALT_FACE_UP"}


def test_a_hole_card_that_is_opened_before_it_is_turned_is_found() -> None:
    kept = Promises(new_journal())
    kept._watch_sealed_cards(entry(2, "device-event", **DRAWN, forced=False, commitment="0" * 64, place=HOLE))
    kept._watch_sealed_cards(entry(3, "device-event", **TURNED))
    assert kept.violations == {"secrecy": 1}


@pytest.mark.parametrize(
    ("kind", "told"), [("shoe", "the shoe is out of order"), ("reader", "the reader is out of order")]
)
def test_a_table_that_goes_on_with_a_device_out_of_order_is_found(kind: str, told: str) -> None:
    """As though nothing had been called for the fault."""
    bench = OpenTable("8h 9c Kh 8d 9h 7d", rules=MA, kinds=("shoe", "reader"))
    bench.deal(6)
    bench.operate(kind, "power off")
    bench.run(5.0)
    kept = Promises(bench.journal)
    kept._check_faults(bench.state)
    assert not kept.violations
    assert bench.state.dealt is not None
    bench.state.dealt.undo(bench.state.standing[-1].seq)
    kept._check_faults(bench.state)
    assert any(told in example for example in kept.examples)
