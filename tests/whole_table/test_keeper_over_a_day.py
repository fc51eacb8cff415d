"""A day at a table with a plain-value shoe: the simulated shoe at a real pty, the keeper in a process of its own, the
house with its people. Console and keeper die where it hurts, and the keeper is told everything once."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dealer_console.app.devices import devices_of_table
from dealer_console.game import moves, phases
from dealer_console.game.cards import FACES
from dealer_console.game.round_files.notation import write_move
from dealer_console.journal import Journal
from dealer_console.rulebook.tables import Device
from dealer_console.table import commands as c
from dealer_console.table.devices.keeper import NOT_CONFIRMED
from dealer_console.table.session.locked_journal import LockedJournal
from dealer_console.table.session.table_session import TableSession
from drivers.angel_eye.store import KeeperStore
from drivers.transports import port_runner
from drivers.transports.unix_socket import UnixSocketTransport
from tests.drivers.bench_table import KEY as KEEPER_KEY
from tests.drivers.test_keeper_process import keeper_command
from tests.messages.codes import alarm_codes
from tests.rigs.staffed_table import CB, TRAY, StaffedTable
from tests.whole_table.devices_at_ptys import DevicesAtPtys
from tests.whole_table.test_devices_of_table import KEY, wall_clock

ROUND = "Th 7c 9d Td"  # 19 against the dealer's 17, which is known when the hole card is shown
OTHERS = tuple(face.text for face in FACES)
SHOE = "angel-eye"
PATIENCE = 60.0
PATIENT_KEEPER = f"""
import sys
from drivers.keeper import __main__ as keeper
from drivers.angel_eye import tablelink_server
tablelink_server.HOST_LOST = {PATIENCE}
sys.exit(keeper.main())
"""


class Keeper:
    """Its process, between the port of the simulated shoe and the two sockets."""

    def __init__(self, folder: Path, port: str) -> None:
        self.folder, self.port = folder, port
        (folder / "key").write_text(KEEPER_KEY.hex())
        (folder / "key").chmod(0o600)
        self.start()

    def start(self) -> None:
        with (self.folder / "errors").open("ab") as errors:
            python, _, _, *words = keeper_command(self.port, self.folder)
            self._process = subprocess.Popen([python, "-c", PATIENT_KEEPER, *words], stderr=errors, stdout=errors)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait(120)

    def stop(self) -> None:
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
            assert self._process.wait(120) == 0


class Console(StaffedTable):
    """One life of the console's program."""

    def __init__(self, folder: Path) -> None:
        guarded = LockedJournal(Journal.open(folder / "table.journal", KEY))
        unix = f"unix:{folder}"
        shoe = Device(
            kind="shoe", serial="AE-1", dialect="angel-eye", port=f"{unix}/shoe.sock", control=f"{unix}/control.sock"
        )
        self.lines = devices_of_table((shoe,), guarded, clock_ms=wall_clock, simulators=True)
        super().__init__(folder, CB, journal=guarded)
        self.virtual.session = TableSession(
            guarded, dict(self.lines.devices), clock_ms=wall_clock, publish=self.snapshots.append, setup=self.setup
        )
        self.lines.serve(self.session)
        self.lines.start()

    @property
    def now(self) -> int:
        return wall_clock()

    @now.setter
    def now(self, _value: int) -> None:
        """Real lines need the real time."""

    def pull_the_cables(self) -> None:
        self.lines.stop()

    def end(self) -> None:
        self.lines.stop()
        self.journal.close()
        self.book.close()

    def told(self) -> list[tuple[str, int]]:
        heard = [entry for entry in self.kinds("device-event") if entry.data["event"] == "KeeperHeard"]
        return [(str(entry.data["word"]), int(str(entry.data["entry"]))) for entry in heard]


