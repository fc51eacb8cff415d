"""The promises of the evenings notice a table that breaks them: each planted fault is caught."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer_console.game.wagers.settlement_difference import money_to_move
from dealer_console.table.commands.round import settlement
from dealer_console.table.state import late_call
from tests.rigs.open_table import CB, MA
from tests.table.late.evening import sealed_shoe
from tests.table.late.test_late_evenings import FACE_DOWN, PAID, TWO, _cards, told_at

SHUT_DOWN = ("Th 5c 6d 4h 8c (Kd)", "1a hit", "9h", "2a stand", "show", "2s", "call 9h shoe-empty / misdeal")


def evening(told: tuple[str, ...], folder: Path, rules: str = MA, bets: tuple[str, ...] = ("1 25",)) -> None:
    told_at(sealed_shoe(_cards(told), rules, bets, FACE_DOWN if rules == MA else {}), told, folder)


def test_chips_that_move_twice(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    evening(PAID, tmp_path)
    monkeypatch.setattr(late_call, "money_to_move", lambda old, new, _lying: money_to_move(old, new, old.settlements))
    again = tmp_path / "again"
    again.mkdir()
    with pytest.raises(AssertionError):
        evening(PAID, again)


def test_cards_without_a_place_that_nobody_counts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    evening(SHUT_DOWN, tmp_path, CB, TWO)
    monkeypatch.setattr(settlement, "loose_cards", lambda _state: [])
    again = tmp_path / "again"
    again.mkdir()
    with pytest.raises(AssertionError):
        evening(SHUT_DOWN, again, CB, TWO)
