"""What a bettor may put down before the first card: places, limits, side bets, tokes."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from dealer_console.game.engine import Round
from dealer_console.game.errors import Refusal, Refused
from dealer_console.game.hand import Bettor, Spot
from dealer_console.game.money import Cents
from dealer_console.game.round_files.round_file import parse_bet
from dealer_console.game.state import BetRefused
from dealer_console.game.wagers.bets import Bet, side_bet_limits, why_not_bet
from dealer_console.messages import recorded

from .felt import CB, LW1, MA, SD, WA1, round_of, table_of


def refusal(rules: str, bets: str | Sequence[str], **choices: object) -> Refusal:
    wagers = [bets] if isinstance(bets, str) else bets
    with pytest.raises(BetRefused) as caught:
        Round(table_of(rules, **choices), [parse_bet(bet) for bet in wagers])
    assert caught.value.number == len(wagers) - 1
    return caught.value.refusal


REFUSED: list[tuple[str, str | list[str], dict[str, object], str, str]] = [
    (MA, "0 25", {}, "house", "spots 1 to 7"),
    (MA, "8 25", {}, "house", "spots 1 to 7"),
    (MA, ["1 25", "1/2 25", "1/3 25", "1/4 25"], {}, "MA 13(a)", "at most 3 bettors"),
    (MA, "1/2 25", {}, "MA 13(a)", "numbered without gaps: the next one is 1"),
    (MA, ["1 25", "1/3 25"], {}, "MA 13(a)", "the next one is 2"),
    (MA, ["1 25", "1 25"], {}, "MA 5(a)", "has a wager already"),
    (SD, ["1 25", "1/2 25"], {}, "", "one bettor"),
    (MA, "1/0 25", {}, "MA 13(a)", "at most 3 bettors"),
    (MA, "1 0", {}, "MA 5(a)", "more than 0.00"),
    (MA, "1 0 match=5", {}, "MA 6(b)", "a match wager needs the main wagers"),
    (LW1, "1 0 free-bet=5", {}, "", "a free-bet wager needs the main wagers"),
    (MA, "1 4.99", {"minimum": 5}, "MA 5(a)", "below the table minimum of 5.00"),
    (MA, "1 100.01", {"maximum": 100}, "MA 5(a)", "above the table maximum of 100.00"),
    (CB, "1 4.99", {}, "CB limits", "below the table minimum"),
    (CB, "1 10000.01", {}, "CB limits", "above the table maximum"),
    (WA1, "1 300.01", {}, "WAC 230-15-140", "above the table maximum of 300.00"),
    (MA, "1 25 trilux=5", {}, "MA 5(i)", "offers no wager 'trilux'"),
    (CB, "1 25 match=5", {}, "", "offers no wager 'match'"),
    (MA, "1 25 match=0", {}, "MA 6(c)", "a match wager is more than 0.00"),
    (MA, "1 25 match=4.99", {"side_bet_minimum": 5}, "MA 6(b)", "below its minimum of 5.00"),
    (MA, "1 25 match=50.01", {"side_bet_maximum": 50}, "MA 6(b)", "above its maximum of 50.00"),
    (WA1, "1 25 match=300.01", {}, "", "above its maximum of 300.00"),
    (WA1, "1 25 bounty=300.01", {}, "", "above its maximum of 300.00"),
    (WA1, "1 25 bounty=101", {"side_bet_maximum": 100}, "", "above its maximum of 100.00"),
    (CB, "1 25 trilux=0.99", {}, "", "below its minimum of 1.00"),
    (CB, "1 25 trilux=100.01", {}, "", "above its maximum of 100.00"),
    (CB, "1 25 bounty=25.01", {}, "", "above its maximum of 25.00"),
    (LW1, "1 25 free-bet=24", {}, "", "equals one main wager: 25.00, not 24.00"),
    (MA, "1 25 toke.a=1", {}, "MA 5(i)", "knows no wager for the dealer"),
    (CB, "1 25 toke.b=1", {}, "CB tokes", "no hand b"),
    (SD, "1 25 toke.match=1", {}, "", "needs the bettor's own match wager"),
    (SD, "1 25 toke.a=0", {}, "", "a toke is more than 0.00"),
    (CB, "1 25 toke.a=0.49", {}, "CB tokes", "at least 0.50"),
    (CB, "1 5 toke.a=1000.01", {}, "CB tokes", "at most 1000.00"),
    (CB, "1 500 toke.a=500.01", {}, "CB tokes", "may not exceed 1000.00"),
    (CB, "1 25 bounty=2 toke.bounty=0.51", {}, "", "may not exceed 2.50"),
    (CB, "1 25 trilux=9 toke.trilux=1.01", {}, "", "may not exceed 10.00"),
]


@pytest.mark.parametrize(("rules", "bets", "choices", "clause", "words"), REFUSED)
def test_refused(rules: str, bets: str | list[str], choices: dict[str, object], clause: str, words: str) -> None:
    found = refusal(rules, bets, **choices)

    assert words in recorded(found.message)
    assert found.clause
    assert not clause or found.clause == clause


@pytest.mark.parametrize(
    ("rules", "bets", "choices"),
    [
        (MA, ["1 0.01", "1/2 25 match=5", "1/3 100000", "7 25"], {}),
        (MA, "1 100", {"minimum": 100, "maximum": 100}),
        (CB, "1 5 trilux=100 bounty=25", {}),
        (CB, "1 10000", {}),
        (CB, "1 500 toke.a=500", {}),
        (CB, "1 25 bounty=2 toke.bounty=0.50 trilux=9 toke.trilux=1", {}),
        (SD, "1 25 match=5 toke.a=0.01 toke.b=1000000 toke.match=5", {}),
        (LW1, "1 25 free-bet=25 match=1", {"side_bet_minimum": 1, "side_bet_maximum": 1}),
        (WA1, "1 300 match=300 bounty=300", {}),
    ],
)
def test_taken(rules: str, bets: str | list[str], choices: dict[str, object]) -> None:
    assert round_of(rules, bets, table=choices).bets


def test_a_round_needs_a_wager() -> None:
    with pytest.raises(Refused, match="round-needs-wager") as caught:
        Round(table_of(MA), [])
    assert caught.value.refusal.clause == "MA 5(a)"


def test_a_wager_that_nobody_knows_is_told_the_nearest_word() -> None:
    """The notation cannot write such a bet; the console asks with its own names."""
    strange = Bet(spot=Spot(1), bettor=Bettor(1), amount=Cents(100), side_bets={"mach": Cents(100)})
    found = why_not_bet(table_of(MA), 0, strange)
    assert found is not None
    assert "did you mean 'match'" in recorded(found.message)

    strange = Bet(spot=Spot(1), bettor=Bettor(1), amount=Cents(100), tokes={"main": Cents(100)})
    found = why_not_bet(table_of(SD), 0, strange)
    assert found is not None
    assert "unknown toke 'main'" in recorded(found.message)

    strange = Bet(spot=Spot(1), bettor=Bettor(1), amount=Cents(0), side_bets={"mach": Cents(100)})
    found = why_not_bet(table_of(MA), 0, strange)
    assert found is not None
    assert found.clause == "MA 5(a)"


def test_a_maximum_by_law_binds_side_bets_too() -> None:
    assert side_bet_limits(table_of(WA1, maximum=200), "match") == (None, 20_000)
    assert side_bet_limits(table_of(MA, maximum=200), "match") == (None, None)
    assert side_bet_limits(table_of(CB), "bounty") == (100, 2500)


def test_the_wagers_lie_on_each_hand_with_their_tokes() -> None:
    r = round_of(SD, "2 25 match=5 toke.b=1 toke.match=2")

    assert [(w.kind, w.hand.id if w.hand else None, w.stake) for w in r.wagers()] == [
        ("match", None, 500),
        ("toke.match", None, 200),
        ("main", "2a", 2500),
        ("main", "2b", 2500),
        ("toke.main", "2b", 100),
    ]
    assert repr(r.wagers()[2]) == "<2/1 2a main 2500>"
    assert repr(r.wagers()[0]) == "<2/1 - match 500>"
