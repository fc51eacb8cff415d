"""Backup while dealing, restore with proof, the next journal linked to the last, and what may go."""

from __future__ import annotations

import json
import os
import shutil
import threading
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from dealer_console.app.journal_files import roll as rolling
from dealer_console.app.journal_files.backup import MANIFEST, Backup, back_up, read_backup, thin_out
from dealer_console.app.journal_files.inventory import inventory, kept_journal
from dealer_console.app.journal_files.restore import head_witness, proved, restore_backup
from dealer_console.app.journal_files.retention import RECORD, judged, purge
from dealer_console.app.journal_files.roll import next_path, roll
from dealer_console.app.window_options import CannotStart
from dealer_console.cli.operations import journal_files as journal_verbs
from dealer_console.cli.table.run import RunOptions, parts_of
from dealer_console.journal import Journal
from dealer_console.journal.checkpoints import head_path
from dealer_console.journal.errors import JournalDamaged, JournalError, JournalRefused
from dealer_console.journal.verification.verify import verify
from dealer_console.pit.expectations import GamingDay, load_expectations
from tests.app.installed_table import PINS, InstalledTable, installed_table, now_ms
from tests.cli.console import answers, console
from tests.rigs.opening import open_table

TWO = ("p1", "p2")


@pytest.fixture
def kept(tmp_path: Path) -> InstalledTable:
    made = installed_table(tmp_path / "house")
    made.write(30)
    return made


# --- backup and restore --------------------------------------------------------------------------------------------


def test_a_backup_that_is_taken_while_the_table_writes_verifies(kept: InstalledTable, tmp_path: Path) -> None:
    stop = threading.Event()
    written = threading.Semaphore(0)

    def deal() -> None:
        while not stop.is_set():
            kept.write(5, "meanwhile")
            written.release()

    def taken(folder: Path) -> Backup:
        """While the table writes, however busy the device is: entries come before and after it."""
        assert written.acquire(timeout=120)
        return back_up(kept.table, kept.file, kept.places, folder, now_ms())

    writing = threading.Thread(target=deal)
    writing.start()
    try:
        backups = [taken(tmp_path / f"b{n}") for n in range(5)]
        while written.acquire(blocking=False):
            pass
        assert written.acquire(timeout=120)
        assert written.acquire(timeout=120)  # one of the two began after the last backup
    finally:
        stop.set()
        writing.join()
    for backup in backups:
        proof = proved(read_backup(backup.folder), None)
        assert proof.entries == backup.manifest["journal"]["seq"] >= 31
    assert kept_journal(kept.journal).seq > proof.entries


def test_a_backup_has_key_people_and_devices_and_no_pepper(kept: InstalledTable, tmp_path: Path) -> None:
    kept.places.devices.write_text("{}")
    backup = back_up(kept.table, kept.file, kept.places, tmp_path, now_ms())
    assert set(backup.manifest["files"]) == {
        "a-1.toml",
        "devices.json",
        "journals/a-1.journal",
        "journals/a-1.journal.head",
        "journals/a-1.key",
        "people.db",
    }
    files = [file for file in backup.folder.rglob("*") if file.is_file()]
    assert {file.stat().st_mode & 0o777 for file in files} == {0o600}


def test_a_restored_table_is_the_same_and_goes_on(kept: InstalledTable, tmp_path: Path) -> None:
    before = kept_journal(kept.journal)
    backup = back_up(kept.table, kept.file, kept.places, tmp_path / "b", now_ms())
    restored = tmp_path / "new machine"
    journal = restore_backup(backup, restored)
    after = kept_journal(journal)
    assert (after.log, after.seq, after.hash) == (before.log, before.seq, before.hash)
    shutil.copytree(kept.places.pepper.parent, restored / "keys")
    parts = parts_of(RunOptions(table=restored / "a-1.toml", data=restored))
    parts.people.close()
    parts.journal.close()


@pytest.mark.parametrize("name", ["journals/a-1.journal", "people.db", "journals/a-1.key"])
def test_a_changed_file_of_a_backup_is_refused(kept: InstalledTable, tmp_path: Path, name: str) -> None:
    backup = back_up(kept.table, kept.file, kept.places, tmp_path / "b", now_ms())
    file = backup.folder / name
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    with pytest.raises(JournalRefused, match="is not what was backed up"):
        read_backup(backup.folder)


