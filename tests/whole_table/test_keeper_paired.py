"""The key of a keeper is entered by a command, and the table then works with it as with any paired shoe."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dealer_console.cli.devices.device import app
from dealer_console.journal import Journal
from dealer_console.rulebook.tables import Device
from drivers.registration.registry import load_registry
from tests.drivers.test_keeper_process import KeeperProcess
from tests.rigs.staff import PEPPER, PINS, write_book
from tests.whole_table.test_devices_of_table import KEY, LiveTable

PEOPLE = ["--technician", "Ted", "--supervisor", "Sam"]


def paired(folder: Path, key_file: Path) -> tuple[int, str]:
    port = f"unix:{folder / 'shoe.sock'}"
    words = ["pair", "shoe", port, "--key-file", str(key_file), "--registry", str(folder / "devices.json"), *PEOPLE]
    file, pepper = folder / "people.db", folder / "people.pepper"
    write_book(file)
    pepper.write_text(PEPPER.hex() + "\n")
    for private in (file, pepper):
        private.chmod(0o600)
    words += ["--people", str(file), "--pepper", str(pepper)]
    result = CliRunner().invoke(app, words, input=f"{PINS['Ted']}\n{PINS['Sam']}\n")
    return result.exit_code, result.output


def test_a_keeper_is_registered_with_the_key_it_has(tmp_path: Path) -> None:
    keeper = KeeperProcess(tmp_path)
    end = time.monotonic() + 120
    while not (tmp_path / "shoe.sock").exists():
        assert keeper.process.poll() is None
        assert time.monotonic() < end
        time.sleep(0.005)
    key = bytes.fromhex((tmp_path / "key").read_text())
    status, said = paired(tmp_path, tmp_path / "key")
    assert status == 0, said
    assert key.hex() not in said
    registry = load_registry(tmp_path / "devices.json")
    assert (registry.device("shoe").serial, registry.device("shoe").key_bytes) == ("AE-1", key)
    Journal.create(tmp_path / "table.journal", table="T1", signing_key=KEY).close()
    shoe = Device(
        kind="shoe",
        serial="AE-1",
        dialect="angel-eye",
        port=f"unix:{tmp_path / 'shoe.sock'}",
        control=f"unix:{tmp_path / 'control.sock'}",
    )
    live = LiveTable(tmp_path / "table.journal", (shoe,), registry)
    live.until(lambda: live.state.links.get("shoe") == "ready")
    live.close()
    keeper.close()


@pytest.mark.parametrize(("text", "mode", "words"), [("42" * 32, 0o644, "chmod 600"), ("42", 0o600, "64 hex digits")])
def test_a_bad_key_file_is_refused_before_anything_is_asked(tmp_path: Path, text: str, mode: int, words: str) -> None:
    file = tmp_path / "key"
    file.write_text(text)
    file.chmod(mode)
    status, said = paired(tmp_path, file)
    assert status == 2
    assert words in said
    assert not (tmp_path / "devices.json").exists()
