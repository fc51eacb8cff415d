"""What a touch leads to: another view of the same moment, something for the table, or something to read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from dealer_console.screens.ui_state import UiState
from dealer_console.table.commands import Command

Change: TypeAlias = Callable[[UiState], UiState]


def stay(ui: UiState) -> UiState:
    return ui


@dataclass(frozen=True, slots=True, kw_only=True)
class Go:
    """Only the view changes."""

    change: Change


@dataclass(frozen=True, slots=True, kw_only=True)
class Submit:
    """Touches for the table, one after the other as long as none is refused; then the view changes."""

    commands: tuple[Command, ...]
    then: Change = stay
    failed: Change = stay


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowText:
    """Something to read: the whole reason of a refusal with its clause."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Train:
    """Something that a trainer does to the simulated devices: what is said when they did it, and when they did not."""

    does: Callable[[], bool]
    done: str
    refused: str


Effect: TypeAlias = Go | Submit | ShowText | Train
