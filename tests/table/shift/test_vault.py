"""Journals of earlier programs: what they recorded must give the same report for ever.

A file is added here when the entries of the shift change their form; none is ever changed or taken out.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dealer_console.journal import Draft, Entry, MemoryJournal
from dealer_console.table.shift import fold, report_data, report_json

VAULT = sorted((Path(__file__).parent / "vault").glob("*.jsonl"))


def entries(file: Path) -> list[Entry]:
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    return [Entry(**row, device=None, previous="", hash="") for row in rows]


def test_the_vault_is_not_empty() -> None:
    assert [file.stem for file in VAULT] == ["v1-blackjack-evening", "v1-switch-evening"]


@pytest.mark.parametrize("file", VAULT, ids=lambda file: file.stem)
def test_an_old_journal_gives_its_report(file: Path) -> None:
    assert report_json(report_data(fold(entries(file)))) == file.with_suffix(".json").read_text("utf-8")


@pytest.mark.parametrize("file", VAULT, ids=lambda file: file.stem)
def test_the_journal_still_accepts_every_entry_of_it(file: Path) -> None:
    journal = MemoryJournal.create(table="vault", signing_key=b"\7" * 32)
    for old in entries(file)[1:]:
        journal.append([Draft(kind=old.kind, version=old.version, data=old.data, who=old.who)], at_ms=old.at_ms)
    assert journal.seq == len(entries(file))
