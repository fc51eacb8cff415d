"""The state of a live table: nothing but a fold of its journal. Recovery after a power cut is the same fold.

What is in it can be shown; what is not in the journal is not in it. The value of a sealed card is nowhere here until
the shoe has opened it.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Final, Literal

from dealer_console.game.engine import Round
from dealer_console.game.message import Message
from dealer_console.game.round_files.notation import write_move
from dealer_console.game.round_files.round_file import write_bet
from dealer_console.game.rules import TableRules
from dealer_console.game.shoe import ShoeCount
from dealer_console.game.state import Settlement
from dealer_console.game.wagers.bets import Bet
from dealer_console.journal import Entry
from dealer_console.journal.canonical import Json, canonical
from dealer_console.journal.entries import encode
from dealer_console.journal.entries.devices import DeviceOrder, command_word
from dealer_console.journal.entries.journal_own import ConfigurationSet
from dealer_console.journal.round_fold import DealtRound, StandingMove
from dealer_console.journal.settlements import SettledWager
from dealer_console.journal.value_codec import stored_as_row
from dealer_console.table.approvals.state import Approvals
from dealer_console.table.devices.camera import CameraCards
from dealer_console.table.devices.keeper import KeeperBook
from dealer_console.table.devices.keeper import after_entry as keeper_after
from dealer_console.table.shift.continuous_shuffler import CsmInventory
from dealer_console.table.shift.fold import apply as apply_to_shift
from dealer_console.table.shift.state import CardsAre, Shift, Stage

if TYPE_CHECKING:
    from dealer_console.table.state.late_call import LateCallWork

NO_LOG: Final = "0" * 32  # before the first entry has told which journal this is

# Where a card is that left the shoe, beside the hands, "dealer" and "first".
HOLE: Final = "hole"
UNEXPLAINED: Final = "unexplained"  # nobody was due it: the dealer says whether its face was seen
EXPLAINED: Final = "explained"  # drawn too early, not seen: the ruling is open
NEXT: Final = "next"  # ruled upon: it is the next card that somebody is due
QUEUED: Final = "queued"  # drawn while the card before it was still being opened
FACE_UP: Final = "face-up"  # lay face up in the shoe
BY_HAND: Final = "by-hand"  # the shoe told of it while people enter the cards: they will enter this one, too
NAMED: Final = "named "  # and where it lay: a person has named it in a call that is not ruled on yet
DOWN: Final = "down "  # and the hand: a double card that nobody has turned yet
ASIDE: Final = frozenset({HOLE, UNEXPLAINED, EXPLAINED, NEXT, QUEUED, FACE_UP, BY_HAND})


def is_aside(place: str) -> bool:
    """Does a card lie there sealed, or wait for words?"""
    return place in ASIDE or place.startswith((DOWN, NAMED))


@stored_as_row
@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """A card that left a sealed shoe: its number, what it is for, and whether it has been opened."""

    number: int
    place: str  # a hand, "dealer", "first", or one of the places aside
    commitment: str
    unreadable: bool = False
    open_for: str | None = None  # why the shoe is asked to open it; None: it stays sealed
    card: str | None = None  # what the shoe said when it opened it, until the card is on the layout

    @property
    def dealt(self) -> bool:
        """On its way to a place that was due it, face up."""
        return not is_aside(self.place)

    @property
    def counted(self) -> bool:
        """Dealt as a card without a face: the round has counted it."""
        return self.place == HOLE or self.place.startswith(DOWN)


LinkState = Literal["ready", "away", "distrusted"]
BatchStage = Literal["asked", "shuffling", "ready", "releasing", "dead"]


@stored_as_row
@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Cards in a batch shuffler, under the number that they were shuffled with."""

    number: int
    stage: BatchStage


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What a person wants of a device, until the device has answered."""

    seq: int
    entry: DeviceOrder

    @property
    def command(self) -> str:
        return command_word(self.entry)

    @property
    def figures(self) -> dict[str, Json]:
        """What it says beside the device and the command."""
        return {name: value for name, value in encode(self.entry).data.items() if name not in ("device", "command")}


@stored_as_row
@dataclass(frozen=True, slots=True, kw_only=True)
class SentCommand:
    """A command that left for a device and has no recorded end."""

    cmd: int
    type: int
    payload: str


@stored_as_row
@dataclass(frozen=True, slots=True, kw_only=True)
class Distrust:
    """Why a device is not listened to. With an event gap: its own marks, and our last event."""

    kind: str
    serial: str
    acked: int | None = None
    next: int | None = None
    known: int | None = None

    @property
    def shut(self) -> bool:
        """Is the line itself shut until people have decided, so that the device has to come up again?"""
        return self.kind in ("event-gap", "wrong-device", "second-host", "unapproved-identity", "old-epoch")

    @property
    def forgot(self) -> bool:
        """Has the device lost its memory? Then it gives numbers again that it has given before."""
        return self.next is not None and self.known is not None and self.next <= self.known


@stored_as_row
@dataclass(frozen=True, slots=True, kw_only=True)
class Trust:
    """The last decision to listen to a device again: after which event, and under which name its events are kept."""

    seq: int
    serial: str
    name: str
    after: int


class TableState:
    """Change it only by `fold`. All of it can be written down as plain data (`data`), and has a hash."""

    def __init__(self) -> None:
        self.seq = 0
        self.snapshot_seq = 0  # the snapshot from which a restart would begin
        self._shoe: ShoeCount | None = None  # between rounds
        self.configuration: ConfigurationSet | None = None
        self.table: TableRules | None = None
        self.shoe_number = 0
        self.shift = Shift()
        self.approvals = Approvals(log=NO_LOG)
        self.names: dict[str, str] = {}  # id of a person -> the name under which the journal saw them last
        self.console_closed_by: str | None = None  # until it is started again
        self.locked = False  # the screen waits for the dealer's PIN
        self.people_changes = 0  # how many changes of the book of people are in the journal
        self.round_number = 0
        self.dealt: DealtRound | None = None  # the open round, or the last one until the next is opened
        self.dealt_by: ConfigurationSet | None = None  # by which it was dealt, where a notice took effect since
        self.bets: tuple[Bet, ...] = ()
        self.last_bets: tuple[Bet, ...] = ()
        self.draws: dict[int, Draw] = {}  # drawn and not yet on the layout, and the hole card
        self.face_down: str | None = None  # the hand whose double card shall lie face down
        self.owed_by_hand = 0  # cards entered by hand and taken back
        self.late: LateCallWork | None = None  # what a late call has left to do
        self.shoe_in_play: ShoeCount | None = None  # while a round is open again whose cards were picked up before
        self.chips_moved: list[Settlement] = []  # of the settlements that a late call makes, those paid already
        self.uncounted: tuple[str, ...] = ()  # named by an irregularity, and the round ended before they were dealt
        self.ahead_of_shoe = 0  # cards entered by hand that the shoe has not told of yet
        self.readings = 0  # answers of the reader in this round
        self.reader_said: str | None = None
        self.card_in_reader = False
        self.links: dict[str, LinkState] = {}  # by kind of device
        self.dropped: dict[str, str] = {}  # of lines that fell in this round: the serial; "": another came
        self.distrusts: dict[str, Distrust] = {}
        self.trusts: dict[str, Trust] = {}
        self.epochs: dict[str, int] = {}  # serial number -> its last session
        self.empty: frozenset[str] = frozenset()  # devices that gave their last card, until they are loaded again
        self.faults: dict[str, str] = {}  # kind of device -> latched fault
        self.doors: frozenset[str] = frozenset()  # devices whose door, lid or cover stands open
        self.inhibited: dict[str, int] = {}  # kind of device -> how often it was found inhibited
        self.without: frozenset[str] = frozenset()  # devices that this round goes on without
        self.off_table: frozenset[str] = frozenset()  # devices that two people took off the table
        self.orders: dict[str, Order] = {}
        self.commands: dict[str, tuple[SentCommand, ...]] = {}  # two where a batch goes out beside a shuffle
        self.stock: CsmInventory | None = None  # what a continuous shuffler holds
        self.questions: dict[int, str] = {}  # of a keeper, that the dealer has not answered: number -> kind
        self.answers: dict[int, tuple[bool, int]] = {}  # of the dealer, not told to the keeper yet: yes, and its entry
        self.keeper = KeeperBook()  # what a keeper has to be told of its cards
        self.camera = CameraCards()  # what it saw and what it was not asked about
        self.batch = 0  # the one that becomes the shoe
        self.batch_stage: BatchStage | None = None
        self.last_batch = 0  # the highest number that any batch ever had
        self.two_batches = False  # the shuffler keeps a shuffled batch while it shuffles another
        self.second_batch: Batch | None = None  # cards that are shuffled while others are in play
        self.alarms: tuple[str, ...] = ()
        self.alarm_messages: dict[str, Message] = {}  # of those that have one, by their sentence
        self.calls: frozenset[str] = frozenset()  # those of the alarms that call for a supervisor
        self.supposes_hits = True  # by the table's file: is a card drawn while a hand is in turn its hit?
        self.digests: dict[str, tuple[object, str]] = {}  # of the frozen parts, which seldom change

    def fold(self, entry: Entry) -> None:
        from dealer_console.table.state.entry_folds import fold_entry  # the folds know the state

        cards_were = self.shift.cards.are
        fold_entry(self, entry)
        self.shift = apply_to_shift(self.shift, entry)
        self.keeper = keeper_after(self, entry, cards_were)
        self.approvals = self.approvals.apply(entry)
        self.seq = entry.seq

    # --- the shift, as the round needs it --------------------------------------------------------------------------

    @property
    def has_shift(self) -> bool:
        """False before the first opening, and in old journals that have none: then the rules alone decide."""
        return self.shift.number > 0

    @property
    def is_open(self) -> bool:
        return self.shift.stage is Stage.OPEN if self.has_shift else self.table is not None

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
    def cards_in_play(self) -> bool:
        """Could a card that leaves the shoe now open a round, as far as people and cards are concerned?"""
        if self.burn_due or self.shoe_over:
            return False
        ready = self.shift.cards.are is CardsAre.IN_PLAY and self.shift.dealer is not None
        return not self.has_shift or (self.is_open and ready)

    @property
    def people(self) -> dict[str, str]:
        """Who is at the table, by role; the one who came last."""
        return {person.role: person.person for person in self.shift.present}

    def name_of(self, person: str) -> str:
        """The one place where an id becomes a name to show. Journals, requests and commands keep the id."""
        return self.names.get(person, person)

    # --- the round and its cards -------------------------------------------------------------------------------------

    @property
    def open_round(self) -> DealtRound | None:
        return self.dealt if self.dealt is not None and self.dealt.closed is None else None

    @property
    def in_round(self) -> bool:
        return self.open_round is not None

    @property
    def round(self) -> Round | None:
        """As it lies now: nobody changes it any more, the next move makes another one."""
        dealt = self.open_round
        return None if dealt is None else dealt.round

    @property
    def standing(self) -> tuple[StandingMove, ...]:
        dealt = self.open_round
        return () if dealt is None else dealt.standing

    @property
    def settled(self) -> tuple[SettledWager, ...]:
        """Of this round, or of the last one until the next is opened."""
        return () if self.dealt is None else tuple(self.dealt.settled)

    @property
    def shoe(self) -> ShoeCount | None:
        dealt = self.open_round
        return self._shoe if dealt is None else self.shoe_in_play or dealt.felt.shoe

    @shoe.setter
    def shoe(self, shoe: ShoeCount | None) -> None:
        self._shoe = shoe

    @property
    def irregularity(self) -> str | None:
        return self.round.irregularity.code if self.round is not None and self.round.irregularity is not None else None

    @property
    def hole_draw(self) -> Draw | None:
        return self.draw_at(HOLE)

    def draw_at(self, *places: str) -> Draw | None:
        """The first card that lies in one of these places."""
        return next((draw for draw in self.draws.values() if draw.place in places), None)

    @property
    def opening(self) -> Draw | None:
        """The card that is being opened, or waits for a person to enter it."""
        return next((draw for draw in self.draws.values() if draw.dealt or draw.open_for is not None), None)

    @property
    def cards_by_hand(self) -> bool:
        """No electronic shoe tells the cards now: people enter them."""
        return self.links.get("shoe") != "ready" or "shoe" in self.without

    # --- as plain data ---------------------------------------------------------------------------------------------

    def data(self) -> dict[str, Json]:
        """Everything that a restart must bring back; the round as its bets and standing moves."""
        from dealer_console.table.state.state_codec import state_data  # the codec knows the state

        return state_data(self)

    def hash(self) -> str:
        """The same for two tables exactly when they would show and do the same."""
        from dealer_console.table.state.state_codec import state_hash

        return state_hash(self)

    def felt_hash(self) -> str:
        """What a ruling is about: the wagers and the standing moves of the round, and nothing of the devices."""
        felt: dict[str, Json] = {
            "round": self.round_number if self.in_round else self.round_number + 1,
            "bets": [write_bet(bet) for bet in self.bets],
            "moves": [write_move(move.move) for move in self.standing],
        }
        return sha256(canonical(felt).encode()).hexdigest()
