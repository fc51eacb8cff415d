"""Cards that the table, the shoe and the dealer's hand could come to count differently, found by the simulation."""

from __future__ import annotations

from random import Random

from dealer_console.game.cards import card
from dealer_console.simulation.physical import PhysicalCards
from dealer_console.table import commands as c
from dealer_console.table.snapshot import LooseCard
from dealer_console.table.state.table_state import NEXT
from tests.rigs.open_table import OpenTable

DEAL = "5h 9d Ac 3c 8s 7d 2d 4c 6h"


def take_back(bench: OpenTable) -> None:
    bench.done(c.TakeBack(who="Dee", why="a slip of the finger"))


def places(bench: OpenTable) -> list[str]:
    return [draw.place for draw in bench.state.draws.values()]


# --- a card that does not fit its commitment ------------------------------------------------------------------------


def test_a_card_that_does_not_fit_its_commitment_is_named_by_the_dealer_and_never_asked_for_again() -> None:
    bench = OpenTable("5h 9d Kc")
    bench.done(c.WagersDown(who="Dee", bets=()))
    bench.operate("shoe", "fault wrong-commit:clear_after=1")
    bench.draw()
    bench.done(c.ExplainDraw(who="Dee", seen=True))
    bench.run()
    assert bench.state.links.get("shoe") == "distrusted"
    bench.done(c.TrustAgain(who="Dee", device="shoe", reason="cards compared"))
    bench.run(5.0)
    assert bench.state.links["shoe"] == "ready"
    bench.done(c.ExplainDraw(who="Dee", seen=True, card=card("5h")))
    assert [entry.data["card"] for entry in bench.kinds("burn")] == ["??", "5h"]
    assert bench.state.draws == {}


def test_in_a_round_it_is_entered_by_hand() -> None:
    bench = OpenTable(DEAL)
    bench.operate("shoe", "fault wrong-commit:clear_after=1")
    bench.draw()
    assert bench.state.irregularity == "shoe-fault"
    bench.play("resolve continue-by-hand by Sue")
    bench.play("5h")
    assert bench.standing()[-1] == "5h"
    assert bench.state.draws == {}


# --- a card that was taken back --------------------------------------------------------------------------------------


def by_hand_with_a_card_lying_ready() -> OpenTable:
    """The line is lost while two cards come: the first is ruled to be the next one."""
    bench = OpenTable(DEAL)
    bench.draw(4)
    bench.operate("shoe", "fault disconnect:for=1.0")
    bench.virtual.operate("shoe", "draw 2")
    bench.run(4.0)
    assert bench.state.irregularity == "shoe-fault"
    bench.play("resolve continue-by-hand by Sue")
    bench.done(c.ExplainDraw(who="Dee", seen=False))
    bench.play("resolve next-card")
    assert places(bench) == [NEXT, "unexplained"]
    return bench


def test_the_card_that_lies_ready_is_dealt_before_the_one_behind_it_is_spoken_of() -> None:
    bench = by_hand_with_a_card_lying_ready()
    assert bench.snapshot.card_ready
    assert bench.snapshot.loose is None
    assert "lies ready" in bench.refused(c.ExplainDraw(who="Dee", seen=True, card=card("7d")))
    bench.play("8s")
    assert places(bench) == ["unexplained"]
    assert bench.snapshot.loose == LooseCard(face_up=False, name_it=True)


def test_a_card_taken_back_by_hand_is_the_same_card_when_it_is_entered_again() -> None:
    bench = by_hand_with_a_card_lying_ready()
    bench.play("8s")
    take_back(bench)
    assert bench.snapshot.enter_card
    bench.play("8c")
    assert places(bench) == ["unexplained"]
    assert bench.state.shoe is not None
    assert bench.state.shoe.out == 6  # the burn card, four of the deal, and this one


def test_a_card_that_comes_while_another_is_to_be_entered_again_waits_behind_it() -> None:
    bench = OpenTable(DEAL)
    bench.draw()
    bench.operate("shoe", "fault unreadable:clear_after=1")
    bench.draw()
    bench.play("9c")
    take_back(bench)
    bench.draw()
    assert places(bench) == ["queued"]
    bench.play("9d")
    bench.run()
    assert bench.standing() == ["5h", "9d", "Ac"]
    assert (bench.state.owed_by_hand, places(bench)) == (0, [])


def test_a_card_taken_back_in_a_round_that_is_void_goes_to_the_discards_and_is_counted() -> None:
    bench = OpenTable(DEAL)
    bench.draw()
    bench.operate("shoe", "fault unreadable:clear_after=1")
    bench.draw()
    bench.play("9c")
    take_back(bench)
    bench.play("void by Sue")
    bench.done(c.WagersPaid(who="Dee"))
    assert bench.state.shoe is not None
    assert bench.state.shoe.out == 3
    assert (bench.state.owed_by_hand, bench.kinds("burn")[-1].data["card"]) == (0, "??")


# --- two cards that lie ready ----------------------------------------------------------------------------------------


def test_two_cards_that_came_too_early_are_the_next_two_in_their_order() -> None:
    bench = OpenTable("5h 9d Ac 3c 8s 7d 2d 4c 6h")
    bench.deal()
    for _ in range(2):
        bench.draw()
        bench.done(c.ExplainDraw(who="Dee", seen=False))
        bench.play("resolve next-card")
    assert places(bench) == ["hole", NEXT, NEXT]
    bench.play("insurance closed")
    bench.check("7d")
    bench.play("1 keep")
    bench.play("1a hit")
    bench.run()
    assert bench.standing()[-1] == "2d"
    bench.play("1a hit")
    bench.run()
    assert bench.standing()[-1] == "4c"
    assert places(bench) == ["hole"]


def test_the_simulated_dealer_counts_a_card_that_lies_ready_once() -> None:
    bench = by_hand_with_a_card_lying_ready()
    cards = PhysicalCards(bench.virtual, Random(1))
    ready = bench.state.draw_at(NEXT)
    assert ready is not None
    cards.by_number[ready.number] = card("8s")
    taken = cards.take_by_hand(bench.state)
    assert taken is not None
    cards.take_back_into_hand(taken)
    assert cards.again == []
