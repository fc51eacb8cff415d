"""The demonstration in its window: what the hands do by themselves, and the player that deals it alone."""

from __future__ import annotations

import logging
from logging.handlers import RotatingFileHandler
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final, Protocol

from dealer_console.console_launch import OpenConsole, WindowWishes, open_console, say, show_window
from dealer_console.demo.autoplay import AutoPlayer
from dealer_console.demo.live import DemoTable, Pace

if TYPE_CHECKING:
    from dealer_console.touch.app.program import Program

TOUCH_MS: Final = 900  # a finger of the automatic dealer
LOG_BYTES: Final = 1_000_000


class Wishes(Protocol):
    @property
    def rules(self) -> str: ...
    @property
    def autoplay(self) -> bool: ...
    @property
    def closed(self) -> bool: ...
    @property
    def devices(self) -> bool: ...
    @property
    def seed(self) -> int | None: ...
    @property
    def pace(self) -> float: ...
    @property
    def cards(self) -> str: ...
    @property
    def control(self) -> str | None: ...
    @property
    def window(self) -> WindowWishes: ...


def show_demo(program: Program, folder: Path, wishes: Wishes) -> int:
    keep_log(folder / "window.log")
    shown: list[OpenConsole] = []
    demo = DemoTable(
        folder,
        wishes.rules,
        devices=wishes.devices,
        seed=wishes.seed,
        pace=Pace.of(wishes.pace),
        cards=wishes.cards,
        control=wishes.control,
        post=program.offer,
        may_deal=lambda: bool(shown) and shown[0].console.screen.overlay is None,
    )
    if demo.hall.control is not None:
        say(f"control {demo.hall.control.address}")
    try:
        with open_console(program, demo.running, demo.house, wishes.window) as opened:
            shown.append(opened)
            demo.start(opened=not wishes.closed)
            show_window(opened, wishes.window)
            _by_itself(opened, demo, wishes)
            return program.run()
    finally:
        demo.close()


def _by_itself(opened: OpenConsole, demo: DemoTable, wishes: Wishes) -> None:
    """With `--autoplay` everything; else only the look under the hole card, which nobody else here can see."""
    from PySide6.QtCore import QTimer

    player = AutoPlayer(Random(wishes.seed), hole_card=demo.hands.hole_card_is)  # noqa: S311  players' wishes
    chosen = player.next_touch if wishes.autoplay else player.peek
    timer = QTimer(opened.window)

    def touch() -> None:
        name = chosen(opened.console.screen)
        if name is not None and not opened.console.waits:
            opened.console.press(name)

    timer.timeout.connect(touch)
    timer.start(TOUCH_MS)


def keep_log(file: Path) -> None:
    """What goes wrong in the window is kept beside the journal."""
    handler = RotatingFileHandler(file, maxBytes=LOG_BYTES, backupCount=1, encoding="utf-8", delay=True)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    logger = logging.getLogger("dealer_console.window")
    logger.handlers[:] = [handler]
    logger.propagate = False
