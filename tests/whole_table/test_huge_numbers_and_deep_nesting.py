"""A file or a line with a number of thousands of digits or brackets without end: a clear error, everywhere.

Python refuses to read the first (`ValueError`), and to follow the second (`RecursionError`); a number written in
hexadecimal is read, and cannot be printed.
"""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from collections.abc import Callable
from hashlib import sha256
from io import BytesIO, StringIO
from pathlib import Path

import numpy as np
import pytest

from dealer_console.app.feed import read_state
from dealer_console.app.journal_files.backup import MANIFEST, read_backup
from dealer_console.app.table_installation import read_answers
from dealer_console.app.window_options import KeptLook, WindowOptions
from dealer_console.cli.journals import import_
from dealer_console.cli.rounds.replay import replay_text
from dealer_console.game.message import Message
from dealer_console.journal import Journal, JournalError, JournalRefused
from dealer_console.journal.checkpoints import read_head
from dealer_console.journal.errors import JournalDamaged
from dealer_console.messages import recorded, words_of
from dealer_console.pit.expectations import expectations_from_file
from dealer_console.rulebook import BadFile
from dealer_console.rulebook.load import config_folder, rules_from_file
from dealer_console.rulebook.tables import table_from_file
from dealer_console.table.people.permissions_file import permissions_from_file
from drivers.errors import DriverError, ImpossibleRequestError
from drivers.optical.decks.design_file import BadDesignFileError, read_design
from drivers.registration.registry import load_registry
from hardware_sims.errors import SetupError
from hardware_sims.scenario import parse_scenario
from hardware_sims.tools.conformance.evidence import signature_file, why_not_genuine
from tests.cli.console import console
from tests.journal.tampering import Culprit
from tests.journal.test_tampering import OUTSIDER, as_program, ours

DIGITS = "9" * 5000
DEEP = "[" * 50_000 + "]" * 50_000
HEX = "0x" + "f" * 5000
JSON = {"huge": f'{{"x": {DIGITS}}}', "deep": f'{{"x": {DEEP}}}', "only deep": DEEP}
TOML = {"huge": f"x = {DIGITS}\n", "huge in hexadecimal": f"x = {HEX}\n", "deep": f"x = {DEEP}\n"}


def written(folder: Path, text: str, name: str = "file") -> Path:
    file = folder / name
    file.write_text(text, "utf-8")
    file.chmod(0o600)
    return file


# --- files in TOML ---------------------------------------------------------------------------------------------------

TOML_FILES: dict[str, Callable[[Path], object]] = {
    "a table": table_from_file,
    "a rule set": rules_from_file,
    "permissions": permissions_from_file,
    "answers of setup": read_answers,
    "expectations": expectations_from_file,
}


@pytest.mark.parametrize("reader", TOML_FILES)
@pytest.mark.parametrize("attack", TOML)
def test_a_file_in_toml_is_named_as_bad(tmp_path: Path, reader: str, attack: str) -> None:
    with pytest.raises(BadFile, match="file"):
        TOML_FILES[reader](written(tmp_path, TOML[attack]))


@pytest.mark.parametrize("digits", [DIGITS, HEX, "9" * 30])
def test_a_huge_amount_in_the_file_of_a_table_is_one_problem_of_it(tmp_path: Path, digits: str) -> None:
    text = (config_folder() / "tables" / "massachusetts-switch-1.toml").read_text("utf-8")
    file = written(tmp_path, text.replace("limits_minutes = ", f"limits_minutes = {digits} # "), "t.toml")
    with pytest.raises(BadFile):
        table_from_file(file)


@pytest.mark.parametrize("attack", TOML)
def test_a_round_file_is_not_replayed_and_not_imported(tmp_path: Path, attack: str) -> None:
    file = written(tmp_path, TOML[attack], "a.round")
    assert replay_text(TOML[attack], file).status == 2
    with pytest.raises(JournalRefused, match=r"a\.round"):
        import_._read(file)


@pytest.mark.parametrize("attack", TOML)
def test_a_scenario_of_a_simulator(attack: str) -> None:
    with pytest.raises(SetupError, match=r"a\.toml"):
        parse_scenario(TOML[attack], "a.toml")


@pytest.mark.parametrize("digits", [19, 29, 400, 4000])
@pytest.mark.parametrize("language", ["en", "es"])
def test_a_message_about_a_huge_number_says_it(digits: int, language: str) -> None:
    """Whoever chose the plural of it failed from 29 digits on, and the refusal was a traceback."""
    number = 10 ** (digits - 1)
    message = Message("out-recomputed", entries=number, rounds=-number, settlements=1)
    for said in (words_of(language)(message), recorded(message)):
        assert f"{number}" in said
        assert f"-{number}" in said


@pytest.mark.parametrize(
    "words", [("simulate", "--seed", "1", "--rounds", "9" * 400), ("doctor", "--table", "[" * 3000)]
)
def test_a_command_with_a_huge_number_or_name_ends_in_order(words: tuple[str, ...]) -> None:
    done = console(*words)
    assert done.returncode == 2
    assert words[-1] in done.stderr


