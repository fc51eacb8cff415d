"""What the dealer says and does: the calls of the documents, the cards due, one next act in every state."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import pytest

from dealer_console.game import moves, phases
from dealer_console.game import prompt as prompts
from dealer_console.game.engine import Round
from dealer_console.game.hand import Bettor, HandId
from dealer_console.game.moves import Move
from dealer_console.game.play.legal_moves import legal_moves
from dealer_console.game.prompt import settlement_message, waiting_for
from dealer_console.game.round_files.notation import write_move
from dealer_console.messages import recorded

from .felt import CB, LW1, MA, SD, WA1, go_on, round_of
from .states import TABLES, WatchedTable, play_collection


class Said(NamedTuple):
    """A prompt in the words of a record: what is called, what is to be done, to whom the next cards go."""

    do: str
    say: str | None
    due: tuple[str, ...]
    spot: int | None
    hand: str | None
    clause: str | None


def prompt(r: Round) -> Said:
    now = prompts.prompt(r)
    say = recorded(now.say) if now.say is not None else None
    return Said(recorded(now.do), say, tuple(map(recorded, now.due)), now.spot, now.hand, now.clause)


def said(r: Round) -> str:
    say = prompt(r).say
    assert say is not None
    return say


# --- in every state ------------------------------------------------------------------------------------------------


def test_every_state_has_a_next_act_with_its_clause_and_only_the_end_waits_for_nothing() -> None:
    seen: set[str] = set()

    def watch(r: Round, _move: Move | None) -> None:
        seen.add(r.phase.name)
        now = prompt(r)
        assert now.do
        assert now.clause
        assert "None" not in f"{now.do}{now.say or ''}"
        assert (waiting_for(r) is None) == r.complete
        if not r.complete:
            assert waiting_for(r) == prompts.prompt(r).do

    play_collection(watch)
    for number, (rules, choices) in enumerate(TABLES):
        for _ in WatchedTable(rules, choices, Random(number), watch).states(10):
            pass
    assert seen == set(phases.PHASES)


# --- the deal ------------------------------------------------------------------------------------------------------


def test_the_deal_names_every_place_in_order() -> None:
    r = round_of(MA, ["1 25", "3 10"], table={"hole_card": "reader"})
    assert prompt(r) == Said(
        do="burn one card if it is due, then card to 1a",
        say=None,
        spot=None,
        hand=None,
        due=(
            *("1a", "1b", "3a", "3b", "the dealer's up-card"),
            *("1a", "1b", "3a", "3b", "the dealer's hole card"),
        ),
        clause="MA 7(c)",
    )
    go_on(r, "??")
    assert prompt(r).do == "card to 1a"
    go_on(r, "Th 5c 9d 8s")
    assert prompt(r).do == "card to the dealer's up-card"
    go_on(r, "6h 2c 3c 4c 5d")
    assert prompt(r).due == ("the dealer's hole card",)


def test_without_a_hole_card_the_deal_ends_with_the_players() -> None:
    r = round_of(SD, "2 10")
    assert prompt(r).due[-1] == "the dealer's hole card"
    r = round_of(MA, "2 10")
    assert prompt(r).due == ("2a", "2b", "the dealer's up-card", "2a", "2b")


# --- MA 7(g) to (j): the offer and the totals ----------------------------------------------------------------------


def test_ma_7g_the_offer_is_called_with_the_total_of_the_first_hand() -> None:
    r = round_of(MA, "1 25", "Th 5c 6h 5d Ks")
    assert said(r) == "15 or switch?"
    assert prompt(r).do == "spot 1: switch or keep, or 1a decides"
    assert (prompt(r).spot, prompt(r).hand, prompt(r).clause) == (1, "1a", "MA 7(g)")


def test_a_soft_total_is_called_as_soft() -> None:
    assert said(round_of(MA, "1 25", "Ah 5c 6h 5d Ks")) == "soft 16 or switch?"


def test_both_totals_are_said_after_a_switch() -> None:
    r = round_of(MA, "1 25", "Th 5c 6h 5d Ks", "1 switch")

    assert said(r) == "20 and 10"
    assert prompt(r).do == "1a decides"
    go_on(r, "1a stand")
    assert said(r) == "1b: 10"


def test_both_totals_are_said_when_the_switch_ends_the_spot() -> None:
    r = round_of(MA, ["1 25", "2 25"], "Ah Kc 9c 9d 6h 5d Jd 8c 8d")
    assert said(r) == "soft 16 or switch?"
    r = round_of(MA, ["1 25", "2 25"], "Ah Tc 9c 9d 6h Ad Kd 8c 8d", "1 switch")
    assert said(r) == "soft 21 and soft 21. 17 or switch?"


def test_a_switch_taken_back_leaves_the_total_without_an_offer() -> None:
    r = round_of(MA, "1 25", "Th 5c 6h 5d Ks", "1 switch", "1 unswitch")

    assert said(r) == "15"
    assert prompt(r).do == "spot 1: keep, its switch was taken back, or 1a decides"


def test_two_naturals_still_answer_the_offer() -> None:
    r = round_of(MA, "1 25", "Ah Ad 6h Kd Ks")

    assert prompt(r).do == "spot 1: switch or keep"
    assert said(r) == "soft 21 or switch?"


def test_each_new_total_is_said() -> None:
    r = round_of(MA, "1 25", "2h 5c 6h 3d Ks", "1a hit")
    assert (prompt(r).do, prompt(r).due, prompt(r).say) == ("card to 1a", ("1a",), None)
    go_on(r, "9c")
    assert said(r) == "1a: 14"
    go_on(r, "1a hit", "8c")
    assert said(r) == "1a: 22, too many. 1b: 15"
    go_on(r, "1b hit", "6c")
    assert said(r) == "1b: 21. Dealer's card"


def test_version_1_asks_all_spots_before_the_check() -> None:
    r = round_of(LW1, ["1 10", "2 10"], "9c 9d 7c 7d Kh 8c 8d 6c 6d ??")
    assert (prompt(r).do, said(r)) == ("spot 1: switch or keep", "17 or switch?")
    go_on(r, "1 switch")
    assert (prompt(r).do, said(r)) == ("spot 2: switch or keep", "17 and 17. 13 or switch?")
    go_on(r, "2 keep")
    assert (prompt(r).do, prompt(r).say) == ("look at the hole card", None)


# --- insurance and the check ---------------------------------------------------------------------------------------


def test_cb_insurance_is_opened_and_closed_aloud() -> None:
    r = round_of(CB, "1 10", "9c Ah 8d ??")
    assert said(r) == "Insurance open"
    assert prompt(r).do == "insurance wagers, then 'insurance closed'"
    go_on(r, "insurance closed")
    assert said(r).startswith("Insurance closed")
    assert prompt(r).do == "look at the hole card"


@pytest.mark.parametrize(
    ("hole_card", "do"), [("reader", "insert the hole card into the reader"), ("peek", "look at the hole card")]
)
def test_the_check_by_reader_or_look(hole_card: str, do: str) -> None:
    r = round_of(SD, "1 10", "9c 9d Kh 8d 8c ??", table={"hole_card": hole_card})

    assert prompt(r).do == do
    assert prompt(r).clause == r.rules.cite("check")


def test_cb_a_blackjack_under_a_ten_is_called() -> None:
    assert said(round_of(CB, ["1 10", "2 10"], "Ac 9d Kh Kd 8c ??")) == "Blackjack: 1a"
    assert prompt(round_of(CB, "1 10", "9c Kh 8d ??")).say is None


# --- added wagers --------------------------------------------------------------------------------------------------


def test_cb_doubling_for_less_is_called_to_the_floor() -> None:
    r = round_of(CB, "1 10", "6c 5h 5d ??", "1a double 5")
    assert said(r) == "Doubling down for less"
    assert prompt(round_of(CB, "1 10", "6c 5h 5d ??", "1a double")).say is None
    assert prompt(round_of(CB, "1 10", "6c 5h 5d ??", "1a double 10")).say is None
    assert prompt(round_of(MA, "1 10", "6c 9c 5h 5d 9d", "1a double 5")).say is None


def test_cb_a_pair_of_fives_is_asked_about() -> None:
    assert said(round_of(CB, "1 10", "5c 6h 5d ??")) == "1a: 10. With a second wager: Splitting or doubling?"
    assert said(round_of(CB, "1 10", "6c 6h 4d ??")) == "1a: 10"


# --- the dealer ----------------------------------------------------------------------------------------------------


def test_ma_7l_dealers_card_is_called_before_it_leaves_the_shoe_then_each_total() -> None:
    r = round_of(MA, "1 10", "9c 9d 6h 8d 8c", "1a stand", "1b stand")
    assert (said(r), prompt(r).do, prompt(r).due) == ("Dealer's card", "the dealer's second card", ("the dealer",))
    go_on(r, "4c")
    assert (said(r), prompt(r).do) == ("Dealer has 10", "the dealer's next card")
    go_on(r, "Ac")
    assert r.complete
    assert said(r) == "Dealer has soft 21"


def test_the_hole_card_is_shown() -> None:
    r = round_of(CB, "1 10", "9c 6h 8d ??", "1a stand")
    assert prompt(r).do == "show the hole card"
    go_on(r, "reveal Tc")
    assert said(r) == "Dealer has 16"
    go_on(r, "4s")
    assert said(r) == "Dealer has 20"


def test_cb_payouts_2_every_hand_is_verified_when_the_dealer_breaks() -> None:
    verify = "make sure that every hand totals 21 or less, then take and pay from the highest spot down"

    assert prompt(round_of(CB, "1 10", "9c 6h 8d ??", "1a stand", "reveal Tc", "9s")).do == verify
    assert prompt(round_of(CB, "1 10", "9c 6h 8d ??", "1a stand", "reveal Tc", "6s")).do == verify, "22 is a break too"
    pushed = round_of(MA, "1 10", "9c 9d 6h 8d 8c", "1a stand", "1b stand", "Tc", "6c")
    assert prompt(pushed).do == "take and pay from the highest spot down"


def test_a_double_card_face_down_is_turned_from_the_right() -> None:
    r = round_of(CB, ["1 10", "2 10"], "6c 6d 5h 5c 5d ??", "1a double", "??", "2a double", "??", "reveal Tc", "3s")
    assert (prompt(r).do, said(r)) == ("turn the double card of 2a", "Dealer has 18")
    go_on(r, "2a turn Tc")
    assert prompt(r).do == "turn the double card of 1a"


def test_a_contradiction_calls_for_a_supervisor() -> None:
    r = round_of(SD, "1 10", "9c 9d Kh 8d 8c ??", "peek clear", "1a stand", "1b stand", "reveal Ac")

    assert said(r) == "Call a supervisor"
    assert "reader-disagrees" in prompt(r).do
    assert r.phase is phases.DISPUTE


# --- things that go wrong ------------------------------------------------------------------------------------------


def test_an_open_irregularity_tells_what_happened_and_the_choices() -> None:
    r = round_of(MA, "1 10", "9c 9d 6h 8d 8c", "1a hit", "irregularity hit-missed 1a")

    assert prompt(r).do == "hit-missed: deal-last or dead-hand by a supervisor"
    assert said(r).startswith("A card that was asked for was not dealt.")
    assert (prompt(r).hand, prompt(r).clause) == ("1a", "MA 15(i)")


def test_an_exposed_card_is_offered_to_the_next_hand() -> None:
    r = round_of(CB, ["1 10", "2 10"], "9c 9d 6h 2d 3c ??", "irregularity card-exposed 5c")
    assert prompt(r).do == "card-exposed: offer 5c to 1a: 1a accept by a supervisor or 1a refuse"
    go_on(r, "1a refuse", "2a refuse")
    assert prompt(r).do == "card-exposed: burn by a supervisor"


def test_an_exposed_card_lies_as_the_next_card() -> None:
    r = round_of(MA, "1 10", "9c 9d 6h 2d 3c", "irregularity card-exposed 5c")
    assert prompt(r).do == "card-exposed: next-card"


def test_ma_15d_an_exposed_card_waits_until_nobody_joins_any_more() -> None:
    texts = ("5h Th 6h 6c 9d", "irregularity card-exposed Kc", "resolve next-card", "1a double")
    r = round_of(MA, ["1 25", "1/2 10"], *texts)
    assert prompt(r).do == "1a takes the exposed card; other bettors may join first"
    assert moves.Doubled(hand=HandId("1a"), bettor=Bettor(2)) in legal_moves(r)
    assert moves.Stood(hand=HandId("1b")) in legal_moves(r)
    go_on(r, "1b stand")
    assert [card.text for card in r.hands[HandId("1a")].cards] == ["5h", "6c", "Kc"]


def test_ma_15d_no_move_is_left_that_could_bring_the_card_so_it_comes_at_once() -> None:
    texts = ("irregularity card-exposed Kc", "resolve next-card", "1b double")
    r = round_of(MA, ["1 25", "1/2 10"], "9h 5h 6h 6c Td", "1a hit", "Kh", *texts)
    assert r.complete
    assert r.hands[HandId("1b")].busted


def test_cb_10_at_the_end_the_missing_card_is_asked_for() -> None:
    r = round_of(CB, "1 10", "Th 6d 4h", "irregularity dealer-card-missed", "1a stand")
    assert prompt(r).do == "the dealer's card is missing: a supervisor has it dealt now"
    assert "resolve continue by supervisor" in map(write_move, legal_moves(r))


def test_after_a_reshuffle_one_card_is_burned() -> None:
    r = round_of(MA, "1 10", "9c 9d 6h 2d 3c", "1a hit", "irregularity shoe-empty", "resolve reshuffle")

    assert (prompt(r).do, prompt(r).due, prompt(r).clause) == ("burn one card", ("the burn card",), "MA 7(c)")


def test_a_void_round_gives_the_wagers_back() -> None:
    r = round_of(WA1, "1 10", "9c", "void by Ann")

    assert prompt(r).do == "the round ended by void: give the wagers back"
    assert waiting_for(r) is None


def test_a_round_without_a_second_card_of_the_dealer_says_no_total() -> None:
    r = round_of(MA, "1 10", "9c 9d 6h 8d 8c", "1a hit", "Tc", "1b hit", "Td")

    assert r.complete
    assert prompt(r).say is not None
    assert "Dealer" not in said(r)


@pytest.mark.parametrize(
    ("outcome", "pays", "takes", "words"),
    [
        ("win", 2500, 0, "win, pay 25.00"),
        ("lose", 0, 2500, "lose, take 25.00"),
        ("surrender", 0, 1250, "surrender, take 12.50"),
        ("push", 0, 0, "push, pat the layout"),
        ("returned", 0, 0, "give it back"),
    ],
)
def test_settlements_in_the_words_of_the_dealers_hands(outcome: str, pays: int, takes: int, words: str) -> None:
    assert recorded(settlement_message(outcome, pays, takes)) == words


def test_cb_dealing_17_a_push_is_shown_by_a_pat_on_the_layout() -> None:
    assert recorded(prompts.settlement_message("push", 0, 0)) == "push, pat the layout"
