"""Where a drawn card goes: where it is due, as a hit, into the queue, or before the rules."""

from __future__ import annotations

import pytest

from dealer_console.game import phases
from dealer_console.game.cards import card
from dealer_console.table import commands as c
from dealer_console.table.snapshot import LooseCard
from tests.rigs.open_table import CB, MA, SD, OpenTable

# 1a gets 5h and 3c, 1b gets 9d and 8s, the dealer shows 6c over a sealed 7d.
QUIET = "5h 9d 6c 3c 8s 7d"


def test_the_burn_card_and_the_first_cards_go_where_they_are_due() -> None:
    bench = OpenTable(QUIET)
    assert not bench.state.burn_due
    bench.deal()
    assert bench.standing() == ["5h", "9d", "6c", "3c", "8s", "??"]
    assert bench.hands == {"1a": ("5h", "3c"), "1b": ("9d", "8s"), "dealer": ("6c", "??")}


def test_the_first_card_locks_the_wagers() -> None:
    bench = OpenTable(QUIET)
    bench.draw()
    assert "they lock with the first card" in bench.refused(c.WagersDown(who="Dee", bets=()))


def test_a_card_drawn_for_a_hand_in_turn_counts_as_its_hit() -> None:
    bench = OpenTable(QUIET + " 2d")
    bench.deal()
    bench.play("1 keep")
    bench.draw()
    assert bench.standing()[-2:] == ["1a hit", "2d"]
    assert bench.state.standing[-1].who is None


def test_a_card_after_a_touched_hit_is_that_hit_and_no_second_one() -> None:
    bench = OpenTable(QUIET + " 2d")
    bench.deal()
    bench.play("1 keep")
    bench.play("1a hit")
    bench.draw()
    assert bench.standing()[-2:] == ["1a hit", "2d"]


def test_two_cards_in_one_breath_wait_for_each_other_so_that_no_hole_card_is_opened() -> None:
    bench = OpenTable(QUIET)
    bench.draw(4)
    bench.virtual.operate("shoe", "draw 2")  # the last card of 1b and the hole card
    bench.run()
    assert bench.standing()[-2:] == ["8s", "??"]
    assert bench.state.hole_draw is not None
    assert bench.state.hole_draw.card is None
    assert not any(entry.data.get("card") == "7d" for entry in bench.kinds("device-event"))


def test_the_whole_deal_in_one_breath() -> None:
    bench = OpenTable(QUIET)
    bench.virtual.operate("shoe", "draw 6")
    bench.run(1.0)
    assert bench.standing() == ["5h", "9d", "6c", "3c", "8s", "??"]


# --- cards that nobody is due --------------------------------------------------------------------------------------


def too_early(rules: str = MA) -> OpenTable:
    """Insurance is open, and a card comes that nobody asked for."""
    bench = OpenTable("5h 9d Ac 3c 8s 7d 2d 4c", rules=rules)
    bench.deal()
    bench.draw()
    assert bench.snapshot.loose == LooseCard(face_up=False, name_it=False)
    return bench


def test_a_card_that_nobody_is_due_stops_the_table_and_asks() -> None:
    bench = too_early()
    assert "whether its face was seen" in bench.play_refused("insurance closed")
    assert bench.state.round is not None
    assert bench.state.round.irregularity is None


def test_not_seen_it_is_the_next_card() -> None:
    bench = too_early()
    bench.done(c.ExplainDraw(who="Dee", seen=False))
    assert bench.state.irregularity == "card-drawn-unexposed"
    bench.play("resolve next-card")
    assert bench.snapshot.card_ready
    bench.play("insurance closed")
    bench.check("7d")
    bench.play("1 keep")
    bench.play("1a hit")
    bench.run()
    assert bench.standing()[-1] == "2d"
    assert [draw.place for draw in bench.state.draws.values()] == ["hole"]


