"""Every page of the console that a finger can open without doing anything at the table, found by opening them all."""

from __future__ import annotations

import sys
from collections import deque
from dataclasses import replace
from pathlib import Path

from dealer_console.app.console import start_program
from dealer_console.app.window_options import WindowOptions
from dealer_console.demo import evening
from dealer_console.demo.demo_table import trainer_actions
from dealer_console.demo.drill import Drill
from dealer_console.demo.finger import VirtualFinger
from dealer_console.demo.screenshots import Scenes, scenes_of, write_scenes
from dealer_console.demo.virtual_console import VirtualConsole, put_sample_wagers, staged, staged_open
from dealer_console.screens.effects import Go
from dealer_console.screens.screen import compose
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.ui_state import UiState
from dealer_console.screens.values import Look

CLOCK = "20:15"
DEEPEST = 6


def pages_from(console: VirtualConsole, look: Look) -> Scenes:
    """The first screen of each page that is reached from here by touches that only open something."""
    kinds = tuple(console.table.devices)
    house = replace(
        console.console._config, trainer=trainer_actions(kinds, console.table.operate), drill=Drill(evening.RULES, 1)
    )
    status, snapshot = console.watch.status(), console.snapshot
    found: Scenes = {}
    waiting: deque[tuple[UiState, int]] = deque([(UiState(look=look), 0)])
    while waiting:
        local, depth = waiting.popleft()
        builder = ScreenBuilder(snapshot, local, house, house.words(look.language), status)
        screen = compose(builder, CLOCK)
        name = screen.overlay.id if screen.overlay is not None else ""
        if depth and (not name or name in found):
            continue
        found[name] = screen
        if depth < DEEPEST:
            steps = (effect.change(local) for effect in builder.effects.values() if isinstance(effect, Go))
            waiting += [(replace(after, look=look), depth + 1) for after in steps if after.look == local.look]
    return found


def _at(rule_set: str, look: Look, *until: str, cards: str = "", devices: bool = True) -> VirtualConsole:
    console = staged_open(rule_set, look=look, cards=cards, devices=devices)
    put_sample_wagers(console, rule_set, devices=devices)
    if devices:
        VirtualFinger(console).until(*until)
    return console


def at_a_decision(look: Look) -> VirtualConsole:
    return _at(evening.RULES, look, "act:stand", cards=evening.CARDS.replace("Ah", "7h", 1))


def after_a_round(look: Look) -> VirtualConsole:
    console = _at(evening.RULES, look, *evening.SIMPLY)
    finger = VirtualFinger(console)
    while (name := finger.until("act:bets", *evening.SIMPLY)) != "act:bets":
        finger.press(name)
    return console


def every_screen(look: Look) -> Scenes:
    """The evening, and whatever page it did not come by."""
    scenes = dict(scenes_of(evening.RULES, look))
    seen = {screen.overlay.id for screen in scenes.values() if screen.overlay is not None}
    moments = {
        "closed": staged(evening.RULES, look=look),
        "decision": at_a_decision(look),
        "after": after_a_round(look),
        "catfish": _at("catfish-bend-blackjack", look, "act:stand", "act:insurance_closed"),
        "by-hand": _at(evening.RULES, look, devices=False),
    }
    for moment, console in moments.items():
        for name, screen in pages_from(console, look).items():
            if not name:
                scenes.setdefault(f"{moment}-table", screen)
            elif name not in seen:
                seen.add(name)
                scenes[f"page-{name}"] = screen
    return scenes


def main() -> int:
    """Every screen in six sizes: `python -m tests.tools.pictures.pages DIR LANGUAGE THEME [large]`."""
    place, language, theme, *large = [*sys.argv[1:], *("build/screens", "en", "dark")[len(sys.argv) - 1 :]]
    folder = Path(place)
    options = WindowOptions(platform="offscreen", language=language, theme=theme, large_text="large" in large)
    options.check()
    start_program(options)
    folder.mkdir(parents=True, exist_ok=True)
    write_scenes(folder, every_screen(options.look), options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
