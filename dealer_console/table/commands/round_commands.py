"""Touches of a round: wagers, moves, cards that need words, payment, taking back and correcting."""

from __future__ import annotations

from dataclasses import dataclass

from dealer_console.game.bets import Bet
from dealer_console.game.cards import Card
from dealer_console.game.moves import Move
from dealer_console.table.commands.base import Command


@dataclass(frozen=True, slots=True, kw_only=True)
class WagersDown(Command):
    """All wagers of the next round, as they lie now; coupons are marked in the bets (MA 5(d))."""

    bets: tuple[Bet, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SameWagers(Command):
    """As in the last round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Play(Command):
    """A move: a decision, a card entered by hand, a ruling.

    At a table with a book of people the move names no supervisor (`by` stays empty): where the rules want one, the
    touch becomes a request, and who approves it is put into the move.
    """

    move: Move


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowHoleCard(Command):
    """The dealer turns the hole card; a sealed shoe is asked to open it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepFaceDown(Command):
    """The player wants the double card face down (CB double 6): said before the card leaves a sealed shoe."""

    hand: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnDoubleCard(Command):
    """The dealer turns the double card of this hand; a sealed shoe is asked to open it."""

    hand: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainDraw(Command):
    """A card that nobody was due: was its face seen? `card` only where the shoe could not read it."""

    seen: bool
    card: Card | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementDone(Command):
    """One settlement is taken or paid. `settlement` is its entry in the journal (`SettlementView.entry`)."""

    settlement: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WagersPaid(Command):
    """Everything is taken and paid: the round is closed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBack(Command):
    """Undo the last move."""

    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectCard(Command):
    """A card of this round was misread or mistyped: what lies there is `card`.

    `hand` is a hand's name or `dealer`; `index` counts the cards of that hand from 0, as they lie now.
    """

    hand: str
    index: int
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectSettlement(Command):
    """After the round was paid: money moves once more, by a supervisor, with a reason.

    `corrects` is the entry of the settlement, `cents` what the house pays beyond it (below zero: takes).
    `approved_by` and `asked_hash` (`corrections.asked_hash` of exactly these values) are for a table without a book of
    people; elsewhere they stay empty and the touch becomes a request.
    """

    corrects: int
    cents: int
    reason: str
    approved_by: str = ""
    asked_hash: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatPlayer(Command):
    """A player plays these spots from now on. `player` is the card number; None: nobody knows who it is.

    Seated already, the player changes spots. Back to the most spots in the same shoe needs the shift manager
    (CB dealing 5) and becomes a request.
    """

    spots: tuple[int, ...]
    player: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLeft(Command):
    """The player gives up all spots. `player` as the view names it."""

    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LetIn(Command):
    """By a supervisor: a spot that sat out since the shuffle may wager before the next one (MA 5(h))."""

    spot: int
