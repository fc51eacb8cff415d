"""The devices of a table's file over real ptys, with a real journal: rounds, a pulled cable, a clean end."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from dealer_console.app.device_refusal import DeviceRefused
from dealer_console.app.devices import TableDevices, devices_of_table
from dealer_console.demo.simulated_devices import operator_at, register_simulators
from dealer_console.game import phases
from dealer_console.game.message import Message
from dealer_console.game.phases import Phase
from dealer_console.game.round_files.notation import parse_move, write_move
from dealer_console.game.round_files.round_file import parse_bet
from dealer_console.journal import Journal
from dealer_console.messages import words_of
from dealer_console.rulebook import BadFile
from dealer_console.rulebook.load import config_folder
from dealer_console.rulebook.tables import Device, Table, table_from_file
from dealer_console.table import commands as c
from dealer_console.table.session.locked_journal import LockedJournal
from dealer_console.table.session.recovery import restore
from dealer_console.table.session.table_session import TableSession
from dealer_console.table.state.table_state import TableState
from drivers.angel_eye import codec
from drivers.errors import ImpossibleRequestError
from drivers.factory import DeviceRunner
from drivers.registration.registry import Approval, KnownDevice, Registry
from tests.drivers.test_keeper_process import KeeperProcess
from tests.rigs.known_people import done
from tests.rigs.opening import card_command, open_table, setup_of, table_of
from tests.whole_table.devices_at_ptys import DevicesAtPtys

KEY = bytes(range(32))
MA = "massachusetts-switch"
BURN_AND_TWO_ROUNDS = "2c 5h 9d Kc 3c 8s 7d 5h 9d 6c 3c 8s Td 4d"


def wall_clock() -> int:
    return time.time_ns() // 1_000_000


def table_for(entries: tuple[Device, ...]) -> Table:
    """Of the devices, those that a file of a table with a sealed shoe can name."""
    kinds = tuple(entry.kind for entry in entries if entry.kind in ("shoe", "reader", "batch-shuffler"))
    return table_of(MA, kinds, {} if "reader" in kinds else {"hole_card": "face-down"})


class LiveTable:
    """One program on one journal: session and lines in threads of their own."""

    def __init__(self, path: Path, entries: tuple[Device, ...], registry: Registry | None = None) -> None:
        self.journal = LockedJournal(Journal.open(path, KEY))
        self.table = table_for(entries)
        if self.journal.seq == 1:
            open_table(self.journal, self.table, at_ms=wall_clock())
        if registry is None:
            register_simulators(entries)
        self.lines: TableDevices = devices_of_table(
            entries, self.journal, clock_ms=wall_clock, registry=registry, simulators=registry is None
        )
        setup = setup_of(self.table)
        self.session = TableSession(self.journal, self.lines.devices, clock_ms=wall_clock, setup=setup)
        self.lines.serve(self.session)
        self.session.start()
        self.lines.start()

    def close(self) -> None:
        self.session.stop()
        self.lines.stop()
        self.journal.close()

    @property
    def state(self) -> TableState:
        return self.session.state

    def touch(self, touch: c.Command) -> None:
        done(self.session, touch, wait=120)

    def play(self, *texts: str) -> None:
        for text in texts:
            self.touch(c.Play(who="Dee", move=parse_move(text)))

    def until(self, holds: Callable[[], bool]) -> None:
        end = time.monotonic() + 120
        while not holds():
            assert time.monotonic() < end, f"{self.standing()} {self.state.links} {self.state.faults} {self.ports()}"
            assert self.session.stopped is None, self.session.stopped
            time.sleep(0.005)

    def ports(self) -> list[str]:
        attended = [line for line in self.lines._attended.values() if isinstance(line, DeviceRunner)]
        lines = [line for runner in attended for line in runner.attendants]
        return [f"{'attended' if line.running else 'abandoned'}: {line.last_problem}" for line in lines]

    def standing(self) -> list[str]:
        return [write_move(move.move) for move in self.state.standing]

    def phase(self) -> Phase | None:
        r = self.state.round
        return r.phase if r is not None else None


@pytest.fixture
def devices(tmp_path: Path) -> Iterator[DevicesAtPtys]:
    before = set(threading.enumerate())
    made = DevicesAtPtys(tmp_path, ("shoe", "reader", "batch-shuffler"))
    yield made
    made.close()
    assert set(threading.enumerate()) <= before


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "table.journal"
    Journal.create(file, table="T1", signing_key=KEY).close()
    return file


@pytest.fixture
def live(devices: DevicesAtPtys, path: Path) -> Iterator[LiveTable]:
    table = LiveTable(path, devices.entries())
    yield table
    table.close()


def all_ready(live: LiveTable) -> None:
    kinds = list(live.lines.devices)
    live.until(lambda: all(live.state.links.get(kind) == "ready" for kind in kinds))
    live.until(lambda: all(device.enabled for device in live.lines.devices.values()))


def open_with_the_shuffler(live: LiveTable, devices: DevicesAtPtys) -> None:
    """The shuffler's batch becomes the table's shoe."""
    devices.operate("batch-shuffler", "load 312")
    live.touch(c.BeginShuffle(who="Dee", reason="house", way="device"))
    live.touch(c.Shuffle(who="Dee"))
    live.until(lambda: live.state.batch_stage == "ready")
    live.touch(c.Release(who="Dee"))
    live.until(lambda: "state=UNLOADING" in devices.operate("batch-shuffler", "state"))
    devices.operate("batch-shuffler", "take")
    live.until(lambda: live.state.batch_stage is None)
    while (command := card_command(live.table, live.state.shift)) is not None:
        live.touch(command)
    devices.operate("shoe", f"load {BURN_AND_TWO_ROUNDS}")
    draw(live, devices, lambda: not live.state.burn_due)


def draw(live: LiveTable, devices: DevicesAtPtys, landed: Callable[[], bool]) -> None:
    live.until(lambda: devices.enabled("shoe"))
    devices.operate("shoe", "draw 1")
    live.until(landed)


def deal(live: LiveTable, devices: DevicesAtPtys, cards: int) -> None:
    already = len(live.state.standing)
    for count in range(already + 1, already + cards + 1):
        draw(live, devices, lambda count=count: len(live.state.standing) >= count)  # type: ignore[misc]


def test_rounds_over_real_ptys_with_a_pulled_cable_in_between(live: LiveTable, devices: DevicesAtPtys) -> None:
    all_ready(live)
    open_with_the_shuffler(live, devices)
    live.touch(c.WagersDown(who="Dee", bets=(parse_bet("1 25"),)))
    deal(live, devices, 6)
    live.until(lambda: "state=ARMED" in devices.operate("reader", "state"))
    devices.operate("reader", "insert 7d")
    live.until(lambda: live.standing()[-1] == "peek clear")
    devices.operate("reader", "remove")
    devices.unplug("shoe")
    live.until(lambda: live.state.irregularity == "shoe-fault")
    live.play("resolve continue-by-hand by Sue", "1 keep", "1a stand", "1b stand", "reveal 7d")
    live.touch(c.WagersPaid(who="Dee"))
    devices.plug("shoe")
    live.until(lambda: live.state.links["shoe"] == "ready" and "shoe" not in live.state.without)
    live.touch(c.SameWagers(who="Dee"))
    deal(live, devices, 6)
    live.play("1 keep", "1a stand", "1b stand")
    live.touch(c.ShowHoleCard(who="Dee"))
    live.until(lambda: live.standing()[-1] == "reveal Td")
    draw(live, devices, lambda: live.phase() is phases.COMPLETE)
    live.touch(c.WagersPaid(who="Dee"))
    assert (live.state.round_number, [*live.session.troubles]) == (2, [])
    live.session.stop()  # the empty shoe goes on telling, and both must be of the same entry
    assert restore(live.journal).hash() == live.state.hash()


def test_a_table_that_has_stopped_falls_silent_and_its_shoe_locks_itself(
    live: LiveTable, devices: DevicesAtPtys
) -> None:
    all_ready(live)
    live.session._stop(Message("stopped-not-written", why="the disk is full"))
    end = time.monotonic() + 120
    while devices.enabled("shoe"):
        assert time.monotonic() < end
        time.sleep(0.05)


def test_the_program_comes_back_at_the_same_devices(devices: DevicesAtPtys, path: Path) -> None:
    first = LiveTable(path, devices.entries())
    all_ready(first)
    entries = first.journal.seq
    first.close()
    again = LiveTable(path, devices.entries())
    all_ready(again)
    assert again.journal.seq >= entries
    assert not again.session.troubles
    again.close()


# --- what a table's file can name ------------------------------------------------------------------------------------


def test_simulators_behind_urls(path: Path) -> None:
    entries = (
        Device(kind="shoe", port="sim://shoe?seed=3&self_test=0.01&name=urls", serial="SIM-S0"),
        Device(kind="reader", port="usb+sim://reader?seed=3&self_test=0.01", serial="SIM-R0"),
        Device(kind="continuous-shuffler", port="sim://continuous-shuffler?seed=3&unit=2&name=urls", serial="SIM-C2"),
    )
    live = LiveTable(path, entries)
    live.until(lambda: all(live.state.links.get(entry.kind) == "ready" for entry in entries))
    assert operator_at(entries[0].port)("state").startswith("ok")
    assert operator_at(entries[1].port)("state").startswith("ok")
    live.close()


def known(serial: str, family: str = "shoe") -> KnownDevice:
    return KnownDevice(
        name="shoe", family=family, port="/dev/elsewhere", address=0x30, serial=serial, model="SIM-S1", key="42" * 32
    )


def journal_of(path: Path) -> LockedJournal:
    return LockedJournal(Journal.open(path, KEY))


def test_a_device_that_nobody_paired_and_a_simulator_are_refused_at_a_real_table(path: Path) -> None:
    journal = journal_of(path)
    entries = (
        Device(kind="shoe", port="/dev/ttyUSB0", serial="S-1"),
        Device(kind="reader", port="sim://reader", serial="SIM-R0"),
        Device(kind="camera", port="v4l2:0", serial="C-1"),
    )
    with pytest.raises(DeviceRefused) as refused:
        devices_of_table(entries, journal, clock_ms=wall_clock, registry=Registry(path=path))
    assert "shoe S-1 was never paired with this table" in str(refused.value)
    assert "; reader: sim://reader is a simulator" in str(refused.value)
    in_spanish = words_of("es").error(refused.value)
    assert "Sabot S-1: nunca se emparejó con esta mesa: dealer-console device pair shoe /dev/ttyUSB0" in in_spanish
    journal.close()


@pytest.mark.parametrize("kind", ["batch-shuffler", "continuous-shuffler"])
def test_a_shuffler_without_a_key_is_refused_unless_the_tables_file_allows_it(path: Path, kind: str) -> None:
    journal = journal_of(path)
    keyless = replace(known("B-1", kind), key="")
    registry = Registry(path=path, devices=(keyless,))
    device = Device(kind=kind, port="/dev/ttyUSB0", serial="B-1")
    with pytest.raises(ImpossibleRequestError, match=f"{kind} B-1 has no key"):
        devices_of_table((device,), journal, clock_ms=wall_clock, registry=registry)
    allowed = replace(device, without_key=True)
    assert devices_of_table((allowed,), journal, clock_ms=wall_clock, registry=registry).devices
    paired = Registry(path=path, devices=(replace(keyless, key="42" * 32),))
    assert devices_of_table((device,), journal, clock_ms=wall_clock, registry=paired).devices
    journal.close()


def test_a_shoe_is_never_allowed_without_a_key(tmp_path: Path) -> None:
    text = (config_folder() / "tables" / "massachusetts-switch-1.toml").read_text("utf-8")
    shoe = '[[devices]]\nkind = "shoe"\nport = "/dev/ttyUSB0"\nserial = "S-1"\nwithout_key = true\n'
    file = tmp_path / "massachusetts-switch-1.toml"
    file.write_text(text.split("[[devices]]")[0] + shoe + "[people]" + text.split("[people]")[1], "utf-8")
    with pytest.raises(BadFile, match="a shoe works only with its key"):
        table_from_file(file)


def test_a_paired_device_is_found_by_its_serial_number_and_its_firmware_must_be_approved(
    devices: DevicesAtPtys, path: Path
) -> None:
    shoe = devices.entries()[:1]
    strange = LiveTable(path, shoe, Registry(path=path, devices=(known("SIM-S0"),)))
    strange.until(lambda: strange.state.links.get("shoe") == "distrusted")
    strange.close()


def test_an_approved_one_is_worked_with(devices: DevicesAtPtys, path: Path) -> None:
    from hardware_sims.devices import build

    sha = build("shoe").setup.firmware_hash.hex()
    approval = Approval(
        serial="SIM-S0", firmware="1.0.0.0", firmware_sha256=sha, technician="Tom", supervisor="Sue", when="today"
    )
    registry = Registry(path=path, devices=(known("SIM-S0"),), approved=(approval,))
    live = LiveTable(path, devices.entries()[:1], registry)
    live.until(lambda: live.state.links.get("shoe") == "ready")
    live.close()


def test_a_plain_value_shoe_by_way_of_its_keeper(tmp_path: Path, path: Path) -> None:
    keeper = KeeperProcess(tmp_path)
    control = f"unix:{tmp_path / 'control.sock'}"
    shoe = Device(
        kind="shoe", port=f"unix:{tmp_path / 'shoe.sock'}", serial="AE-1", dialect="angel-eye", control=control
    )
    live = LiveTable(path, (shoe,))
    all_ready(live)
    assert live.lines.dealer_line is not None
    os.write(keeper.master, codec.encode_report(seq="1", code="D", data=b"\x81\x96") * 3)
    live.until(lambda: not live.state.burn_due)
    os.write(keeper.master, codec.encode_report(seq="2", code="R", data=b"\x81\x96") * 3)
    live.until(lambda: bool(live.state.questions))
    ((number, kind),) = live.state.questions.items()
    assert kind == "retransmission"
    live.touch(c.AnswerKeeper(who="Dee", question=number, yes=True))
    live.until(lambda: live.state.draw_at("unexplained") is not None and not live.state.answers)
    assert live.state.questions == {}
    live.close()
    keeper.close()


class ShoeProcess:
    """`hardware-sims run shoe` as a process of its own; killed, it forgets everything."""

    def __init__(self, port: Path) -> None:
        command = [sys.executable, "-m", "hardware_sims", "run", "shoe", "--listen", f"pty:{port}", "--seed", "7"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)

    def operate(self, text: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{text}\n".encode())
        self._process.stdin.flush()

    def kill(self) -> None:
        self._process.kill()
        self._process.wait(120)
        assert self._process.stdin is not None
        self._process.stdin.close()


def test_a_simulator_that_was_killed_comes_back_without_memory_and_people_decide(tmp_path: Path, path: Path) -> None:
    port = tmp_path / "shoe-port"
    shoe = ShoeProcess(port)
    live = LiveTable(path, (Device(kind="shoe", port=str(port), serial="SIM-S0"),))
    live.until(lambda: live.lines.devices["shoe"].enabled)
    shoe.kill()
    live.until(lambda: live.state.links["shoe"] == "away")
    shoe = ShoeProcess(port)
    live.until(lambda: live.state.links["shoe"] == "distrusted")
    live.touch(c.TrustAgain(who="Dee", device="shoe", reason="the simulator was started again"))
    live.until(lambda: live.lines.devices["shoe"].enabled)
    shoe.operate("load 312")
    live.until(lambda: live.state.inhibited["shoe"] >= 3 and live.lines.devices["shoe"].enabled)
    shoe.operate("draw 1")
    live.until(lambda: not live.state.burn_due or bool(live.state.draws))
    live.close()
    shoe.kill()
