"""Hurried hands at a real table, with real clicks and keys: nothing is decided twice, no PIN stands in clear."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from dealer_console.screens.values import Field, Screen
from tests.rigs.console_rig import AnyConsole, StaffedConsole, open_console, staffed_console
from tests.rigs.staff import PINS
from tests.rigs.window_rig import Hand
from tests.screens.screen_parts import parts, texts

MA = "massachusetts-switch"


def dealt(qtbot: QtBot, order: str = "Th 9c 6h 2d 3s Kd", spots: int = 1) -> Hand:
    table = open_console(MA, spots=spots, order=order + " 4c 5c 6c 7c 8c 9d 2h 3h")
    while table.needs_hands():
        table.hands()
    return Hand(table, qtbot)


def decisions(table: AnyConsole) -> int:
    return len(table.state.round.moves) if table.state.round is not None else 0


# --- taps -----------------------------------------------------------------------------------------------------------


def test_a_double_tap_on_stand_decides_for_one_hand(qtbot: QtBot) -> None:
    hand = dealt(qtbot)
    stand, before = hand.place("act:stand"), decisions(hand.table)
    hand.tap(stand)
    hand.tap(stand, after=0.15)
    assert decisions(hand.table) == before + 1
    hand.tap(stand, after=0.5)
    assert decisions(hand.table) == before + 2, "after a pause it is meant"


@pytest.mark.parametrize("pause", [0.12, 0.2, 0.3])
def test_twelve_taps_on_one_place_decide_once(qtbot: QtBot, pause: float) -> None:
    hand = dealt(qtbot)
    stand, before = hand.place("act:stand"), decisions(hand.table)
    for _ in range(12):
        hand.tap(stand, after=pause)
    assert decisions(hand.table) == before + 1


def test_slow_taps_on_one_place_never_play_a_round_to_paid_and_deal_the_next(qtbot: QtBot) -> None:
    """Show, stand, close insurance, same bets and paid stand in five different places."""
    hand = dealt(qtbot)
    stand = hand.place("act:stand")
    for _ in range(12):
        hand.tap(stand, after=1.0)
        while hand.table.needs_hands():
            hand.table.hands()
    assert hand.table.state.round is not None
    assert not hand.table.state.round.complete
    assert hand.table.action("show") is not None


def test_a_tap_pays_nothing_and_a_rest_does(qtbot: QtBot) -> None:
    hand = dealt(qtbot)
    hand.touch("act:stand", "act:stand", "act:show")
    while hand.table.needs_hands():
        hand.table.hands()
    assert hand.table.wait(5.0, lambda: hand.table.action("paid") is not None)
    hand.touch("act:paid")
    assert hand.table.state.in_round, "a tap is not enough"
    hand.hold("act:paid", 0.4)
    assert not hand.table.state.in_round


def test_a_key_has_to_be_held_as_well(qtbot: QtBot) -> None:
    hand = dealt(qtbot)
    hand.touch("act:stand", "act:stand", "act:show")
    while hand.table.needs_hands():
        hand.table.hands()
    assert hand.table.wait(5.0, lambda: hand.table.action("paid") is not None)
    hand.window.refresh()
    QTest.keyClick(hand.window, Qt.Key.Key_P)
    assert hand.table.state.in_round
    QTest.keyPress(hand.window, Qt.Key.Key_P)
    QTest.qWait(400)
    QTest.keyRelease(hand.window, Qt.Key.Key_P)
    assert not hand.table.state.in_round


# --- wagers ---------------------------------------------------------------------------------------------------------


def test_seven_wagers_take_nine_touches(qtbot: QtBot) -> None:
    table = open_console(MA)
    hand = Hand(table, qtbot)
    before = table.console.touches
    hand.touch("act:bets", "chip:2500", *(f"spot:{number}" for number in range(1, 8)))
    opened = 1
    hand.touch("bets-down")
    assert [(bet.spot, bet.amount) for bet in table.state.bets] == [(number, 2500) for number in range(1, 8)]
    assert table.console.touches - before - opened <= 9


def test_leaving_the_bets_asks_before_nine_wagers_are_thrown_away(qtbot: QtBot) -> None:
    table = open_console(MA)
    hand = Hand(table, qtbot)
    hand.touch("act:bets", "chip:2500", "spot:1", "spot:2", "spot:3", "close")
    assert table.screen.overlay is not None
    assert "bets-away" in table.console.pressable()
    hand.touch("bets-away")
    assert table.screen.overlay is not None, "it has to be held"
    hand.touch("close")
    assert [len(spot.wagers) for spot in table.screen.felt.spots[:4]] == [1, 1, 1, 0], "nothing is lost"
    hand.touch("close")
    hand.hold("bets-away", 0.4)
    assert table.screen.overlay is None
    assert table.state.bets == ()


# --- PINs -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def house(tmp_path: Path) -> Iterator[StaffedConsole]:
    table = staffed_console(tmp_path, "south-dakota-switch-1")
    yield table
    table.rig.book.close()


def in_clear(screen: Screen, digits: str) -> bool:
    values = [part.value for part in parts(screen) if isinstance(part, Field)]
    return any(digits in value for value in values) or any(digits in text for text in texts(screen))


def test_a_pin_typed_before_anybody_is_chosen_never_stands_there_in_clear(house: StaffedConsole, qtbot: QtBot) -> None:
    hand = Hand(house, qtbot)
    hand.touch("act:open")
    assert house.page == "sign"
    for typed in range(1, 5):
        hand.type("7413"[typed - 1])
        assert not in_clear(house.screen, "7413"[:typed]) or typed == 1
        QTest.keyClick(hand.window, Qt.Key.Key_Tab)
    values = [part.value for part in parts(house.screen) if isinstance(part, Field)]
    assert values == ["••••", ""]


def test_a_badge_reader_that_types_and_then_the_pin(house: StaffedConsole, qtbot: QtBot) -> None:
    """A reader types the digits of the badge and Return, as fast as a line is."""
    hand = Hand(house, qtbot)
    hand.touch("act:open")
    badge = house.rig.people["Dana"].badge
    hand.type(badge)
    QTest.keyClick(hand.window, Qt.Key.Key_Return)
    hand.type(PINS["Dana"])
    assert not in_clear(house.screen, badge)
    assert not in_clear(house.screen, PINS["Dana"])
    QTest.keyClick(hand.window, Qt.Key.Key_Return)
    assert house.screen.top.dealer == "Dana"
    assert house.page == "chips", "who opens has signed in and is not asked again"


# --- pages ----------------------------------------------------------------------------------------------------------


def test_three_escapes_lead_back_to_the_table_from_everywhere(house: StaffedConsole, qtbot: QtBot) -> None:
    hand = Hand(house, qtbot)
    ways = (
        ("menu", "menu:table", "table:report"),
        ("menu", "menu:people", "in:dealer"),
        ("menu", "menu:devices"),
        ("menu", "menu:settings"),
        ("act:open",),
    )
    for way in ways * 3:
        hand.touch(*way)
        for _ in range(3):
            QTest.keyClick(hand.window, Qt.Key.Key_Escape)
        assert house.screen.overlay is None, way


def test_a_finger_that_rests_on_stand_lets_both_hands_of_the_spot_stand(qtbot: QtBot) -> None:
    hand = dealt(qtbot)
    before, touches = decisions(hand.table), hand.table.console.touches
    hand.hold("act:stand", 0.4)
    assert decisions(hand.table) == before + 2
    assert hand.table.console.touches == touches + 1


def test_the_dealer_touches_that_the_cards_agree_and_the_shoe_that_is_back_deals_on(qtbot: QtBot) -> None:
    table = open_console(MA, spots=1, order="Th 9c 6h 2d 3s Kd 4c 5c")
    for _ in range(3):
        table.draw()
    hand = Hand(table, qtbot)
    table.virtual.operate("shoe", "fault disconnect:for=10")
    assert table.wait(30.0, lambda: table.console.snapshot.returned is not None)
    at = hand.place("compare:agree")
    hand.tap(at)
    hand.tap(at, after=0.05)  # a second tap on the same place, which is another button now
    assert table.state.irregularity is None
    assert [moved.who for moved in table.state.standing] == [None] * 3
    table.wait(1.0)
    table.draw()
    assert len(table.state.standing) == 4
