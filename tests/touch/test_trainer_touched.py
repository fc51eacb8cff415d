"""The trainer's page of a demonstration under a pointer: every key of shoe, shuffler and reader reaches its device."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from dealer_console.demo.demo_table import trainer_actions
from dealer_console.screens.console import Console
from dealer_console.screens.sizes import LOW, SIZES, UPRIGHT, WIDE, ScreenSize
from dealer_console.touch.theme.look import Look
from tests.screens.played_table import PlayedTable, played_at
from tests.screens.screen_parts import buttons, texts
from tests.screens.test_late_call import skipped_hand
from tests.touch.test_hurried_hands import MA, Hand

KINDS = ("shoe", "batch-shuffler", "reader")
FAULTS = [("shoe", "jam"), ("batch-shuffler", "jam"), ("reader", "sensor")]


@pytest.fixture
def trained() -> PlayedTable:
    table = played_at(MA, kinds=KINDS, spots=1)
    house = replace(table.house, trainer=trainer_actions(KINDS, table.virtual.operate))
    table.console = Console(table, house)
    table.follow()
    return table


def at_the_trainer(table: PlayedTable, qtbot: QtBot, kind: str, size: ScreenSize = WIDE) -> Hand:
    hand = Hand(table, qtbot, Look(size=size))
    hand.touch("menu", "menu:trainer", f"trainer:{kind}")
    return hand


def note_of(table: PlayedTable) -> str:
    assert table.screen.overlay is not None
    return table.screen.overlay.note


@pytest.mark.parametrize("size", [LOW, WIDE, UPRIGHT], ids=lambda size: size.name)
@pytest.mark.parametrize("kind", KINDS)
def test_a_finger_pulls_a_cable_and_puts_it_back(
    qtbot: QtBot, trained: PlayedTable, kind: str, size: ScreenSize
) -> None:
    hand = at_the_trainer(trained, qtbot, kind, size)
    hand.touch(f"trainer:{kind}:off")
    assert note_of(trained).startswith("✓")
    assert trained.wait(10.0, lambda: trained.state.links[kind] == "away")
    hand.touch(f"trainer:{kind}:on")
    assert note_of(trained).startswith("✓")
    assert trained.wait(20.0, lambda: trained.state.links[kind] == "ready")


@pytest.mark.parametrize(("kind", "fault"), FAULTS)
def test_a_finger_breaks_a_device_and_mends_it(qtbot: QtBot, trained: PlayedTable, kind: str, fault: str) -> None:
    """What has latched stays for a supervisor; what caused it is gone."""
    hand = at_the_trainer(trained, qtbot, kind)
    hand.touch(f"trainer:{kind}:{fault}")
    assert note_of(trained).startswith("✓")
    assert trained.wait(10.0, lambda: kind in trained.state.faults)
    assert f"active={fault}" in trained.virtual.operate(kind, "state")
    hand.touch(f"trainer:{kind}:clear")
    assert note_of(trained).startswith("✓")
    assert "active=none" in trained.virtual.operate(kind, "state")


def test_two_cards_at_once_are_two_touches_and_a_draw(qtbot: QtBot, trained: PlayedTable) -> None:
    hand = at_the_trainer(trained, qtbot, "shoe")
    hand.touch("trainer:shoe:double", "close", "close")
    trained.draw()
    assert trained.wait(10.0, lambda: trained.state.faults.get("shoe") == "DOUBLE_FEED")
    assert any("two cards came at once" in banner.text for banner in trained.screen.banners)


def test_a_spilled_card_lies_on_the_screen(qtbot: QtBot, trained: PlayedTable) -> None:
    hand = at_the_trainer(trained, qtbot, "shoe")
    before = trained.state.seq
    hand.touch("trainer:shoe:spill")
    assert note_of(trained).startswith("✓")
    assert trained.wait(10.0, lambda: trained.state.seq > before)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: size.name)
def test_a_mistake_of_the_dealer_is_put_right_by_a_late_call(qtbot: QtBot, size: ScreenSize) -> None:
    """The trainer lets a hand be skipped; what the page says is enough to call it."""
    table = skipped_hand()
    table.console = Console(table, replace(table.house, training=True))
    table.follow()
    hand = Hand(table, qtbot, Look(size=size))
    hand.touch("menu", "menu:trainer", "trainer:dealer")
    while "mistake:hand-not-dealt" not in table.console.pressable():
        hand.touch("more")
    hand.touch("mistake:hand-not-dealt")
    made = "8♦ · 2b: A hand received no card at all (2b). Nobody saw it. Put it right: Irregularity, Seen too late."
    assert made in texts(table.screen)
    framed = [place.id for spot in table.screen.felt.spots for place in spot.hands if place.in_turn]
    assert framed == ["2b"]
    hand.touch("close", "close", "irregularity", "late-call")
    while not (found := [button for button in buttons(table.screen) if button.label == "8♦ · 2b"]):
        hand.touch("more")
    hand.touch(found[0].id)
    while "late-code:hand-not-dealt" not in table.console.pressable():
        hand.touch("more")
    hand.touch("late-code:hand-not-dealt", "which:2b", "choice:dead-hand", "ok")
    assert table.screen.overlay is not None
    assert table.screen.overlay.id == "request", "a supervisor is asked"


def test_before_the_deal_there_is_no_mistake_to_make(qtbot: QtBot) -> None:
    table = played_at(MA, kinds=KINDS, spots=1)
    table.console = Console(table, replace(table.house, training=True))
    table.follow()
    hand = Hand(table, qtbot)
    hand.touch("menu", "menu:trainer", "trainer:dealer")
    assert not [name for name in table.console.pressable() if name.startswith("mistake:")]
