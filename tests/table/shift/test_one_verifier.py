"""Random commands at random moments: what `why_not` lets pass is drafted, recorded and folded; all else is refused.

The journal checks every draft, the fold never stumbles, the state survives its snapshot, and a refusal changes nothing.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealer_console.cli.journals.shift_report_text import report_text
from dealer_console.game.cards import card
from dealer_console.game.errors import Refused
from dealer_console.messages import recorded
from dealer_console.messages.words import record_words
from dealer_console.table import commands as c
from dealer_console.table.commands.cards.shuffle import REASONS, WAYS
from dealer_console.table.commands.people.notices import notice_due
from dealer_console.table.shift import (
    Acting,
    chips,
    fold,
    guidance,
    shift_data,
    shift_from_data,
    why_not_round,
)
from dealer_console.table.shift.readiness import current_step
from tests.table.shift.journaled_shift import ANA, BEN, PAT, SUE, TED, TRAY, JournaledShift

PEOPLE = (ANA, BEN, SUE, PAT, TED)
TABLES = ("massachusetts-switch-1", "catfish-bend-blackjack-1", "south-dakota-switch-1")
Tried = tuple[c.Command, Acting, Acting | None]


class Hands:
    """Somebody does something, by dice."""

    def __init__(self, floor: JournaledShift, dice: Random) -> None:
        self.floor = floor
        self.dice = dice

    def who(self) -> Acting:
        return self.dice.choice(PEOPLE)

    def step_due(self) -> str:
        step = current_step(self.floor.table, self.floor.shift)
        known = ("riffle", "strip", "load", "collect", "plugg")
        return step.key if step is not None and self.dice.random() < 0.8 else self.dice.choice(known)

    def tried(self) -> Tried:
        choose = self.dice.choice((self.opening, self.money, self.cards, self.cards, self.cut, self.house))
        alone = self.dice.random() < 0.1
        return choose(), self.who(), None if alone else self.who()

    def opening(self) -> c.Command:
        tray, decks = chips(TRAY), self.floor.table.game.decks
        opens = c.OpenTable(who="", tray=tray)
        return self.dice.choice(
            (
                opens,
                opens,
                c.DecksIn(who="", decks=self.dice.choice((decks, decks, 5)), colour="red"),
                c.CardsInspected(who=""),
                c.CloseTable(who="", tray=tray),
                c.ComeIn(who=""),
                c.GoOut(who=""),
            )
        )

    def money(self) -> c.Command:
        cents = self.dice.choice((0, 33, 2500, 10**9))
        held = chips({self.dice.choice((500, 100, 300)): self.dice.randint(0, 9)})
        number = self.dice.choice([slip.number for slip in self.floor.shift.slips] or ["F-00001"])
        return self.dice.choice(
            (
                c.BuyIn(who="", cents=cents),
                c.TokeGiven(who="", cents=cents),
                c.ColourUp(who="", held=held),
                c.AskFill(who="", chips=held),
                c.AskCredit(who="", chips=held),
                c.ConfirmSlip(who="", slip=number),
                c.CancelSlip(who="", slip=number, why="why"),
                c.CountTray(who="", tray=held),
            )
        )

    def cards(self) -> c.Command:
        step = c.CardStep(who="", step=self.step_due(), riffles=self.dice.randint(1, 6))
        way, rest = self.dice.choice(tuple(WAYS)), self.dice.choice((60, 61))
        all_but = self.floor.shift.cards.decks * 52 - 60
        return self.dice.choice(
            (
                step,
                step,
                step,
                c.BeginShuffle(who="", reason=self.dice.choice(REASONS), way=way),
                c.ShuffleAgain(who="", way=way, why="jammed"),
                c.BurnCard(who=""),
                c.ShowBurnCard(who="", card=card("9h")),
                c.CuttingCardOut(who="", spot=2),
                c.CountCards(who="", shoe_rest=rest, discards=all_but),
                c.OrderCardsOut(who=""),
            )
        )

    def cut(self) -> c.Command:
        cut = self.floor.shift.cards.cut
        spot = cut.offered_to if cut is not None and self.dice.random() < 0.7 else self.dice.randint(0, 7)
        return self.dice.choice(
            (
                c.OfferCut(who="", players=tuple(self.dice.sample(range(1, 9), 2))),
                c.CutMade(who="", spot=spot, cards_before=self.dice.choice((None, 3, 100))),
                c.CutRefused(who="", spot=spot),
                c.OrderRecut(who="", by_the_same=self.dice.random() < 0.5, why="seen"),
            )
        )

    def house(self) -> c.Command:
        number = self.dice.randint(1, 3)
        taken = self.dice.sample(range(1, 9), self.dice.randint(0, 3))
        return self.dice.choice(
            (
                c.AnnounceNotice(who="", changes={"minimum": self.dice.choice(("10", "20", "9999"))}),
                c.WithdrawNotice(who="", notice=number),
                c.CallWager(who="", spot=1, cents=2500),
                c.ConfirmCalledWager(who="", called=number),
                c.ReturnCalledWager(who="", called=number),
                c.SeatPlayer(who="", player="kim", spots=tuple(taken)),
                c.PlayerLeft(who="", player="kim"),
                c.LetIn(who="", spot=number),
            )
        )


def run(name: str, seed: int, length: int) -> JournaledShift:
    dice = Random(seed)
    floor = JournaledShift(name).ready() if dice.random() < 0.7 else JournaledShift(name)
    hands = Hands(floor, dice)
    for _ in range(length):
        before = floor.shift
        command, by, approver = hands.tried()
        why = floor.why_not(command, by, approver)
        if why is None:
            floor.act(command, by, approver)
        else:
            assert recorded(why.message)
            with pytest.raises(Refused):
                floor.drafts(command, by, approver)
            assert floor.shift is before
        wagered = sorted(dice.sample(range(1, 8), 2))
        if dice.random() < 0.1 and why_not_round(floor.table, floor.shift, wagered) is None:
            floor.round = floor.shift.rounds.closed
            floor.open_round(*(f"{spot} 25" for spot in wagered))
        floor.do(notice_due(floor.table, floor.shift, floor.now))
        if floor.shift.in_round and dice.random() < 0.6:
            floor.round = int(floor.shift.rounds.open or 0)
            floor.close_round()
        guidance(floor.table, floor.shift)
    return floor


@pytest.mark.parametrize("name", TABLES)
@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_what_is_not_refused_is_recorded_and_the_rest_changes_nothing(name: str, seed: int) -> None:
    floor = run(name, seed, 60)
    assert fold(floor.journal.entries()) == floor.shift
    assert shift_from_data(shift_data(floor.shift)) == floor.shift
    assert report_text(floor.shift, record_words(), {})


@pytest.mark.proof
@pytest.mark.parametrize("name", TABLES)
@settings(max_examples=300, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_the_same_for_long_nights(name: str, seed: int) -> None:
    floor = run(name, seed, 400)
    assert fold(floor.journal.entries()) == floor.shift
