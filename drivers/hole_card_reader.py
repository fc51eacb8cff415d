"""The hole-card reader: armed for an ace or a ten, it answers one question, once per round, with one bit (A8).

The same class serves the reader on a serial line and on USB; only the transport differs.
"""

from __future__ import annotations

from drivers.events import (
    CheckResult,
    DeviceEvent,
    DeviceFaulted,
    Distrust,
    HoleCardChecked,
    HoleCardInserted,
    PoweredUp,
    UpCardKind,
)
from drivers.tablelink.device import TablelinkDevice, refuse_unless
from drivers.tablelink.link import HostLink
from drivers.tablelink.messages import MessageType, UpCard

RESULT_WAIT = 5.0


class HoleCardReader(TablelinkDevice):
    """Says `reader-fault` once per check when the reader cannot be relied on any more (A9)."""

    can_leak = False

    def __init__(self, link: HostLink) -> None:
        super().__init__(link)
        self._round = 0
        self._unreadable = 0
        self._inserted_at: float | None = None
        self._check_open = False

    def arm(self, *, round_number: int, up: UpCardKind) -> int:
        refuse_unless(round_number >= 1, f"round {round_number}: rounds count from 1")
        command = self._submit(MessageType.ARM, round=round_number, up=int(UpCard[up.name]))
        with self._lock:
            if round_number != self._round:
                self._round, self._unreadable = round_number, 0
            self._check_open = True
        return command

    def step(self, now: float) -> None:
        with self._lock:
            if self._inserted_at is not None and now >= self._inserted_at + RESULT_WAIT:
                self._give_up(f"no result within {RESULT_WAIT:.0f} s of the card")
        super().step(now)

    def due(self) -> float | None:
        with self._lock:
            due = super().due()
            if self._inserted_at is None:
                return due
            limit = self._inserted_at + RESULT_WAIT
            return limit if due is None else min(due, limit)

    def _give_up(self, what: str) -> None:
        self._inserted_at, self._check_open = None, False
        self._distrust(Distrust.READER_FAULT, f"{what}; this check goes on without the reader")

    def _event(self, event: DeviceEvent, now: float) -> None:
        match event:
            case HoleCardInserted():
                self._inserted_at, self._check_open = now, True
            case HoleCardChecked():
                self._inserted_at = None
                self._result(event)
            case PoweredUp() if self._check_open:
                self._give_up("the reader restarted during a check")
            case DeviceFaulted(fault=fault) if self._check_open:
                self._give_up(f"the reader reports {fault} during a check")

    def _result(self, event: HoleCardChecked) -> None:
        if event.result is None:
            self._give_up("the reader sent a result that does not exist")
        elif event.result is CheckResult.UNREADABLE:
            self._unreadable += 1
            if self._unreadable >= 2:
                self._give_up("the card could not be read twice")
        else:
            self._check_open = False

    def _away(self) -> None:
        if self._check_open:
            self._give_up("the link to the reader was lost during a check")
