"""The dispute pack: the same bytes whoever makes it, and an extract that the outsider's program proves or refuses."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from dealer_console.game.round_files.replay import replay as replay_file
from dealer_console.game.round_files.round_file import read_round
from dealer_console.journal import Draft, Journal
from dealer_console.journal.keys import public_key
from dealer_console.pit.archive import Archive, FoundRound, Search
from dealer_console.pit.dispute import dispute_files, extract_of
from dealer_console.pit.errors import PitRefused
from dealer_console.rulebook import load_rules
from tests.pit.journals import HOUR, NOON, HandWritten

KEY = bytes(range(32))
OUTSIDER = Path(__file__).parents[2] / "docs" / "verify_journal.py"


def outsider(file: Path, *more: str) -> tuple[int, str]:
    ended = subprocess.run([sys.executable, "-I", str(OUTSIDER), str(file), *more], capture_output=True, text=True)
    return ended.returncode, ended.stdout + ended.stderr


@pytest.fixture(scope="module")
def found(archive: Archive) -> FoundRound:
    return archive.search(Search(mark="irregular"), limit=1).rounds[0]


@pytest.fixture(scope="module")
def extract(archive: Archive, found: FoundRound) -> dict[str, Any]:
    return dict(json.loads(extract_of(archive, found)))


def test_the_verifier_of_outsiders_stays_short() -> None:
    assert len(OUTSIDER.read_text("utf-8").splitlines()) <= 370


def unpacked(archive: Archive, found: FoundRound, into: Path) -> Path:
    """The dispute file, taken apart in a folder; its list."""
    into.mkdir()
    zipfile.ZipFile(BytesIO(dispute_files(archive, found).packed(KEY))).extractall(into)
    (listed,) = into.glob("*.manifest")
    return listed


def test_the_pack_is_whole_and_the_same_every_time(archive: Archive, found: FoundRound, tmp_path: Path) -> None:
    pack = dispute_files(archive, found).packed(KEY)
    assert pack == dispute_files(archive, found).packed(KEY)
    packed = zipfile.ZipFile(BytesIO(pack))
    assert packed.testzip() is None
    endings = [Path(name).suffix for name in packed.namelist()]
    assert endings == [".pdf", ".round", ".extract", ".txt", ".py", ".txt", ".manifest"]
    assert packed.read(packed.namelist()[0]).startswith(b"%PDF-")
    assert packed.read("verify_journal.py") == OUTSIDER.read_bytes()
    clauses = packed.read("CLAUSES.txt").decode()
    assert any(f"{document} " in clauses for document in ("MA", "CB", "SD"))


def test_one_signature_stands_over_all_files(archive: Archive, found: FoundRound, tmp_path: Path) -> None:
    """Checked by the program that lies in the pack itself."""
    listed = unpacked(archive, found, tmp_path / "pack")
    checked = subprocess.run(
        [sys.executable, "-I", str(listed.parent / "verify_journal.py"), str(listed), "--key", public_key(KEY).hex()],
        capture_output=True,
        text=True,
    )
    assert (checked.returncode, checked.stdout.split(":")[0]) == (0, "genuine list"), checked.stdout + checked.stderr
    status, told = outsider(listed, "--key", "00" * 32)
    assert (status, "another key" in told) == (1, True)


@pytest.mark.parametrize("change", ["changed", "taken away"])
def test_a_changed_or_missing_file_of_the_pack_is_found(
    archive: Archive, found: FoundRound, tmp_path: Path, change: str
) -> None:
    listed = unpacked(archive, found, tmp_path / "pack")
    for file in sorted(listed.parent.iterdir()):
        if file == listed:
            continue
        content = file.read_bytes()
        if change == "changed":
            file.write_bytes(content + b" ")
        else:
            file.unlink()
        status, told = outsider(listed)
        assert status == 1
        assert file.name in told
        file.write_bytes(content)
    assert outsider(listed)[0] == 0


def test_a_changed_list_is_found(archive: Archive, found: FoundRound, tmp_path: Path) -> None:
    listed = unpacked(archive, found, tmp_path / "pack")
    data = json.loads(listed.read_text("utf-8"))
    data["files"].popitem()
    listed.write_text(json.dumps(data), "utf-8")
    assert outsider(listed)[0] == 1


def test_the_round_file_of_the_pack_is_dealt_again(archive: Archive) -> None:
    plain = next(
        found_round for found_round in archive.search(Search(table="switch-03")).rounds if not found_round.irregular
    )
    files = dispute_files(archive, plain).files
    text = next(content for name, content in files.items() if name.endswith(".round")).decode()
    file = read_round(tomllib.loads(text))
    assert replay_file(file, load_rules(file.rules)).status == 0


def test_the_outsider_proves_the_extract(archive: Archive, found: FoundRound, tmp_path: Path) -> None:
    file = tmp_path / "round.extract"
    file.write_bytes(extract_of(archive, found))
    key = archive.log(found.table).public_key
    status, told = outsider(file, "--key", key)
    assert (status, told.split(":")[0]) == (0, "genuine extract")
    assert outsider(file)[0] == 0
    status, told = outsider(file, "--key", "00" * 32)
    assert (status, "another key" in told) == (1, True)


def _changed(extract: dict[str, Any], change: str) -> dict[str, Any]:
    twin: dict[str, Any] = json.loads(json.dumps(extract))
    entries, points = twin["entries"], twin["checkpoints"]
    if change == "a changed entry":
        entries[2][7] = entries[2][7].replace("move", "moves", 1)
    elif change == "another person":
        entries[3][4] = "Mallory"
    elif change == "a missing entry":
        del entries[4]
    elif change == "a cut-off end":
        del entries[-1]
    elif change == "an entry added behind":
        entries.append([entries[-1][0] + 1, *entries[-1][1:]])
    elif change == "a forged checkpoint":
        points[-1][2] = entries[-2][8]
    elif change == "a forged beginning":
        points[0][2] = "ab" * 32
    elif change == "a missing checkpoint":
        del points[-1]
    elif change == "another genesis":
        twin["genesis"][7] = twin["genesis"][7].replace('"table":"', '"table":"x')
    elif change == "a signature of nonsense":
        points[0][4] = "zz" * 64
    return twin


CHANGES = [
    "a changed entry",
    "another person",
    "a missing entry",
    "a cut-off end",
    "an entry added behind",
    "a forged checkpoint",
    "a forged beginning",
    "a missing checkpoint",
    "another genesis",
    "a signature of nonsense",
]


@pytest.mark.parametrize("change", CHANGES)
def test_the_outsider_refuses(extract: dict[str, Any], tmp_path: Path, change: str) -> None:
    file = tmp_path / "round.extract"
    file.write_text(json.dumps(_changed(extract, change)), "utf-8")
    status, told = outsider(file)
    assert status == 1, told
    assert told.startswith("NOT GENUINE")


def test_what_is_no_extract_is_told(tmp_path: Path) -> None:
    file = tmp_path / "nothing.extract"
    file.write_text("{}", "utf-8")
    assert outsider(file)[0] == 2


def test_a_round_that_is_not_signed_yet_is_refused(tmp_path: Path) -> None:
    table = HandWritten(tmp_path / "a.journal").open_shift()
    table.append(Draft(kind="round-opened", data={"round": 1, "bets": ["1 25"]}))
    table.append(Draft(kind="round-closed", data={"round": 1, "house_net": "0.00"}))
    table.journal._flush()
    table.journal._file.close()
    with Archive.open(tmp_path / "a.journal", index=tmp_path / "i") as archive:
        archive.refresh()
        with pytest.raises(PitRefused, match="not signed yet"):
            extract_of(archive, archive.search(Search()).rounds[0])


# --- after another key -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def after_two_keys(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Of a round that the third key of its journal signs."""
    folder = tmp_path_factory.mktemp("keys")
    path = HandWritten(folder / "a.journal").open_shift().close()
    for number in (1, 2):
        with Journal.open(path, bytes([number - 1]) * 32 if number > 1 else KEY) as journal:
            journal.change_key(bytes([number]) * 32, by="p1", approved_by="p2", at_ms=NOON + HOUR)
    with Journal.open(path, bytes([2]) * 32) as journal:
        for kind, data in (
            ("round-opened", {"round": 1, "bets": ["1 25"]}),
            ("round-closed", {"round": 1, "house_net": "0.00"}),
        ):
            journal.append([Draft(kind=kind, data=data, who="Ann")], at_ms=NOON + HOUR)  # type: ignore[arg-type]
        journal.checkpoint(NOON + HOUR)
    with Archive.open(path, index=folder / "i") as archive:
        archive.refresh()
        return dict(json.loads(extract_of(archive, archive.search(Search()).rounds[0])))


