"""Rows that wait to be written into the index, in the order of the entries."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Final

from dealer_console.journal.entry import Row
from dealer_console.pit.archive.open_round import OpenRound, WagerSum
from dealer_console.pit.archive.schema import ladder
from dealer_console.table.shift import Shift, shift_data

HOUR_MS: Final = 3_600_000

Fields = dict[str, Any]


@dataclass(slots=True, kw_only=True)
class GatheredRound:
    """One closed round with everything that leads to it. Its number in the index is given when it is written."""

    row: Fields
    spots: list[Fields]
    cards: list[str]
    amounts: list[int]
    irregularities: list[Fields]


@dataclass(frozen=True, slots=True, kw_only=True)
class CallRow:
    """Somebody or something calls for an answer; `key` is what an answer to it names."""

    entry: int
    at_ms: int
    kind: str
    text: str
    by: str
    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerRow:
    """The answer to every open call of this kind and key before its entry."""

    entry: int
    kind: str
    key: str
    answered_ms: int
    answered_by: str
    answer: str

    def answers(self, call: CallRow) -> bool:
        return (self.kind, self.key) == (call.kind, call.key) and self.entry > call.entry


@dataclass(slots=True)
class Gathered:
    """`steps` are changes to rows that may be there already, in their order."""

    rounds: list[GatheredRound] = field(default_factory=list)
    corrections: list[Fields] = field(default_factory=list)
    device_errors: list[Fields] = field(default_factory=list)
    shifts: list[Fields] = field(default_factory=list)
    closed_shifts: list[Fields] = field(default_factory=list)
    calls: dict[int, CallRow] = field(default_factory=dict)
    answers: list[AnswerRow] = field(default_factory=list)
    sittings: list[Fields] = field(default_factory=list)
    cash_moves: list[Fields] = field(default_factory=list)
    departures: list[Fields] = field(default_factory=list)
    devices: dict[tuple[str, str], Fields] = field(default_factory=dict)
    errors_of: dict[tuple[str, str], int] = field(default_factory=dict)
    wagers: dict[tuple[Any, ...], WagerSum] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    paces: dict[tuple[Any, ...], list[int]] = field(default_factory=dict)

    def round_closed(self, r: OpenRound, shift: int, dealer: str, *, fresh: int, rules: int, coupons: int) -> None:
        """`coupons`: what it took as paper; that is no win."""
        irregular = r.irregularities()
        hands, largest = r.hand_count, max(r.amounts, default=0)
        row = {
            "number": r.number,
            "opened_ms": r.opened_at_ms,
            "closed_ms": r.closed_at_ms,
            "first_entry": r.first_entry,
            "last_entry": r.last_entry,
            "fresh_from": fresh,
            "configured_by": rules,
            "shift": shift,
            "dealer": dealer,
            "bets": r.bets_text,
            "hands": hands,
            "staked": sum(wager_sum.staked for wager_sum in r.sums.values()),
            "house": r.house,
            "largest": largest,
            "size": ladder(largest),
            "irregular": len(irregular),
            "undone": r.undone + r.misread,
            "corrected": False,
        }
        happened = [
            {
                "entry": irregularity.entry,
                "at_ms": irregularity.at_ms,
                "shift": shift,
                "code": irregularity.code,
                "dealer": dealer,
                "called_by": irregularity.called_by,
                "ruling": irregularity.ruling,
                "ruled_by": irregularity.ruled_by,
            }
            for irregularity in irregular
        ]
        self.rounds.append(
            GatheredRound(
                row=row,
                spots=_spots(r),
                cards=sorted(r.cards),
                amounts=sorted(r.amounts - {0}),
                irregularities=happened,
            )
        )
        self._sum_up(r, shift, dealer, hands, rules, r.house - coupons)

    def turn_signs(self) -> None:
        """What was added to the sums of hours is taken away with them."""
        self.paces = {key: [-figure for figure in pace] for key, pace in self.paces.items()}
        for total in self.wagers.values():
            total.count, total.staked, total.squares = -total.count, -total.staked, -total.squares
            total.taken, total.paid = -total.taken, -total.paid

    def _sum_up(self, r: OpenRound, shift: int, dealer: str, hands: int, rules: int, win: int) -> None:
        hour = r.opened_at_ms // HOUR_MS * HOUR_MS
        pace = self.paces.setdefault((shift, hour, dealer), [0, 0, 0, 0])
        pace[0] += 1
        pace[1] += hands
        pace[2] += win
        pace[3] += sum(wager_sum.staked for (_, _, wager), wager_sum in r.sums.items() if wager == "main") ** 2
        for (spot, bettor, wager), wager_sum in r.sums.items():
            # Others who bet on a seated player's spot are not that player.
            sitting = r.seats.get(spot, ("", 0))[1] if bettor == 1 else 0
            key = (shift, hour, dealer, spot, sitting, wager, rules)
            total = self.wagers.get(key)
            if total is None:
                total = self.wagers[key] = WagerSum()
            total.count += wager_sum.count
            total.staked += wager_sum.staked
            total.squares += wager_sum.squares
            total.taken += wager_sum.taken
            total.paid += wager_sum.paid

    # --- shifts, calls, devices, players ------------------------------------------------------------------------------

    def shift_opened(self, row: Row, shift: Shift, before: Shift) -> None:
        stored = json.dumps(shift_data(before), ensure_ascii=False)
        place = {"number": shift.number, "opened_ms": row.at_ms, "first_entry": row.seq}
        self.shifts.append({**place, "rules": shift.rules, "before": stored})

    def shift_closed(self, row: Row, shift: Shift) -> None:
        place = {"in_number": shift.number, "closed_ms": row.at_ms, "last_entry": row.seq}
        self.closed_shifts.append({**place, "drop_cents": shift.till.drop, "win_cents": shift.win})

    def called(self, row: Row, kind: str, text: str, by: str, key: str) -> None:
        self.calls[row.seq] = CallRow(
            entry=row.seq, at_ms=row.at_ms, kind=kind, text=text, by=by or row.who or "", key=key
        )

    def answered(self, row: Row, kind: str, key: str, answer: str, by: str | None = None) -> None:
        self.answers.append(
            AnswerRow(
                entry=row.seq,
                kind=kind,
                key=key,
                answered_ms=row.at_ms,
                answered_by=by or row.who or "",
                answer=answer,
            )
        )

    def device_seen(self, row: Row, device: str, serial: str, state: str, model: str, firmware: str) -> None:
        before = self.devices.get((device, serial), {})
        self.devices[device, serial] = {
            "device": device,
            "serial": serial,
            "model": model or before.get("model", ""),
            "firmware": firmware or before.get("firmware", ""),
            "state": state,
            "since_ms": row.at_ms,
        }

    def device_error(self, row: Row, shift: int, device: str, serial: str, word: str, text: str) -> None:
        common = {"entry": row.seq, "at_ms": row.at_ms, "shift": shift, "device": device, "serial": serial}
        self.device_errors.append({**common, "error": word, "text": text})
        self.errors_of[device, serial] = self.errors_of.get((device, serial), 0) + 1

    def sat_down(self, row: Row, spot: int, player: str) -> None:
        self.sittings.append({"entry": row.seq, "spot": spot, "player": player, "from_ms": row.at_ms})

    def left(self, row: Row, spot: int, entry: int) -> None:
        self.departures.append({"in_entry": entry, "in_spot": spot, "to_ms": row.at_ms})


def _spots(r: OpenRound) -> list[Fields]:
    by_spot: dict[int, Fields] = {}
    for (spot, _, _), wager_sum in r.sums.items():
        into = by_spot.get(spot)
        if into is None:
            player = r.seats.get(spot, ("", 0))[0]
            into = by_spot[spot] = {"spot": spot, "staked": 0, "house": 0, "player": player}
        into["staked"] += wager_sum.staked
        into["house"] += wager_sum.taken - wager_sum.paid
    return list(by_spot.values())
