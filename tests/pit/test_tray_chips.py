"""The chips of a tray by denomination, now: counted, moved since, estimated."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer_console.journal import Draft
from dealer_console.journal.canonical import Json
from dealer_console.journal.entry import NO_HASH
from dealer_console.journal.storage.reader import judged_entry
from dealer_console.pit.archive import Archive
from dealer_console.pit.archive.index_builder import Carry, Gatherer
from dealer_console.pit.archive.tray_chips import NOT_IN_CHIPS, TrayChips, added_up, tray_cents, tray_lines
from dealer_console.table.shift import Shift, apply
from tests.pit.journals import HandWritten
from tests.pit.test_board import status


@pytest.fixture
def table(tmp_path: Path) -> HandWritten:
    """Opened with a hundred chips of 100; it uses 100, 25 and 5."""
    return HandWritten(tmp_path / "t.journal").open_shift()


def money(table: HandWritten, what: str, cents: int, **more: Json) -> None:
    table.append(Draft(kind="money", data={"what": what, "cents": cents, **more}, who="Ann"))


def now(table: HandWritten) -> dict[int, int]:
    seen = status(table)
    return {line.worth // 100: line.now for line in tray_lines(seen.chips, seen.denominations)}


def fill(table: HandWritten, chips: dict[str, Json], cents: int, what: str = "fill", slip: str = "F-1") -> None:
    for step in ("requested", "confirmed"):
        money(table, what, cents, slip=slip, step=step, chips=chips, role="dealer")


def test_fills_credits_and_color_ups_move_the_chips_that_were_counted(table: HandWritten) -> None:
    fill(table, {"2500": 40, "500": 100}, 150_000)
    fill(table, {"10000": 30}, 300_000, "credit", "C-1")
    back: dict[str, Json] = {"for": {"500": 20}}
    money(table, "color-up", 10_000, chips={"10000": 1}, **back)
    assert now(table) == {100: 69, 25: 40, 5: 120}
    assert status(table).tray == 1_000_000 + 150_000 - 300_000


def test_a_fill_that_nobody_confirmed_has_not_come(table: HandWritten) -> None:
    money(table, "fill", 2500, slip="F-1", step="requested", chips={"2500": 1}, role="dealer")
    assert now(table) == {100: 100, 25: 0, 5: 0}


def test_buy_ins_and_markers_take_the_chips_that_the_console_proposed(table: HandWritten) -> None:
    fill(table, {"2500": 40, "500": 100}, 150_000)
    money(table, "buy-in", 20_000, chips={"10000": 1, "2500": 4})
    money(table, "marker", 50_000, chips={"10000": 5}, marker="M-1", player="Q", spot=1, approved_by="Sue")
    money(table, "marker-redeemed", 10_000, marker="M-1", player="Q", approved_by="Sue")
    assert now(table) == {100: 95, 25: 36, 5: 100}
    lines = {line.worth: line for line in tray_lines(status(table).chips)}
    assert (lines[2500].slips, lines[2500].buy_ins, lines[2500].play) == (40, -4, 0)


def test_what_is_taken_and_paid_moves_the_fewest_chips_and_a_correction_too(table: HandWritten) -> None:
    fill(table, {"2500": 40, "500": 100}, 150_000)
    table.round(("main", "30.00", "0.00", "30.00"))
    table.round(("main", "25.00", "35.00", "0.00"))
    wrong: dict[str, Json] = {"corrects": 9, "cents": 500, "reason": "x", "requested_by": "Ann", "approved_by": "Sue"}
    table.append(Draft(kind="correction", data=wrong))
    assert now(table) == {100: 100, 25: 40, 5: 100 + 1 - 2 - 1}
    assert status(table).tray == 1_150_000 + 3000 - 3500 - 500


def test_a_count_of_the_tray_is_what_is_known_from_there_on(table: HandWritten) -> None:
    table.round(("main", "25.00", "0.00", "25.00"))
    money(table, "count", 990_000, chips={"10000": 98, "2500": 4}, expected=1_002_500)
    at_ms = table.now
    table.round(("main", "25.00", "0.00", "25.00"))
    seen = status(table)
    assert now(table) == {100: 98, 25: 5, 5: 0}
    assert (seen.chips.counted_ms, seen.tray) == (at_ms, 992_500)


def test_a_count_without_chips_leaves_the_chips_as_they_were(table: HandWritten) -> None:
    money(table, "count", 990_000)
    assert status(table).tray == 1_000_000


def test_no_denomination_falls_below_nothing_the_dealer_has_made_change(table: HandWritten) -> None:
    """Paid with a chip of 5 that is not there: one of 100 was changed."""
    table.round(("main", "5.00", "5.00", "0.00"))
    assert now(table) == {100: 99, 25: 3, 5: 4}
    lines = tray_lines(status(table).chips)
    assert sum(line.cents for line in lines) == status(table).tray == 999_500


@pytest.mark.parametrize(
    ("counts", "after"),
    [
        ({10_000: -1, 2500: 2, 500: 40}, {10_000: 0, 2500: 0, 500: 30}),  # by lower ones
        ({10_000: 3, 2500: -5, 500: 2}, {10_000: 1, 2500: 3, 500: 2}),  # by a higher one and its change
        ({10_000: 1, 500: -21}, {10_000: 0, 500: 0, NOT_IN_CHIPS: -500}),  # the books say less than nothing
    ],
)
def test_what_is_missing_was_paid_with_others(counts: dict[int, int], after: dict[int, int]) -> None:
    tray = TrayChips(counted={worth: max(count, 0) for worth, count in counts.items()})
    tray.moved = {"play": {worth: min(count, 0) for worth, count in counts.items()}}
    lines = tray_lines(tray)
    assert sum(line.cents for line in lines) == tray_cents(tray)
    assert {line.worth: line.now for line in lines} == after


def test_cents_that_no_chip_makes_stand_on_a_line_of_their_own(table: HandWritten) -> None:
    fill(table, {"500": 10}, 5000)
    table.round(("main", "5.00", "7.50", "0.00"))
    assert now(table)[5] == 9
    assert [line.cents for line in tray_lines(status(table).chips) if line.worth == NOT_IN_CHIPS] == [-250]


def test_a_coupon_is_paper_and_no_chip(table: HandWritten) -> None:
    table.round(("main", "25.00", "0.00", "25.00"), bets=["1 25 coupon.a=10"])
    assert status(table).tray == 1_001_500


def test_a_closed_table_has_the_chips_of_its_closer(table: HandWritten) -> None:
    money(table, "closer", 1_000_000, chips={"10000": 96, "2500": 16})
    closed: dict[str, Json] = {"step": "close", "expected": 1_000_000, "counted": 1_000_000, "difference": 0}
    table.append(Draft(kind="shift", data={**closed, "flag": None, "verified_by": "Sue"}, who="Ann"))
    assert now(table) == {100: 96, 25: 16, 5: 0}


def test_several_tables_are_added_up_by_denomination() -> None:
    one, other = TrayChips(counted={500: 3}), TrayChips(counted={500: 4, 2500: 1}, moved={"play": {500: -1}})
    assert {line.worth: (line.counted, line.play, line.now) for line in added_up(map(tray_lines, (one, other)))} == {
        500: (7, -1, 6),
        2500: (1, 0, 1),
    }


def test_the_float_of_every_round_is_the_tray_of_the_tables_own_fold_and_survives_the_index(archive: Archive) -> None:
    """Also where the work goes on from what the index keeps, after each round."""
    compared = 0
    for log in archive.logs():
        shift, gatherer = Shift(), Gatherer(Carry())
        rows = (row for batch in archive.source.rows(log.log, after=0, upto=4000) for row in batch)
        for row in rows:
            shift = apply(shift, judged_entry(row, NO_HASH))
            gatherer.take(row)
            if row.kind == "round-closed":
                assert tray_cents(gatherer.carry.tray) == shift.till.tray
                assert all(line.now >= 0 for line in tray_lines(gatherer.carry.tray))
                kept = Carry.of_text(gatherer.carry.as_text())
                assert kept is not None
                gatherer = Gatherer(kept)
                compared += 1
    assert compared > 100
