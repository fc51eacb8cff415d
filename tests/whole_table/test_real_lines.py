"""The session in its thread, the driver at a real pty in its own, a simulator on wall time: a round with a restart."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dealer_console.app.device_journal import ADDRESSES, TableDeviceJournal
from dealer_console.app.devices import SIMULATOR_KEY
from dealer_console.game import moves, phases
from dealer_console.game.hand import HandId, Spot
from dealer_console.game.round_files.round_file import parse_bet
from dealer_console.journal import Journal
from dealer_console.simulation.virtual_table import DEVICE_CLASSES
from dealer_console.table import commands as c
from dealer_console.table.session.locked_journal import LockedJournal
from dealer_console.table.session.recovery import restore
from dealer_console.table.session.table_session import TableSession
from drivers.tablelink.constants import POLL_SECONDS, Family, Times
from drivers.tablelink.link import HostLink
from drivers.tablelink.session import LinkSetup
from drivers.transports.factory import transport_for
from drivers.transports.port_runner import PortRunner
from hardware_sims.devices import build
from tests.drivers.test_with_simulators_ports import ListeningDevice
from tests.rigs.known_people import done
from tests.rigs.opening import open_table, setup_of, table_of

KEY = bytes(range(32))
PATIENCE = 5.0  # seconds for a reply, where a real line has a tenth: a busy machine must not lose the shoe
CARDS = "2c Th 9d 6c Tc 8s Td 5c 3h 4h 5s 6s 7s 8d 9c"


class LiveTable:
    """One table with a shoe at a pty; `restart` is a new program on the same file."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "live.journal"
        self.device = ListeningDevice("pty", build("shoe", seed=7, options={"self_test": 0.01}))
        self.table = table_of("massachusetts-switch", ("shoe",), {"hole_card": "face-down"})
        with Journal.create(self.path, table="T1", signing_key=KEY) as journal:
            open_table(journal, self.table)
        self.start()

    def start(self) -> None:
        self.journal = LockedJournal(Journal.open(self.path, KEY))
        commands = TableDeviceJournal(self.journal, "shoe", self._clock)
        times = Times(poll=POLL_SECONDS[Family.SHOE], reply_wait=PATIENCE)
        setup = LinkSetup(address=ADDRESSES["shoe"], key=SIMULATOR_KEY, times=times, serial=None)
        self.shoe = DEVICE_CLASSES["shoe"](
            HostLink(setup=setup, journal=commands, nonce=lambda: secrets.token_bytes(8))
        )
        self.session = TableSession(self.journal, {"shoe": self.shoe}, clock_ms=self._clock, setup=setup_of(self.table))
        commands.state = lambda: self.session.state
        self.attendant = PortRunner(user=self.shoe, transport=transport_for(self.device.url))
        self.shoe.on_command = self.attendant.wake
        self.session.start()
        self.attendant.start()

    def stop(self) -> None:
        self.session.stop()  # first: nobody is left to record that the own line was closed
        self.attendant.stop()
        self.journal.close()

    def _clock(self) -> int:
        return time.monotonic_ns() // 1_000_000

    def touch(self, touch: c.Command) -> None:
        done(self.session, touch, wait=120)

    def until(self, holds: Callable[[], bool]) -> None:
        end = time.monotonic() + 120
        while not holds():
            assert time.monotonic() < end, f"{self.session.state.data()}"
            assert self.session.stopped is None
            time.sleep(0.005)

    def draw(self, cards: int) -> None:
        """One card, then wait until so many moves stand."""
        self.until(lambda: self.shoe.enabled)
        assert self.device.operate("draw 1").startswith("ok")
        self.until(lambda: len(self.session.state.standing) >= cards)


@pytest.fixture
def live(tmp_path: Path) -> Iterator[LiveTable]:
    table = LiveTable(tmp_path)
    yield table
    table.stop()
    table.device.close()


def test_a_round_over_real_lines_with_a_restart_in_the_middle(live: LiveTable) -> None:
    live.device.operate(f"load {CARDS}")
    live.until(lambda: live.session.state.links.get("shoe") == "ready")
    live.until(lambda: live.shoe.enabled)
    live.device.operate("draw 1")
    live.until(lambda: not live.session.state.burn_due)
    live.touch(c.WagersDown(who="Dee", bets=(parse_bet("1 25"),)))
    for count in range(1, 4):
        live.draw(count)
    standing = live.session.state.standing
    live.stop()
    live.start()
    assert live.session.state.standing == standing
    live.until(lambda: live.shoe.ready)
    for count in range(4, 7):
        live.draw(count)
    live.touch(c.Play(who="Dee", move=moves.SwitchDeclined(spot=Spot(1))))
    for hand in ("1a", "1b"):
        live.touch(c.Play(who="Dee", move=moves.Stood(hand=HandId(hand))))
    live.touch(c.ShowHoleCard(who="Dee"))
    live.until(lambda: live.session.state.round is not None and live.session.state.round.dealer.hole_shown)
    live.draw(len(live.session.state.standing) + 1)
    live.until(lambda: live.session.state.round is not None and live.session.state.round.phase is phases.COMPLETE)
    live.touch(c.WagersPaid(who="Dee"))
    live.session.stop()  # the shoe goes on telling, and both must be of the same entry
    assert restore(live.journal).hash() == live.session.state.hash()
