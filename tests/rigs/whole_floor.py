"""The whole floor in one process: PostgreSQL, a table with its devices and its console, and the windows of the pit.

Everything is put together as `dealer-console run` and `pit-review` do it. Fingers touch the real windows; what people
see is read from the values that these windows paint.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from dealer_console.app.console import OpenConsole, start_program
from dealer_console.app.running_table import RunningTable, wall_clock_ms
from dealer_console.app.window_options import WindowOptions
from dealer_console.cli.floor import database as floor_command
from dealer_console.cli.floor.service import serve
from dealer_console.cli.pit.review import ReviewOptions, open_review, open_services
from dealer_console.cli.table.run import RunOptions, open_table, parts_of
from dealer_console.demo.demo_table import OperatorThread, Pace
from dealer_console.demo.device_hall import DeviceHall
from dealer_console.demo.floor.temporary_postgres import Server
from dealer_console.demo.opening import kinds_for, write_table
from dealer_console.demo.opening import open_table as open_shift
from dealer_console.demo.operator import DemoOperator
from dealer_console.demo.people import Trainee, open_book
from dealer_console.floor import FloorError, address, queries
from dealer_console.floor.local_journal import open_local
from dealer_console.game.errors import Refusal
from dealer_console.pit.archive.projector import project
from dealer_console.pit.windows.pages.board import NoticeDialog
from dealer_console.pit.windows.sign_in import SignIn
from dealer_console.pit.windows.window import PitWindow
from dealer_console.rulebook import load_rules
from dealer_console.screens.values import Felt, Screen
from dealer_console.table.approvals.request import subject_hash
from dealer_console.table.commands import Command
from dealer_console.table.people import load_permissions
from dealer_console.table.people.actions import Action
from dealer_console.table.snapshot import TableSnapshot
from dealer_console.touch.app.robot_export import dim, touchables
from drivers.tablelink.device import TablelinkDevice
from tests.pit.windows import hand

RULES = "massachusetts-switch"
TABLE = f"demo-{RULES}"
STANDS = ("stand-1", "stand-2")
LIMIT = 120.0  # seconds: far more than anything takes, so that a loaded machine changes nothing
PATIENCE = 0.4  # as in the demonstration: devices share the process with the windows, and a busy one is not broken
# One burn card, then rounds that are all alike: 20 and 17 on spot 1 against the dealer's 17, nobody draws.
CARDS = "2c " + "Th 9d 7c Tc 8s Kd " * 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """An entry of the table's journal."""

    seq: int
    kind: str
    who: str | None
    data: dict[str, Any]


