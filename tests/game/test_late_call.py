"""Late calls (rulesets 11): a mistake seen afterwards is put where it happened, and nothing is lost or doubled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings

from dealer_console.game import moves
from dealer_console.game.cards import UNSEEN, Card, card
from dealer_console.game.engine import Round, apply, play, why_not
from dealer_console.game.errors import Refusal
from dealer_console.game.hand import Hand, HandId
from dealer_console.game.irregularity.catalogue import CATALOGUE
from dealer_console.game.irregularity.late_call import Amended, LateCall, amend, at_the_call
from dealer_console.game.irregularity.late_call_choices import cards_of_round, possible_calls
from dealer_console.game.play.card_places import card_that_left
from dealer_console.game.play.legal_moves import legal_moves
from dealer_console.game.round_files.notation import parse_move, parse_moves, write_move
from dealer_console.game.round_files.report import house_net, nets, tokes
from dealer_console.game.round_files.round_file import parse_bet, write_play
from dealer_console.game.rules import TableRules
from dealer_console.game.shoe import ShoeCount
from dealer_console.game.wagers.settlement_difference import Difference
from dealer_console.messages import recorded
from dealer_console.simulation.engine_table import IrregularTable

from .felt import CB, MA, table_of
from .tables import Sitting, sittings

EVERY_ROUND = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def booked(*texts: str) -> list[moves.Move]:
    return [move for text in texts for move in parse_moves(text)]


def late(
    rules: str,
    bets: Sequence[str],
    texts: Sequence[str],
    place: int,
    call: str,
    *rulings: str,
    supposed: Sequence[int] = (),
    not_asked: bool = False,
    by: str = "Ann",
    table: dict[str, object] | None = None,
) -> Amended | Refusal:
    called = parse_move(f"irregularity {call}")
    assert isinstance(called, moves.IrregularityCalled)
    asked = LateCall(place=place, call=called, rulings=tuple(map(parse_move, rulings)), by=by, not_asked=not_asked)
    wagers = [parse_bet(bet) for bet in bets]
    return amend(table_of(rules, **(table or {})), wagers, booked(*texts), asked, supposed=supposed)


def amended(*given: object, **named: object) -> Amended:
    found = late(*given, **named)  # type: ignore[arg-type]
    assert isinstance(found, Amended), found
    return found


def test_a_hand_that_had_waved_off_was_given_a_card_by_mistake_ma_15d() -> None:
    """Booked as a supposed hit and a bust; the card is the next card, the wager taken comes back."""
    texts = ["Th 9c 6h 8d 8s", "1a hit", "5c"]
    found = amended(MA, ["1 25"], texts, 6, "card-exposed 5c", "resolve next-card", supposed=[5])

    assert write_play(found.moves) == ["Th 9c 6h 8d 8s", "irregularity card-exposed 5c", "resolve next-card by Ann"]
    assert [(struck.place, struck.move) for struck in found.struck] == [(5, parse_move("1a hit"))]
    assert [(move.card.text, move.origin, move.target) for move in found.moved] == [("5c", "1a", "beside")]
    (difference,) = found.differences
    assert (difference.hand, difference.was, difference.now, difference.give_back) == ("1a", "lose", None, 2500)
    assert found.loose == ()


def test_a_hand_that_had_stood_was_hit_cb_1() -> None:
    texts = ["Th 5c 6d 8h 8c ??", "1a stand", "2a hit", "7c"]
    rulings = ("1a refuse", "2a refuse", "resolve burn")
    found = amended(CB, ["1 10", "2 10"], texts, 8, "card-exposed 1a 7c", *rulings, supposed=[7])

    assert found.round.hand is not None
    assert found.round.hand.id == "2a"
    assert [(move.card.text, move.origin, move.target) for move in found.moved] == [("7c", "2a", "burned")]


def test_a_skipped_hand_was_filled_by_the_next_card_ma_15h() -> None:
    """The dealer skipped 1b in the first round of cards: every card since lies one place further."""
    texts = ["Th 9c 6h 8d 8s 7c 2c 3c 4c"]
    found = amended(MA, ["1 25", "2 10"], texts, 1, "hand-not-dealt 1b", "resolve dead-hand")

    assert write_play(found.moves)[0] == "Th"
    assert [(move.card.text, move.origin, move.target) for move in found.moved] == [
        ("9c", "1b", "2a"),
        ("6h", "2a", "2b"),
        ("8d", "2b", "dealer"),
        ("8s", "dealer", "1a"),
        ("7c", "1a", "2a"),
        ("2c", "1b", "2b"),
        ("3c", "2a", "loose"),
        ("4c", "2b", "loose"),
    ]
    assert [card.text for card in found.loose] == ["3c", "4c"]
    assert [(d.hand, d.now) for d in found.differences] == [("1b", "returned")]


def test_a_missed_hit_comes_last_and_what_was_decided_too_early_is_struck() -> None:
    """The card went to 1a as though it had been served; 1a decides again when it has its card."""
    texts = ["Th 9c 6h 2d 8s", "1a hit", "7c", "1a stand", "1b stand", "Td", "2c"]
    found = amended(MA, ["1 25"], texts, 6, "hit-missed 1a", "resolve deal-last")

    call = ["1a hit", "irregularity hit-missed 1a", "resolve deal-last by Ann"]
    assert write_play(found.moves) == ["Th 9c 6h 2d 8s", *call, "1b stand", "7c"]
    assert [(struck.place, struck.move) for struck in found.struck] == [(7, parse_move("1a stand"))]
    assert [card.text for card in found.loose] == ["Td", "2c"]


def test_a_burned_card_makes_every_card_since_come_one_place_earlier() -> None:
    """The hit's card had lain face up and is burned: the next card is the hit, and the dealer's last one is missing."""
    texts = ["Th 5c 6d 4h 8c ??", "1a hit", "6c", "1a stand", "2a stand", "reveal Kd", "2s"]
    found = amended(CB, ["1 10", "2 20"], texts, 7, "card-face-up-in-shoe 6c", "resolve burn")

    call = ["irregularity card-face-up-in-shoe 6c", "resolve burn by Ann"]
    assert write_play(found.moves) == ["Th 5c 6d 4h 8c ??", "1a hit", *call, "2s", "1a stand", "2a stand", "reveal Kd"]
    assert (found.struck, found.loose) == ((), ())
    assert [(move.card.text, move.origin, move.target) for move in found.moved] == [
        ("6c", "1a", "burned"),
        ("2s", "dealer", "1a"),
    ]
    assert found.round.due is not None  # the dealer has 16 and draws
    assert {(d.hand, d.was, d.now) for d in found.differences} == {("1a", "win", None), ("2a", "lose", None)}


def test_a_card_that_nobody_asked_for_is_called_with_one_word() -> None:
    texts = ["Th 9c 6h 8d 8s", "1a hit", "5c"]
    refusal = late(MA, ["1 25"], texts, 4, "card-misdelivered 8s", "resolve burn", not_asked=True)
    assert isinstance(refusal, Refusal)
    assert "asked for this card" in recorded(refusal.message)  # no hit stands before a card of the deal
    found = amended(
        MA,
        ["1 25"],
        ["Th 9c 6h 8d 8s", "1a hit", "5c"],
        6,
        "card-misdelivered 5c",
        "resolve burn",
        supposed=[5],
        not_asked=True,
    )
    assert [move.target for move in found.moved] == ["burned"]
    assert found.round.hand is not None
    assert found.round.hand.id == "1a"


def test_a_blackjack_found_late_gives_the_double_of_a_broken_hand_back_cb_4() -> None:
    """The round was closed by a reveal that contradicted the peek: the call stands after the hole card."""
    texts = ["9h Tc Kd 5h 8c ??", "peek clear", "1a double", "Kh", "2a stand", "reveal As"]
    found = amended(CB, ["1 10", "2 20"], texts, 10, "dealer-blackjack-late", "resolve counts-as-21")
    assert found.round.complete
    gone = {(d.hand, d.wager): (d.was, d.now, d.give_back) for d in found.differences}
    assert gone["1a", "double"] == ("lose", "returned", 1000)


def test_a_card_lies_where_the_hole_card_belongs_and_is_shown_as_what_it_is() -> None:
    """A hand too few was dealt: the seen card that came to the hole is written unseen and shown later."""
    texts = ["Th 9c 6h 8d 8s ??", "1a stand", "1b stand", "reveal 5d"]
    found = amended(MA, ["1 25"], texts, 1, "hand-not-dealt 1b", "resolve dead-hand", table={"hole_card": "face-down"})
    assert write_play(found.moves)[:4] == [
        "Th",
        "irregularity hand-not-dealt 1b",
        "resolve dead-hand by Ann",
        "9c 6h ??",
    ]
    assert found.loose[-1].text == "5d"


def test_an_unseen_card_that_belongs_to_a_hand_now_is_asked_about() -> None:
    """The hole card lies face down where hand b is due its second card: nobody knows its face."""
    texts = ["Th 9c 6h 8d 8s ??"]
    table = {"hole_card": "face-down"}
    found = amended(MA, ["1 25"], texts, 1, "card-face-up-in-shoe 9c", "resolve discard", table=table)
    assert found.loose == (UNSEEN,)
    assert [(move.card.text, move.origin, move.target) for move in found.moved][-1] == ("??", "dealer", "loose")
    assert isinstance(found.round.due, Hand)
    assert found.round.due.id == "1b"


def test_a_double_card_face_down_is_turned_as_the_card_that_lies_there_now() -> None:
    """The call changes no card: the face-down card is turned as what it was."""
    texts = ["6h 9c 6d 5h 9d ??", "1a double", "??", "2a stand", "reveal Kd", "2s", "1a turn Kc"]
    found = amended(CB, ["1 10", "2 20"], texts, 7, "shoe-fault", "resolve continue-by-hand")
    assert write_play(found.moves)[-5:] == ["??", "2a stand", "reveal Kd", "2s", "1a turn Kc"]
    assert found.differences == ()


def test_the_ruling_ends_the_round_and_every_card_since_is_loose() -> None:
    texts = ["Th 5c 6d 8h 8c ??", "1a hit", "9c", "2a stand", "reveal Kd", "2s"]
    found = amended(CB, ["1 10", "2 20"], texts, 7, "shoe-empty", "resolve misdeal")
    assert found.round.complete
    assert [card.text for card in found.loose] == ["9c", "2s"]
    assert {d.now for d in found.differences} == {"returned"}


@pytest.mark.parametrize(
    ("place", "call", "rulings", "words"),
    [
        (6, "card-misdelivered 4c", ["resolve burn"], "the card at that place is 7c"),
        (5, "card-misdelivered 7c", ["resolve burn"], "names one of the cards"),
        (99, "card-misdelivered 7c", ["resolve burn"], "names one of the cards"),
        (6, "card-misdelivered 7c", ["resolve dead-hand"], "offers"),
        (2, "hit-missed 1a", ["resolve deal-last"], "stands directly after"),
    ],
)
def test_what_cannot_be_called(place: int, call: str, rulings: list[str], words: str) -> None:
    refusal = late(MA, ["1 25"], ["Th 9c 6h 2d 8s", "1a hit", "7c"], place, call, *rulings)
    assert isinstance(refusal, Refusal)
    assert words in recorded(refusal.message)
    assert refusal.clause is not None


@pytest.mark.parametrize(("place", "refused"), [(4, True), (5, False), (8, False)])
def test_that_the_hole_card_was_seen_is_called_at_the_hole_card_alone_cb_3(place: int, refused: bool) -> None:
    """At the card before it the call would stand in the place of the hole card, and that card would be lost."""
    texts = ["Th 5c 6d 4h Kd ??", "1a stand", "2a stand", "reveal Kd"]
    found = late(CB, ["1 10", "2 20"], texts, place, "hole-card-exposed Kd", "resolve continue")
    assert isinstance(found, Refusal) is refused
    if isinstance(found, Amended):
        assert (found.loose, found.struck) == ((), ())
        assert write_play(found.moves)[-3:] == ["1a stand", "2a stand", "reveal Kd"] or place == 8


def test_at_a_hole_card_that_lies_face_down_it_is_offered_that_it_was_seen_cb_3() -> None:
    """And what a card can be that left the shoe: whoever saw its face names it."""
    bets, texts = [parse_bet("1 10")], booked("Th 6d 4h ??", "1a stand")
    hole = cards_of_round(table_of(CB), bets, texts)[0]
    offered = {offer.call.code for offer in possible_calls(table_of(CB), bets, texts, hole)}
    assert {"hole-card-exposed", "card-misdelivered", "card-face-up-in-shoe"} <= offered


def test_a_late_call_takes_a_supervisor() -> None:
    refusal = late(MA, ["1 25"], ["Th 9c 6h 2d 8s", "1a hit", "7c"], 6, "card-misdelivered 7c", "resolve burn", by="")
    assert isinstance(refusal, Refusal)
    assert "supervisor" in recorded(refusal.message)


# --- whatever was dealt, whatever is called ------------------------------------------------------------------------


def any_late_call(table: TableRules, r: Round, dice: Random) -> LateCall | None:
    """A card of the round, a code, what it names, and answers that the rules offer there."""
    places = [place for place, move in enumerate(r.moves) if isinstance(move, moves.CardDrawn | moves.CardBurned)]
    place = dice.choice(places)
    code = dice.choice(list(CATALOGUE))
    row = CATALOGUE[code]
    at = Round(table, r.bets)
    for move in r.moves[:place]:
        play(at, move)
    names = list(at.hands) if row.hand else [None]
    drawn = r.moves[place]
    face = (
        drawn.card
        if isinstance(drawn, moves.CardDrawn | moves.CardBurned) and (row.card or dice.random() < 0.3)
        else None
    )
    if face is UNSEEN or code == "hole-card-exposed":  # that is called at the hole card alone
        return None
    hand: HandId | None = dice.choice(names)
    call = moves.IrregularityCalled(code=code, hand=hand, card=face)
    if why_not(at, call) is not None:
        return None
    apply(at, call)
    rulings: list[moves.Move] = []
    while at.irregularity is not None:
        answer = dice.choice(legal_moves(at))
        rulings.append(answer)
        apply(at, answer)
    return LateCall(place=place, call=call, rulings=tuple(rulings), by="Ann")


def cards_out(table: TableRules, r: Round) -> list[Card]:
    again = Round(table, r.bets)
    cards = []
    for move in r.moves:
        left = card_that_left(again, move)
        cards += [left] if left is not None else []
        play(again, move)
    return cards


@EVERY_ROUND
@given(sitting=sittings())
def test_cards_are_conserved_the_list_replays_and_the_differences_are_new_minus_old(sitting: Sitting) -> None:
    dice = Random(sitting.seed)
    table = sitting.table
    old = IrregularTable(table, dice, often=0.03).play_round(sitting.bets)
    asked = next(filter(None, (any_late_call(table, old, dice) for _ in range(60))), None)
    if asked is None:
        return
    result = amend(table, sitting.bets, old.moves, asked)
    assert isinstance(result, Amended), result
    found = result
    _cards_are_conserved(table, old, found)
    again = Round(table, sitting.bets)
    for move in found.moves:
        play(again, move)
    assert again.settlements == found.round.settlements
    for sums in (nets, tokes):
        was, now = sums(old), sums(found.round)
        for bettor in was | now:
            to_player = sum(
                _to_player(difference)
                for difference in found.differences
                if f"{difference.spot}/{difference.bettor}" == bettor
                and difference.wager.startswith("toke.") == (sums is tokes)
            )
            assert to_player == now.get(bettor, 0) - was.get(bettor, 0)
    assert sum(map(_to_player, found.differences)) == house_net(old) - house_net(found.round)


def _to_player(difference: Difference) -> int:
    return difference.give_back + difference.pay - difference.take


def _cards_are_conserved(table: TableRules, old: Round, found: Amended) -> None:
    """The same cards in the same order; a card that was dealt face down may have shown its face, or lost it."""
    before, after = cards_out(table, old), [*cards_out(table, found.round), *found.loose]
    assert len(before) == len(after)
    for one, other in zip(before, after, strict=True):
        assert one is other or UNSEEN in (one, other)


def _places_of_cards(table: TableRules, r: Round) -> list[int]:
    again, places = Round(table, r.bets), []
    for place, move in enumerate(r.moves):
        places += [place] if card_that_left(again, move) is not None else []
        play(again, move)
    return places


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(sitting=sittings())
def test_whatever_is_offered_at_a_card_can_be_called_and_every_card_keeps_its_turn(sitting: Sitting) -> None:
    """All cards of a round, two things that can have happened there by the list, one answer of each."""
    dice, table = Random(sitting.seed), sitting.table
    old = IrregularTable(table, dice, often=0.02).play_round(sitting.bets)
    supposed = {place for place, move in enumerate(old.moves) if isinstance(move, moves.HitAsked)}
    drawn = _places_of_cards(table, old)
    for lying in cards_of_round(table, sitting.bets, old.moves, supposed=supposed):
        offers = possible_calls(table, sitting.bets, old.moves, lying)
        for offer in dice.sample(offers, min(2, len(offers))):
            asked = LateCall(place=lying.place, call=offer.call, rulings=(), by="Ann", not_asked=offer.not_asked)
            at = at_the_call(table, sitting.bets, old.moves, asked, supposed=supposed)
            if isinstance(at, Refusal) or (offer.call.card is None and CATALOGUE[offer.call.code].card):
                continue  # only who saw the card can name it
            rulings: list[moves.Move] = []
            while at.irregularity is not None:
                rulings.append(dice.choice(legal_moves(at)))
                apply(at, rulings[-1])
            found = amend(table, sitting.bets, old.moves, replace(asked, rulings=tuple(rulings)), supposed=supposed)
            assert isinstance(found, Amended), (offer, found)
            laid = [found.origins[place] for place in _places_of_cards(table, found.round)]
            loose = [card.move for card in found.moved if card.target == "loose"]
            assert [lying.place if origin is None else origin for origin in laid] + loose == drawn, offer


def test_a_card_that_a_later_call_named_may_be_the_last_one_that_is_left() -> None:
    """After `Jc` was named face up: every call at every card, with every first answer, has an end."""
    table, bets = table_of("light-and-wonder-switch-v3"), [parse_bet("1 50 match=5")]
    texts = ["4d", "5c", "irregularity card-misdelivered 2s", "resolve dealer-next by Sue", "8s", "6c", "??"]
    texts += ["1a double", "irregularity card-face-up-in-shoe Jc", "resolve discard by Sue", "Kd", "1b hit", "Td"]
    booked = [parse_move(text) for text in [*texts, "reveal Qh", "As", "7h"]]
    ended = 0
    for lying in cards_of_round(table, bets, booked):
        for offer in possible_calls(table, bets, booked, lying):
            late = LateCall(place=lying.place, call=offer.call, rulings=(), by="Sue", not_asked=offer.not_asked)
            at = at_the_call(table, bets, booked, late)
            if isinstance(at, Refusal):
                continue
            answers = legal_moves(at) if at.irregularity is not None else []
            for rulings in ((), *((answer,) for answer in answers)):
                for supposed in ((), {booked.index(parse_move("1b hit"))}):
                    amended = amend(table, bets, booked, replace(late, rulings=rulings), supposed=supposed)
                    ended += isinstance(amended, Amended)
    assert ended > 50


@EVERY_ROUND
@given(sitting=sittings())
def test_a_late_call_at_the_last_card_is_the_call_itself(sitting: Sitting) -> None:
    """Called at once, before anything followed: the amended round is the one that the ordinary call makes."""
    dice = Random(sitting.seed)
    table = sitting.table
    old = IrregularTable(table, dice, often=0.0).play_round(sitting.bets)
    asked = next(filter(None, (any_late_call(table, old, dice) for _ in range(60))), None)
    if asked is None:
        return
    late_one = amend(table, sitting.bets, old.moves[: asked.place + 1], asked)
    assert isinstance(late_one, Amended)
    ordinary = Round(table, sitting.bets)
    for move in (*old.moves[: asked.place], asked.call, *asked.rulings):
        play(ordinary, move)
    written = [text.removesuffix(" by Ann") for text in map(write_move, late_one.moves)]
    assert written[: len(ordinary.moves)] == list(map(write_move, ordinary.moves))


def any_card_that_nobody_asked_for(table: TableRules, r: Round, dice: Random) -> tuple[LateCall, int] | None:
    """One of the round's hits was supposed: its card had been drawn in error and was seen."""
    hits = [
        place
        for place, move in enumerate(r.moves[:-1])
        if isinstance(move, moves.HitAsked)
        and isinstance(following := r.moves[place + 1], moves.CardDrawn)
        and following.card is not UNSEEN
    ]
    if not hits:
        return None
    hit = dice.choice(hits)
    drawn = r.moves[hit + 1]
    assert isinstance(drawn, moves.CardDrawn)
    at = Round(table, r.bets)
    for move in r.moves[:hit]:
        play(at, move)
    call = moves.IrregularityCalled(code="card-exposed", card=drawn.card)
    if why_not(at, call) is not None:
        return None
    apply(at, call)
    rulings: list[moves.Move] = []
    while at.irregularity is not None:
        rulings.append(dice.choice(legal_moves(at)))
        apply(at, rulings[-1])
    return LateCall(place=hit + 1, call=call, rulings=tuple(rulings), by="Ann"), hit


