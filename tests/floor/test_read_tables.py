"""The pit's read tables: what they say is what the journal says, in whatever pieces they were folded."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import Connection

from dealer_console.floor import logins, projector, queries
from dealer_console.game.money import parse_amount
from dealer_console.journal import Draft
from dealer_console.journal.rounds import recorded_rounds
from tests.floor.floors import Floor, LiveTable
from tests.journal.dealt import NOON, Dealing

READ_TABLES = ("rounds", "settlements", "calls", "devices", "people")


@pytest.fixture
def dealt(table: LiveTable) -> LiveTable:
    """Six rounds, people who come and go, devices, an alarm that was seen, and texts that PostgreSQL cannot open."""
    dealing = Dealing(table.journal)
    dealing.deal(4)
    dealing.append(
        Draft(kind="device-link", data={"device": "shoe", "state": "ready"}),
        Draft(kind="alarm", data={"alarm": "the shoe is open"}),
        Draft(kind="alarm", data={"alarm": "the shoe is open", "step": "seen"}),
        Draft(kind="alarm", data={"alarm": "a\0b"}),
        Draft(kind="device-link", data={"device": "shoe", "state": "lost"}),
        Draft(kind="person-out", data={"person": "Ann", "role": "dealer"}),
        Draft(kind="person-in", data={"person": "Ben", "role": "dealer"}),
        Draft(kind="lock-out", data={"person": "p9", "wrong": 5, "until_ms": NOON}),
    )
    dealing.deal(2)
    table.forward()
    table.must_arrive()
    with table.floor.owner() as connection:
        logins.ensure_clerk(connection, "clerk")
    return table


def everything(connection: Connection) -> dict[str, list[tuple[object, ...]]]:
    return {
        name: [tuple(row) for row in connection.exec_driver_sql(f"SELECT * FROM floor.{name} ORDER BY 1, 2")]
        for name in READ_TABLES
    }


def folded(floor: Floor, at_once: int, monkeypatch: pytest.MonkeyPatch) -> dict[str, list[tuple[object, ...]]]:
    monkeypatch.setattr(projector, "AT_ONCE", at_once)
    with floor.owner() as connection:
        projector.rebuild(connection)
        projector.fold(connection, queries.heads(connection))
        return everything(connection)


def test_rounds_and_settlements_are_those_of_the_journal(dealt: LiveTable) -> None:
    with dealt.floor.owner() as connection:
        told: list[tuple[int, int]] = []
        done = projector.fold(connection, queries.heads(connection), lambda *each: told.append(each))
        found = everything(connection)
        assert projector.fold(connection, queries.heads(connection)) == 0
    assert done == dealt.journal.seq
    assert told == [(done, done)]
    expected = list(recorded_rounds(dealt.path))
    assert [(row[1], row[2], row[3]) for row in found["rounds"]] == [
        (each.first_entry, each.number, each.opened_at_ms) for each in expected
    ]
    assert [json.loads(str(row[5])) for row in found["rounds"]] == [each.bets for each in expected]
    assert [row[8] for row in found["rounds"]] == [_cents(str(each.house_net)) for each in expected]
    for each in expected:
        settled = [row for row in found["settlements"] if row[2] == each.first_entry]
        said = [(data["spot"], data["wager"], parse_amount(str(data["stake"]))) for data in each.settlements]
        assert [(row[4], row[7], row[8]) for row in settled if not row[3]] == said


def _cents(text: str) -> int:
    return -parse_amount(text[1:]) if text.startswith("-") else parse_amount(text)


def test_people_devices_and_calls(dealt: LiveTable) -> None:
    with dealt.floor.owner() as connection:
        projector.fold(connection, queries.heads(connection))
        found = everything(connection)
    assert [(row[2], row[3], row[5] is None) for row in found["people"]] == [
        ("Ann", "dealer", False),
        ("Ben", "dealer", True),
    ]
    assert [(row[1], row[2]) for row in found["devices"]] == [("shoe", "lost")]
    assert [(row[3], row[4]) for row in found["calls"] if row[3] != "irregularity"] == [
        ("alarm", "the shoe is open"),
        ("lock-out", "p9"),
    ]


def test_in_pieces_or_at_once(dealt: LiveTable, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = folded(dealt.floor, 100_000, monkeypatch)
    assert whole["rounds"]
    assert whole["settlements"]
    for at_once in (37, 101):
        assert folded(dealt.floor, at_once, monkeypatch) == whole


def test_irregularities_are_calls_and_counted(table: LiveTable) -> None:
    table.append(
        Draft(kind="round-opened", data={"round": 1, "bets": ["1 25"]}),
        Draft(kind="move", data={"move": "irregularity card-exposed"}),
        Draft(kind="move", data={"move": "1a hit"}),
        Draft(kind="round-closed", data={"round": 1, "house_net": "-12.50"}),
        Draft(
            kind="correction",
            data={"corrects": 3, "requested_by": "p1", "approved_by": "p2", "reason": "paid too little"},
        ),
    )
    table.forward()
    table.must_arrive()
    with table.floor.owner() as connection:
        projector.fold(connection, queries.heads(connection))
        found = everything(connection)
    (row,) = found["rounds"]
    assert (row[8], row[9], row[10]) == (-1250, 1, 1)
    assert [(call[3], call[4], call[5]) for call in found["calls"]] == [("irregularity", "card-exposed", 2)]