class Day:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        Journal.create(folder / "table.journal", table=CB, signing_key=KEY).close()
        self.devices = DevicesAtPtys(folder, (SHOE,))
        self.keeper = Keeper(folder, self.devices.port(SHOE))
        self.console = Console(folder)

    def console_dies(self) -> None:
        self.console.end()
        self.console = Console(self.folder)

    def until(self, holds: Callable[[Console], bool]) -> None:
        self.console.wait(lambda: holds(self.console))
        assert self.console.session.stopped is None

    def ready(self) -> None:
        self.until(lambda c: c.state.links.get("shoe") == "ready" and not c.state.keeper.due)
        self.until(lambda c: c.lines.devices["shoe"].enabled)

    def load(self, rounds: int) -> None:
        """Behind the burn card lie the cards of these rounds, and others; the cutting card comes far behind them."""
        self.devices.operate(SHOE, f"load 2c {' '.join([ROUND] * rounds)} {' '.join(OTHERS)}")
        self.devices.operate(SHOE, "cut 1")

    def draw(self, landed: Callable[[Console], bool]) -> None:
        self.devices.operate(SHOE, "draw 1")
        self.until(landed)

    def burn(self) -> None:
        self.ready()
        self.draw(lambda c: not c.state.burn_due)

    def deal(self) -> None:
        self.console.bet("1 25")
        for count in range(1, 5):
            self.draw(lambda c, count=count: len(c.state.standing) >= count)  # type: ignore[misc]

    def finish(self) -> None:
        r = self.console.state.round
        assert r is not None
        assert r.hand is not None
        self.console.done(c.Play(who=self.console.dealer, move=moves.Stood(hand=r.hand.id)))
        self.console.done(c.ShowHoleCard(who=self.console.dealer))
        self.until(lambda c: c.state.round is not None and c.state.round.phase is phases.COMPLETE)
        last = self.console.state.standing[-1]
        assert (write_move(last.move), last.who) == ("reveal Td", None)
        self.console.done(c.WagersPaid(who=self.console.dealer))

    def count_and_shuffle(self) -> None:
        console = self.console
        while (guide := console.snapshot.guide) is not None and guide.command in (c.CardStep, c.CountCards):
            if guide.command is c.CountCards:
                decks = console.table.game.decks
                console.done(c.CountCards(who=console.dealer, shoe_rest=decks * 52 - 9, discards=9))
            else:
                console.done(c.CardStep(who=console.dealer, step=guide.step))
        console.shuffle("cutting-card")

    def close(self) -> None:
        self.console.end()
        self.keeper.stop()
        self.devices.close()


@pytest.fixture
def day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Day]:
    """Nobody takes a busy machine for a broken line: that would be a fault of the shoe in the middle of a round."""
    monkeypatch.setattr(UnixSocketTransport, "reply_wait", PATIENCE)
    monkeypatch.setattr(port_runner, "SILENCE_LIMIT", PATIENCE)
    made = Day(tmp_path)
    yield made
    made.close()


def test_a_day_at_a_table_with_a_plain_value_shoe(day: Day, tmp_path: Path) -> None:
    day.until(lambda c: c.state.links.get("shoe") == "ready")
    day.console.open()
    day.console.bring_cards()
    day.console.shuffle()
    day.console.cut()
    day.load(2)
    day.burn()
    assert [word for word, _ in day.console.told()] == ["new-shoe"]
    day.deal()
    day.console_dies()
    day.ready()
    day.finish()

    day.devices.operate(SHOE, f"cut {len(OTHERS) + 2}")
    day.deal()
    assert day.console.state.last_round_of_shoe
    day.finish()
    day.ready()
    assert day.console.state.shoe_over
    assert [word for word, _ in day.console.told()] == ["new-shoe", "round-over"]
    day.draw(lambda c: "alarm-card-not-counted" in alarm_codes(c.state))

    day.count_and_shuffle()
    day.console.pull_the_cables()  # the console dies with the entry of the shoe, and so does the keeper
    day.console.cut()
    assert day.console.snapshot.keeper_unconfirmed == NOT_CONFIRMED
    day.keeper.kill()
    day.console_dies()
    day.keeper.start()
    day.load(1)
    day.burn()
    shoes = [entry.seq for entry in day.console.kinds("shoe")]
    assert day.console.told()[-1] == ("new-shoe", shoes[-1])
    day.deal()
    day.finish()

    day.console.sign("Sam", c.OrderCardsOut(who=""))
    for step in ("rack", "fan", "return"):
        day.console.done(c.CardStep(who=day.console.dealer, step=step))
    day.console.by_two(c.CloseTable(who=day.console.dealer, tray=TRAY), "Paula")  # the tray is far off
    day.until(lambda c: not c.state.keeper.due)
    words = [word for word, _ in day.console.told()]
    assert words[:3] == ["new-shoe", "round-over", "new-shoe"]
    assert set(words[3:]) == {"close-shoe"}
    loaded = [entry for entry in day.console.kinds("device-event") if entry.data["event"] == "CardsLoaded"]
    assert len(loaded) == 2
    day.keeper.stop()
    assert_no_value(tmp_path / "store")


def assert_no_value(store: Path) -> None:
    kept = KeeperStore(store)
    state = kept.load()
    kept.close()
    assert (state.draws, state.questions, state.last_report, state.refused_report) == ({}, [], b"", b"")
    assert state.last_draw == 14