@EVERY_ROUND
@given(sitting=sittings())
def test_a_card_that_nobody_asked_for_is_taken_out_of_its_hand_and_nothing_is_lost(sitting: Sitting) -> None:
    dice = Random(sitting.seed)
    table = sitting.table
    old = IrregularTable(table, dice, often=0.01).play_round(sitting.bets)
    asked = any_card_that_nobody_asked_for(table, old, dice)
    if asked is None:
        return
    late_one, hit = asked
    refused = amend(table, sitting.bets, old.moves, late_one)
    assert isinstance(refused, Refusal)  # a hit that the player made stands
    result = amend(table, sitting.bets, old.moves, late_one, supposed={hit})
    assert isinstance(result, Amended), result
    assert result.struck[0].place == hit
    _cards_are_conserved(table, old, result)
    again = Round(table, sitting.bets)
    for move in result.moves:
        play(again, move)
    assert again.settlements == result.round.settlements


def test_the_shoe_as_it_was_counts_for_the_amended_round() -> None:
    """All six copies but one are out before the round: the late call does not count them twice."""
    shoe = ShoeCount(6)
    for _ in range(5):
        shoe.draw(card("5c"))
    shoe.face_up = 1
    texts = booked("Th 9c 6h 8d 8s", "1a hit", "5c")
    call = moves.IrregularityCalled(code="card-face-up-in-shoe", card=card("5c"))
    asked = LateCall(place=6, call=call, rulings=(parse_move("resolve discard"),), by="Ann")
    result = amend(table_of(MA), [parse_bet("1 25")], texts, asked, shoe=shoe)
    assert isinstance(result, Amended)
    assert result.round.ended_by == "void"  # the second one of the shoe
    assert (shoe.out, shoe.face_up) == (5, 1)
