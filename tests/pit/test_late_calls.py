"""A late call in the pit: the index follows a round that is opened again, replay and dispute show the call and who
approved it at its place."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from sqlalchemy import select

from dealer_console.journal import Draft, Journal
from dealer_console.messages import words_of
from dealer_console.pit.archive import Archive, Search
from dealer_console.pit.archive import schema as t
from dealer_console.pit.archive.index_builder import Carry
from dealer_console.pit.archive.tray_chips import tray_cents
from dealer_console.pit.dispute import dispute_files
from dealer_console.pit.dispute.paper_trail import rulings_of
from dealer_console.pit.round_replay import replay
from dealer_console.pit.round_words import step_words
from dealer_console.table import commands as c
from dealer_console.table.shift import fold
from tests.journal.dealt import LOG, NOON, SEED
from tests.journal.make_vault import VAULT
from tests.table.late.evening import written
from tests.table.late.test_after_the_round import LastRound

WORDS = words_of("en")


def drafts_of_the_vault(folder: Path) -> list[Draft]:
    """From a copy: opening leaves a lock beside the file."""
    for name in ("v1-late-calls.journal", "v1-late-calls.journal.head"):
        shutil.copy(VAULT / name, folder)
    with Journal.open(folder / "v1-late-calls.journal") as journal:
        entries = list(journal.entries(after=1))
    return [Draft(kind=e.kind, version=e.version, data=e.data, who=e.who, device=e.device) for e in entries]


def rows_of(archive: Archive) -> dict[str, list[tuple[object, ...]]]:
    """What the index says, without its own numbers."""
    found: dict[str, list[tuple[object, ...]]] = {}
    with archive.engine.connect() as connection:
        for table in (t.rounds, t.irregularities, t.wager_hours, t.pace_hours, t.round_marks):
            columns = [column for column in table.c if column.name not in ("id", "log_id", "round_id")]
            rows = [tuple(row) for row in connection.execute(select(*columns))]
            found[table.name] = sorted((row for row in rows if any(row)), key=repr)
        (carry,) = connection.execute(select(t.logs.c.carry)).scalars()
    known = Carry.of_text(carry)
    assert known is not None
    found["tray"] = [(tray_cents(known.tray),), (known.shift.till.tray,)]
    return found


def index_of(folder: Path, pieces: list[list[Draft]]) -> dict[str, list[tuple[object, ...]]]:
    """The index brought up to date after each piece of the journal."""
    folder.mkdir()
    path = folder / "a.journal"
    with Journal.create(path, table="BJS 4", signing_key=SEED, at_ms=NOON, log=LOG) as journal:
        for piece in pieces:
            journal.append(piece, at_ms=NOON)
            with Archive.open(path, index=folder / "index") as archive:
                archive.refresh()
                rows = rows_of(archive)
    return rows


def test_the_index_follows_a_round_that_is_opened_again(tmp_path: Path) -> None:
    drafts = drafts_of_the_vault(tmp_path)
    closed = [at for at, draft in enumerate(drafts, start=1) if draft.kind == "round-closed"]
    late = next(at for at, draft in enumerate(drafts, start=1) if draft.kind == "late-call" and at > closed[0])
    at_once = index_of(tmp_path / "a", [drafts])
    for number, cut in enumerate((closed[0], late - 1, late, late + 2, closed[1])):
        pieces = index_of(tmp_path / f"b{number}", [drafts[:cut], drafts[cut:]])
        assert pieces == at_once, cut
    rounds = at_once["rounds"]
    assert len(rounds) == 1
    with_late = [row for row in at_once["irregularities"] if "shoe-fault" in row]
    assert len(with_late) == 1
    with Journal.open(tmp_path / "a" / "a.journal") as journal:
        assert at_once["tray"] == [(fold(journal.entries()).till.tray,)] * 2


def test_replay_and_dispute_show_the_late_calls_at_their_place_with_who_approved_them(tmp_path: Path) -> None:
    path = tmp_path / "v1-late-calls.journal"
    drafts_of_the_vault(tmp_path)
    with Archive.open(path, index=tmp_path / "i") as archive:
        archive.refresh()
        (found_round,) = archive.search(Search()).rounds
        told = replay(archive, found_round)
        rulings = rulings_of(archive, told, WORDS)
        made = dispute_files(archive, found_round)
    said = [step_words(WORDS, step) for step in told.steps]
    calls = [text for text in said if text.lower().startswith("called late")]
    assert len(calls) == 2
    second_call = told.steps[said.index(calls[1])].entry
    assert all("approved by Sid" in text for text in calls)
    assert said.index(calls[1]) > next(at for at, step in enumerate(told.steps) if step.kind == "closed")
    assert any("step" in text and "late call" in text for text in said)
    assert [(ruling.asked_by, ruling.decided_by) for ruling in rulings] == [("Dana", "Sid")] * 2
    first, second = rulings
    assert first.what == "A card that was asked for was not dealt (called late, for entry 43)"
    assert first.decision.endswith(f"(set aside by the late call of entry {second_call})")
    assert (second.what, second.decision) == (
        "The shoe jammed or disconnected (called late, for entry 38)", "Void the round",
    )  # fmt: skip
    assert told.steps[-1].kind == "closed"
    zipfile.ZipFile(BytesIO(made.packed(SEED))).extractall(tmp_path / "pack")
    how = (tmp_path / "pack" / "HOW-TO-CHECK.txt").read_text(encoding="utf-8")
    commands = [shlex.split(line) for line in how.splitlines() if line.startswith("python ")]
    for _, *arguments in commands:  # as an outsider types them, also where the name of the table has a space
        done = subprocess.run([sys.executable, "-I", *arguments], cwd=tmp_path / "pack", capture_output=True, text=True)
        assert (done.returncode, done.stdout.startswith("genuine ")) == (0, True), done.stdout + done.stderr
    assert len(commands) == 2


@pytest.mark.parametrize("since", ["a new shoe", "a notice"])
def test_a_round_called_late_is_replayed_with_its_own_shoe_and_rules_whatever_came_since(
    since: str, tmp_path: Path
) -> None:
    bench = LastRound(tmp_path)
    bench.dealt()
    if since == "a new shoe":
        bench.until("in a new shoe")
    else:
        bench.sign("Sam", c.AnnounceNotice(who="", changes={"surrender": True}))
        bench.now += 31 * 60_000
        bench.session.step()
    bench.by_two(bench.call("shoe-fault", "resolve void"))
    bench.tick_all()
    bench.done(c.WagersPaid(who=bench.dealer))
    with Archive.open(written(bench.journal, tmp_path), index=tmp_path / "index") as archive:
        archive.refresh()
        (found_round,) = archive.search(Search()).rounds
        told = replay(archive, found_round)
    assert max(found_round.fresh_from, found_round.configured_by) < found_round.first_entry
    assert "surrender" not in told.file.table