def test_a_forged_manifest_does_not_help_a_forged_journal(kept: InstalledTable, tmp_path: Path) -> None:
    backup = back_up(kept.table, kept.file, kept.places, tmp_path / "b", now_ms())
    forged = installed_table(tmp_path / "other")
    forged.write(30)
    (backup.folder / "journals/a-1.journal").write_bytes(forged.journal.read_bytes())
    with pytest.raises(JournalDamaged):
        proved(backup, None)


def test_an_unfinished_backup_is_none(kept: InstalledTable, tmp_path: Path) -> None:
    backup = back_up(kept.table, kept.file, kept.places, tmp_path / "b", now_ms())
    (backup.folder / MANIFEST).unlink()
    with pytest.raises(JournalRefused, match="no whole backup"):
        read_backup(backup.folder)


def test_entries_that_a_witness_holds_and_the_backup_lacks_are_counted(kept: InstalledTable, tmp_path: Path) -> None:
    words = ("backup", "--table", kept.file, "--data", kept.places.data, "--to", tmp_path / "b", "--json")
    (made,) = answers(console(*words))
    kept.write(7)
    to, head = tmp_path / "new", head_path(kept.journal)
    done = console("restore", made["folder"], "--to", to, "--head", head)
    assert done.returncode == 1
    assert "7 entries are missing" in done.stderr
    assert not to.exists()
    accepted = console("restore", made["folder"], "--to", to, "--head", head, "--accept-missing")
    assert accepted.returncode == 0, accepted.stderr
    assert verify(to / "journals" / "a-1.journal").problem is None
    assert proved(read_backup(Path(made["folder"])), head_witness(head)).missing == 7


@pytest.mark.parametrize("name", ["../outside", "journals/../../outside"])
def test_a_backup_that_was_changed_writes_nothing_outside_of_its_folder(
    kept: InstalledTable, tmp_path: Path, name: str
) -> None:
    """Nobody signs a manifest: whoever has the backup names any file, and its hash."""
    backup = back_up(kept.table, kept.file, kept.places, tmp_path / "b", now_ms())
    (backup.folder / name).write_bytes(b"evil")
    manifest = json.loads((backup.folder / MANIFEST).read_text())
    manifest["files"][name] = sha256(b"evil").hexdigest()
    (backup.folder / MANIFEST).write_text(json.dumps(manifest))
    with pytest.raises(JournalRefused, match="no whole backup"):
        restore_backup(read_backup(backup.folder), tmp_path / "new" / "place")
    assert not (tmp_path / "new").exists()


def test_a_head_that_was_kept_elsewhere_is_one_of_this_very_journal(kept: InstalledTable, tmp_path: Path) -> None:
    """Another history, longer and signed by a key of its own, is not witnessed by the head of the real one."""
    backup = back_up(kept.table, kept.file, kept.places, tmp_path / "b", now_ms())
    other = installed_table(tmp_path / "other")
    other.write(50)
    forged = back_up(other.table, other.file, other.places, tmp_path / "f", now_ms())
    head = head_path(kept.journal)
    assert proved(read_backup(backup.folder), head_witness(head)).missing == 0
    with pytest.raises(JournalDamaged, match="another journal"):
        proved(read_backup(forged.folder), head_witness(head))
    other_head = tmp_path / "changed.head"
    other_head.write_text(head.read_text().replace('"hash":"', '"hash":"0', 1).replace('0",', '",', 1))
    with pytest.raises(JournalError):
        proved(read_backup(backup.folder), head_witness(other_head))


def test_restore_writes_over_nothing(kept: InstalledTable, tmp_path: Path) -> None:
    backup = back_up(kept.table, kept.file, kept.places, tmp_path / "b", now_ms())
    with pytest.raises(JournalRefused, match="nothing is written over"):
        restore_backup(backup, kept.places.data)


# --- the next journal ----------------------------------------------------------------------------------------------


def test_a_rolled_journal_names_the_end_of_the_one_before(kept: InstalledTable) -> None:
    before = kept_journal(kept.journal)
    done = roll(kept.journal, kept.key, begun_by=TWO, now_ms=now_ms())
    assert kept_journal(done.old).hash == before.hash
    after = kept_journal(kept.journal)
    assert (after.follows_log, after.follows_seq, after.follows_hash) == (before.log, before.seq, before.hash)
    assert [journal.fault for journal in inventory(kept.journal.parent)] == [None, None]
    kept.write(3)
    assert all(verify(file).problem is None for file in (done.old, kept.journal))


