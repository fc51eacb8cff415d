"""The sealed shoe that the keeper plays (A6, A7): numbered events, states and faults, over a state that is stored.

Nothing here knows the angel-eye line or the frames of tablelink; `reports` feeds it from one side, `face` asks it from
the other. Every change is followed by one `store`, before any byte about it leaves the process.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable

from drivers.angel_eye.state import KeeperState, StoredEvent
from drivers.tablelink.constants import CARD_UNREADABLE, RING_MINIMUM, RING_RESERVE
from drivers.tablelink.event_rows import CardFlag, EventCode, FaultCode, InhibitCause, State
from drivers.tablelink.messages import Flag
from drivers.tablelink.payloads import commitment, encode_event_data

RING = 1024
_MODULUS = 1 << 32


def fresh_nonce() -> bytes:
    return secrets.token_bytes(16)


class KeeperShoe:
    """`gate` says whether the shoe can be locked by command; without it, draws while inhibited are only flagged."""

    def __init__(
        self, *, serial: str, state: KeeperState, gate: bool, nonce: Callable[[], bytes] = fresh_nonce
    ) -> None:
        self.serial = serial
        self.kept = state
        self.gate = gate
        self.enabled = False
        self.now_ms = 0
        self._nonce = nonce

    @property
    def flags(self) -> Flag:
        flags = Flag.PAIRED
        if self.enabled:
            flags |= Flag.ENABLED
        if self.kept.fault:
            flags |= Flag.FAULT
        return flags

    @property
    def memory_low(self) -> bool:
        return RING - len(self.kept.events) < RING_RESERVE

    def record(self, code: EventCode, **fields: object) -> None:
        event = StoredEvent(
            no=self.kept.next, t=self.now_ms % _MODULUS, code=code, data=encode_event_data(code, dict(fields))
        )
        self.kept.next += 1
        self.kept.events.append(event)
        if self.memory_low and self.enabled:
            self.inhibit(InhibitCause.EVENT_MEMORY)

    def acknowledge(self, upto: int) -> None:
        self.kept.events = [event for event in self.kept.events if event.no > upto]
        self.kept.acked = upto

    def power_up(self, *, by_watchdog: bool) -> None:
        """Stands for INHIBITED too (A6)."""
        self.enabled = False
        self.kept.boots += 1
        self.record(EventCode.POWER_UP, cause=2 if by_watchdog else 1, test=0, boots=self.kept.boots)

    def enable(self) -> None:
        if not self.enabled:
            self.enabled = True
            self.record(EventCode.ENABLED)

    def inhibit(self, cause: InhibitCause) -> None:
        if self.enabled:
            self.enabled = False
            self.record(EventCode.INHIBITED, cause=int(cause))

    def fail(self, fault: FaultCode, *, cause_left: bool) -> None:
        """The first fault latches; later ones are events only."""
        self.record(EventCode.FAULT, of=int(fault), at=int(self.kept.state), cards=255)
        if not self.kept.fault:
            self.kept.fault, self.kept.cause_left = int(fault), cause_left
        self.inhibit(InhibitCause.FAULT)

    def clear(self) -> None:
        fault, self.kept.fault, self.kept.cause_left = self.kept.fault, 0, False
        self.record(EventCode.FAULT_CLEARED, of=fault)

    def card_out(self, card: int, *, locked: bool) -> None:
        """The first line that sees a card seals it; from here on only its commitment is spoken of."""
        nonce = self._nonce()
        draw = self.kept.seal(card, nonce)
        forced = locked or not self.enabled
        flags = (CardFlag.UNREADABLE if card == CARD_UNREADABLE else CardFlag(0)) | (
            CardFlag.FORCED if forced else CardFlag(0)
        )
        commit = commitment(serial=self.serial, draw=draw, nonce=nonce, card=card)
        self.record(EventCode.CARD_DRAWN, draw=draw, card_flags=int(flags), commit=commit)
        if forced and self.gate:
            self.fail(FaultCode.GATE, cause_left=False)

    def cut_card(self) -> None:
        self.kept.state, self.kept.cut_after = State.SHOE_CUT, self.kept.last_draw
        self.record(EventCode.CUT_CARD, draw=self.kept.last_draw)

    def loaded(self, last_draw: int) -> None:
        """New cards after this draw. Told late, the cutting card of the new shoe may have come: then it stays cut."""
        kept = self.kept
        if kept.state is not State.SHOE_CUT or kept.cut_after <= last_draw:
            kept.state = State.SHOE_LOADED
        kept.between_shoes, kept.draws_since_loaded = False, max(kept.last_draw - last_draw, 0)
        self.record(EventCode.LOADED)

    def closed(self) -> None:
        """No card belongs to anything until new ones are in."""
        self.inhibit(InhibitCause.COMMAND)
        self.kept.state, self.kept.between_shoes, self.kept.draws_since_loaded = State.SHOE_EMPTY, True, 0


if RING < RING_MINIMUM:
    raise AssertionError("A5 asks for more event memory")
