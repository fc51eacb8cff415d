"""Refusals that need a rare table, a changed Reading or an unlucky order of moves."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dealer_console.game.choices import choose
from dealer_console.game.engine import Round
from dealer_console.game.hand import HandId
from dealer_console.game.round_files.round_file import parse_bet
from dealer_console.messages import recorded
from dealer_console.rulebook import load_rules

from .felt import CB, MA, SD, WA1, go_on, outcomes, refused, round_of


def test_an_exposed_hole_card_may_be_written_once_more_as_unseen() -> None:
    """It is exposed while it is dealt: whoever writes the round down may still write the `??` of the deal."""
    texts = ("9c 9d Ah 8c 8d", "irregularity hole-card-exposed 5c", "resolve continue by Ann")
    r = round_of(SD, "1 10", *texts, "??", "insurance closed", "peek clear")

    assert r.shoe.out == 6
    r = round_of(SD, "1 10", *texts, "insurance closed")
    assert refused(r, "??").clause
    assert r.dealer.cards[1].text == "??"
    assert go_on(r, "peek clear", "1a stand", "1b stand", "reveal 5c").dealer.hole_shown
    assert r.shoe.out == 6


def test_another_card_than_the_exposed_one_is_not_shown() -> None:
    r = round_of(
        SD, "1 10", "9c 9d 6h 8c 8d", "irregularity hole-card-exposed 5c", "resolve continue by Ann", "1a stand"
    )

    assert "it is 5c" in recorded(refused(go_on(r, "1b stand"), "reveal 6c").message)


@pytest.mark.parametrize("up", ["Ah", "Kh", "6h"])
def test_a_surplus_card_comes_before_everything_else(up: str) -> None:
    r = round_of(WA1, "1 10", f"9c 9d {up} 2c 2d ??", "irregularity hand-too-many-cards 1a", "resolve keep by Ann")
    for text in ("insurance closed", "peek clear", "1 switch", "1a stand", "1b stand"):
        assert recorded(refused(r, text).message)
    assert recorded(refused(r, "??").message)
    go_on(r, "4c")
    assert [card.text for card in r.hands[HandId("1a")].cards] == ["9c", "2c", "4c"]


def test_a_turned_card_has_a_face() -> None:
    r = round_of(CB, "1 10", "6c 5h 5d ??", "1a double", "??", "reveal Kc", "3c")

    assert "has a face" in recorded(refused(r, "1a turn ??").message)
    assert refused(r, "2a turn 9c").clause
    assert go_on(r, "1a turn 9c").complete


def test_a_shown_hole_card_has_a_face() -> None:
    r = round_of(CB, "1 10", "9c 6h 9d ??", "1a stand")

    assert "has a face" in recorded(refused(r, "reveal ??").message)


def test_two_naturals_answer_before_the_next_spot_decides() -> None:
    r = round_of(MA, ["1 10", "2 10"], "Ac Ad 9c 9d 6h Kc Kd 8c 8d")

    assert recorded(refused(r, "2a stand").message) == "spot 1 answers the switch first"
    assert "spot 1 answers the switch first" in recorded(refused(r, "5c").message)
    assert recorded(refused(r, "2 switch").message) == "spot 1 answers first"


def test_a_surrendered_hand_keeps_its_switch() -> None:
    r = round_of(MA, "1 10", "9c 9d 6h 2c 2d", "1 switch", "1a surrender", table={"surrender": True})

    assert recorded(refused(r, "1 unswitch").message) == "1a was surrendered"


def test_a_switch_after_the_dealers_card_was_shown_is_final() -> None:
    r = round_of(
        SD,
        "1 10",
        "9c 9d Kh 2c 2d ??",
        "peek blackjack",
        "reveal 5c",
        "irregularity reader-disagrees",
        "resolve stands by Ann",
        "1 switch",
    )

    assert recorded(refused(r, "1 unswitch").message) == "the dealer's second card has been dealt"
    assert go_on(r, "1a stand", "1b stand").phase.name == "draw"


def test_an_exposed_card_of_which_all_copies_are_out_is_refused() -> None:
    r = round_of(MA, ["1 10", "2 10"], "9c 9c 9c 9c 5d 9c 9c 2d 3d")

    assert refused(r, "irregularity card-exposed 9c").clause == "MA 2(a)"
    assert refused(r, "irregularity card-misdelivered 9c").clause == "MA 2(a)"


def test_reading_10_changed_a_hand_with_21_may_draw_but_not_double() -> None:
    """SD by its letter: `complete_at_21 = false` in the rule set."""
    rules = replace(load_rules(SD), complete_at_21=False)
    r = Round(choose(rules, {}), [parse_bet("1 10")])
    go_on(r, "Ac 9c 6h 5d Td ??", "1 switch")
    assert r.hand is not None
    assert (r.hand.id, r.hand.total) == ("1a", 21)
    assert recorded(refused(r, "1a double").message) == "1a has 21"
    go_on(r, "1a hit", "5c")
    assert r.hands[HandId("1a")].total == 16


def test_reading_15_changed_the_dealer_draws_needlessly() -> None:
    rules = replace(load_rules(MA), needless_drawing=True)
    r = Round(choose(rules, {}), [parse_bet("1 10")])
    go_on(r, "9c 9d 6h 8c 8d", "1a hit", "Tc", "1b hit", "Td", "2c", "Kd")

    assert r.complete
    assert r.dealer.total == 18


def test_a_missing_suit_of_the_up_card_that_comes_after_the_players() -> None:
    """A house that deals a missed up-card last, with TriLux: the suits of all three cards are looked at then."""
    rules = replace(load_rules(CB), missed_dealer_card="after-players")
    r = Round(choose(rules, {}), [parse_bet("1 10 trilux=5")])
    go_on(r, "9c", "irregularity dealer-card-missed", "resolve continue by Ann", "2c")

    refusal = refused(r, "5?")
    assert "trilux wager of spot 1 looks at suits" in recorded(refusal.message)
    assert go_on(r, "5d", "??").up_card is not None


def test_ma_15d_an_exposed_card_taken_before_the_check() -> None:
    """The card is offered while insurance or the check is open; taking it is the hand's hit."""
    r = round_of(
        WA1, ["1 10", "2 10"], "9c 9d 8c 8d Kh 2c 2d 3c 3d ??", "irregularity card-exposed Tc", "1a accept by Ann"
    )

    assert r.hands[HandId("1a")].total == 21
    assert not r.spots[0].offer_open
    assert r.spot_in_turn is r.spots[1]


def test_ma_15d_an_exposed_card_that_breaks_the_hand_before_the_check() -> None:
    r = round_of(
        WA1, "1 10", "9c 9d Kh 7c 2d ??", "irregularity card-exposed Tc", "1a accept by Ann", "peek clear", "1b stand"
    )

    assert ("1a", "main", "lose") in outcomes(r)
