"""The drivers as a library: the examples run, the SQLite journal keeps its promises, and three ways to listen work."""

from __future__ import annotations

import asyncio
import importlib
import os
import pty
import subprocess
import sys
import threading
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

from drivers.errors import DeviceError, ImpossibleRequestError
from drivers.events import CardDrawn, DeviceEvent, DeviceReady, HostEvent, Order, OrderEnded, PoweredUp, RevealReason
from drivers.host import Host
from drivers.sqlite_journal import SqliteDeviceJournal
from drivers.tablelink.link_events import JournaledCommand
from drivers.tablelink.messages import MessageType
from hardware_sims.tools.conformance.operators import ControlPort

EXAMPLES = Path(__file__).parents[2] / "examples"
KEY = bytes([0x42]) * 32


class Shoe:
    """A simulated shoe in a process of its own: its line and its hands."""

    def __init__(self) -> None:
        command = ["run", "shoe", "--seed", "7", "--listen", "tcp://127.0.0.1:0", "--control", "tcp://127.0.0.1:0"]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "hardware_sims", *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        self.port = self.process.stdout.readline().split()[1]
        self.people = ControlPort(self.process.stdout.readline().split()[1])

    def close(self) -> None:
        self.people.close()
        self.process.terminate()
        self.process.communicate()


@pytest.fixture
def shoe() -> Iterator[Shoe]:
    running = Shoe()
    yield running
    running.close()


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[SqliteDeviceJournal]:
    opened = SqliteDeviceJournal(tmp_path / "devices.sqlite")
    yield opened
    opened.close()


def host_of(shoe: Shoe, journal: SqliteDeviceJournal) -> Host:
    return Host(port=shoe.port.replace("tcp://", "socket://"), family="shoe", key=KEY, journal=journal)


def drawn(shoe: Shoe, host: Host, cards: str) -> None:
    host.wait_for(DeviceReady, 120)
    shoe.people.do(f"load {cards}")
    host.ended(host.device.ensure_enabled())
    shoe.people.do(f"draw {len(cards) // 2}")


