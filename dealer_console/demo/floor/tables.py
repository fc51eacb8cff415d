"""The house of the demonstration: its tables, its people, its players, and who is careless."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from dealer_console.rulebook.tables import Table, load_table

DEALERS: Final = (
    "Ana Lopez", "Ben Carter", "Chloe Martin", "Dan Okafor", "Eva Novak", "Finn Byrne", "Grace Kim", "Hugo Weber",
    "Iris Rossi", "Jack Moore", "Kira Patel", "Leo Silva", "Mia Larsen", "Noah Dubois", "Olga Petrova", "Rita Blum",
)  # fmt: skip
RELIEFS: Final = (
    "Ada Quist", "Bo Tanaka", "Cara Diaz", "Dev Mehta", "Ella Ross", "Frank Ochoa", "Gina Volkov", "Hal Jensen",
    "Ines Prado", "Joel Stern", "Kay Lindt", "Lars Boone", "Mona Farah", "Ned Ivers", "Opal Reed", "Paul Zhou",
    "Quin Abbey", "Rosa Marsh", "Stan Kovac", "Tess Malik", "Ugo Bianchi", "Vera Holt", "Will Nunez", "Xia Feng",
)  # fmt: skip
SUPERVISORS: Final = ("Sue Adler", "Tom Reyes", "Uma Sen", "Vic Hahn")
PIT_MANAGER: Final = "Pat Quinn"
CARELESS_DEALER: Final = "Rita Blum"  # so that the alerts have something to find

BASES: Final = ("massachusetts-switch-1", "catfish-bend-blackjack-1", "south-dakota-switch-1")
LIVING_BASES: Final = (*BASES, "washington-switch-1")


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoTable:
    """One table: its file, where it stands, how it is played, and what is wrong with it."""

    name: str
    table: Table
    seconds: tuple[int, int]  # a round takes between these
    average: int  # dollars
    shoe_faults: bool = False
    corrections_often: bool = False
    opener_off: bool = False


def dealers_of(number: int) -> tuple[str, ...]:
    """Those of a table of the running floor, in turn: nobody deals at two tables at once."""
    everybody = (*DEALERS, *RELIEFS)
    return everybody[2 * (number - 1) : 2 * number]


def demo_tables(count: int, bases: Sequence[str] = BASES) -> tuple[DemoTable, ...]:
    """The first tables of the floor: these tables of the house in turn."""
    return tuple(_table(number, bases) for number in range(1, count + 1))


def _table(number: int, bases: Sequence[str]) -> DemoTable:
    base = load_table(bases[(number - 1) % len(bases)])
    name = f"{base.rules.game}-{number:02d}"
    table = replace(base, name=name, title=f"{base.rules.game.capitalize()} {number}", floor=None)
    slow = number == 5
    return DemoTable(
        name=name,
        table=table,
        seconds=(150, 220) if slow else (55, 95),
        average=(25, 50, 15, 100)[number % 4],
        shoe_faults=number == 4,
        corrections_often=number == 6,
        opener_off=number == 3,
    )
