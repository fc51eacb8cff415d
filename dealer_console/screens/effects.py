"""What a touch leads to: another view of the same moment, something for the table, or something to read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from dealer_console.screens.local import Local
from dealer_console.table.touches import Touch

Change: TypeAlias = Callable[[Local], Local]


def stay(local: Local) -> Local:
    return local


@dataclass(frozen=True, slots=True, kw_only=True)
class Go:
    """Only the view changes."""

    change: Change


@dataclass(frozen=True, slots=True, kw_only=True)
class Submit:
    """Touches for the table, one after the other as long as none is refused; then the view changes."""

    touches: tuple[Touch, ...]
    then: Change = stay
    failed: Change = stay


@dataclass(frozen=True, slots=True, kw_only=True)
class Tell:
    """Something to read: the whole reason of a refusal with its clause."""

    text: str


Effect: TypeAlias = Go | Submit | Tell