# --- files in JSON ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("attack", JSON)
def test_files_in_json_are_named_as_what_they_are_not(tmp_path: Path, attack: str) -> None:
    file = written(tmp_path, JSON[attack])
    with pytest.raises(JournalDamaged, match="no head of a journal"):
        read_head(file)
    with pytest.raises(JournalRefused, match="no state of a feed"):
        read_state(file)
    with pytest.raises(ImpossibleRequestError, match="no device registry"):
        load_registry(file)
    written(tmp_path, JSON[attack], MANIFEST)
    with pytest.raises(JournalRefused, match="no whole backup"):
        read_backup(tmp_path)
    assert KeptLook(file).look_for(WindowOptions()) == WindowOptions().look
    report = written(tmp_path, "{}", "report.json")
    signature_file(report).write_text(JSON[attack], "utf-8")
    assert "cannot be read" in str(why_not_genuine(report, "00" * 32, None))


@pytest.mark.parametrize("attack", JSON)
@pytest.mark.parametrize("name", ["a.extract", "a.manifest"])
def test_the_outsiders_program_ends_in_order(tmp_path: Path, attack: str, name: str) -> None:
    file = written(tmp_path, JSON[attack], name)
    ended = subprocess.run([sys.executable, "-I", str(OUTSIDER), str(file)], capture_output=True, text=True)
    assert (ended.returncode, "Traceback" in ended.stderr) == (2, False), ended.stderr


# --- a journal -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("attack", ["huge", "deep"])
@pytest.mark.parametrize("kind", ["note", "approval", "key-changed", "snapshot", "software"])
def test_an_entry_of_a_journal_is_named_by_both_verifiers(tmp_path: Path, attack: str, kind: str) -> None:
    path = tmp_path / "a.journal"
    with Journal.create(path, table="t", signing_key=bytes(32), log=bytes(range(16))) as journal:
        journal.checkpoint(1)
    culprit = Culprit(path)
    row = (2, kind, 1, 1, None, None, None, JSON[attack].replace(" ", ""), "00" * 32)
    text = (
        f'{{"at":1,"data":{row[7]},"device":null,"kind":"{kind}","log":"{bytes(range(16)).hex()}",'
        f'"previous":"{culprit.rows[0][8]}","seq":2,"version":1,"who":null}}'
    )
    culprit.put([*culprit.rows, (*row[:8], sha256(text.encode()).hexdigest())])  # the chain fits
    culprit.db.close()
    for said in (ours(path), as_program(path)):
        assert str(said).startswith("entry 2:"), said
    with pytest.raises(JournalError):
        Journal.open(path, bytes(32))


@pytest.mark.parametrize("attack", JSON)
def test_the_head_beside_a_journal(tmp_path: Path, attack: str) -> None:
    path = tmp_path / "a.journal"
    Journal.create(path, table="t", signing_key=bytes(32)).close()
    Path(f"{path}.head").write_text(JSON[attack], "utf-8")
    assert "no head of a journal" in str(ours(path))
    assert "no head of a journal" in str(as_program(path))
    with pytest.raises(JournalError, match="no head"):
        Journal.open(path, bytes(32))


# --- decks -----------------------------------------------------------------------------------------------------------


def zipped(folder: Path, **files: bytes) -> Path:
    into = BytesIO()
    with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name.replace("_", "."), content)
    file = folder / "a.deck"
    file.write_bytes(into.getvalue())
    return file


@pytest.mark.parametrize("attack", JSON)
def test_a_deck_design_with_such_a_description(tmp_path: Path, attack: str) -> None:
    with pytest.raises(BadDesignFileError, match="no deck design"):
        read_design(zipped(tmp_path, design_json=JSON[attack].encode()))


def test_a_deck_design_that_unpacks_without_end(tmp_path: Path) -> None:
    """20 MB of nothing in 20 kB: refused by what it says of its size, before it is unpacked."""
    file = zipped(tmp_path, design_json=b" " * 20_000_000)
    assert file.stat().st_size < 100_000
    with pytest.raises(BadDesignFileError, match="too large"):
        read_design(file)


def test_a_face_of_a_deck_with_too_many_points(tmp_path: Path) -> None:
    import cv2

    from drivers.optical.decks.design_file import FORMAT

    fine, picture = cv2.imencode(".png", np.zeros((9000, 9000), np.uint8))
    assert fine
    about = json.dumps({"format": FORMAT}).encode()
    with pytest.raises(BadDesignFileError, match="too many points"):
        read_design(zipped(tmp_path, design_json=about, Ac_png=picture.tobytes()))


# --- lines -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("attack", JSON)
def test_a_keeper_answers_and_stays(attack: str) -> None:
    from drivers.angel_eye.server import KeeperServer

    server = KeeperServer.__new__(KeeperServer)
    assert server._obey(JSON[attack].encode(), 0.0) == {"error": "write one JSON object per line"}


@pytest.mark.parametrize("attack", JSON)
def test_what_a_keeper_says_does_not_end_the_tables_line(attack: str) -> None:
    from drivers.keeper.client import KeeperControl

    KeeperControl.__new__(KeeperControl)._heard(JSON[attack].encode())


@pytest.mark.parametrize("attack", JSON)
def test_a_recorded_session_in_json(attack: str) -> None:
    from hardware_sims.tools.rows.formats import read_jsonl

    with pytest.raises(Exception, match="line 1") as refused:
        list(read_jsonl(StringIO(JSON[attack] + "\n"), "a.jsonl"))
    assert not isinstance(refused.value, RecursionError | DriverError)