def test_while_the_next_card_lies_ready_another_draw_asks_again() -> None:
    bench = too_early()
    bench.done(c.ExplainDraw(who="Dee", seen=False))
    bench.play("resolve next-card")
    bench.draw()
    assert bench.snapshot.loose is not None


def test_a_next_card_that_nobody_needs_is_burned_at_the_end_and_counted() -> None:
    bench = too_early()
    bench.done(c.ExplainDraw(who="Dee", seen=False))
    bench.play("resolve next-card")
    bench.play("void by Sue")
    bench.done(c.WagersPaid(who="Dee"))
    assert [entry.data["card"] for entry in bench.kinds("burn")] == ["??", "??"]
    assert bench.state.shoe is not None
    assert bench.state.shoe.out == 8


def test_seen_it_is_opened_and_offered_in_turn() -> None:
    bench = too_early()
    bench.done(c.ExplainDraw(who="Dee", seen=True))
    bench.run()
    assert bench.standing()[-1] == "irregularity card-exposed 2d"
    assert bench.state.irregularity == "card-exposed"


def test_after_the_dealers_last_card_it_is_one_too_many() -> None:
    bench = OpenTable("Th 9d 6c Tc 8s Td 5c 2d")
    bench.deal()
    bench.play("1 keep")
    bench.play("1a stand")
    bench.play("1b stand")
    bench.done(c.ShowHoleCard(who="Dee"))
    bench.run()
    bench.draw()
    assert bench.state.round is not None
    assert bench.state.round.phase is phases.COMPLETE
    bench.draw()
    bench.done(c.ExplainDraw(who="Dee", seen=False))
    bench.run()
    assert bench.state.irregularity == "dealer-drew-too-many"
    bench.play("resolve burn")
    bench.done(c.WagersPaid(who="Dee"))


def test_between_rounds_an_unseen_card_is_out_of_play_and_a_seen_one_counted_by_its_face() -> None:
    bench = OpenTable("5h 9d")
    bench.done(c.WagersDown(who="Dee", bets=()))
    bench.draw()
    bench.done(c.ExplainDraw(who="Dee", seen=False))
    bench.draw()
    bench.done(c.ExplainDraw(who="Dee", seen=True))
    bench.run()
    assert [entry.data["card"] for entry in bench.kinds("burn")] == ["??", "??", "9d"]
    assert bench.snapshot.loose is None


def test_no_explanation_without_a_card() -> None:
    assert "no card waits" in OpenTable(QUIET).refused(c.ExplainDraw(who="Dee", seen=True))


# --- cards that are not as they should be --------------------------------------------------------------------------


FACE_UP_ANSWERS = [(MA, "resolve discard"), (CB, "resolve burn"), (SD, "resolve burn by Sue")]


@pytest.mark.parametrize(("rules", "answer"), FACE_UP_ANSWERS)
def test_a_card_that_lay_face_up_is_called_and_answered_by_each_rule_set(rules: str, answer: str) -> None:
    bench = OpenTable(QUIET, rules=rules)
    bench.draw()
    bench.operate("shoe", "face-up")
    bench.draw()
    assert bench.state.irregularity == "card-face-up-in-shoe"
    bench.play(answer)
    assert bench.state.irregularity is None


def test_a_face_up_card_in_a_round_leads_to_its_irregularity() -> None:
    bench = OpenTable(QUIET)
    bench.draw()
    bench.operate("shoe", "face-up")
    bench.draw()
    assert bench.standing()[-1] == "irregularity card-face-up-in-shoe 9d"
    bench.play("resolve discard")
    bench.draw()
    assert bench.standing()[-1] == "6c"


def test_an_unreadable_card_is_entered_by_hand() -> None:
    bench = OpenTable(QUIET)
    bench.draw()
    bench.operate("shoe", "fault unreadable:clear_after=1")
    bench.draw()
    assert (bench.snapshot.enter_card, bench.snapshot.opening) == (True, "1b")
    bench.play("9d")
    assert bench.standing() == ["5h", "9d"]
    bench.draw()
    assert bench.standing()[-1] == "6c"


