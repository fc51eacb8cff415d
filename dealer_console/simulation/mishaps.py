"""What goes wrong at a simulated table, by dice: lines, devices, power, the program itself, liars, people."""

from __future__ import annotations

from random import Random
from typing import Final

from dealer_console.game.similar_names import did_you_mean
from dealer_console.messages import recorded
from dealer_console.simulation.virtual_table import VirtualTable

GROUPS: Final = ("line", "device", "power", "restart", "human", "lying")
HOW_OFTEN: Final[dict[str, float]] = {
    "line": 0.02,
    "device": 0.012,
    "power": 0.006,
    "restart": 0.015,
    "human": 0.03,
    "lying": 0.004,
}
LATE_MISTAKES: Final = 0.03  # of the cards: something goes wrong there, and the dealer notices it later

_LINE: Final = (
    "drop:rate=0.3,clear_after=6",
    "duplicate:rate=0.3,clear_after=6",
    "late:ms=60,rate=0.3,clear_after=6",
    "split:rate=0.5,clear_after=8",
    "merge:rate=0.3,clear_after=6",
    "bad-crc:rate=0.3,clear_after=6",
    "truncate:rate=0.3,clear_after=6",
    "bit-flip:rate=0.3,clear_after=6",
    "noise:bytes=12,rate=0.3,clear_after=6",
    "stray:rate=0.3,clear_after=4",
    "disconnect:for=0.3",
    "disconnect:for=3.0",
    "silent:rate=1.0,clear_after=3",
)
_DEVICE: Final = {
    "shoe": ("jam", "double-feed:clear_after=1", "unreadable:clear_after=1", "sensor", "reversed", "gate", "memory"),
    "reader": ("unreadable:clear_after=1", "unreadable:clear_after=2", "sensor", "memory"),
    "continuous-shuffler": ("jam", "motor", "sensor", "rng", "memory"),
}
_POWER: Final = ("power-cut:for=0.2", "power-cut:for=3.0")
_LYING: Final = {
    "shoe": ("wrong-commit:clear_after=1", "wrong-card:clear_after=1"),
    "reader": ("wrong-card:n=2,clear_after=1", "wrong-card:n=1,clear_after=1"),
}


class UnknownMishap(ValueError):
    """The person asked for a group of mishaps that does not exist."""


def groups_of(text: str) -> tuple[str, ...]:
    """`none`, `all`, or a list such as `line,restart`."""
    if text == "none":
        return ()
    if text == "all":
        return GROUPS
    groups = tuple(dict.fromkeys(word.strip() for word in text.split(",")))
    unknown = [word for word in groups if word not in GROUPS]
    choose = f"choose none, all, or some of {', '.join(GROUPS)}"
    if "none" in unknown or "all" in unknown:
        raise UnknownMishap(f"none and all stand alone, not in a list such as {text!r}: {choose}")
    if unknown:
        named = ", ".join(repr(word) for word in unknown)
        raise UnknownMishap(f"unknown faults {named}{recorded(did_you_mean(unknown[0], GROUPS))}: {choose}")
    return groups


class Mishaps:
    """Throws the dice once per step; says what it did."""

    def __init__(self, groups: tuple[str, ...], dice: Random) -> None:
        self.groups = groups
        self.dice = dice
        self.count = 0

    def strike(self, virtual: VirtualTable) -> str | None:
        """One mishap of a device, a line or the program, or none. People err on their own."""
        for group in self.groups:
            if group != "human" and self.dice.random() < HOW_OFTEN[group]:
                self.count += 1
                return self._strike(virtual, group)
        return None

    def errs(self) -> bool:
        """Does a person do the wrong thing now?"""
        return "human" in self.groups and self.dice.random() < HOW_OFTEN["human"]

    def _strike(self, virtual: VirtualTable, group: str) -> str:
        if group == "restart":
            virtual.restart()
            return "restart"
        kind = self.dice.choice(sorted(virtual.kinds))
        table = {"line": _LINE, "power": _POWER}.get(group)
        own = _DEVICE if group == "device" else _LYING
        fault = self.dice.choice(table if table is not None else own.get(kind, ("sensor",)))
        return f"{kind} {fault}: {virtual.operate(kind, f'fault {fault}')}"
