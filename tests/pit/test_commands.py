"""The commands: what they print and write, and what they say to a wrong question."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dealer_console.cli import app

run = CliRunner()


def told(*words: str | Path) -> tuple[int, str]:
    result = run.invoke(app, [str(word) for word in words])
    return result.exit_code, result.output


def test_search_prints_lines_or_json(dealt: Path) -> None:
    status, out = told("search", dealt, "--table", "switch-01", "--card", "Kh", "--most", "3")
    assert status == 0
    assert len(out.splitlines()) == 3
    assert all(line.startswith("switch-01  ") for line in out.splitlines())
    status, out = told("search", dealt, "--irregularity", "any", "--json", "--most", "60")
    assert status == 0
    assert all(json.loads(line)["irregularities"] for line in out.splitlines())
    assert told("search", dealt, "--dealer", "Nobody") == (1, "")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--card", "Kx"), "is no card"),
        (("--amount", "much"), "is no amount"),
        (("--since", "yesterday"), "is no time"),
        (("--irregularity", "card-exposd"), "did you mean 'card-exposed'"),
    ],
)
def test_a_search_that_cannot_be_meant_is_told(dealt: Path, words: tuple[str, ...], says: str) -> None:
    status, out = told("search", dealt, *words)
    assert status == 2
    assert says in out


def test_reports_are_written_in_every_form(dealt: Path, tmp_path: Path) -> None:
    for name, begins in (("a.pdf", b"%PDF"), ("a.csv", b"\xef\xbb\xbfReport"), ("a.xlsx", b"PK"), ("a.json", b"{")):
        assert told("report", dealt, "--table", "switch-01", "--shift", "1", "-o", tmp_path / name)[0] == 0
        assert (tmp_path / name).read_bytes().startswith(begins)
    status, out = told("report", dealt / "switch-01.journal")
    assert (status, json.loads(out)["report"]) == (0, "Shift 2")
    status, out = told("report", dealt, "--day", "2026-11-09", "--json")
    assert (status, json.loads(out)["place"]) == (0, "all tables")
    status, out = told("report", dealt)
    assert (status, json.loads(out)["period"]) == (0, "2026-11-10")


def test_reports_that_cannot_be_made_are_told(dealt: Path, tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(b"mine")
    for words, says in (
        (("--table", "switch-01", "--shift", "1", "-o", str(tmp_path / "a.pdf")), "exists already"),
        (("--pdf",), "say where the PDF goes"),
        (("-o", str(tmp_path / "a.doc")), "written as pdf, csv, xlsx, json"),
        (("--shift", "1", "--day", "2026-11-09"), "leave one of them out"),
        (("--day", "someday"), "is no day"),
        (("--table", "x"), "no table 'x'"),
        (("--shift", "1"), "name one of"),
    ):
        status, out = told("report", dealt, *words)
        assert status == 2, out
        assert says in out
    assert (tmp_path / "a.pdf").read_bytes() == b"mine"
    assert told("report", dealt, "--pdf", "--csv")[0] == 2
    assert "there is no journal" in told("report", tmp_path / "none.journal")[1]


def test_a_dispute_pack(dealt: Path, tmp_path: Path) -> None:
    file = tmp_path / "d.zip"
    assert told("dispute", dealt, "--table", "switch-03", "--round", "7", "-o", file)[0] == 0
    assert zipfile.ZipFile(file).namelist()[0] == "switch-03-round-000007.pdf"
    assert "no closed round 99999" in told("dispute", dealt, "--table", "switch-03", "--round", "99999", "-o", "x")[1]


def test_alerts_and_ratings(dealt: Path) -> None:
    status, out = told("alerts", dealt, "--json")
    found = [json.loads(line) for line in out.splitlines()]
    assert status == (1 if found else 0)
    assert all(row["seen_by"] is None for row in found)
    status, out = told("ratings", dealt, "--json")
    assert status == 0
    assert {"player", "theoretical_loss", "average_bet"} <= set(json.loads(out.splitlines()[0]))
    line = told("ratings", dealt)[1].splitlines()[0]
    assert all(word in line for word in ("Sessions ", "Theo $", "Actual "))
    assert "Opener differs  switch-03  " in told("alerts", dealt)[1]
    status, out = told("ratings", dealt, "--player", "C-404")
    assert (status, "C-404 was not seated" in out) == (1, True)


def test_a_demonstration_floor(tmp_path: Path) -> None:
    status, out = told("demo-floor", tmp_path / "f", "--tables", "1", "--days", "1", "--hours", "1", "--json")
    assert (status, json.loads(out)["tables"]) == (0, 1)
    assert "not empty" in told("demo-floor", tmp_path / "f")[1]