class Timing:
    """How long something took, told in the output of the tests and never judged."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def __call__(self, what: str) -> Iterator[None]:
        begin = time.monotonic()
        yield
        self.seconds[what] = time.monotonic() - begin


class WholeFloor:
    """`pump` lets all windows live; every wait goes through it."""

    def __init__(self, folder: Path, server: Server) -> None:
        self.folder = folder
        self.server = server
        self.floor_url = server.url(server.new_database())
        assert floor_command.init(self.floor_url, tables=[TABLE], pits=list(STANDS), projectors=["projector"]) == 0
        projector = self.floor_url.replace("postgres@", "projector@")
        assert serve(projector, once=True) == 0
        self._over = threading.Event()
        self._projector = threading.Thread(target=self._project, args=(projector,), name="projector", daemon=True)
        self._projector.start()
        open_book(folder, load_permissions(), wall_clock_ms).close()
        kinds = kinds_for(load_rules(RULES))
        self.hall = DeviceHall(kinds, folder, seed=7)
        hands = DemoOperator(self.hall.operate, kinds, seed=7)
        hands.load_next(CARDS)
        self.hands = OperatorThread(hands, Pace.of(0.01), self.hall.together)
        self.hands.start()
        write_table(folder, RULES, lambda kind: str(Path(self.hall.port(kind)).resolve()), self.hall.serial)
        self._name_the_floor(folder / f"{TABLE}.toml")
        self.window = WindowOptions(platform="offscreen", touchables=folder / "touchables.json")
        self.program = start_program(self.window)
        self.console: ConsoleFinger | None = None
        self.pits: list[PitFinger] = []
        self.in_order = True

    def _name_the_floor(self, file: Path) -> None:
        address = self.floor_url.replace("postgres@", "")
        text = file.read_text("utf-8")
        file.write_text(text.replace("\n[choices]", f'floor = "{address}"\n\n[choices]', 1), "utf-8")

    @property
    def run_options(self) -> RunOptions:
        places: dict[str, Any] = {name: path for name, path in self.options.items() if name != "touchables"}
        return RunOptions(**places, simulators=True, window=self.window)

    @property
    def options(self) -> dict[str, Path]:
        """The same for a console with a process of its own."""
        return {
            "table": self.folder / f"{TABLE}.toml",
            "data": self.folder,
            "people": self.folder / "people.db",
            "pepper": self.folder / "people.pepper",
            "registry": self.folder / "devices.json",
            "touchables": self.folder / "touchables.json",
        }

    @property
    def journal(self) -> Path:
        return self.folder / f"{TABLE}.journal"

    def _project(self, url: str) -> None:
        """As the service of the house does, also after the server was killed."""
        while not self._over.is_set():
            try:
                with project(url) as projector:
                    while not self._over.is_set():
                        projector.step()
                        projector.wait()
            except FloorError:
                self._over.wait(0.2)

    def close(self) -> None:
        self._over.set()
        self._projector.join()
        self.hands.stop()
        self.hall.close()

    # --- windows -----------------------------------------------------------------------------------------------------

    @contextmanager
    def dealing(self) -> Iterator[ConsoleFinger]:
        """The console of the table, in this process."""
        with open_table(self.run_options, parts_of(self.run_options), self.program, self.hands.see) as (
            running,
            opened,
        ):
            for device in running.lines.devices.values():
                assert isinstance(device, TablelinkDevice)
                setup = device.link.setup
                device.link.setup = replace(setup, times=replace(setup.times, reply_wait=PATIENCE))
            opened.window.show()
            self.console = ConsoleFinger(self, running, opened)
            try:
                yield self.console
            finally:
                self.console = None

    @contextmanager
    def reviewing(self, stand: str = STANDS[0]) -> Iterator[PitFinger]:
        """A window of the pit on the floor's address."""
        address = self.floor_url.replace("postgres@", f"{stand}@")
        book = ReviewOptions(
            target=address,
            people=self.run_options.people,
            pepper=self.run_options.pepper,
            save_to=self.folder,
            window=self.window,
        )
        with ExitStack() as leave:
            services = leave.enter_context(open_services(book))
            window = leave.enter_context(open_review(services, book))
            window.show()
            finger = PitFinger(self, window)
            self.pits.append(finger)
            leave.callback(self.pits.remove, finger)
            yield finger

    # --- time passes -------------------------------------------------------------------------------------------------

    def pump(self) -> None:
        if self.console is not None:
            self.program.each_second()
        for pit in self.pits:
            pit.window.background.look()
        QApplication.processEvents()
        time.sleep(0.005)

    def until(self, holds: Callable[[], bool], what: str) -> None:
        end = time.monotonic() + LIMIT
        while not holds():
            assert time.monotonic() < end, f"in {LIMIT} s it did not happen: {what}\n{self.seen()}"
            self.pump()

    def seen(self) -> str:
        found = [] if self.console is None else [self.console.words()]
        return "\n---\n".join([*found, *(pit.words() for pit in self.pits)])

    # --- what the journal holds --------------------------------------------------------------------------------------

    def written(self, kind: str) -> list[Written]:
        with open_local(self.journal) as local:
            rows = local.rows(0, 1_000_000)
        return [Written(seq=row[0], kind=row[1], who=row[4], data=json.loads(row[7])) for row in rows if row[1] == kind]

    def corrected(self, cents: int) -> int:
        """How often this amount was moved behind a settlement: each test has one of its own."""
        return [written.data["cents"] for written in self.written("correction")].count(cents)

    def in_step(self) -> bool:
        """The floor's copy is the table's journal, to the last entry."""
        with open_local(self.journal) as local, address.connect(self.floor_url) as connection:
            end = local.end()
            return (end.seq, end.hash) in {(head.seq, head.hash) for head in queries.heads(connection)}

    def must_be_bound(self, *, approver: Trainee, requester: Trainee, stand: str, reason: str) -> None:
        """The last approval names who asked, who approved, from where and why, and exactly what; it was used once."""
        asked, written, used = (self.written(kind)[-1] for kind in ("request", "approval", "approval-used"))
        assert asked.data["requester"] == self.id_of(requester)
        assert (written.who, written.data["approver"]) == (self.id_of(approver), self.id_of(approver))
        assert (written.data["name"], written.data["place"], written.data["reason"]) == (approver.name, stand, reason)
        assert asked.data["request"] == written.data["request"] == used.data["request"]
        assert asked.data["subject_hash"] == written.data["subject_hash"] == used.data["subject_hash"]
        assert subject_hash(Action(asked.data["action"]), asked.data["subject"]) == asked.data["subject_hash"]
        uses = [entry.data["request"] for entry in self.written("approval-used")]
        assert len(uses) == len(set(uses))

    def id_of(self, who: Trainee) -> str:
        book = open_book(self.folder, load_permissions(), wall_clock_ms)
        try:
            return next(person.person.id for person in book.people() if person.person.name == who.name)
        finally:
            book.close()