def _told(extract: dict[str, Any], folder: Path) -> tuple[int, str]:
    file = folder / "round.extract"
    file.write_text(json.dumps(extract), "utf-8")
    return outsider(file, "--key", public_key(KEY).hex())


def test_after_a_change_of_key_the_extract_proves_itself_from_the_first_key_on(
    after_two_keys: dict[str, Any], tmp_path: Path
) -> None:
    assert len(after_two_keys["keys"]) == 2
    status, told = _told(after_two_keys, tmp_path)
    assert (status, told.split(":")[0]) == (0, "genuine extract"), told


def _forged_keys(extract: dict[str, Any], change: str) -> dict[str, Any]:
    twin: dict[str, Any] = json.loads(json.dumps(extract))
    first, second = twin["keys"]
    if change == "a key left out":
        twin["keys"] = [second]
    elif change == "all left out":
        del twin["keys"]
    elif change == "in another order":
        twin["keys"] = [second, first]
    elif change == "another key named":
        second[1][7] = second[1][7].replace('"public_key":"', '"public_key":"00')
    elif change == "a checkpoint of another entry":
        second[2] = first[2]
    elif change == "another entry before":
        second[0] = "00" * 32
    elif change == "no change of key":
        second[1][1] = "note"
    elif change == "signed by nobody":
        second[2][4] = "00" * 64
    return twin


@pytest.mark.parametrize(
    "change",
    [
        "a key left out",
        "all left out",
        "in another order",
        "another key named",
        "a checkpoint of another entry",
        "another entry before",
        "no change of key",
        "signed by nobody",
    ],
)
def test_a_key_that_the_one_before_has_not_signed_proves_nothing(
    after_two_keys: dict[str, Any], tmp_path: Path, change: str
) -> None:
    status, told = _told(_forged_keys(after_two_keys, change), tmp_path)
    assert (status, told.split(":")[0]) == (1, "NOT GENUINE"), told
