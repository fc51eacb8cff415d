"""Who is offered the cut at the live table, and when the house shuffles again."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer_console.table import commands as c
from tests.table.evening.house_bench import CB, MA, HouseBench


def shuffled(bench: HouseBench) -> None:
    bench.open()
    bench.bring_cards()
    bench.shuffle()


def offers(bench: HouseBench) -> tuple[int, ...]:
    assert bench.snapshot.guide is not None
    return bench.snapshot.guide.offers


def a_round(bench: HouseBench, *, cutting_card: int | None = None, comes: bool = False) -> None:
    bench.bet("1 25")
    bench.play("Th")
    if comes:
        bench.done(c.CuttingCardOut(who=bench.dealer, spot=cutting_card))
    if bench.table.rules.is_switch:
        bench.play("9d 7c Tc 8s ??", "1 keep", "1a stand", "1b stand", "reveal Td")
    else:
        bench.play("7c 8s ??", "1a stand", "reveal Td")
    bench.done(c.WagersPaid(who=bench.dealer))


def counted(bench: HouseBench) -> None:
    if bench.table.rules.is_switch:
        bench.done(c.CardStep(who=bench.dealer, step="collect"))
    all_cards = bench.table.game.decks * 52
    bench.done(c.CountCards(who=bench.dealer, shoe_rest=100, discards=all_cards - 100))


@pytest.mark.parametrize(("table", "order"), [(MA, (2, 1, 3)), (CB, (2, 3, 1))])
def test_at_the_start_the_first_player_at_the_table(tmp_path: Path, table: str, order: tuple[int, ...]) -> None:
    """MA 4(d)(1), CB shuffle 3b; the cut then goes round as each rule set says (MA 4(e), CB shuffle 3c)."""
    bench = HouseBench(tmp_path, table)
    shuffled(bench)
    bench.done(c.OfferCut(who=bench.dealer, players=(1, 2, 3), first_player=2))
    assert offers(bench) == order


@pytest.mark.parametrize(("table", "order"), [(MA, (2, 1, 3)), (CB, (2, 3, 1))])
def test_the_player_to_whom_the_cutting_card_came(tmp_path: Path, table: str, order: tuple[int, ...]) -> None:
    """MA 4(d)(2), CB shuffle 3a."""
    bench = HouseBench(tmp_path, table)
    bench.ready()
    a_round(bench, cutting_card=2, comes=True)
    counted(bench)
    bench.shuffle("cutting-card")
    bench.done(c.OfferCut(who=bench.dealer, players=(1, 2, 3)))
    assert offers(bench) == order


def test_ma_4d3_on_the_dealers_hand_the_player_farthest_to_the_right(tmp_path: Path) -> None:
    bench = HouseBench(tmp_path)
    bench.ready()
    a_round(bench, comes=True)
    counted(bench)
    bench.shuffle("cutting-card")
    bench.done(c.OfferCut(who=bench.dealer, players=(1, 2, 3)))
    assert offers(bench) == (3, 2, 1)


def test_ma_4h_the_house_may_reshuffle_after_any_round(tmp_path: Path) -> None:
    """MA 4(d)(4): then the player farthest to the dealer's right cuts."""
    bench = HouseBench(tmp_path)
    bench.ready()
    a_round(bench)
    bench.shuffle("house")
    bench.done(c.OfferCut(who=bench.dealer, players=(1, 2, 3)))
    assert offers(bench) == (3, 2, 1)


def test_cb_shuffle_b_cards_that_were_spread_are_shuffled(tmp_path: Path) -> None:
    bench = HouseBench(tmp_path, CB)
    bench.ready()
    a_round(bench)
    bench.shuffle("cards-spread")
    assert bench.kinds("shuffle")[-5].data["reason"] == "cards-spread"


def test_cb_shuffle_3d_all_refuse_and_the_dealer_says_so(tmp_path: Path) -> None:
    bench = HouseBench(tmp_path, CB)
    shuffled(bench)
    bench.done(c.OfferCut(who=bench.dealer, players=(2,)))
    bench.done(c.CutRefused(who=bench.dealer, spot=2))
    assert bench.snapshot.guide is not None
    assert (bench.snapshot.guide.says, bench.snapshot.guide.offered_to) == ("Dealer cuts", 0)


def test_cb_shuffle_3e_one_cut_only(tmp_path: Path) -> None:
    bench = HouseBench(tmp_path, CB)
    bench.ready()
    again = c.OrderRecut(who="", by_the_same=True, why="x")
    assert "one time only" in bench.refused(bench.signed("Sam", again))
