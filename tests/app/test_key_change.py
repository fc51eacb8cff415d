"""`dealer-console change-key`: by two people, signed by the key before, and mended after a power cut."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer_console.cli.operations.journal_files import changed_key
from dealer_console.journal import Journal, JournalRefused
from dealer_console.journal.keys import create_key, load_key, public_key
from dealer_console.journal.verification.verify import verify


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    file = tmp_path / "t.journal"
    Journal.create(file, table="t", signing_key=create_key(tmp_path / "t.key")).close()
    return file


def test_the_new_key_signs_and_the_old_one_is_kept_under_its_id(journal: Path) -> None:
    old = load_key(journal.with_suffix(".key"))
    public = changed_key(journal, by="p1", approved_by="p2", now_ms=1)
    assert public_key(load_key(journal.with_suffix(".key"))) == public != public_key(old)
    assert load_key(journal.with_suffix(f".key.{public_key(old).hex()[:16]}")) == old
    Journal.open(journal, load_key(journal.with_suffix(".key"))).close()
    report = verify(journal, public_key(old))
    assert (report.ok, report.keys) == (True, 2)


def test_a_power_cut_between_journal_and_files_is_mended_by_asking_again(journal: Path) -> None:
    seed = create_key(journal.with_suffix(".key.new"))
    with Journal.open(journal, load_key(journal.with_suffix(".key"))) as opened:
        opened.change_key(seed, by="p1", approved_by="p2", at_ms=1)
    assert changed_key(journal, by="p1", approved_by="p2", now_ms=2) == public_key(seed)
    assert verify(journal).keys == 2


def test_a_power_cut_between_the_two_files_is_mended_by_asking_again(journal: Path) -> None:
    current, seed = journal.with_suffix(".key"), create_key(journal.with_suffix(".key.new"))
    with Journal.open(journal, load_key(current)) as opened:
        opened.change_key(seed, by="p1", approved_by="p2", at_ms=1)
    current.rename(journal.with_suffix(".key.old"))
    assert changed_key(journal, by="p1", approved_by="p2", now_ms=2) == public_key(seed)
    assert load_key(current) == seed


def test_a_key_that_somebody_laid_there_before_does_not_become_the_new_one(journal: Path) -> None:
    """A technician who is leaving knows the key that two people are about to make."""
    known = create_key(journal.with_suffix(".key.new"))
    public = changed_key(journal, by="p1", approved_by="p2", now_ms=1)
    assert public != public_key(known)
    assert public_key(load_key(journal.with_suffix(".key"))) == public
    assert verify(journal).keys == 2


def test_not_while_the_console_has_it(journal: Path) -> None:
    with Journal.open(journal, load_key(journal.with_suffix(".key"))), pytest.raises(JournalRefused, match="another"):
        changed_key(journal, by="p1", approved_by="p2", now_ms=1)
