"""From entries to the rows of the index: one journal, entry by entry, in order.

`Gatherer` holds what must be known of everything before (`Carry`) and the round that is open. Rows come out when a
round is closed; the place to go on from is always between two rounds, so that nothing is counted twice.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Final, assert_never

from dealer_console.game.message import Message
from dealer_console.journal.entries import AnyEntry, decode, device_events, devices, money, people, shift
from dealer_console.journal.entries.cards import ShoeLoaded
from dealer_console.journal.entries.journal_own import ConfigurationSet
from dealer_console.journal.entries.notices import AlarmRaised, AlarmSeen
from dealer_console.journal.entries.rounds import LateCallMade, RoundClosed, RoundOpened, SettlementCorrected
from dealer_console.journal.entry import NO_HASH, Entry, Row
from dealer_console.journal.errors import JournalDamaged
from dealer_console.journal.storage.reader import NOT_AS_WRITTEN, judged_entry
from dealer_console.pit.archive.index_rows import Gathered
from dealer_console.pit.archive.open_round import OpenRound
from dealer_console.pit.archive.tray_chips import TrayChips
from dealer_console.table.shift import Shift, apply, shift_data, shift_from_data
from dealer_console.table.shift.fold_rounds import coupon_of
from dealer_console.table.shift.fold_till import into_tray
from dealer_console.table.shift.spots import is_known
from dealer_console.table.shift.state import Stage

HOUR_MS: Final = 3_600_000

# What the shift is folded from here: all that the next shift takes over. Of settlements and corrections only the amount
# in the tray is followed, round by round; their sums are left to the reports.
_FOLDED: Final = frozenset(
    {
        "shift",
        "money",
        "shuffle",
        "shoe",
        "burn",
        "round-opened",
        "late-call",
        "round-closed",
        "person-in",
        "person-out",
        "desk-order",
    }
)
_OF_THE_ROUND: Final = frozenset({"move", "settlement", "settlement-withdrawn", "undo", "card-corrected"})
_LEFT_OUT: Final = frozenset({"device-command", "snapshot"})  # long, and of no interest here
_CALLS: Final = frozenset({"alarm", "request", "approval", "declined", "lock-out"})
_KEPT: Final = 20_000  # texts of moves and settlements
_YEAR_10000_MS: Final = 253_402_300_800_000  # no calendar goes further


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
    tray: TrayChips = field(default_factory=TrayChips)

    def as_text(self) -> str:
        seats = {str(spot): [seat.player, seat.entry] for spot, seat in self.seats.items()}
        stored = {
            "shift": shift_data(self.shift),
            "fresh": self.fresh_from,
            "rules": self.configured_by,
            "seats": seats,
            "tray": self.tray.data(),
        }
        return json.dumps(stored, ensure_ascii=False)

    @classmethod
    def of_text(cls, text: str) -> Carry | None:
        """None for a carry that an older program wrote: then the index of this journal is made again."""
        stored = json.loads(text) if text else None
        shift = shift_from_data(stored["shift"]) if stored else Shift()
        if shift is None:
            return None
        if stored is None:
            return cls()
        seats = {int(spot): Seat(player=player, entry=entry) for spot, (player, entry) in stored["seats"].items()}
        tray = TrayChips.of_data(stored["tray"])
        return cls(shift=shift, fresh_from=stored["fresh"], configured_by=stored["rules"], seats=seats, tray=tray)


@contextmanager
def _as_written(row: Row) -> Iterator[None]:
    try:
        if not 0 <= row.at_ms < _YEAR_10000_MS or (row.kind == "genesis" and row.seq > 1):
            raise ValueError
        yield
    except NOT_AS_WRITTEN as error:
        raise JournalDamaged(Message("pit-entry-unreadable", seq=row.seq, kind=row.kind)) from error


class Gatherer:
    """Feed it rows with `take`; fetch what has come together with `harvest`, between two rounds."""

    def __init__(self, carry: Carry) -> None:
        self.carry = carry
        self.found = Gathered()
        self.open: OpenRound | None = None
        self._dealt_by = (0, 0)  # the entries of its shoe and of its configuration: others may have come since
        self._known: dict[tuple[str, str], AnyEntry] = {}

    def harvest(self) -> Gathered:
        harvest, self.found = self.found, Gathered()
        return harvest

    def reopened(self, rows: Sequence[Row], shift_number: int, dealer: str, *, fresh: int, rules: int) -> Gathered:
        """The last round is open again, from its rows; gives back its sums with their signs turned."""
        opened = self._decoded(rows[0])
        if not isinstance(opened, RoundOpened):
            raise JournalDamaged(Message("journal-entry-opens-no-round", seq=rows[0].seq))
        self.open, self._dealt_by = OpenRound(rows[0], opened, self.carry.seats), (fresh, rules)
        for row in rows[1:]:
            if row.kind in _OF_THE_ROUND or row.kind in ("late-call", "round-closed"):
                self.open.take_row(row, self._decoded(row))
        before = Gathered()
        coupons = self._coupons(self.open)
        before.round_closed(self.open, shift_number, dealer, fresh=fresh, rules=rules, coupons=coupons)
        before.turn_signs()
        self.carry.tray.take_round(self.open.settled, self.carry.shift, -1)
        self._into_tray(coupons - self.open.house)
        return before

    def take(self, row: Row) -> None:
        """Raises `JournalDamaged` at an entry that no table writes."""
        with _as_written(row):
            self._take(row)

    def _take(self, row: Row) -> None:
        if row.kind in _OF_THE_ROUND:
            if self.open is not None:
                self.open.take_row(row, self._decoded(row))
        elif row.kind in _FOLDED:
            entry = judged_entry(row, NO_HASH)
            if self.open is not None and isinstance(entry.typed, LateCallMade | RoundClosed):
                self.open.take_row(row, entry.typed)
            self._fold(row, entry)
            self._index(row, entry.typed)
        elif row.kind not in _LEFT_OUT:
            self._index(row, decode(row.kind, row.version, json.loads(row.data)))

    def take_call(self, row: Row) -> None:
        """Of a round that is still open only calls and their answers: they stand on the board at once.

        Whatever cannot be read is named at once, too, and not only when the round is taken as a whole.
        """
        with _as_written(row):
            typed = decode(row.kind, row.version, json.loads(row.data))
            if row.kind in _CALLS:
                self._index(row, typed)

    def _decoded(self, row: Row) -> AnyEntry:
        """What the row says. Moves and settlements come again and again: each of them is read once."""
        key = row.kind, row.data
        entry = self._known.get(key)
        if entry is None:
            entry = decode(row.kind, row.version, json.loads(row.data))
            if len(self._known) < _KEPT:
                self._known[key] = entry
        return entry

    @property
    def dealer(self) -> str:
        return self.carry.shift.dealer or ""

    def _fold(self, row: Row, entry: Entry) -> None:
        before = self.carry.shift
        if isinstance(entry.typed, shift.TableClosed):
            # The report folds every entry and compares.
            till = replace(before.till, tray=entry.typed.expected, closer=entry.typed.counted)
            before = replace(before, till=till)
        after = apply(before, entry)
        self.carry.shift = after
        if after.number > before.number:
            self.found.shift_opened(row, after, before)
        elif after.stage is Stage.CLOSED and before.stage is Stage.OPEN:
            self._leave_all(row)
            self.found.shift_closed(row, after)

    def _index(self, row: Row, typed: AnyEntry) -> None:
        self.carry.tray.take(typed, self.carry.shift, row.at_ms)
        match typed:
            case ConfigurationSet():
                self.carry.configured_by = row.seq
            case ShoeLoaded() if self.open is None:
                self.carry.fresh_from = row.seq
            case RoundOpened():
                self.open = OpenRound(row, typed, self.carry.seats)
                self._dealt_by = self.carry.fresh_from, self.carry.configured_by
            case RoundClosed():
                self._closed()
            case SettlementCorrected():
                self._corrected(row, typed)
            case shift.SpotsTaken(player=player, spots=spots):
                self.plays(row, player, spots)
            case money.BoughtIn(cents=cents, spot=spot):
                seat = self.carry.seats.get(spot or 0)
                self._cash(row, "buy-in", cents, spot, seat.player if seat is not None else "")
            case money.MarkerIssued(cents=cents, spot=spot, player=player, marker=marker):
                self._cash(row, "marker", cents, spot, player, marker)
            case money.MarkerRedeemed(cents=cents, player=player, marker=marker):
                self._cash(row, "marker-redeemed", cents, None, player, marker)
            case money.MarkerVoided(cents=cents, player=player, marker=marker):
                self._cash(row, "marker-voided", cents, None, player, marker)
            case AlarmRaised():
                self._alarm(row, typed)
            case AlarmSeen(alarm=alarm):
                for kind in ("alarm", "call"):
                    self.found.answered(row, kind, alarm, "seen")
            case _:
                if isinstance(typed, people.PeopleEntry):
                    self._person(row, typed)
                elif isinstance(typed, devices.DeviceLink):
                    self._device_link(row, typed)
                elif isinstance(typed, device_events.KnownDeviceEvent):
                    self._device_event(row, typed)

    # --- rounds ------------------------------------------------------------------------------------------------------

    def _closed(self) -> None:
        if self.open is None:
            return
        fresh, rules = self._dealt_by
        shift, coupons = self.carry.shift.number, self._coupons(self.open)
        self.found.round_closed(self.open, shift, self.dealer, fresh=fresh, rules=rules, coupons=coupons)
        self.carry.tray.take_round(self.open.settled, self.carry.shift)
        self._into_tray(self.open.house - coupons)
        self.open = None

    def _coupons(self, closed: OpenRound) -> int:
        """What it took as paper."""
        return sum(coupon_of(self.carry.shift, wager) for wager in closed.settled)

    def _into_tray(self, cents: int) -> None:
        shift = self.carry.shift
        self.carry.shift = replace(shift, till=into_tray(shift.till, cents))

    def _corrected(self, row: Row, corrected: SettlementCorrected) -> None:
        self._into_tray(-(corrected.cents or 0))
        self.found.corrections.append(
            {
                "entry": row.seq,
                "at_ms": row.at_ms,
                "shift": self.carry.shift.number,
                "corrects": corrected.corrects,
                "cents": corrected.cents or 0,
                "spot": corrected.spot,
                "reason": corrected.reason,
                "requested_by": corrected.requested_by,
                "approved_by": corrected.approved_by,
                "dealer": self.dealer,
            }
        )

    # --- devices -----------------------------------------------------------------------------------------------------

    def _device_event(self, row: Row, event: device_events.KnownDeviceEvent) -> None:
        device, serial = event.device or "", row.serial or ""
        match event:
            case device_events.DeviceFaulted(fault=fault, while_in=while_in):
                self._error(row, device, serial, fault, while_in or "")
            case device_events.BatchDead(fault=cause):
                self._error(row, device, serial, cause or "BatchDead", "")
            case device_events.CardInUnarmedReader():
                self._error(row, device, serial, "CardInUnarmedReader", "")
            case _:
                pass

    def _device_link(self, row: Row, link: devices.DeviceLink) -> None:
        match link:
            case devices.DeviceReady(device=device, serial=serial):
                self.found.device_seen(row, device, serial or "", "ready", link.model or "", link.firmware or "")
            case devices.DeviceAway(device=device, serial=serial):
                self.found.device_seen(row, device, serial or "", "away", "", "")
                self._error(row, device, serial or "", link.reason or "away", link.text or "")
            case devices.DeviceDistrusted(device=device, serial=serial):
                self.found.device_seen(row, device, serial or "", "distrusted", "", "")
                self._error(row, device, serial or "", link.kind or "distrusted", link.text or "")
            case devices.DeviceTrusted(device=device, state=state):
                self.found.device_seen(row, device, "", state, "", "")
            case _:
                assert_never(link)

    def _error(self, row: Row, device: str, serial: str, word: str, text: str) -> None:
        self.found.device_error(row, self.carry.shift.number, device, serial, word, text)

    # --- people and calls --------------------------------------------------------------------------------------------

    def _alarm(self, row: Row, raised: AlarmRaised) -> None:
        kind = "call" if raised.call else "alarm"
        self.found.called(row, kind, raised.alarm, raised.device or "", raised.alarm)

    def _person(self, row: Row, typed: people.PeopleEntry) -> None:
        match typed:
            case people.PersonCame(person=person, name=name):
                self._name(person, name)
            case people.ApprovalRequested():
                text = f"{typed.action}: {typed.reason}"
                self.found.called(row, "request", text, typed.requester, typed.request)
            case people.RequestApproved(approver=approver, request=request):
                self._name(approver, typed.name)
                self.found.answered(row, "request", request, "approved", by=approver)
            case people.RequestDeclined(request=request, by=by):
                self.found.answered(row, "request", request, "declined", by=by)
            case people.LockedOut(person=person, wrong=wrong):
                who = person or "a name that nobody has"
                self.found.called(row, "lock-out", f"{who} is locked after {wrong} wrong PINs", who, str(row.seq))
            case people.PersonLeft() | people.ApprovalUsed() | people.PeopleChanged() | people.DeskOrdered():
                pass
            case _:
                assert_never(typed)

    def _name(self, person: str, name: str | None) -> None:
        if name:
            self.found.names[person] = name

    # --- players -----------------------------------------------------------------------------------------------------

    def _cash(self, row: Row, what: str, cents: int, spot: int | None, player: str, marker: str = "") -> None:
        """By card: the cash log adds them up, whoever is known by a card only."""
        self.found.cash_moves.append(
            {
                "entry": row.seq,
                "at_ms": row.at_ms,
                "shift": self.carry.shift.number,
                "spot": spot,
                "player": player if is_known(player) else "",
                "what": what,
                "marker": marker,
                "cents": cents,
            }
        )

    def plays(self, row: Row, player: str, spots: tuple[int, ...]) -> None:
        """From here on this player has exactly these spots."""
        for spot in [spot for spot, seat in self.carry.seats.items() if seat.player == player and spot not in spots]:
            self._leave(row, spot)
        for spot in spots:
            seat = self.carry.seats.get(spot)
            if seat is not None and seat.player == player:
                continue
            if seat is not None:
                self._leave(row, spot)
            self.carry.seats[spot] = Seat(player=player, entry=row.seq)
            self.found.sat_down(row, spot, player)

    def _leave(self, row: Row, spot: int) -> None:
        seat = self.carry.seats.pop(spot)
        self.found.left(row, spot, seat.entry)

    def _leave_all(self, row: Row) -> None:
        for spot in sorted(self.carry.seats):
            self._leave(row, spot)
