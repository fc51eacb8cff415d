"""The reader's one bit, and the hole card that nobody knows before it is shown."""

from __future__ import annotations

import gc
from collections.abc import Iterator

from dealer_console.game import phases
from dealer_console.journal.canonical import canonical_object
from dealer_console.table import commands as c
from dealer_console.table.session.recovery import restore
from tests.rigs.open_table import OpenTable
from tests.rigs.table_rig import hands_of

# The dealer shows a king over the sixth card.
CHECKED = "5h 9d Kc 3c 8s"


def at_the_check(hole: str = "7d") -> OpenTable:
    bench = OpenTable(f"{CHECKED} {hole}")
    bench.deal()
    assert bench.state.round is not None
    assert bench.state.round.phase is phases.CHECK
    return bench


def test_the_reader_is_armed_at_the_check_and_not_before() -> None:
    bench = OpenTable(f"{CHECKED} 7d")
    bench.draw(5)
    assert "arm (sent)" not in [entry.data["command"] for entry in bench.kinds("device-command")]
    bench.draw()
    assert [entry.data["command"] for entry in bench.kinds("device-command")].count("arm (sent)") == 1


def test_clear_goes_on_to_play() -> None:
    bench = at_the_check()
    bench.check("7d")
    assert bench.standing()[-1] == "peek clear"


def test_blackjack_leads_to_the_hole_card() -> None:
    bench = at_the_check("Ad")
    bench.check("Ad")
    assert bench.standing()[-1] == "peek blackjack"
    bench.done(c.ShowHoleCard(who="Dee"))
    bench.run()
    assert bench.hands["dealer"] == ("Kc", "Ad")
    assert bench.state.round is not None
    assert bench.state.round.complete


def test_unreadable_once_is_read_again_and_twice_is_a_fault() -> None:
    bench = at_the_check()
    bench.operate("reader", "fault unreadable:clear_after=1")
    bench.check("7d")
    assert bench.state.irregularity is None
    assert bench.state.readings == 1
    bench.check("7d")
    assert bench.standing()[-1] == "peek clear"
    again = at_the_check()
    again.operate("reader", "fault unreadable:clear_after=2")
    again.check("7d")
    again.check("7d")
    assert again.state.irregularity == "reader-fault"
    again.play("resolve continue-without-reader")
    assert again.snapshot.without == {"reader"}


def test_a_reader_that_breaks_during_the_check_is_left_out() -> None:
    bench = at_the_check()
    bench.operate("reader", "fault sensor")
    bench.run()
    assert bench.state.irregularity == "reader-fault"


def test_a_reader_that_was_away_before_the_check_is_a_fault_when_it_is_due() -> None:
    bench = OpenTable(f"{CHECKED} 7d")
    bench.draw(3)
    bench.operate("reader", "power off")
    bench.run(1.0)
    assert bench.state.irregularity is None
    assert bench.snapshot.links["reader"] == "away"
    bench.draw(3)
    assert bench.state.irregularity == "reader-fault"


def test_nobody_says_in_place_of_the_reader() -> None:
    assert "the reader checks" in at_the_check().play_refused("peek clear")


def test_a_reader_that_lies_is_found_out_when_the_card_is_turned() -> None:
    bench = at_the_check("Ad")
    bench.operate("reader", "fault wrong-card:n=2,clear_after=1")
    bench.check("Ad")
    for text in ("1 keep", "1a stand", "1b stand"):
        bench.play(text)
    bench.done(c.ShowHoleCard(who="Dee"))
    bench.run()
    assert bench.state.round is not None
    assert bench.state.round.phase is phases.DISPUTE
    assert bench.state.irregularity == "reader-disagrees"
    assert bench.state.standing[-1].who is None
    bench.play("resolve stands by Sue")


# --- secrecy -------------------------------------------------------------------------------------------------------


def to_the_show(hole: str) -> OpenTable:
    bench = at_the_check(hole)
    bench.check("7d")
    for text in ("1 keep", "1a stand", "1b stand"):
        bench.play(text)
    return bench


def told(bench: OpenTable) -> Iterator[str]:
    """Everything that left the session, commitments and sealed bytes of commands apart."""
    for entry in bench.journal.entries():
        data = {key: value for key, value in entry.data.items() if key not in ("commitment", "payload")}
        yield f"{entry.kind} {entry.who} {entry.at_ms} {canonical_object(data)}"
    for snapshot in bench.snapshots:
        r = snapshot.round
        felt = (
            (hands_of(snapshot), r.phase, getattr(r.due, "id", r.due), r.hole_known, r.shoe.copies)
            if r is not None
            else None
        )
        yield f"{snapshot} {felt}"


def test_two_runs_with_another_hole_card_differ_in_nothing_but_the_commitment() -> None:
    # The shoe is stacked alike behind the hole card; 7d and 6d both leave the check clear.
    assert list(told(to_the_show("7d"))) == list(told(to_the_show("6d")))


def test_no_object_of_the_session_holds_the_hole_card_before_it_is_shown() -> None:
    bench = to_the_show("7d")
    draw = bench.state.hole_draw
    assert draw is not None
    assert (draw.card, draw.open_for) == (None, None)
    texts = [text for text in told(bench) if '"7d"' in text or "'7d'" in text]
    assert texts == []
    assert "7d" not in [value for found in reachable(bench.virtual.session) for value in found]


def reachable(root: object) -> Iterator[list[str]]:
    """The strings among everything that can be reached from the session, the simulated devices left out."""
    seen, waiting = {id(root)}, [root]
    while waiting:
        thing = waiting.pop()
        if type(thing).__module__.startswith(("hardware_sims", "builtins")) and type(thing).__name__ in (
            "module",
            "type",
            "function",
            "builtin_function_or_method",
        ):
            continue
        if type(thing).__module__.startswith(
            ("hardware_sims", "dealer_console.game", "tests", "dealer_console.simulation.virtual_table")
        ):
            continue
        if isinstance(thing, str):
            yield [thing]
        for referent in gc.get_referents(thing):
            if id(referent) not in seen:
                seen.add(id(referent))
                waiting.append(referent)


def test_the_hole_card_is_opened_by_its_own_touch_and_only_in_its_time() -> None:
    bench = at_the_check()
    assert "not to be shown now" in bench.refused(c.ShowHoleCard(who="Dee"))
    bench = to_the_show("7d")
    bench.done(c.ShowHoleCard(who="Dee"))
    bench.run()
    assert bench.standing()[-1] == "reveal 7d"
    assert restore(bench.journal).hash() == bench.state.hash()


def test_an_open_cover_is_told_until_it_is_closed_and_then_the_check_goes_on() -> None:
    bench = at_the_check()
    bench.operate("reader", "door open")
    bench.run()
    assert bench.snapshot.doors == {"reader"}
    bench.operate("reader", "door close")
    bench.run(3.0)
    assert not bench.snapshot.doors
    bench.check("7d")
    assert bench.standing()[-1] == "peek clear"
