"""Journals written by earlier versions: they must always open, verify and replay. None is ever made again."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from dealer_console.journal import Draft, Journal
from dealer_console.journal.entries import KINDS
from dealer_console.journal.entry import Entry
from dealer_console.journal.rounds import recorded_rounds
from dealer_console.journal.verification.checked_rounds import CheckedRounds, DoesNotFit
from dealer_console.journal.verification.verify import verify
from dealer_console.table.session.recovery import restore
from tests.journal.dealt import NOON, SEED
from tests.journal.make_vault import VAULT

# A new kind gets a journal in the vault (`make_vault`) when its fields are settled; until then it stands here.
NOT_YET_IN_THE_VAULT: set[str] = set()
JOURNALS = sorted(VAULT.glob("*.journal"))


@pytest.fixture
def copied(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    original: Path = request.param
    for file in (original, original.with_name(original.name + ".head"), original.with_suffix(".json")):
        shutil.copy(file, tmp_path)
    return tmp_path / original.name


def test_the_vault_is_not_empty() -> None:
    assert len(JOURNALS) >= 4


@pytest.mark.parametrize("copied", JOURNALS, indirect=True, ids=lambda path: path.stem)
def test_it_verifies_and_replays(copied: Path) -> None:
    said = json.loads(copied.with_suffix(".json").read_text())
    report = verify(copied)
    assert report.problem is None
    assert {key: getattr(report, key) for key in said} == said
    assert len(list(recorded_rounds(copied))) == said["rounds"]


@pytest.mark.parametrize("copied", JOURNALS, indirect=True, ids=lambda path: path.stem)
def test_it_opens_and_goes_on(copied: Path) -> None:
    said = json.loads(copied.with_suffix(".json").read_text())
    with Journal.open(copied, SEED) as journal:
        assert (journal.seq, journal.head) == (said["entries"], said["head"])
        journal.append([Draft(kind="note", data={"text": "opened again"})], at_ms=NOON)
        journal.checkpoint(NOON)
    assert verify(copied).problem is None


@pytest.mark.parametrize("copied", JOURNALS, indirect=True, ids=lambda path: path.stem)
def test_the_live_table_comes_back_from_it(copied: Path) -> None:
    with Journal.open(copied, SEED) as journal:
        rounds = [entry for entry in journal.entries() if entry.kind == "round-opened"]
        state = restore(journal)
        assert state.seq == journal.seq
        assert state.round_number == max((int(str(entry.data["round"])) for entry in rounds), default=0)


def test_every_kind_of_version_1_is_in_the_vault(tmp_path: Path) -> None:
    found: set[tuple[str, int]] = set()
    for path in JOURNALS:
        shutil.copy(path, tmp_path)
        shutil.copy(path.with_name(path.name + ".head"), tmp_path)
        with Journal.open(tmp_path / path.name) as journal:
            found |= {(entry.kind, entry.version) for entry in journal.entries()}
    assert {name for name, version in KINDS if version == 1} - {name for name, _ in found} <= NOT_YET_IN_THE_VAULT


def _insurance_entries(tmp_path: Path) -> list[Entry]:
    """The round of a program that paid all insurance first: entries 18 and 19 insurance, 20 to 22 the lost wagers."""
    for file in VAULT.glob("v1-insurance.journal*"):
        shutil.copy(file, tmp_path)
    with Journal.open(tmp_path / "v1-insurance.journal") as journal:
        return list(journal.entries())


def _follow(entries: list[Entry]) -> None:
    checked = CheckedRounds()
    for entry in entries:
        checked.follow(entry)


@pytest.mark.parametrize(
    ("first", "second"), [(18, 19), (20, 21), (21, 22)], ids=["insurance", "lost wagers", "lost wagers below"]
)
def test_insurance_paid_first_lets_no_other_order_pass(tmp_path: Path, first: int, second: int) -> None:
    entries = _insurance_entries(tmp_path)
    entries[first - 1], entries[second - 1] = entries[second - 1], entries[first - 1]
    with pytest.raises(DoesNotFit):
        _follow(entries)


def test_insurance_paid_first_must_still_be_what_the_rules_give(tmp_path: Path) -> None:
    entries = _insurance_entries(tmp_path)
    assert (entries[17].data["wager"], entries[17].data["pays"]) == ("insurance", "100.00")
    entries[17] = replace(entries[17], data={**entries[17].data, "pays": "150.00"})
    with pytest.raises(DoesNotFit, match=r"150\.00"):
        _follow(entries)
