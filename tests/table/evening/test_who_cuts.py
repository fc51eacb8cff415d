"""Who is offered the cut at the live table, and when the house shuffles again."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer_console.game.round_files.notation import parse_move
from dealer_console.table import commands as c
from tests.rigs.staffed_table import CB, MA, StaffedTable


def shuffled(bench: StaffedTable) -> None:
    bench.open()
    bench.bring_cards()
    bench.shuffle()


def offers(bench: StaffedTable) -> tuple[int, ...]:
    assert bench.snapshot.guide is not None
    return bench.snapshot.guide.offers


def a_round(bench: StaffedTable, *, cutting_card: int | None = None, comes: bool = False) -> None:
    bench.bet("1 25", "2 25")
    bench.play("Th")
    if comes:
        bench.done(c.CuttingCardOut(who=bench.dealer, spot=cutting_card))
    if bench.table.rules.is_switch:
        bench.play("9d 5h 6d 7c Tc 8s Ts 9s ??", "1 keep", "1a stand", "1b stand", "2 keep", "2a stand", "2b stand")
    else:
        bench.play("9d 7c 8s Tc ??", "1a stand", "2a stand")
    bench.play("reveal Td")
    bench.done(c.WagersPaid(who=bench.dealer))


def counted(bench: StaffedTable) -> None:
    if bench.table.rules.is_switch:
        bench.done(c.CardStep(who=bench.dealer, step="collect"))
    all_cards = bench.table.game.decks * 52
    bench.done(c.CountCards(who=bench.dealer, shoe_rest=100, discards=all_cards - 100))


@pytest.mark.parametrize(("table", "order"), [(MA, (2, 1, 3)), (CB, (2, 3, 1))])
def test_at_the_start_the_first_player_at_the_table(tmp_path: Path, table: str, order: tuple[int, ...]) -> None:
    """MA 4(d)(1), CB shuffle 3b; the cut then goes round as each rule set says (MA 4(e), CB shuffle 3c)."""
    bench = StaffedTable(tmp_path, table)
    shuffled(bench)
    bench.done(c.OfferCut(who=bench.dealer, players=(1, 2, 3), first_player=2))
    assert offers(bench) == order


@pytest.mark.parametrize(("table", "order"), [(MA, (2, 1, 3)), (CB, (2, 3, 1))])
def test_the_player_to_whom_the_cutting_card_came(tmp_path: Path, table: str, order: tuple[int, ...]) -> None:
    """MA 4(d)(2), CB shuffle 3a."""
    bench = StaffedTable(tmp_path, table)
    bench.ready()
    a_round(bench, cutting_card=2, comes=True)
    counted(bench)
    bench.shuffle("cutting-card")
    bench.done(c.OfferCut(who=bench.dealer, players=(1, 2, 3)))
    assert offers(bench) == order


def test_ma_4d3_on_the_dealers_hand_the_player_farthest_to_the_right(tmp_path: Path) -> None:
    bench = StaffedTable(tmp_path)
    bench.ready()
    a_round(bench, comes=True)
    counted(bench)
    bench.shuffle("cutting-card")
    bench.done(c.OfferCut(who=bench.dealer, players=(1, 2, 3)))
    assert offers(bench) == (3, 2, 1)


def test_ma_4h_the_house_may_reshuffle_after_any_round(tmp_path: Path) -> None:
    """MA 4(d)(4): then the player farthest to the dealer's right cuts."""
    bench = StaffedTable(tmp_path)
    bench.ready()
    a_round(bench)
    bench.shuffle("house")
    bench.done(c.OfferCut(who=bench.dealer, players=(1, 2, 3)))
    assert offers(bench) == (3, 2, 1)


