"""The trainer's page of a demonstration under a pointer: every key of shoe, shuffler and reader reaches its device."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from dealer_console.demo.demo_table import trainer_actions
from dealer_console.demo.virtual_console import staged_open
from dealer_console.screens.console import Console
from dealer_console.screens.sizes import LOW, SIZES, UPRIGHT, WIDE, ScreenSize
from dealer_console.touch.app.robot_export import touchables
from dealer_console.touch.theme.look import Look
from dealer_console.touch.window import ConsoleWindow
from tests.rigs.console_rig import AnyConsole, open_console
from tests.rigs.window_rig import Hand
from tests.touch.test_hurried_hands import MA

KINDS = ("shoe", "batch-shuffler", "reader")
FAULTS = [("shoe", "jam"), ("batch-shuffler", "jam"), ("reader", "sensor")]


@pytest.fixture
def trained() -> AnyConsole:
    table = open_console(MA, kinds=KINDS, spots=1)
    house = replace(table.config, trainer=trainer_actions(KINDS, table.virtual.operate))
    table.console = Console(table, house)
    table.follow()
    return table


def at_the_trainer(table: AnyConsole, qtbot: QtBot, kind: str, size: ScreenSize = WIDE) -> Hand:
    hand = Hand(table, qtbot, Look(size=size))
    hand.touch("menu", "menu:trainer", f"trainer:{kind}")
    return hand


def note_of(table: AnyConsole) -> str:
    assert table.screen.overlay is not None
    return table.screen.overlay.note


@pytest.mark.parametrize("size", [LOW, WIDE, UPRIGHT], ids=lambda size: size.name)
@pytest.mark.parametrize("kind", KINDS)
def test_a_finger_pulls_a_cable_and_puts_it_back(
    qtbot: QtBot, trained: AnyConsole, kind: str, size: ScreenSize
) -> None:
    hand = at_the_trainer(trained, qtbot, kind, size)
    hand.touch(f"trainer:{kind}:off")
    assert note_of(trained).startswith("✓")
    assert trained.wait(10.0, lambda: trained.state.links[kind] == "away")
    hand.touch(f"trainer:{kind}:on")
    assert note_of(trained).startswith("✓")
    assert trained.wait(20.0, lambda: trained.state.links[kind] == "ready")


@pytest.mark.parametrize(("kind", "fault"), FAULTS)
def test_a_finger_breaks_a_device_and_mends_it(qtbot: QtBot, trained: AnyConsole, kind: str, fault: str) -> None:
    """What has latched stays for a supervisor; what caused it is gone."""
    hand = at_the_trainer(trained, qtbot, kind)
    hand.touch(f"trainer:{kind}:{fault}")
    assert note_of(trained).startswith("✓")
    assert trained.wait(10.0, lambda: kind in trained.state.faults)
    assert f"active={fault}" in trained.virtual.operate(kind, "state")
    hand.touch(f"trainer:{kind}:clear")
    assert note_of(trained).startswith("✓")
    assert "active=none" in trained.virtual.operate(kind, "state")


def test_two_cards_at_once_are_two_touches_and_a_draw(qtbot: QtBot, trained: AnyConsole) -> None:
    hand = at_the_trainer(trained, qtbot, "shoe")
    hand.touch("trainer:shoe:double", "close", "close")
    trained.draw()
    assert trained.wait(10.0, lambda: trained.state.faults.get("shoe") == "DOUBLE_FEED")
    assert any("two cards came at once" in banner.text for banner in trained.screen.banners)


def test_a_spilled_card_lies_on_the_screen(qtbot: QtBot, trained: AnyConsole) -> None:
    hand = at_the_trainer(trained, qtbot, "shoe")
    before = trained.state.seq
    hand.touch("trainer:shoe:spill")
    assert note_of(trained).startswith("✓")
    assert trained.wait(10.0, lambda: trained.state.seq > before)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: size.name)
def test_every_mistake_of_the_dealer_can_be_asked_for_by_touch(qtbot: QtBot, size: ScreenSize) -> None:
    table = staged_open(MA)
    window = ConsoleWindow(table.console, Look(size=size), clock=itertools.count(1.0).__next__)
    qtbot.addWidget(window)
    window.show()
    for name in ("menu", "menu:trainer", "trainer:dealer"):
        table.press(name)
    assert table.operator.dealer is not None
    codes, asked = set(table.operator.dealer.codes), set()
    for _ in range(len(codes)):
        window.refresh()
        for touchable in touchables(window):
            if touchable.id.startswith("mistake:"):
                QTest.mouseClick(touchable.widget, Qt.MouseButton.LeftButton)
                assert table.operator.dealer.report is not None
                asked.add(table.operator.dealer.report.code)
                window.refresh()
        table.press("more")
    assert asked == codes


def test_where_the_dealer_enters_the_cards_no_simulated_one_makes_mistakes() -> None:
    table = staged_open(MA, devices=False)
    table.press("close")
    table.press("menu")
    assert not {"menu:look", "menu:trainer"} & table.console.pressable()
