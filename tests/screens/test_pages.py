"""Pages and banners one by one: what they show, and what their touches lead to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from dealer_console.game.cards import card
from dealer_console.game.hand import Bettor, Spot
from dealer_console.game.message import Message
from dealer_console.game.money import Cents
from dealer_console.game.wagers.bets import Bet
from dealer_console.screens.values import PLAIN_LOOK, Sheet
from dealer_console.table.snapshot import LooseCard, snapshot_of
from tests.rigs.console_rig import AnyConsole, StaffedConsole, open_console, staffed_console
from tests.rigs.engine_console import EngineConsole
from tests.screens.screen_parts import parts, texts
from tests.screens.test_evening import cards, dealt, finished, ready


@pytest.fixture
def table(tmp_path: Path) -> Iterator[StaffedConsole]:
    table = staffed_console(tmp_path, "south-dakota-switch-1")
    yield table
    table.rig.book.close()


def sheets(table: EngineConsole | AnyConsole) -> list[Sheet]:
    return [part for part in parts(table.screen.overlay) if isinstance(part, Sheet)]


def test_theme_colours_letters_and_language_are_chosen_on_the_screen() -> None:
    table = EngineConsole("massachusetts-switch")
    assert table.screen.look == PLAIN_LOOK
    for name in ("menu", "menu:settings", "theme:light", "four-colours", "large-text", "language:es"):
        table.press(name)
    look = table.screen.look
    assert (look.theme, look.four_colours, look.large_text, look.language) == ("light", True, True, "es")
    table.press("close")
    assert table.screen.prompt.big == "Hagan juego"


def test_banners_tell_what_is_wrong_and_what_it_means() -> None:
    table = EngineConsole("massachusetts-switch")
    table.state.links = {"shoe": "distrusted", "reader": "ready", "batch-shuffler": "ready"}
    table.state.faults = {"batch-shuffler": "JAM"}
    table.state.doors = frozenset({"reader"})
    table.state.without = frozenset({"reader"})
    table.state.alarms = ("reader: load cards",)
    table.console.show(snapshot_of(table.state, table.setup))
    told = [banner.text for banner in table.console.screen.banners]
    assert told == [
        "Shoe locked: needs a supervisor. Fix it, or a supervisor takes it off the table on the Devices page. "
        "Then enter cards by hand.",
        "Shuffler: a card is jammed. Fix it, then clear the fault on the Devices page.",
        "reader: load cards",
        "Reader: its door is open. Close it.",
        "No reader: this round goes on without the check.",
    ], "the worst first"
    table.console.press("banners")
    assert {"alarm:0", "close"} <= table.console.pressable()
    table.console.press("close")
    assert [light.level for light in table.console.screen.top.lights] == ["bad", "bad", "warn"]
    for kind, button in (("batch-shuffler", "clear"), ("shoe", "trust")):
        table.console.press(f"light:{kind}")
        assert button in table.console.pressable()
        table.console.press("close")


def test_a_stopped_table_says_so_and_offers_nothing_to_do() -> None:
    table = EngineConsole("massachusetts-switch")
    table.console.show(snapshot_of(table.state, table.setup, Message("stopped-not-written", why="the disk is full")))
    screen = table.console.screen
    assert screen.prompt.big == "The table has stopped"
    assert screen.prompt.tone == "danger"
    assert [action.id for action in screen.actions] == ["menu"]
    assert screen.banners[0].level == "bad"


@pytest.mark.parametrize(("face_up", "first"), [(True, "rank:9"), (False, "seen")])
def test_a_loose_card_is_named_where_the_shoe_cannot(face_up: bool, first: str) -> None:
    table = EngineConsole("massachusetts-switch")
    loose = replace(snapshot_of(table.state, table.setup), loose=LooseCard(face_up=face_up, name_it=True))
    table.console.show(loose)
    assert table.console.screen.overlay is not None
    assert table.console.screen.overlay.close is None
    table.console.press(first)
    assert "rank:K" in table.console.pressable()
    table.console.press("rank:K")
    assert {"suit:s", "suit:h", "suit:d", "suit:c", "no-suit"} <= table.console.pressable()


def test_the_end_of_a_shoe_is_counted_and_shuffled_again(table: StaffedConsole) -> None:
    ready(table)
    dealt(table)
    table.go("menu", "menu:shoe", "shoe:cutting_card", "close")
    assert any("last round" in banner.text for banner in table.screen.banners)
    for _ in range(4):
        table.go("act:stand")
    cards(table, "5", "9")
    assert table.action("paid_same") is None
    table.go("act:paid", "act:shoe")
    for _ in range(6):
        if "shoe:count" in table.console.pressable():
            break
        table.go("shoe:done")
    table.go("shoe:count")
    table.typed("400")
    table.go("other-field")
    table.typed("16")
    assert any("416 of 416" in text for text in texts(table.screen))
    table.go("ok", "shoe:begin:cutting-card:hand")
    assert table.console.snapshot.guide is not None
    assert table.console.snapshot.guide.procedure == "shuffle-by-hand"


def test_the_report_has_every_part(table: StaffedConsole) -> None:
    finished(table)
    table.go("menu", "menu:table", "table:report")
    for part in ("pace", "wagers", "cards", "people", "irregularities", "money"):
        table.go(f"part:{part}")
        assert sheets(table)[0].rows
    assert ("Opener", "$16,000.00") in sheets(table)[0].rows


def test_a_free_bet_is_one_touch_and_its_coin_a_mark() -> None:
    table = EngineConsole("light-and-wonder-switch-v2", choices={"hole_card": "reader"})
    table.new_shoe([card(face) for face in reversed(["6c", "5d", "6h", "5s", "6s", "Kc", "9h"])])
    for name in ("act:bets", "chip:2500", "spot:1", "target:free-bet", "spot:1", "bets-down"):
        table.press(name)
    assert [wager.label for wager in table.screen.felt.spots[0].wagers] == ["25", "free bet 25"]
    while table.needs_hands():
        table.hands()
    assert table.action("double_free") is not None
    table.press("act:double_free")
    hand = table.screen.felt.spots[0].hands[0]
    assert "free-coin" in [mark.kind for mark in hand.marks]
    assert [wager.label for wager in hand.wagers] == ["25", "coin for 25"]


def test_bets_of_two_bettors_with_side_bets_and_removal() -> None:
    table = EngineConsole("massachusetts-switch")
    for name in ("act:bets", "chip:2500", "spot:2", "target:match", "chip:500", "spot:2"):
        table.press(name)
    for name in ("bettor", "target:main", "chip:10000", "spot:2"):
        table.press(name)
    assert [wager.label for wager in table.screen.felt.spots[1].wagers] == ["25", "match 5", "100"]
    for name in ("bets-clear", "spot:2", "bettor", "bettor", "target:match", "spot:2", "bets-down"):
        table.press(name)
    assert table.state.bets == (Bet(spot=Spot(2), bettor=Bettor(1), amount=Cents(2500)),)


def test_a_wager_below_the_minimum_cannot_be_put_down_and_says_why() -> None:
    table = EngineConsole("massachusetts-switch", choices={"minimum": "15", "maximum": "1000"})
    for name in ("act:bets", "chip:500", "spot:1", "bets-down"):
        table.press(name)
    assert table.screen.overlay is not None
    assert table.screen.overlay.note.startswith("5.00 is below the table minimum of 15.00 [")
    assert table.state.bets == ()


def test_a_double_card_may_be_kept_face_down_at_catfish_bend() -> None:
    order = "6c 7d 5h 9s Th 8d 9h 2c 3c 4c 5c"
    table = open_console("catfish-bend-blackjack", kinds=("shoe",), order=order)
    table.press("act:bets")
    table.press("chip:2500")
    table.press("spot:1")
    table.press("bets-down")
    for _ in range(4):
        table.draw()
    table.press("act:double")
    table.press("act:face_down")
    assert table.state.face_down == "1a"
    table.draw()
    hand = table.screen.felt.spots[0].hands[0]
    assert hand.cards[-1].rank == ""
    assert hand.total == ""
    table.press("act:show")
    assert table.wait(30.0, lambda: table.state.opening is None)
    while table.state.round is not None and table.state.round.due is not None:
        table.draw()
    table.press("act:turn")
    assert table.wait(30.0, lambda: table.state.opening is None)
    assert table.screen.felt.spots[0].hands[0].cards[-1].rank == "T"
