"""Settlement: the lawful order, the amount, the fewest chips, colouring up, the wager that is at turn on the felt."""

from __future__ import annotations

import pytest

from dealer_console.game.cards import card
from dealer_console.game.hand import Bettor, HandId, Spot
from dealer_console.game.money import Cents
from dealer_console.game.state import Settlement, WagerOutcome
from dealer_console.messages import words_of
from dealer_console.screens.effects import Submit
from dealer_console.screens.parts.settlement_lines import amount_words, chips_words, way_of, what_words
from tests.screens.test_actions import dealt

CHIPS = (10000, 2500, 500, 250, 100)


def settled(stake: int, pays: int, takes: int = 0, outcome: WagerOutcome = "win", wager: str = "main") -> Settlement:
    return Settlement(
        Spot(2), Bettor(1), HandId("2a"), wager, Cents(stake), outcome, Cents(pays), Cents(takes), "MA 5(a)(1)"
    )


def test_37_50_is_paid_in_the_fewest_chips() -> None:
    words = words_of("en")
    assert chips_words(words, CHIPS, settled(2500, 3750), colour=False) == "25 + 5 + 5 + 2.50"
    assert amount_words(words, settled(2500, 3750)) == "pay 37.50"
    assert way_of(settled(2500, 3750)) == "pay"


def test_coloured_up_the_stake_goes_in_with_the_winnings() -> None:
    told = chips_words(words_of("en"), CHIPS, settled(7500, 2500), colour=True)
    assert told == "100 for 25 + 25 + 25 + 25"


@pytest.mark.parametrize(
    ("wager", "amount", "way"),
    [
        (settled(2500, 0, 2500, "lose"), "take 25", "take"),
        (settled(2500, 0, 1250, "surrender"), "take 12.50", "take"),
        (settled(2500, 0, 0, "push"), "push", "push"),
        (settled(2500, 0, 0, "returned"), "return", "push"),
    ],
)
def test_what_is_not_paid_needs_no_chips_of_the_tray(wager: Settlement, amount: str, way: str) -> None:
    words = words_of("en")
    assert amount_words(words, wager) == amount
    assert chips_words(words, CHIPS, wager, colour=True) == ""
    assert way_of(wager) == way


def test_an_amount_that_no_chips_make_is_said_with_the_nearest_below() -> None:
    words = words_of("en")
    assert chips_words(words, (500,), settled(500, 1750), colour=False) == "chips make 15 = 5 + 5 + 5; 2.50 are left"
    assert chips_words(words, (500,), settled(500, 250), colour=False) == "no chips make this amount"


def test_a_wager_is_called_by_hand_and_kind() -> None:
    words = words_of("en")
    assert what_words(words, settled(2500, 2500)) == "2a"
    assert what_words(words, settled(2500, 2500, wager="double")) == "2a double"
    assert what_words(words, settled(500, 500, wager="toke.main")) == "2a toke"


def test_the_felt_marks_the_wager_that_is_at_turn() -> None:
    table = dealt("Tc 9d 6h Ts 9s Kc", spots=1)
    for name in ("act:stand", "act:stand", "act:show"):
        table.press(name)
    while table.needs_hands():
        table.cards.append(card("Th"))
        table.hands()
    hands = table.screen.felt.spots[0].hands
    assert [[wager.marked for wager in hand.wagers] for hand in hands] == [[False], [True]]
    assert [row.current for row in table.screen.side.rows] == [True, False]
    table.press("colour-up")
    assert next(action for action in table.screen.actions if action.id == "colour-up").checked


def test_the_list_of_the_settlement_is_whole() -> None:
    """Every take and pay is in the screen: nothing is turned over."""
    table = dealt("Tc 9d 6h Ts 9s Kc " * 2 + "8c 8d", spots=3)
    while table.action("show") is None:
        assert table.action("stand") is not None
        table.press("act:stand")
    table.press("act:show")
    while table.needs_hands():
        table.cards.append(card("Th"))
        table.hands()
    screen = table.screen
    assert [(button.id, button.place) for button in screen.side.buttons] == [("irregularity", 0), ("call-floor", 1)]
    assert len(screen.side.rows) == 6


def test_a_lone_ace_is_eleven_and_two_cards_are_soft() -> None:
    table = dealt("Ac 9d Ah 6s 9s Kc")
    assert table.screen.felt.dealer.total in ("", "11")
    assert [hand.total for hand in table.screen.felt.spots[0].hands] == ["soft 17", "18"]


def test_a_hand_and_its_double_are_one_line_and_one_tick() -> None:
    table = dealt("6c 9d 6h 5s 9s Kc 9h Th Th", spots=1)
    table.press("act:double")
    for _ in range(12):
        if table.needs_hands():
            table.hands()
        for name in ("stand", "show"):
            if table.action(name) is not None:
                table.press(f"act:{name}")
                break
    rows = table.screen.side.rows
    assert [row.text for row in rows].count("1a") == 1
    assert not any("double" in row.text for row in rows)
    own = next(row for row in rows if row.text == "1a")
    assert own.amount.endswith("50")
    tick = next(does for name, does in table.console._now()[0].effects.items() if name == own.touch)
    assert isinstance(tick, Submit)
    assert len(tick.commands) == 2, "one tick for both wagers"