def test_an_open_table_is_not_rolled(kept: InstalledTable) -> None:
    with Journal.open(kept.journal, kept.key) as journal:
        open_table(journal, kept.table, at_ms=now_ms())
    with pytest.raises(JournalRefused, match="the table is open"):
        roll(kept.journal, kept.key, begun_by=TWO, now_ms=now_ms())


def test_one_person_alone_begins_no_journal(kept: InstalledTable) -> None:
    with pytest.raises(JournalRefused, match="two different people"):
        roll(kept.journal, kept.key, begun_by=("p1", "p1"), now_ms=now_ms())


def test_a_table_that_is_in_use_is_not_rolled(kept: InstalledTable) -> None:
    with Journal.open(kept.journal, kept.key), pytest.raises(JournalError):
        roll(kept.journal, kept.key, begun_by=TWO, now_ms=now_ms())


@pytest.mark.parametrize("moves", [0, 1])
def test_an_interrupted_roll_is_finished_by_rolling_again(
    kept: InstalledTable, monkeypatch: pytest.MonkeyPatch, moves: int
) -> None:
    """Before the old journal has moved, and between the two moves."""
    before, move, done = kept_journal(kept.journal), rolling._move, 0

    def power_cut(source: Path, to: Path) -> None:
        nonlocal done
        if done == moves:
            raise KeyboardInterrupt
        done += 1
        move(source, to)

    monkeypatch.setattr(rolling, "_move", power_cut)
    with pytest.raises(KeyboardInterrupt):
        roll(kept.journal, kept.key, begun_by=TWO, now_ms=now_ms())
    monkeypatch.undo()
    assert next_path(kept.journal).exists()
    if moves:
        with pytest.raises(CannotStart, match="dealer-console roll"):
            parts_of(RunOptions(table=kept.file, data=kept.places.data))
    roll(kept.journal, kept.key, begun_by=TWO, now_ms=now_ms())
    assert kept_journal(kept.journal).follows_hash == before.hash
    assert not next_path(kept.journal).exists()
    assert [journal.fault for journal in inventory(kept.journal.parent)] == [None, None]


def test_a_journal_that_went_on_after_its_roll_is_noticed(kept: InstalledTable) -> None:
    done = roll(kept.journal, kept.key, begun_by=TWO, now_ms=now_ms())
    done.old.rename(kept.journal.with_name("a-2.journal"))
    head_path(done.old).rename(kept.journal.with_name("a-2.journal.head"))
    with Journal.open(kept.journal.with_name("a-2.journal"), kept.key) as journal:
        journal.checkpoint(now_ms())
        journal.snapshot({}, now_ms())
    (told,) = [journal.fault for journal in inventory(kept.journal.parent) if journal.fault]
    assert told.code == "journal-before-differs"
    assert console("journals", kept.journal.parent).returncode == 1


def test_the_command_asks_two_people_for_their_pins(kept: InstalledTable) -> None:
    words: list[str | Path] = [
        "roll",
        "--table",
        kept.file,
        "--data",
        kept.places.data,
        "--by",
        "Pat",
        "--approved-by",
        "Sam",
    ]
    wrong = console(*words, typed=f"{PINS['Pat']}\n000000\n")
    assert wrong.returncode == 2
    right = console(*words, typed=f"{PINS['Pat']}\n{PINS['Sam']}\n")
    assert right.returncode == 0, right.stderr
    (listed, _) = answers(console("journals", kept.journal.parent, "--json"))
    assert listed["follows"] is None


# --- what may go ---------------------------------------------------------------------------------------------------


def test_only_a_closed_journal_that_a_backup_proves_may_go(kept: InstalledTable, tmp_path: Path) -> None:
    backup = back_up(kept.table, kept.file, kept.places, tmp_path / "b", now_ms())
    done = roll(kept.journal, kept.key, begun_by=TWO, now_ms=now_ms())
    folder, later = kept.journal.parent, now_ms() + 1000
    (unproved,) = judged(folder, kept.journal, before_ms=later, witness=None, backups=[])
    assert unproved.journal.file == done.old
    with pytest.raises(JournalRefused, match="nobody else holds"):
        purge(unproved, now_ms())
    (proof,) = judged(folder, kept.journal, before_ms=later, witness=None, backups=[backup.folder])
    purge(proof, now_ms())
    assert not done.old.exists()
    assert json.loads((folder / RECORD).read_text())["hash"] == done.old_end.hash
    assert list(judged(folder, kept.journal, before_ms=later, witness=None, backups=[])) == []  # never the current one


