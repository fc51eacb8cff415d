"""A shuffle that the round itself makes due, or that is done in the middle of it (MA 15(b), MA 15(g), CB 11)."""

from __future__ import annotations

from pathlib import Path

from dealer_console.game.cards import card
from dealer_console.game.moves import IrregularityCalled, Ruled
from dealer_console.table import commands as c
from tests.rigs.staffed_table import CB, StaffedTable


def play_a_round(bench: StaffedTable) -> None:
    bench.bet("1 25")
    if bench.table.rules.is_switch:
        bench.play("Th 9d 7c Tc 8s ??", "1 keep", "1a stand", "1b stand", "reveal Td")
    else:
        bench.play("Th 7c 8s ??", "1a stand", "reveal Td")
    bench.done(c.WagersPaid(who=bench.dealer))


def face_up(bench: StaffedTable, text: str) -> None:
    call = IrregularityCalled(code="card-face-up-in-shoe", card=card(text))
    bench.done(c.Play(who=bench.dealer, move=call))


def counted(bench: StaffedTable) -> None:
    if bench.table.rules.is_switch:
        bench.done(c.CardStep(who=bench.dealer, step="collect"))
    shoe = bench.state.shoe
    assert shoe is not None
    bench.done(c.CountCards(who=bench.dealer, shoe_rest=shoe.left, discards=shoe.out))


def test_ma_15b_after_the_void_the_cards_are_reshuffled_before_the_next_round(tmp_path: Path) -> None:
    bench = StaffedTable(tmp_path)
    bench.ready()
    bench.bet("1 25")
    bench.play("Th 9d")
    for text in ("2c", "3c"):
        face_up(bench, text)
        ruling = c.Play(who=bench.dealer, move=Ruled(choice="discard"))
        bench.done(ruling) if text == "2c" else bench.by_two(ruling)
    assert bench.snapshot.round is not None
    assert bench.snapshot.round.ended_by == "void"
    bench.done(c.WagersPaid(who=bench.dealer))
    words = bench.refused(c.SameWagers(who=bench.dealer))
    assert ("face-up-cards" in words, "MA 15(b)" in words) == (True, True)
    refusal = bench.why_no_round()
    assert refusal is not None
    assert refusal.clause == "MA 15(b)"
    counted(bench)
    assert "a shuffle is due" in bench.refused(c.BeginShuffle(who=bench.dealer, reason="house"))
    bench.shuffle("face-up-cards")
    bench.cut()
    bench.burn()
    play_a_round(bench)
    assert bench.why_no_round() is None


def test_ma_15b_two_cards_in_two_rounds_of_one_shoe_make_the_shuffle_due_too(tmp_path: Path) -> None:
    bench = StaffedTable(tmp_path)
    bench.ready()
    bench.bet("1 25")
    bench.play("Th")
    face_up(bench, "2c")
    bench.done(c.Play(who=bench.dealer, move=Ruled(choice="discard")))
    bench.play("9d 7c Tc 8s ??", "1 keep", "1a stand", "1b stand", "reveal Td")
    bench.done(c.WagersPaid(who=bench.dealer))
    assert bench.why_no_round() is None
    bench.done(c.SameWagers(who=bench.dealer))
    bench.play("Th")
    face_up(bench, "3c")
    bench.by_two(c.Play(who=bench.dealer, move=Ruled(choice="discard")))
    bench.done(c.WagersPaid(who=bench.dealer))
    assert bench.state.shift.cards.due is not None


def test_cb_11_a_shuffle_is_due_after_the_misdeal(tmp_path: Path) -> None:
    bench = StaffedTable(tmp_path, CB)
    bench.ready()
    bench.bet("1 25")
    bench.play("Th 7c")
    bench.done(c.Play(who=bench.dealer, move=IrregularityCalled(code="shoe-empty")))
    bench.by_two(c.Play(who=bench.dealer, move=Ruled(choice="misdeal")))
    bench.done(c.WagersPaid(who=bench.dealer))
    words = bench.refused(c.SameWagers(who=bench.dealer))
    assert ("shoe-empty" in words, "CB irregularities 11" in words) == (True, True)
    counted(bench)
    bench.shuffle("shoe-empty")
    bench.cut()
    bench.burn()
    play_a_round(bench)


