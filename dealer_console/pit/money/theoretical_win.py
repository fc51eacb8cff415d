"""What wagers are worth to the house: side bets and insurance by exact odds, the main game as configured."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import isqrt
from typing import Any, Final

from sqlalchemy import select

from dealer_console.game.hand import is_toke
from dealer_console.game.rules import TableRules
from dealer_console.game.wagers.side_bets import side_bet_odds
from dealer_console.journal.configuration import table_rules
from dealer_console.journal.entries import read
from dealer_console.journal.entries.journal_own import ConfigurationSet
from dealer_console.pit.archive import Archive
from dealer_console.pit.archive import schema as t
from dealer_console.pit.archive.sources import one_row
from dealer_console.pit.expectations import Expectations, MainGame

MAIN: Final = "main game"
# What belongs to a hand is one game: its worth is reckoned from the starting wagers alone.
HAND_WAGERS: Final = frozenset({"main", "double", "split", "free-double", "free-split", "free-bet"})
NEW_HANDS: Final = frozenset({"main", "split", "free-split"})


@dataclass(slots=True, kw_only=True)
class Worth:
    """All wagers of one kind: what they brought the house, and what was to be expected."""

    wager: str
    count: int = 0
    staked: int = 0
    house: int = 0
    mean: Fraction = Fraction(0)
    variance: Fraction = Fraction(0)  # in squared cents

    def beyond(self, deviations: Fraction) -> bool:
        """Does the result lie so many standard deviations or more from the mean? Exact: squares are compared."""
        off = self.house - self.mean
        return self.variance > 0 and off * off >= deviations * deviations * self.variance

    @property
    def tenths(self) -> int:
        """The distance in tenths of a standard deviation, rounded towards nought: for showing."""
        if self.variance <= 0:
            return 0
        off = self.house - self.mean
        size = _root(off * off * 100 / self.variance)
        return -size if off < 0 else size


def _root(value: Fraction) -> int:
    """The whole part of a square root."""
    return isqrt(value.numerator // value.denominator)


class Pricing:
    """Knows the rules under which each wager of an archive was made."""

    def __init__(self, archive: Archive, expectations: Expectations) -> None:
        self._archive = archive
        self._expectations = expectations
        self.rules = cache(self._rules)

    def _rules(self, log_id: int, entry: int) -> TableRules:
        with self._archive.engine.connect() as connection:
            log = connection.execute(select(t.logs.c.log).where(t.logs.c.id == log_id)).scalar_one()
        row = one_row(self._archive.source, log, entry)
        return table_rules(read(ConfigurationSet, json.loads(row.data)))

    def add_up(self, rows: Iterable[Any], together: int = 0) -> dict[str, Worth]:
        """`rows` of `wager_hours`, or sums of them. Tokes are not the house's business and are left out.

        `together` is the squared sum of the main wagers of a round, over all rounds of these rows: hands that meet the
        same dealer's hand win and lose together, so that their deviations do not even out.
        """
        by_wager: dict[str, Worth] = {}
        game: MainGame | None = None
        squares = 0
        for row in rows:
            wager = str(row.wager)
            if is_toke(wager):
                continue
            name = MAIN if wager in HAND_WAGERS else wager
            into = by_wager.get(name)
            if into is None:
                into = by_wager[name] = Worth(wager=name)
            self._add(into, wager, row)
            if wager == "main":
                squares += int(row.squares)
                game = self._expectations.main_game.get(self.rules(row.log_id, row.configured_by).rules.name)
        if game is not None and together:
            by_wager[MAIN].variance += game.deviation * game.deviation * game.correlation * (together - squares)
        return by_wager

    def _add(self, into: Worth, wager: str, row: Any) -> None:
        count, staked, squares = int(row.count), int(row.staked), int(row.squares)
        into.house += int(row.taken) - int(row.paid)
        if into.wager == MAIN and wager != "main":
            return
        into.count += count
        into.staked += staked
        table = self.rules(row.log_id, row.configured_by)
        if wager == "main":
            game = self._expectations.main_game.get(table.rules.name)
            if game is not None:
                into.mean += game.edge * staked
                into.variance += game.deviation * game.deviation * squares
            return
        odds = side_bet_odds(table, wager)
        if odds is not None:
            into.mean += odds.edge * staked
            into.variance += odds.variance * squares
