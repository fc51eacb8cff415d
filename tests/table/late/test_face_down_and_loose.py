"""A card that a late call leaves face down without a place is asked about before play goes on (rulesets 11).

And a card out of the shoe while an exposed one lies as the next card: nobody asked for it (MA 15(d)).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer_console.game.cards import card
from dealer_console.game.hand import HandId
from dealer_console.game.round_files.notation import parse_move
from dealer_console.journal.verification.verify import verify
from dealer_console.messages import recorded_refusal
from dealer_console.table import commands as c
from dealer_console.table.session.recovery import restore
from tests.rigs.known_people import submitted
from tests.rigs.open_table import CB, MA, OpenTable
from tests.table.late.evening import Evening, Opened, by_hand, sealed_shoe, written

WA = "washington-switch-v1"
# 1a was given one card only: what went to it is 2a's, the next card lies as hole card, the old hole card has no place.
TOLD = ("Th 5c 6d 4h 8c (Kd)", "call 4h hand-one-card 1a / dead-hand")
SHOES: dict[str, Opened] = {"sealed": sealed_shoe, "by hand": by_hand}


def evening_at(at: str) -> tuple[Evening, int]:
    shoe = SHOES[at](["Th", "5c", "6d", "4h", "8c", "Kd"], CB, ("1 25", "2 50"), {})
    assert shoe.state.shoe is not None
    out = shoe.state.shoe.out
    evening = Evening(shoe)
    evening.tell(TOLD)
    return evening, out


def told_at_a_sealed_shoe(*words: str) -> tuple[Evening, int]:
    shoe = sealed_shoe(["Th", "5c", "6d", "4h", "8c", "Kd", "2s", "3s"], CB, ("1 25", "2 50"), {})
    assert shoe.state.shoe is not None
    out = shoe.state.shoe.out
    evening = Evening(shoe)
    evening.tell(words)
    return evening, out


def refused(evening: Evening, move: str) -> str:
    refusal = submitted(evening.rig.session, c.Play(who="Dee", move=parse_move(move))).refusal
    assert refusal is not None
    return recorded_refusal(refusal)


@pytest.mark.parametrize(("call", "ruling"), [("shoe-fault", "continue-by-hand"), ("card-face-up-in-shoe 4h", "burn")])
def test_a_sealed_card_waits_for_the_loose_ones_that_came_before_it(call: str, ruling: str, tmp_path: Path) -> None:
    """Section 11: cards are never re-ordered, also where the ruling comes after the call and all cards are loose."""
    evening, out = told_at_a_sealed_shoe("Th 5c 6d 4h 8c (Kd)", "1a hit", "2s", f"call 4h {call}")
    assert evening.loose[-2:] == ("??", "2s")
    evening.tell([f"resolve {ruling}"])
    evening.finish()
    evening.keeps_its_promises(tmp_path, out)


def test_a_loose_card_that_the_dealer_places_was_not_entered_in_place_of_the_shoe(tmp_path: Path) -> None:
    """The shoe has told of it long ago: it goes on telling, and its next card is no card from the table."""
    words = ("Th 5c 6d 4h 8c (Kd)", "2s", "1a stand", "2a hit", "3s", "call 4h hand-one-card 1a / dead-hand")
    evening, out = told_at_a_sealed_shoe(*words)
    evening.do(c.PlaceLooseCard(who="Dee", asked=True))
    assert (evening.state.cards_by_hand, evening.state.ahead_of_shoe) == (False, 0)
    evening.finish()
    evening.keeps_its_promises(tmp_path, out)


def test_out_of_a_sealed_shoe_it_is_a_card_that_came_without_being_due(tmp_path: Path) -> None:
    evening, out = evening_at("sealed")
    assert evening.rig.snapshot.loose is not None  # the question: was its face seen?
    assert "nobody was due" in refused(evening, "2a stand")
    assert restore(evening.rig.journal).hash() == evening.state.hash()
    evening.do(c.ExplainDraw(who="Dee", seen=False))
    assert evening.round.irregularity is not None
    assert evening.round.irregularity.code == "card-drawn-unexposed"
    evening.tell(["resolve next-card", "2a hit"])
    evening.do(c.WagersPaid(who="Dee")) if evening.round.complete else None
    assert [face.text for face in evening.round.hands[HandId("2a")].cards][
        -1
    ] == "Kd"  # the next card is the one that lay there
    evening.finish()
    evening.keeps_its_promises(tmp_path, out)


def test_ruled_the_next_card_it_goes_before_the_loose_ones_behind_it_and_is_no_second_card(tmp_path: Path) -> None:
    """While the shoe opens it for the hand that asked, the first loose card with a face is not the one that comes."""
    evening, out = told_at_a_sealed_shoe("Th 5c 6d 4h 8c (Kd)", "2s", "call 4h hand-one-card 1a / dead-hand")
    assert evening.loose == ("??", "2s")
    evening.do(c.ExplainDraw(who="Dee", seen=False))
    evening.tell(["resolve next-card", "2a hit"])
    assert [face.text for face in evening.round.hands[HandId("2a")].cards][-1] == "Kd"
    assert not evening.state.alarms  # none that the card could not be placed
    assert not evening.state.draws
    evening.finish()
    evening.keeps_its_promises(tmp_path, out)


def test_a_card_behind_loose_ones_does_not_keep_a_finished_round_open(tmp_path: Path) -> None:
    """The player asked to be out: one loose card lies face down, and one more was drawn meanwhile."""
    shoe = sealed_shoe(["4s", "6d", "8h", "Ad", "8c", "Kd"], WA, ("1 25",), {"hole_card": "peek"})
    evening = Evening(shoe)
    assert evening.state.shoe is not None
    out = evening.state.shoe.out
    evening.tell(["4s 6d 8h Ad 8c (Kd)", "call 6d card-misdelivered 6d / 1 out / burn"])
    assert evening.loose == ("8h", "Ad", "8c", "??")
    evening.faces.append(shoe.next_card(None, evening.more, hidden=False))
    draw = evening.state.draw_at("queued")
    assert draw is not None
    evening.finish()
    assert [*evening.state.draws] == [draw.number]  # it left the shoe between rounds: spoken of there
    assert evening.state.shoe is not None
    assert evening.state.shoe.out == out + len(evening.faces) - 1
    assert restore(shoe.journal).hash() == evening.state.hash()
    assert verify(written(shoe.journal, tmp_path)).problem is None


def test_by_hand_nobody_goes_on_before_it_is_said_what_it_is(tmp_path: Path) -> None:
    evening, out = evening_at("by hand")
    snapshot = evening.rig.snapshot
    assert (snapshot.loose_asked, snapshot.loose_unasked) == (True, True)
    assert "has no place" in refused(evening, "2a stand")
    evening.do(c.PlaceLooseCard(who="Dee", asked=False))
    assert evening.round.irregularity is not None
    assert evening.round.irregularity.code == "card-drawn-unexposed"
    assert evening.state.late is None
    assert restore(evening.rig.journal).hash() == evening.state.hash()
    evening.tell(["resolve next-card", "2a hit"])
    evening.do(c.Play(who="Dee", move=parse_move("Kd")))
    evening.finish()
    evening.keeps_its_promises(tmp_path, out)


@pytest.mark.parametrize("at", SHOES)
def test_the_hand_in_turn_asked_for_it(at: str, tmp_path: Path) -> None:
    evening, out = evening_at(at)
    if at == "sealed":
        evening.do(c.ExplainDraw(who="Dee", seen=False, asked=True))
    else:
        evening.do(c.PlaceLooseCard(who="Dee", asked=True))
        evening.do(c.Play(who="Dee", move=parse_move("Kd")))
    assert [face.text for face in evening.round.hands[HandId("2a")].cards][-1] == "Kd"
    evening.finish()
    evening.keeps_its_promises(tmp_path, out)


def test_turned_by_hand_it_is_an_exposed_card_and_lies_there_no_more(tmp_path: Path) -> None:
    evening, out = evening_at("by hand")
    assert evening.state.owed_by_hand == 1
    evening.do(c.Play(who="Dee", move=parse_move("irregularity card-exposed Kd")))
    assert (evening.state.owed_by_hand, evening.state.late) == (0, None)
    evening.tell(["2a refuse", "resolve burn"])
    evening.finish()
    evening.keeps_its_promises(tmp_path, out)


def test_a_card_drawn_while_an_exposed_one_is_the_next_is_no_supposed_hit_ma_15d() -> None:
    """A hit would take the card that lies there: the drawn one would have no place, and be lost from the count."""
    bench = OpenTable("Th 9c 6h 2d 8s 7d 5c 3c", rules=MA, kinds=("shoe",), choices={"hole_card": "face-down"})
    bench.deal(6)
    bench.draw()
    bench.play("1a stand")  # 5c went to 1a as a supposed hit, 17
    assert bench.state.shoe is not None
    bench.done(
        c.CallLate(
            who="Dee",
            place=bench.state.standing[-2].seq,
            call=parse_move("irregularity card-exposed 5c"),
            rulings=(parse_move("resolve next-card"),),
        )
    )
    if bench.state.late is not None and bench.state.late.steps:
        bench.done(c.TickLateSteps(who="Dee", steps=tuple(range(1, len(bench.state.late.steps) + 1))))
    assert bench.state.round is not None
    assert bench.state.round.exposed_lies
    out = bench.state.shoe.out
    bench.draw()  # 3c, while 5c lies there
    assert bench.snapshot.loose is not None
    assert bench.snapshot.loose.hit_of == ""
    assert [card.text for card in bench.state.round.held_for_anyone] == ["5c"]
    bench.done(c.ExplainDraw(who="Dee", seen=True))
    assert bench.state.round is not None
    assert bench.state.round.irregularity is not None
    bench.play("resolve next-card")
    assert bench.state.shoe is not None
    assert bench.state.shoe.out == out + 1
    assert not bench.state.alarms


def test_a_hole_card_shown_and_taken_back_is_counted_once_when_the_round_is_void() -> None:
    bench = OpenTable(rules=MA, kinds=(), choices={"hole_card": "face-down"})
    assert bench.state.shoe is not None
    out = bench.state.shoe.out
    for text in ("Th", "9c", "6h", "2d", "8s", "??", "1a stand", "1b stand", "reveal Kd"):
        bench.play(text)
    bench.done(c.TakeBack(who="Dee", why="a slip of the finger"))
    bench.done(c.Play(who="Dee", move=parse_move("void by nobody-yet")))
    bench.done(c.WagersPaid(who="Dee"))
    assert bench.state.shoe.out == out + 6


def test_a_card_that_was_named_in_a_call_lies_there_again_when_the_call_is_taken_back() -> None:
    """The shoe could not read it; it has left the shoe all the same, and is counted once."""
    bench = OpenTable("Th 9c 6h 2d 8s 7d 5c 3c 4c", rules=MA, kinds=("shoe",), choices={"hole_card": "face-down"})
    bench.deal(6)
    bench.play("1a stand")
    bench.play("1b stand")
    assert bench.state.shoe is not None
    out = bench.state.shoe.out
    bench.operate("shoe", "fault unreadable clear_after=1")
    bench.draw()
    bench.done(c.ExplainDraw(who="Dee", seen=True, card=card("5c")))
    assert bench.state.irregularity == "card-exposed"
    bench.done(c.TakeBack(who="Dee", why="a slip of the finger"))
    assert bench.state.draw_at("unexplained") is not None
    assert restore(bench.journal).hash() == bench.state.hash()
    bench.done(c.ExplainDraw(who="Dee", seen=True, card=card("5c")))
    bench.play("resolve next-card")
    assert not bench.state.draws or all(draw.place == "hole" for draw in bench.state.draws.values())
    assert bench.state.shoe.out == out + 1


def test_both_cards_of_a_double_feed_wait_behind_the_loose_ones(tmp_path: Path) -> None:
    evening, out = told_at_a_sealed_shoe("Th 5c 6d 4h 8c (Kd)", "1a hit", "2s", "call 4h card-face-up-in-shoe 4h")
    shoe = evening.rig
    shoe.operate("shoe", "fault double-feed clear_after=1")
    drawn = shoe.operate("shoe", "draw 1").split()[3]
    evening.faces += [drawn[:2], drawn[2:]]
    shoe.run(0.3)
    assert len(drawn) == 4
    assert shoe.state.draw_at("unexplained") is None
    evening.tell(["resolve burn"])
    evening.finish()
    evening.keeps_its_promises(tmp_path, out)


def test_a_card_drawn_by_force_waits_behind_the_loose_ones(tmp_path: Path) -> None:
    evening, out = told_at_a_sealed_shoe("Th 5c 6d 4h 8c (Kd)", "1a hit", "2s", "call 4h shoe-fault")
    assert evening.loose == ("4h", "8c", "??", "2s")
    shoe = evening.rig
    shoe.operate("shoe", "fault gate")
    evening.faces.append(shoe.operate("shoe", "draw 1").split()[3])
    shoe.run(0.3)
    assert shoe.state.draw_at("unexplained") is None
    evening.tell(["resolve continue-by-hand"])
    evening.finish()
    evening.keeps_its_promises(tmp_path, out)
