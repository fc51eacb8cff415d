"""Entries about the cards between rounds: shoes, burns, and the steps of shuffle, cut and count."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from dealer_console.journal.canonical import Json
from dealer_console.journal.entries.declaration import EntryData, OtherEntry, by_field, entry, family, step
from dealer_console.journal.entries.forms import CardField, Count, Numbers, Ordinal, SomeText, form, some_text, text


@entry("shoe", says="A shoe with this many decks, all cards in it: a new one, or the same one shuffled")
class ShoeLoaded(EntryData):
    decks: Ordinal
    change: Literal["new", "shuffled"]
    color: str | None = None
    why: str | None = None


# --- burns ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ForProcedure:
    """The burn that a shuffle, a cut or a new dealer asks for; `procedure` names it ("again": one more)."""

    procedure: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawOutOfPlay:
    """A card of a sealed shoe that belonged to no round: to the discards, and counted."""

    draw: int
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedNotDealt:
    """A card that an irregularity named, and the round ended before it was dealt."""

    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenBack:
    """A card entered by hand, taken back and not entered again before its round ended."""

    detail: str


BurnReason = ForProcedure | DrawOutOfPlay | NamedNotDealt | TakenBack

# The stored texts, for ever. Nothing but this codec looks at them.
_DRAW: Final = re.compile(r"draw (0|[1-9]\d*): (.*)", re.DOTALL)
_NAMED: Final = "named and not dealt: "
_TAKEN_BACK: Final = "taken back and not entered again: "


def _read_reason(stored: str) -> BurnReason:
    draw = _DRAW.fullmatch(stored)
    if draw is not None:
        return DrawOutOfPlay(draw=int(draw[1]), detail=draw[2])
    if stored.startswith(_NAMED):
        return NamedNotDealt(detail=stored.removeprefix(_NAMED))
    if stored.startswith(_TAKEN_BACK):
        return TakenBack(detail=stored.removeprefix(_TAKEN_BACK))
    return ForProcedure(procedure=stored)


def _write_reason(reason: BurnReason) -> str:
    match reason:
        case ForProcedure():
            return reason.procedure
        case DrawOutOfPlay():
            return f"draw {reason.draw}: {reason.detail}"
        case NamedNotDealt():
            return _NAMED + reason.detail
        case TakenBack():
            return _TAKEN_BACK + reason.detail


_Reason = Annotated[BurnReason, form(text, _read_reason, _write_reason)]


@entry("burn", says="A card left the shoe between two rounds")
class CardBurned(EntryData):
    """Without a reason: the burn that was due."""

    card: CardField
    why: _Reason | None = None

    @property
    def for_procedure(self) -> bool:
        """The burn of a procedure; not a stray card that went to the discards and is only counted."""
        return self.why is None or isinstance(self.why, ForProcedure)


# --- shuffle, cut and count ----------------------------------------------------------------------------------------


@step("shuffle", step="begun")
class ShuffleBegun(EntryData):
    """`order`: the spots in the order in which they are offered the cut, where cards come shuffled."""

    procedure: SomeText
    order: Numbers
    reason: str | None
    why: str | None = None
    authorised_by: str | None = None


@step("shuffle", step="due", procedure="end-of-shoe")
class ShuffleDue(EntryData):
    """The cards are shuffled before the next round, for this reason and by this clause."""

    reason: SomeText
    rule: str | None


@step("shuffle", step="offer-cut", procedure="cut")
class CutOffered(EntryData):
    order: Numbers


@step("shuffle", step="cut", procedure="cut")
class CutMade(EntryData):
    """`by`: the spot; 0 for the dealer."""

    by: Count
    cards_before: int | None = None


@step("shuffle", step="cut-refused", procedure="cut")
class CutRefused(EntryData):
    spot: Count


@step("shuffle", step="recut", procedure="cut")
class RecutOrdered(EntryData):
    order: Numbers
    why: str | None


@step("shuffle", step="cutting-card-seen", procedure="end-of-shoe")
class CuttingCardSeen(EntryData):
    """By a person. `spot`: where it came; None on the dealer's hand or between two rounds."""

    spot: int | None


@step("shuffle", step="count")
class CardsCounted(EntryData):
    """`missing`: how many of decks × 52 were not found; negative: too many."""

    procedure: SomeText
    shoe_rest: int
    discards: int
    removed: int
    why_removed: str
    missing: int


@step("shuffle", step="burn-shown")
class BurnCardShown(EntryData):
    card: str
    rule: str | None


@step("shuffle")
class ProcedureStep(EntryData):
    """A plain step of a procedure. `again`: one that may be repeated; `over`: the last one of all. `exchanged`: the
    cards went into the shuffler, and the second ones, shuffled before, come out of it."""

    step: SomeText
    procedure: SomeText
    riffles: int | None = None
    again: bool | None = None
    over: bool | None = None
    remark: str | None = None
    exchanged: bool | None = None


_own_step = by_field(
    "step",
    ShuffleBegun,
    ShuffleDue,
    CutOffered,
    CutMade,
    CutRefused,
    RecutOrdered,
    CuttingCardSeen,
    CardsCounted,
    BurnCardShown,
)


def _shuffle_step(data: Mapping[str, Json]) -> type[EntryData] | None:
    """A step that names no procedure is no guided step."""
    if "procedure" not in data:
        return BurnCardShown if data["step"] == "burn-shown" else None
    return _own_step(data) or ProcedureStep


family("shuffle", _shuffle_step, says="A step of a shuffle: begun, counted, cut, taken", must={"step": some_text})

ShuffleStep = (
    ShuffleBegun
    | ShuffleDue
    | CutOffered
    | CutMade
    | CutRefused
    | RecutOrdered
    | CuttingCardSeen
    | CardsCounted
    | BurnCardShown
    | ProcedureStep
)
CardEntry = ShoeLoaded | CardBurned | ShuffleStep | OtherEntry
