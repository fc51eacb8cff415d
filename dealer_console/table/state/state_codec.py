"""The state of a table as plain data and back: what the snapshots of a journal hold. Never a proof of anything.

The stored form is declared once, in `StateData`. A snapshot of another form, or one that lacks what this program keeps,
is passed over: the journal tells it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from hashlib import sha256
from typing import Final

from dealer_console.game.errors import Bug
from dealer_console.game.money import Cents
from dealer_console.game.round_files.report import house_net
from dealer_console.game.shoe import ShoeCount
from dealer_console.game.wagers.bets import Bet
from dealer_console.journal.canonical import Json, canonical
from dealer_console.journal.configuration import table_rules
from dealer_console.journal.entries import decode, encode
from dealer_console.journal.entries.devices import DeviceOrder
from dealer_console.journal.entries.journal_own import ConfigurationSet
from dealer_console.journal.entries.rounds import RoundClosed, RoundOpened
from dealer_console.journal.round_fold import BurnedCard, DealtRound, StandingMove
from dealer_console.journal.settlements import SettledWager
from dealer_console.journal.value_codec import from_plain, to_plain
from dealer_console.messages.message_codec import message_data, message_of
from dealer_console.table.approvals.state import from_data as approvals_from_data
from dealer_console.table.approvals.state import to_data as approvals_data
from dealer_console.table.devices.camera import CameraCards
from dealer_console.table.devices.keeper import KeeperBook
from dealer_console.table.shift.continuous_shuffler import CsmInventory
from dealer_console.table.shift.snapshot import shift_data, shift_from_data
from dealer_console.table.state.late_call import LateCallWork
from dealer_console.table.state.table_state import Batch, Distrust, Draw, Order, SentCommand, TableState, Trust

LATE: Final = "late_call"  # beside the form, too: only while a late call has something left to do
SHOE_IN_PLAY: Final = "shoe_in_play"  # likewise: only while a round is open again whose cards were picked up before
DEALT_BY: Final = "dealt_by"  # likewise: only while a notice has taken effect since the last round
BURNED: Final = "burned"  # likewise: only while cards have gone to the discards since the round was opened
ALARM_MESSAGES: Final = "alarm_messages"  # beside the form: only while an alarm is open that has one
FORM: Final = 12  # of the snapshot; one of another form is not taken over, the journal is folded instead


@dataclass(frozen=True, slots=True, kw_only=True)
class _AsKept:
    """What is stored as the state keeps it, under the same name."""

    configuration: ConfigurationSet | None
    shoe_number: int
    names: Mapping[str, str]
    people_changes: int
    locked: bool
    console_closed_by: str | None
    round_number: int
    bets: tuple[Bet, ...]
    last_bets: tuple[Bet, ...]
    settled: tuple[SettledWager, ...]
    in_round: bool
    face_down: str | None
    owed_by_hand: int
    ahead_of_shoe: int
    uncounted: tuple[str, ...]
    readings: int
    reader_said: str | None
    card_in_reader: bool
    links: Mapping[str, str]
    dropped: Mapping[str, str]
    distrusts: Mapping[str, Distrust]
    trusts: Mapping[str, Trust]
    epochs: Mapping[str, int]
    empty: frozenset[str]
    faults: Mapping[str, str]
    doors: frozenset[str]
    inhibited: Mapping[str, int]
    without: frozenset[str]
    off_table: frozenset[str]
    commands: Mapping[str, tuple[SentCommand, ...]]
    stock: CsmInventory | None
    keeper: KeeperBook
    camera: CameraCards
    batch: int
    batch_stage: str | None
    last_batch: int
    two_batches: bool
    second_batch: Batch | None
    alarms: tuple[str, ...]
    calls: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class StateData(_AsKept):
    """The stored form. The open round, or the last one, is its wagers, its standing moves and the shoe before it."""

    shoe: ShoeCount | None
    last_shoe: ShoeCount | None
    standing: tuple[StandingMove, ...]
    draws: tuple[Draw, ...]
    orders: Mapping[str, tuple[int, str, Mapping[str, Json]]]
    questions: tuple[tuple[int, str], ...]
    answers: tuple[tuple[int, bool, int], ...]

    @classmethod
    def of(cls, state: TableState) -> StateData:
        dealt, is_open = state.dealt, state.in_round
        before = dealt.shoe_before if dealt is not None else None
        return cls(
            **{name: getattr(state, name) for name in _KEPT},
            shoe=before if is_open else state.shoe,
            last_shoe=None if is_open else before,
            standing=dealt.standing if dealt is not None else (),
            draws=tuple(state.draws.values()),
            orders={kind: (order.seq, order.command, order.figures) for kind, order in state.orders.items()},
            questions=tuple(state.questions.items()),
            answers=tuple((number, yes, seq) for number, (yes, seq) in state.answers.items()),
        )


_KEPT: Final = tuple(field.name for field in fields(_AsKept))
_COMPUTED: Final = frozenset({"settled", "in_round"})  # of the kept ones, what the state itself works out
_BESIDE: Final = frozenset({ALARM_MESSAGES, BURNED, DEALT_BY, LATE, SHOE_IN_PLAY})
_NAMES: Final = frozenset(field.name for field in fields(StateData)) | {"form", "shift", "approvals"}


# --- out -----------------------------------------------------------------------------------------------------------


def state_data(state: TableState) -> dict[str, Json]:
    """Everything that a restart must bring back."""
    own = _own_data(state)
    if state.alarm_messages:
        own[ALARM_MESSAGES] = {words: message_data(message) for words, message in state.alarm_messages.items()}
    return {**own, "form": FORM, "shift": shift_data(state.shift), "approvals": approvals_data(state.approvals)}


def state_hash(state: TableState) -> str:
    """The same for two tables exactly when they would show and do the same."""
    own = _own_data(state)
    own["shift"] = _digest(state, "shift", state.shift, lambda: shift_data(state.shift))
    own["approvals"] = _digest(state, "approvals", state.approvals, lambda: approvals_data(state.approvals))
    return sha256(canonical(own).encode()).hexdigest()


def _own_data(state: TableState) -> dict[str, Json]:
    own = to_plain(StateData, StateData.of(state))
    if not isinstance(own, dict):
        raise Bug("a state is stored as an object")
    if state.configuration is not None:  # the rule set's text stands in it as its hash; recovery finds it by that
        own["configuration"] = encode(replace(state.configuration, rules_text=None)).data
    if state.dealt_by is not None:
        own[DEALT_BY] = encode(replace(state.dealt_by, rules_text=None)).data
    if state.late is not None:
        own[LATE] = to_plain(LateCallWork, state.late)
    if state.shoe_in_play is not None:
        own[SHOE_IN_PLAY] = to_plain(ShoeCount, state.shoe_in_play)
    if state.dealt is not None and state.dealt.burned:
        own[BURNED] = [to_plain(BurnedCard, burned) for burned in state.dealt.burned]
    return own


def _digest(state: TableState, name: str, part: object, stored: Callable[[], dict[str, Json]]) -> str:
    """Of a frozen part, which seldom changes."""
    known, digest = state.digests.get(name, (None, ""))
    if known is not part:
        digest = sha256(canonical(stored()).encode()).hexdigest()
        state.digests[name] = (part, digest)
    return digest


# --- back ----------------------------------------------------------------------------------------------------------


def is_of_this_form(stored: Mapping[str, Json]) -> bool:
    """Whoever changes what a fold keeps raises `FORM`: an older snapshot is then passed over, in `verify` too."""
    return stored.get("form") == FORM and stored.keys() - _BESIDE == _NAMES


def state_from_data(stored: Mapping[str, Json]) -> TableState | None:
    """None for a snapshot of another form. Raises `Bug` when it does not fit its own."""
    if not is_of_this_form(stored):
        return None
    try:
        return _restored(from_plain(StateData, dict(stored)), stored)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Bug(f"the snapshot does not fit: {error!r}") from None


def _restored(kept: StateData, stored: Mapping[str, Json]) -> TableState:
    state = TableState()
    for name in _KEPT:
        if name not in _COMPUTED:
            setattr(state, name, getattr(kept, name))
    if kept.configuration is not None:
        state.table = table_rules(kept.configuration)
    state.shoe = kept.shoe
    shift, approvals = stored["shift"], stored["approvals"]
    restored = shift_from_data(shift) if isinstance(shift, dict) else None
    if restored is None or not isinstance(approvals, dict):
        raise Bug("the snapshot has this program's form, but not its shift and approvals")
    state.shift, state.approvals = restored, approvals_from_data(approvals)
    state.draws = {draw.number: draw for draw in kept.draws}
    state.orders = {kind: _order(kind, *order) for kind, order in kept.orders.items()}
    state.questions = dict(kept.questions)
    state.answers = {number: (yes, seq) for number, yes, seq in kept.answers}
    if DEALT_BY in stored and state.configuration is not None:
        dealt_by = from_plain(ConfigurationSet, stored[DEALT_BY])
        state.dealt_by = replace(dealt_by, rules_text=state.configuration.rules_text)
    state.dealt = _dealt(state, kept, stored.get(BURNED, []))
    if LATE in stored:
        state.late = from_plain(LateCallWork, stored[LATE])
    if SHOE_IN_PLAY in stored:
        state.shoe_in_play = from_plain(ShoeCount, stored[SHOE_IN_PLAY])
    messages = stored.get(ALARM_MESSAGES)
    if isinstance(messages, dict):
        state.alarm_messages = {words: message_of(data) for words, data in messages.items() if isinstance(data, dict)}
    return state


def _order(device: str, seq: int, command: str, figures: Mapping[str, Json]) -> Order:
    order = decode("device-command", 1, {"device": device, "command": command, **figures})
    if not isinstance(order, DeviceOrder):
        raise ValueError(f"{command!r} is no order to a device")
    return Order(seq=seq, entry=order)


def _dealt(state: TableState, kept: StateData, burned: Json) -> DealtRound | None:
    """The open round, or the last one."""
    shoe, bets = (kept.shoe, kept.bets) if kept.in_round else (kept.last_shoe, kept.last_bets)
    if state.table is None or shoe is None:
        return None
    opened = RoundOpened(round=kept.round_number, bets=bets)
    table = state.table if state.dealt_by is None else table_rules(state.dealt_by)
    since = from_plain(tuple[BurnedCard, ...], burned)
    dealt = DealtRound.restored(opened, table, shoe, kept.standing, kept.settled, since)
    if not kept.in_round:
        felt = dealt.felt
        dealt.close(RoundClosed(round=kept.round_number, house_net=Cents(house_net(felt)), complete=felt.complete))
    return dealt
