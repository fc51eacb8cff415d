"""The guide of a continuous shuffler on the screen: every step by pressing, and never a screen without a way on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from dealer_console.game.cards import FACES
from dealer_console.table.shift.continuous_shuffler import CONTINUOUS
from tests.rigs.console_rig import StaffedConsole, staffed_console
from tests.screens.screen_parts import enabled, texts
from tests.screens.test_evening import opened

TABLE = "massachusetts-switch-2"
SIX_DECKS = "load " + " ".join(face.text for face in FACES * 6)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[StaffedConsole]:
    table = staffed_console(tmp_path, TABLE, kinds=(CONTINUOUS,))
    assert table.wait(10.0, lambda: all(device.ready for device in table.virtual.devices.values()))
    yield table
    table.rig.book.close()


def step_of(table: StaffedConsole) -> str:
    guide = table.console.snapshot.guide
    return guide.step if guide is not None else ""


def hand(table: StaffedConsole, text: str) -> str:
    answer = table.virtual.operate(CONTINUOUS, text)
    table.wait(0.5)
    return answer


def until(table: StaffedConsole, step: str) -> None:
    assert table.wait(60.0, lambda: step_of(table) == step), (step_of(table), enabled(table.screen))


def offered(table: StaffedConsole) -> set[str]:
    return {name for name in enabled(table.screen) if name.startswith("shoe:")}


def in_play(table: StaffedConsole) -> None:
    opened(table)
    table.go("menu", "menu:shoe", "shoe:decks_in:blue", "shoe:inspected")
    table.approve()
    assert offered(table) == {"shoe:begin:new-cards:device"}
    table.go("shoe:begin:new-cards:device")
    assert offered(table) == {"shoe:take_out"}, "nothing to confirm before all cards are in"
    hand(table, SIX_DECKS)
    table.go("shoe:done")
    hand(table, "draw 1")
    table.go("shoe:burned")
    assert step_of(table) == ""


def test_from_the_decks_to_the_first_round(table: StaffedConsole) -> None:
    in_play(table)
    assert offered(table) == {"shoe:inventory", "shoe:take_out", "shoe:show_burn"}
    assert "311 of 312 cards in the shuffler" in texts(table.screen)
    table.go("shoe:inventory")
    table.wait(5.0)
    table.go("close", "act:bets", "chip:2500", "spot:1", "bets-down")
    assert table.page == "card-pad"
    for rank in ("T", "9", "7", "T", "8", "?"):
        hand(table, "draw 1")
        table.go("face-down" if rank == "?" else f"rank:{rank}")
    table.go("menu", "menu:shoe")
    assert "shoe:cutting_card" not in table.console.pressable()


def test_out_counted_in_again_and_away(table: StaffedConsole) -> None:
    in_play(table)
    table.go("shoe:take_out")
    until(table, "count")
    hand(table, "take")
    table.wait(1.0)
    table.go("shoe:count")
    assert "Out of the shuffler" in texts(table.screen)
    table.typed("300")
    table.go("other-field")
    table.typed("11")
    table.go("ok")
    assert offered(table) == {"shoe:count", "shoe:decks_in:blue", "shoe:decks_in:red"}, "one is missing"
    table.go("shoe:count")
    table.typed("312")
    table.go("ok")
    assert "shoe:put_away" in offered(table)
    table.go("shoe:begin:house:device")
    hand(table, SIX_DECKS)
    table.go("shoe:done")
    hand(table, "draw 1")
    table.go("shoe:burned", "shoe:take_out")
    until(table, "count")
    table.go("shoe:count")
    table.typed("312")
    table.go("ok", "shoe:put_away")
    assert step_of(table) == "decks-in"


def test_a_device_that_is_away_when_the_decks_come(table: StaffedConsole) -> None:
    opened(table)
    hand(table, "power off")
    table.wait(20.0, lambda: table.state.links[CONTINUOUS] == "away")
    table.go("menu", "menu:shoe", "shoe:decks_in:blue", "shoe:inspected")
    table.approve()
    assert offered(table) == {"shoe:begin:new-cards:hand", "shoe:begin:new-cards:pre-shuffled"}


def test_a_device_that_breaks_down_between_rounds_says_what_to_do(table: StaffedConsole) -> None:
    in_play(table)
    table.go("close", "act:bets", "chip:2500", "spot:1", "bets-down")
    hand(table, "fault jam:clear_after=1")
    assert table.page == "", "no pad for cards that cannot come"
    assert table.screen.prompt.big.startswith("See to the continuous shuffler")
    table.go("act:shoe")
    assert offered(table) == {"shoe:take_out", "shoe:devices"}
    assert any("has a fault" in text for text in texts(table.screen))
    table.go("shoe:devices")
    hand(table, "clear")
    table.go("clear")
    table.approve()
    assert table.wait(30.0, lambda: step_of(table) == "")


# --- walking -------------------------------------------------------------------------------------------------------


class Walker:
    """Presses what is offered and does to the device what hands do: nothing may be refused, nothing a dead end."""

    def __init__(self, table: StaffedConsole, seed: int) -> None:
        self.table = table
        self.dice = Random(seed)
        self.steps: set[str] = set()

    def walk(self, presses: int) -> None:
        for _ in range(presses):
            self.steps.add(step_of(self.table))
            self.press_one()
            if self.dice.random() < 0.15:
                self.meddle()

    def press_one(self) -> None:
        table = self.table
        if table.page != "shoe":
            self.back_to_the_guide()
            return
        names = sorted(offered(table) - {"shoe:show_burn"})
        if not names:
            self.serve()
            assert table.wait(120.0, lambda: bool(offered(table))), (step_of(table), texts(table.screen))
            return
        main = [name for name in names if name in ("shoe:done", "shoe:burned", "shoe:count")]
        name = self.dice.choice(main or names)
        if name == "shoe:burned":
            hand(table, "draw 1")
        table.go(name)
        self.answer()
        self.serve()

    def back_to_the_guide(self) -> None:
        if "close" in self.table.console.pressable():
            self.table.go("close")
        if "menu" in self.table.console.pressable():
            self.table.go("menu", "menu:shoe")

    def answer(self) -> None:
        table = self.table
        if table.page == "request":
            table.approve()
        elif table.page == "sign":
            table.sign("Sam")
        elif table.page == "count":
            table.typed(self.dice.choice(("312", "312", "311")))
            table.go("ok")
        elif table.page == "devices":
            hand(table, "clear")
            table.go(next(name for name in ("clear", "trust", "close") if name in table.console.pressable()))
            if table.page == "request":
                table.approve()

    def serve(self) -> None:
        """Hands put cards where the guide wants them."""
        state = self.table.virtual.sims[CONTINUOUS].device
        if not self.table.virtual.devices[CONTINUOUS].ready:
            hand(self.table, "power on")
        if step_of(self.table) == "load" and not state.cards:  # type: ignore[attr-defined]
            hand(self.table, SIX_DECKS)
        self.table.wait(3.0)

    def meddle(self) -> None:
        action = self.dice.choice(
            ("power off", "power on", "fault jam:clear_after=1", "load 7h", "draw 1", "fault sensor")
        )
        hand(self.table, action)
        self.table.wait(self.dice.choice((0.2, 4.0)))


@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_happens_the_guide_has_a_way_on(table: StaffedConsole, seed: int) -> None:
    opened(table)
    table.go("menu", "menu:shoe")
    walker = Walker(table, seed)
    walker.walk(60)
    assert {"decks-in", "begin-shuffle", "load"} <= walker.steps


@pytest.mark.proof
def test_the_guide_has_a_way_on_a_long_way(tmp_path: Path) -> None:
    seen: set[str] = set()
    for seed in range(10):
        (tmp_path / str(seed)).mkdir()
        table = staffed_console(tmp_path / str(seed), TABLE, kinds=(CONTINUOUS,))
        opened(table)
        table.go("menu", "menu:shoe")
        walker = Walker(table, seed)
        walker.walk(250)
        seen |= walker.steps
        table.rig.book.close()
    wanted = {"decks-in", "cards-inspected", "begin-shuffle", "load", "burn", "see-to-shuffler", "take-out", "count"}
    assert wanted | {"shuffle", "riffle", "cut"} <= seen


def test_a_shuffler_that_is_back_in_the_round_is_compared_and_deals_on(table: StaffedConsole) -> None:
    in_play(table)
    table.go("close", "act:bets", "chip:2500", "spot:1", "bets-down")
    for rank in ("T", "9"):
        hand(table, "draw 1")
        table.go(f"rank:{rank}")
    hand(table, "fault disconnect:for=10")
    assert table.wait(5.0, lambda: table.state.irregularity == "shuffler-fault")
    assert table.page == "ruling"
    assert table.wait(30.0, lambda: table.page == "compare-cards")
    back = table.console.snapshot.returned
    assert back is not None
    assert (back.recorded, back.counted) == (2, 2)
    table.go("compare:agree")
    assert table.state.irregularity is None
    assert table.page == "card-pad"
    hand(table, "draw 1")
    table.go("rank:7")


def test_a_shuffler_that_gave_fewer_cards_than_lie_there_is_not_gone_on_with(table: StaffedConsole) -> None:
    """MA 15(j)."""
    in_play(table)
    table.go("close", "act:bets", "chip:2500", "spot:1", "bets-down")
    for rank in ("T", "9"):
        table.go(f"rank:{rank}")
    hand(table, "fault disconnect:for=10")
    assert table.wait(30.0, lambda: table.console.snapshot.returned is not None)
    back = table.console.snapshot.returned
    assert back is not None
    assert back.refusal is not None
    assert table.page == "ruling"
