"""Parts of a snapshot that are made for it: people, the guide for the cards, open requests, a loose card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dealer_console.game.errors import Refusal
from dealer_console.game.rules import TableRules
from dealer_console.game.shoe import ShoeCount
from dealer_console.game.wagers.bets import Bet
from dealer_console.journal.canonical import Json
from dealer_console.journal.entries.people import Role
from dealer_console.journal.entries.rounds import RoundOpened
from dealer_console.journal.round_fold import DealtRound, StandingMove
from dealer_console.journal.settlements import SettledWager


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonAtTable:
    """Somebody at the table."""

    person: str
    name: str
    role: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class LooseCard:
    """A card beside the layout that only a person can explain; `name_it`: the shoe cannot tell its face."""

    face_up: bool
    name_it: bool
    hit_of: str = ""  # the hand in turn, where it may have asked for it


@dataclass(frozen=True, slots=True, kw_only=True)
class BookedRound:
    """The round as it is booked, open or just closed: what a late call is about."""

    number: int
    table: TableRules
    bets: tuple[Bet, ...]
    standing: tuple[StandingMove, ...]
    settled: tuple[SettledWager, ...]
    shoe: ShoeCount  # before its first card
    closed: bool
    away: bool = False  # its cards were picked up since: only money can still move

    @classmethod
    def of(cls, dealt: DealtRound, *, away: bool = False) -> BookedRound:
        return cls(
            number=dealt.number,
            table=dealt.table,
            bets=dealt.bets,
            standing=dealt.standing,
            settled=tuple(dealt.settled),
            shoe=dealt.shoe_before.copy(),
            closed=dealt.closed is not None,
            away=away,
        )

    def dealt(self) -> DealtRound:
        """Dealt again, for whoever asks what a late call would change."""
        opened = RoundOpened(round=self.number, bets=self.bets)
        return DealtRound.restored(opened, self.table, self.shoe.copy(), self.standing, self.settled)


@dataclass(frozen=True, slots=True, kw_only=True)
class GuideStep:
    """One step of the procedure that runs, in order."""

    step: str
    does: str
    who: str
    clause: str
    done: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CardGuide:
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
class CardsInPlay:
    """The cards between two rounds, while nothing has to be done with them: what may be done (as in `CardGuide`).

    `inside` and `all_cards` are told where the cards come out of a continuous shuffler.
    """

    ways: tuple[str, ...]
    also: tuple[str, ...]
    in_shuffler: bool
    inside: int
    all_cards: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRequest:
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
    overtaken: bool = False  # the felt has changed since: it can only be withdrawn or declined, and asked again
