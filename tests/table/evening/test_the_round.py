"""In a round of a table with a house: wagers paid one by one, cards corrected, what was paid taken back by two."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer_console.game.cards import card
from dealer_console.game.notation import parse_move, write_move
from dealer_console.journal.rounds import recorded_rounds
from dealer_console.journal.verify import verify
from dealer_console.rulebook.tables import load_table
from dealer_console.table import commands as c
from tests.table.evening.house_bench import CB, MA, HouseBench
from tests.table.evening.stored import stored

DEALT = "Th 9d 7c Tc 8s ??"


@pytest.fixture
def ready(tmp_path: Path) -> HouseBench:
    bench = HouseBench(tmp_path)
    bench.ready()
    bench.bet("1 25")
    return bench


def correct(bench: HouseBench, hand: str, index: int, text: str) -> c.CorrectCard:
    return c.CorrectCard(who=bench.dealer, hand=hand, index=index, card=card(text))


def standing(bench: HouseBench) -> list[str]:
    return [write_move(each.move) for each in bench.state.standing]


# --- paying --------------------------------------------------------------------------------------------------------


def test_settlements_are_ticked_off_one_by_one_and_survive_a_restart(ready: HouseBench) -> None:
    ready.play(DEALT, "1 keep", "1a stand", "1b stand", "reveal Td")
    pays = ready.view.pays
    assert [each.done for each in pays] == [False, False]
    ready.done(c.SettlementDone(who=ready.dealer, settlement=pays[0].entry))
    ready.same_after_restart()
    assert [each.done for each in ready.view.pays] == [True, False]
    assert "taken or paid already" in ready.refused(c.SettlementDone(who=ready.dealer, settlement=pays[0].entry))
    assert "no settlement" in ready.refused(c.SettlementDone(who=ready.dealer, settlement=1))
    ready.done(c.WagersPaid(who=ready.dealer))
    assert all(each.done for each in ready.view.pays)
    assert "no settlement" in ready.refused(c.SettlementDone(who=ready.dealer, settlement=pays[1].entry))


def test_a_move_whose_money_was_paid_is_taken_back_by_two(ready: HouseBench) -> None:
    ready.play(DEALT, "1 keep", "1a hit")
    ready.play("Kh")  # 28: taken at once
    busted = ready.view.pays[0]
    ready.done(c.SettlementDone(who=ready.dealer, settlement=busted.entry))
    ready.by_two(c.TakeBack(who=ready.dealer, why="it was hand b"))
    assert not ready.view.pays
    ready.play("Kh")
    assert [each.done for each in ready.view.pays] == [False]
    ready.done(c.TakeBack(who=ready.dealer, why="not paid yet: alone"))


def test_after_the_round_only_a_correction_by_two(ready: HouseBench) -> None:
    ready.play(DEALT, "1 keep", "1a stand", "1b stand", "reveal Td")
    ready.done(c.WagersPaid(who=ready.dealer))
    entry = ready.view.pays[0].entry
    before = ready.state.shift.till.tray
    ready.by_two(c.CorrectSettlement(who=ready.dealer, corrects=entry, cents=2500, reason="paid one chip short"))
    assert ready.state.shift.till.tray == before - 2500
    made = ready.kinds("correction")[-1].data
    assert (made["requested_by"], made["approved_by"]) == (ready.id("Dana"), ready.id("Sam"))
    assert "no settlement" in ready.refused(
        c.CorrectSettlement(who=ready.dealer, corrects=1, cents=2500, reason="paid one chip short")
    )


# --- a misread card ------------------------------------------------------------------------------------------------


def test_a_misread_card_is_corrected_where_it_lies(ready: HouseBench) -> None:
    ready.play(DEALT)
    ready.done(correct(ready, "1a", 0, "Kh"))
    assert ready.view.hands[0].cards == ("Kh", "Tc")
    corrected = ready.kinds("card-corrected")[-1]
    assert (corrected.who, corrected.data["was"], corrected.data["move"]) == (ready.dealer, "Th", "Kh")
    ready.same_after_restart()


def test_the_card_is_followed_over_a_switch(ready: HouseBench) -> None:
    ready.play("Th 9d 7c 2c 8s ??", "1 switch")
    assert [each.cards for each in ready.view.hands] == [("Th", "8s"), ("9d", "2c")]
    ready.done(correct(ready, "1a", 1, "9h"))
    assert [each.cards for each in ready.view.hands] == [("Th", "9h"), ("9d", "2c")]
    ready.done(c.TakeBack(who=ready.dealer, why="x"))
    assert [each.cards for each in ready.view.hands] == [("Th", "2c"), ("9d", "9h")]


def test_the_card_is_followed_over_a_split(ready: HouseBench) -> None:
    ready.play("8h 9d 7c 8c Ts ??", "1 keep", "1a split", "2h", "1a1 stand")
    hands = {each.hand: each.cards for each in ready.view.hands}
    second = next(name for name, cards in hands.items() if cards[0] == "8c")
    ready.done(correct(ready, second, 0, "8d"))
    assert {each.hand: each.cards for each in ready.view.hands}[second][0] == "8d"
    ready.same_after_restart()


def test_settlements_follow_the_right_card(ready: HouseBench, tmp_path: Path) -> None:
    ready.play(DEALT, "1 keep", "1a stand", "1b stand", "reveal Td")
    assert [each.outcome for each in ready.view.pays] == ["push", "win"]  # 17 against 17: b, then a with 20
    ready.done(correct(ready, "dealer", 1, "8h"))
    assert ready.view.dealer == ("7c", "8h")
    ready.same_after_restart()
    ready.done(correct(ready, "dealer", 1, "Td"))
    ready.done(correct(ready, "1b", 0, "Td"))
    assert [each.outcome for each in ready.view.pays] == ["win", "win"]
    ready.same_after_restart()
    ready.done(c.WagersPaid(who=ready.dealer))
    path = stored(ready.journal, tmp_path)
    assert verify(path).problem is None
    assert next(recorded_rounds(path)).moves[1] == parse_move("Td")


def test_what_followed_must_be_lawful_with_the_right_card(ready: HouseBench) -> None:
    ready.play("8h 9d 7c 8c Ts ??", "1 keep", "1a split")
    before = standing(ready)
    words = ready.refused(correct(ready, "1a1", 0, "9h"))
    assert "'1a split' is not lawful" in words
    assert standing(ready) == before


def test_the_card_is_followed_over_a_second_split(tmp_path: Path) -> None:
    ready = HouseBench(tmp_path, load_table(MA).with_choices({"hands_per_split": 4}))
    ready.ready()
    ready.bet("1 25")
    ready.play("8h 9d 7c 8c Ts ??", "1 keep", "1a split", "8d", "1a1 split", "2h")
    hands = {each.hand: each.cards for each in ready.view.hands}
    third = next(name for name, cards in hands.items() if cards[0] == "8d")
    ready.done(correct(ready, third, 0, "8s"))
    assert {each.hand: each.cards for each in ready.view.hands} == {**hands, third: ("8s",)}
    ready.same_after_restart()


def test_a_double_card_that_was_dealt_face_down_is_corrected_when_it_is_turned(tmp_path: Path) -> None:
    """CB double 6."""
    bench = HouseBench(tmp_path, CB)
    bench.ready()
    bench.bet("1 25")
    bench.play("6h 7c 5s ??", "1a double", "??")
    assert "face down" in bench.refused(correct(bench, "1a", 2, "9h"))
    bench.play("reveal Td", "1a turn 8h")
    bench.done(correct(bench, "1a", 2, "9h"))
    assert bench.view.hands[0].cards == ("6h", "5s", "9h")
    assert [each.outcome for each in bench.view.pays] == ["win", "win"]
    bench.same_after_restart()


def test_a_card_of_an_irregularity_is_followed_to_the_hand_that_took_it(tmp_path: Path) -> None:
    """CB irregularities 1: the exposed card was taken, and then it turns out to be another one."""
    bench = HouseBench(tmp_path, CB)
    bench.ready()
    bench.bet("1 25")
    bench.play("6h 7c 5s ??", "irregularity card-exposed 2h")
    bench.by_two(c.Play(who=bench.dealer, move=parse_move("1a accept")))
    bench.done(correct(bench, "1a", 2, "3h"))
    assert bench.view.hands[0].cards == ("6h", "5s", "3h")
    bench.same_after_restart()


def test_cards_of_a_void_round_count_no_more(ready: HouseBench) -> None:
    ready.play(DEALT)
    ready.by_two(c.Play(who=ready.dealer, move=parse_move("void by x")))
    assert "ended by a ruling" in ready.refused(correct(ready, "1a", 0, "Kh"))


@pytest.mark.parametrize(
    ("hand", "index", "text", "words"),
    [
        ("7a", 0, "Kh", "no hand 7a"),
        ("1a", 5, "Kh", "has 2 cards"),
        ("1a", 0, "Th", "lies there already"),
        ("dealer", 1, "Kh", "face down"),
        ("1a", 0, "??", "face down"),
    ],
)
def test_a_correction_that_cannot_be(ready: HouseBench, hand: str, index: int, text: str, words: str) -> None:
    ready.play(DEALT)
    assert words in ready.refused(correct(ready, hand, index, text))


def test_cards_of_a_paid_round_stand(ready: HouseBench) -> None:
    ready.play(DEALT, "1 keep", "1a stand", "1b stand", "reveal Td")
    ready.done(c.WagersPaid(who=ready.dealer))
    assert ready.refused(correct(ready, "1a", 0, "Kh"))


def test_a_card_that_the_decks_cannot_hold_is_no_correction(tmp_path: Path) -> None:
    bench = HouseBench(tmp_path)
    bench.ready()
    bench.bet("1 25")
    bench.play("Th 9d 7c Tc 8s ??")
    shoe = bench.state.shoe_at_opening
    assert shoe is not None
    shoe.copies[card("Kh").index] = shoe.decks
    assert "cannot be" in str(bench.answer(correct(bench, "1a", 0, "Kh")).refusal)


# --- the view ------------------------------------------------------------------------------------------------------


def test_buttons_are_possible_or_say_why_not(ready: HouseBench) -> None:
    ready.play(DEALT, "1 keep")
    able = {each.text for each in ready.view.moves}
    assert {"1a hit", "1a stand", "1a double"} <= able
    asks = {each.text for each in ready.view.moves if each.asks}
    assert asks == {"void by supervisor"}
    unable = {each.text: each.why_not for each in ready.view.refused}
    assert "1a split" not in able or "1a split" not in unable
    assert unable["1a surrender"] is not None
    assert all(each is not None and each.reason for each in unable.values())


def test_every_possible_move_of_the_view_is_taken_by_the_table(ready: HouseBench) -> None:
    ready.play(DEALT, "1 keep")
    for each in ready.view.moves:
        if not each.asks and "stand" in each.text:
            ready.done(c.Play(who=ready.dealer, move=each.move))
            break
    void = next(each for each in ready.view.moves if each.asks)
    ready.by_two(c.Play(who=ready.dealer, move=void.move))
    assert ready.state.round is not None
    assert ready.state.round.ended_by is not None


def test_the_view_does_not_depend_on_the_hole_card(tmp_path: Path) -> None:
    """A sealed hole card stands nowhere; the dealer's own look is one bit."""
    bench = HouseBench(tmp_path)
    bench.ready()
    bench.bet("1 25")
    bench.play("Th 9d 7c Tc 8s ??", "1 keep")
    hand = bench.view.dealers_hand
    assert hand is not None
    assert (hand.cards, hand.hole, hand.total, hand.blackjack) == (("7c", "??"), "face-down", 7, False)


def test_the_last_action_says_whether_it_can_be_taken_back(ready: HouseBench) -> None:
    ready.play(DEALT, "1 keep")
    assert ready.view.last is not None
    assert (ready.view.last.text, ready.view.last.who, ready.view.last.stays) == ("1 keep", ready.dealer, None)
    ready.by_two(c.Play(who=ready.dealer, move=parse_move("void by x")))
    assert ready.view.last is not None
    assert ready.view.last.stays is not None


def test_a_card_taken_back_and_not_entered_again_is_no_burn_in_the_shift_report(ready: HouseBench) -> None:
    burned = ready.state.shift.cards.burns
    ready.bet("1 25")
    ready.play("Th")
    ready.done(c.TakeBack(who=ready.dealer, why="a slip of the finger"))
    ready.by_two(c.Play(who=ready.dealer, move=parse_move("void by x")))
    ready.done(c.WagersPaid(who=ready.dealer))
    assert [entry.data["card"] for entry in ready.kinds("burn")][-1] == "??"
    assert ready.state.shift.cards.burns == burned
