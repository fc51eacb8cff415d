"""Entries of a round: wagers, moves, settlements, what is taken back and corrected."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from dealer_console.game.state import WagerOutcome
from dealer_console.journal.canonical import Json
from dealer_console.journal.entries.declaration import EntryData, entry
from dealer_console.journal.entries.forms import (
    BetsField,
    CardsField,
    CentsField,
    Count,
    Hash,
    Money,
    MoveField,
    MovesField,
    Numbers,
    Ordinal,
    SomeText,
    form,
)


@entry("wagers", says="The wagers as they lie before the first card, in the words of the notation")
class WagersLaid(EntryData):
    bets: BetsField


@entry("round-opened", says="No more bets: the wagers of a round, in the words of the notation")
class RoundOpened(EntryData):
    round: Ordinal
    bets: BetsField


@entry("move", says="A move of the round, in the words of the notation")
class MoveMade(EntryData):
    move: MoveField


@entry("settlement", says="A wager is decided")
class WagerSettled(EntryData):
    spot: Ordinal
    bettor: Ordinal
    hand: SomeText | None
    wager: SomeText
    stake: Money
    outcome: WagerOutcome
    pays: Money
    takes: Money
    rule: SomeText


@entry("settlement-withdrawn", says="A ruling or an undo takes a decision back")
class SettlementWithdrawn(EntryData):
    spot: Ordinal
    bettor: Ordinal
    hand: SomeText | None
    wager: SomeText
    stake: Money
    outcome: WagerOutcome
    pays: Money
    takes: Money
    rule: SomeText


@entry("undo", says="The last standing move is taken back")
class MoveUndone(EntryData):
    """`undoes`: the entry of the move."""

    undoes: Ordinal
    why: str


@entry("card-corrected", says="A card of the running round was misread: the move of that entry, as it should have been")
class CardCorrected(EntryData):
    """`corrects`: the entry of the move; `hand`, `index` and `was` say which card that was.

    `by_device`: a device had read it; `paid`: money had moved on it. Either takes a second person, `approved_by`.
    """

    corrects: Ordinal
    move: MoveField
    hand: SomeText | None = None
    index: Count | None = None
    was: SomeText | None = None
    why: str | None = None
    by_device: bool | None = None
    paid: bool | None = None
    approved_by: SomeText | None = None


class CardLaidElsewhere(NamedTuple):
    """The card of this entry lies elsewhere: on a hand, with the dealer, burned, beside the layout or loose."""

    entry: int
    origin: str
    target: str


def _laid(stored: list[Any]) -> tuple[CardLaidElsewhere, ...]:
    return tuple(CardLaidElsewhere(*row) for row in stored)


def _write_laid(laid: tuple[CardLaidElsewhere, ...]) -> list[Json]:
    return [[*card] for card in laid]


def _are_laid(value: object) -> bool:
    rows = value if isinstance(value, list) else [None]
    return all(isinstance(row, list) and [type(item) for item in row] == [int, str, str] for row in rows)


@entry("late-call", says="An irregularity is called after it happened: these moves stand from now on")
class LateCallMade(EntryData):
    """`place`: the entry of the card at which it happened. `struck`: the entries of the decisions that fell.

    `moves` stand from now on; `entries` says where each of them comes from, 0: from this call.
    """

    round: Ordinal
    place: Ordinal
    call: MoveField
    rulings: MovesField
    approved_by: SomeText
    struck: Numbers
    moved: Annotated[tuple[CardLaidElsewhere, ...], form(_are_laid, _laid, _write_laid)]
    loose: CardsField
    moves: MovesField
    entries: Numbers
    not_asked: bool | None = None
    why: str | None = None


@entry("late-call-steps", says="What a late call asked for is done: cards laid elsewhere, money moved")
class LateCallSteps(EntryData):
    """`call`: the entry of the late call. `steps`: those that are done now, counted from 1: cards first, then money."""

    call: Ordinal
    steps: Numbers


@entry("settlement-done", says="The settlement of that entry is taken or paid, with the round still open")
class SettlementDone(EntryData):
    settlement: Ordinal


@entry("round-closed", says="The round is over and paid")
class RoundClosed(EntryData):
    round: Ordinal
    house_net: Money
    complete: bool | None = None


@entry("correction", says="A supervisor's correction after money was paid", more=True)
class SettlementCorrected(EntryData):
    """`corrects`: the entry of the settlement. `cents` go to the bettor; negative: they are taken back."""

    corrects: Ordinal
    requested_by: SomeText
    approved_by: SomeText
    reason: SomeText
    cents: CentsField | None = None
    spot: Ordinal | None = None
    bettor: Ordinal | None = None
    asked_hash: Hash | None = None
    what: str | None = None


@entry(
    "ruling", says="A supervisor decided: who asked, who approved, and the hash of exactly what was asked", more=True
)
class RulingMade(EntryData):
    asked: SomeText
    requested_by: SomeText
    approved_by: SomeText
    reason: str
    asked_hash: Hash | None = None


RoundEntry = (
    WagersLaid
    | RoundOpened
    | MoveMade
    | WagerSettled
    | SettlementWithdrawn
    | MoveUndone
    | CardCorrected
    | LateCallMade
    | LateCallSteps
    | SettlementDone
    | RoundClosed
    | SettlementCorrected
    | RulingMade
)
