"""A shoe of the table that tells no cards: between rounds nobody enters one before a supervisor has decided."""

from __future__ import annotations

from pathlib import Path

from dealer_console.game import phases
from dealer_console.game.cards import card
from dealer_console.journal.entries.devices import DeviceOffTable
from dealer_console.rulebook.tables import load_table
from dealer_console.table import commands as c
from tests.rigs.open_table import OpenTable
from tests.rigs.staffed_table import StaffedTable

DECIDED = "the shoe is out of order"


def test_nobody_opens_a_round_by_hand_beside_a_shoe_that_is_switched_off() -> None:
    bench = OpenTable()
    switch(bench, "off")
    assert DECIDED in bench.play_refused("6c")
    assert not bench.snapshot.by_hand
    assert bench.state.round is None
    bench.restart()
    assert DECIDED in bench.play_refused("6c")


def test_nor_does_anybody_burn_a_card() -> None:
    bench = OpenTable()
    switch(bench, "off")
    relieve(bench)
    assert bench.state.burn_due
    assert DECIDED in bench.refused(c.BurnCard(who=bench.dealer))
    assert DECIDED in bench.play_refused("??")


def test_nor_is_the_face_of_a_card_named_that_the_shoe_has_told_of() -> None:
    bench = OpenTable(bets=())
    bench.draw()
    switch(bench, "off")
    assert DECIDED in bench.refused(c.ExplainDraw(who=bench.dealer, seen=True, card=card("Ah")))
    bench.done(c.ExplainDraw(who=bench.dealer, seen=False))
    assert not bench.state.draws


def test_a_plug_that_is_pulled_for_a_moment_changes_nothing() -> None:
    bench = OpenTable("Th 9d")
    bench.operate("shoe", "fault disconnect:for=1.5")
    bench.run(1.0)
    assert bench.state.links["shoe"] != "ready"
    assert DECIDED in bench.play_refused("6c")
    bench.run(3.0)
    bench.draw()
    assert bench.standing() == ["Th"]


def test_after_the_round_nobody_calls_out_a_card_beside_a_shoe_that_is_switched_off() -> None:
    bench = OpenTable("Th 9d 6c 7c 8s Td 9h")
    bench.draw(6)
    for text in ("1 keep", "1a stand", "1b stand"):
        bench.play(text)
    bench.done(c.ShowHoleCard(who=bench.dealer))
    bench.run(1.0)
    while bench.state.round is not None and bench.state.round.due is not None:
        bench.draw()
    assert bench.state.round is not None
    assert bench.state.round.phase is phases.COMPLETE
    switch(bench, "off")
    assert DECIDED in bench.play_refused("irregularity dealer-drew-too-many 2c")


def test_a_ruling_is_for_its_round() -> None:
    bench = OpenTable()
    bench.draw()
    switch(bench, "off")
    assert bench.state.irregularity == "shoe-fault"
    void(bench)
    bench.done(c.SameWagers(who=bench.dealer))
    assert DECIDED in bench.play_refused("6c")


def test_off_the_table_by_two_people_the_cards_are_entered_round_after_round() -> None:
    bench = OpenTable()
    switch(bench, "off")
    off = c.TakeOffTable(who=bench.dealer, device="shoe")
    bench.done(off)
    entry = next(entry.typed for entry in bench.journal.entries() if isinstance(entry.typed, DeviceOffTable))
    assert (entry.off, entry.approved_by) == (True, "Sue")
    assert bench.snapshot.by_hand
    for _ in range(2):
        a_round(bench)
        bench.restart()
    assert "off the table already" in bench.refused(off)
    assert "disconnected" in bench.refused(c.PutOnTable(who=bench.dealer, device="shoe"))


def test_it_takes_two_people() -> None:
    bench = OpenTable()
    switch(bench, "off")
    request = bench.asked(c.TakeOffTable(who=bench.dealer, device="shoe"))
    assert DECIDED in bench.play_refused("6c")
    assert bench.refused(bench.approve("Dee", request))
    assert bench.state.off_table == frozenset()


def test_a_shoe_that_works_is_not_taken_off_and_in_a_round_its_fault_is_ruled_on_first() -> None:
    bench = OpenTable()
    off = c.TakeOffTable(who=bench.dealer, device="shoe")
    assert "switch it off first" in bench.refused(off)
    assert "not taken off" in bench.refused(c.TakeOffTable(who=bench.dealer, device="reader"))
    bench.draw()
    switch(bench, "off")
    assert "rules on the fault" in bench.refused(off)
    bench.play("resolve continue-by-hand by Sue")
    bench.done(off)
    assert bench.state.off_table == {"shoe"}


