"""Blackjack on the same screen: seven spots, TriLux, King's Bounty, even money, the dealer's own look."""

from __future__ import annotations

import pytest

from dealer_console.game.cards import Card, card
from tests.rigs.engine_console import EngineConsole

RULES = "catfish-bend-blackjack"


def table(*faces: str) -> EngineConsole:
    """The cards come in this order."""
    found = EngineConsole(RULES, choices={"hole_card": "peek"})
    order: list[Card] = [card(face) for face in faces]
    found.new_shoe(list(reversed(order)))
    return found


def deal(found: EngineConsole) -> None:
    while found.needs_hands() and (found.round is None or found.round.due is not None):
        found.hands()


def test_seven_spots_lie_on_the_felt_and_nobody_is_asked_to_switch() -> None:
    found = table(*["2c", "3c", "4c", "5c", "6c", "7c", "8c", "9d", "Td", "Td", "Td", "Td", "Td", "Td", "9h", "Kh"])
    found.press("act:bets")
    found.press("chip:2500")
    for spot in range(1, 8):
        found.press(f"spot:{spot}")
    found.press("bets-down")
    assert [len(spot.wagers) for spot in found.screen.felt.spots] == [1] * 7
    deal(found)
    assert [spot.number for spot in found.screen.felt.spots if spot.hands] == [1, 2, 3, 4, 5, 6, 7]
    assert found.action("switch") is None
    assert found.action("keep") is None
    assert found.action("stand") is not None


def bet_with_sides(found: EngineConsole) -> None:
    sides = ("target:trilux", "chip:500", "spot:1", "target:bounty", "spot:1")
    for name in ("act:bets", "chip:2500", "spot:1", *sides, "bets-down"):
        found.press(name)


def test_trilux_is_settled_after_the_deal_and_kings_bounty_waits_for_the_end() -> None:
    found = table("Kh", "9c", "Kd", "5s", "Th")
    bet_with_sides(found)
    assert [wager.label for wager in found.screen.felt.spots[0].wagers] == ["25", "TriLux 5", "Bounty 5"]
    assert {wager.kind for wager in found.screen.felt.spots[0].wagers} == {"base", "trilux", "kings-bounty"}
    deal(found)
    rows = {row.text: row.way for row in found.screen.side.rows}
    assert rows == {"1 TriLux": "take"}
    assert [row.ticked for row in found.screen.side.rows] == [False], "nobody has taken it yet"
    assert found.screen.prompt.small == "Take and pay the side bets: TriLux"
    assert {wager.kind: wager.way for wager in found.screen.felt.spots[0].wagers} == {
        "trilux": "take",
        "kings-bounty": "none",
    }
    for name in ("act:stand", "act:show"):
        found.press(name)
    found.cards.append(card("9d"))
    deal(found)
    assert {row.text: row.way for row in found.screen.side.rows}["1 King's Bounty"] == "pay"


def test_the_pad_asks_for_suits_only_while_a_side_bet_looks_at_them() -> None:
    found = table("Kh", "9c", "Kd", "5s")
    found.state.links = {}  # no shoe: the cards are entered
    bet_with_sides(found)
    assert found.screen.overlay is not None
    assert found.screen.overlay.id == "card-pad"
    found.press("rank:K")
    assert "suit:h" in found.console.pressable()
    plain = table("Kh")
    plain.state.links = {}
    for name in ("act:bets", "chip:2500", "spot:1", "bets-down"):
        plain.press(name)
    plain.draw()
    assert "suit:h" not in plain.console.pressable()


def test_a_blackjack_under_an_ace_may_take_even_money() -> None:
    found = table("As", "Ah", "Kd", "9c")
    for name in ("act:bets", "chip:2500", "spot:1", "bets-down"):
        found.press(name)
    deal(found)
    assert found.screen.prompt.big == "“Insurance open”"
    for name in ("act:insurance", "insurance:even", "hand:1a"):
        found.press(name)
    assert [row.amount for row in found.screen.side.rows if row.amount] == ["pay 25"]


@pytest.mark.parametrize(("hole", "name", "after"), [("9c", "clear", "play"), ("Kc", "blackjack", "show")])
def test_the_dealer_looks_and_says_what_there_is(hole: str, name: str, after: str) -> None:
    found = table("Ts", "Ah", "7d", hole)
    for touched in ("act:bets", "chip:2500", "spot:1", "bets-down"):
        found.press(touched)
    deal(found)
    found.press("act:insurance_closed")
    assert found.screen.prompt.big.startswith("Look at the hole card") or "closed" in found.screen.prompt.big
    found.press(f"act:{name}")
    assert found.round is not None
    assert found.round.phase.name == after


def test_insurance_is_taken_on_one_hand_in_full_or_for_less() -> None:
    found = table("Ts", "9s", "Ah", "7d", "8d", "9c")
    for name in ("act:bets", "chip:2500", "spot:1", "spot:2", "bets-down"):
        found.press(name)
    deal(found)
    found.press("hand:1a")
    assert "insured" in [mark.kind for mark in found.screen.felt.spots[0].hands[0].marks]
    found.press("act:insurance")
    found.press("insurance:less")
    found.press("hand:2a")
    for digit in "99":
        found.press(f"digit:{digit}")
    found.press("ok")
    assert found.screen.overlay is not None
    assert "at most 12.50" in found.screen.overlay.note
    for name in ("digit:back", "digit:back", "digit:5", "ok"):
        found.press(name)
    assert [wager.label for wager in found.screen.felt.spots[1].hands[0].wagers] == ["25", "insurance 5"]
