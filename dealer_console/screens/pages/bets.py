"""The wagers of the next round: chips per spot, side bets, tokes, bettors behind; put down all at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from dealer_console.game.bets import COUPONS_TAKEN, Bet
from dealer_console.game.errors import Refusal, Refused
from dealer_console.game.hand import Bettor, Spot
from dealer_console.game.money import Cents
from dealer_console.game.rules import TableRules
from dealer_console.game.state import Round
from dealer_console.screens.desk import Desk, closed
from dealer_console.screens.moment import Moment
from dealer_console.screens.pages.pads import close_button
from dealer_console.screens.values import Button, Overlay, Row, Sheet, Text
from dealer_console.table import touches as t
from dealer_console.table.shift.chips import short

MAIN: Final = "main"


@dataclass(frozen=True, slots=True, kw_only=True)
class BetsPage:
    """`bets` is what lies in front of the dealer now, not yet recorded; `target` takes the next chip."""

    bets: tuple[Bet, ...] = ()
    spot: int = 1
    bettor: int = 1
    target: str = MAIN  # main, a side bet, or "toke " or "coupon " and its place

    @classmethod
    def of(cls, moment: Moment, spot: int = 1) -> BetsPage:
        return cls(bets=moment.bets, spot=spot)

    # --- what is shown ---------------------------------------------------------------------------------------------

    def overlay(self, desk: Desk) -> Overlay:
        table = desk.moment.table
        if table is None:
            rows: tuple[Row, ...] = (Row(elements=(Text(text=desk.words("bets.no_table")),)),)
            return Overlay(id="bets", title=desk.words("bets.title"), columns=(rows,), close=close_button(desk))
        return Overlay(
            id="bets",
            title=desk.words("bets.title"),
            columns=(
                tuple(self._spots(desk, table)),
                tuple(self._chips(desk, table)),
                (*self._sheet(desk), *self._done(desk, table)),
            ),
            widths=(2, 4, 3),
            note=desk.local.note,
            note_tone="danger",
            close=close_button(desk),
        )

    def _spots(self, desk: Desk, table: TableRules) -> Iterator[Row]:
        for number in range(1, table.rules.spots + 1):
            own = [bet for bet in self.bets if bet.spot == number]
            label = desk.words("bets.spot", spot=number)
            yield Row(
                elements=(
                    desk.button(
                        f"bets-spot:{number}",
                        label,
                        desk.open(replace(self, spot=number, bettor=1, target=MAIN)),
                        key=str(number),
                        hint=" + ".join(short(bet.amount) for bet in own),
                        checked=number == self.spot,
                    ),
                )
            )

    def _chips(self, desk: Desk, table: TableRules) -> Iterator[Row]:
        yield Row(elements=tuple(self._targets(desk, table)))
        chips = [
            desk.button(
                f"chip:{chip.cents}",
                short(chip.cents),
                desk.open(self.plus(chip.cents)),
                key=key,
                main=True,
                colour=chip.colour,
                spoken=desk.words("bets.chip", name=short(chip.cents)),
            )
            for chip, key in zip(desk.house.chips, "QWERTYUIOPAS", strict=False)
        ]
        for start in range(0, len(chips), 4):
            yield Row(elements=tuple(chips[start : start + 4]))
        yield Row(
            elements=(
                desk.button("bets-clear", desk.words("bets.clear"), desk.open(self.cleared()), key="Backspace"),
                desk.button("bets-remove", desk.words("bets.remove"), desk.open(self.removed()), key="Delete"),
                desk.button("bets-last", desk.words("bets.as_last"), desk.open(self.as_last(desk.moment)), key="L"),
            )
        )
        bettors = tuple(self._bettors(desk, table))
        if bettors:
            yield Row(elements=bettors)

    def _targets(self, desk: Desk, table: TableRules) -> Iterator[Button]:
        names = [MAIN, *table.rules.side_bets]
        if table.rules.tokes:
            names += ["toke a", *(["toke b"] if table.rules.is_switch else [])]
            names += [f"toke {each}" for each in table.rules.side_bets if each != "free-bet"]
        if table.rules.document in COUPONS_TAKEN:
            names += ["coupon a", *(["coupon b"] if table.rules.is_switch else [])]
        for name, key in zip(names, "ZXCVBNMGHJKF", strict=False):
            amount = _amount(self._bet(), name)
            yield desk.button(
                f"target:{name}",
                desk.words.target(name),
                desk.open(self.aimed(name)),
                key=key,
                hint=short(amount) if amount else "",
                checked=name == self.target,
            )

    def _bettors(self, desk: Desk, table: TableRules) -> Iterator[Button]:
        if table.rules.bettors_per_spot < 2:
            return
        for number, key in zip(range(1, table.rules.bettors_per_spot + 1), ("F1", "F2", "F3"), strict=False):
            yield desk.button(
                f"bettor:{number}",
                desk.words("bets.bettor", bettor=number),
                desk.open(replace(self, bettor=number, target=MAIN)),
                key=key,
                checked=number == self.bettor,
            )

    def _sheet(self, desk: Desk) -> Iterator[Row]:
        lines = [
            (
                f"{bet.spot}" if bet.bettor == 1 else f"{bet.spot}/{bet.bettor}",
                short(bet.amount),
                ", ".join(
                    (
                        *(desk.words(f"wager.{name}", amount=short(cents)) for name, cents in bet.side_bets.items()),
                        *(desk.words("wager.toke", amount=short(cents)) for cents in bet.tokes.values()),
                        *(desk.words("wager.coupon", amount=short(cents)) for cents in bet.coupons.values()),
                    )
                ),
            )
            for bet in self.bets
        ]
        head = (desk.words("bets.head.spot"), desk.words("bets.head.wager"), desk.words("bets.head.more"))
        yield Row(elements=(Sheet(head=head, rows=tuple(lines), amounts=(1,)),))

    def _done(self, desk: Desk, table: TableRules) -> Iterator[Row]:
        down = desk.submit(t.WagersDown(who=desk.who, bets=self.bets), then=closed)
        yield Row(
            elements=(
                desk.button(
                    "bets-down",
                    desk.words("bets.down"),
                    down,
                    key="Return",
                    main=True,
                    tone="go",
                    refusal=why_not_down(table, self.bets),
                ),
            )
        )
        if desk.moment.last_bets:
            same = desk.submit(t.SameWagers(who=desk.who), then=closed)
            yield Row(elements=(desk.button("bets-same", desk.words("bets.same"), same, key="F5", main=True),))

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

    def as_last(self, moment: Moment) -> BetsPage:
        kept = [bet for bet in self.bets if bet.spot != self.spot]
        again = [bet for bet in moment.last_bets if bet.spot == self.spot]
        return replace(self, bets=tuple(sorted((*kept, *again), key=lambda each: (each.spot, each.bettor))))


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