def test_cb_shuffle_b_cards_that_were_spread_make_a_shuffle_due(tmp_path: Path) -> None:
    """And the first player at the table is offered the cut when the game resumes (CB shuffle 3b)."""
    bench = StaffedTable(tmp_path, CB)
    bench.ready()
    a_round(bench)
    assert "no shuffle is due" in bench.refused(c.BeginShuffle(who=bench.dealer, reason="cards-spread"))
    bench.done(c.SpreadCards(who=bench.dealer))
    words = bench.refused(c.SameWagers(who=bench.dealer))
    assert ("cards-spread" in words, "CB shuffle b" in words) == (True, True)
    refusal = bench.why_no_round()
    assert refusal is not None
    assert refusal.clause == "CB shuffle b"
    counted(bench)
    assert "a shuffle is due" in bench.refused(c.BeginShuffle(who=bench.dealer, reason="house"))
    bench.shuffle("cards-spread")
    assert "who came first" in bench.refused(c.OfferCut(who=bench.dealer, players=(1, 2, 3)))
    bench.done(c.OfferCut(who=bench.dealer, players=(1, 2, 3), first_player=2))
    assert offers(bench) == (2, 3, 1)
    bench.done(c.CutMade(who=bench.dealer, spot=2, cards_before=100))
    bench.follow_the_guide()
    bench.burn()
    a_round(bench)


def test_cb_shuffle_b_a_late_call_about_the_last_round_leaves_the_spread_cards_due(tmp_path: Path) -> None:
    bench = StaffedTable(tmp_path, CB)
    bench.ready()
    bench.bet("1 25")
    assert "before the cards are spread" in bench.refused(c.SpreadCards(who=bench.dealer))
    bench.play("Th 7c 8s ??", "1a stand", "reveal Td")
    bench.done(c.WagersPaid(who=bench.dealer))
    bench.done(c.SpreadCards(who=bench.dealer))
    assert bench.state.dealt is not None
    place = bench.state.dealt.standing[1].seq
    call, void = parse_move("irregularity shoe-fault"), parse_move("resolve void")
    bench.by_two(c.CallLate(who=bench.dealer, place=place, call=call, rulings=(void,)))
    assert bench.state.late is not None
    assert all(step.card is None for step in bench.state.late.steps)  # the cards lie there no more
    bench.done(c.TickLateSteps(who=bench.dealer, steps=tuple(range(1, len(bench.state.late.steps) + 1))))
    bench.done(c.WagersPaid(who=bench.dealer))
    refusal = bench.why_no_round()
    assert refusal is not None
    assert refusal.clause == "CB shuffle b"


@pytest.mark.parametrize(("table", "clause"), [(MA, "MA 4(d)(1)"), (CB, "CB shuffle 3b")])
def test_who_was_seated_first_is_the_first_player_whatever_is_said(tmp_path: Path, table: str, clause: str) -> None:
    """MA 4(d)(1), CB shuffle 3b."""
    bench = StaffedTable(tmp_path, table)
    bench.open()
    for spot in (2, 1, 3):
        bench.done(c.SeatPlayer(who=bench.dealer, spots=(spot,)))
    bench.bring_cards()
    bench.shuffle()
    words = bench.refused(c.OfferCut(who=bench.dealer, players=(1, 2, 3), first_player=3))
    assert ("sits at spot 2" in words, clause in words) == (True, True)
    bench.done(c.OfferCut(who=bench.dealer, players=(1, 2, 3)))
    assert offers(bench)[0] == 2


def test_ma_4d2_the_box_of_the_cutting_card_is_one_that_plays(tmp_path: Path) -> None:
    bench = StaffedTable(tmp_path)
    bench.ready()
    bench.bet("1 25", "3 25")
    bench.play("Th")
    assert "nobody plays spot 2" in bench.refused(c.CuttingCardOut(who=bench.dealer, spot=2))
    bench.done(c.CuttingCardOut(who=bench.dealer, spot=3))
    assert bench.state.shift.cards.cutting_card_at == 3


def test_cb_shuffle_3d_all_refuse_and_the_dealer_says_so(tmp_path: Path) -> None:
    bench = StaffedTable(tmp_path, CB)
    shuffled(bench)
    bench.done(c.OfferCut(who=bench.dealer, players=(2,), first_player=2))
    bench.done(c.CutRefused(who=bench.dealer, spot=2))
    assert bench.snapshot.guide is not None
    assert (bench.snapshot.guide.says, bench.snapshot.guide.offered_to) == ("Dealer cuts", 0)


def test_cb_shuffle_3e_one_cut_only(tmp_path: Path) -> None:
    bench = StaffedTable(tmp_path, CB)
    bench.ready()
    again = c.OrderRecut(who="", by_the_same=True, why="x")
    assert "one time only" in bench.refused(bench.signed("Sam", again))