class Finger:
    """Touches what can be seen on a window, as soon as it is there."""

    def __init__(self, house: WholeFloor, window: QWidget) -> None:
        self.house = house
        self.window = window

    def words(self) -> str:
        raise NotImplementedError

    def refused_now(self) -> set[str]:
        raise NotImplementedError

    def busy(self) -> bool:
        raise NotImplementedError

    def has(self, touched: str) -> bool:
        return touched not in self.refused_now() and any(
            touchable.id == touched for touchable in touchables(self.window)
        )

    def press(self, *touched: str) -> None:
        for touchable in touched:
            ready = lambda wanted=touchable: self.has(wanted) and not self.busy()  # noqa: E731
            self.house.until(ready, f"{touchable} can be touched")
            widget = next(target.widget for target in touchables(self.window) if target.id == touchable)
            if getattr(widget, "hold", False):
                QTest.mousePress(widget, Qt.MouseButton.LeftButton)
                QTest.qWait(round(widget.stage.look.hold * 1000) + 100)
                QTest.mouseRelease(widget, Qt.MouseButton.LeftButton)
            else:
                QTest.mouseClick(widget, Qt.MouseButton.LeftButton)
            self.house.until(lambda: not self.busy(), f"{touchable} is answered")

    def press_first(self, beginning: str) -> str:
        """The first thing whose id begins so. Its id."""

        def there() -> list[str]:
            return [touchable.id for touchable in touchables(self.window) if touchable.id.startswith(beginning)]

        self.house.until(lambda: bool(there()), f"{beginning}… can be touched")
        found = there()[0]
        self.press(found)
        return found

    def touchable(self) -> set[str]:
        return {touchable.id for touchable in touchables(self.window)}

    def until(self, *told: str) -> None:
        """All of this stands on the screen."""
        self.house.until(lambda: all(row in self.words() for row in told), f"{told} can be read")


class ConsoleFinger(Finger):
    """The dealer's, and at the table the supervisor's."""

    def __init__(self, house: WholeFloor, running: RunningTable, opened: OpenConsole) -> None:
        super().__init__(house, opened.window)
        self.running = running
        self._opened = opened

    @property
    def screen(self) -> Screen:
        return self._opened.console.screen

    def refused_now(self) -> set[str]:
        return set(dim(self.screen))

    def busy(self) -> bool:
        return self._opened.console.waits

    def words(self) -> str:
        """Lights, banners, prompt, what was done, the note, and the page that lies over it."""
        screen = self.screen
        found = [f"{light.name} {light.words}" for light in screen.top.lights]
        found += [banner.text for banner in screen.banners]
        found += [screen.prompt.big, screen.prompt.small, screen.note]
        if screen.overlay is not None:
            found += [screen.overlay.title, screen.overlay.note]
            in_rows = (row.elements for column in screen.overlay.columns for row in column)
            found += [str(getattr(cell, "text", getattr(cell, "label", ""))) for row in in_rows for cell in row]
        return "\n".join(found)

    def sign_in(self, who: Trainee) -> None:
        self.press(f"person:{who.name}", *(f"digit:{digit}" for digit in who.pin))

    def do(self, touch: Command) -> Refusal | None:
        """Past the screen: what leads to the evening that a test is about."""
        answer = self.running.session.submit(touch)
        self.house.until(answer.done, "the table answers")
        return answer.result(0).refusal

    def open_the_table(self) -> None:
        """What the demonstration does before its first round; at a table that is open already, nothing."""
        links = self.running.session.state.links
        kinds = self.house.hall.kinds
        self.house.until(lambda: all(links.get(kind) == "ready" for kind in kinds), "all machines are ready")
        open_shift(self.running.parts.table, self._snapshot, self.do)
        self.house.until(self.is_ready, "wagers can be put down")

    def is_ready(self) -> bool:
        return self.has("act:bets") and not self.running.session.state.in_round

    def _snapshot(self) -> TableSnapshot:
        return self.running.session.snapshot

    # --- a round -----------------------------------------------------------------------------------------------------

    def deal_a_round(self) -> None:
        """25 on each hand of spot 1; the cards come by themselves, up to the first decision."""
        self.press("act:bets", "chip:2500", "spot:1", "bets-down")
        self.house.until(lambda: self.has("act:keep"), "the first decision")

    def play_a_round(self) -> None:
        self.deal_a_round()
        self.finish_the_round()

    def finish_the_round(self) -> None:
        """Nobody takes another card; everything is taken and paid. A request that waits is put aside."""
        ways = ("act:keep", "act:stand", "act:show", "act:paid", "act:next", "close")

        def over() -> bool:
            name = next((way for way in ways if self.has(way)), None)
            if name is not None and not self.busy():
                self.press(name)
            return self.is_ready()

        self.house.until(over, "the round is over")

    def put_the_answer_away(self) -> None:
        """What the pit answered, from among all banners."""
        if not self.has("pit-answer"):
            self.press("banners")
        self.press("pit-answer")
        if self.has("close"):
            self.press("close")

    # --- what needs a second person ----------------------------------------------------------------------------------

    def ask_for_a_correction(self, digits: str) -> None:
        """Of the last round that was paid: its first wager. Where none was paid yet, one is played."""
        if not self.house.written("round-closed"):
            self.play_a_round()
        self.press("menu", "menu:history")
        self.press_first("round:")
        self.press("payments")
        self.press_first("wager:")
        self.press("reason:underpaid", *(f"digit:{digit}" for digit in digits), "ok")
        self.until("Supervisor needed: Correct a settlement that was paid")

    def approve_here(self, who: Trainee) -> None:
        self.sign_in(who)
        self.press("approve")

    def withdraw(self) -> None:
        self.press("withdraw")

    def ask_for_a_fill(self) -> None:
        self.press("menu", "menu:table", "table:fill", "chip:2500", "digit:4", "digit:0", "chips-done")

    def confirm_the_fill(self, who: Trainee) -> None:
        self.press_first("slip:")
        self.press("confirm")
        self.sign_in(who)
        self.press("sign", "close")


