"""Rating players: how long they sat, what they wagered, and what that is worth to the house on average."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from io import StringIO
from typing import Any

from sqlalchemy import and_, func, select

from dealer_console.game.message import Message
from dealer_console.game.money import show
from dealer_console.messages import Words
from dealer_console.pit.archive import Archive
from dealer_console.pit.archive import schema as t
from dealer_console.pit.desk.record_kinds import AverageCorrected
from dealer_console.pit.desk.records import Record, RecordBook
from dealer_console.pit.errors import PitRefused
from dealer_console.pit.expectations import Expectations
from dealer_console.pit.money.theoretical_win import MAIN, NEW_HANDS, Pricing, Worth
from dealer_console.pit.players.player_list import KnownPlayer
from dealer_console.table.people.permissions import Permissions
from dealer_console.table.people.ruling_keys import RulingKey


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """The average bet of a session as a person has seen it; every one of them stays on record, the last one counts."""

    cents: int
    person: str
    reason: str
    at_ms: int
    number: int  # how often it was corrected


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """Once at one spot, from sitting down to leaving; `to_ms` None: still there."""

    table: str
    log: str
    spot: int
    player: str
    from_ms: int
    to_ms: int | None
    hands: int
    wagers: tuple[Worth, ...]
    until_ms: int  # now, as far as the archive knows, when the player is still there
    entry: int = 0  # by which the player sat down
    corrected: Correction | None = None  # of the average bet, by a person

    @property
    def average_bet(self) -> int:
        """Of the starting wagers, in whole cents rounded down; where a person has corrected it, that one."""
        if self.corrected is not None:
            return self.corrected.cents
        return self.main.staked // self.main.count if self.main.count else 0

    @property
    def minutes(self) -> int:
        return ((self.to_ms or self.until_ms) - self.from_ms) // 60_000

    @property
    def main(self) -> Worth:
        return next((wager for wager in self.wagers if wager.wager == MAIN), Worth(wager=MAIN))

    @property
    def theoretical_loss(self) -> Fraction:
        """In cents, exact. A corrected average bet counts for every hand of the main game."""
        others = sum((wager.mean for wager in self.wagers if wager.wager != MAIN), Fraction(0))
        main = self.main
        if self.corrected is None or not main.staked:
            return others + main.mean
        return others + main.mean * self.corrected.cents * main.count / main.staked

    @property
    def result(self) -> int:
        """The player's, in cents; without tokes."""
        return -sum(wager.house for wager in self.wagers)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """All sittings of one player in the time asked for."""

    player: str
    sittings: tuple[Sitting, ...]

    @property
    def hands(self) -> int:
        return sum(sitting.hands for sitting in self.sittings)

    @property
    def minutes(self) -> int:
        return sum(sitting.minutes for sitting in self.sittings)

    @property
    def staked(self) -> int:
        """Starting wagers, in cents; of a corrected session what its average makes of them."""
        return sum(
            sitting.main.staked if sitting.corrected is None else sitting.average_bet * sitting.main.count
            for sitting in self.sittings
        )

    @property
    def average_bet(self) -> int:
        """Of the starting wagers, in whole cents rounded down."""
        count = sum(sitting.main.count for sitting in self.sittings)
        return self.staked // count if count else 0

    @property
    def theoretical_loss(self) -> Fraction:
        return sum((sitting.theoretical_loss for sitting in self.sittings), Fraction(0))

    @property
    def result(self) -> int:
        return sum(sitting.result for sitting in self.sittings)


def open_tables(rating: Rating) -> tuple[str, ...]:
    """Where this card plays now. More than one: a card has one open session, so somebody else uses it, or one was
    never closed."""
    return tuple(sorted({sitting.table for sitting in rating.sittings if sitting.to_ms is None}))


def ratings_csv(rated: Sequence[Rating], words: Words, known: Mapping[str, KnownPlayer], comp: Fraction) -> bytes:
    """For spreadsheets: UTF-8 with its mark, amounts in dollars."""
    into = StringIO()
    lines = csv.writer(into, lineterminator="\r\n")
    codes = ("player", "sessions", "minutes", "hands", "average", "theo", "actual", "comp")
    lines.writerow([words("pit-name"), *(words(f"pit-col-{code}") for code in codes)])
    for rating in rated:
        name = known[rating.player].name if rating.player in known else ""
        amounts = (
            rating.average_bet,
            round(rating.theoretical_loss),
            rating.result,
            int(rating.theoretical_loss * comp),
        )
        counts = (len(rating.sittings), rating.minutes, rating.hands)
        lines.writerow([name, rating.player, *counts, *(show(max(0, cents) if at == 3 else cents)
                                                      for at, cents in enumerate(amounts))])  # fmt: skip
    return b"\xef\xbb\xbf" + into.getvalue().encode()


