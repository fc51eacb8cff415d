"""Slips by way of the cage, and markers: each step once and in its order, no money before the last one, two people."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dealer_console.cli.journals.shift_report_text import report_text
from dealer_console.game.errors import Bug
from dealer_console.journal import Draft
from dealer_console.journal.entries.money import MarkerRedeemed, SlipSent
from dealer_console.journal.entries.people import Role
from dealer_console.messages.words import record_words
from dealer_console.rulebook.tables import load_table
from dealer_console.table import commands as c
from dealer_console.table.shift import Acting, chips, report_data
from dealer_console.table.shift.state import Shift
from tests.messages.codes import code
from tests.rigs.staffed_table import with_shoe_of
from tests.table.shift.journaled_shift import ANA, BEN, SUE, TRAY, JournaledShift

OPENER = chips(TRAY).cents
HUNDREDS = chips({10000: 40, 2500: 40})
CAGE = Acting(person="cy", role=Role.CASHIER)
FILL = "F-00001"


def with_cage() -> JournaledShift:
    floor = JournaledShift(table=replace(with_shoe_of(load_table("massachusetts-switch-1"), ()), cage=True)).open()
    floor.act(c.AskFill(who="", chips=HUNDREDS), ANA)
    return floor


def steps(shift: Shift) -> list[str]:
    return [slip.step for slip in shift.slips]


def test_a_fill_goes_from_request_by_way_of_the_cage_to_the_table_and_counts_once() -> None:
    floor = with_cage()
    assert code(floor.why_not(c.ConfirmSlip(who="", slip=FILL), SUE)) == "slip-waits-for-cage"
    assert code(floor.why_not(c.VerifySlip(who="", slip=FILL, chips=HUNDREDS), ANA)) == "slip-is-at"
    floor.act(c.SendSlip(who="", slip=FILL, runner="Rosa"), CAGE)
    assert code(floor.why_not(c.SendSlip(who="", slip=FILL, runner="Rosa"), CAGE)) == "slip-is-at"
    assert code(floor.why_not(c.ConfirmSlip(who="", slip=FILL), SUE)) == "slip-dealer-counts-first"
    assert (steps(floor.shift), floor.shift.till.tray) == (["sent"], OPENER)
    floor.act(c.VerifySlip(who="", slip=FILL, chips=HUNDREDS), ANA)
    assert code(floor.why_not(c.ConfirmSlip(who="", slip=FILL), ANA)) == "takes-two-people"
    assert code(floor.why_not(c.ConfirmSlip(who="", slip=FILL), BEN)) == "for-a-supervisor"
    assert floor.shift.till.tray == OPENER, "nothing has moved before the last signature"
    floor.act(c.ConfirmSlip(who="", slip=FILL), SUE)
    assert (floor.shift.till.fills, floor.shift.till.tray) == (HUNDREDS.cents, OPENER + HUNDREDS.cents)
    slip = floor.shift.slips[0]
    assert (slip.sent_by, slip.runner, slip.verified_by, slip.settled_by) == ("cy", "Rosa", "ana", "sue")
    for late in (c.SendSlip(who="", slip=FILL, runner="Rosa"), c.VerifySlip(who="", slip=FILL, chips=HUNDREDS)):
        assert code(floor.why_not(late, CAGE)) == "slip-settled"


def test_a_credit_leaves_the_tray_when_it_is_confirmed_and_not_before() -> None:
    floor = JournaledShift(table=replace(with_shoe_of(load_table("massachusetts-switch-1"), ()), cage=True)).open()
    held = chips({500: 100})
    floor.act(c.AskCredit(who="", chips=held), SUE)
    floor.act(c.SendSlip(who="", slip="C-00001", runner="Rosa"), CAGE)
    floor.act(c.VerifySlip(who="", slip="C-00001", chips=held), ANA)
    assert floor.shift.till.tray == OPENER
    floor.act(c.ConfirmSlip(who="", slip="C-00001"), SUE)
    assert (floor.shift.till.tray, floor.shift.till.credits) == (OPENER - held.cents, held.cents)


@pytest.mark.parametrize("counted", [{10000: 39, 2500: 40}, {10000: 40, 2500: 36, 500: 20}, {}])
def test_another_count_than_that_of_the_slip_is_refused_also_for_the_same_sum(counted: dict[int, int]) -> None:
    floor = with_cage()
    floor.act(c.SendSlip(who="", slip=FILL, runner="Rosa"), CAGE)
    refusal = floor.why_not(c.VerifySlip(who="", slip=FILL, chips=chips(counted)), ANA)
    assert code(refusal) == "slip-count-differs"


@pytest.mark.parametrize("upto", ["requested", "sent", "verified"])
def test_a_void_takes_a_reason_and_two_people_at_every_step_before_the_last(upto: str) -> None:
    floor = with_cage()
    if upto != "requested":
        floor.act(c.SendSlip(who="", slip=FILL, runner="Rosa"), CAGE)
    if upto == "verified":
        floor.act(c.VerifySlip(who="", slip=FILL, chips=HUNDREDS), ANA)
    assert code(floor.why_not(c.CancelSlip(who="", slip=FILL, why=" "), ANA, SUE)) == "void-needs-reason"
    assert code(floor.why_not(c.CancelSlip(who="", slip=FILL, why="wrong amount"), ANA)) == "one-asks-another-approves"
    floor.act(c.CancelSlip(who="", slip=FILL, why="wrong amount"), ANA, SUE)
    slip = floor.shift.slips[0]
    assert (slip.step, slip.settled_by, slip.approved_by, slip.why) == ("cancelled", "ana", "sue", "wrong amount")
    assert (floor.shift.till.tray, floor.shift.open_slips) == (OPENER, ())


def test_a_table_does_not_close_over_chips_that_are_on_their_way() -> None:
    floor = with_cage()
    floor.act(c.SendSlip(who="", slip=FILL, runner="Rosa"), CAGE)
    assert floor.why_not(c.CloseTable(who="", tray=chips(TRAY)), ANA, SUE) is not None


def test_a_slip_cannot_be_sent_twice_by_a_forged_entry() -> None:
    floor = JournaledShift().open()
    stray = SlipSent(what="fill", slip="F-00009", cents=HUNDREDS.cents, chips={}, role=Role.CASHIER, runner="Rosa")
    with pytest.raises(Bug, match="cannot be sent"):
        floor.do([Draft.of(stray, who="cy")])


# --- markers ---------------------------------------------------------------------------------------------------------


def seated() -> JournaledShift:
    floor = JournaledShift().open()
    floor.act(c.SeatPlayer(who="", spots=(3,), player="7001"), ANA)
    floor.act(c.SeatPlayer(who="", spots=(4,)), ANA)
    return floor


def test_a_marker_is_chips_from_the_tray_and_paper_in_the_drop() -> None:
    floor = seated()
    issue = c.IssueMarker(who="", cents=50_000, spot=3)
    assert code(floor.why_not(issue, ANA)) == "one-asks-another-approves"
    floor.act(issue, ANA, SUE)
    till = floor.shift.till
    assert (till.tray, till.drop, till.markers, till.buy_ins) == (OPENER - 50_000, 50_000, 50_000, 0)
    assert floor.shift.win_by_the_books == 0
    marker = floor.shift.markers[0]
    assert (marker.number, marker.player, marker.issued_by, marker.approved_by) == ("M-00001", "7001", "ana", "sue")


def test_nobody_signs_a_marker_whom_the_table_does_not_know() -> None:
    floor = seated()
    for spot in (4, 5):
        assert code(floor.why_not(c.IssueMarker(who="", cents=500, spot=spot), ANA, SUE)) == "marker-needs-card"


def test_a_marker_is_redeemed_with_chips_up_to_what_is_left_of_it() -> None:
    floor = seated()
    floor.act(c.IssueMarker(who="", cents=50_000, spot=3), ANA, SUE)
    floor.act(c.RedeemMarker(who="", marker="M-00001", cents=20_000), ANA, SUE)
    till = floor.shift.till
    assert (till.tray, till.drop, till.markers) == (OPENER - 30_000, 30_000, 30_000)
    too_much = c.RedeemMarker(who="", marker="M-00001", cents=30_500)
    assert code(floor.why_not(too_much, ANA, SUE)) == "marker-left"
    assert code(floor.why_not(c.RedeemMarker(who="", marker="M-00009", cents=500), ANA, SUE)) == "no-such-marker"
    twice = MarkerRedeemed(cents=40_000, marker="M-00001", player="7001", approved_by="sue")  # type: ignore[arg-type]
    with pytest.raises(Bug, match="cannot be redeemed"):
        floor.do([Draft.of(twice, who="ana")])


def test_a_marker_is_voided_with_a_reason_by_two_people_before_anything_of_it_was_paid() -> None:
    floor = seated()
    floor.act(c.IssueMarker(who="", cents=50_000, spot=3), ANA, SUE)
    void = c.VoidMarker(who="", marker="M-00001", why="wrong amount")
    assert code(floor.why_not(void, ANA)) == "one-asks-another-approves"
    assert code(floor.why_not(c.VoidMarker(who="", marker="M-00001", why=" "), ANA, SUE)) == "void-needs-reason"
    assert code(floor.why_not(c.VoidMarker(who="", marker="M-00009", why="x"), ANA, SUE)) == "no-such-marker"
    floor.act(void, ANA, SUE)
    till = floor.shift.till
    assert (till.tray, till.drop, till.markers, floor.shift.win_by_the_books) == (OPENER, 0, 0, 0)
    assert report_data(floor.shift)["markers"][0]["void_reason"] == "wrong amount"
    assert code(floor.why_not(void, ANA, SUE)) == "marker-left"
    assert code(floor.why_not(c.RedeemMarker(who="", marker="M-00001", cents=500), ANA, SUE)) == "marker-left"
    floor.act(c.IssueMarker(who="", cents=10_000, spot=3), ANA, SUE)
    assert [marker.number for marker in floor.shift.markers] == ["M-00001", "M-00002"], "its number is used up"
    floor.act(c.RedeemMarker(who="", marker="M-00002", cents=500), ANA, SUE)
    assert code(floor.why_not(c.VoidMarker(who="", marker="M-00002", why="x"), ANA, SUE)) == "marker-left"


def test_the_report_has_the_cage_the_void_and_the_markers() -> None:
    floor = with_cage()
    floor.act(c.SendSlip(who="", slip=FILL, runner="Rosa"), CAGE)
    floor.act(c.CancelSlip(who="", slip=FILL, why="wrong amount"), ANA, SUE)
    floor.act(c.SeatPlayer(who="", spots=(3,), player="7001"), ANA)
    floor.act(c.IssueMarker(who="", cents=50_000, spot=3), ANA, SUE)
    data = report_data(floor.shift)
    assert (data["slips"][0]["sent_by"], data["slips"][0]["void_reason"]) == ("cy", "wrong amount")
    assert data["markers"][0]["amount"] == "500.00"
    text = report_text(floor.shift, record_words(), {})
    assert "Markers in the drop" in text
    assert "M-00001" in text
