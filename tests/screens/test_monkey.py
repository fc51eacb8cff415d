"""Random fingers on a real session: nothing breaks, nothing leads to a dead end, every id and key stands once."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from dealer_console.rulebook import rule_set_names
from dealer_console.screens.values import Screen
from tests.rigs.console_rig import AnyConsole, open_console, staffed_console
from tests.screens.screen_parts import buttons, enabled, keys, touchables
from tests.screens.test_evening import opened

PRESSES = 60
MANY = 3000


def check(screen: Screen) -> None:
    ids, held = touchables(screen), keys(screen)
    places = [action.place for action in screen.actions]
    assert len(places) == len(set(places)), screen.actions
    assert len(ids) == len(set(ids)), sorted(id_ for id_ in ids if ids.count(id_) > 1)
    assert len(held) == len(set(held)), sorted(part for part in held if held.count(part) > 1)
    for button in buttons(screen):
        assert button.label, button
        assert button.key, f"{button.id} has no key"
        assert button.enabled or button.reason, button


class Monkey:
    def __init__(self, table: AnyConsole, seed: int) -> None:
        self.table = table
        self.dice = Random(seed)
        self.pressed: list[str] = []

    def step(self) -> None:
        screen = self.table.screen
        check(screen)
        if "shoe" in self.table.virtual.kinds and self.table.needs_hands() and self.dice.random() < 0.7:
            self._hands()
            return
        found = enabled(screen)
        assert self._leads_on(screen), f"a dead end after {self.pressed[-12:]}: {screen.prompt}"
        assert found, f"a dead end after {self.pressed[-12:]}: {screen.prompt}"
        wanted = self._weighted(screen, found)
        self.pressed.append(wanted)
        self.table.press(wanted)
        self.table.wait(0.2)

    def _leads_on(self, screen: Screen) -> bool:
        """There is something to decide or to enter, or a card or a device is awaited."""
        if screen.overlay is not None or any(action.enabled for action in screen.actions):
            return True
        return self.table.needs_hands() or bool(self.table.console.snapshot.requests)

    def _hands(self) -> None:
        try:
            self.table.hands()
        except AssertionError:  # the gate of the shoe is locked: the dealer sees it and touches something else
            self.table.wait(0.5)

    def _weighted(self, screen: Screen, found: list[str]) -> str:
        """Mostly what leads on; now and then anything."""
        main = [
            button.id for button in buttons(screen) if button.enabled and (button.main or button.id.startswith("chip:"))
        ]
        return self.dice.choice(main) if main and self.dice.random() < 0.7 else self.dice.choice(found)

    def run(self, steps: int) -> None:
        for _ in range(steps):
            self.step()
            assert self.table.virtual.session.stopped is None, (self.table.virtual.session.stopped, self.pressed[-12:])
        assert not self.table.virtual.session.troubles


@pytest.mark.parametrize("rules", rule_set_names())
def test_random_fingers_with_cards_by_hand(rules: str) -> None:
    Monkey(open_console(rules, kinds=(), spots=2), seed=len(rules)).run(PRESSES)


@pytest.mark.parametrize("rules", ["massachusetts-switch", "catfish-bend-blackjack"])
def test_random_fingers_with_devices(rules: str) -> None:
    kinds = ("shoe", "reader") if rules.startswith("mass") else ("shoe",)
    Monkey(open_console(rules, kinds=kinds, spots=2), seed=5).run(PRESSES)


@pytest.mark.parametrize("name", ["south-dakota-switch-1", "catfish-bend-blackjack-1"])
def test_random_fingers_on_a_table_with_a_house(name: str, tmp_path: Path) -> None:
    table = staffed_console(tmp_path, name)
    opened(table)
    Monkey(table, seed=len(name)).run(PRESSES)
    table.rig.book.close()


@pytest.mark.proof
@pytest.mark.parametrize("rules", rule_set_names())
def test_thousands_of_random_touches(rules: str) -> None:
    Monkey(open_console(rules, kinds=(), spots=3), seed=11).run(MANY)
    kinds = ("shoe", "reader") if rules.startswith(("mass", "light", "wash")) else ("shoe",)
    Monkey(open_console(rules, kinds=kinds, spots=3), seed=12).run(MANY // 3)
