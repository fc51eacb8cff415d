"""Random shifts with real rounds: chips are nowhere made and nowhere lost, at every single entry.

The books of the shift are compared with a reckoning that does not know them: purses, felt and tray, moved by hand from
the wagers of each round. Only fills and credits change how many chips there are.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealer_console.game.hand import Bettor, Spot
from dealer_console.game.money import Cents
from dealer_console.game.round_files.report import settlement_data
from dealer_console.game.round_files.round_file import write_bet
from dealer_console.game.state import Settlement
from dealer_console.game.wagers.bets import Bet
from dealer_console.journal import Draft
from dealer_console.simulation.engine_table import EngineTable, IrregularTable
from dealer_console.table import commands as c
from dealer_console.table.shift import Acting, chips, fewest, fold, report_data, report_json
from dealer_console.table.shift.chips import why_not_made
from tests.table.shift.journaled_shift import ANA, SUE, TRAY, JournaledShift

TABLES = ("massachusetts-switch-1", "catfish-bend-blackjack-1", "south-dakota-switch-1")


class Reckoning:
    """The table without books: who holds how many chips."""

    def __init__(self, floor: JournaledShift, dice: Random) -> None:
        self.floor = floor
        self.dice = dice
        kind = dice.choice((EngineTable, IrregularTable))
        self.random_table = kind(floor.table.game, dice)
        self.tray: int = floor.shift.till.tray
        self.purses = 0
        self.felt = 0
        self.chips_there: int = self.tray
        self.cash = 0
        self.corrected = 0
        self.taken = 0

    def do(self, drafts: list[Draft]) -> None:
        self.floor.do(drafts)

    def act(self, command: c.Command, by: Acting) -> None:
        self.floor.act(command, by)

    def agree(self) -> None:
        assert self.floor.shift.till.tray == self.tray
        assert self.floor.shift.till.drop == self.cash
        assert self.tray + self.purses + self.felt == self.chips_there
        assert self.floor.shift.win_by_the_books == self.taken - self.corrected

    # --- actions -----------------------------------------------------------------------------------------------------

    def round(self) -> None:
        bets = self.bets()
        played = self.random_table.play_round(bets)
        self.floor.open_round(*(write_bet(bet) for bet in bets))
        staked = sum(wager.stake for wager in played.wagers())
        self.felt += staked
        self.purses -= staked
        for settlement in played.settlements:
            self.settle(settlement)
        if played.settlements and self.dice.random() < 0.3:
            self.take_back_and_settle_again(played.settlements[-1])
        assert self.felt == 0, "every wager is settled exactly once"
        self.floor.close_round()

    def settle(self, settlement: Settlement, sign: int = 1) -> None:
        kind = "settlement" if sign > 0 else "settlement-withdrawn"
        self.do([Draft(kind=kind, data={**settlement_data(settlement)})])  # type: ignore[dict-item]
        self.felt -= sign * settlement.stake
        self.tray += sign * (settlement.takes - settlement.pays)
        self.purses += sign * (settlement.stake - settlement.takes + settlement.pays)
        self.taken += sign * (settlement.takes - settlement.pays)
        self.agree()

    def take_back_and_settle_again(self, settlement: Settlement) -> None:
        self.settle(settlement, -1)
        self.settle(settlement)

    def bets(self) -> list[Bet]:
        rules = self.floor.table.rules
        bets = []
        for spot in range(1, self.dice.randint(1, rules.spots) + 1):
            amount = Cents(100 * self.dice.choice((15, 25, 100)))
            side = {name: Cents(500) for name in rules.side_bets if self.dice.random() < 0.4}
            tokes = {"a": Cents(100)} if rules.tokes and self.dice.random() < 0.3 else {}
            bets.append(Bet(spot=Spot(spot), bettor=Bettor(1), amount=amount, side_bets=side, tokes=tokes))
        return bets

    def buy_in(self) -> None:
        cents = 100 * self.dice.randint(1, 300)
        self.act(c.BuyIn(who="", cents=cents), ANA)
        self.tray -= cents
        self.purses += cents
        self.cash += cents

    def slip(self) -> None:
        what = self.dice.choice(("fill", "credit"))
        held = chips({500: self.dice.randint(1, 40), 100: self.dice.randint(0, 40)})
        self.act(c.AskFill(who="", chips=held) if what == "fill" else c.AskCredit(who="", chips=held), ANA)
        self.agree()
        number = self.floor.shift.slips[-1].number
        if self.dice.random() < 0.3:
            self.floor.act(c.CancelSlip(who="", slip=number, why="not needed"), ANA, SUE)
            return
        self.act(c.ConfirmSlip(who="", slip=number), SUE)
        moved = held.cents if what == "fill" else -held.cents
        self.tray += moved
        self.chips_there += moved

    def correction(self) -> None:
        cents = 100 * self.dice.randint(-20, 20)
        people = {"corrects": 1, "requested_by": "ana", "approved_by": "sue", "reason": "miscounted"}
        self.do([Draft(kind="correction", data={**people, "cents": cents})])  # type: ignore[dict-item]
        self.tray -= cents
        self.purses += cents
        self.corrected += cents

    def nothing_for_the_tray(self) -> None:
        if self.floor.table.rules.tokes:
            self.act(c.TokeGiven(who="", cents=500), ANA)
        self.act(c.ColourUp(who="", held=chips({500: 25})), ANA)


ACTIONS: tuple[Callable[[Reckoning], None], ...] = (
    Reckoning.round,
    Reckoning.round,
    Reckoning.buy_in,
    Reckoning.slip,
    Reckoning.correction,
    Reckoning.nothing_for_the_tray,
)


def run(name: str, seed: int, actions: list[int]) -> None:
    dice = Random(seed)
    floor = JournaledShift(name).ready(chips({**TRAY, 10000: 2000}))
    reckoning = Reckoning(floor, dice)
    for number in actions:
        ACTIONS[number](reckoning)
        reckoning.agree()
    off = close(floor)
    assert floor.shift.win == reckoning.taken - reckoning.corrected + off
    again = fold(floor.journal.entries())
    assert again == floor.shift
    assert report_json(report_data(again)) == report_json(report_data(floor.shift))


def close(floor: JournaledShift) -> int:
    """Counted to the nearest chip below; what that is short of the books."""
    table, tray = floor.table, floor.shift.till.tray
    if "closing" in table.rules.procedures:
        floor.act(c.OrderCardsOut(who=""), SUE)
        floor.step("rack", "fan", "return")
    counted = next(cents for cents in range(tray, -1, -1) if why_not_made(table.denominations, cents) is None)
    floor.act(c.CloseTable(who="", tray=fewest(table.denominations, counted)), ANA, SUE)
    return counted - tray


@pytest.mark.parametrize("name", TABLES)
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32), actions=st.lists(st.integers(0, len(ACTIONS) - 1), min_size=1, max_size=14))
def test_chips_are_conserved_in_random_shifts(name: str, seed: int, actions: list[int]) -> None:
    run(name, seed, actions)


@pytest.mark.proof
@pytest.mark.parametrize("name", TABLES)
@settings(max_examples=300, deadline=None)
@given(seed=st.integers(0, 2**32), actions=st.lists(st.integers(0, len(ACTIONS) - 1), min_size=20, max_size=80))
def test_chips_are_conserved_in_long_shifts(name: str, seed: int, actions: list[int]) -> None:
    run(name, seed, actions)
