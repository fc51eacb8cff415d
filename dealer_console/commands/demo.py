"""`dealer-console demo`: a table to try, with simulated machines and the dealer's console on it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dealer_console.commands.replay import replay_files
from dealer_console.commands.speaking import complain
from dealer_console.rulebook import BadFile, NoConfig, UnknownRules, load_rules
from dealer_console.rulebook.load import config_folder
from dealer_console.usual_places import demonstration_folder

if TYPE_CHECKING:
    from dealer_console.console_launch import WindowWishes


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoWishes:
    """What a person wrote behind `demo`."""

    rules: str
    autoplay: bool
    closed: bool
    devices: bool
    screenshot: Path | None
    folder: Path | None
    go_on: bool
    seed: int | None
    pace: float
    cards: str
    control: str | None
    window: WindowWishes


def deal_demonstration() -> int:
    """A round in the terminal, for machines without any screen."""
    try:
        return replay_files([config_folder() / "demonstration.round"], as_json=False)
    except NoConfig as error:
        return complain(str(error))


def _check(wishes: DemoWishes) -> None:
    from dealer_console.console_launch import CannotStart
    from dealer_console.game.cards import card

    if wishes.autoplay and not wishes.devices:
        raise CannotStart("--autoplay deals from the simulated shoe: it does not go with --no-devices")
    if not 0.005 <= wishes.pace <= 10:
        raise CannotStart(f"--pace {wishes.pace:g}: seconds for a card, 0.005 to 10")
    for text in wishes.cards.split():
        try:
            card(text)
        except ValueError as error:
            raise CannotStart(f"--cards: {error}") from None


def run_demo(wishes: DemoWishes) -> int:
    from dealer_console.console_launch import CannotStart, start_program
    from dealer_console.demo.folder import FolderRefused, prepare

    try:
        load_rules(wishes.rules)
        wishes.window.check()
        _check(wishes)
        if wishes.screenshot is not None:
            from dealer_console.screenshots import write_pictures

            return write_pictures(wishes.screenshot, wishes.rules, wishes.window)
        folder = prepare(wishes.folder or demonstration_folder(), go_on=wishes.go_on)
        program = start_program(wishes.window)
        from dealer_console.demo.show import show_demo

        return show_demo(program, folder, wishes)
    except (UnknownRules, NoConfig, BadFile, CannotStart, FolderRefused) as error:
        return complain(str(error))
