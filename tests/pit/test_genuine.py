"""Papers from a journal that somebody has changed are stamped, on every page and in every form, and end with 1."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import openpyxl
import pytest
from typer.testing import CliRunner

from dealer_console.cli import app
from dealer_console.pit.archive import Archive, Search
from dealer_console.pit.dispute import dispute_files
from dealer_console.pit.expectations import Expectations
from dealer_console.pit.reports import FORMS, days_of, make_report, stamped
from tests.journal.forms import changed_by_hand

run = CliRunner()


@pytest.fixture
def tampered(dealt: Path, tmp_path: Path) -> Path:
    """A copy of one table whose last decision has another name under it; nothing else was touched."""
    folder = tmp_path / "tampered"
    folder.mkdir()
    for name in ("switch-01.journal", "switch-01.journal.head"):
        shutil.copy(dealt / name, folder / name)
    with changed_by_hand(folder / "switch-01.journal") as file:
        last = "SELECT max(seq) FROM entries WHERE kind = 'move' AND who IS NOT NULL"
        file.execute(f"UPDATE entries SET who = 'Mallory' WHERE seq = ({last})")
    return folder


@pytest.fixture
def broken(tampered: Path) -> Iterator[Archive]:
    with Archive.open(tampered, index=tampered / "index") as opened:
        opened.refresh()
        yield opened


def test_a_report_of_a_changed_journal_is_stamped_in_every_form(broken: Archive, house: Expectations) -> None:
    day = next(days_of(broken, house.gaming_day))
    report = stamped(broken, house, make_report(broken, house, day=day))
    assert report.stamp.startswith("NOT GENUINE: the journal of switch-01")
    assert report.stamp in FORMS["csv"](report).decode("utf-8-sig").replace('""', '"')
    assert "NOT GENUINE" in FORMS["json"](report).decode()
    for sheet in openpyxl.load_workbook(BytesIO(FORMS["xlsx"](report))).worksheets[:-1]:
        assert str(sheet["A2"].value).startswith("NOT GENUINE")


def test_a_report_of_a_genuine_journal_is_not(archive: Archive, house: Expectations) -> None:
    day = next(days_of(archive, house.gaming_day))
    report = stamped(archive, house, make_report(archive, house, day=day))
    assert report.stamp == ""
    assert "NOT GENUINE" not in FORMS["csv"](report).decode("utf-8-sig")


def test_a_day_before_the_change_is_genuine(broken: Archive, house: Expectations) -> None:
    first = [*days_of(broken, house.gaming_day)][-1]
    assert stamped(broken, house, make_report(broken, house, day=first)).stamp == ""


def test_a_dispute_file_of_a_changed_journal_is_stamped(broken: Archive) -> None:
    """Of another round of that day, which can still be dealt again."""
    made = dispute_files(broken, broken.search(Search(), limit=5).rounds[-1])
    assert made.stamp.startswith("NOT GENUINE")
    assert made.files["HOW-TO-CHECK.txt"].decode().startswith("NOT GENUINE")


def test_the_commands_write_the_paper_and_end_with_1(
    tampered: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    report = run.invoke(app, ["report", str(tampered), "-o", str(tmp_path / "a.pdf")])
    assert report.exit_code == 1
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF")
    assert "NOT GENUINE" in report.output
    with Archive.open(tampered) as archive:
        archive.refresh()
        number = archive.search(Search(), limit=5).rounds[-1].number
    pack = run.invoke(app, ["dispute", str(tampered), "--round", str(number), "-o", str(tmp_path / "a.zip")])
    assert pack.exit_code == 1
    assert (tmp_path / "a.zip").exists()
