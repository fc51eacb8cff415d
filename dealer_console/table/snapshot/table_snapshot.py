"""The table at one entry of its journal, as every screen reads it: frozen, made on the table's thread, safe anywhere.

The round in it is a copy that nobody changes, and every button asks it the same `why_not` that the table will ask. What
the table's state does not hold, such as a sealed hole card, is not here. Some parts are made for the snapshot alone:
people, the guide for the cards, open requests, a loose card.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from dealer_console.game import phases
from dealer_console.game.cards import Card
from dealer_console.game.errors import Refusal
from dealer_console.game.message import Message
from dealer_console.game.rules import TableRules
from dealer_console.game.shoe import ShoeCount
from dealer_console.game.state import HOLE_CARD, Round
from dealer_console.game.wagers.bets import Bet
from dealer_console.journal.canonical import Json
from dealer_console.journal.entries.people import Role
from dealer_console.journal.entries.rounds import RoundOpened
from dealer_console.journal.round_fold import DealtRound, StandingMove
from dealer_console.journal.settlements import SettledWager
from dealer_console.table.commands import BurnCard, CardStep, Command
from dealer_console.table.devices.returned_device import ReturnedDevice
from dealer_console.table.shift.state import CardsAre, Shift
from dealer_console.table.snapshot.past_rounds import PastRound
from dealer_console.table.state.late_call import LateCallWork
from dealer_console.table.state.table_state import BatchStage, LinkState


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
    """What has to be done with the cards now; `command` does it, unless it `waits`.

    `ways` are those in which a shuffle may begin now; `also` names what else is open: the commands `TakeCardsOut`,
    `TakeInventory`, `DecksIn`, `OrderCardsOut`, `PutAway` and `Riffle` (these steps), `ShuffleAgain:device` and
    `ShuffleAgain:hand`, and `Devices`, where a device has to be seen to. Nothing named here would be refused.
    """

    procedure: str
    step: str
    does: str
    who: str  # dealer, supervisor, shuffler, whoever accepts the cut
    clause: str
    says: str | None
    then: str | None
    offered_to: int | None  # whose cut it is (0: the dealer's), while one is offered
    offers: tuple[int, ...]
    steps: tuple[GuideStep, ...]
    command: type[Command] = CardStep
    waits: Refusal | None = None  # why the step cannot be done yet, and what it waits for
    ways: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    device: str | None = None  # the shuffler that the step is about


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
    command: Command  # exactly what is asked
    subject: Mapping[str, Json]  # the same as data
    subject_hash: str
    requester: str
    requester_name: str
    reason: str
    asked_at_ms: int
    expires_at_ms: int
    approvers: tuple[str, ...]  # the roles that may approve it now
    overtaken: bool = False  # the felt has changed since: it can only be withdrawn or declined, and asked again


NO_SHIFT: Final = Shift()


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSnapshot:
    """Equal snapshots show the same table; the round is as its wagers and standing moves say."""

    seq: int = 0
    stopped: Message | None = None
    # --- the round
    table: TableRules | None = None
    round: Round | None = field(default=None, compare=False, repr=False)
    round_number: int = 0
    bets: tuple[Bet, ...] = ()  # as they lie now; in a round, as they were locked
    last_bets: tuple[Bet, ...] = ()
    standing: tuple[StandingMove, ...] = ()
    settled: tuple[SettledWager, ...] = ()  # of this round, or of the last one until the next is opened
    stays: Refusal | None = None  # why the last move cannot be taken back
    # --- late calls
    booked: BookedRound | None = field(default=None, compare=False, repr=False)  # None: nothing can be called late
    no_late_call: Refusal | None = None  # why not
    late: LateCallWork | None = None  # what a late call has left to do
    loose_asked: bool = False  # its next loose card: may the hand in turn have asked for it?
    loose_unasked: bool = False  # or nobody?
    # --- cards on their way
    shoe_out: int = 0
    shoe_left: int | None = None  # None: no cards are in
    shoe_number: int = 0
    by_hand: bool = True  # people enter the cards
    shoe_first: Refusal | None = None  # between rounds: why they do not, though the shoe tells none
    enter_card: bool = False  # this very card has to be entered, its shoe cannot tell it
    opening: str | None = None  # the place of the card that is being opened
    hole_opens: bool = False  # the shoe can open the hole card
    kept_down: str | None = None  # the double card of this hand shall lie face down
    down_opens: frozenset[str] = frozenset()  # hands whose covered double card the shoe can open
    loose: LooseCard | None = None
    card_ready: bool = False  # a card lies ready for whoever is due one next
    # --- devices
    links: Mapping[str, LinkState] = field(default_factory=dict)
    faults: Mapping[str, str] = field(default_factory=dict)
    doors: frozenset[str] = frozenset()
    without: frozenset[str] = frozenset()
    off_table: frozenset[str] = frozenset()
    returned: ReturnedDevice | None = None  # one that is back in this round: the cards are to be compared
    batch_stage: BatchStage | None = None
    second_stage: BatchStage | None = None  # of the second decks in the shuffler, while others are in play
    camera_viewer: str = ""  # who looks through the camera
    keeper_asks: tuple[int, str] | None = None  # what the keeper of the shoe wants to know: number and kind
    keeper_unconfirmed: Message | None = None  # what to do until the shoe's keeper has confirmed new cards or closing
    alarms: tuple[str, ...] = ()
    alarm_messages: Mapping[str, Message] = field(default_factory=dict)
    calls: frozenset[str] = frozenset()
    # --- around the round
    locked: bool = False  # the screen waits for the dealer's PIN
    console_closed_by: str | None = None
    is_open: bool = False
    shift: Shift = NO_SHIFT
    present: tuple[PersonAtTable, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)  # id of a person -> name
    guide: CardGuide | None = None
    cards: CardsInPlay | None = None
    requests: tuple[OpenRequest, ...] = ()
    past: tuple[PastRound, ...] = ()  # newest first

    def person(self, role: Role) -> PersonAtTable | None:
        """Who is at the table in this role; the one who came last."""
        return next((person for person in reversed(self.present) if person.role is role), None)

    @property
    def dealer(self) -> str:
        """The dealer's name."""
        at_work = next((person for person in self.present if person.person == self.shift.dealer), None)
        dealer = at_work or self.person(Role.DEALER)
        return dealer.name if dealer is not None else ""

    @property
    def burn_due(self) -> bool:
        return self.shift.cards.burn_for is not None

    @property
    def last_round_of_shoe(self) -> bool:
        return self.shift.cards.are is CardsAre.LAST_ROUND

    @property
    def shoe_over(self) -> bool:
        """The cutting card came, and its round is over."""
        return self.shift.cards.are is CardsAre.ENDED

    @property
    def card_due(self) -> bool:
        """Does the table wait for a card, whoever tells it?"""
        r = self.round
        if self.guide is not None and self.guide.command is not BurnCard:
            return False  # something else has to be done with the cards first
        if r is None:
            return self.burn_due or (bool(self.bets) and not self.shoe_over and self.shoe_left is not None)
        return r.irregularity is None and (r.due is not None or self.hole_to_be_named or r.phase is phases.TURN)

    @property
    def hole_to_be_named(self) -> bool:
        """The hole card is to be shown and no shoe can open it."""
        r = self.round
        if r is None or r.phase is not phases.SHOW or r.table.hole_card_comes_last or r.irregularity is not None:
            return False
        if r.missed is not None:
            return False  # none was dealt yet: a supervisor has the dealer's cards dealt first
        return not self.hole_opens

    @property
    def hole_is_due(self) -> bool:
        return self.round is not None and self.round.due is HOLE_CARD

    @property
    def named_by_hand(self) -> bool:
        """Has the next card to be entered on the pad?"""
        if self.round is not None and self.round.phase is phases.TURN:
            return self.round.irregularity is None and self.to_turn not in self.down_opens
        return self.enter_card or self.hole_to_be_named or (self.by_hand and self.card_due)

    @property
    def to_turn(self) -> str:
        """The hand whose covered double card is turned next, from the highest spot down."""
        r = self.round
        hands = [hand for spot in reversed(r.spots) for hand in reversed(spot.hands)] if r is not None else []
        return next((hand.id for hand in hands if hand.face_down), "")

    @property
    def exposed(self) -> Card | None:
        r = self.round
        return r.irregularity.card if r is not None and r.irregularity is not None else None
