"""A double card that lies face down until the dealer's hand is done stays sealed in the shoe's memory (CB double 6)."""

from __future__ import annotations

from dealer_console.game import phases
from dealer_console.table import commands as c
from dealer_console.table.session.recovery import restore
from tests.rigs.open_table import CB, MA, OpenTable

# Player 6h 5s against 6d over Th: doubled with Ts, the dealer draws 3c.
CARDS = "6h 6d 5s Th Ts 3c 4c"


def doubled(face_down: bool = True) -> OpenTable:
    bench = OpenTable(CARDS, rules=CB, bets=("1 10",), kinds=("shoe",))
    bench.deal(4)
    bench.play("1a double")
    if face_down:
        bench.done(c.KeepFaceDown(who="Dee", hand="1a"))
    bench.draw()
    return bench


def to_the_turn(bench: OpenTable) -> None:
    bench.done(c.ShowHoleCard(who="Dee"))
    bench.run()
    bench.draw()
    assert bench.state.round is not None
    assert bench.state.round.phase is phases.TURN


def opened(bench: OpenTable) -> list[object]:
    return [entry.data["card"] for entry in bench.kinds("device-event") if entry.data["event"] == "CardRevealed"]


def test_it_is_not_opened_before_it_is_turned() -> None:
    bench = doubled()
    assert bench.standing()[-1] == "??"
    assert [draw.place for draw in bench.state.draws.values()] == ["hole", "down 1a"]
    to_the_turn(bench)
    assert opened(bench) == ["6h", "6d", "5s", "Th", "3c"]
    assert "the shoe opens the card of 1a" in bench.play_refused("1a turn Ts")
    bench.done(c.TurnDoubleCard(who="Dee", hand="1a"))
    bench.run()
    assert bench.standing()[-1] == "1a turn Ts"
    assert bench.state.round is not None
    assert bench.state.round.complete
    assert bench.state.draws == {}
    assert restore(bench.journal).hash() == bench.state.hash()


def test_without_that_wish_it_is_opened_at_once() -> None:
    bench = doubled(face_down=False)
    assert bench.standing()[-1] == "Ts"


def test_the_wish_comes_before_the_card_and_where_the_rules_know_it() -> None:
    bench = doubled(face_down=False)
    assert "no double card is due" in bench.refused(c.KeepFaceDown(who="Dee", hand="1a"))
    other = OpenTable("5h 9d 6c 6d 8s 7d", rules=MA)
    other.deal()
    other.play("1 keep")
    other.play("1a double")
    assert "no double card is due" in other.refused(c.KeepFaceDown(who="Dee", hand="1a"))


def test_it_cannot_be_turned_before_the_dealer_is_done() -> None:
    assert "to be turned now" in doubled().refused(c.TurnDoubleCard(who="Dee", hand="1a"))


def test_a_double_that_is_taken_back_takes_the_wish_with_it() -> None:
    bench = OpenTable(CARDS, rules=CB, bets=("1 10",), kinds=("shoe",))
    bench.deal(4)
    bench.play("1a double")
    bench.done(c.KeepFaceDown(who="Dee", hand="1a"))
    bench.done(c.TakeBack(who="Dee", why="he wants to hit"))
    assert bench.state.face_down is None
    bench.play("1a hit")
    bench.draw()
    assert bench.standing()[-1] == "Ts"


def test_without_the_shoe_it_is_turned_by_hand() -> None:
    bench = doubled()
    bench.operate("shoe", "fault disconnect:for=30")
    bench.run(2.0)
    bench.play("resolve continue-by-hand by Sue")
    bench.play("reveal Th")
    bench.play("3c")
    assert "enter it by hand" in bench.refused(c.TurnDoubleCard(who="Dee", hand="1a"))
    bench.play("1a turn Ts")
    assert bench.state.draws == {}


def test_after_a_restart_it_is_still_sealed_and_can_be_opened() -> None:
    bench = doubled()
    bench.virtual.restart()
    bench.run(2.0)
    to_the_turn(bench)
    bench.done(c.TurnDoubleCard(who="Dee", hand="1a"))
    bench.run()
    assert bench.standing()[-1] == "1a turn Ts"
