"""`dealer-console demo`: a table to try, with simulated devices and the dealer's console on it."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Annotated, Final

import typer

from dealer_console.app.paths import demonstration_folder
from dealer_console.app.window_options import CannotStart, WindowOptions
from dealer_console.cli.output import print_error, words
from dealer_console.cli.verbs import RuleSet
from dealer_console.game.cards import card
from dealer_console.game.message import Message
from dealer_console.messages import MessageError
from dealer_console.rulebook import BadFile, NoConfig, UnknownRules, load_rules
from dealer_console.rulebook.load import config_folder
from dealer_console.touch.app.splash import show_splash

if TYPE_CHECKING:
    from dealer_console.app.console import OpenConsole
    from dealer_console.demo.demo_table import DemoTable
    from dealer_console.touch.app.program import Program

ENDS_WITHIN: Final = 5.0  # seconds that a table which is still being opened has to notice the end
TOUCH_MS: Final = 900  # between two touches of the automatic dealer


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoOptions:
    """What a person wrote after `demo`."""

    rules: RuleSet = "massachusetts-switch"
    autoplay: Annotated[bool, typer.Option("--autoplay", help="help-demo-autoplay")] = False
    closed: Annotated[bool, typer.Option("--closed", help="help-demo-closed")] = False
    devices: Annotated[bool, typer.Option("--devices/--no-devices", help="help-demo-devices")] = True
    camera: Annotated[bool, typer.Option("--camera", help="help-demo-camera")] = False
    screenshot: Annotated[Path | None, typer.Option("--screenshot", help="help-demo-screenshot")] = None
    folder: Annotated[Path | None, typer.Option("--folder", help="help-demo-folder")] = None
    resume: Annotated[bool, typer.Option("--continue", help="help-demo-resume")] = False
    seed: Annotated[int | None, typer.Option("--seed", help="help-demo-seed")] = None
    pace: Annotated[float, typer.Option("--pace", help="help-demo-pace")] = 0.45
    cards: Annotated[str, typer.Option("--cards", help="help-demo-cards")] = ""
    control: Annotated[str | None, typer.Option("--control", help="help-demo-control")] = None
    window: WindowOptions = field(default_factory=WindowOptions)

    def check(self) -> None:
        """Raises `CannotStart`, or what is wrong with the rule set."""
        load_rules(self.rules)
        self.window.check()
        if self.autoplay and not self.devices:
            raise CannotStart(Message("start-autoplay-deals-simulated-shoe"))
        if not 0.005 <= self.pace <= 10:
            raise CannotStart(Message("start-pace-seconds-card", pace=f"{self.pace:g}"))
        for text in self.cards.split():
            try:
                card(text)
            except ValueError as error:
                raise CannotStart(Message("start-cards-unreadable", reason=str(error))) from None


def demo(
    options: DemoOptions,
    terminal: Annotated[bool, typer.Option("--terminal", help="help-demo-terminal")] = False,
) -> int:

    try:
        if terminal:
            return _replay_demonstration()
        options.check()
        if options.screenshot is not None:
            from dealer_console.demo.screenshots import write_pictures

            return write_pictures(options.screenshot, options.rules, options.window)
        show_splash(options.window.display(), options.window.pixels)
        from dealer_console.app.console import start_program

        with claimed(options.folder or demonstration_folder(), other=options.folder is None) as folder:
            prepare(folder, go_on=options.resume)
            return _show(start_program(options.window), folder, options)
    except (UnknownRules, NoConfig, BadFile, CannotStart, FolderRefused) as error:
        return print_error(error)


def _replay_demonstration() -> int:
    """A round in the terminal, for computers without any screen."""
    from dealer_console.cli.rounds.replay import replay

    return replay([config_folder() / "demonstration.round"])


def _show(program: Program, folder: Path, options: DemoOptions) -> int:
    from dealer_console.app.console import keep_log, open_console, say, show_window
    from dealer_console.demo.demo_table import DemoTable, Pace

    keep_log(folder / "window.log")
    shown: list[OpenConsole] = []
    table = DemoTable(
        folder,
        options.rules,
        devices=options.devices,
        camera=options.camera,
        seed=options.seed,
        pace=Pace.of(options.pace),
        cards=options.cards,
        control=options.control,
        post=program.offer,
        may_deal=lambda: bool(shown) and shown[0].console.screen.overlay is None,
    )
    if table.hall.control is not None:
        say(f"control {table.hall.control.address}")
    try:
        with open_console(program, table.running, table.console_config, options.window) as opened:
            shown.append(opened)
            show_window(opened, options.window)
            opening = Thread(target=table.start, kwargs={"opened": not options.closed}, daemon=True)
            opening.start()  # the window is there at once and sees the table being opened
            _start_player(opened, table, options)
            status = program.run()
            opening.join(timeout=ENDS_WITHIN)
            return status
    finally:
        table.close()


def _start_player(opened: OpenConsole, table: DemoTable, options: DemoOptions) -> None:
    """With `--autoplay` it does everything; else only the look under the hole card, which nobody else here can see."""
    from PySide6.QtCore import QTimer

    from dealer_console.demo.autoplay import AutoPlayer

    player = AutoPlayer(lambda: opened.console.snapshot.round, table.operator.hole_card)
    next_touch = player.next_touch if options.autoplay else player.peek
    timer = QTimer(opened.window)

    def touch() -> None:
        name = next_touch(opened.console.screen)
        if name is not None and not opened.console.waits:
            opened.console.press(name)

    timer.timeout.connect(touch)
    timer.start(TOUCH_MS)


# Only what a demonstration itself writes is ever moved or removed.
_OWN: Final = (
    "demo-*.toml",
    "demo-*.journal*",
    "demo.key",
    "people.db*",
    "people.pepper",
    "*.port",
    "simulators.*",
    "devices.json",
    "window.log",
)
MOST_DEMONSTRATIONS: Final = 9  # at a time; and so many earlier ones are kept
_EARLIER: Final = "earlier"
_MARK: Final = "demonstration.txt"


class FolderRefused(MessageError):
    """The folder cannot be used for a demonstration."""


@contextmanager
def claimed(folder: Path, *, other: bool) -> Iterator[Path]:
    """This folder, or the next one beside it that no other demonstration uses now; it stays ours until the end."""
    for number in range(1, MOST_DEMONSTRATIONS + 1):
        chosen = folder if number == 1 else folder.with_name(f"{folder.name}-{number}")
        try:
            chosen.parent.mkdir(parents=True, exist_ok=True)
            lock = chosen.with_name(f".{chosen.name}.lock").open("w")
        except OSError as error:
            raise FolderRefused(
                Message("demo-cannot-be-used", folder=chosen, reason=str(error.strerror or error))
            ) from None
        with lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                if other:
                    continue
                raise FolderRefused(Message("demo-another-demonstration-uses-end", chosen=chosen)) from None
            yield chosen
            return
    raise FolderRefused(Message("demo-demonstrations-run-already-end", most=MOST_DEMONSTRATIONS))


def prepare(folder: Path, *, go_on: bool) -> Path:
    """The folder; an earlier demonstration lies aside in it, unless this one goes on with it."""
    mark = folder / _MARK
    try:
        if folder.exists() and any(folder.iterdir()) and not mark.exists():
            raise FolderRefused(Message("demo-holds-other-files-name", folder=folder))
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        mark.write_text(f"{words()('demo-folder')}\n", "utf-8")
        if not go_on:
            _put_aside(folder)
    except OSError as error:
        raise FolderRefused(
            Message("demo-cannot-be-used", folder=folder, reason=str(error.strerror or error))
        ) from None
    return folder


def _put_aside(folder: Path) -> None:
    """The files of the demonstration before, with its key: they can be looked at until nine more have come."""
    files = _own_files(folder)
    if not files:
        return
    numbers = sorted(int(kept.name) for kept in folder.glob(f"{_EARLIER}/*") if kept.name.isdecimal())
    aside = folder / _EARLIER / str(max(numbers, default=0) + 1)
    aside.mkdir(parents=True, mode=0o700)
    for file in files:
        file.rename(aside / file.name)
    for number in numbers[: 1 - MOST_DEMONSTRATIONS]:
        kept = folder / _EARLIER / str(number)
        for file in _own_files(kept):
            file.unlink()
        if not any(kept.iterdir()):
            kept.rmdir()


def _own_files(folder: Path) -> list[Path]:
    return [file for pattern in _OWN for file in folder.glob(pattern)]
