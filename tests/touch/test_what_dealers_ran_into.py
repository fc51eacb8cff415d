"""What a dealer once ran into, tried again with real clicks at a real window: each has its test here or in the files of
hurried hands, of the guard and of starting."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from dealer_console.demo import evening
from dealer_console.demo.finger import VirtualFinger
from dealer_console.demo.virtual_console import put_sample_wagers, staged_open
from dealer_console.game import moves
from dealer_console.screens.console import Console
from dealer_console.screens.sizes import LOW, SIZES, ScreenSize
from dealer_console.screens.values import Button
from dealer_console.touch.app.robot_export import touchables
from dealer_console.touch.theme.look import Look
from dealer_console.touch.window import ConsoleWindow
from tests.rigs.console_rig import StaffedConsole, open_console, staffed_console
from tests.rigs.staff import PINS, ROLES
from tests.rigs.window_rig import Hand
from tests.screens.screen_parts import buttons, texts
from tests.screens.test_evening import dealt, finished, opened, ready
from tests.touch.test_hurried_hands import MA


@pytest.fixture
def house(tmp_path: Path) -> Iterator[StaffedConsole]:
    table = staffed_console(tmp_path, "massachusetts-switch-1")
    yield table
    table.rig.book.close()


def button(hand: Hand, name: str) -> Button:
    return next(item for item in buttons(hand.table.screen) if item.id == name)


def signs(hand: Hand, name: str, then: str) -> None:
    hand.touch(f"person:{name}", *(f"digit:{digit}" for digit in PINS[name]), then)


# --- devices -------------------------------------------------------------------------------------------------------


def test_a_jam_of_an_idle_shuffler_leaves_the_dealer_at_the_round(qtbot: QtBot) -> None:
    """MA 15(j) speaks of a shuffle: none is going on."""
    table = open_console(MA, kinds=("shoe", "reader", "batch-shuffler"), spots=1, order="Th 9c 6h 2d 3s Kd 4c 5c 6c 7c")
    while table.needs_hands():
        table.hands()
    hand = Hand(table, qtbot)
    table.virtual.operate("batch-shuffler", "fault jam")
    assert table.wait(10.0, lambda: bool(table.state.faults))
    assert table.screen.overlay is None, "no page comes between the dealer and the round"
    hand.touch("act:stand")
    assert isinstance(table.state.standing[-1].move, moves.Stood)


# --- places that never change ---------------------------------------------------------------------------------------


def test_paid_show_stand_close_insurance_and_same_bets_have_five_places(qtbot: QtBot) -> None:
    """An ace up: insurance, both hands stand, the dealer shows and pays."""
    table = open_console(MA, spots=1, order="Th 9c Ah 8d 9s 6c 7d Th Th Th")
    hand, found = Hand(table, qtbot), {}
    for name in ("act:insurance_closed", "act:stand", "act:show", "act:paid", "act:same"):
        for _ in range(20):
            if name in {target.id for target in touchables(hand.window)}:
                break
            if table.needs_hands():
                table.hands()
            elif "act:keep" in table.console.pressable():
                hand.touch("act:stand")
        found[name] = hand.place(name)
        if name == "act:paid" or name == "act:stand":
            hand.hold(name, 0.3)
        elif name != "act:same":
            hand.touch(name)
    places = {(at.x(), at.y()) for at in found.values()}
    assert len(places) == 5, found


def test_insurance_taken_for_one_hand_moves_no_other_under_the_finger(qtbot: QtBot) -> None:
    table = open_console(MA, spots=3, order="Th 9c 5d 6d 8c 7c Ah 8d 9s 3c 4c Tc Jc Kd 6c 7d")
    while table.needs_hands() and "act:insurance_closed" not in table.console.pressable():
        table.hands()
    hand = Hand(table, qtbot, Look(hold=0.05))
    names = [target.id for target in touchables(hand.window) if target.id.startswith(("hand:", "hands:"))]
    assert len(names) >= 3
    before = {name: hand.place(name) for name in names}
    first = names[0]
    hand.touch(first)
    if first.startswith("hands:"):
        hand.touch(next(name for name in table.console.pressable() if name.startswith("which:")))
    assert any(isinstance(moved.move, moves.Insured) for moved in table.state.standing)
    there = {target.id for target in touchables(hand.window)}
    assert all(hand.place(name) == at for name, at in before.items() if name in there)
    assert len(there & set(names)) >= len(names) - 1


@pytest.mark.parametrize("size", SIZES, ids=lambda size: size.name)
def test_no_key_of_the_bets_moves_under_the_finger(qtbot: QtBot, size: ScreenSize) -> None:
    table = open_console(MA)
    hand = Hand(table, qtbot, Look(size=size))
    hand.touch("act:bets")
    names = {target.id for target in touchables(hand.window)}
    before = {name: hand.place(name) for name in names}
    assert {"chip:2500", "target:match", "spot:7", "bets-down", "bets-clear"} <= names
    for touched in ("chip:500", "spot:1", "target:match", "spot:1", "target:main", "spot:7", "bets-clear", "spot:1"):
        hand.touch(touched)
        assert {name: hand.place(name) for name in names} == before, touched


# --- held -----------------------------------------------------------------------------------------------------------


def test_a_void_a_shuffle_and_the_closing_are_held_and_not_tapped(house: StaffedConsole, qtbot: QtBot) -> None:
    opened(house)
    hand = Hand(house, qtbot)
    hand.touch("menu", "menu:table", "table:close", "chip:10000", "digit:5", "chips-done")
    assert house.page == "chips", "a tap closes nothing"
    hand.hold("chips-done", 0.4)
    assert house.page == "request"
    hand.touch("withdraw")
    for _ in range(3):
        QTest.keyClick(hand.window, Qt.Key.Key_Escape)
    hand.touch("menu", "menu:shoe", "shoe:decks_in:blue", "shoe:inspected")
    signs(hand, "Sam", "approve")
    begin = next(name for name in house.console.pressable() if name.startswith("shoe:begin:"))
    hand.touch(begin)
    assert house.state.shift.cards.procedure is None, "a tap begins no shuffle"
    hand.hold(begin, 0.4)
    assert house.state.shift.cards.procedure is not None


def test_a_round_is_voided_by_a_finger_that_rests(qtbot: QtBot) -> None:
    table = open_console(MA, spots=1, order="Th 9c 6h 2d 3s Kd 4c 5c")
    while table.needs_hands():
        table.hands()
    hand = Hand(table, qtbot)
    hand.touch("irregularity", "void")
    assert not table.console.snapshot.requests
    hand.hold("void", 0.4)
    assert [request.action for request in table.console.snapshot.requests] == ["void-round"]


# --- pages ----------------------------------------------------------------------------------------------------------


def test_no_page_has_two_keys_with_one_name_and_closing_the_table_is_not_leaving_the_page(
    house: StaffedConsole, qtbot: QtBot
) -> None:
    opened(house)
    hand = Hand(house, qtbot)
    for way in (("menu",), ("menu:table",), ("table:close",)):
        hand.touch(*way)
        labels = [item.label for item in buttons(house.screen) if item.label]
        assert len(labels) == len(set(labels)), sorted(labels)
    assert button(hand, "close").label == "Back"


@pytest.mark.parametrize("spots", [7])
def test_every_player_of_a_full_table_can_be_reached_on_the_smallest_display(
    house: StaffedConsole, qtbot: QtBot, spots: int
) -> None:
    opened(house)
    hand = Hand(house, qtbot, Look(size=LOW, hold=0.05))
    hand.touch("menu", "menu:table", "table:players")
    for number in range(1, spots + 1):
        hand.touch(f"spot:{number}", "sit")
    for number in range(1, spots + 1):
        hand.touch(f"spot:{number}")
        (leaving,) = [target for target in touchables(hand.window) if target.id.startswith("leaves:")]
        assert leaving.name == f"Player at {number} leaves"
        if number < spots:
            hand.touch(f"spot:{number}")
    hand.touch(leaving.id)
    seated = [player for player in house.state.shift.spots.players if player.spots]
    assert len(seated) == spots - 1


def test_a_tray_that_is_3000_short_is_closed_by_the_pit_manager_alone(house: StaffedConsole, qtbot: QtBot) -> None:
    opened(house)
    hand = Hand(house, qtbot)
    hand.touch("menu", "menu:table", "table:close", "stacks", "chip:10000", "digit:5", "stacks")
    hand.touch("chip:2500", *("digit:8", "digit:0"), "chip:500", *("digit:2", "digit:0", "digit:0"))
    hand.hold("chips-done", 0.4)
    assert house.page == "request"
    assert any("difference" in text for text in texts(house.screen)), "after the count is signed"
    assert any("Dana asks" in text for text in texts(house.screen)), "by name, not by number"
    assert house.console.snapshot.requests[-1].approvers == ("pit-manager",), "nobody else is offered"
    signs(hand, "Sam", "approve")
    assert "pit manager" in house.note
    assert house.state.is_open
    hand.touch("field:badge")
    signs(hand, "Paula", "approve")
    assert not house.state.is_open


def test_only_people_who_may_approve_are_offered_and_never_who_asks(house: StaffedConsole, qtbot: QtBot) -> None:
    """Drew deals and is a supervisor as well."""
    house.console = Console(house, replace(house.config, people=tuple(ROLES), roles=ROLES))
    house.follow()
    hand = Hand(house, qtbot)
    hand.touch("menu", "menu:people", "in:dealer")
    assert offered(hand) == {"Dana", "Drew"}
    signs(hand, "Drew", "sign")
    hand.touch("act:open", "chip:10000", "digit:5", "chips-done")
    assert house.page == "request"
    assert offered(hand) == {"Paula", "Sam", "Sid"}


def offered(hand: Hand) -> set[str]:
    return {target.id.partition(":")[2] for target in touchables(hand.window) if target.id.startswith("person:")}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: size.name)
def test_a_buy_in_and_who_leaves_are_touched_on_the_felt_while_cards_lie_there(
    house: StaffedConsole, qtbot: QtBot, size: ScreenSize
) -> None:
    ready(house)
    dealt(house)
    hand = Hand(house, qtbot, Look(size=size, hold=0.05))
    hand.touch("menu", "menu:table", "table:buy_in", "spot:5", "spot:2")
    assert hand.window.felt.isVisible()
    assert [spot.number for spot in house.screen.felt.spots if spot.in_turn] == [2], "the spot it is for is framed"
    assert house.screen.felt.spots[0].hands, "the cards stay in sight"
    hand.touch("digit:2", "digit:0", "digit:0", "ok")
    assert house.state.shift.till.drop == 20000
    hand.touch("table:players", "spot:3", "spot:1")
    assert [spot.number for spot in house.screen.felt.spots if spot.in_turn] == [1, 3]


# --- money ----------------------------------------------------------------------------------------------------------


def test_a_correction_begins_with_nothing_assumed(house: StaffedConsole, qtbot: QtBot) -> None:
    """Neither that the house pays nor that it paid too much: a dealer touches both."""
    finished(house)
    hand = Hand(house, qtbot)
    hand.touch("menu", "menu:history", "round:1", "payments")
    hand.touch(f"wager:{house.console.snapshot.past[0].settled[0].seq}")
    assert not any(item.checked for item in buttons(house.screen))
    hand.touch("ok")
    assert not house.console.snapshot.requests, "nothing is asked before somebody has said who pays, and why"
    hand.touch("reason:misread")
    assert not button(hand, "ok").enabled, "a misread card does not say who pays"
    hand.touch("way:takes", "digit:5", "ok")
    assert [request.subject["cents"] for request in house.console.snapshot.requests] == [-500]


def test_a_surrender_takes_the_same_amount_on_the_felt_and_in_the_list(qtbot: QtBot) -> None:
    console = staged_open(evening.RULES, cards=evening.CARDS)
    put_sample_wagers(console, evening.RULES)
    finger = VirtualFinger(console)
    finger.press("act:insurance_closed")
    finger.until("act:surrender")
    window = ConsoleWindow(console.console, Look())
    qtbot.addWidget(window)
    window.show()
    surrender = next(target.widget for target in touchables(window) if target.id == "act:surrender")
    QTest.mouseClick(surrender, Qt.MouseButton.LeftButton)
    while (name := finger.until("act:paid", "act:stand", "act:keep", "act:show")) != "act:paid":
        finger.press(name)
    hands = [hand for spot in console.screen.felt.spots for hand in spot.hands]
    given = next(hand for hand in hands if any(mark.kind == "surrendered" for mark in hand.marks))
    line = next(row for row in console.screen.side.rows if row.text.startswith(given.id) and row.amount)
    assert given.wagers[0].way == "take"
    assert given.wagers[0].label == "12.50", "half of the wager, as it is taken"
    assert line.amount.endswith("12.50")


def test_match_bets_that_are_decided_wait_for_the_dealers_touch(qtbot: QtBot) -> None:
    table = open_console(MA, order="Th Ts 6h 6d 3s Kd 4c 5c 6c 7c")
    hand = Hand(table, qtbot)
    hand.touch("act:bets", "chip:2500", "spot:1", "target:match", "chip:500", "spot:1", "bets-down")
    while table.needs_hands():
        table.hands()
    line = next(row for row in table.screen.side.rows if "match" in row.text.casefold())
    assert not line.ticked, "nobody has paid it yet"
    assert "match" in table.screen.prompt.small.casefold()
    hand.touch(line.touch)
    assert next(row for row in table.screen.side.rows if "match" in row.text.casefold()).ticked
    assert "match" not in table.screen.prompt.small.casefold()
