"""A notice given in the pit (MA 9(c), 11(e)): signed at the stand, carried by the floor, announced at the table."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest

from dealer_console.floor import Forwarder, NoticeFromPit, logins
from dealer_console.journal import Journal
from dealer_console.pit.archive import Archive
from dealer_console.pit.archive.floor_source import FloorSource
from dealer_console.pit.desk.orders import give_notice
from dealer_console.pit.errors import PitRefused
from dealer_console.screens.pages.notice import possible_changes
from dealer_console.table import commands as c
from dealer_console.table.approvals.pit_ruling import RulingSignature
from dealer_console.table.people import load_permissions
from tests.floor.floors import BRISK, PIT, Floor, wait_until
from tests.rigs.staff import PINS
from tests.rigs.staffed_table import MA, StaffedTable
from tests.table.pit_rulings import key_of


class LiveTable:
    """A table between two rounds, a journal on disk, a forwarder beside it, and the pit's archive of the floor."""

    def __init__(self, floor: Floor, folder: Path) -> None:
        self.floor = floor
        path = folder / "live.journal"
        self.journal = Journal.create(path, table=MA, signing_key=bytes(32))
        self.bench = StaffedTable(folder, journal=self.journal)
        self.bench.now = time.time_ns() // 1_000_000
        self.bench.ready()
        self.delivered: list[NoticeFromPit] = []
        self.forwarder = Forwarder(journal=path, url=floor.url(MA), table=MA, on_notice=self._announced, pace=BRISK)
        self.forwarder.start()
        wait_until(lambda: floor.head(MA).hash == self.journal.head, "the copy holds the journal")

    def _announced(self, notice: NoticeFromPit) -> None:
        self.delivered.append(notice)
        self.bench.session.submit(self.command(notice))

    def command(self, notice: NoticeFromPit) -> c.AnnounceFromPit:
        return c.AnnounceFromPit(
            who=notice.person,
            log=self.journal.log,
            order=notice.notice_order,
            changes=json.loads(notice.changes),
            place=notice.place,
            reason=notice.reason,
            signature=RulingSignature(key=notice.key, at_ms=notice.signed_at_ms, signature=notice.signature),
        )

    def give(self, name: str, changes: dict[str, bool | int | str], reason: str = "as posted") -> None:
        with Archive.open(self.floor.url(PIT)) as archive:
            assert isinstance(archive.source, FloorSource)
            log = next(log for log in archive.logs() if log.log == self.journal.log)
            key = key_of(self.bench.book, self.bench.people[name], PINS[name], self.bench.now)
            give_notice(
                archive, log, changes, key=key, permissions=load_permissions(), reason=reason, at_ms=self.bench.now
            )

    def close(self) -> None:
        self.forwarder.stop()
        self.journal.close()
        self.bench.book.close()


@pytest.fixture
def live(floor: Floor, tmp_path: Path) -> Iterator[LiveTable]:
    with floor.owner() as connection:
        logins.ensure_table(connection, MA)
    live_table = LiveTable(floor, tmp_path)
    yield live_table
    live_table.close()


def test_ma_9c_surrender_is_announced_from_the_pit_also_in_a_round(live: LiveTable) -> None:
    bench = live.bench
    bench.bet("1 25")
    bench.play("Th")
    live.give("Paula", {"surrender": True})
    bench.wait(lambda: bool(bench.state.shift.notices))
    notice = bench.state.shift.notices[0]
    assert (notice.by, dict(notice.changes), notice.step) == (bench.id("Paula"), {"surrender": True}, "waiting")
    entry = bench.kinds("shift")[-1].data
    assert (entry["place"], entry["rule"], entry["order"]) == (PIT, "MA 9(c)", live.delivered[0].notice_order)
    assert bench.state.table is not None
    assert bench.state.table.surrender is False
    assert "announced already" in bench.refused(live.command(live.delivered[0]))


def test_a_row_in_the_database_alone_announces_nothing(live: LiveTable) -> None:
    columns = "journal, notice_order, changes, person, reason, key, signed_at_ms, signature"
    values = ("ab" * 16, '{"surrender":true}', live.bench.id("Sam"), "so", "ab" * 32, 1, "cd" * 64)
    statement = f"INSERT INTO floor.notices ({columns}) SELECT id, %s, %s, %s, %s, %s, %s, %s FROM floor.journals"
    with psycopg.connect(live.floor.url(PIT), autocommit=True) as connection:
        connection.execute(statement.encode(), values)
    live.bench.wait(lambda: live.bench.kinds("refusal") != [])
    assert "not signed by Sam" in str(live.bench.kinds("refusal")[-1].data["reason"])
    assert live.bench.state.shift.notices == ()


def test_what_was_signed_cannot_be_changed_on_its_way(live: LiveTable) -> None:
    live.give("Sam", {"hands_per_split": 3})
    live.bench.wait(lambda: bool(live.bench.state.shift.notices))
    first = live.delivered[0]
    other = live.command(first)
    forged = replace(other, order="cd" * 16, changes={"hands_per_split": 4})
    assert "not signed by Sam" in live.bench.refused(forged)
    assert "not signed by Sam" in live.bench.refused(replace(other, log="00" * 16))


def test_a_dealer_announces_nothing_and_a_reason_is_given(live: LiveTable) -> None:
    with pytest.raises(PitRefused, match="not by a dealer"):
        live.give("Dana", {"surrender": True})
    with pytest.raises(PitRefused, match="names its reason"):
        live.give("Sam", {"surrender": True}, reason=" ")


def test_ma_11e_the_pit_offers_what_the_rule_set_offers_and_is_not_in_force(live: LiveTable) -> None:
    game = live.bench.state.table
    assert game is not None
    assert list(possible_changes(game)) == [
        {"surrender": True},
        {"resplit_aces": True},
        {"hands_per_split": 3},
        {"hands_per_split": 4},
    ]
