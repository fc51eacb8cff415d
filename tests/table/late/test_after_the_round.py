"""A late call after the round was closed: until the wagers of the next round are down, wherever its cards are by then.

(rulesets 11, first point.) The cards may lie as they were dealt, be picked up, counted, or be in a new shoe.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer_console.game.round_files.notation import parse_move
from dealer_console.journal.verification.verify import verify
from dealer_console.messages import recorded_refusal
from dealer_console.table import commands as c
from tests.rigs.staffed_table import StaffedTable
from tests.table.late.evening import written

WHEN = ("paid", "picked up", "counted", "in a new shoe", "burned")


class LastRound(StaffedTable):
    """The last round of a shoe, dealt and paid by hand: 1a and 1b lose 25 each to 21."""

    def dealt(self) -> None:
        self.ready()
        self.bet("1 25")
        self.play("Th 9c 6h 8d 8s ??")
        self.done(c.CuttingCardOut(who=self.dealer))
        self.play("1a stand", "1b stand", "reveal Kd", "5c")
        self.done(c.WagersPaid(who=self.dealer))

    def until(self, when: str) -> None:
        if when == "paid":
            return
        self.done(c.CardStep(who=self.dealer, step="collect"))
        if when == "picked up":
            return
        assert self.state.shoe is not None
        left = self.state.shoe.left
        self.done(c.CountCards(who=self.dealer, shoe_rest=left, discards=6 * 52 - left))
        if when == "counted":
            return
        self.shuffle("cutting-card")
        self.cut()
        if when == "burned":
            self.burn()

    def call(self, call: str, *rulings: str, at: int = 0) -> c.CallLate:
        assert self.state.dealt is not None
        place = self.state.dealt.standing[at].seq
        answers = tuple(map(parse_move, rulings))
        return c.CallLate(who=self.dealer, place=place, call=parse_move(f"irregularity {call}"), rulings=answers)

    def tick_all(self) -> list[str]:
        assert self.state.late is not None
        steps = self.state.late.steps
        self.done(c.TickLateSteps(who=self.dealer, steps=tuple(range(1, len(steps) + 1))))
        return [f"{step.card or step.hand} {step.give_back}" for step in steps]


@pytest.mark.parametrize("when", WHEN)
def test_the_round_is_void_and_its_money_comes_back_whatever_became_of_its_cards(when: str, tmp_path: Path) -> None:
    bench = LastRound(tmp_path)
    bench.dealt()
    tray = bench.state.shift.till.tray
    bench.until(when)
    assert bench.state.shoe is not None
    out, cards = bench.state.shoe.out, bench.state.shift.cards
    bench.by_two(bench.call("shoe-fault", "resolve void"))
    assert bench.tick_all()[-2:] == ["1a 2500", "1b 2500"]
    bench.done(c.WagersPaid(who=bench.dealer))

    assert bench.state.shift.till.tray == tray - 5000
    assert bench.state.shoe.out == out  # no card is counted twice, and a new shoe keeps its own count
    assert bench.state.shift.cards == cards
    path = written(bench.journal, tmp_path)
    assert verify(path).problem is None


@pytest.mark.parametrize("when", WHEN[1:])
def test_no_card_can_be_dealt_to_a_round_whose_cards_were_picked_up(when: str, tmp_path: Path) -> None:
    bench = LastRound(tmp_path)
    bench.dealt()
    bench.until(when)
    last = bench.call("card-face-up-in-shoe 5c", "resolve discard", at=-1)  # the dealer would have to draw another
    assert "picked up" in bench.refused(last)


def test_ma_9c_a_notice_that_took_effect_since_ends_no_late_call_and_the_round_keeps_its_rules(tmp_path: Path) -> None:
    bench = LastRound(tmp_path)
    bench.dealt()
    bench.checked = True
    bench.sign("Sam", c.AnnounceNotice(who="", changes={"surrender": True, "minimum": "50"}))
    bench.now += 31 * 60_000
    bench.session.step()
    assert bench.state.table is not None
    assert (bench.state.table.surrender, bench.state.table.minimum) == (True, 5000)
    bench.by_two(bench.call("card-face-up-in-shoe 5c", "resolve discard", at=-1))
    assert bench.state.round is not None
    assert (bench.state.round.table.surrender, bench.state.round.table.minimum) == (False, 1500)
    bench.tick_all()
    bench.play("9h")  # 25: both hands win after all
    bench.done(c.WagersPaid(who=bench.dealer))
    assert bench.state.table.surrender
    assert verify(written(bench.journal, tmp_path)).problem is None


def test_nothing_is_called_late_when_the_wagers_of_the_next_round_are_down(tmp_path: Path) -> None:
    bench = LastRound(tmp_path)
    bench.dealt()
    bench.until("burned")
    late = bench.call("shoe-fault", "resolve void")
    bench.bet("1 25")
    assert "wagers of the next round" in bench.refused(late)
    assert bench.snapshot.no_late_call is not None
    assert "wagers of the next round" in recorded_refusal(bench.snapshot.no_late_call)


def test_a_card_too_many_of_the_dealer_is_called_when_everything_is_paid_ma_15e(tmp_path: Path) -> None:
    """By hand nobody had entered it: it is named now, counted, and goes to the discards."""
    bench = LastRound(tmp_path)
    bench.dealt()
    assert bench.state.shoe is not None
    out = bench.state.shoe.out
    bench.by_two(bench.call("dealer-drew-too-many 2c", "resolve burn", at=-1))
    assert bench.tick_all() == ["2c 0"]
    bench.done(c.WagersPaid(who=bench.dealer))
    assert bench.state.shoe.out == out + 1
    assert verify(written(bench.journal, tmp_path)).problem is None


def test_no_round_is_opened_again_while_nobody_deals(tmp_path: Path) -> None:
    """In a round nobody can come in: the table would stand for ever. The request waits for the next dealer."""
    bench = LastRound(tmp_path)
    bench.dealt()
    request = bench.asked(bench.call("card-face-up-in-shoe 5c", "resolve discard", at=-1))
    bench.done(c.GoOut(who=bench.dealer))
    assert "nobody deals" in bench.refused(bench.approve("Sam", request))
    bench.come_in()
    bench.done(bench.approve("Sam", request))
    bench.tick_all()
    bench.play("9h")
    bench.done(c.WagersPaid(who=bench.dealer))
    assert verify(written(bench.journal, tmp_path)).problem is None