def ratings(
    archive: Archive,
    expectations: Expectations,
    *,
    since_ms: int | None = None,
    until_ms: int | None = None,
    player: str | None = None,
    records: Iterable[Record] = (),
) -> tuple[Rating, ...]:
    """Players who sat down in that time, the one with the highest theoretical loss first.

    `records` are the corrected average bets.
    """
    pricing = Pricing(archive, expectations)
    corrected = _corrections(records)
    by_player: dict[str, list[Sitting]] = {}
    for row, wagers in _sat(archive, since_ms, until_ms, player):
        average = corrected.get((row.log, row.entry, row.spot))
        by_player.setdefault(row.player, []).append(_sitting(pricing, row, wagers, average))
    rated = [Rating(player=name, sittings=tuple(sittings)) for name, sittings in by_player.items()]
    return tuple(sorted(rated, key=lambda rating: (-rating.theoretical_loss, rating.player)))


def _sat(
    archive: Archive, since_ms: int | None, until_ms: int | None, player: str | None
) -> list[tuple[Any, list[Any]]]:
    s, w, g = t.sittings.c, t.wager_hours.c, t.logs.c
    conditions = [
        *([s.from_ms >= since_ms] if since_ms is not None else []),
        *([s.from_ms < until_ms] if until_ms is not None else []),
        *([s.player == player] if player is not None else []),
    ]
    columns = (s.log_id, s.entry, s.spot, s.player, s.from_ms, s.to_ms, g.log, g.table_name, g.upto_ms)
    query = select(*columns).join_from(t.sittings, t.logs, g.id == s.log_id).where(*conditions)
    keys = (w.log_id, w.sitting, w.spot, w.wager, w.configured_by)
    sums = [func.sum(w[name]).label(name) for name in ("count", "staked", "squares", "taken", "paid")]
    same = and_(s.log_id == w.log_id, s.entry == w.sitting, s.spot == w.spot)
    wagered = select(*keys, *sums).join_from(t.wager_hours, t.sittings, same).where(*conditions).group_by(*keys)
    by_sitting: dict[tuple[int, int, int], list[Any]] = {}
    with archive.engine.connect() as connection:
        for row in connection.execute(wagered):
            by_sitting.setdefault((row.log_id, row.sitting, row.spot), []).append(row)
        rows = connection.execute(query.order_by(s.from_ms, s.log_id, s.spot)).all()
    return [(row, by_sitting.get((row.log_id, row.entry, row.spot), [])) for row in rows]


def _corrections(records: Iterable[Record]) -> dict[tuple[str, int, int], Correction]:
    corrections: dict[tuple[str, int, int], Correction] = {}
    for record in records:
        data = record.data
        if not isinstance(data, AverageCorrected):
            continue
        key = (data.log, data.entry, data.spot)
        corrections[key] = Correction(
            cents=data.cents,
            person=record.person,
            reason=data.reason,
            at_ms=record.at_ms,
            number=corrections[key].number + 1 if key in corrections else 1,
        )
    return corrections


def correct_average(
    book: RecordBook,
    sitting: Sitting,
    cents: int,
    reason: str,
    *,
    key: RulingKey,
    permissions: Permissions,
    at_ms: int,
) -> None:
    """On record, with who and why; what the table recorded stays as it is. Raises `PitRefused`."""
    if cents <= 0:
        raise PitRefused(Message("amount-above-0"))
    if not reason.strip():
        raise PitRefused(Message("pit-reason-first"))
    place = f"{sitting.log}/{sitting.entry}/{sitting.spot}"
    number = sitting.corrected.number + 1 if sitting.corrected is not None else 1
    corrected = AverageCorrected(
        log=sitting.log,
        entry=sitting.entry,
        spot=sitting.spot,
        card=sitting.player,
        cents=cents,
        reason=reason.strip(),
    )
    book.enter(f"{place}/{number}", corrected, key=key, permissions=permissions, at_ms=at_ms)


def _sitting(pricing: Pricing, row: Any, wagers: list[Any], corrected: Correction | None) -> Sitting:
    worth = pricing.add_up(wagers)
    return t.of_row(
        Sitting,
        row,
        hands=sum(int(wager.count) for wager in wagers if wager.wager in NEW_HANDS),
        wagers=tuple(worth[name] for name in sorted(worth)),
        until_ms=row.upto_ms,
        corrected=corrected,
    )
