"""The touch itself, and the two ways in which somebody else than the dealer at the table makes one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dealer_console.table.people.pins import Pin

WHO_SIGNS: Final = ""
"""The `who` of a touch inside `Signed`: the session puts the person there whom badge and PIN have shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """`who` is the id of the person. At a table with a book of people that is the dealer who came in; everybody else
    signs (`Signed`), each time."""

    who: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Signed(Command):
    """A touch of somebody who shows badge (or name) and PIN. The PIN is looked at aside, never on the table's thread.

    `who` is whose screen it is. The touch inside is done by the person whom the PIN has shown, whatever its `who`.
    """

    badge: str
    pin: Pin
    touch: Command
