"""Evidence: a good journal is told to be good, a changed one is told to break, and where."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from dealer_console.pit.pages.flow import PitFlow
from tests.pit.pages.walking import button, choose, first_line, touch, words, write
from tests.tools.pictures.pit import AtOnce, desk_on


@pytest.fixture
def evidence(flow: PitFlow) -> PitFlow:
    touch(flow, "rail:evidence")
    return flow


def test_nothing_is_verified_before_a_table_is_chosen(evidence: PitFlow) -> None:
    assert not button(evidence, "evidence:whole").enabled
    touch(evidence, "evidence:whole")
    assert "choose a table" in evidence.screen.note


def test_a_whole_journal_and_a_day_of_it(evidence: PitFlow) -> None:
    touch(evidence, first_line(evidence))
    touch(evidence, "evidence:whole")
    assert "Nothing is missing or changed" in words(evidence)
    touch(evidence, "evidence:day")
    choose(evidence, "2026-11-10")
    assert "blackjack-02, 2026-11-10: entries" in words(evidence)


def test_all_journals_at_once(evidence: PitFlow) -> None:
    touch(evidence, "evidence:all")
    assert "All 3 journals verify" in words(evidence)


def test_a_changed_entry_is_named(dealt: Path, tmp_path: Path) -> None:
    for each in dealt.glob("switch-01.journal*"):
        if ".pit-" not in each.name:
            shutil.copy(each, tmp_path)
    path = tmp_path / "switch-01.journal"
    with closing(sqlite3.connect(path)) as connection, connection:
        guards = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for (guard,) in guards:
            connection.execute(f'DROP TRIGGER "{guard}"')
        connection.execute("UPDATE entries SET who = 'somebody' WHERE seq = 200")
    work = tmp_path / "work"
    work.mkdir()
    with desk_on(path, work) as services:
        flow = PitFlow(services, AtOnce())
        touch(flow, "rail:evidence")
        touch(flow, first_line(flow))
        touch(flow, "evidence:whole")
        assert "BREAKS at entry 200" in words(flow)
        touch(flow, "evidence:all")
        assert "1 of 1 journals do not verify" in words(flow)


def test_comparing_with_a_floor_that_does_not_answer_is_told(evidence: PitFlow) -> None:
    touch(evidence, first_line(evidence))
    touch(evidence, "evidence:compare")
    for _ in range(len("postgresql://")):
        touch(evidence, "ask:back")
    write(evidence, "postgresql://pit@127.0.0.1:9/floor")
    assert evidence.screen.note_tone == "danger"
