"""The wagers of the next round: a chip first, then the spots it goes to; side bets, tokes, bettors behind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple

from dealer_console.game.errors import Refusal, Refused
from dealer_console.game.hand import Bettor, Spot
from dealer_console.game.money import Cents, short
from dealer_console.game.rules import TableRules
from dealer_console.game.state import Round
from dealer_console.game.wagers.bets import COUPONS_TAKEN, Bet
from dealer_console.messages import Words
from dealer_console.screens.effects import Effect
from dealer_console.screens.screen_builder import ScreenBuilder, closed
from dealer_console.screens.values import Button, Overlay, Row, Text
from dealer_console.table import commands as c
from dealer_console.table.shift.spots import caller_first, callers, shared_spot, why_not_bettors

CHIP_KEYS: Final = "QWERTYUIOPAS"
TARGET_KEYS: Final = "ZXCVBNMGHJKF"


class Target(NamedTuple):
    """What a chip is for: the wager itself, a side bet, or a toke or coupon at its place (hand a or b, a side bet)."""

    kind: Literal["main", "side-bet", "toke", "coupon"]
    place: str = ""

    @property
    def id(self) -> str:
        return self.place if self.kind == "side-bet" else f"{self.kind} {self.place}".rstrip()

    def label(self, words: Words) -> str:
        match self.kind:
            case "main":
                return words("bets-main")
            case "side-bet":
                return words.wager_kind(self.place)
            case "toke":
                return words("bets-toke", place=words.place(self.place))
            case "coupon":
                return words("bets-coupon", place=self.place)


MAIN: Final = Target("main")


@dataclass(frozen=True, slots=True, kw_only=True)
class BetsPage:
    """`bets` is what lies on the spots now, not yet recorded; a touched spot gets `chip` on `target`."""

    bets: tuple[Bet, ...] = ()
    chip: int = 0
    bettor: int = 1
    spot: int = 0  # touched last: its first bettor agrees to others
    target: Target = MAIN
    takes: bool = False  # a touched spot loses its target instead
    leaving: bool = False  # the page was to be left with wagers that nobody has recorded

    @classmethod
    def of(cls, builder: ScreenBuilder) -> BetsPage:
        return cls(bets=builder.snapshot.bets, chip=_usual_chip(builder))

    # --- the felt --------------------------------------------------------------------------------------------------

    def framed(self, _builder: ScreenBuilder) -> tuple[str, ...]:
        return ()

    def touched(self, builder: ScreenBuilder, hand: str, spot: int) -> Effect | None:
        if builder.snapshot.table is None or hand:
            return None
        changed = self.cleared(spot) if self.takes else self.plus(spot)
        return builder.open(replace(changed, spot=spot, leaving=False))

    # --- what is shown ---------------------------------------------------------------------------------------------

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        table = builder.snapshot.table
        rows: tuple[Row, ...] = (Row(elements=(Text(text=builder.words("bets-no_table")),)),)
        if self.leaving:
            rows = self._question(builder)
        elif table is not None:
            rows = (*self._column(builder, table), Row(elements=tuple(self._chips(builder)), band=True))
        done = self._down(builder, table) if table is not None and not self.leaving else None
        title = builder.words("bets-title")
        return builder.overlay("bets", title, rows, close=self._way_out(builder), done=done, covers="pad")

    def _column(self, builder: ScreenBuilder, table: TableRules) -> Iterator[Row]:
        words = builder.words
        targets = tuple(self._targets(builder, table))
        if len(targets) > 1:
            yield Row(elements=targets)
        below = list(self._bettors(builder, table))
        if builder.snapshot.last_bets:
            same = builder.submit(c.SameWagers(who=builder.who), then=closed)
            below.append(builder.button("bets-same", words("bets-same"), same, key="F5"))
        if below:
            yield Row(elements=tuple(below))
        yield from self._agreed(builder)
        calling = callers(builder.snapshot.shift, self.bets)
        for bet in self.bets:
            if bet in calling:
                place = f"{bet.spot}" if bet.bettor == 1 else f"{bet.spot}/{bet.bettor}"
                yield Row(elements=(Text(text=words("bets-calls", place=place)),))

    def _agreed(self, builder: ScreenBuilder) -> Iterator[Row]:
        """Does the first bettor of the spot agree to others, and does somebody sit there (MA 13)?"""
        if self.bettor == 1 or not self.spot:
            return
        shared = shared_spot(builder.snapshot.shift, self.spot)
        buttons = []
        for name, seated, key in (("seated", True, "F6"), ("standing", False, "F7")):
            agrees = builder.submit(c.ShareSpot(who=builder.who, spot=self.spot, seated=seated))
            chosen = shared is not None and shared.seated is seated
            label = builder.words(f"bets-share_{name}")
            buttons.append(builder.button(f"share:{name}", label, agrees, key=key, checked=chosen))
        yield Row(elements=tuple(buttons))

    def _down(self, builder: ScreenBuilder, table: TableRules) -> Button:
        placed = caller_first(builder.snapshot.shift, self.bets)
        down = builder.submit(c.WagersDown(who=builder.who, bets=placed), then=closed)
        refusal = why_not_down(table, placed) or why_not_bettors(table.rules, builder.snapshot.shift, placed)
        label = builder.words("bets-down")
        return builder.button("bets-down", label, down, key="Return", main=True, tone="go", refusal=refusal)

    def _chips(self, builder: ScreenBuilder) -> Iterator[Button]:
        for chip, key in zip(builder.config.chips, CHIP_KEYS, strict=False):
            yield builder.button(
                f"chip:{chip.cents}",
                short(chip.cents),
                builder.open(replace(self, chip=chip.cents, takes=False)),
                key=key,
                main=True,
                colour=chip.colour,
                checked=chip.cents == self.chip and not self.takes,
                spoken=builder.words("bets-chip", name=short(chip.cents)),
            )
        takes, label = builder.open(replace(self, takes=not self.takes)), builder.words("bets-clear")
        yield builder.button("bets-clear", label, takes, key="Backspace", checked=self.takes)

    def _targets(self, builder: ScreenBuilder, table: TableRules) -> Iterator[Button]:
        rules, hands = table.rules, "ab" if table.rules.is_switch else "a"
        targets = [MAIN, *(Target("side-bet", bet) for bet in rules.side_bets)]
        if rules.tokes:
            targets += [Target("toke", place) for place in (*hands, *rules.side_bets) if place != "free-bet"]
        if rules.document in COUPONS_TAKEN:
            targets += [Target("coupon", hand) for hand in hands]
        for target, key in zip(targets, TARGET_KEYS, strict=False):
            aimed, label = builder.open(replace(self, target=target)), target.label(builder.words)
            yield builder.button(f"target:{target.id}", label, aimed, key=key, checked=target == self.target)

    def _bettors(self, builder: ScreenBuilder, table: TableRules) -> Iterator[Button]:
        """Whose wager is next: one key that goes round."""
        if table.rules.bettors_per_spot > 1:
            after = builder.open(replace(self, bettor=self.bettor % table.rules.bettors_per_spot + 1))
            yield builder.button("bettor", builder.words("bets-bettor", bettor=self.bettor), after, key="F1")

    # --- leaving ---------------------------------------------------------------------------------------------------

    def _way_out(self, builder: ScreenBuilder) -> Effect:
        """Wagers that lie there are thrown away by nobody without a question."""
        if self.leaving or self.bets != builder.snapshot.bets:
            return builder.open(replace(self, leaving=not self.leaving))
        return builder.close()

    def _question(self, builder: ScreenBuilder) -> tuple[Row, ...]:
        words = builder.words
        away = builder.button("bets-away", words("bets-away"), builder.close(), key="Delete", tone="danger", hold=True)
        return (Row(elements=(Text(text=words("bets-leave"), tone="main"),)), Row(elements=(away,)))

    # --- what the chips do -----------------------------------------------------------------------------------------

    def _bet(self, spot: int) -> Bet | None:
        return next((bet for bet in self.bets if (bet.spot, bet.bettor) == (spot, self.bettor)), None)

    def _with(self, spot: int, bet: Bet | None) -> BetsPage:
        others = [bet for bet in self.bets if (bet.spot, bet.bettor) != (spot, self.bettor)]
        bets = sorted((*others, *([bet] if bet is not None else [])), key=lambda bet: (bet.spot, bet.bettor))
        return replace(self, bets=tuple(bets))

    def plus(self, spot: int) -> BetsPage:
        """A free-bet wager equals the main wager, so one touch puts it down or takes it away."""
        bet = self._bet(spot) or Bet(spot=Spot(spot), bettor=Bettor(self.bettor), amount=Cents(0))
        if self.target == Target("side-bet", "free-bet"):
            amount = Cents(0) if "free-bet" in bet.side_bets else bet.amount
            return self._with(spot, _changed(bet, self.target, amount))
        return self._with(spot, _changed(bet, self.target, Cents(_amount(bet, self.target) + self.chip)))

    def cleared(self, spot: int) -> BetsPage:
        """The target; with the wager itself the bettor is gone."""
        bet = self._bet(spot)
        if bet is None or self.target == MAIN:
            return self._with(spot, None)
        return self._with(spot, _changed(bet, self.target, Cents(0)))


def _usual_chip(builder: ScreenBuilder) -> int:
    """The smallest that makes the minimum of the table alone."""
    table = builder.snapshot.table
    least = (table.minimum or 0) if table is not None else 0
    worths = sorted(chip.cents for chip in builder.config.chips)
    return next((cents for cents in worths if cents >= least), worths[-1] if worths else 0)


def _amount(bet: Bet, target: Target) -> int:
    match target.kind:
        case "main":
            return bet.amount
        case "side-bet":
            return bet.side_bets.get(target.place, 0)
        case "toke":
            return bet.tokes.get(target.place, 0)
        case "coupon":
            return bet.coupons.get(target.place, 0)


def _changed(bet: Bet, target: Target, amount: Cents) -> Bet:
    match target.kind:
        case "main":
            return replace(bet, amount=amount)
        case "side-bet":
            return replace(bet, side_bets=_put(bet.side_bets, target.place, amount))
        case "toke":
            return replace(bet, tokes=_put(bet.tokes, target.place, amount))
        case "coupon":
            return replace(bet, coupons=_put(bet.coupons, target.place, amount))


def _put(amounts: Mapping[str, Cents], name: str, amount: Cents) -> dict[str, Cents]:
    others = dict(amounts)
    others.pop(name, None)
    return {**others, name: amount} if amount else others


def why_not_down(table: TableRules, bets: tuple[Bet, ...]) -> Refusal | None:
    """The reason of the first wager that cannot lie there; no wager at all is allowed: the table is cleared."""
    if not bets:
        return None
    try:
        Round(table, bets)
    except Refused as refused:
        return refused.refusal
    return None
