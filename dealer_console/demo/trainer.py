"""What a trainer does to the simulated devices of a demonstration, as actions of the trainer's page."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from dealer_console.screens.console_config import TrainerAction

Operate = Callable[[str, str], str]  # device, text of the operator
_ANY: Final = {"off": "power off", "on": "power on", "jam": "fault jam", "clear": "clear"}
_OF_A_SHOE: Final = {**_ANY, "spill": "draw 1", "double": "fault double-feed"}
ACTIONS: Final[dict[str, dict[str, str]]] = {
    "shoe": _OF_A_SHOE,
    "batch-shuffler": _ANY,
    "continuous-shuffler": {**_ANY, "spill": "draw 1"},
    "reader": {"off": "power off", "on": "power on", "sensor": "fault sensor", "clear": "clear"},
}


def trainer_actions(kinds: Iterable[str], operate: Operate) -> tuple[TrainerAction, ...]:
    return tuple(
        TrainerAction(device=kind, name=name, does=partial(operate, kind, text))
        for kind in kinds
        for name, text in ACTIONS.get(kind, {}).items()
    )
