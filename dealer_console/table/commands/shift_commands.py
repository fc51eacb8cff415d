"""Touches of the shift: opening, money, limits and options, closing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from dealer_console.journal.canonical import Json
from dealer_console.table.commands.base import Command
from dealer_console.table.shift.chips import Chips


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTable(Command):
    """The tray as counted. Becomes a request; who approves it has verified the count. Sets the rules of the table."""

    tray: Chips


@dataclass(frozen=True, slots=True, kw_only=True)
class BuyIn(Command):
    """Cash into the box, chips to the player."""

    cents: int
    spot: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TokeGiven(Command):
    """Handed to the dealer, not wagered."""

    cents: int
    spot: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ColourUp(Command):
    """A player's chips for as few as possible."""

    held: Chips


@dataclass(frozen=True, slots=True, kw_only=True)
class AskFill(Command):
    """Chips for the tray: a numbered slip that waits for its confirmation."""

    chips: Chips


@dataclass(frozen=True, slots=True, kw_only=True)
class AskCredit(Command):
    """Chips from the tray to the cage: a numbered slip that waits for its confirmation."""

    chips: Chips


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmSlip(Command):
    """Inside `Signed`, by another person than the one who asked: the chips have come or gone."""

    slip: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CancelSlip(Command):
    """Before it was confirmed; the number is used up."""

    slip: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CountTray(Command):
    """A count in between: recorded beside what the books expect."""

    tray: Chips


@dataclass(frozen=True, slots=True, kw_only=True)
class CallWager(Command):
    """Cash called as a wager (MA 5(d)). It waits for `ConfirmCalledWager`; a round that opens before sends it back."""

    spot: int
    cents: int
    bettor: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmCalledWager(Command):
    """The dealer confirms it; becomes a request, and with the supervisor's approval it counts and is bought in."""

    called: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnCalledWager(Command):
    """The cash goes back."""

    called: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnounceNotice(Command):
    """Inside `Signed`, by a supervisor: limits or options change when the time of the notice is over.

    `changes` are choices of the rule set: `minimum`, `maximum`, `side_bet_minimum`, `side_bet_maximum`, `surrender`,
    `resplit_aces`, `hands_per_split`. It takes effect by itself between two rounds.
    """

    changes: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawNotice(Command):
    """Inside `Signed`, by a supervisor, before it took effect."""

    notice: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseTable(Command):
    """The tray as counted. Becomes a request; who approves it has verified the count."""

    tray: Chips


@dataclass(frozen=True, slots=True, kw_only=True)
class Configure(Command):
    """Only at a table without a file (benches, simulation): the rule set and choices, with no shift around them."""

    rules: str
    choices: Mapping[str, Json] = field(default_factory=dict)
