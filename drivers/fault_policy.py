"""What an event of a device means at the table (A9), as data. The table decides; here only the code is named.

A row fits when the event, the kind of device and the situation fit; `situation` names what only the table knows.
`code` is an irregularity of the rule sets, or None where the dealer is merely told what to do.
"""

from __future__ import annotations

from dataclasses import dataclass

from drivers import events
from drivers.events import Fault

BATCH, CONTINUOUS, SHOE, READER = "batch-shuffler", "continuous-shuffler", "shoe", "reader"

ALWAYS = "always"
NOT_DUE_UNSEEN = "card not due, not seen"
NOT_DUE_SEEN = "card not due, seen"
DEALER_COMPLETE = "card not due, dealer's hand complete"
SECOND_CARD_UNSEEN = "second card not seen"
SECOND_CARD_SEEN = "second card seen"
CARD_DUE = "a card is due in a round"
BETWEEN_ROUNDS = "between rounds"
IN_A_CYCLE = "in a shuffle or count"
UP_CARD_OTHER = "up-card neither ace nor ten-value"
UP_CARD_ACE_OR_TEN = "up-card ace or ten-value"
CHECK_OPEN = "a check is open"
FACE_UP = "the card lay face up in the shoe"
UNREADABLE = "the shoe could not read the card"
VERDICT_NOT_OK = "the check of the batch failed"


@dataclass(frozen=True, kw_only=True, slots=True)
class FaultRule:
    """One row. `kinds` narrows a fault, a lost link or a host fault by its word; empty fits all of them."""

    event: type[events.DeviceEvent] | type[events.HostEvent]
    devices: tuple[str, ...]
    situation: str = ALWAYS
    kinds: tuple[str, ...] = ()
    code: str | None = None
    supervisor: bool = False
    next_step: str = ""


def _row(
    event: type[events.DeviceEvent] | type[events.HostEvent],
    devices: tuple[str, ...],
    code: str | None,
    situation: str = ALWAYS,
    *,
    kinds: tuple[str, ...] = (),
    supervisor: bool = False,
    next_step: str = "",
) -> FaultRule:
    return FaultRule(
        event=event,
        devices=devices,
        situation=situation,
        kinds=kinds,
        code=code,
        supervisor=supervisor,
        next_step=next_step,
    )


IDLE_SHUFFLER = "mend it before the next shuffle; the round goes on"
_SHOE_FAULTS = (Fault.JAM, Fault.REVERSED, Fault.GATE, Fault.SENSOR, Fault.MEMORY)

FAULT_RULES: tuple[FaultRule, ...] = (
    _row(events.CardDrawn, (SHOE,), "card-face-up-in-shoe", FACE_UP, next_step="reveal the card as an irregularity"),
    _row(events.CardDrawn, (SHOE,), "card-drawn-unexposed", NOT_DUE_UNSEEN, next_step="the dealer says not seen"),
    _row(events.CardDrawn, (SHOE,), "card-exposed", NOT_DUE_SEEN, next_step="the dealer says seen"),
    _row(events.CardDrawn, (SHOE,), "dealer-drew-too-many", DEALER_COMPLETE),
    _row(events.CardDrawn, (SHOE,), None, UNREADABLE, next_step="enter the card by hand when it is turned"),
    _row(
        events.DeviceFaulted,
        (SHOE,),
        "card-drawn-unexposed",
        SECOND_CARD_UNSEEN,
        kinds=(Fault.DOUBLE_FEED,),
        supervisor=True,
    ),
    _row(events.DeviceFaulted, (SHOE,), "card-exposed", SECOND_CARD_SEEN, kinds=(Fault.DOUBLE_FEED,), supervisor=True),
    _row(events.DeviceFaulted, (SHOE,), "shoe-fault", kinds=_SHOE_FAULTS, supervisor=True),
    _row(events.DeviceAway, (SHOE,), "shoe-fault", supervisor=True),
    _row(events.DeviceDistrusted, (SHOE,), "shoe-fault", supervisor=True),
    _row(events.DeviceEmpty, (SHOE, CONTINUOUS), "shoe-empty", CARD_DUE),
    _row(events.DeviceEmpty, (SHOE, CONTINUOUS), None, BETWEEN_ROUNDS, next_step="load cards"),
    _row(events.CutCardSeen, (SHOE,), None, next_step="this is the last round of the shoe"),
    _row(events.BatchDead, (BATCH,), "shuffler-fault", supervisor=True),
    # MA 15(j) speaks of a shuffle: a batch shuffler that stands idle stops no round that is dealt from the shoe.
    _row(events.DeviceFaulted, (BATCH, CONTINUOUS), "shuffler-fault", IN_A_CYCLE, supervisor=True),
    _row(events.DeviceFaulted, (CONTINUOUS,), "shuffler-fault", supervisor=True),
    _row(events.DeviceFaulted, (BATCH,), None, supervisor=True, next_step=IDLE_SHUFFLER),
    _row(
        events.ShuffleFinished,
        (BATCH,),
        "shuffler-fault",
        VERDICT_NOT_OK,
        supervisor=True,
        next_step="these cards leave the table",
    ),
    _row(events.DeviceDistrusted, (BATCH, CONTINUOUS), "shuffler-fault", IN_A_CYCLE, supervisor=True),
    _row(events.DeviceDistrusted, (CONTINUOUS,), "shuffler-fault", supervisor=True),
    _row(events.DeviceDistrusted, (BATCH,), None, supervisor=True, next_step=IDLE_SHUFFLER),
    _row(events.DeviceAway, (BATCH, CONTINUOUS), "shuffler-fault", IN_A_CYCLE, supervisor=True),
    _row(events.CardInUnarmedReader, (READER,), "reader-wrong-up-card", UP_CARD_OTHER, supervisor=True),
    _row(
        events.CardInUnarmedReader,
        (READER,),
        None,
        UP_CARD_ACE_OR_TEN,
        next_step="take the card out, arm the reader, insert it again",
    ),
    _row(events.DeviceFaulted, (READER,), "reader-fault", supervisor=True),
    _row(events.DeviceDistrusted, (READER,), "reader-fault", supervisor=True),
    _row(events.PoweredUp, (READER,), "reader-fault", CHECK_OPEN, supervisor=True),
    _row(events.DeviceAway, (READER,), "reader-fault", CHECK_OPEN, supervisor=True),
)

# Rows of A9 that no single event of a device decides: the table compares two things.
TABLE_FINDINGS: dict[str, str] = {
    "card-impossible": "a revealed or entered card of another design, or beyond the copies in the decks",
    "reader-disagrees": "the check and the turned card disagree, either way",
    "shuffle-beside-device": "a shuffle by hand or by another device while a shuffler is registered at the table",
}


def kind_of(event: events.Event) -> str:
    """The word by which rows with `kinds` are told apart."""
    match event:
        case events.DeviceFaulted(fault=fault):
            return fault
        case events.DeviceAway(reason=reason):
            return reason
        case events.DeviceDistrusted(kind=kind):
            return kind
        case _:
            return ""


def rules_for(event: events.Event, device: str) -> tuple[FaultRule, ...]:
    """All rows that may apply; the table picks by situation. None at all: nothing irregular."""
    return tuple(
        row
        for row in FAULT_RULES
        if isinstance(event, row.event) and device in row.devices and (not row.kinds or kind_of(event) in row.kinds)
    )
