"""The `expect` lines: what they say, how they differ, and what is no expectation."""

from __future__ import annotations

import pytest

from dealer_console.game.engine import Round
from dealer_console.game.message import Message, Quoted
from dealer_console.game.round_files.expectations import OUTCOMES, WAGERS, is_valid, lies_in, out_of_order, parse
from dealer_console.game.round_files.notation import BadNotation
from dealer_console.messages import recorded

from .felt import MA, round_of


@pytest.fixture
def played() -> Round:
    """Spot 1 has two bettors and both insure; hand a wins 20 to 19, hand b is doubled and pushes."""
    return round_of(
        MA,
        ["1 25 match=5", "1/2 10"],
        "Th 5c Ad Ks 6d",
        "1a insure 12",
        "1a/2 insure 5",
        "insurance closed",
        "1a stand",
        "1b double",
        "8s",
        "8h",
    )


@pytest.mark.parametrize(
    "text",
    [
        "1a main win 25",
        "1a main win",
        "1/2 1a main win 10",
        "1b main push 25",
        "1b double push 25",
        "1 match lose 5",
        "1/1 match lose 5.00",
        "1a insurance lose 12",
        "1/2 1a insurance lose 5",
        "net 1 8",
        "net 1/1 +8",
        "net 1/2 5",
        "house -13",
    ],
)
def test_lines_that_come_true(played: Round, text: str) -> None:
    assert parse(text).difference(played, None) is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1a main win 24", "it is win 25.00"),
        ("1a main lose 25", "it is win 25.00"),
        ("1b double push 24", "it is push 25.00"),
        ("1a split win 25", "it is not settled"),
        ("2a main win", "it is not settled"),
        ("1 match win 5", "it is lose 5.00"),
        ("net 1 9", "it is 8.00"),
        ("net 4 9", "it is not there"),
        ("house 13", "it is -13.00"),
        ("refused 3", "nothing was refused"),
    ],
)
def test_lines_that_differ(played: Round, text: str, words: str) -> None:
    difference = parse(text).difference(played, None)

    assert difference is not None
    assert words in recorded(difference)
    assert repr(text) in recorded(difference)


def test_a_line_without_a_round() -> None:
    difference = parse("1a main win").difference(None, None)
    assert difference is not None
    assert (difference.code, difference["text"]) == ("expected-no-round", Quoted("1a main win"))


def test_a_refusal_at_its_place_by_its_clause() -> None:
    line = parse("refused 4 MA 12(a)")

    assert line.is_refusal_of(4, "MA 12(a)")
    assert line.is_refusal_of(4, "MA 12(a)(1)")
    assert not line.is_refusal_of(4, "MA 12(b)")
    assert not line.is_refusal_of(5, "MA 12(a)")
    assert not line.is_refusal_of(4, None)
    assert parse("refused 4").is_refusal_of(4, None)
    assert not parse("house 4").is_refusal_of(4, None)
    other = line.difference(None, (5, "MA 2(a)", Message("round-complete")))
    assert other is not None
    assert (other.code, other["move"], other["clause"]) == ("expected-other-refusal", 5, "MA 2(a)")
    assert line.difference(None, (4, "MA 12(a)", Message("round-complete"))) is None


def test_a_clause_lies_in_itself_and_in_what_holds_it() -> None:
    assert lies_in("MA 12(a)(1)", "MA 12(a)")
    assert lies_in("MA 12(a)", None)
    assert lies_in("CB insurance 7B", "CB insurance")
    assert not lies_in("MA 12(a)", "MA 1")
    assert not lies_in("CB dealing 15", "CB dealing 1")
    assert not lies_in("MA 12", "MA 12(a)")


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("", 0, "an empty expectation"),
        ("refused", 8, "refused MOVE CLAUSE"),
        ("refused x", 8, "refused MOVE CLAUSE"),
        ("house", 5, "an amount is missing"),
        ("house x", 6, "at most two decimals"),
        ("house --5", 6, "at most two decimals"),
        ("net 1", 4, "net SPOT"),
        ("net x 5", 4, "net SPOT"),
        ("net 1 5 6", 4, "net SPOT"),
        ("net 1 x", 6, "at most two decimals"),
        ("main win", 0, "is no expectation"),
        ("1a main", 0, "is no expectation"),
        ("1a main win 5 6", 0, "is no expectation"),
        ("1a mian win", 3, "did you mean 'main'"),
        ("1a main wins", 8, "did you mean 'win'"),
        ("1a main win x", 12, "at most two decimals"),
        ("2 1a main win", 2, "1a is no hand of spot 2"),
        ("house 5 6", 8, "nothing more"),
    ],
)
def test_what_is_no_expectation(text: str, column: int, words: str) -> None:
    assert not is_valid(text)
    with pytest.raises(BadNotation) as caught:
        parse(text)
    assert words in recorded(caught.value.message)
    assert caught.value.column == column


def test_every_wager_and_outcome_can_be_expected() -> None:
    for wager in WAGERS:
        for outcome in OUTCOMES:
            assert is_valid(f"1a {wager} {outcome} 5")


IN_ORDER = ("1 match lose 5", "1a insurance lose 12", "1/2 1a insurance lose 5", "1b double push", "1a main win 25")


def test_in_order_the_settlements_named_after_it_follow_one_another(played: Round) -> None:
    lines = [parse(text) for text in ("1a main win 25", "in order", *IN_ORDER, "net 1 8")]
    assert list(out_of_order(lines, played)) == []


@pytest.mark.parametrize("place", range(len(IN_ORDER) - 1))
def test_in_order_two_that_changed_places_differ(played: Round, place: int) -> None:
    texts = [*IN_ORDER]
    texts[place], texts[place + 1] = texts[place + 1], texts[place]
    (said,) = out_of_order([parse("in order"), *map(parse, texts)], played)
    assert repr(IN_ORDER[place]) in recorded(said)


def test_without_the_line_the_order_does_not_matter(played: Round) -> None:
    assert list(out_of_order([parse(text) for text in reversed(IN_ORDER)], played)) == []


def test_in_order_without_a_round_differs() -> None:
    assert parse("in order").difference(None, None) is not None
