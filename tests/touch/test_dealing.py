"""While the first cards come the felt takes the whole area; menu, irregularity and call stay under the finger."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from dealer_console.demo.finger import VirtualFinger
from dealer_console.demo.operator import tasks_of
from dealer_console.demo.virtual_console import VirtualConsole, staged_open
from dealer_console.game.round_files.round_file import parse_bet
from dealer_console.screens.felt.places import table_plan
from dealer_console.screens.sizes import ACTION, SIZES, ScreenSize
from dealer_console.table.commands import WagersDown
from dealer_console.touch.app.robot_export import touchables
from dealer_console.touch.arrangement import MENU, arranged
from dealer_console.touch.theme.look import Look
from dealer_console.touch.window import ConsoleWindow

MA = "massachusetts-switch"
CARDS_SEEN = 4


@pytest.mark.parametrize("size", SIZES, ids=lambda size: size.name)
def test_the_felt_takes_the_whole_area_and_no_key_lies_on_a_spot(size: ScreenSize) -> None:
    density = size.closest_density
    width, height = size.width / density, size.height / density
    usual, dealt = arranged(width, height), arranged(width, height, dealing=True)
    assert dealt.felt.width == width
    assert dealt.felt == usual.page if not usual.upright else dealt.felt.height > usual.felt.height * 1.15
    assert dealt.places[MENU] == usual.places[MENU], "the menu stays where it is"
    plan, smaller = (table_plan(7, felt.width, felt.height, usual.grown) for felt in (dealt.felt, usual.felt))
    assert plan.card >= smaller.card
    frames = [frame.moved(dealt.felt.x, dealt.felt.y) for frame in plan.frames]
    keys = (*dealt.help, dealt.places[MENU])
    others = (*keys, dealt.prompt, dealt.banner)
    assert all(key.shorter_side >= ACTION for key in keys)
    assert not [(frame, box) for frame in frames for box in others if frame.overlaps(box)]
    assert not [(one, two) for at, one in enumerate(others) for two in others[:at] if one.overlaps(two)]


def in_the_deal() -> VirtualConsole:
    """Four cards of a round have come."""
    console = staged_open(MA, cards="2c Th 9d 9h 5c 8s 6d 4d 3c Kd 7c")
    console.operator_works = False
    dealer = console.table.session.state.shift.dealer or ""
    bets = tuple(parse_bet(text) for text in ("1 25", "2 25"))
    assert console.do(WagersDown(who=dealer, bets=bets)) is None
    console.operator_works = True
    while sum(len(hand.cards) for spot in console.screen.felt.spots for hand in spot.hands) < CARDS_SEEN:
        console.operator.step(tasks_of(console.table.session.state))
        console.run(0.05)
    return console


def test_a_real_window_grows_its_felt_for_the_deal_and_gives_the_places_back(qtbot: QtBot) -> None:
    console = in_the_deal()
    window = ConsoleWindow(console.console, Look(bounce=0.0))
    qtbot.addWidget(window)
    window.show()
    assert console.screen.dealing
    assert window.felt.width() == window.width()
    assert window.felt.geometry().bottom() == window.rect().bottom()
    assert not window.list.isVisible()
    there = {target.id: target for target in touchables(window)}
    assert {"menu", "irregularity", "call-floor"} <= set(there)
    QTest.mouseClick(there["irregularity"].widget, Qt.MouseButton.LeftButton)
    assert console.screen.overlay is not None
    assert console.screen.overlay.id == "irregularity"
    assert window.felt.width() < window.width(), "a page beside the felt has its column"
    console.press("close")
    VirtualFinger(console).until("act:stand", "act:insurance_closed", "act:keep")
    window.refresh()
    assert not console.screen.dealing
    assert window.felt.width() < window.width()
    assert window.list.isVisible()
