"""The engine against itself: a move that nobody judged, or a state that cannot be, is a bug and is never paid from."""

from __future__ import annotations

import pytest

from dealer_console.game import moves
from dealer_console.game.cards import card
from dealer_console.game.engine import Round, apply, play_all
from dealer_console.game.errors import Bug, Refusal, Refused
from dealer_console.game.hand import Bettor, HandId, Spot
from dealer_console.game.message import Message
from dealer_console.game.round_files.notation import parse_moves
from dealer_console.game.round_files.replay import replay
from dealer_console.game.round_files.report import house_net, nets, tokes
from dealer_console.game.round_files.round_file import RoundFile
from dealer_console.game.state import BURN
from dealer_console.game.wagers import settlement
from dealer_console.messages import recorded_refusal
from dealer_console.rulebook import load_rules

from .felt import CB, LW1, MA, SD, last_move, picture, round_of

A, B2, B3 = HandId("1a"), Bettor(2), Bettor(3)


@pytest.fixture
def r() -> Round:
    """Two bettors on spot 1, a pair to double or split."""
    return round_of(MA, ["1 10", "1/2 10"], "5c 9c 6h 5d 8c")


def bug(r: Round, move: moves.Move, words: str) -> None:
    with pytest.raises(Bug, match=words):
        apply(r, move)
    assert move not in r.moves, "a move that failed is not on record"


def test_joining_nobody(r: Round) -> None:
    bug(r, moves.Doubled(hand=A, bettor=B2), "nobody to join")
    bug(r, moves.HandSplit(hand=A, bettor=B2), "nobody to join")


def test_joining_without_a_wager(r: Round) -> None:
    apply(r, moves.Doubled(hand=A))
    bug(r, moves.Doubled(hand=A, bettor=B3), "no wager to double")
    bug(r, moves.HandSplit(hand=A, bettor=B2), "nothing to join")


def test_joining_a_split_without_a_wager(r: Round) -> None:
    apply(r, moves.HandSplit(hand=A))
    bug(r, moves.HandSplit(hand=A, bettor=B3), "no wager to split")


@pytest.mark.parametrize(("kind", "words"), [(moves.DoubledFree, "to double"), (moves.SplitFree, "to split")])
def test_a_free_coin_beside_no_wager(kind: type, words: str) -> None:
    r = round_of(LW1, "1 10 free-bet=10", "5c 9c 6h 5d 8c ??")
    r.hands[A].wagers.clear()

    bug(r, kind(hand=A), words)


def test_a_spot_that_is_not_there(r: Round) -> None:
    bug(r, moves.Switched(spot=Spot(9)), "no spot 9")


def test_a_ruling_without_an_irregularity(r: Round) -> None:
    bug(r, moves.Ruled(choice="burn"), "no irregularity is open")
    bug(r, moves.ExposedCardTaken(hand=HandId("1a")), "no irregularity is open")


def test_an_irregularity_without_what_it_names(r: Round) -> None:
    apply(r, moves.IrregularityCalled(code="card-misdelivered"))
    bug(r, moves.Ruled(choice="burn"), "has no card")
    bug(r, moves.SpotLeft(spot=Spot(9)), "no spot 9")
    r.irregularity = None
    apply(r, moves.IrregularityCalled(code="hit-missed"))
    bug(r, moves.Ruled(choice="dead-hand", by="Ann"), "has no hand")


def test_a_card_that_nobody_can_take() -> None:
    r = round_of(CB, "1 10", "9c 6h 8c ??", "1a stand", "irregularity card-face-up-in-shoe 4d")

    bug(r, moves.Ruled(choice="accept"), "nobody to take the card")


def test_a_wager_is_settled_once(r: Round) -> None:
    wager = r.wagers()[0]
    settlement.lose(r, wager, "MA 5(a)")

    with pytest.raises(Bug, match="was settled before"):
        settlement.lose(r, wager, "MA 5(a)")
    assert len(r.settlements) == 1


def test_no_round_ends_with_an_open_wager(r: Round) -> None:
    with pytest.raises(Bug, match="ended with an open wager"):
        r.close()


# --- the small parts that the rest stands on -----------------------------------------------------------------------


def test_moves_are_played_in_a_row_until_one_is_refused(r: Round) -> None:
    play_all(r, [moves.Stood(hand=A), moves.Stood(hand=HandId("1b"))])
    before = picture(r)

    with pytest.raises(Refused):
        play_all(r, [moves.Stood(hand=A)])
    assert picture(r) == before
    assert last_move(r) == moves.Stood(hand=HandId("1b"))


def test_a_hand_knows_its_spot_and_letter() -> None:
    assert (HandId("3b2").spot, HandId("3b2").letter) == (3, "b")
    assert repr(BURN) == "<burn>"


def test_a_refusal_shows_its_clause() -> None:
    assert recorded_refusal(Refusal(Message("round-complete"), "MA 1")) == "the round is complete [MA 1]"
    assert recorded_refusal(Refusal(Message("round-complete"))) == "the round is complete"


def test_the_sums_of_a_round_keep_tokes_apart() -> None:
    r = round_of(
        SD, ["1 10 match=5 toke.a=1 toke.match=2", "2 10"], "9c 9d 8c 7d 6h 9s 2d Tc 4d ??", "1a stand", "1b stand"
    )
    play_all(r, [*parse_moves("2a stand"), *parse_moves("2b stand"), *parse_moves("reveal Tc"), *parse_moves("2s")])

    assert r.complete
    assert (r.dealer.total, nets(r)) == (18, {"1/1": 1500, "2/1": -1000})
    assert tokes(r) == {"1/1": 1000}
    assert house_net(r) == -sum(nets(r).values()) - sum(tokes(r).values())


def test_a_file_without_bets_is_refused_outside_play() -> None:
    replayed = replay(RoundFile(rules=MA, bets=()), load_rules(MA))

    assert replayed.fault is not None
    assert (replayed.fault.move, replayed.fault.text, replayed.fault.rule) == (0, "bets", "MA 5(a)")


def test_the_count_of_a_shoe_is_copied_whole() -> None:
    shoe = round_of(MA, "1 10", "9c 9c").shoe
    shoe.allow(card("9c"))
    twin = shoe.copy()
    assert (twin.decks, twin.out, twin.copies, twin.allowed) == (shoe.decks, shoe.out, shoe.copies, shoe.allowed)
    twin.draw(card("9c"))
    assert (shoe.out, twin.out) == (2, 3)


def test_no_round_ends_with_an_open_insurance() -> None:
    r = round_of(MA, "1 10", "9c 9d Ah 8c 8d", "1a insure 5")
    for wager in r.wagers():
        if wager.kind != "insurance":
            settlement.give_back(r, wager, "house")

    with pytest.raises(Bug, match=r"open wager: <1/1 - insurance 500>"):
        r.close()