def test_a_journal_whose_predecessor_has_gone_may_go_as_well(kept: InstalledTable, tmp_path: Path) -> None:
    """That the one before is not here is what purging leaves; any other fault of the link keeps a journal."""
    first = roll(kept.journal, kept.key, begun_by=TWO, now_ms=now_ms())
    head_path(first.old).unlink()
    first.old.unlink()
    backup = back_up(kept.table, kept.file, kept.places, tmp_path / "b", now_ms())
    roll(kept.journal, kept.key, begun_by=TWO, now_ms=now_ms())
    folder, later = kept.journal.parent, now_ms() + 1000
    (verdict,) = judged(folder, kept.journal, before_ms=later, witness=None, backups=[backup.folder])
    assert verdict.journal.fault is not None
    assert verdict.journal.fault.code == "journal-before-missing"
    assert verdict.proof is not None


def test_a_backup_from_before_the_end_proves_nothing(kept: InstalledTable, tmp_path: Path) -> None:
    backup = back_up(kept.table, kept.file, kept.places, tmp_path / "b", now_ms())
    kept.write(1)
    roll(kept.journal, kept.key, begun_by=TWO, now_ms=now_ms())
    (verdict,) = judged(
        kept.journal.parent, kept.journal, before_ms=now_ms() + 1000, witness=None, backups=[backup.folder]
    )
    assert not verdict.proof


def test_purge_says_what_would_go_before_it_does(kept: InstalledTable, tmp_path: Path) -> None:
    back_up(kept.table, kept.file, kept.places, tmp_path / "b", now_ms())
    done = roll(kept.journal, kept.key, begun_by=TWO, now_ms=now_ms())
    words = ("purge", "--table", kept.file, "--data", kept.places.data, "--before", "2100-01-01")
    assert console(*words).returncode == 1
    proved_by = (*words, "--backups", tmp_path / "b")
    assert "may go: backup" in console(*proved_by).stdout
    assert done.old.exists()
    assert "is gone" in console(*proved_by, "--really").stdout
    assert not done.old.exists()
    assert os.access(kept.journal, os.R_OK)


def test_purge_goes_by_the_gaming_day_of_the_house(
    kept: InstalledTable, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where the day begins an hour from now, what is written now belongs to yesterday: today's day has not begun."""
    roll(kept.journal, kept.key, begun_by=TWO, now_ms=now_ms())
    soon = datetime.now(UTC) + timedelta(hours=1)
    later = replace(load_expectations(), gaming_day=GamingDay(begins=soon.time(), zone=UTC))
    monkeypatch.setattr(journal_verbs, "load_expectations", lambda: later)
    today = soon.date()
    assert journal_verbs.purge(kept.file, str(today), data=kept.places.data) == 1
    assert "stays: nobody else" in capsys.readouterr().out
    assert journal_verbs.purge(kept.file, str(today - timedelta(days=1)), data=kept.places.data) == 0
    assert capsys.readouterr().out == ""


def test_old_backups_go_but_the_last_one_of_every_journal_stays(kept: InstalledTable, tmp_path: Path) -> None:
    to, now = tmp_path / "b", now_ms()
    hours = [back_up(kept.table, kept.file, kept.places, to, now + hour * 3_600_000).folder for hour in range(3)]
    roll(kept.journal, kept.key, begun_by=TWO, now_ms=now_ms())
    later = [back_up(kept.table, kept.file, kept.places, to, now + hour * 3_600_000).folder for hour in range(3, 6)]
    (to / f"{kept.table.name}-unfinished").mkdir()
    other = to / f"{kept.table.name}-2-20261117T000000Z"
    shutil.copytree(hours[0], other)
    manifest = json.loads((other / MANIFEST).read_text())
    (other / MANIFEST).write_text(json.dumps({**manifest, "table": f"{kept.table.name}-2"}))
    assert thin_out(to, kept.table.name, 2) == [*hours[:2], later[0]]
    assert sorted(folder for folder in to.iterdir() if (folder / MANIFEST).exists()) == [
        *sorted([hours[2], *later[1:], other])
    ]
