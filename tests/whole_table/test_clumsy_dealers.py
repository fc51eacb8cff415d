"""Dealers who err at every fourth card: several late calls in a round, settlements ticked in between, moves taken back,
the program killed in the middle of it."""

from __future__ import annotations

import pytest

from dealer_console.simulation import mishaps
from dealer_console.simulation.run import SimulatedTable
from dealer_console.table import commands as c
from tests.whole_table.test_simulate import RULE_SETS

OFTEN = {"human": 0.08, "restart": 0.08, "device": 0.01, "line": 0.005}


class ClumsyTable(SimulatedTable):
    def __init__(self, rules: str, seed: int) -> None:
        super().__init__(rules, seed, tuple(OFTEN))
        self.people.late.often = 0.25

    def step(self) -> None:
        state = self.virtual.session.state
        if state.in_round and state.shift.dealer is not None and self.dice.random() < 0.15:
            lying = [wager for wager in state.settled if not wager.done]
            if lying:
                self.submit(c.SettlementDone(who=self.people.dealer, settlement=self.dice.choice(lying).seq))
        if state.dealt is not None and self.dice.random() < 0.05:
            self.people.take_back()
        super().step()


@pytest.fixture
def clumsy(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind, often in OFTEN.items():
        monkeypatch.setitem(mishaps.HOW_OFTEN, kind, often)


@pytest.mark.proof
@pytest.mark.parametrize("seed", range(500, 505))
@pytest.mark.parametrize("rules", RULE_SETS)
def test_clumsy_dealers_break_no_promise(rules: str, seed: int, clumsy: None) -> None:
    result = ClumsyTable(rules, seed).run(8)
    assert result.examples == ()
    assert result.late_calls


@pytest.mark.proof
def test_a_card_face_up_in_the_shoe_waits_until_the_loose_cards_have_their_place(clumsy: None) -> None:
    """It was taken for the first of them, and that one was lost."""
    assert ClumsyTable("light-and-wonder-switch-v1", 505).run(8).examples == ()


@pytest.mark.proof
def test_a_face_up_card_that_people_name_waits_for_the_loose_cards_too() -> None:
    """The shoe failed while it waited: naming it took the first loose card's place, and that one was lost."""
    assert SimulatedTable("catfish-bend-blackjack", 1002, mishaps.GROUPS).run(52).examples == ()
