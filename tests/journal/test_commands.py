"""`verify`, `export`, `import` and `history` as people and programs call them."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
import threading
import tomllib
from pathlib import Path

import pytest

from dealer_console.cli.journals import export, history, import_
from dealer_console.cli.journals import verify as verify_verb
from dealer_console.cli.journals.history import Search
from dealer_console.cli.rounds import replay as replay_verb
from dealer_console.game.cards import BY_TEXT
from dealer_console.game.round_files.replay import replay
from dealer_console.game.round_files.round_file import read_round
from dealer_console.journal import Journal
from dealer_console.journal.keys import public_key
from dealer_console.journal.verification.verify import verify
from dealer_console.rulebook import load_rules
from tests.journal.dealt import NOON, SEED, journal_with_rounds
from tests.journal.make_vault import VAULT
from tests.journal.tampering import Culprit
from tests.journal.test_tampering import ours, theirs

ROOT = Path(__file__).parents[2]
ROUNDS = ROOT / "tests" / "rounds"
Printed = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return journal_with_rounds(tmp_path_factory.mktemp("commands") / "a.journal", 4)


# --- verify ----------------------------------------------------------------------------------------------------------


def test_verify_says_what_it_found(path: Path, capsys: Printed) -> None:
    assert verify_verb.verify(path, as_json=False) == 0
    said = capsys.readouterr().out
    assert "table BJS 4" in said
    assert "4 rounds" in said
    assert "5 checkpoints" in said
    assert f"key {public_key(SEED).hex()} as the journal itself names it" in said
    assert said.endswith("genuine\n")


def test_verify_with_the_key_that_was_given(path: Path, capsys: Printed) -> None:
    assert verify_verb.verify(path, as_json=False, public_key=public_key(SEED).hex()) == 0
    assert "as the journal itself names it" not in capsys.readouterr().out
    assert verify_verb.verify(path, as_json=False, public_key="00" * 32) == 1
    assert "NOT GENUINE: entry 1: the journal names another key" in capsys.readouterr().out


def test_verify_for_machines(path: Path, capsys: Printed) -> None:
    assert verify_verb.verify(path, as_json=True) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["ok"] is True
    assert data["problem"] is None
    assert data["rounds"] == 4
    assert data["entries"] == data["signed_up_to"]
    assert data["file"] == str(path)


def test_verify_names_the_first_bad_entry(path: Path, capsys: Printed) -> None:
    culprit = Culprit(path)
    with culprit.at_work():
        culprit.change(17, "who")
        assert verify_verb.verify(path, as_json=False) == 1
        assert "NOT GENUINE: entry 17: it is not what was written" in capsys.readouterr().out
        assert verify_verb.verify(path, as_json=True) == 1
        assert json.loads(capsys.readouterr().out)["problem"]["entry"] == 17
    for sql in culprit.guards:
        culprit.db.execute(sql)
    culprit.db.close()


@pytest.mark.parametrize("as_json", [False, True])
def test_verify_where_there_is_nothing(tmp_path: Path, as_json: bool, capsys: Printed) -> None:
    assert verify_verb.verify(tmp_path / "nothing", as_json=as_json) == 2
    (tmp_path / "text").write_text("hello " * 1000)
    assert verify_verb.verify(tmp_path / "text", as_json=as_json) == 2
    assert verify_verb.verify(tmp_path / "text", as_json=as_json, public_key="zz") == 2
    printed = capsys.readouterr()
    said = printed.out if as_json else printed.err
    assert "there is no journal" in said
    assert "no journal of a table" in said
    assert "no public key" in said


def test_verify_says_from_where_on_nothing_is_signed(path: Path, tmp_path: Path, capsys: Printed) -> None:
    copy = tmp_path / "v1-switch.journal"
    for name in ("v1-switch.journal", "v1-switch.journal.head"):
        (tmp_path / name).write_bytes((VAULT / name).read_bytes())
    with Journal.open(copy) as journal:  # without the key
        journal.append([], at_ms=NOON)
        journal.snapshot({}, NOON)
    assert verify_verb.verify(copy, as_json=False) == 0
    assert f"genuine; NOT SIGNED from entry {journal.seq} on" in capsys.readouterr().out


def test_verify_shows_its_progress_on_a_terminal(path: Path) -> None:
    """A real terminal, as the person at the keyboard has it."""
    program = (
        "import sys; from pathlib import Path; from dealer_console.cli.journals.verify import verify\n"
        "sys.exit(verify(Path(sys.argv[1]), as_json=False))"
    )
    mine, theirs = pty.openpty()
    ended = subprocess.run(
        [sys.executable, "-c", program, str(path)], stdout=subprocess.PIPE, stderr=theirs, cwd=ROOT, text=True
    )
    os.close(theirs)
    shown = os.read(mine, 100_000).decode()
    os.close(mine)
    assert ended.returncode == 0, shown
    assert "verifying" in shown
    assert "genuine" in ended.stdout


def test_verify_leaves_nothing_behind(path: Path) -> None:
    before = {file: file.read_bytes() for file in path.parent.iterdir()}
    assert verify(path).ok
    assert {file: file.read_bytes() for file in path.parent.iterdir()} == before


def test_verify_reads_while_the_table_deals(tmp_path: Path) -> None:
    path = journal_with_rounds(tmp_path / "a.journal", 1)
    with Journal.open(path, SEED) as journal:
        journal.snapshot({}, NOON)
        report = verify(path)
        assert report.ok
        assert report.entries == journal.seq
        journal.snapshot({}, NOON)


def test_both_verifiers_keep_up_with_a_table_that_deals_on(tmp_path: Path) -> None:
    path = journal_with_rounds(tmp_path / "a.journal", 1)
    enough = threading.Event()
    with Journal.open(path, SEED) as journal:

        def deal() -> None:
            for _ in range(40):  # each checkpoint is one more signature to verify: without an end, nobody keeps up
                journal.snapshot({"x": "y" * 300}, NOON)
                journal.checkpoint(NOON)
                if enough.wait(0.02):
                    return

        dealer = threading.Thread(target=deal)
        dealer.start()
        found = set()
        try:
            while dealer.is_alive():
                found.add((ours(path), theirs(path)))
        finally:
            enough.set()
            dealer.join()
    assert found == {(None, None)}
    assert verify(path).ok


# --- export and import -----------------------------------------------------------------------------------------------


def test_exported_rounds_replay_to_the_same_result(path: Path, tmp_path: Path, capsys: Printed) -> None:
    assert export.export(path, to=tmp_path / "out") == 0
    files = sorted((tmp_path / "out").iterdir())
    assert [file.name for file in files] == [f"round-00000{number}.round" for number in (1, 2, 3, 4)]
    assert capsys.readouterr().out.splitlines() == [str(file) for file in files]
    assert replay_verb.replay(files, as_json=True) == 0
    for line in capsys.readouterr().out.splitlines():
        assert json.loads(line)["complete"]
    assert all("house" in read_round(tomllib.loads(file.read_text())).expect[-1] for file in files)


def test_export_of_single_rounds(path: Path, tmp_path: Path, capsys: Printed) -> None:
    assert export.export(path, to=tmp_path / "out", rounds=["2", "4"], as_json=True) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["round"] for row in told] == [2, 4]
    assert export.export(path, to=tmp_path / "more", rounds=["2", "9"]) == 2
    assert "has no round 9" in capsys.readouterr().err


def test_export_overwrites_nothing(path: Path, tmp_path: Path, capsys: Printed) -> None:
    assert export.export(path, to=tmp_path / "out") == 0
    assert export.export(path, to=tmp_path / "out") == 2
    assert "exists already" in capsys.readouterr().err


def test_export_where_nothing_can_be(path: Path, tmp_path: Path, capsys: Printed) -> None:
    assert export.export(tmp_path / "nothing", to=tmp_path / "out") == 2
    (tmp_path / "file").write_text("")
    assert export.export(path, to=tmp_path / "file" / "out") == 2
    said = capsys.readouterr().err
    assert "there is no journal" in said
    assert "Not a directory" in said


def test_an_exported_shift_leaves_out_what_was_taken_back(tmp_path: Path, capsys: Printed) -> None:
    assert export.export(VAULT / "v1-shift.journal", to=tmp_path / "out") == 0
    first = read_round(tomllib.loads((tmp_path / "out" / "round-000001.round").read_text()))
    assert "1b double" in first.play
    assert "1b stand" not in first.play
    assert first.table == {"decks": 6, "hole_card": "reader", "surrender": True}
    second = read_round(tomllib.loads((tmp_path / "out" / "round-000002.round").read_text()))
    assert second.expect == ()  # it is not over
    capsys.readouterr()
    assert replay_verb.replay([tmp_path / "out"], as_json=True) == 0


def importable() -> list[Path]:
    """Rounds of the clauses that replay without a refusal, a handful from every rule set."""
    paths = []
    for folder in sorted(file for file in ROUNDS.iterdir() if file.is_dir()):
        good = []
        for file in sorted(folder.rglob("*.round")):
            read = read_round(tomllib.loads(file.read_text("utf-8")))
            if replay(read, load_rules(read.rules)).fault is None:
                good.append(file)
            if len(good) == 5:
                break
        paths += good
    return paths


def test_imported_rounds_come_out_as_they_went_in(tmp_path: Path, capsys: Printed) -> None:
    files = importable()
    assert len(files) >= 20
    journal, key = tmp_path / "a.journal", tmp_path / "key"
    assert import_.import_(files, journal=journal, key_file=key, table="archive", as_json=True) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["rounds"] == len(files)
    report = verify(journal, bytes.fromhex(told["public_key"]))
    assert report.problem is None
    assert (report.rounds, report.entries, report.head) == (len(files), told["entries"], told["head"])
    assert export.export(journal, to=tmp_path / "out") == 0
    for before, after in zip(files, sorted((tmp_path / "out").iterdir()), strict=True):
        one, two = (read_round(tomllib.loads(file.read_text("utf-8"))) for file in (before, after))
        assert (one.rules, one.table, one.date) == (two.rules, two.table, two.date)
        was, now = (replay(round_file, load_rules(round_file.rules)) for round_file in (one, two))
        assert was.round is not None
        assert now.round is not None
        assert now.status == 0
        assert (was.round.moves, was.round.settlements) == (now.round.moves, now.round.settlements)


def test_import_speaks_plainly(tmp_path: Path, capsys: Printed) -> None:
    files = importable()[:2]
    journal, key = tmp_path / "a.journal", tmp_path / "key"
    assert import_.import_(files, journal=journal, key_file=key, table="archive") == 0
    assert "2 rounds in" in capsys.readouterr().out
    assert import_.import_(files, journal=journal, key_file=key, table="archive") == 2
    assert "exists already" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("rules = ", "Invalid value"),
        ('rules = "nowhere"\nbets = ["1 25"]', "unknown rule set"),
        ('rules = "massachusetts-switch"\nbets = ["1 25"]\nplay = ["1a hit"]', "move 1 (1a hit)"),
        ('rules = "massachusetts-switch"', "at least one wager"),
    ],
)
def test_import_takes_all_or_nothing(tmp_path: Path, text: str, says: str, capsys: Printed) -> None:
    bad = tmp_path / "bad.round"
    bad.write_text(text)
    journal = tmp_path / "a.journal"
    files = [*importable()[:1], bad]
    assert import_.import_(files, journal=journal, key_file=tmp_path / "key", table="x") == 2
    assert says in capsys.readouterr().err
    assert not journal.exists()


def test_import_of_nothing(tmp_path: Path, capsys: Printed) -> None:
    (tmp_path / "empty").mkdir()
    journal = tmp_path / "a.journal"
    for files in ([tmp_path / "empty"], [tmp_path / "no.round"]):
        assert import_.import_(files, journal=journal, key_file=tmp_path / "key", table="x") == 2
    said = capsys.readouterr().err
    assert "no .round file" in said
    assert "no.round" in said


# --- history ---------------------------------------------------------------------------------------------------------


def found(path: Path, capsys: Printed, **asked: object) -> list[int]:
    status = history.history(path, Search(**asked), as_json=True)  # type: ignore[arg-type]
    numbers = [json.loads(line)["round"] for line in capsys.readouterr().out.splitlines()]
    assert status == (0 if numbers else 1)
    return numbers


def test_history_by_number_and_spot(path: Path, capsys: Printed) -> None:
    assert found(path, capsys) == [1, 2, 3, 4]
    assert found(path, capsys, first=2, last=3) == [2, 3]
    assert found(path, capsys, first=9) == []
    assert found(path, capsys, spot=2) == [1, 2, 3, 4]
    assert found(path, capsys, spot=7) == []


def test_history_by_time(path: Path, capsys: Printed) -> None:
    rounds = [json.loads(line) for line in told(path, capsys)]
    assert found(path, capsys, since=rounds[2]["opened"]) == [3, 4]
    assert found(path, capsys, until="2020-01-01") == []
    assert found(path, capsys, since="2020-01-01T00:00+02:00") == [1, 2, 3, 4]


def told(path: Path, capsys: Printed) -> list[str]:
    history.history(path, Search(), as_json=True)
    return capsys.readouterr().out.splitlines()


def test_history_by_card_and_amount(path: Path, capsys: Printed) -> None:
    for line in told(path, capsys):
        row = json.loads(line)
        first = next(word for text in row["play"] for word in text.split() if word in BY_TEXT and word != "??")
        assert row["round"] in found(path, capsys, card=first)
    assert found(path, capsys, amount="25") == [1, 2, 3, 4]
    assert found(path, capsys, amount="31.17") == []


def test_history_by_irregularity_and_correction(tmp_path: Path, capsys: Printed) -> None:
    irregular = next(ROUNDS.rglob("*card-exposed*.round"), None) or next(
        file for file in sorted(ROUNDS.rglob("*.round")) if '"irregularity ' in file.read_text("utf-8")
    )
    files = [*importable()[:1], irregular]
    journal = tmp_path / "a.journal"
    assert import_.import_(files, journal=journal, key_file=tmp_path / "key", table="x") == 0
    capsys.readouterr()
    assert found(journal, capsys, irregularity="any") == [2]
    code = json.loads(told(journal, capsys)[1])["irregularities"][0]
    assert found(journal, capsys, irregularity=code) == [2]
    assert found(journal, capsys, irregularity="any", first=3) == []
    shift = [json.loads(line) for line in told(VAULT / "v1-shift.journal", capsys)]
    assert [entry["corrected"] for entry in shift] == [True, False]
    assert [entry["closed"] is None for entry in shift] == [False, True]


def test_history_for_people(capsys: Printed) -> None:
    assert history.history(VAULT / "v1-shift.journal", Search(), as_json=False) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("1  2026-")
    assert "1 25.00 match=5.00, 3 100.00" in lines[0]
    assert lines[0].endswith("[corrected]")
    assert lines[1].endswith("not closed")


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"since": "yesterday"}, "no time"),
        ({"until": "25:00"}, "no time"),
        ({"card": "Zz"}, "Zz"),
        ({"amount": "1.234"}, "no amount"),
        ({"irregularity": "card-exposd"}, "did you mean"),
    ],
)
def test_a_search_that_cannot_be_meant(path: Path, asked: dict[str, str], says: str, capsys: Printed) -> None:
    assert history.history(path, Search(**asked), as_json=False) == 2  # type: ignore[arg-type]
    assert says in capsys.readouterr().err


def test_history_of_nothing(tmp_path: Path, capsys: Printed) -> None:
    assert history.history(tmp_path / "nothing", Search(), as_json=False) == 2
    assert "there is no journal" in capsys.readouterr().err