def test_it_is_put_back_by_two_people_and_used_from_the_next_card_on() -> None:
    bench = OpenTable("Th 9d")
    switch(bench, "off")
    bench.done(c.TakeOffTable(who=bench.dealer, device="shoe"))
    switch(bench, "on")
    back = c.PutOnTable(who=bench.dealer, device="shoe")
    assert bench.state.links["shoe"] == "ready"
    bench.play("6c")
    assert "between two rounds" in bench.refused(back)
    void(bench)
    assert bench.state.cards_by_hand
    bench.done(back)
    bench.run(1.0)
    assert not bench.state.cards_by_hand
    bench.done(c.SameWagers(who=bench.dealer))
    assert "draw it" in bench.play_refused("6c")
    bench.draw()
    assert bench.standing() == ["Th"]
    assert "is on the table" in bench.refused(back)


def test_a_card_that_is_forced_out_of_it_there_has_no_effect_and_its_fault_is_cleared_first() -> None:
    bench = OpenTable("Th 9d")
    switch(bench, "off")
    bench.done(c.TakeOffTable(who=bench.dealer, device="shoe"))
    switch(bench, "on")
    bench.draw()
    assert (bench.state.round, bench.state.draws, bench.state.faults) == (None, {}, {"shoe": "GATE"})
    assert not [alarm for alarm in bench.state.alarms if "gate" in alarm.lower()]
    back = c.PutOnTable(who=bench.dealer, device="shoe")
    assert "has a fault" in bench.refused(back)
    bench.operate("shoe", "clear")
    bench.done(c.ClearFault(who=bench.dealer, device="shoe"))
    bench.run(2.0)
    bench.done(back)
    bench.run(1.0)
    bench.draw()
    assert bench.standing() == ["9d"]


def test_what_a_shoe_tells_that_is_off_the_table_is_recorded_and_has_no_effect() -> None:
    """A card that it counted before it was noticed to be away, or that somebody draws out of it in a workshop."""
    bench = OpenTable("Th 9d")
    bench.operate("shoe", "fault disconnect:for=60")
    bench.operate("shoe", "draw 1")
    bench.run(3.0)
    bench.done(c.TakeOffTable(who=bench.dealer, device="shoe"))
    bench.run(70.0)
    assert bench.state.links["shoe"] == "ready"
    assert bench.state.round is None
    assert not bench.state.draws
    a_round(bench)


def test_a_shoe_whose_fault_was_cleared_between_rounds_tells_the_cards_again() -> None:
    bench = OpenTable("Th 9d 6c")
    bench.draw()
    bench.operate("shoe", "fault jam")
    bench.run(1.0)
    assert bench.state.irregularity == "shoe-fault"
    bench.play("resolve continue-by-hand by Sue")
    void(bench)
    bench.operate("shoe", "clear")
    bench.done(c.ClearFault(who=bench.dealer, device="shoe"))
    bench.run(2.0)
    bench.done(c.SameWagers(who=bench.dealer))
    assert "draw it" in bench.play_refused("6c")


def test_a_shoe_of_the_file_that_was_never_connected_is_one_too(tmp_path: Path) -> None:
    table = StaffedTable(tmp_path)
    table.setup.file = load_table("massachusetts-switch-1")
    table.open()
    table.bring_cards()
    table.shuffle()
    table.cut()
    assert DECIDED in table.refused(c.BurnCard(who=table.dealer))
    table.by_two(c.TakeOffTable(who=table.dealer, device="shoe"))
    table.done(c.BurnCard(who=table.dealer))
    table.bet("1 25")
    table.play("6c")


def test_a_table_without_an_electronic_shoe_deals_by_hand_as_ever() -> None:
    bench = OpenTable(kinds=("reader",))
    a_round(bench)


# --- the table -----------------------------------------------------------------------------------------------------


def switch(bench: OpenTable, word: str) -> None:
    bench.operate("shoe", f"power {word}")
    bench.run(3.0)
    assert (bench.state.links["shoe"] == "ready") == (word == "on")


def relieve(bench: OpenTable) -> None:
    bench.done(c.WagersDown(who=bench.dealer, bets=()))
    bench.done(bench.signed("Ann", c.ComeIn(who="")))


def a_round(bench: OpenTable) -> None:
    """The first cards by hand; then it is void."""
    if not bench.state.bets:
        bench.done(c.SameWagers(who=bench.dealer))
    bench.play("6c 9d Tc")
    assert bench.state.irregularity is None
    void(bench)


def void(bench: OpenTable) -> None:
    bench.done(bench.card("void by nobody-yet"))
    bench.done(c.WagersPaid(who=bench.dealer))