def test_ma_15g_discards_are_shuffled_cut_and_burned_inside_the_round(tmp_path: Path) -> None:
    bench = StaffedTable(tmp_path)
    bench.ready()
    play_a_round(bench)
    bench.bet("1 25")
    bench.play("2h 3d 4c 5c")
    bench.done(c.Play(who=bench.dealer, move=IrregularityCalled(code="shoe-empty")))
    bench.done(c.Play(who=bench.dealer, move=Ruled(choice="reshuffle")))
    guide = bench.snapshot.guide
    assert guide is not None
    assert (guide.command, guide.clause) == (c.BeginShuffle, "MA 15(g)")
    words = bench.refused(bench.card("??"))
    assert ("Shuffle the discards" in words, "MA 15(g)" in words) == (True, True)
    assert "a shuffle is due" in bench.refused(c.BeginShuffle(who=bench.dealer, reason="house"))
    bench.shuffle("shoe-empty")
    bench.done(c.OfferCut(who=bench.dealer, players=(1,)))
    assert "Place the cutting card" in bench.refused(bench.card("??"))
    on_layout = 4
    assert "too near an end" in bench.refused(
        c.CutMade(who=bench.dealer, spot=1, cards_before=bench.table.game.decks * 52 - on_layout - 51)
    )
    bench.done(c.CutMade(who=bench.dealer, spot=1, cards_before=bench.table.game.decks * 52 - on_layout - 52))
    bench.sign("Sam", c.OrderRecut(who="", by_the_same=True, why="badly done"))
    bench.done(c.CutMade(who=bench.dealer, spot=1, cards_before=100))
    bench.follow_the_guide()
    assert bench.snapshot.guide is None
    bench.play("??")
    assert bench.snapshot.round is not None
    assert [burned.text for burned in bench.snapshot.round.burned] == ["??"]
    bench.play("8s ??", "1 keep", "1a stand", "1b stand", "reveal Td", "9h")
    bench.done(c.WagersPaid(who=bench.dealer))
    assert bench.why_no_round() is None


def test_ma_15g_discards_that_were_shuffled_and_burned_are_not_shuffled_again_for_a_void(tmp_path: Path) -> None:
    bench = StaffedTable(tmp_path)
    bench.ready()
    bench.bet("1 25")
    bench.play("2h 3d 4c 5c")
    bench.done(c.Play(who=bench.dealer, move=IrregularityCalled(code="shoe-empty")))
    bench.done(c.Play(who=bench.dealer, move=Ruled(choice="reshuffle")))
    bench.shuffle("shoe-empty")
    bench.done(c.OfferCut(who=bench.dealer, players=(1,)))
    bench.done(c.CutMade(who=bench.dealer, spot=1, cards_before=100))
    bench.follow_the_guide()
    bench.play("??")
    bench.by_two(bench.card("void by Sam"))
    bench.done(c.WagersPaid(who=bench.dealer))
    assert bench.state.shift.cards.due is None
    bench.done(c.SameWagers(who=bench.dealer))


def test_ma_15g_where_the_cutting_card_had_come_the_shoe_is_over_after_the_round(tmp_path: Path) -> None:
    bench = StaffedTable(tmp_path)
    bench.ready()
    bench.bet("1 25")
    bench.play("2h 3d 4c 5c")
    bench.done(c.CuttingCardOut(who=bench.dealer, spot=1))
    bench.done(c.Play(who=bench.dealer, move=IrregularityCalled(code="shoe-empty")))
    bench.done(c.Play(who=bench.dealer, move=Ruled(choice="reshuffle")))
    bench.shuffle("shoe-empty")
    bench.done(c.OfferCut(who=bench.dealer, players=(1,)))
    bench.done(c.CutMade(who=bench.dealer, spot=1, cards_before=100))
    bench.follow_the_guide()
    bench.play("??")
    assert bench.snapshot.last_round_of_shoe
    bench.by_two(bench.card("void by Sam"))
    bench.done(c.WagersPaid(who=bench.dealer))
    assert "Pick the cards up" in bench.refused(c.SameWagers(who=bench.dealer))


def test_a_round_that_is_voided_while_its_discards_are_shuffled_leaves_a_shuffle_due(tmp_path: Path) -> None:
    bench = StaffedTable(tmp_path)
    bench.ready()
    bench.bet("1 25")
    bench.play("2h 3d")
    bench.done(c.Play(who=bench.dealer, move=IrregularityCalled(code="shoe-empty")))
    bench.done(c.Play(who=bench.dealer, move=Ruled(choice="reshuffle")))
    bench.shuffle("shoe-empty")
    bench.by_two(bench.card("void by Sam"))
    bench.done(c.WagersPaid(who=bench.dealer))
    assert bench.state.shift.cards.due is not None
    counted(bench)
    bench.shuffle("shoe-empty")
    bench.cut()
