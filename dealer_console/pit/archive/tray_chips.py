"""The chips of a tray by denomination, now: what somebody has counted, and what has come and gone since.

Counted are the opener or the last count of the tray, fills and credits, and chips that were colored up. Of buy-ins and
markers the chips that the console proposed are known; of wagers and payments only the amounts, and the fewest chips
are taken for them, as the console shows them to the dealer. Change that a dealer makes stands nowhere. So the value is
what must lie in the tray, and the number of a denomination an estimate, a better one the sooner after a count.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from dealer_console.journal.entries import AnyEntry, money
from dealer_console.journal.entries.rounds import SettlementCorrected
from dealer_console.journal.settlements import SettledWager
from dealer_console.table.shift import Shift
from dealer_console.table.shift.chips import nearest
from dealer_console.table.shift.fold_rounds import coupon_of

Flow = Literal["slips", "color-ups", "buy-ins", "play"]
NOT_IN_CHIPS: Final = 0  # where the denomination would stand: cents that no chips of the table make


@dataclass(slots=True, kw_only=True)
class TrayChips:
    """`counted` by denomination, at `counted_ms`; `moved` since then, negative out of the tray."""

    counted: dict[int, int] = field(default_factory=dict)
    counted_ms: int = 0
    moved: dict[Flow, dict[int, int]] = field(default_factory=dict)

    def data(self) -> dict[str, Any]:
        moved = {flow: _as_text(counts) for flow, counts in self.moved.items()}
        return {"counted": _as_text(self.counted), "at_ms": self.counted_ms, "moved": moved}

    @classmethod
    def of_data(cls, stored: Mapping[str, Any]) -> TrayChips:
        moved = {flow: _as_counts(counts) for flow, counts in stored["moved"].items()}
        return cls(counted=_as_counts(stored["counted"]), counted_ms=stored["at_ms"], moved=moved)

    # --- what moves chips --------------------------------------------------------------------------------------------

    def take(self, entry: AnyEntry, shift: Shift, at_ms: int) -> None:
        """`shift` is how it stands after the entry."""
        match entry:
            case money.TrayOpened() | money.TrayClosed():
                self._count(entry.chips or {}, at_ms)
                if not entry.chips:  # of an old journal: by its amount alone
                    self._amount("play", shift, entry.cents)
            case money.TrayCounted(chips=chips) if chips:
                self._count(chips, at_ms)
            case money.SlipConfirmed(slip=number):
                slip = shift.slip(number)
                if slip is not None:
                    self._move("slips", slip.chips.counts, 1 if slip.what == "fill" else -1)
            case money.ColoredUp(chips=out, for_chips=back) if out and back:
                self._move("color-ups", back, 1)
                self._move("color-ups", out, -1)
            case money.BoughtIn(chips=None, cents=cents):
                self._amount("buy-ins", shift, -cents)
            case money.BoughtIn(chips=out) | money.MarkerIssued(chips=out) if out:
                self._move("buy-ins", out, -1)
            case money.MarkerRedeemed(cents=cents) | money.MarkerVoided(cents=cents):
                self._amount("buy-ins", shift, cents)
            case SettlementCorrected(cents=cents) if cents:
                self._amount("play", shift, -cents)
            case _:
                pass

    def take_round(self, settled: Iterable[SettledWager], shift: Shift, sign: int = 1) -> None:
        """What its settlements took and paid; with -1 as if it had not been dealt."""
        for wager in settled:
            self._amount("play", shift, sign * (wager.takes - coupon_of(shift, wager)))
            self._amount("play", shift, -sign * wager.pays)

    def _count(self, counts: Mapping[Any, int], at_ms: int) -> None:
        self.counted, self.counted_ms, self.moved = {int(worth): n for worth, n in counts.items()}, at_ms, {}

    def _move(self, flow: Flow, counts: Mapping[Any, int], sign: int) -> None:
        into = self.moved.setdefault(flow, {})
        for worth, count in counts.items():
            into[worth] = into.get(worth, 0) + sign * count

    def _amount(self, flow: Flow, shift: Shift, cents: int) -> None:
        if cents:
            held, rest = nearest(shift.denominations, abs(cents))
            self._move(flow, {**held.counts, NOT_IN_CHIPS: rest} if rest else held.counts, 1 if cents > 0 else -1)


@dataclass(frozen=True, slots=True, kw_only=True)
class TrayLine:
    """One denomination: counted, moved since (`slips` to `play`), and how many there are now."""

    worth: int
    counted: int
    slips: int
    color_ups: int
    buy_ins: int
    play: int
    now: int

    @property
    def cents(self) -> int:
        return self.now * (self.worth or 1)


def tray_lines(tray: TrayChips, denominations: Iterable[int] = ()) -> tuple[TrayLine, ...]:
    """The highest first."""
    held = [tray.counted, *tray.moved.values()]
    worths = {worth for counts in held for worth in counts} | set(denominations)
    now = _after_change({worth: sum(counts.get(worth, 0) for counts in held) for worth in worths})
    return tuple(
        TrayLine(
            worth=worth,
            counted=tray.counted.get(worth, 0),
            slips=_of(tray, "slips", worth),
            color_ups=_of(tray, "color-ups", worth),
            buy_ins=_of(tray, "buy-ins", worth),
            play=_of(tray, "play", worth),
            now=now[worth],
        )
        for worth in sorted(now, reverse=True)
        if worth != NOT_IN_CHIPS or now[worth]
    )


def added_up(trays: Iterable[Iterable[TrayLine]]) -> list[TrayLine]:
    """Of several tables, by denomination."""
    sums: dict[int, TrayLine] = {}
    for line in (line for tray in trays for line in tray):
        before = sums.get(line.worth)
        sums[line.worth] = line if before is None else _sum(before, line)
    return [*sums.values()]


def _sum(first: TrayLine, second: TrayLine) -> TrayLine:
    return TrayLine(
        worth=first.worth,
        counted=first.counted + second.counted,
        slips=first.slips + second.slips,
        color_ups=first.color_ups + second.color_ups,
        buy_ins=first.buy_ins + second.buy_ins,
        play=first.play + second.play,
        now=first.now + second.now,
    )


def tray_cents(tray: TrayChips) -> int:
    """What must lie there now."""
    held = (tray.counted, *tray.moved.values())
    return sum((worth or 1) * count for counts in held for worth, count in counts.items())


def _of(tray: TrayChips, flow: Flow, worth: int) -> int:
    return tray.moved.get(flow, {}).get(worth, 0)


def _after_change(sums: Mapping[int, int]) -> dict[int, int]:
    """No tray holds fewer than no chips: what is missing of one denomination was paid with others.

    First with lower chips; where these do not suffice, a higher one was changed.
    """
    now = dict(sums)
    worths = sorted((worth for worth in now if worth != NOT_IN_CHIPS), reverse=True)
    for worth in worths:
        if now[worth] < 0:
            owed, now[worth] = -now[worth] * worth, 0
            lower, higher = worths[worths.index(worth) + 1 :], worths[: worths.index(worth)]
            for other in (*lower, *reversed(higher)):
                used = min(max(now[other], 0), owed // other)
                now[other], owed = now[other] - used, owed - used * other
            now = _broken(now, worths, owed)
    return now


def _broken(now: dict[int, int], worths: list[int], owed: int) -> dict[int, int]:
    """One chip pays the rest, and its change comes back."""
    chip = next((worth for worth in reversed(worths) if now[worth] > 0 and worth > owed), None) if owed else None
    if chip is None:
        return {**now, NOT_IN_CHIPS: now.get(NOT_IN_CHIPS, 0) - owed} if owed else now
    held, rest = nearest(tuple(worths), chip - owed)
    after = {**now, chip: now[chip] - 1}
    for worth, count in held.rows:
        after[worth] += count
    return {**after, NOT_IN_CHIPS: after.get(NOT_IN_CHIPS, 0) + rest} if rest else after


def _as_text(counts: Mapping[int, int]) -> dict[str, int]:
    return {str(worth): count for worth, count in counts.items()}


def _as_counts(stored: Mapping[str, int]) -> dict[int, int]:
    return {int(worth): count for worth, count in stored.items()}
