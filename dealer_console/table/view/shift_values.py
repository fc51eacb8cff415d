"""The shift: people, money, slips, notices, the guide for the cards, open requests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dealer_console.game.errors import Refusal
from dealer_console.game.money import Cents
from dealer_console.journal.canonical import Json
from dealer_console.table.shift.state import CalledWager, Notice, Player, Slip


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonView:
    """Somebody at the table."""

    person: str
    name: str
    role: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShiftView:
    """The shift in figures; `tray` is what must lie there by the books."""

    number: int
    stage: str  # not open, open, closed
    opened_ms: int
    closed_ms: int | None
    dealer: PersonView | None
    present: tuple[PersonView, ...]
    missing_roles: tuple[str, ...]
    opener: Cents
    tray: Cents
    fills: Cents
    credits: Cents
    drop: Cents
    tokes_given: Cents
    win: int  # by the books, or counted once the table is closed
    closer: Cents | None
    difference: int | None
    flag: str | None  # what the threshold says that the closing difference reached
    rounds: int
    hands: int
    cards_are: str
    burn_due: bool
    slips: tuple[Slip, ...]  # those that wait
    called: tuple[CalledWager, ...]  # those that wait
    notices: tuple[Notice, ...]  # those that wait
    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GuideStep:
    """One step of the procedure that runs, in order."""

    step: str
    does: str
    who: str
    clause: str
    done: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GuideView:
    """What has to be done with the cards now; `touch` names the touch that does it, unless it `waits`.

    `ways` are those in which a shuffle may begin now; `also` names what else is open: the touches `TakeCardsOut`,
    `TakeInventory`, `DecksIn`, `OrderCardsOut`, `PutAway` and `Riffle` (these steps), `ShuffleAgain:device` and
    `ShuffleAgain:hand`, and `Devices`, where a machine has to be seen to. Nothing named here would be refused.
    """

    procedure: str
    step: str
    does: str
    who: str  # dealer, supervisor, shuffler, whoever accepts the cut
    clause: str
    says: str | None
    then: str | None
    touch: str
    offered_to: int | None  # whose cut it is (0: the dealer's), while one is offered
    offers: tuple[int, ...]
    steps: tuple[GuideStep, ...]
    waits: Refusal | None = None  # why the step cannot be done yet, and what it waits for
    ways: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    machine: str | None = None  # the shuffler that the step is about


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsView:
    """The cards between two rounds, while nothing has to be done with them: what may be done (as in `GuideView`).

    `inside` and `all_cards` are told where the cards come out of a continuous shuffler.
    """

    ways: tuple[str, ...]
    also: tuple[str, ...]
    in_shuffler: bool
    inside: int
    all_cards: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestView:
    """Something asked that waits for a second person. Show `subject_hash` with it; `Approve` gives it back."""

    request: str
    action: str
    says: str  # the action in plain words
    asks: str  # exactly what, in plain words
    subject: Mapping[str, Json]
    subject_hash: str
    requester: str
    requester_name: str
    reason: str
    asked_at_ms: int
    expires_at_ms: int
    approvers: tuple[str, ...]  # the roles that may approve it now
    overtaken: bool = False  # the felt has changed since: it can only be withdrawn or declined, and asked anew
