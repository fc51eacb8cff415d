"""A notice given in the pit (MA 9(c), 11(e)): signed at the stand, carried by the floor, announced at the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest

from dealer_console.pit.archive.floor_source import FloorSource
from dealer_console.pit.desk.orders import give_notice
from dealer_console.pit.errors import PitRefused
from dealer_console.screens.pages.notice import possible_changes
from dealer_console.table.people import load_permissions
from tests.rigs.floor_rig import PIT, FloorRig, FloorTable


class NoticedTable(FloorTable):
    def give(self, name: str, changes: dict[str, bool | int | str], reason: str = "as posted") -> None:
        with self.archive(PIT) as (archive, log):
            assert isinstance(archive.source, FloorSource)
            key = self.key(name)
            give_notice(archive, log, changes, key=key, permissions=load_permissions(), reason=reason, at_ms=self.now)


@pytest.fixture
def live(floor: FloorRig, tmp_path: Path) -> Iterator[NoticedTable]:
    made = NoticedTable(floor, tmp_path)
    yield made
    made.close()


def test_ma_9c_surrender_is_announced_from_the_pit_also_in_a_round(live: NoticedTable) -> None:
    bench = live
    bench.bet("1 25")
    bench.play("Th")
    live.give("Paula", {"surrender": True})
    bench.wait(lambda: bool(bench.state.shift.notices))
    notice = bench.state.shift.notices[0]
    assert (notice.by, dict(notice.changes), notice.step) == (bench.id("Paula"), {"surrender": True}, "waiting")
    entry = bench.kinds("shift")[-1].data
    assert (entry["place"], entry["rule"], entry["order"]) == (PIT, "MA 9(c)", live.notices[0].notice_order)
    assert bench.state.table is not None
    assert bench.state.table.surrender is False
    assert "announced already" in bench.refused(live.notice_command(live.notices[0]))


def test_a_row_in_the_database_alone_announces_nothing(live: NoticedTable) -> None:
    columns = "journal, notice_order, changes, person, reason, key, signed_at_ms, signature"
    values = ("ab" * 16, '{"surrender":true}', live.id("Sam"), "so", "ab" * 32, 1, "cd" * 64)
    statement = f"INSERT INTO floor.notices ({columns}) SELECT id, %s, %s, %s, %s, %s, %s, %s FROM floor.journals"
    with psycopg.connect(live.floor.url(PIT), autocommit=True) as connection:
        connection.execute(statement.encode(), values)
    live.wait(lambda: live.kinds("refusal") != [])
    assert "not signed by Sam" in str(live.kinds("refusal")[-1].data["reason"])
    assert live.state.shift.notices == ()


def test_what_was_signed_cannot_be_changed_on_its_way(live: NoticedTable) -> None:
    live.give("Sam", {"hands_per_split": 3})
    live.wait(lambda: bool(live.state.shift.notices))
    first = live.notices[0]
    other = live.notice_command(first)
    forged = replace(other, order="cd" * 16, changes={"hands_per_split": 4})
    assert "not signed by Sam" in live.refused(forged)
    assert "not signed by Sam" in live.refused(replace(other, log="00" * 16))


def test_a_dealer_announces_nothing_and_a_reason_is_given(live: NoticedTable) -> None:
    with pytest.raises(PitRefused, match="not by a dealer"):
        live.give("Dana", {"surrender": True})
    with pytest.raises(PitRefused, match="names its reason"):
        live.give("Sam", {"surrender": True}, reason=" ")


def test_ma_11e_the_pit_offers_what_the_rule_set_offers_and_is_not_in_force(live: NoticedTable) -> None:
    game = live.state.table
    assert game is not None
    assert list(possible_changes(game)) == [
        {"surrender": True},
        {"resplit_aces": True},
        {"hands_per_split": 3},
        {"hands_per_split": 4},
    ]