def test_a_card_entered_by_hand_can_be_taken_back_and_entered_again() -> None:
    bench = OpenTable(QUIET)
    bench.draw()
    bench.operate("shoe", "fault unreadable:clear_after=1")
    bench.draw()
    bench.play("9c")
    bench.done(c.TakeBack(who="Dee", why="it is the nine of diamonds"))
    bench.play("9d")
    assert bench.standing() == ["5h", "9d"]
    assert "shoe tells the cards" in bench.play_refused("6c")


def test_an_unreadable_hole_card_is_entered_when_it_is_turned() -> None:
    bench = OpenTable("Th 9d 6c Tc 8s Td")
    bench.draw(5)
    bench.operate("shoe", "fault unreadable:clear_after=1")
    bench.draw()
    assert bench.standing()[-1] == "??"
    bench.play("1 keep")
    bench.play("1a stand")
    bench.play("1b stand")
    assert "enter it by hand" in bench.refused(c.ShowHoleCard(who="Dee"))
    bench.play("reveal Td")
    assert bench.hands["dealer"] == ("6c", "Td")


def test_an_unreadable_card_that_was_seen_is_named_by_the_dealer() -> None:
    bench = OpenTable("5h 9d Ac 3c 8s 7d 2d")
    bench.deal()
    bench.operate("shoe", "fault unreadable:clear_after=1")
    bench.draw()
    assert "name it" in bench.refused(c.ExplainDraw(who="Dee", seen=True))
    bench.done(c.ExplainDraw(who="Dee", seen=True, card=card("2d")))
    assert bench.standing()[-1] == "irregularity card-exposed 2d"


def test_a_forced_card_waits_for_the_supervisor_and_goes_on_by_hand() -> None:
    bench = OpenTable(QUIET)
    bench.draw()
    bench.operate("shoe", "door open")
    bench.run()
    bench.virtual.operate("shoe", "draw 1")
    bench.run()
    assert bench.state.irregularity == "shoe-fault"
    assert bench.state.faults == {"shoe": "GATE"}
    bench.play("resolve continue-by-hand by Sue")
    bench.done(c.ExplainDraw(who="Dee", seen=True, card=card("9d")))
    assert bench.standing()[-1] == "9d"
    bench.play("6c")
    assert bench.snapshot.by_hand
    assert bench.snapshot.without == {"shoe"}


def test_the_same_card_a_seventh_time_stops_and_after_the_ruling_goes_where_it_was_due() -> None:
    bench = OpenTable("5h 5h 5h 5h 5h 2d 5h 5h", bets=("1 25", "2 25"))
    bench.draw(7)
    assert bench.state.irregularity is None
    bench.draw()
    assert bench.standing()[-1] == "irregularity card-impossible 5h"
    bench.play("resolve continue by Sue")
    bench.run()
    assert bench.standing()[-1] == "5h"


# --- by hand ------------------------------------------------------------------------------------------------------


def test_while_the_shoe_works_nobody_enters_cards_by_hand() -> None:
    bench = OpenTable(QUIET)
    assert "shoe tells the cards" in bench.play_refused("5h")
    bench.deal()
    bench.play("1 keep")
    bench.play("1a stand")
    bench.play("1b stand")
    assert "the shoe opens the hole card" in bench.play_refused("reveal 7d")


def test_a_table_without_any_device_is_dealt_by_hand() -> None:
    bench = OpenTable(kinds=(), choices={"hole_card": "face-down"})
    for text in ("5h", "9d", "6c", "3c", "8s", "??", "1 keep", "1a hit", "9h", "1a stand", "1b stand", "reveal 7d"):
        bench.play(text)
    bench.play("Kd")
    bench.done(c.WagersPaid(who="Dee"))
    assert bench.state.round is None