def test_the_example_of_a_host_has_forty_lines_and_opens_every_card(shoe: Shoe, tmp_path: Path) -> None:
    text = (EXAMPLES / "shoe_host.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 40
    shoe.people.do("load AhKd9c")
    code = (
        f"import sys; sys.path.insert(0, {str(EXAMPLES)!r}); import shoe_host; shoe_host.main({shoe.port!r}, None, 3)"
    )
    example = subprocess.Popen([sys.executable, "-c", code], cwd=tmp_path, stdout=subprocess.PIPE, text=True)
    assert example.stdout is not None
    assert example.stdout.readline() == "shoe SIM-S0, firmware 1.0.0.0\n"
    while "enabled=yes" not in shoe.people.do("state"):
        assert example.poll() is None
    shoe.people.do("draw 3")
    told, _ = example.communicate(timeout=120)
    assert told.splitlines()[:2] == ["card 1: Ah", "card 2: Kd"]
    assert example.returncode == 0
    names = [name for _, name, _ in SqliteDeviceJournal(tmp_path / "shoe.sqlite").events()]
    assert names.count("CardDrawn") == names.count("CardRevealed") == 3


def test_a_family_of_ones_own_is_found_by_its_entry_point(
    journal: SqliteDeviceJournal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed = tmp_path / "deck_scale-1.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: deck-scale\nVersion: 1.0\n")
    declared = (EXAMPLES / "deck_scale" / "pyproject.toml").read_text(encoding="utf-8")
    assert 'deck-scale = "deck_scale:FAMILY"' in declared
    (installed / "entry_points.txt").write_text("[drivers.families]\ndeck-scale = deck_scale:FAMILY\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.syspath_prepend(str(EXAMPLES / "deck_scale"))
    importlib.invalidate_caches()
    scale, line = pty.openpty()
    tty.setraw(line)
    with Host(port=os.ttyname(line), family="deck-scale", journal=journal) as host:
        assert isinstance(host.wait(120), DeviceReady)
        for answer in (b"DECK 5", b"2\nDECK 52\nnoise\nDECK 51\n"):
            assert os.read(scale, 1) == b"W"
            os.write(scale, answer)
        weighed = [host.wait(120), host.wait(120)]
    os.close(scale)
    os.close(line)
    assert [getattr(event, "cards", None) for event in weighed] == [52, 51]
    kept = [fields["cards"] for _, name, fields in journal.events() if name == "DeckWeighed"]
    assert kept == [52, 51]


def test_a_family_that_nobody_has_installed_is_refused_with_those_there_are(journal: SqliteDeviceJournal) -> None:
    with pytest.raises(ImpossibleRequestError, match="no driver for the family 'toaster' is installed"):
        Host(port="/dev/null", family="toaster", journal=journal)


def test_waiting_gives_recorded_events_and_the_end_of_an_order(shoe: Shoe, journal: SqliteDeviceJournal) -> None:
    with host_of(shoe, journal) as host:
        drawn(shoe, host, "Ah")
        event = host.wait_for(CardDrawn, 120)
        assert journal.last_committed("SIM-S0") == event.number
        revealed = host.ended(host.device.reveal(event.draw, RevealReason.DEALT_FACE_UP))
        assert getattr(revealed, "card", None) == "Ah"
        assert journal.open_commands("SIM-S0") == ()
        with pytest.raises(DeviceError, match=r"no CardDrawn within 0\.05 s"):
            host.wait_for(CardDrawn, 0.05)


def test_a_callback_gets_each_event_once_and_in_order(shoe: Shoe, journal: SqliteDeviceJournal) -> None:
    heard: list[DeviceEvent | HostEvent] = []
    three = threading.Event()

    def listen(event: DeviceEvent | HostEvent) -> None:
        heard.append(event)
        if sum(isinstance(event, CardDrawn) for event in heard) == 3:
            three.set()

    with host_of(shoe, journal) as host:
        drawn(shoe, host, "AhKd9c")
        host.listen(listen)
        assert three.wait(120)
    assert [event.draw for event in heard if isinstance(event, CardDrawn)] == [1, 2, 3]


def test_asyncio_iterates_over_the_events(shoe: Shoe, journal: SqliteDeviceJournal) -> None:
    async def first_draw(host: Host) -> int:
        async for event in host.stream():
            if isinstance(event, CardDrawn):
                return event.draw
        return 0

    with host_of(shoe, journal) as host:
        drawn(shoe, host, "AhKd")
        assert asyncio.run(first_draw(host)) == 1


def test_the_journal_takes_an_event_once_and_outlives_its_process(tmp_path: Path) -> None:
    journal = SqliteDeviceJournal(tmp_path / "j")
    event = PoweredUp(serial="S1", number=1, device_ms=5, by_watchdog=False, self_test=None, boots=3)
    assert journal.record(event)
    assert not journal.record(event), "a second time has no effect"
    command = JournaledCommand(cmd=journal.next_command_id(), type=MessageType.ENABLE, payload=b"12345678")
    journal.begin("S1", command)
    journal.record(DeviceReady(serial="S1", model="M", firmware="1", locks=True, epoch=9))
    journal.close()
    again = SqliteDeviceJournal(tmp_path / "j")
    assert (again.last_committed("S1"), again.last_epoch("S1"), again.open_commands("S1")) == (1, 9, (command,))
    assert again.next_command_id() == command.cmd + 1
    again.record(OrderEnded(serial="S1", command=command.cmd, order=Order.ENABLE, done=True, refusal=""))
    assert again.open_commands("S1") == ()
    again.forgive("S1", 0)
    assert (again.last_committed("S1"), again.last_epoch("S1")) == (0, 0)
    assert again.record(event), "a device that lost its memory counts from one again"
    assert again.next_command_id() != SqliteDeviceJournal(tmp_path / "other").next_command_id()
