"""`dealer-console demo --screenshot`: an evening at the console, every phase, in three sizes, always the same pixels.

The evening is played once in virtual time; its screens are frozen values, and each is painted in every size.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from dealer_console.app.console import start_program, window_look
from dealer_console.app.window_options import CannotStart, WindowOptions
from dealer_console.demo import evening
from dealer_console.demo.autoplay import AutoPlayer
from dealer_console.demo.finger import VirtualFinger, buttons_of
from dealer_console.demo.virtual_console import put_sample_wagers, staged, staged_open
from dealer_console.game.message import Message
from dealer_console.game.round_files.round_file import parse_bet
from dealer_console.screens.sizes import SIZES, ScreenSize
from dealer_console.screens.values import Look, Screen
from dealer_console.table.commands import WagersDown

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

    from dealer_console.touch.theme.look import Look as WindowLook

Scenes = dict[str, Screen]
LATE_CALL_CARDS: Final = "Th 9c 6h 8d 8s 7c 2c 3c 4c 5d"
MOST_TOUCHES: Final = 200
SMALL: Final = 0  # Qt's scale for PNG: 0 is packed tightest


@dataclass(slots=True)
class StillFlow:
    """Shows one screen and nothing else."""

    screen: Screen

    def press(self, touched: str) -> None:
        """A picture does not answer."""

    def key(self, key: str) -> bool:
        return False

    def tick(self, clock: str) -> None:
        """Time stands still in a picture."""


# --- the scenes ------------------------------------------------------------------------------------------------------


def scenes_of(rule_set: str, look: Look) -> Scenes:
    """The written evening for its own rules; for all others a round that plays itself, phase by phase."""
    return _evening(look) if rule_set == evening.RULES else {**_closed(rule_set, look), **_round(rule_set, look)}


def _evening(look: Look) -> Scenes:
    scenes: Scenes = {}
    console = staged(evening.RULES, look=look)
    console.operator.load_next(evening.CARDS)
    evening.evening(VirtualFinger(console, scenes.__setitem__))
    for other in (_by_hand, _late_call, _second_decks, _device_back, _mistake):
        scenes |= other(look)
    return scenes


def _by_hand(look: Look) -> Scenes:
    """Without any device: the rank pad."""
    console = staged_open(evening.RULES, devices=False, look=look)
    put_sample_wagers(console, evening.RULES, devices=False)
    finger = VirtualFinger(console)
    finger.press("face-down", "rank:T")
    if finger.has("suit:h"):
        finger.press("suit:h")
    finger.press("rank:5")
    return {"by-hand": console.screen}


def _late_call(look: Look) -> Scenes:
    """A hand was skipped, and nobody saw it until the deal was over: what will change, and the steps to do."""
    console = staged_open(evening.RULES, look=look, cards=LATE_CALL_CARDS)
    dealer = console.table.session.state.shift.dealer or ""
    console.must(WagersDown(who=dealer, bets=tuple(parse_bet(text) for text in ("1 25", "2 50"))))
    finger = VirtualFinger(console)
    finger.press("irregularity", "late-call", "hand:1b")
    cards = [button.id for button in buttons_of(console.screen) if button.label.endswith(" 1b")]
    finger.press(cards[-1])
    finger.press(*([] if finger.has("late-code:hand-not-dealt") else ["more"]))
    finger.press("late-code:hand-not-dealt", "which:1b", "choice:dead-hand")
    preview = console.screen
    finger.press("ok")
    evening.approve(finger)
    finger.until("late-step:1")
    return {"late-call": preview, "late-steps": console.screen}


def _second_decks(look: Look) -> Scenes:
    """Decks that are shuffled while the others are dealt; then the shuffler jams, and shows where and what to do."""
    console = staged_open(evening.RULES, look=look)
    finger = VirtualFinger(console)
    finger.press("menu", "menu:shoe", "shoe:second_in:red", "shoe:second_inspected")
    evening.approve(finger)
    evening.reach(finger, "shoe:shuffle_second", "menu:shoe", "menu")
    console.run(1.0)
    shuffling = console.screen
    console.press("close")
    finger.operate("batch-shuffler", "fault jam")
    console.run(2.0)
    console.press("light:batch-shuffler")
    return {"second-decks": shuffling, "shuffler-fault": console.screen}


def _device_back(look: Look) -> Scenes:
    """The cable of the shoe comes out in a round and is put in again: the cards are compared."""
    console = staged_open(evening.RULES, look=look, cards=evening.CARDS)
    put_sample_wagers(console, evening.RULES)
    finger = VirtualFinger(console)
    finger.until("act:insurance_closed")
    finger.operate("shoe", "fault disconnect:for=10")
    finger.until("compare:agree")
    return {"device-back": console.screen}


def _mistake(look: Look) -> Scenes:
    """A mistake of the simulated dealer: what lies on the table, and what the trainer reads."""
    console = staged_open(evening.RULES, look=look, cards=evening.CARDS)
    finger = VirtualFinger(console)
    finger.press("menu", "menu:trainer", "trainer:dealer", "mistake:hand-too-many-cards", "close", "close")
    put_sample_wagers(console, evening.RULES)
    finger.press("menu", "menu:look")
    lies = console.screen
    finger.press("close", "menu", "menu:trainer", "trainer:dealer")
    return {"look": lies, "trainer": console.screen}


def _closed(rule_set: str, look: Look) -> Scenes:
    return {"closed": staged(rule_set, look=look).screen}


def _round(rule_set: str, look: Look) -> Scenes:
    scenes: Scenes = {}
    console = staged_open(rule_set, look=look)
    scenes["opened"] = console.screen
    console.press("act:bets")
    scenes["bets"] = console.screen
    console.press("close")
    player = AutoPlayer(console.round_shown, console.hole_card)
    put_sample_wagers(console, rule_set)
    for _ in range(MOST_TOUCHES):
        touched = player.next_touch(console.screen)
        name = f"{console.phase()}-{(touched or 'waits').removeprefix('act:')}"
        scenes.setdefault(name, console.screen)
        if touched is None or not console.table.session.state.in_round:
            break
        if "irregularity" not in scenes:
            console.press("irregularity")
            scenes["irregularity"] = console.screen
            console.press("close")
        console.press(touched)
    return scenes


# --- the pictures ----------------------------------------------------------------------------------------------------


def write_pictures(
    folder: Path,
    rule_set: str,
    options: WindowOptions,
    sizes: tuple[ScreenSize, ...] = SIZES,
    prefix: str = "",
    pack: Callable[[QImage], QImage] = lambda image: image,
) -> int:
    """PNG files `NN-name-WIDTHxHEIGHT.png`, of one size alone `NN-name.png`; 0 when all are written."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    start_program(WindowOptions(platform="offscreen"))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotStart(
            Message("start-folder-cannot-be-used", folder=folder, reason=str(error.strerror or error))
        ) from None
    write_scenes(folder, scenes_of(rule_set, options.look), options, sizes, prefix, pack)
    return 0


def write_scenes(
    folder: Path,
    scenes: Scenes,
    options: WindowOptions,
    sizes: tuple[ScreenSize, ...] = SIZES,
    prefix: str = "",
    pack: Callable[[QImage], QImage] = lambda image: image,
) -> None:
    for number, (name, screen) in enumerate(scenes.items(), start=1):
        for size in sizes:
            ending = f"-{size.name}" if len(sizes) > 1 else ""
            file = folder / f"{prefix}{number:02}-{name}{ending}.png"
            if not pack(_painted(screen, window_look(options, size))).save(str(file), "PNG", SMALL):  # type: ignore[call-overload]
                raise CannotStart(Message("start-cannot-written", file=file))


def _painted(screen: Screen, look: WindowLook) -> QImage:
    from PySide6.QtWidgets import QApplication

    from dealer_console.touch.window import ConsoleWindow

    window = ConsoleWindow(StillFlow(screen), look)
    window.show()
    QApplication.processEvents()
    image = window.grab().toImage()
    window.close()
    window.deleteLater()
    return image
