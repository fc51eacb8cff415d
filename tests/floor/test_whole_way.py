"""The whole way of a ruling: asked at a live table, given at the pit stand, judged and journaled at the table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from dealer_console.floor import FloorRefused, queries
from dealer_console.floor.queries import OpenRequest
from dealer_console.floor.rulings import Ruled, rule
from dealer_console.game.round_files.notation import parse_move
from dealer_console.table import commands as c
from tests.rigs.floor_rig import PIT, FloorRig, FloorTable, wait_until
from tests.rigs.staffed_table import MA
from tests.table.pit_rulings import carried

DEALT = "Th 9d 7c Tc 8s ??"


class LiveRound(FloorTable):
    """A round with its cards dealt."""

    def __init__(self, floor: FloorRig, folder: Path) -> None:
        super().__init__(floor, folder)
        self.bet("1 25")
        self.play(DEALT)

    def ask(self) -> OpenRequest:
        """As the pit sees it."""
        request = self.asked(c.Play(who=self.dealer, move=parse_move("void by anybody")))
        wait_until(
            lambda: any(open_request.request == request for open_request in self.waiting()), "the pit sees the request"
        )
        return next(open_request for open_request in self.waiting() if open_request.request == request)

    def waiting(self) -> tuple[OpenRequest, ...]:
        return self.floor.ask(queries.open_requests)

    def rule(self, asked: OpenRequest, name: str, *, approves: bool = True) -> Ruled:
        with self.floor.pit() as connection:
            reason = "seen on the camera"
            signed_ruling = carried(
                self.key(name), request=asked.request, subject_hash=asked.subject_hash, approves=approves, reason=reason
            )
            return rule(connection, asked.log, signed_ruling)


@pytest.fixture
def live(floor: FloorRig, tmp_path: Path) -> Iterator[LiveRound]:
    live_round = LiveRound(floor, tmp_path)
    yield live_round
    live_round.close()


def test_approved_from_the_pit(live: LiveRound) -> None:
    asked = live.ask()
    assert live.rule(asked, "Paula").won
    bench = live
    bench.wait(lambda: bench.state.round is None or bench.state.round.ended_by is not None)
    entry = bench.kinds("approval")[-1]
    assert (entry.who, entry.data["place"], entry.data["reason"]) == (bench.id("Paula"), PIT, "seen on the camera")
    assert entry.data["subject_hash"] == asked.subject_hash
    assert len(bench.kinds("approval-used")) == len(bench.kinds("approval"))
    wait_until(lambda: live.floor.head(MA).hash == live.journal.head, "the copy holds the answer")


def test_a_row_in_the_database_alone_rules_nothing(live: LiveRound) -> None:
    """One INSERT by somebody with the pit's login, in the name of Sam, with a signature of nobody."""
    asked = live.ask()
    bench = live
    before = len(bench.kinds("approval"))
    columns = "journal, request, subject_hash, approves, person, reason, key, signed_at_ms, signature"
    values = (asked.request, asked.subject_hash, bench.id("Sam"), "so", "ab" * 32, 1, "cd" * 64)
    statement = f"INSERT INTO floor.rulings ({columns}) SELECT id, %s, %s, true, %s, %s, %s, %s, %s FROM floor.journals"
    with psycopg.connect(live.floor.url(PIT), autocommit=True) as connection:
        connection.execute(statement.encode(), values)
    bench.wait(lambda: bench.kinds("refusal") != [])
    assert "the ruling is not signed by Sam" in str(bench.kinds("refusal")[-1].data["reason"])
    assert len(bench.kinds("approval")) == before
    assert bench.state.round is not None
    assert bench.state.round.ended_by is None


def test_a_ruling_without_any_signature_is_refused_by_the_database(live: LiveRound) -> None:
    asked = live.ask()
    statement = (
        "INSERT INTO floor.rulings (journal, request, subject_hash, approves, person, reason) "
        "SELECT id, %s, %s, true, 'p2', 'so' FROM floor.journals"
    )
    with (
        psycopg.connect(live.floor.url(PIT), autocommit=True) as connection,
        pytest.raises(psycopg.Error, match="a ruling is signed at the stand, by PIN"),
    ):
        connection.execute(statement, (asked.request, asked.subject_hash))


def test_declined_from_the_pit(live: LiveRound) -> None:
    asked = live.ask()
    live.rule(asked, "Sam", approves=False)
    bench = live
    bench.wait(lambda: bench.kinds("declined") != [])
    assert bench.kinds("declined")[-1].data["place"] == PIT
    assert bench.state.round is not None
    assert bench.state.round.ended_by is None


def test_somebody_without_the_right_is_refused_at_the_table(live: LiveRound) -> None:
    """The floor carries it; the table judges it."""
    asked = live.ask()
    live.rule(asked, "Ted")
    bench = live
    before = len(bench.kinds("approval"))
    bench.wait(lambda: bench.kinds("refusal") != [])
    assert "not by a technician" in str(bench.kinds("refusal")[-1].data["reason"])
    assert len(bench.kinds("approval")) == before


def test_approved_at_the_table_meanwhile(live: LiveRound) -> None:
    asked = live.ask()
    live.done(live.approve("Sam", asked.request))
    wait_until(lambda: live.waiting() == (), "the copy holds the answer")
    with pytest.raises(FloorRefused, match=f"was approved at the table by {live.id('Sam')}"):
        live.rule(asked, "Paula")
