"""Random commands at random moments: what `why_not` lets pass is drafted, recorded and folded; all else is refused.

The journal checks every draft, the fold never stumbles, the state survives its snapshot, and a refusal changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealer_console.game.errors import Refusal, Refused
from dealer_console.journal import Draft
from dealer_console.table.shift import (
    Acting,
    buy_in,
    called_wagers,
    chips,
    closing,
    dealers,
    deck_cut,
    fold,
    guidance,
    notices,
    opening,
    report_data,
    report_text,
    shift_data,
    shift_from_data,
    shoe_end,
    shuffle,
    slips,
    spots,
    why_not_round,
)
from tests.table.shift.floor import ANA, BEN, PAT, SUE, TED, TRAY, Floor

PEOPLE = (ANA, BEN, SUE, PAT, TED)
TABLES = ("massachusetts-switch-1", "catfish-bend-blackjack-1", "south-dakota-switch-1")
Tried = tuple[Refusal | None, Callable[[], Sequence[Draft]]]


class Hands:
    """Somebody does something, by dice."""

    def __init__(self, floor: Floor, dice: Random) -> None:
        self.floor = floor
        self.dice = dice

    def who(self) -> Acting:
        return self.dice.choice(PEOPLE)

    def step_due(self) -> str:
        step = shuffle.current_step(self.floor.table, self.floor.shift)
        known = ("riffle", "strip", "load", "collect", "plugg")
        return step.key if step is not None and self.dice.random() < 0.8 else self.dice.choice(known)

    def tried(self) -> Tried:
        return self.dice.choice((self.opening, self.money, self.cards, self.cards, self.cut, self.house))()

    def opening(self) -> Tried:
        t, s, by, other = self.floor.table, self.floor.shift, self.who(), self.who()
        tray = chips(TRAY)
        decks = self.dice.choice((t.game.decks, t.game.decks, 5))
        choices: list[Tried] = [
            (opening.why_not_open(t, s, tray, by, other), lambda: opening.draft_open(t, s, tray, by, other)),
            (opening.why_not_decks_in(t, s, decks, by), lambda: opening.draft_decks_in(t, s, decks, "red", by)),
            (opening.why_not_inspected(t, s, by, other), lambda: opening.draft_inspected(t, s, by, other)),
            (closing.why_not_close(t, s, tray, by, other), lambda: closing.draft_close(t, s, tray, by, other)),
            (dealers.why_not_dealer_in(t, s, by), lambda: dealers.draft_dealer_in(t, s, by)),
            (dealers.why_not_dealer_out(s), lambda: dealers.draft_dealer_out(s, by)),
        ]
        return self.dice.choice((choices[0], *choices))

    def money(self) -> Tried:
        t, s, by = self.floor.table, self.floor.shift, self.who()
        cents = self.dice.choice((0, 33, 2500, 10**9))
        held = chips({self.dice.choice((500, 100, 300)): self.dice.randint(0, 9)})
        what = self.dice.choice(("fill", "credit"))
        number = self.dice.choice([slip.number for slip in s.slips] or ["F-00001"])
        choices: list[Tried] = [
            (buy_in.why_not_buy_in(t, s, cents), lambda: buy_in.draft_buy_in(t, s, cents, by)),
            (buy_in.why_not_toke(t, s, cents), lambda: buy_in.draft_toke(t, s, cents, by)),
            (buy_in.why_not_colour_up(t, s, held), lambda: buy_in.draft_colour_up(t, s, held, by)),
            (slips.why_not_request(t, s, what, held, by), lambda: slips.draft_request(t, s, what, held, by)),
            (slips.why_not_confirm(s, number, by), lambda: slips.draft_confirm(s, number, by)),
            (slips.why_not_cancel(s, number), lambda: slips.draft_cancel(s, number, by, "why")),
        ]
        return self.dice.choice(choices)

    def cards(self) -> Tried:
        t, s, by = self.floor.table, self.floor.shift, self.who()
        key, riffles = self.step_due(), self.dice.randint(1, 6)
        reason, way = self.dice.choice(shuffle.REASONS), self.dice.choice(tuple(shuffle.WAYS))
        rest = self.dice.choice((60, 61))
        all_but = s.cards.decks * 52 - 60
        choices: list[Tried] = [
            (
                shuffle.why_not_step(t, s, key, by, riffles),
                lambda: shuffle.draft_step(t, s, key, by, riffles=riffles),
            ),
            (
                shuffle.why_not_shuffle(t, s, reason, way, by, by),
                lambda: shuffle.draft_shuffle(t, s, reason, way, by, by),
            ),
            (
                shuffle.why_not_begin_again(t, s, way, by),
                lambda: shuffle.draft_begin_again(t, s, way, by, "jammed"),
            ),
            (dealers.why_not_burn(t, s), lambda: dealers.draft_burn(t, s, by)),
            (dealers.why_not_show_burn(t, s, by), lambda: dealers.draft_show_burn(t, s, by, "9h")),
            (shoe_end.why_not_cutting_card(t, s, 2), lambda: shoe_end.draft_cutting_card(t, s, 2, by)),
            (shoe_end.why_not_count(t, s, rest, all_but), lambda: shoe_end.draft_count(t, s, rest, all_but, by)),
            (shoe_end.why_not_order_cards_out(t, s, by), lambda: shoe_end.draft_order_cards_out(t, s, by)),
        ]
        return self.dice.choice((choices[0], choices[0], *choices))

    def cut(self) -> Tried:
        t, s, by = self.floor.table, self.floor.shift, self.who()
        players = self.dice.sample(range(1, 9), 2)
        cut = s.cards.cut
        spot = cut.offered_to if cut is not None and self.dice.random() < 0.7 else self.dice.randint(0, 7)
        depth = self.dice.choice((None, 3, 100))
        same = self.dice.random() < 0.5
        choices: list[Tried] = [
            (deck_cut.why_not_offer(t, s, players, by), lambda: deck_cut.draft_offer(t, s, players, by)),
            (deck_cut.why_not_cut(t, s, spot, depth), lambda: deck_cut.draft_cut(t, s, spot, by, depth)),
            (deck_cut.why_not_cut_refused(t, s, spot), lambda: deck_cut.draft_cut_refused(t, s, spot, by)),
            (
                deck_cut.why_not_recut(t, s, by),
                lambda: deck_cut.draft_recut(t, s, by, by_the_same=same, why="seen"),
            ),
        ]
        return self.dice.choice(choices)

    def house(self) -> Tried:
        t, s, by, now = self.floor.table, self.floor.shift, self.who(), self.floor.now
        number = self.dice.randint(1, 3)
        minimum = self.dice.choice(("10", "20", "9999"))
        taken = self.dice.sample(range(1, 9), self.dice.randint(0, 3))
        wagered = sorted(self.dice.sample(range(1, 8), 2))
        round_opened = Draft(
            kind="round-opened", data={"round": self.floor.round + 1, "bets": [f"{spot} 25" for spot in wagered]}
        )
        changes = {"minimum": minimum}
        choices: list[Tried] = [
            (notices.why_not_notice(t, s, {**changes}, by), lambda: notices.draft_notice(t, s, {**changes}, by, now)),
            (
                notices.why_not_in_effect(t, s, number, now),
                lambda: notices.draft_in_effect(t, s, number, by, now),
            ),
            (notices.why_not_withdraw(s, number, by), lambda: notices.draft_withdraw(s, number, by)),
            (
                called_wagers.why_not_call(t, s, 1, 1, 2500),
                lambda: called_wagers.draft_call(t, s, 1, 1, 2500, by),
            ),
            (
                called_wagers.why_not_confirm_call(t, s, number, by),
                lambda: called_wagers.draft_confirm_call(t, s, number, by),
            ),
            (spots.why_not_play(t, s, "kim", taken, by), lambda: spots.draft_play(t, s, "kim", taken, by, by)),
        ]
        if why_not_round(t, s, wagered) is None:
            choices.append((None, lambda: [round_opened]))
        return self.dice.choice(choices)


def run(name: str, seed: int, length: int) -> Floor:
    dice = Random(seed)
    floor = Floor(name).ready() if dice.random() < 0.7 else Floor(name)
    hands = Hands(floor, dice)
    for _ in range(length):
        before = floor.shift
        why, draft = hands.tried()
        if why is None:
            floor.do(draft())
        else:
            assert why.reason
            with pytest.raises(Refused):
                draft()
            assert floor.shift is before
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
    assert report_text(report_data(floor.shift))


@pytest.mark.proof
@pytest.mark.parametrize("name", TABLES)
@settings(max_examples=300, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_the_same_for_long_nights(name: str, seed: int) -> None:
    floor = run(name, seed, 400)
    assert fold(floor.journal.entries()) == floor.shift
