"""The dealer's console on a running table: the window with its flow.

What is wrong with files, ports and libraries is told before a window opens (`CannotStart`).
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TYPE_CHECKING, Final

from dealer_console.app.running_table import RunningTable
from dealer_console.app.window_options import CannotStart, KeptLook, WindowOptions
from dealer_console.game.message import Message
from dealer_console.messages import words_of
from dealer_console.screens.console import Console
from dealer_console.screens.console_config import ConsoleConfig
from dealer_console.table.snapshot import TableSnapshot
from dealer_console.touch.app.display import NotServed
from dealer_console.touch.app.libraries import LibrariesMissing, require
from dealer_console.touch.app.splash import end_splash

if TYPE_CHECKING:
    from dealer_console.screens.sizes import ScreenSize
    from dealer_console.touch.app.display import Display
    from dealer_console.touch.app.program import Program
    from dealer_console.touch.theme.look import Look as WindowLook
    from dealer_console.touch.window import ConsoleWindow

LOG_BYTES: Final = 1_000_000

# So long a thread may keep the others waiting: a screen that is composed and painted must not hold up a card.
SWITCH_SECONDS = 0.0005


@dataclass(slots=True, kw_only=True)
class OpenConsole:
    """A window with its flow, not yet running. `console` is the newest flow: it is made again after a failure."""

    program: Program
    window: ConsoleWindow
    consoles: list[Console]

    @property
    def console(self) -> Console:
        return self.consoles[-1]


def check_display(options: WindowOptions) -> Display:
    """Whether a window can open as it is asked for, with the libraries that are here. Raises `CannotStart`."""
    options.check()
    display = options.display()
    try:
        require(display.likely)
    except LibrariesMissing as missing:
        raise CannotStart(missing.message) from None
    return display


def start_program(options: WindowOptions) -> Program:
    """Libraries, display, application. Raises `CannotStart`."""
    sys.setswitchinterval(SWITCH_SECONDS)
    display = check_display(options)
    from dealer_console.touch.app.program import Program

    try:
        program = Program(display)
    except NotServed as error:
        raise CannotStart(Message("start-screen-cannot-be-served", reason=error.message)) from None
    except OSError as error:
        raise CannotStart(Message("start-screen-cannot-be-served", reason=str(error))) from None
    if program.address:
        served = Message("start-served-by-vnc", address=program.address)
        said = (served,) if display.why_served is None else (display.why_served, served)
        say(" ".join(map(words_of(options.language), said)))
    return program


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


@contextmanager
def open_console(
    program: Program, running: RunningTable, config: ConsoleConfig, options: WindowOptions
) -> Iterator[OpenConsole]:
    """The window on a running table. Leaving it takes the window away; the table itself is the caller's."""
    from dealer_console.touch.app.qt_bridge import PostedTable
    from dealer_console.touch.app.renewed_flow import RenewedFlow

    with ExitStack() as leave:
        table = PostedTable(program.post, running.session.submit)
        leave.callback(table.stop)
        consoles: list[Console] = []

        kept = KeptLook(running.parts.journal_file.with_suffix(".look.json"))

        def changed() -> None:
            kept.keep(consoles[-1].look)
            program.refresh_soon()

        def make() -> Console:
            look = consoles[-1].look if consoles else kept.look_for(options)
            consoles[:] = [Console(table, config, look=look, changed=changed)]
            return consoles[-1]

        flow: RenewedFlow[TableSnapshot] = RenewedFlow(make)
        window = _window(flow, options)
        leave.callback(window.deleteLater)
        program.bind(flow, window)
        program.each_second = lambda: consoles[-1].show_status(running.watch.status())
        program.is_live = lambda: running.watch.live
        yield OpenConsole(program=program, window=window, consoles=consoles)


def window_look(options: WindowOptions, size: ScreenSize | None = None) -> WindowLook:
    """How a window is painted with these options, on a screen of this size or theirs."""
    from dealer_console.touch.theme.look import BOUNCE
    from dealer_console.touch.theme.look import Look as Made

    size = size or options.screen_size
    return Made(
        size=size,
        theme=options.theme,  # type: ignore[arg-type]  # `check` has seen it
        density=size.density(options.inches) if options.inches is not None else None,
        four_colours=options.four_colours,
        large_text=options.large_text,
        bounce=BOUNCE if options.touchables is None else 0.0,  # a robot's finger does not bounce
    )


def _window(flow: object, options: WindowOptions) -> ConsoleWindow:
    from dealer_console.touch.safe_screen import SafeWords
    from dealer_console.touch.window import ConsoleWindow

    words = words_of(options.language)
    safe = SafeWords(
        title=words("safe-title"),
        meaning=words("safe-meaning"),
        go_on=words("safe-go_on"),
        again=words("safe-again"),
        too_small=lambda width, height: words("safe-too-small", width=width, height=height),
    )
    return ConsoleWindow(flow, window_look(options), safe_words=safe)  # type: ignore[arg-type]


def show_window(opened: OpenConsole, options: WindowOptions) -> None:
    """On a kiosk and on VNC the window is the whole display, with or without somebody who manages windows."""
    if options.full_screen or opened.program.address:
        from PySide6.QtCore import Qt

        opened.window.setWindowFlag(Qt.WindowType.FramelessWindowHint)
        opened.window.setGeometry(opened.window.screen().geometry())
        opened.window.showFullScreen()
    else:
        opened.window.show()
    end_splash()
    if options.touchables is not None:
        from dealer_console.touch.app import robot_export

        file = options.touchables
        opened.program.after_refresh = lambda: robot_export.write(file, opened.window, opened.console)
        opened.program.after_refresh()


def keep_log(file: Path) -> None:
    """What goes wrong in the window is kept beside the journal."""
    handler = RotatingFileHandler(file, maxBytes=LOG_BYTES, backupCount=1, encoding="utf-8", delay=True)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    logger = logging.getLogger("dealer_console.window")
    logger.handlers[:] = [handler]
    logger.propagate = False
