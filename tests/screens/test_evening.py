"""A whole evening on the screen alone, with no devices: opened, dealt by the pad, ruled, filled, corrected, closed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.screens.housed_table import HousedTable

TRAY = ((10000, 100), (2500, 200), (500, 200))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[HousedTable]:
    table = HousedTable(tmp_path, "south-dakota-switch-1")
    yield table
    table.book.close()


def opened(table: HousedTable) -> None:
    table.go("menu:table", "table:people", "in:dealer")
    table.sign("Dana")
    table.go("act:open")
    table.count_tray(*TRAY)
    table.go("chips-done")
    table.approve()
    assert table.state.is_open


def test_the_table_is_opened_by_two(table: HousedTable) -> None:
    opened(table)
    assert table.screen.top.dealer == "Dana"


def ready(table: HousedTable) -> None:
    """Cards in, inspected by two, shuffled and cut by the guide, burned."""
    opened(table)
    table.go("menu:shoe", "shoe:decks_in:blue", "shoe:inspected")
    table.approve()
    table.go("shoe:begin:new-cards:hand")
    for _ in range(30):
        guide = table.console.moment.guide
        if guide is None:
            break
        if guide.who == "supervisor":
            table.go("shoe:done")
            table.sign("Sam")
        elif guide.step == "riffle":
            table.go("shoe:riffle:2")
        else:
            names = ("shoe:done", "shoe:offer_cut", "shoe:cut", "shoe:burned")
            table.go(next(name for name in names if name in table.console.pressable()))
    table.go("close")


def test_cards_come_in_by_the_guide(table: HousedTable) -> None:
    ready(table)
    assert table.screen.prompt.big == "Place your bets"
    assert table.state.shoe is not None


def cards(table: HousedTable, *ranks: str) -> None:
    for rank in ranks:
        table.go("face-down" if rank == "?" else f"rank:{rank}")


def dealt(table: HousedTable) -> None:
    """Spot 1 has 20 and 19, spot 2 has 12 and 18; the dealer shows a six."""
    table.go("menu:bets", "bets-spot:1", "chip:2500", "bets-spot:2", "chip:2500", "chip:500", "bets-down")
    cards(table, "T", "9", "5", "T", "6", "T", "T", "7", "8", "?")


def test_a_round_by_the_pad(table: HousedTable) -> None:
    ready(table)
    dealt(table)
    assert table.screen.prompt.big.startswith("Spot 1: ")
    for _ in range(4):
        table.go("act:stand")
    assert table.page == "card-pad"
    cards(table, "5", "9")
    assert table.screen.prompt.big == "“Dealer has 20”"
    assert [row.amount for row in table.screen.side.rows] == ["take 30", "take 30", "take 25", "push"]
    table.go("act:tick")
    assert table.screen.side.rows[0].ticked
    table.go("settle:1")
    assert table.screen.side.rows[1].ticked
    table.go("act:paid_same")
    assert table.screen.top.round == "Round 2"
    assert [spot.wagers[0].label for spot in table.screen.felt.spots if spot.wagers] == ["25", "30"]
