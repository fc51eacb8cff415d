"""Burn, cut and shuffle: the next step, and who is offered the cut."""

from __future__ import annotations

import pytest

from dealer_console.game.errors import Refused
from dealer_console.game.hand import Spot
from dealer_console.game.procedures import cut_is_due, cut_order, next_step
from dealer_console.game.rules import Rules
from dealer_console.rulebook import load_rules

from .felt import CB, MA, RULE_SETS


@pytest.fixture
def ma() -> Rules:
    return load_rules(MA)


@pytest.fixture
def cb() -> Rules:
    return load_rules(CB)


def spots(*numbers: int) -> list[Spot]:
    return [Spot(number) for number in numbers]


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_procedure_is_walked_from_its_first_step_to_its_end(name: str) -> None:
    rules = load_rules(name)
    assert rules.procedures
    for procedure, steps in rules.procedures.items():
        walked = []
        step = next_step(rules, procedure)
        while step is not None:
            walked.append(step)
            assert step.does
            assert step.who
            assert step.clause
            step = next_step(rules, procedure, step.key)
        assert tuple(walked) == steps


def test_ma_by_hand_riffles_before_it_strips(ma: Rules) -> None:
    keys = [step.key for step in ma.procedures["shuffle-by-hand"]]

    assert keys.index("riffle") < keys.index("strip")
    assert ma.procedures["shuffle-by-device"][-1].key == "burn"


def test_an_unknown_procedure_or_step_names_the_nearest(ma: Rules) -> None:
    with pytest.raises(Refused, match="did-you-mean") as caught:
        next_step(ma, "cutt")
    assert caught.value.refusal.clause == "MA 7(c)"
    with pytest.raises(Refused, match=r"did-you-mean.*align") as caught:
        next_step(ma, "cut", "alig")
    assert caught.value.refusal.clause == "MA 4(f)"


def test_ma_4b_cards_from_a_device_are_not_cut(ma: Rules, cb: Rules) -> None:
    assert not cut_is_due(ma, by_device=True)
    assert cut_is_due(ma, by_device=False)
    assert cut_is_due(cb, by_device=False)


def test_ma_4d_the_first_player_at_the_table_then_falling_spots(ma: Rules) -> None:
    assert cut_order(ma, spots(1, 3, 5, 7), first_player=Spot(5)) == spots(5, 3, 1, 7)


def test_ma_4d_the_spot_where_the_cutting_card_came(ma: Rules) -> None:
    assert cut_order(ma, spots(1, 3, 5), cutting_card_at=Spot(3)) == spots(3, 1, 5)


def test_ma_4d_the_highest_spot_after_the_dealers_hand_or_an_ordered_reshuffle(ma: Rules) -> None:
    assert cut_order(ma, spots(2, 6, 4)) == spots(6, 4, 2)


def test_the_first_player_comes_before_the_cutting_card(ma: Rules) -> None:
    assert cut_order(ma, spots(1, 2, 3), first_player=Spot(1), cutting_card_at=Spot(3)) == spots(1, 3, 2)


def test_a_player_who_left_is_not_asked(ma: Rules) -> None:
    assert cut_order(ma, spots(1, 2), first_player=Spot(7)) == spots(2, 1)
    assert cut_order(ma, spots(1, 2), first_player=Spot(7), cutting_card_at=Spot(1)) == spots(1, 2)


def test_cb_shuffle_3_the_cutting_cards_player_then_rising_spots(cb: Rules) -> None:
    assert cut_order(cb, spots(1, 3, 5, 7), cutting_card_at=Spot(5)) == spots(5, 7, 1, 3)
    assert cut_order(cb, spots(1, 3, 5, 7), first_player=Spot(3)) == spots(3, 5, 7, 1)
    assert cut_order(cb, spots(4, 2)) == spots(2, 4)


def test_nobody_there_to_cut(ma: Rules, cb: Rules) -> None:
    assert cut_order(ma, []) == cut_order(cb, []) == []
