"""The wagers of the next round: chips per spot, side bets, tokes, bettors behind; put down all at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from dealer_console.game.errors import Refusal, Refused
from dealer_console.game.hand import Bettor, Spot
from dealer_console.game.money import Cents, short
from dealer_console.game.rules import TableRules
from dealer_console.game.state import Round
from dealer_console.game.wagers.bets import COUPONS_TAKEN, Bet
from dealer_console.screens.pages.pads import close_button
from dealer_console.screens.screen_builder import ScreenBuilder, closed
from dealer_console.screens.values import Button, Overlay, Row, Sheet, Text
from dealer_console.table import commands as c
from dealer_console.table.shift.spots import caller_first, callers, shared_spot, why_not_bettors
from dealer_console.table.snapshot import TableSnapshot

MAIN: Final = "main"


@dataclass(frozen=True, slots=True, kw_only=True)
class BetsPage:
    """`bets` is what lies in front of the dealer now, not yet recorded; `target` takes the next chip."""

    bets: tuple[Bet, ...] = ()
    spot: int = 1
    bettor: int = 1
    target: str = MAIN  # main, a side bet, or "toke " or "coupon " and its place

    @classmethod
    def of(cls, snapshot: TableSnapshot, spot: int = 1) -> BetsPage:
        return cls(bets=snapshot.bets, spot=spot)

    # --- what is shown ---------------------------------------------------------------------------------------------

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        table = builder.snapshot.table
        if table is None:
            rows: tuple[Row, ...] = (Row(elements=(Text(text=builder.words("bets-no_table")),)),)
            return Overlay(id="bets", title=builder.words("bets-title"), columns=(rows,), close=close_button(builder))
        return Overlay(
            id="bets",
            title=builder.words("bets-title"),
            columns=(
                tuple(self._spots(builder, table)),
                tuple(self._chips(builder, table)),
                (*self._sheet(builder), *self._agreed(builder), *self._done(builder, table)),
            ),
            widths=(2, 4, 3),
            note=builder.local.note,
            note_tone="danger",
            close=close_button(builder),
        )

    def _spots(self, builder: ScreenBuilder, table: TableRules) -> Iterator[Row]:
        for number in range(1, table.rules.spots + 1):
            own = [bet for bet in self.bets if bet.spot == number]
            label = builder.words("bets-spot", spot=number)
            yield Row(
                elements=(
                    builder.button(
                        f"bets-spot:{number}",
                        label,
                        builder.open(replace(self, spot=number, bettor=1, target=MAIN)),
                        key=str(number),
                        hint=" + ".join(short(bet.amount) for bet in own),
                        checked=number == self.spot,
                    ),
                )
            )

    def _chips(self, builder: ScreenBuilder, table: TableRules) -> Iterator[Row]:
        yield Row(elements=tuple(self._targets(builder, table)))
        chips = [
            builder.button(
                f"chip:{chip.cents}",
                short(chip.cents),
                builder.open(self.plus(chip.cents)),
                key=key,
                main=True,
                colour=chip.colour,
                spoken=builder.words("bets-chip", name=short(chip.cents)),
            )
            for chip, key in zip(builder.house.chips, "QWERTYUIOPAS", strict=False)
        ]
        for start in range(0, len(chips), 4):
            yield Row(elements=tuple(chips[start : start + 4]))
        yield Row(
            elements=(
                builder.button(
                    "bets-clear", builder.words("bets-clear"), builder.open(self.cleared()), key="Backspace"
                ),
                builder.button("bets-remove", builder.words("bets-remove"), builder.open(self.removed()), key="Delete"),
                builder.button(
                    "bets-last", builder.words("bets-as_last"), builder.open(self.as_last(builder.snapshot)), key="L"
                ),
            )
        )
        bettors = tuple(self._bettors(builder, table))
        if bettors:
            yield Row(elements=bettors)

    def _targets(self, builder: ScreenBuilder, table: TableRules) -> Iterator[Button]:
        names = [MAIN, *table.rules.side_bets]
        if table.rules.tokes:
            names += ["toke a", *(["toke b"] if table.rules.is_switch else [])]
            names += [f"toke {each}" for each in table.rules.side_bets if each != "free-bet"]
        if table.rules.document in COUPONS_TAKEN:
            names += ["coupon a", *(["coupon b"] if table.rules.is_switch else [])]
        for name, key in zip(names, "ZXCVBNMGHJKF", strict=False):
            amount = _amount(self._bet(), name)
            yield builder.button(
                f"target:{name}",
                builder.words.target(name),
                builder.open(self.aimed(name)),
                key=key,
                hint=short(amount) if amount else "",
                checked=name == self.target,
            )

    def _bettors(self, builder: ScreenBuilder, table: TableRules) -> Iterator[Button]:
        if table.rules.bettors_per_spot < 2:
            return
        for number, key in zip(range(1, table.rules.bettors_per_spot + 1), ("F1", "F2", "F3"), strict=False):
            yield builder.button(
                f"bettor:{number}",
                builder.words("bets-bettor", bettor=number),
                builder.open(replace(self, bettor=number, target=MAIN)),
                key=key,
                checked=number == self.bettor,
            )

    def _agreed(self, builder: ScreenBuilder) -> Iterator[Row]:
        """Does the first bettor of the spot agree to others, and does somebody sit there (MA 13)?"""
        if self.bettor == 1:
            return
        shared = shared_spot(builder.snapshot.shift, self.spot)
        buttons = []
        for name, seated in (("seated", True), ("standing", False)):
            agrees = builder.submit(c.ShareSpot(who=builder.who, spot=self.spot, seated=seated))
            chosen = shared is not None and shared.seated is seated
            label = builder.words(f"bets-share_{name}")
            buttons.append(builder.button(f"share:{name}", label, agrees, key="auto", checked=chosen))
        yield Row(elements=tuple(buttons))

    def _sheet(self, builder: ScreenBuilder) -> Iterator[Row]:
        calling = callers(builder.snapshot.shift, self.bets)
        lines = [
            (
                _place(builder, bet, calls=bet in calling),
                short(bet.amount),
                ", ".join(
                    (
                        *(builder.words(f"wager-{name}", amount=short(cents)) for name, cents in bet.side_bets.items()),
                        *(builder.words("wager-toke", amount=short(cents)) for cents in bet.tokes.values()),
                        *(builder.words("wager-coupon", amount=short(cents)) for cents in bet.coupons.values()),
                    )
                ),
            )
            for bet in self.bets
        ]
        head = (builder.words("bets-head-spot"), builder.words("bets-head-wager"), builder.words("bets-head-more"))
        yield Row(elements=(Sheet(head=head, rows=tuple(lines), amounts=(1,)),))

    def _done(self, builder: ScreenBuilder, table: TableRules) -> Iterator[Row]:
        placed = caller_first(builder.snapshot.shift, self.bets)
        down = builder.submit(c.WagersDown(who=builder.who, bets=placed), then=closed)
        yield Row(
            elements=(
                builder.button(
                    "bets-down",
                    builder.words("bets-down"),
                    down,
                    key="Return",
                    main=True,
                    tone="go",
                    refusal=why_not_down(table, placed) or why_not_bettors(table.rules, builder.snapshot.shift, placed),
                ),
            )
        )
        if builder.snapshot.last_bets:
            same = builder.submit(c.SameWagers(who=builder.who), then=closed)
            yield Row(elements=(builder.button("bets-same", builder.words("bets-same"), same, key="F5", main=True),))

    # --- what the chips do -----------------------------------------------------------------------------------------

    def _bet(self) -> Bet | None:
        return next((bet for bet in self.bets if (bet.spot, bet.bettor) == (self.spot, self.bettor)), None)

    def _with(self, bet: Bet | None) -> BetsPage:
        others = [each for each in self.bets if (each.spot, each.bettor) != (self.spot, self.bettor)]
        found = sorted((*others, *([bet] if bet is not None else [])), key=lambda each: (each.spot, each.bettor))
        return replace(self, bets=tuple(found))

    def plus(self, cents: Cents) -> BetsPage:
        bet = self._bet() or Bet(spot=Spot(self.spot), bettor=Bettor(self.bettor), amount=Cents(0))
        return self._with(_changed(bet, self.target, Cents(_amount(bet, self.target) + cents)))

    def aimed(self, target: str) -> BetsPage:
        """A free-bet wager equals the main wager, so one touch puts it down or takes it away."""
        bet = self._bet()
        if target != "free-bet" or bet is None:
            return replace(self, target=target)
        amount = Cents(0) if "free-bet" in bet.side_bets else bet.amount
        return self._with(_changed(bet, "free-bet", amount))

    def cleared(self) -> BetsPage:
        bet = self._bet()
        return self if bet is None else self._with(_changed(bet, self.target, Cents(0)))

    def removed(self) -> BetsPage:
        return replace(self._with(None), target=MAIN)

    def as_last(self, snapshot: TableSnapshot) -> BetsPage:
        kept = [bet for bet in self.bets if bet.spot != self.spot]
        again = [bet for bet in snapshot.last_bets if bet.spot == self.spot]
        return replace(self, bets=tuple(sorted((*kept, *again), key=lambda each: (each.spot, each.bettor))))


def _place(builder: ScreenBuilder, bet: Bet, *, calls: bool) -> str:
    """Spot and bettor; where there are several, one of them calls the hands (MA 13(b))."""
    place = f"{bet.spot}" if bet.bettor == 1 else f"{bet.spot}/{bet.bettor}"
    return builder.words("bets-calls", place=place) if calls else place


def _amount(bet: Bet | None, target: str) -> int:
    if bet is None:
        return 0
    if target == MAIN:
        return bet.amount
    if target.startswith("toke "):
        return bet.tokes.get(target.removeprefix("toke "), 0)
    if target.startswith("coupon "):
        return bet.coupons.get(target.removeprefix("coupon "), 0)
    return bet.side_bets.get(target, 0)


def _changed(bet: Bet, target: str, amount: Cents) -> Bet:
    if target == MAIN:
        return replace(bet, amount=amount)
    if target.startswith("toke "):
        place = target.removeprefix("toke ")
        return replace(bet, tokes=_put(bet.tokes, place, amount))
    if target.startswith("coupon "):
        place = target.removeprefix("coupon ")
        return replace(bet, coupons=_put(bet.coupons, place, amount))
    return replace(bet, side_bets=_put(bet.side_bets, target, amount))


def _put(amounts: Mapping[str, Cents], name: str, amount: Cents) -> dict[str, Cents]:
    found = dict(amounts)
    found.pop(name, None)
    return {**found, name: amount} if amount else found


def why_not_down(table: TableRules, bets: tuple[Bet, ...]) -> Refusal | None:
    """The reason of the first wager that cannot lie there; no wager at all is allowed: the table is cleared."""
    if not bets:
        return None
    try:
        Round(table, bets)
    except Refused as refused:
        return refused.refusal
    return None
