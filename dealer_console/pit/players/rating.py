"""Rating players: how long they sat, what they wagered, and what that is worth to the house on average."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from io import StringIO
from typing import Any

from sqlalchemy import and_, func, select

from dealer_console.game.money import show
from dealer_console.messages import Words
from dealer_console.pit.archive import Archive
from dealer_console.pit.archive import schema as t
from dealer_console.pit.expectations import Expectations
from dealer_console.pit.money.theoretical_win import MAIN, NEW_HANDS, Pricing, Worth
from dealer_console.pit.players.player_list import KnownPlayer


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

    @property
    def minutes(self) -> int:
        return ((self.to_ms or self.until_ms) - self.from_ms) // 60_000

    @property
    def main(self) -> Worth:
        return next((each for each in self.wagers if each.wager == MAIN), Worth(wager=MAIN))

    @property
    def theoretical_loss(self) -> Fraction:
        """In cents, exact."""
        return sum((each.mean for each in self.wagers), Fraction(0))

    @property
    def result(self) -> int:
        """The player's, in cents; without tokes."""
        return -sum(each.house for each in self.wagers)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """All sittings of one player in the time asked for."""

    player: str
    sittings: tuple[Sitting, ...]

    @property
    def hands(self) -> int:
        return sum(each.hands for each in self.sittings)

    @property
    def minutes(self) -> int:
        return sum(each.minutes for each in self.sittings)

    @property
    def staked(self) -> int:
        """Starting wagers, in cents."""
        return sum(each.main.staked for each in self.sittings)

    @property
    def average_bet(self) -> int:
        """Of the starting wagers, in whole cents rounded down."""
        count = sum(each.main.count for each in self.sittings)
        return self.staked // count if count else 0

    @property
    def theoretical_loss(self) -> Fraction:
        return sum((each.theoretical_loss for each in self.sittings), Fraction(0))

    @property
    def result(self) -> int:
        return sum(each.result for each in self.sittings)


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
    for each in rated:
        name = known[each.player].name if each.player in known else ""
        amounts = (each.average_bet, round(each.theoretical_loss), each.result, int(each.theoretical_loss * comp))
        counts = (len(each.sittings), each.minutes, each.hands)
        lines.writerow([name, each.player, *counts, *(show(max(0, cents) if at == 3 else cents)
                                                      for at, cents in enumerate(amounts))])  # fmt: skip
    return b"\xef\xbb\xbf" + into.getvalue().encode()


def ratings(
    archive: Archive,
    house: Expectations,
    *,
    since_ms: int | None = None,
    until_ms: int | None = None,
    player: str | None = None,
) -> tuple[Rating, ...]:
    """Players who sat down in that time, the one with the highest theoretical loss first."""
    pricing = Pricing(archive, house)
    found: dict[str, list[Sitting]] = {}
    for row, wagers in _sat(archive, since_ms, until_ms, player):
        found.setdefault(row.player, []).append(_sitting(pricing, row, wagers))
    rated = [Rating(player=name, sittings=tuple(each)) for name, each in found.items()]
    return tuple(sorted(rated, key=lambda each: (-each.theoretical_loss, each.player)))


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


def _sitting(pricing: Pricing, row: Any, wagers: list[Any]) -> Sitting:
    worth = pricing.add_up(wagers)
    return Sitting(
        table=row.table_name,
        log=row.log,
        spot=row.spot,
        player=row.player,
        from_ms=row.from_ms,
        to_ms=row.to_ms,
        hands=sum(int(each.count) for each in wagers if each.wager in NEW_HANDS),
        wagers=tuple(worth[name] for name in sorted(worth)),
        until_ms=row.upto_ms,
    )
