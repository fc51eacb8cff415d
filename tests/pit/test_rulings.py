"""What waits for a ruling, with the felt as it stood; people by the names that people use."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer_console.game.cards import card
from dealer_console.game.choices import choose
from dealer_console.game.engine import Round, play
from dealer_console.game.moves import DRAWN
from dealer_console.game.round_files.round_file import parse_bet
from dealer_console.journal import Draft
from dealer_console.journal.canonical import Json
from dealer_console.journal.round_entries import moved, opened
from dealer_console.pit.alerts import Acknowledgements
from dealer_console.pit.archive import Archive, Search
from dealer_console.pit.errors import PitRefused
from dealer_console.pit.live.board import board
from dealer_console.pit.live.rulings import answer, step_at, waiting
from dealer_console.pit.round_replay import Step, open_round, replay
from dealer_console.rulebook import load_rules
from dealer_console.table.people.permissions_file import load_permissions
from dealer_console.table.people.ruling_keys import RulingKey
from tests.pit.journals import HandWritten
from tests.pit.test_alerts import SUE


def asks(table: HandWritten, name: str) -> int:
    asked: dict[str, Json] = {
        "request": name,
        "action": "void-round",
        "subject": {"round": 1},
        "subject_hash": "1" * 64,
        "requester": "p1",
        "reason": "misdeal",
        "asked_at_ms": table.now,
        "expires_at_ms": table.now + 60_000,
    }
    return table.append(Draft(kind="request", data=asked, who="p1"))


@pytest.fixture
def table(tmp_path: Path) -> HandWritten:
    """A round is open: three cards lie on the felt."""
    table = HandWritten(tmp_path / "t.journal")
    table.append(Draft(kind="person-in", data={"person": "p1", "role": "dealer", "name": "Ann Lee"}, who="p1"))
    rules = choose(load_rules("massachusetts-switch"), {})
    table.append(Draft(kind="shoe", data={"decks": rules.decks, "change": "new"}))
    bets = [parse_bet("1 25"), parse_bet("2 25")]
    r = Round(rules, bets)
    table.append(opened(1, bets, "p1"))
    for face in ("Kh", "7c", "9d"):
        move = DRAWN[card(face)]
        play(r, move)
        table.append(moved(move, "p1"))
    table.journal._flush()
    return table


def on_felt(step: Step) -> int:
    return sum(len(hand.cards) for spot in step.felt.spots for hand in spot.hands)


def test_a_request_in_an_open_round_shows_the_felt_as_it_stood(table: HandWritten) -> None:
    entry = asks(table, "R-1")
    table.journal._flush()
    with Archive.open(table.path) as archive:
        archive.refresh()
        (asked,) = waiting(archive, table.now)
        assert (asked.entry, asked.action, asked.reason, asked.subject) == (
            entry,
            "void-round",
            "misdeal",
            {"round": 1},
        )
        assert asked.standing is not None
        assert on_felt(asked.standing) == 3
        assert asked.standing.do.code
        assert waiting(archive, table.now + 120_000) == ()
        with pytest.raises(PitRefused, match="is no floor"):
            answer(
                archive,
                asked,
                approves=True,
                key=RulingKey(SUE, bytes(32)),
                permissions=load_permissions(),
                reason="so",
                at_ms=1,
            )


def test_an_answered_request_waits_no_more(table: HandWritten) -> None:
    asks(table, "R-1")
    told: dict[str, Json] = {"request": "R-1", "subject_hash": "1" * 64, "approver": "p2", "approved_at_ms": 1}
    table.append(Draft(kind="approval", data=told, who="p2"))
    table.journal._flush()
    with Archive.open(table.path) as archive:
        archive.refresh()
        assert waiting(archive, table.now) == ()


def test_the_open_round_replays_as_far_as_it_has_come(table: HandWritten) -> None:
    with Archive.open(table.path) as archive:
        archive.refresh()
        found_round = open_round(archive, archive.log())
        assert found_round is not None
        assert found_round.number == 1
        assert [step.kind for step in replay(archive, found_round).steps] == ["opened", "card", "card", "card"]
        assert step_at(archive, archive.log(), 2) is None


def test_how_a_closed_round_stood_at_an_entry(archive: Archive) -> None:
    found_round = archive.search(Search(table="switch-01"), limit=1).rounds[0]
    steps = replay(archive, found_round).steps
    log = archive.log("switch-01")
    for step in (steps[0], steps[5], steps[-1]):
        assert step_at(archive, log, step.entry) == step


def test_people_are_shown_by_name_and_found_by_name_or_id(table: HandWritten) -> None:
    table.append(Draft(kind="round-closed", data={"round": 1, "house_net": "0.00", "complete": False}))
    path = table.close()
    with Archive.open(path) as archive:
        archive.refresh()
        assert archive.names() == {"p1": "Ann Lee"}
        for name in ("Ann Lee", "p1"):
            assert [found_round.dealer for found_round in archive.search(Search(dealer=name)).rounds] == ["Ann Lee"]
        seen = Acknowledgements(archive)
        assert board(archive, seen)[0].dealer == "Ann Lee"
        seen.close()
