"""`dealer-console feed`: every event once at least, in order, resumed where it was broken off; and the overlay line."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tty
from pathlib import Path
from typing import Any

import pytest

from dealer_console.app.feed import FORM, LEFT_OUT, TOPICS, Source, file_sources, kinds_of, lines
from dealer_console.app.journal_files.roll import roll
from dealer_console.journal.entries import KINDS
from tests.app.installed_table import InstalledTable, installed_table, now_ms
from tests.cli.console import console

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "operations" / "feed.md"
VAULT = ROOT / "tests" / "journal" / "vault"


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    return Path(shutil.copy(VAULT / "v1-evening.journal", tmp_path))


@pytest.fixture
def kept(tmp_path: Path) -> InstalledTable:
    return installed_table(tmp_path / "house")


def fed(*words: str | Path) -> list[dict[str, Any]]:
    done = console("feed", *words)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_every_line_has_the_documented_form_and_their_order_is_the_journals(evening: Path) -> None:
    events = fed(evening)
    assert len(events) > 50
    for event in events:
        assert set(event) - {"device"} == {"feed", "cursor", "table", "at", "kind", "version", "who", "data"}
        assert event["feed"] == FORM
        assert "rules_text" not in event["data"]
    numbers = [int(event["cursor"].partition(":")[2]) for event in events]
    assert numbers == sorted(set(numbers))
    assert {event["kind"] for event in events} >= {"round-opened", "move", "settlement", "round-closed", "money"}


def test_every_kind_of_the_journal_is_in_one_topic_or_left_out() -> None:
    named = [kind for kinds in TOPICS.values() for kind in kinds]
    assert len(named) == len(set(named))
    assert {kind for kind, _ in KINDS} == set(named) | set(LEFT_OUT)


def test_the_page_documents_every_kind_with_its_version_and_fields() -> None:
    rows = re.findall(r"^\| (\w+) \| `([\w-]+)` \| (\d+) \| (.*?) \| (.*?) \|$", PAGE.read_text("utf-8"), re.MULTILINE)
    documented = {(kind, int(version)): fields for _, kind, version, _, fields in rows}
    fed_kinds = {kind for kinds in TOPICS.values() for kind in kinds}
    assert set(documented) == {key for key in KINDS if key[0] in fed_kinds}
    for key, fields in documented.items():
        names = set(re.findall(r"`(\w+)`", fields))
        assert names == (set(KINDS[key].must) | set(KINDS[key].may)) - {"rules_text"}, key
    assert all(kind in TOPICS[topic] for topic, kind, *_ in rows)


def test_a_feed_goes_on_after_a_cursor(evening: Path) -> None:
    events = fed(evening, "--topic", "rounds")
    rest = fed(evening, "--topic", "rounds", "--from", events[9]["cursor"])
    assert rest == events[10:]
    assert fed(evening, "--topic", "rounds", "--from", events[-1]["cursor"]) == []
    assert "is no cursor" in console("feed", evening, "--from", "12").stderr
    assert "unknown topic" in console("feed", evening, "--topic", "gossip").stderr


def test_a_state_file_resumes_and_what_was_not_remembered_comes_again(kept: InstalledTable, tmp_path: Path) -> None:
    state = tmp_path / "feed.state"
    kept.write(5)
    first = fed(kept.journal, "--state", state)
    assert len([event for event in first if event["kind"] == "note"]) == 5
    assert fed(kept.journal, "--state", state) == []
    saved = state.read_text()
    kept.write(3)
    second = fed(kept.journal, "--state", state)
    assert len(second) == 3
    state.write_text(saved)  # killed before it was remembered
    assert fed(kept.journal, "--state", state) == second
    state.write_text("[]")
    assert console("feed", kept.journal, "--state", state).returncode == 2


def test_a_reader_that_breaks_off_leaves_no_gap(evening: Path) -> None:
    """The lines that were written before are remembered in the caller's cursors, not more."""
    cursors: dict[str, int] = {}
    stream = lines(file_sources(evening), cursors, kinds_of(("rounds",)))
    taken = [json.loads(next(stream)) for _ in range(7)]
    again = [json.loads(line) for line in lines(file_sources(evening), dict(cursors), kinds_of(("rounds",)))]
    everything = fed(evening, "--topic", "rounds")
    seen = {event["cursor"] for event in taken} | {event["cursor"] for event in again}
    assert seen == {event["cursor"] for event in everything}


