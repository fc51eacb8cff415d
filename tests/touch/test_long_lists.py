"""Whatever is more than a page has places for is reached by a finger: names, figures, markers, notices, banners."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from dealer_console.game.money import Cents
from dealer_console.screens.console import Console
from dealer_console.screens.sizes import LOW, SMALLEST, UPRIGHT, ScreenSize
from dealer_console.screens.system_status import DeviceFigures, SystemStatus
from dealer_console.screens.values import Sheet
from dealer_console.table.shift.state import CalledWager, Notice
from dealer_console.table.shift.till import Marker
from dealer_console.touch.app.robot_export import touchables
from dealer_console.touch.theme.look import Look
from tests.rigs.console_rig import AnyConsole, open_console
from tests.rigs.window_rig import Hand
from tests.touch.test_hurried_hands import MA

SMALL = pytest.mark.parametrize("size", [LOW, UPRIGHT], ids=lambda size: size.name)
PEOPLE = tuple(f"Person {letter}" for letter in "ABCDEFGHIJKLMNOP")


def reached(hand: Hand, start: str, turns: int = 12) -> set[str]:
    """Everything with such a name that a finger can hit somewhere while the page is turned."""
    found: set[str] = set()
    least = SMALLEST * hand.window.look.px_per_mm
    for _ in range(turns):
        there = {target.id: target.widget for target in touchables(hand.window)}
        large = {name for name, key in there.items() if min(key.width(), key.height()) >= least - 1}
        found |= {name for name in large if name.startswith(start)}
        if "more" not in there:
            break
        hand.touch("more")
    return found


def shown(qtbot: QtBot, size: ScreenSize, table: AnyConsole) -> Hand:
    return Hand(table, qtbot, Look(size=size))


@SMALL
def test_the_last_of_sixteen_names_signs(qtbot: QtBot, size: ScreenSize) -> None:
    table = open_console(MA)
    table.console = Console(table, replace(table.config, people=PEOPLE, roles={}))
    table.follow()
    hand = shown(qtbot, size, table)
    hand.touch("menu", "menu:people", "in:dealer")
    assert reached(hand, "person:") == {f"person:{name}" for name in PEOPLE}
    while "person:Person P" not in table.console.pressable():
        hand.touch("more")
    hand.touch("person:Person P")
    assert "digit:0" in table.console.pressable()


@SMALL
def test_every_figure_of_a_faulty_device_is_read(qtbot: QtBot, size: ScreenSize) -> None:
    table = open_console(MA, kinds=("shoe",), spots=1)
    table.virtual.operate("shoe", "fault jam")
    assert table.wait(10.0, lambda: bool(table.state.faults))
    figures = tuple((f"figure {number}", str(number)) for number in range(9))
    table.console.show_status(SystemStatus(devices=(DeviceFigures(kind="shoe", figures=figures),)))
    hand = shown(qtbot, size, table)
    hand.touch("menu", "menu:devices")
    read: set[tuple[str, ...]] = set()
    for _ in range(9):
        overlay = table.screen.overlay
        assert overlay is not None
        sheets = (part for row in overlay.columns[0] for part in row.elements if isinstance(part, Sheet))
        read |= {tuple(line) for sheet in sheets for line in sheet.rows}
        hand.touch("more")
    assert set(figures) <= read


def with_waiting(markers: int, notices: int, called: int) -> AnyConsole:
    table = open_console(MA)
    snapshot = table.virtual.session.snapshot
    shift = replace(
        snapshot.shift,
        markers=tuple(marker(number) for number in range(markers)),
        notices=tuple(notice(number) for number in range(notices)),
        called=tuple(CalledWager(number=at, spot=1, bettor=0, cents=Cents(2500), by="Dee") for at in range(called)),
    )
    table.console.show(replace(snapshot, shift=shift))
    return table


def marker(number: int) -> Marker:
    return Marker(
        number=f"M{number}",
        player="Lee",
        cents=Cents(50_000),
        spot=1,
        issued_by="Dee",
        approved_by="Sue",
        issued_ms=0,
    )


def notice(number: int) -> Notice:
    return Notice(number=number, changes={"minimum": "25.00"}, said_ms=0, from_ms=10**15, by="Sue")


@SMALL
def test_every_marker_and_called_wager_that_waits_is_reached(qtbot: QtBot, size: ScreenSize) -> None:
    hand = shown(qtbot, size, with_waiting(markers=6, notices=0, called=3))
    hand.touch("menu", "menu:table")
    assert reached(hand, "marker:") == {f"marker:M{number}" for number in range(6)}
    assert reached(hand, "called:") == {f"called:{number}" for number in range(3)}


@SMALL
def test_every_notice_that_waits_can_be_withdrawn(qtbot: QtBot, size: ScreenSize) -> None:
    hand = shown(qtbot, size, with_waiting(markers=0, notices=5, called=0))
    hand.touch("menu", "menu:table", "table:limits")
    assert reached(hand, "notice:") == {f"notice:{number}" for number in range(5)}


@SMALL
def test_every_banner_is_reached_in_the_drawer(qtbot: QtBot, size: ScreenSize) -> None:
    table = open_console(MA)
    alarms = tuple(f"alarm {number}" for number in range(15))
    table.console.show(replace(table.virtual.session.snapshot, alarms=alarms))
    hand = shown(qtbot, size, table)
    hand.touch("banners")
    assert reached(hand, "alarm:") == {f"alarm:{number}" for number in range(15)}