class PitFinger:
    """A supervisor's keys and mouse, at one of the windows of the pit."""

    def __init__(self, house: WholeFloor, window: PitWindow) -> None:
        self.house = house
        self.window = window

    def words(self) -> str:
        return hand.words(self.window)

    def until(self, *told: str) -> None:
        """All of this stands on the screen."""
        self.house.until(lambda: all(text in self.words() for text in told), f"{told} can be read")

    def idle(self) -> None:
        self.house.until(lambda: self.window.background.running is None, "the work is done")

    def felt(self) -> Felt:
        self.house.until(lambda: self.window.rulings.felt.felt is not None, "the felt as it stood")
        felt = self.window.rulings.felt.felt
        assert felt is not None
        return felt

    def acknowledge(self, kind: str, who: Trainee) -> None:
        """What is open of this kind, from the board."""
        panel = self.window.board.items

        def there() -> list[int]:
            rows = range(panel.proxy.rowCount())
            return [row for row in rows if panel.proxy.row_at(panel.proxy.index(row, 0)).newest.kind == kind]

        self.house.until(lambda: bool(there()), f"{kind} stands on the board")
        hand.click_row(panel, there()[0])
        hand.click(self.window.board.acknowledge)
        self.sign(who)

    def announce(self, what: str, who: Trainee) -> None:
        """A notice for the table, from the board."""
        self.window.tabs.setCurrentWidget(self.window.board)
        panel = self.window.board.tables
        self.house.until(lambda: panel.proxy.rowCount() > 0, "the table stands on the board")
        hand.click_row(panel, 0)
        self.house.until(self.window.board.announce.isEnabled, "a notice can be given")
        hand.click(self.window.board.announce)
        box = hand.dialog(self.window, NoticeDialog).what
        at = box.findText(what)
        assert at >= 0, [box.itemText(number) for number in range(box.count())]
        box.setCurrentIndex(at)
        hand.write(hand.dialog(self.window, NoticeDialog).why, "as posted")
        self.sign(who)

    def open_the_request(self) -> None:
        """Another page first: the one in sight may be the right one already."""
        self.window.tabs.setCurrentWidget(self.window.rulings)
        panel = self.window.rulings.requests
        self.house.until(lambda: any(row.request for row in panel.model.rows), "a request waits")
        row = next(
            row for row in range(panel.proxy.rowCount()) if panel.proxy.row_at(panel.proxy.index(row, 0)).request
        )  # fmt: skip
        hand.click_row(panel, row)

    def rule(self, who: Trainee, *, approves: bool = True) -> None:
        self.answer(approves=approves)
        self.sign(who)

    def answer(self, *, approves: bool = True) -> None:
        """The button, and the reason; name and PIN are still to come."""
        page = self.window.rulings
        button = page.approve if approves else page.decline
        self.house.until(button.isEnabled, "an answer can be given")
        hand.click(button)
        hand.write(hand.dialog(self.window, SignIn).why, "seen on camera")

    def offered(self) -> set[str]:
        box = hand.dialog(self.window, SignIn).who
        return {box.itemText(at) for at in range(box.count())}

    def sign(self, who: Trainee, pin: str = "") -> None:
        hand.sign(self.window, who.name, pin or who.pin)
        self.idle()
