"""What a person once signed at the pit stand counts once, soon, and at the table that it was signed for."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dealer_console.game.round_files.notation import parse_move
from dealer_console.journal import MemoryJournal
from dealer_console.table import commands as c
from dealer_console.table.commands.people.notices import SIGNED_WITHIN_MS
from tests.rigs.staff import PINS
from tests.rigs.staffed_table import MA, TRAY, StaffedTable
from tests.table.pit_rulings import UNSIGNED, key_of


@pytest.fixture
def bench(tmp_path: Path) -> StaffedTable:
    table = StaffedTable(tmp_path)
    table.ready()
    return table


def signed_notice(bench: StaffedTable, *, name: str = "Sam", log: str | None = None) -> c.AnnounceFromPit:
    key = key_of(bench.book, bench.people[name], PINS[name], bench.now)
    announce_from_pit = c.AnnounceFromPit(
        who=bench.id(name),
        log=log or bench.journal.log,
        order="ab" * 16,
        changes={"surrender": True},
        place="pit 2",
        reason="as posted",
        signature=UNSIGNED,
    )
    return replace(announce_from_pit, signature=announce_from_pit.ruling.sign(key, bench.now))


def test_a_notice_that_was_withdrawn_is_not_announced_again_in_the_next_shift(bench: StaffedTable) -> None:
    """Whoever kept the signed row cannot use it once more when the table has forgotten its order."""
    notice = signed_notice(bench)
    bench.done(notice)
    bench.sign("Sam", c.WithdrawNotice(who="", notice=1))
    assert "announced already" in bench.refused(notice)
    bench.by_two(c.CloseTable(who=bench.dealer, tray=TRAY))
    bench.open()
    bench.now += SIGNED_WITHIN_MS
    assert "signed too long ago" in bench.refused(notice)
    assert all(kept.step != "waiting" for kept in bench.state.shift.notices)


def test_a_notice_that_was_withdrawn_is_not_announced_again_at_once_after_a_new_opening(bench: StaffedTable) -> None:
    notice = signed_notice(bench)
    bench.done(notice)
    bench.sign("Sam", c.WithdrawNotice(who="", notice=1))
    bench.by_two(c.CloseTable(who=bench.dealer, tray=TRAY))
    bench.open()
    assert "signed too long ago" in bench.refused(notice)


def test_a_notice_of_a_stand_whose_clock_is_ahead_is_not_kept_for_later(bench: StaffedTable) -> None:
    bench.now += SIGNED_WITHIN_MS + 60_000
    notice = signed_notice(bench)
    bench.now -= SIGNED_WITHIN_MS + 60_000
    assert "signed too long ago, or by a clock" in bench.refused(notice)


@pytest.mark.parametrize("changes", [[["surrender", True]], (("surrender", True),)], ids=str)
def test_a_notice_in_another_form_than_was_signed_is_refused_and_stops_no_table(
    bench: StaffedTable, changes: Any
) -> None:
    """A list of pairs is not what the supervisor signed, though it can be made into it."""
    assert "cannot be" in bench.refused(replace(signed_notice(bench), changes=changes))
    bench.done(signed_notice(bench))


def test_a_notice_for_another_table_is_refused(bench: StaffedTable) -> None:
    assert "another table" in bench.refused(signed_notice(bench, log="ff" * 16))


def test_a_ruling_for_one_table_rules_nothing_at_another(bench: StaffedTable, tmp_path: Path) -> None:
    """The same evening at two tables, the same people, the same number of the request, the same hash."""
    folder = tmp_path / "other"
    folder.mkdir()
    other = StaffedTable(folder, journal=MemoryJournal.create(table=MA, signing_key=bytes(32), log=bytes([7] * 16)))
    other.ready()
    requests = []
    for table in (bench, other):
        table.bet("1 25")
        table.play("Th 9d 7c Tc 8s ??")
        requests.append(table.asked(c.Play(who=table.dealer, move=parse_move("void by anybody"))))
    here, there = requests
    assert here.partition("-")[2] == there.partition("-")[2]
    hashed = bench.snapshot.requests[-1].subject_hash
    assert hashed == other.snapshot.requests[-1].subject_hash
    approve_from_pit = c.ApproveFromPit(
        who="", request=here, subject_hash=hashed, place="pit", reason="seen", signature=UNSIGNED
    )
    signed = bench.from_pit("Sam", approve_from_pit)
    assert "another table" in other.refused(signed)
    assert "not signed by Sam" in other.refused(replace(signed, request=there))
    bench.done(signed)


def test_an_old_approval_does_not_approve_the_same_thing_asked_again(bench: StaffedTable) -> None:
    """Declined, asked again with the same subject: the approval that was signed for the first request is none."""
    bench.bet("1 25")
    bench.play("Th 9d 7c Tc 8s ??")
    void = c.Play(who=bench.dealer, move=parse_move("void by anybody"))
    first = bench.asked(void)
    hashed = bench.snapshot.requests[-1].subject_hash
    approve_from_pit = c.ApproveFromPit(
        who="", request=first, subject_hash=hashed, place="pit", reason="seen", signature=UNSIGNED
    )
    signed = bench.from_pit("Sam", approve_from_pit)
    bench.done(c.WithdrawRequest(who=bench.dealer, request=first))
    second = bench.asked(void)
    assert bench.snapshot.requests[-1].subject_hash == hashed
    assert "was declined" in bench.refused(signed)
    assert "not signed by Sam" in bench.refused(replace(signed, request=second))


def test_one_person_is_one_person_by_name_and_by_badge(bench: StaffedTable) -> None:
    """Asked with the badge, answered with the name, in another case and spacing: still the own request."""
    badge = bench.people["Sam"].badge
    asked = c.Signed(
        who="console",
        badge=badge,
        pin=bench.signed("Sam", c.CloseTable(who="", tray=TRAY)).pin,
        command=c.CloseTable(who="", tray=TRAY),
    )
    request = bench.asked(asked)
    for called in ("Sam", " sam ", "SAM", badge):
        answer = replace(bench.approve("Sam", request), badge=called)
        assert "nobody approves the own request" in bench.refused(answer)
    approve_from_pit = c.ApproveFromPit(
        who="",
        request=request,
        subject_hash=bench.snapshot.requests[-1].subject_hash,
        place="pit",
        reason="seen",
        signature=UNSIGNED,
    )
    assert "nobody approves the own request" in bench.refused(bench.from_pit("Sam", approve_from_pit))
