"""Moves as text: every kind of move is written and read back; every fault is found at its place."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_console.game import moves
from dealer_console.game.cards import FACES, UNSEEN, card
from dealer_console.game.hand import Bettor, HandId, Spot
from dealer_console.game.irregularity.catalogue import CATALOGUE
from dealer_console.game.money import Cents
from dealer_console.game.round_files.notation import BadNotation, parse_move, parse_moves, write_move
from dealer_console.messages import recorded

from .candidates import CHOICES

HAND, SPOT = HandId("1a"), Spot(1)

WRITTEN: dict[str, moves.Move] = {
    "Th": moves.CardDrawn(card=card("Th")),
    "9?": moves.CardDrawn(card=card("9?")),
    "??": moves.CardDrawn(card=UNSEEN),
    "burn 9h": moves.CardBurned(card=card("9h")),
    "burn ??": moves.CardBurned(card=UNSEEN),
    "1a insure 12.50": moves.Insured(hand=HAND, amount=Cents(1250)),
    "1a/2 insure 5.00": moves.Insured(hand=HAND, amount=Cents(500), bettor=Bettor(2)),
    "1a even-money": moves.EvenMoneyTaken(hand=HAND),
    "insurance closed": moves.InsuranceClosed(),
    "peek clear": moves.HoleCardChecked(blackjack=False),
    "peek blackjack": moves.HoleCardChecked(blackjack=True),
    "1 switch": moves.Switched(spot=SPOT),
    "1 keep": moves.SwitchDeclined(spot=SPOT),
    "1 unswitch": moves.SwitchTakenBack(spot=SPOT),
    "1a stand": moves.Stood(hand=HAND),
    "1a2 hit": moves.HitAsked(hand=HandId("1a2")),
    "1a surrender": moves.Surrendered(hand=HAND),
    "1a double": moves.Doubled(hand=HAND),
    "1a double 10.00": moves.Doubled(hand=HAND, amount=Cents(1000)),
    "1a/2 double 10.00": moves.Doubled(hand=HAND, amount=Cents(1000), bettor=Bettor(2)),
    "1a double 10.00 toke=5.00": moves.Doubled(hand=HAND, amount=Cents(1000), toke=Cents(500)),
    "1a double toke=0.50": moves.Doubled(hand=HAND, toke=Cents(50)),
    "1a split": moves.HandSplit(hand=HAND),
    "1a/3 split": moves.HandSplit(hand=HAND, bettor=Bettor(3)),
    "1a1 split toke=5.00": moves.HandSplit(hand=HandId("1a1"), toke=Cents(500)),
    "1a turn 9h": moves.DoubleCardTurned(hand=HAND, card=card("9h")),
    "1a free-double": moves.DoubledFree(hand=HAND),
    "1a free-split": moves.SplitFree(hand=HAND),
    "reveal Kh": moves.HoleCardShown(card=card("Kh")),
    "irregularity burn-missed": moves.IrregularityCalled(code="burn-missed"),
    "irregularity hit-missed 1a": moves.IrregularityCalled(code="hit-missed", hand=HAND),
    "irregularity card-exposed 9h": moves.IrregularityCalled(code="card-exposed", card=card("9h")),
    "irregularity hand-too-many-cards 1a 9h": moves.IrregularityCalled(
        code="hand-too-many-cards", hand=HAND, card=card("9h")
    ),
    "resolve burn": moves.Ruled(choice="burn"),
    "resolve dead-hand by Ann Lee": moves.Ruled(choice="dead-hand", by="Ann Lee"),
    "1a accept": moves.ExposedCardTaken(hand=HAND),
    "1a accept by Ann": moves.ExposedCardTaken(hand=HAND, by="Ann"),
    "1a refuse": moves.ExposedCardRefused(hand=HAND),
    "1a refuse by Ann": moves.ExposedCardRefused(hand=HAND, by="Ann"),
    "1 out": moves.SpotLeft(spot=SPOT),
    "1 out by Ann": moves.SpotLeft(spot=SPOT, by="Ann"),
    "1 play": moves.SpotPlaysOn(spot=SPOT),
    "1 play by Ann": moves.SpotPlaysOn(spot=SPOT, by="Ann"),
    "void by Ann": moves.RoundVoided(by="Ann"),
}


@pytest.mark.parametrize("text", WRITTEN)
def test_read_and_written(text: str) -> None:
    assert parse_move(text) == WRITTEN[text]
    assert write_move(WRITTEN[text]) == text


def test_every_kind_of_move_is_among_them() -> None:
    assert {type(move) for move in WRITTEN.values()} == set(get_args(moves.Move))


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("1a insure 12.5", "1a insure 12.50"),
        ("1a/1 double", "1a double"),
        ("  1a   hit ", "1a hit"),
        ("1a double 10", "1a double 10.00"),
    ],
)
def test_other_spellings(text: str, same: str) -> None:
    assert write_move(parse_move(text)) == same


def test_a_run_of_cards_is_many_moves() -> None:
    assert [write_move(move) for move in parse_moves("Th 5c  9d ??")] == ["Th", "5c", "9d", "??"]
    with pytest.raises(BadNotation, match="holds-moves-not-one"):
        parse_move("Th 5c")


FAULTS: list[tuple[str, int, str]] = [
    ("", 0, "an empty text"),
    ("   ", 0, "an empty text"),
    ("Th 5c 9x", 6, "'9x' is no card"),
    ("Th  stand", 4, "'stand' is no card"),
    ("brun ??", 0, "did you mean 'burn'"),
    ("xyz", 0, "begins no move"),
    ("burn", 4, "not complete"),
    ("burn 9x", 5, "'9x' is no card"),
    ("burn ?? ??", 8, "nothing more is expected"),
    ("insurance open", 10, "insurance closed"),
    ("insurance", 9, "not complete"),
    ("peek claer", 5, "did you mean 'clear'"),
    ("peek", 4, "not complete"),
    ("reveal", 6, "not complete"),
    ("reveal K", 7, "'K' is no card"),
    ("void Ann", 5, "by NAME"),
    ("void by", 5, "by NAME"),
    ("irregularity", 12, "name the irregularity"),
    ("irregularity hit-mised 1a", 13, "did you mean 'hit-missed'"),
    ("irregularity hit-missed 1a xx", 27, "'xx' is no card"),
    ("irregularity card-exposed 9h 8h", 29, "nothing more is expected"),
    ("resolve", 7, "name the choice"),
    ("resolve brun", 8, "did you mean 'burn'"),
    ("resolve burn Ann", 13, "by NAME"),
    ("1a", 2, "say what 1a does"),
    ("1a hitt", 3, "did you mean 'hit'"),
    ("1a hit 9h", 7, "nothing more is expected"),
    ("1a/2 hit", 0, "the caller alone decides to hit"),
    ("1a/2 free-double", 0, "the caller alone"),
    ("1a turn", 7, "not complete"),
    ("1a turn xx", 8, "'xx' is no card"),
    ("1a insure", 9, "not complete"),
    ("1a insure 5.555", 10, "at most two decimals"),
    ("1a insure 5 6", 12, "nothing more is expected"),
    ("1a double ten", 10, "at most two decimals"),
    ("1a double 10 tip=5", 13, "toke=AMOUNT"),
    ("1a double toke=", 10, "toke=AMOUNT"),
    ("1a double toke=x", 10, "at most two decimals"),
    ("1a double 10 toke=5 6", 20, "nothing more is expected"),
    ("1a split 10", 9, "toke=AMOUNT"),
    ("1a accept Ann", 10, "by NAME"),
    ("1a refuse by", 10, "by NAME"),
    ("1", 1, "say what spot 1 does"),
    ("1 swich", 2, "did you mean 'switch'"),
    ("1 switch now", 9, "nothing more is expected"),
    ("1 out Ann", 6, "by NAME"),
    ("1 play by", 7, "by NAME"),
]


@pytest.mark.parametrize(("text", "column", "words"), FAULTS)
def test_a_fault_is_found_at_its_place(text: str, column: int, words: str) -> None:
    with pytest.raises(BadNotation) as caught:
        parse_moves(text)
    assert words in recorded(caught.value.message)
    assert caught.value.column == column


TOKENS = (
    "?? 9? 1a 1a/2 9b4 1 12 5.00 0 hit stand double split insure turn accept refuse toke=5 by closed clear burn peek "
    "insurance reveal void irregularity resolve dealer switch out play"
)
WORDS = st.sampled_from([*TOKENS.split(), *(face.text for face in FACES[::9]), *CATALOGUE, *CHOICES])


@given(st.lists(WORDS | st.text(max_size=6), max_size=5).map(" ".join))
def test_whatever_is_written_is_a_move_or_a_fault_inside_the_text(text: str) -> None:
    fault, found = _read(text)
    if fault is not None:
        assert recorded(fault.message)
        assert 0 <= fault.column <= len(text)
    named = [move for move in found if move != moves.RoundVoided(by="")]  # nobody voids: refused when it is played
    assert [parse_move(write_move(move)) for move in named] == named


def _read(text: str) -> tuple[BadNotation | None, list[moves.Move]]:
    try:
        return None, parse_moves(text)
    except BadNotation as fault:
        return fault, []