@pytest.mark.parametrize("data", ["[" * 5000 + "]" * 5000, '{"text":' + "9" * 5000 + "}", "nothing", "[]"])
def test_an_entry_that_no_table_writes_is_marked_and_ends_no_feed(data: str) -> None:
    """The floor holds what a table's login sent; one such entry must not silence the other tables."""
    bad = (1, "note", 1, 10**18, "p1", None, None, data, "00" * 32)
    good = (2, "note", 1, 0, "p1", None, None, '{"text":"a note"}', "00" * 32)
    source = Source(table="t", log="ab" * 16, rows=lambda _after: iter([bad, good]))
    first, second = [json.loads(line) for line in lines([source], {}, kinds_of(("notices",)))]
    assert (first["unreadable"], first["data"], first["cursor"]) == (True, None, f"{'ab' * 16}:1")
    assert (second["data"], "unreadable" in second) == ({"text": "a note"}, False)


def test_a_folder_is_fed_across_the_roll_of_its_journal(kept: InstalledTable) -> None:
    kept.write(2, "before")
    roll(kept.journal, kept.key, begun_by=("p1", "p2"), now_ms=now_ms())
    kept.write(2, "after")
    notes = [event["data"]["text"] for event in fed(kept.journal.parent) if event["kind"] == "note"]
    assert notes == ["before 0", "before 1", "after 0", "after 1"]


def test_following_sends_what_comes(kept: InstalledTable) -> None:
    words = [sys.executable, "-m", "dealer_console.cli", "feed", str(kept.journal), "--follow", "--topic", "notices"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as running:
        try:
            assert running.stdout is not None
            kept.write(1, "first")
            assert "first 0" in running.stdout.readline()
            kept.write(1, "second")
            assert "second 0" in running.stdout.readline()
        finally:
            running.terminate()


def test_the_overlay_line_goes_out_by_udp(evening: Path) -> None:
    events = console("feed", evening, "--topic", "rounds").stdout
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as camera:
        camera.bind(("127.0.0.1", 0))
        camera.settimeout(120)
        address = f"udp://127.0.0.1:{camera.getsockname()[1]}"
        script = ROOT / "docs" / "operations" / "overlay_line.py"
        some = "\n".join(events.splitlines()[:12]) + "\n"
        subprocess.run([sys.executable, str(script), address], input=some, text=True, check=True)
        first, second = camera.recv(200), camera.recv(200)
    assert re.fullmatch(rb"BJS 4 ROUND 1 \d WAGERS\r\n", first)
    assert second.startswith(first.rstrip() + b" > ")


def test_the_overlay_line_goes_out_on_a_serial_port_past_an_unreadable_entry(evening: Path) -> None:
    events = console("feed", evening, "--topic", "rounds").stdout.splitlines()[:12]
    unreadable = {**json.loads(events[0]), "data": None, "unreadable": True}
    camera, port = os.openpty()
    tty.setraw(port)
    script = ROOT / "docs" / "operations" / "overlay_line.py"
    sent = "\n".join([json.dumps(unreadable), *events]) + "\n"
    subprocess.run([sys.executable, str(script), os.ttyname(port)], input=sent, text=True, check=True)
    assert re.match(rb"BJS 4 ROUND 1 \d WAGERS\r\n", os.read(camera, 200))
    os.close(camera)
    os.close(port)
