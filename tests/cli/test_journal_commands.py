"""The commands around a journal as a release tester calls them: wrong words, wrong files, nothing half done."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dealer_console.cli import app
from dealer_console.cli.journals.export import export
from dealer_console.cli.journals.history import Search, history
from dealer_console.cli.journals.import_ import import_
from dealer_console.cli.journals.shift_report import shift_report
from tests.cli.console import PLAIN, answers, console, round_file
from tests.journal.dealt import journal_with_rounds
from tests.journal.make_vault import VAULT
from tests.journal.tampering import Culprit

Printed = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return journal_with_rounds(tmp_path_factory.mktemp("asked") / "a.journal", 4)


@pytest.mark.parametrize(
    "words",
    [
        ("verify", "nothing.journal"),
        ("history", "nothing.journal", "--spot", "x"),
    ],
)
def test_with_json_every_error_is_json(words: tuple[str, ...], tmp_path: Path) -> None:
    done = console(*words, "--json", cwd=tmp_path)
    (told,) = answers(done)
    assert done.returncode == 2
    assert told["ok"] is False
    assert told["error"]
    assert done.stderr == ""


def test_both_names_of_the_key(path: Path) -> None:
    for word in ("--key", "--public-key"):
        done = CliRunner().invoke(app, ["verify", str(path), word, "00" * 32])
        assert done.exit_code == 1
        assert "another key" in done.output


def test_export_of_a_range(path: Path, tmp_path: Path, capsys: Printed) -> None:
    assert export(path, to=tmp_path / "out", rounds=["1", "3-9"]) == 0
    assert [file.name[6:12] for file in sorted((tmp_path / "out").iterdir())] == ["000001", "000003", "000004"]
    for wrong in ("0", "3-1", "x", "1-", "-2"):
        assert export(path, to=tmp_path / "no", rounds=[wrong]) == 2
        assert "such as 12-20" in capsys.readouterr().err
    assert export(path, to=tmp_path / "no", rounds=["7-9"]) == 2
    assert "has no round 7-9; nothing was exported" in capsys.readouterr().err
    assert not (tmp_path / "no").exists()


def test_an_export_that_fails_leaves_nothing(path: Path, tmp_path: Path, capsys: Printed) -> None:
    for asked in ({"rounds": ["2", "9"]}, {"rounds": ["9"]}):
        assert export(path, to=tmp_path / "out", **asked) == 2  # type: ignore[arg-type]
        assert not (tmp_path / "out").exists()
    (tmp_path / "used").mkdir()
    (tmp_path / "used" / "round-000003.round").write_text("mine")
    assert export(path, to=tmp_path / "used", as_json=True) == 2
    assert "exists already" in json.loads(capsys.readouterr().out)["error"]
    assert [file.read_text() for file in (tmp_path / "used").iterdir()] == ["mine"]
    (tmp_path / "file").write_text("")
    assert export(path, to=tmp_path / "file") == 2
    assert "is a file" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"spot": 0}, "spots 1 to 7"),
        ({"spot": 8}, "spots 1 to 7"),
        ({"first": 0}, "counted from 1"),
        ({"last": -3}, "counted from 1"),
        ({"first": 5, "last": 2}, "exchange them"),
        ({"since": "2026-11-17", "until": "2026-11-16"}, "exchange them"),
        ({"card": "??"}, "nobody saw"),
    ],
)
def test_a_history_that_cannot_be_meant(path: Path, asked: dict[str, object], says: str, capsys: Printed) -> None:
    assert history(path, Search(**asked), as_json=False) == 2  # type: ignore[arg-type]
    assert says in capsys.readouterr().err


def test_a_history_without_a_hit_says_so_to_people(path: Path, capsys: Printed) -> None:
    assert history(path, Search(first=9), as_json=False) == 1
    assert "no round" in capsys.readouterr().err
    assert history(path, Search(first=9), as_json=True) == 1
    assert capsys.readouterr() == ("", "")


def imported(folder: Path, text: str, **other: object) -> int:
    asked = {"journal": folder / "a.journal", "key_file": folder / "key", "table": "x", **other}
    return import_([round_file(folder, text)], **asked)  # type: ignore[arg-type]


def test_an_import_that_cannot_be_leaves_nothing(tmp_path: Path, capsys: Printed) -> None:
    wrong = PLAIN + 'expect = ["house 1000000"]\n'
    assert imported(tmp_path, wrong) == 2
    assert "expects what the rules do not give" in capsys.readouterr().err
    assert imported(tmp_path, PLAIN, table=" ") == 2
    assert imported(tmp_path, PLAIN, journal=tmp_path / "no" / "a.journal") == 2
    assert "there is no folder" in capsys.readouterr().err
    (tmp_path / "a.journal.head").write_text("")
    assert imported(tmp_path, PLAIN) == 2
    assert "belongs to an earlier journal" in capsys.readouterr().err
    assert {file.name for file in tmp_path.iterdir()} == {"x.round", "a.journal.head"}


def test_an_import_that_is_broken_off_leaves_no_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    def broken_off(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("dealer_console.cli.journals.import_._write", broken_off)
    with pytest.raises(KeyboardInterrupt):
        imported(tmp_path, PLAIN)
    assert {file.name for file in tmp_path.iterdir()} == {"x.round", "key"}
    monkeypatch.undo()
    assert imported(tmp_path, PLAIN) == 0
    assert {file.name for file in tmp_path.iterdir()} == {"x.round", "key", "a.journal", "a.journal.head"}
    assert "1 round in" in capsys.readouterr().out


def test_shifts_are_counted_from_one(path: Path, capsys: Printed) -> None:
    evening = VAULT / "v1-evening.journal"
    for number in (0, -1, 7):
        assert shift_report(evening, number=number) == 2
        assert f"holds no shift {number}; it has 1 to 1" in capsys.readouterr().err
    assert shift_report(path, as_json=True) == 2
    assert "never opened" in json.loads(capsys.readouterr().out)["error"]


@pytest.mark.parametrize("data", ["no JSON", "[]", "{}", b"\xff", '{"move":"zz zz"}'])
def test_a_damaged_journal_is_named_with_its_entry(tmp_path: Path, data: str | bytes, capsys: Printed) -> None:
    copy = Path(shutil.copy(VAULT / "v1-evening.journal", tmp_path / "a.journal"))
    culprit = Culprit(copy)
    seq = next(row[0] for row in culprit.rows if row[1] == "move")
    culprit.db.execute("UPDATE entries SET data = ? WHERE seq = ?", (data, seq))
    culprit.db.close()
    statuses = [
        history(copy, Search(), as_json=True),
        export(copy, to=tmp_path / "out"),
    ]
    assert statuses == [2, 2]
    assert "Run: dealer-console verify" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_folder_is_no_journal(tmp_path: Path, capsys: Printed) -> None:
    assert history(tmp_path, Search(), as_json=False) == 2
    assert "is a folder" in capsys.readouterr().err
