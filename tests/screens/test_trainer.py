"""The trainer's page of a demonstration: what it does reaches the simulated devices, and the table answers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dealer_console.demo.demo_table import ACTIONS, trainer_actions
from dealer_console.screens.console import Console
from tests.rigs.console_rig import AnyConsole, open_console

KINDS = ("shoe", "reader")


def trained() -> AnyConsole:
    table = open_console("massachusetts-switch", kinds=KINDS, spots=1)
    house = replace(table.config, trainer=trainer_actions(KINDS, table.virtual.operate))
    table.console = Console(table, house)
    table.follow()
    return table


def test_a_cable_is_pulled_and_put_back_on_the_screen() -> None:
    table = trained()
    table.press("menu")
    table.press("menu:trainer")
    table.press("trainer:shoe")
    table.press("trainer:shoe:off")
    assert table.wait(10.0, lambda: table.state.links["shoe"] == "away")
    assert any(banner.text.startswith("Shoe disconnected") for banner in table.screen.banners)
    assert table.screen.overlay is not None
    assert table.screen.overlay.note == "✓ Shoe: Cable out"
    table.press("trainer:shoe:on")
    assert table.wait(20.0, lambda: table.state.links["shoe"] == "ready")


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind in KINDS for name in ACTIONS[kind]])
def test_every_action_is_understood_by_its_device(kind: str, name: str) -> None:
    table = trained()
    action = next(
        trainer_action
        for trainer_action in table.console._config.trainer
        if (trainer_action.device, trainer_action.name) == (kind, name)
    )
    if name == "on":
        table.virtual.operate(kind, "power off")
    if name == "spill":  # no card can be drawn now, but the device knows what is asked
        assert "unknown" not in table.virtual.operate(kind, ACTIONS[kind][name])
    else:
        assert action.does()


def test_a_real_table_has_no_trainer() -> None:
    table = open_console("massachusetts-switch", kinds=(), spots=1)
    table.press("close")  # the card pad
    table.press("menu")
    assert "menu:shoe" in table.console.pressable()
    assert "menu:trainer" not in table.console.pressable()
