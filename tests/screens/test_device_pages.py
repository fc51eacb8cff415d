"""The devices on the screen: shuffler with its guide, reader, a shoe that goes away, a card that nobody was due."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from dealer_console.app.status_watch import StatusWatch
from dealer_console.floor import FloorHealth, FloorState
from dealer_console.game.errors import Refusal
from dealer_console.game.message import Message
from dealer_console.game.round_files.notation import parse_move
from dealer_console.messages import words_of
from dealer_console.screens.system_status import DeviceFigures, FloorCopy, SystemStatus
from dealer_console.screens.values import CardPath, Meter, Text
from dealer_console.table import commands as c
from tests.messages.codes import code
from tests.rigs.console_rig import AnyConsole, StaffedConsole, open_console, shuffled, staffed_console
from tests.screens.screen_parts import parts, texts
from tests.screens.scripted_player import ScriptedPlayer
from tests.screens.test_evening import opened


@pytest.fixture
def table(tmp_path: Path) -> Iterator[StaffedConsole]:
    table = staffed_console(tmp_path, "massachusetts-switch-1", kinds=("shoe", "reader", "batch-shuffler"))
    table.wait(3.0, lambda: all(device.ready for device in table.virtual.devices.values()))
    yield table
    table.rig.book.close()


def _stands(table: StaffedConsole, kind: str) -> str:
    return str(getattr(table.virtual.sims[kind].device, "state", ""))


def test_cards_are_shuffled_by_the_device_and_burned_from_the_shoe(table: StaffedConsole) -> None:
    opened(table)
    table.go("menu", "menu:shoe", "shoe:decks_in:blue", "shoe:inspected")
    table.approve()
    table.go("shoe:begin:new-cards:device")
    for _ in range(40):
        guide = table.console.snapshot.guide
        if guide is None or guide.command is c.BurnCard:
            break
        if guide.command is c.Shuffle:
            table.virtual.operate("batch-shuffler", "load 312")
            table.go("shoe:shuffle")
            table.wait(600.0, lambda: table.state.batch_stage == "ready")
        elif guide.command is c.Release:
            table.go("shoe:release")
            assert table.wait(120.0, lambda: _stands(table, "batch-shuffler") == "UNLOADING")
            table.virtual.operate("batch-shuffler", "take")
            table.wait(120.0, lambda: table.state.shoe is not None)
        else:
            table.go("shoe:done")
    assert table.state.shoe is not None
    table.rig.operate("shoe", f"load {shuffled('massachusetts-switch', 3)}")
    table.press("close")
    assert table.wait(30.0, lambda: bool(getattr(table.virtual.sims["shoe"].device, "enabled", False)))
    assert table.screen.prompt.big == "Burn one card"
    table.draw()
    assert table.screen.prompt.big == "Place your bets"
    table.go("act:bets", "chip:2500", "spot:1", "bets-down")
    player = ScriptedPlayer(table)
    player.play_round()
    assert table.state.round_number == 1
    assert [light.name for light in table.screen.top.lights] == ["Shoe", "Shuffler", "Reader"]


def shuffling(table: StaffedConsole) -> None:
    """New cards in the batch shuffler, which is at work."""
    opened(table)
    table.go("menu", "menu:shoe", "shoe:decks_in:blue", "shoe:inspected")
    table.approve()
    assert "shoe:begin:new-cards:hand" not in table.console.pressable(), "MA 15(k): not beside the shuffler"
    table.go("shoe:begin:new-cards:device")
    table.virtual.operate("batch-shuffler", "load 312")
    table.go("shoe:shuffle")
    assert table.wait(60.0, lambda: table.state.batch_stage == "shuffling")


def offered(table: StaffedConsole) -> set[str]:
    return {name for name in table.console.pressable() if name.startswith("shoe:")}


def test_while_the_shuffler_works_the_guide_shows_it_and_nobody_says_done(table: StaffedConsole) -> None:
    shuffling(table)
    assert table.screen.overlay is not None
    assert any(isinstance(part, Meter) for part in parts(table.screen.overlay))
    assert offered(table) == set()
    refusals: list[Refusal | None] = []
    table.submit(c.CardStep(who=table.state.shift.dealer or "", step="wait"), refusals.append)
    assert code(refusals[0]) == "shuffler-at-work"


def test_a_batch_that_died_comes_out_and_the_shuffle_begins_again(table: StaffedConsole) -> None:
    """MA 15(j)."""
    shuffling(table)
    table.virtual.operate("batch-shuffler", "fault jam:clear_after=1")
    assert table.wait(30.0, lambda: table.state.batch_stage == "dead")
    assert offered(table) == {"shoe:devices"}
    table.virtual.operate("batch-shuffler", "clear")
    table.go("shoe:devices", "clear")
    table.approve()
    assert table.wait(30.0, lambda: not table.state.faults and not table.state.commands)
    table.go("close", "menu", "menu:shoe")
    assert offered(table) == {"shoe:take_out"}
    table.go("shoe:take_out")
    assert table.wait(60.0, lambda: _stands(table, "batch-shuffler") == "UNLOADING")
    table.virtual.operate("batch-shuffler", "take")
    assert table.wait(60.0, lambda: "shoe:again:device" in offered(table)), offered(table)
    table.go("shoe:again:device")
    table.sign("Sam")
    assert offered(table) == {"shoe:shuffle"}


def test_a_shuffler_that_never_comes_back_leaves_the_shuffle_by_hand(table: StaffedConsole) -> None:
    """MA 15(k)."""
    shuffling(table)
    table.virtual.operate("batch-shuffler", "power off")
    assert table.wait(30.0, lambda: table.state.links["batch-shuffler"] == "away")
    assert offered(table) == {"shoe:again:hand"}
    table.go("shoe:again:hand")
    table.sign("Sam")
    assert table.console.snapshot.guide is not None
    assert table.console.snapshot.guide.procedure == "shuffle-by-hand"


def test_a_shoe_that_goes_away_opens_its_irregularity_and_the_pad(tmp_path: Path) -> None:
    table = open_console("massachusetts-switch", spots=1)
    for _ in range(3):
        table.draw()
    table.virtual.operate("shoe", "power off")
    table.wait(20.0, lambda: table.state.irregularity == "shoe-fault")
    assert table.screen.overlay is not None
    assert table.screen.overlay.id == "ruling"
    assert any(banner.level == "bad" and "disconnected" in banner.text for banner in table.screen.banners)
    table.press("choice:continue-by-hand")
    table.identified("Sue", "approve")
    assert table.screen.overlay is not None
    assert table.screen.overlay.id == "card-pad"
    assert next(light for light in table.screen.top.lights if light.id == "light:shoe").level == "bad"
    table.press("rank:9")
    assert table.state.standing[-1].move.card.text == "9?"  # type: ignore[union-attr]


def _shoe_back(seconds: float = 10.0) -> AnyConsole:
    table = open_console("massachusetts-switch", spots=1)
    for _ in range(3):
        table.draw()
    table.virtual.operate("shoe", f"fault disconnect:for={seconds}")
    assert table.wait(20.0, lambda: table.state.irregularity == "shoe-fault")
    assert table.screen.overlay is not None
    assert table.screen.overlay.id == "ruling"
    return table


def test_a_shoe_that_is_back_after_ten_seconds_leads_to_comparing_the_cards_and_deals_on() -> None:
    table = _shoe_back()
    assert table.wait(30.0, lambda: table.screen.overlay is not None and table.screen.overlay.id == "compare-cards")
    assert table.screen.prompt.big == "Shoe is back"
    said = " ".join(texts(table.screen))
    up, first = table.state.round.up_card, table.state.standing[0].move  # type: ignore[union-attr]
    assert table.console.snapshot.returned is not None
    assert [place.lies_at for place in table.console.snapshot.returned.last] == ["dealer", "1b", "1a"]
    assert "Shoe counted 3" in said
    assert "Recorded 3" in said
    words = words_of("en")
    assert f"1a {words.card_short(first.card)}" in said  # type: ignore[union-attr,arg-type]
    assert up is not None
    assert words.card_short(up) in said
    table.press("compare:agree")
    assert table.screen.overlay is None
    assert table.state.irregularity is None
    table.wait(1.0)  # until its gate is open again
    table.draw()
    assert len(table.state.standing) == 4


def test_cards_that_differ_from_a_shoe_that_is_back_go_on_to_the_ruling_and_then_by_hand() -> None:
    table = _shoe_back()
    assert table.wait(30.0, lambda: table.screen.overlay is not None and table.screen.overlay.id == "compare-cards")
    table.press("compare:differ")
    assert table.screen.overlay is not None
    assert table.screen.overlay.id == "ruling"
    table.press("choice:continue-by-hand")
    table.identified("Sue", "approve")
    assert table.screen.overlay is not None
    assert table.screen.overlay.id == "card-pad"
    table.press("rank:9")
    assert any("has not counted one card" in banner.text for banner in table.screen.banners)


def test_a_card_that_nobody_was_due_asks_whether_it_was_seen() -> None:
    table = open_console("massachusetts-switch", spots=1)
    while table.state.round is None or table.state.round.due is not None:
        table.draw()
    if table.state.round.phase.name == "check":
        table.hands()
    player = ScriptedPlayer(table)
    while table.action("show") is None:
        player.step()
    table.virtual.operate("shoe", "draw 1")
    assert table.wait(30.0, lambda: table.console.snapshot.loose is not None)
    assert table.screen.overlay is not None
    assert table.screen.overlay.id == "loose-card"
    assert table.screen.actions == ()
    table.press("unseen")
    assert table.state.irregularity == "card-drawn-unexposed"


def test_devices_page_and_floor_copy_tell_their_figures() -> None:
    table = open_console("massachusetts-switch")
    figures = DeviceFigures(
        kind="shoe", figures=(("serial", "S-1"), ("frames", "42")), pairing="amber river", picture=b"x"
    )
    table.console.show_status(SystemStatus(devices=(figures,), floor=FloorCopy(connected=False, behind=17)))
    assert table.screen.top.lights[-1].words == "offline, 17 to send"
    assert any("17 entries wait" in banner.text for banner in table.screen.banners)
    table.press("light:shoe")
    assert table.screen.overlay is not None
    kinds = [type(element).__name__ for row in table.screen.overlay.columns[0] for element in row.elements]
    assert "Sheet" in kinds
    assert "Picture" in kinds
    table.console.show_status(SystemStatus(floor=FloorCopy(connected=True)))
    assert table.screen.top.lights[-1].words == "synced"


def test_why_the_floor_refuses_is_said_in_the_language_of_the_screen(table: StaffedConsole) -> None:
    table.go("menu", "menu:settings", "language:es", "close")
    watch = StatusWatch(table.virtual.session.devices, table.virtual.clock_ms, has_floor=True)
    watch.see_floor(FloorHealth(state=FloorState.REFUSED, trouble=Message("floor-no-day", text="x")))
    table.console.show_status(watch.status())
    assert any("x no es un día" in banner.text for banner in table.screen.banners)


def test_a_jam_of_an_idle_batch_shuffler_stops_no_round_that_is_dealt_from_the_shoe() -> None:
    table = open_console("massachusetts-switch", kinds=("shoe", "reader", "batch-shuffler"), spots=1)
    while table.needs_hands():
        table.hands()
    table.virtual.operate("batch-shuffler", "fault jam")
    assert table.wait(10.0, lambda: bool(table.state.faults))
    assert table.state.round is not None
    assert table.state.round.irregularity is None
    assert any(banner.level == "bad" for banner in table.screen.banners), "but it is said"
    assert any(button.enabled for button in table.screen.actions if button.id != "menu"), "and play goes on"


def test_the_page_of_a_jammed_shuffler_shows_where_it_is_what_ends_it_and_what_it_has_counted(
    table: StaffedConsole,
) -> None:
    shuffling(table)
    watch = StatusWatch(table.virtual.session.devices, table.virtual.clock_ms)
    table.virtual.operate("batch-shuffler", "fault jam")
    assert table.wait(5.0, lambda: "batch-shuffler" in table.state.faults)
    table.wait(1.0, lambda: False)
    shown = watch.status()
    table.console.show_status(shown)
    while table.screen.overlay is not None:
        table.press("close")
    table.press("light:batch-shuffler")
    assert table.screen.overlay is not None
    shown_parts = list(parts(table.screen.overlay))
    (drawing,) = [element for element in shown_parts if isinstance(element, CardPath)]
    fault = shown.of("batch-shuffler")
    assert fault is not None
    assert fault.fault is not None
    assert drawing.places[drawing.faulty] == f"{fault.fault.place.capitalize()} (1)"
    way = [place.split(" ")[0] for place in drawing.places]
    assert way == ["Inlet", "Feeder", "Mixer", "Elevator", "Outlet"], "the way of a card"
    said = [line for element in shown_parts if isinstance(element, Text) for line in element.text.split("\n")]
    assert said[-4:] == [
        "1. Open the lid",
        "2. Take out every card",
        "3. Close all doors",
        "4. Clear the fault here, with a supervisor",
    ]
    assert ("faults", "1") in fault.figures


def test_a_shoe_that_is_switched_off_between_rounds_is_taken_off_the_table_and_put_back(tmp_path: Path) -> None:
    table = staffed_console(tmp_path, "catfish-bend-blackjack-1", kinds=("shoe",))
    table.wait(3.0, lambda: all(device.ready for device in table.virtual.devices.values()))
    rig = table.rig
    rig.open()
    rig.bring_cards()
    rig.shuffle()
    rig.cut()
    rig.operate("shoe", f"load {shuffled('catfish-bend-blackjack', 3)}")
    table.wait(2.0)
    table.draw()
    rig.bet("1 25")
    rig.operate("shoe", "power off")
    table.wait(3.0)
    assert table.page != "pad"
    assert "takes it off the table" in " ".join(banner.text for banner in table.screen.banners)
    table.go("act:shoe_first", "take-off")
    assert "off the table, cards by hand from now on: Shoe" in " ".join(texts(table.screen))
    table.approve()
    table.go("close")
    assert "off the table: enter every card" in " ".join(banner.text for banner in table.screen.banners)
    rig.play("6c")
    rig.by_two(c.Play(who=rig.dealer, move=parse_move("void by nobody-yet")))
    rig.done(c.WagersPaid(who=rig.dealer))
    rig.operate("shoe", "power on")
    table.wait(3.0)
    table.go("light:shoe", "put-back")
    table.approve()
    table.wait(3.0)
    assert not table.state.off_table
    assert not table.state.cards_by_hand
