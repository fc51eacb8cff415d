"""From entries to the rows of the index: one journal, entry by entry, in order.

`Gatherer` holds what must be known of everything before (`Carry`) and the round that is open. Rows come out when a
round is closed; the place to go on from is always between two rounds, so that nothing is counted twice.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final

from dealer_console.journal.entries import AnyEntry, decode
from dealer_console.journal.entries.rounds import RoundOpened
from dealer_console.journal.entry import NO_HASH, Row
from dealer_console.journal.errors import JournalDamaged
from dealer_console.journal.reader import NOT_AS_WRITTEN, judged_entry
from dealer_console.pit.archive.index_rows import Gathered
from dealer_console.pit.archive.open_round import OpenRound
from dealer_console.table.shift import Shift, apply, shift_data, shift_from_data
from dealer_console.table.shift.state import Stage

HOUR_MS: Final = 3_600_000

# What the shift is folded from here: all that the next shift takes over. Chips and settlements are left to the reports.
_FOLDED: Final = frozenset({"shuffle", "shoe", "burn", "round-opened", "round-closed", "person-in", "person-out"})
_OF_THE_ROUND: Final = frozenset(
    {"move", "settlement", "settlement-withdrawn", "undo", "card-corrected", "round-closed"}
)
_KEPT: Final = 20_000  # texts of moves and settlements
_ERRORS: Final = {"DeviceFaulted": "fault", "BatchDead": "cause", "CardInUnarmedReader": ""}
_BAD_LINKS: Final = frozenset({"away", "distrusted"})


@dataclass(slots=True, kw_only=True)
class Seat:
    """Who sits at a spot, since which entry."""

    player: str
    entry: int


@dataclass(slots=True, kw_only=True)
class Carry:
    """What the entries so far leave behind for those that follow."""

    shift: Shift = field(default_factory=Shift)
    fresh_from: int = 0
    configured_by: int = 0
    seats: dict[int, Seat] = field(default_factory=dict)

    def as_text(self) -> str:
        seats = {str(spot): [seat.player, seat.entry] for spot, seat in self.seats.items()}
        told = {"shift": shift_data(self.shift), "fresh": self.fresh_from, "rules": self.configured_by, "seats": seats}
        return json.dumps(told, ensure_ascii=False)

    @classmethod
    def of_text(cls, text: str) -> Carry | None:
        """None for a carry that an older program wrote: then the index of this journal is made anew."""
        told = json.loads(text) if text else None
        shift = shift_from_data(told["shift"]) if told else Shift()
        if shift is None:
            return None
        if told is None:
            return cls()
        seats = {int(spot): Seat(player=player, entry=entry) for spot, (player, entry) in told["seats"].items()}
        return cls(shift=shift, fresh_from=told["fresh"], configured_by=told["rules"], seats=seats)


class Gatherer:
    """Feed it rows with `take`; fetch what has come together with `harvest` whenever `between_rounds`."""

    def __init__(self, carry: Carry) -> None:
        self.carry = carry
        self.found = Gathered()
        self.open: OpenRound | None = None
        self._known: dict[tuple[str, str], AnyEntry] = {}

    @property
    def between_rounds(self) -> bool:
        return self.open is None

    def harvest(self) -> Gathered:
        found, self.found = self.found, Gathered()
        return found

    def take(self, row: Row) -> None:
        """Raises `JournalDamaged` at an entry that no table writes."""
        try:
            self._take(row)
        except NOT_AS_WRITTEN as error:
            told = f"entry {row[0]}, {row[1]}, cannot be read. Run: dealer-console verify, and call the technician"
            raise JournalDamaged(told) from error

    def _take(self, row: Row) -> None:
        kind = row[1]
        if self.open is not None and kind in _OF_THE_ROUND:
            self.open.take_row(row, self._decoded(row))
        deed = _DEEDS.get(kind)
        if kind in _FOLDED or kind in ("shift", "money"):
            self._fold(row)
        if deed is not None:
            deed(self, row, json.loads(row[7]))

    def _decoded(self, row: Row) -> AnyEntry:
        """What the row says. Moves and settlements come again and again: each of them is read once."""
        key = row[1], row[7]
        entry = self._known.get(key)
        if entry is None:
            entry = decode(row[1], row[2], json.loads(row[7]))
            if len(self._known) < _KEPT:
                self._known[key] = entry
        return entry

    @property
    def dealer(self) -> str:
        return self.carry.shift.dealer or ""

    def _fold(self, row: Row) -> None:
        before = self.carry.shift
        entry = judged_entry(row, NO_HASH)
        data: Any = entry.data
        if entry.kind == "shift" and data["step"] == "close":
            # The tray is not folded here; the report folds it and compares.
            till = replace(before.till, tray=data["expected"], closer=data["counted"])
            before = replace(before, till=till)
        after = apply(before, entry)
        self.carry.shift = after
        if after.number > before.number:
            self.found.shift_opened(row, after, before)
        elif after.stage is Stage.CLOSED and before.stage is Stage.OPEN:
            self._leave_all(row)
            self.found.shift_closed(row, after)

    # --- kind by kind ------------------------------------------------------------------------------------------------

    def _configured(self, row: Row, _data: Any) -> None:
        self.carry.configured_by = row[0]

    def _person_in(self, _row: Row, data: Any) -> None:
        if data.get("name"):
            self.found.names[data["person"]] = str(data["name"])

    def _shoe(self, row: Row, _data: Any) -> None:
        if self.open is None:
            self.carry.fresh_from = row[0]

    def _opened(self, row: Row, data: Any) -> None:
        opened = decode(row[1], row[2], data)
        if not isinstance(opened, RoundOpened):
            raise TypeError(row[1])
        self.open = OpenRound(row, opened, self.carry.seats)

    def _closed(self, _row: Row, _data: Any) -> None:
        if self.open is None:
            return
        shift = self.carry.shift
        self.found.round_closed(
            self.open, shift.number, self.dealer, fresh=self.carry.fresh_from, rules=self.carry.configured_by
        )
        self.open = None

    def _corrected(self, row: Row, data: Any) -> None:
        self.found.corrections.append(
            {
                "entry": row[0],
                "at_ms": row[3],
                "shift": self.carry.shift.number,
                "corrects": data["corrects"],
                "cents": data.get("cents") or 0,
                "spot": data.get("spot"),
                "reason": data["reason"],
                "requested_by": data["requested_by"],
                "approved_by": data["approved_by"],
                "dealer": self.dealer,
            }
        )

    def _device_event(self, row: Row, data: Any) -> None:
        event = data["event"]
        if event in _ERRORS:
            word = str(data.get(_ERRORS[event]) or event)
            self._error(row, str(data.get("device", "")), row[5] or "", word, str(data.get("while_in") or ""))

    def _device_link(self, row: Row, data: Any) -> None:
        device, state, serial = data["device"], data["state"], str(data.get("serial") or "")
        self.found.device_seen(
            row, device, serial, state, str(data.get("model") or ""), str(data.get("firmware") or "")
        )
        if state in _BAD_LINKS:
            word = str(data.get("reason") or data.get("kind") or state)
            self._error(row, device, serial, word, str(data.get("text") or ""))

    def _error(self, row: Row, device: str, serial: str, word: str, text: str) -> None:
        self.found.device_error(row, self.carry.shift.number, device, serial, word, text)

    def _alarm(self, row: Row, data: Any) -> None:
        if data.get("step") == "seen":
            for kind in ("alarm", "call"):
                self.found.answered(row, kind, data["alarm"], "seen")
            return
        kind = "call" if data.get("call") else "alarm"
        self.found.called(row, kind, data["alarm"], str(data.get("device") or ""), data["alarm"])

    def _request(self, row: Row, data: Any) -> None:
        text = f"{data['action']}: {data['reason']}"
        self.found.called(row, "request", text, data["requester"], data["request"])

    def _approval(self, row: Row, data: Any) -> None:
        if data.get("name"):
            self.found.names[data["approver"]] = str(data["name"])
        self.found.answered(row, "request", data["request"], "approved", by=data["approver"])

    def _lock_out(self, row: Row, data: Any) -> None:
        who = data["person"] or "a name that nobody has"
        self.found.called(row, "lock-out", f"{who} is locked after {data['wrong']} wrong PINs", str(who), str(row[0]))

    def _declined(self, row: Row, data: Any) -> None:
        self.found.answered(row, "request", data["request"], "declined", by=data["by"])

    # --- players -----------------------------------------------------------------------------------------------------

    def _shift_step(self, row: Row, data: Any) -> None:
        if data["step"] == "spots":
            self.plays(row, data["player"], data["spots"])

    def plays(self, row: Row, player: str, spots: list[int]) -> None:
        """From here on this player has exactly these spots."""
        for spot in [spot for spot, seat in self.carry.seats.items() if seat.player == player and spot not in spots]:
            self._leave(row, spot)
        for spot in spots:
            seat = self.carry.seats.get(spot)
            if seat is not None and seat.player == player:
                continue
            if seat is not None:
                self._leave(row, spot)
            self.carry.seats[spot] = Seat(player=player, entry=row[0])
            self.found.sat_down(row, spot, player)

    def _leave(self, row: Row, spot: int) -> None:
        seat = self.carry.seats.pop(spot)
        self.found.left(row, spot, seat.entry)

    def _leave_all(self, row: Row) -> None:
        for spot in sorted(self.carry.seats):
            self._leave(row, spot)


_DEEDS: Final[dict[str, Callable[[Gatherer, Row, Any], None]]] = {
    "configuration": Gatherer._configured,
    "person-in": Gatherer._person_in,
    "shoe": Gatherer._shoe,
    "round-opened": Gatherer._opened,
    "round-closed": Gatherer._closed,
    "correction": Gatherer._corrected,
    "device-event": Gatherer._device_event,
    "device-link": Gatherer._device_link,
    "alarm": Gatherer._alarm,
    "request": Gatherer._request,
    "approval": Gatherer._approval,
    "declined": Gatherer._declined,
    "lock-out": Gatherer._lock_out,
    "shift": Gatherer._shift_step,
}
