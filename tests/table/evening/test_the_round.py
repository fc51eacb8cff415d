"""In a round of a table with a house: wagers paid one by one, cards corrected, what was paid taken back by two."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer_console.game.cards import card
from dealer_console.game.engine import why_not
from dealer_console.game.round_files.notation import parse_move, write_move
from dealer_console.journal.rounds import recorded_rounds
from dealer_console.journal.verification.verify import verify
from dealer_console.messages import recorded_refusal
from dealer_console.rulebook.tables import load_table
from dealer_console.table import commands as c
from tests.messages.codes import code
from tests.rigs.staffed_table import CB, MA, StaffedTable
from tests.rigs.table_rig import hands_of
from tests.table.evening.stored_journal import stored

DEALT = "Th 9d 7c Tc 8s ??"


@pytest.fixture
def ready(tmp_path: Path) -> StaffedTable:
    bench = StaffedTable(tmp_path)
    bench.ready()
    bench.bet("1 25")
    return bench


def correct(bench: StaffedTable, hand: str, index: int, text: str) -> c.CorrectCard:
    return c.CorrectCard(who=bench.dealer, hand=hand, index=index, card=card(text))


def standing(bench: StaffedTable) -> list[str]:
    return [write_move(move.move) for move in bench.state.standing]


# --- paying --------------------------------------------------------------------------------------------------------


def test_settlements_are_ticked_off_one_by_one_and_survive_a_restart(ready: StaffedTable) -> None:
    ready.play(DEALT, "1 keep", "1a stand", "1b stand", "reveal Td")
    pays = ready.snapshot.settled
    assert [pay.done for pay in pays] == [False, False]
    ready.done(c.SettlementDone(who=ready.dealer, settlement=pays[0].seq))
    ready.same_after_restart()
    assert [wager.done for wager in ready.snapshot.settled] == [True, False]
    assert "taken or paid already" in ready.refused(c.SettlementDone(who=ready.dealer, settlement=pays[0].seq))
    assert "no settlement" in ready.refused(c.SettlementDone(who=ready.dealer, settlement=1))
    ready.done(c.WagersPaid(who=ready.dealer))
    assert all(wager.done for wager in ready.snapshot.settled)
    assert "no settlement" in ready.refused(c.SettlementDone(who=ready.dealer, settlement=pays[1].seq))


def test_a_move_whose_money_was_paid_is_taken_back_by_two(ready: StaffedTable) -> None:
    ready.play(DEALT, "1 keep", "1a hit")
    ready.play("Kh")  # 28: taken at once
    busted = ready.snapshot.settled[0]
    ready.done(c.SettlementDone(who=ready.dealer, settlement=busted.seq))
    ready.by_two(c.TakeBack(who=ready.dealer, why="it was hand b"))
    assert not ready.snapshot.settled
    ready.play("Kh")
    assert [wager.done for wager in ready.snapshot.settled] == [False]
    ready.done(c.TakeBack(who=ready.dealer, why="not paid yet: alone"))


def test_after_the_round_only_a_correction_by_two(ready: StaffedTable) -> None:
    ready.play(DEALT, "1 keep", "1a stand", "1b stand", "reveal Td")
    ready.done(c.WagersPaid(who=ready.dealer))
    entry = ready.snapshot.settled[0].seq
    before = ready.state.shift.till.tray
    ready.by_two(c.CorrectSettlement(who=ready.dealer, corrects=entry, cents=2500, reason="paid one chip short"))
    assert ready.state.shift.till.tray == before - 2500
    made = ready.kinds("correction")[-1].data
    assert (made["requested_by"], made["approved_by"]) == (ready.id("Dana"), ready.id("Sam"))
    assert "no settlement" in ready.refused(
        c.CorrectSettlement(who=ready.dealer, corrects=1, cents=2500, reason="paid one chip short")
    )


# --- a misread card ------------------------------------------------------------------------------------------------


def test_a_misread_card_is_corrected_where_it_lies(ready: StaffedTable) -> None:
    ready.play(DEALT)
    ready.done(correct(ready, "1a", 0, "Kh"))
    assert ready.hands["1a"] == ("Kh", "Tc")
    corrected = ready.kinds("card-corrected")[-1]
    assert (corrected.who, corrected.data["was"], corrected.data["move"]) == (ready.dealer, "Th", "Kh")
    ready.same_after_restart()


def test_the_card_is_followed_over_a_switch(ready: StaffedTable) -> None:
    ready.play("Th 9d 7c 2c 8s ??", "1 switch")
    assert [ready.hands[name] for name in ("1a", "1b")] == [("Th", "8s"), ("9d", "2c")]
    ready.done(correct(ready, "1a", 1, "9h"))
    assert [ready.hands[name] for name in ("1a", "1b")] == [("Th", "9h"), ("9d", "2c")]
    ready.done(c.TakeBack(who=ready.dealer, why="x"))
    assert [ready.hands[name] for name in ("1a", "1b")] == [("Th", "2c"), ("9d", "9h")]


def test_the_card_is_followed_over_a_split(ready: StaffedTable) -> None:
    ready.play("8h 9d 7c 8c Ts ??", "1 keep", "1a split", "2h", "1a1 stand")
    hands = ready.hands
    second = next(name for name, cards in hands.items() if cards[0] == "8c")
    ready.done(correct(ready, second, 0, "8d"))
    assert ready.hands[second][0] == "8d"
    ready.same_after_restart()


def test_settlements_follow_the_right_card(ready: StaffedTable, tmp_path: Path) -> None:
    ready.play(DEALT, "1 keep", "1a stand", "1b stand", "reveal Td")
    assert [wager.outcome for wager in ready.snapshot.settled] == ["push", "win"]  # 17 against 17: b, then a with 20
    ready.done(correct(ready, "dealer", 1, "8h"))
    assert ready.hands["dealer"] == ("7c", "8h")
    ready.same_after_restart()
    ready.done(correct(ready, "dealer", 1, "Td"))
    ready.done(correct(ready, "1b", 0, "Td"))
    assert [wager.outcome for wager in ready.snapshot.settled] == ["win", "win"]
    ready.same_after_restart()
    ready.done(c.WagersPaid(who=ready.dealer))
    path = stored(ready.journal, tmp_path)
    assert verify(path).problem is None
    assert next(recorded_rounds(path)).moves[1] == parse_move("Td")


def test_what_followed_must_be_lawful_with_the_right_card(ready: StaffedTable) -> None:
    ready.play("8h 9d 7c 8c Ts ??", "1 keep", "1a split")
    before = standing(ready)
    words = ready.refused(correct(ready, "1a1", 0, "9h"))
    assert "'1a split' is not lawful" in words
    assert standing(ready) == before


def test_the_card_is_followed_over_a_second_split(tmp_path: Path) -> None:
    ready = StaffedTable(tmp_path, load_table(MA).with_choices({"hands_per_split": 4}))
    ready.ready()
    ready.bet("1 25")
    ready.play("8h 9d 7c 8c Ts ??", "1 keep", "1a split", "8d", "1a1 split", "2h")
    hands = ready.hands
    third = next(name for name, cards in hands.items() if cards[0] == "8d")
    ready.done(correct(ready, third, 0, "8s"))
    assert ready.hands == {**hands, third: ("8s",)}
    ready.same_after_restart()


def test_a_double_card_that_was_dealt_face_down_is_corrected_when_it_is_turned(tmp_path: Path) -> None:
    """CB double 6."""
    bench = StaffedTable(tmp_path, CB)
    bench.ready()
    bench.bet("1 25")
    bench.play("6h 7c 5s ??", "1a double", "??")
    assert "face down" in bench.refused(correct(bench, "1a", 2, "9h"))
    bench.play("reveal Td", "1a turn 8h")
    bench.done(correct(bench, "1a", 2, "9h"))
    assert bench.hands["1a"] == ("6h", "5s", "9h")
    assert [wager.outcome for wager in bench.snapshot.settled] == ["win", "win"]
    bench.same_after_restart()


def test_a_card_of_an_irregularity_is_followed_to_the_hand_that_took_it(tmp_path: Path) -> None:
    """CB irregularities 1: the exposed card was taken, and then it turns out to be another one."""
    bench = StaffedTable(tmp_path, CB)
    bench.ready()
    bench.bet("1 25")
    bench.play("6h 7c 5s ??", "irregularity card-exposed 2h")
    bench.by_two(c.Play(who=bench.dealer, move=parse_move("1a accept")))
    bench.done(correct(bench, "1a", 2, "3h"))
    assert bench.hands["1a"] == ("6h", "5s", "3h")
    bench.same_after_restart()


def test_cards_of_a_void_round_count_no_more(ready: StaffedTable) -> None:
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
def test_a_correction_that_cannot_be(ready: StaffedTable, hand: str, index: int, text: str, words: str) -> None:
    ready.play(DEALT)
    assert words in ready.refused(correct(ready, hand, index, text))


def test_cards_of_a_paid_round_stand(ready: StaffedTable) -> None:
    ready.play(DEALT, "1 keep", "1a stand", "1b stand", "reveal Td")
    ready.done(c.WagersPaid(who=ready.dealer))
    assert ready.refused(correct(ready, "1a", 0, "Kh"))


def test_a_card_that_the_decks_cannot_hold_is_no_correction(tmp_path: Path) -> None:
    bench = StaffedTable(tmp_path)
    bench.ready()
    bench.bet("1 25")
    bench.play("Th 9d 7c Tc 8s ??")
    assert bench.state.dealt is not None
    shoe = bench.state.dealt.shoe_before
    shoe.copies[card("Kh").index] = shoe.decks
    assert code(bench.answer(correct(bench, "1a", 0, "Kh")).refusal) == "move-cannot-be"


# --- the view ------------------------------------------------------------------------------------------------------


def test_the_snapshots_round_judges_as_the_table_does(ready: StaffedTable) -> None:
    ready.play(DEALT, "1 keep")
    r = ready.snapshot.round
    assert r is not None
    for text in ("1a stand", "1a hit", "1a split", "1a surrender", "1b hit"):
        before = why_not(r, parse_move(text))
        assert str(before) == str(why_not(ready.state.round, parse_move(text)))  # type: ignore[arg-type]
        if before is not None:
            assert ready.refused(c.Play(who=ready.dealer, move=parse_move(text))) == recorded_refusal(before)


def test_a_snapshot_stays_as_it_was_when_the_round_goes_on(ready: StaffedTable) -> None:
    ready.play(DEALT, "1 keep")
    shown, moves = ready.snapshot, len(ready.snapshot.standing)
    ready.play("1a hit", "2c")
    assert shown.round is not None
    assert (len(shown.round.moves), len(shown.standing)) == (moves, moves)
    assert hands_of(shown)["1a"] == ("Th", "Tc")


def test_a_round_that_has_not_moved_is_not_copied_again(ready: StaffedTable) -> None:
    ready.play(DEALT, "1 keep")
    before = ready.snapshot.round
    ready.done(c.WriteNote(who=ready.dealer, text="x"))
    assert ready.snapshot.round is before
    ready.play("1a stand")
    assert ready.snapshot.round is not before


def test_the_snapshot_does_not_depend_on_the_hole_card(tmp_path: Path) -> None:
    """A sealed hole card stands nowhere; the dealer's own look is one bit."""
    bench = StaffedTable(tmp_path)
    bench.ready()
    bench.bet("1 25")
    bench.play("Th 9d 7c Tc 8s ??", "1 keep")
    assert bench.hands["dealer"] == ("7c", "??")
    assert bench.snapshot.round is not None
    assert (bench.snapshot.round.dealer.total, bench.snapshot.round.hole_known) == (7, None)


def test_the_last_action_says_whether_it_can_be_taken_back(ready: StaffedTable) -> None:
    ready.play(DEALT, "1 keep")
    last = ready.snapshot.standing[-1]
    assert (write_move(last.move), last.who, ready.snapshot.stays) == ("1 keep", ready.dealer, None)
    ready.by_two(c.Play(who=ready.dealer, move=parse_move("void by x")))
    assert ready.snapshot.stays is not None


def test_a_card_taken_back_and_not_entered_again_is_no_burn_in_the_shift_report(ready: StaffedTable) -> None:
    burned = ready.state.shift.cards.burns
    ready.bet("1 25")
    ready.play("Th")
    ready.done(c.TakeBack(who=ready.dealer, why="a slip of the finger"))
    ready.by_two(c.Play(who=ready.dealer, move=parse_move("void by x")))
    ready.done(c.WagersPaid(who=ready.dealer))
    assert [entry.data["card"] for entry in ready.kinds("burn")][-1] == "??"
    assert ready.state.shift.cards.burns == burned
