"""Insurance and even money, hand by hand: the full amount in one touch, less by its digits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from dealer_console.game import moves
from dealer_console.game.errors import Refusal
from dealer_console.game.hand import Bettor, HandId
from dealer_console.game.legality.insurance import insurance_limit
from dealer_console.game.money import Cents
from dealer_console.screens.desk import Desk
from dealer_console.screens.pages.pads import amount_of, close_button, digit_rows
from dealer_console.screens.values import Button, Field, Overlay, Row
from dealer_console.table.shift.chips import short


@dataclass(frozen=True, slots=True, kw_only=True)
class InsurancePage:
    hand: str = ""  # only this one; empty: all hands
    less: tuple[str, int] | None = None  # an amount is typed for this hand and bettor
    typed: str = ""

    def overlay(self, desk: Desk) -> Overlay:
        rows = self._less(desk) if self.less is not None else list(self._hands(desk))
        return Overlay(
            id="insurance",
            title=desk.words("insurance.title"),
            columns=(tuple(rows),),
            note=desk.local.note,
            close=close_button(desk),
            covers="pad",
        )

    def _hands(self, desk: Desk) -> Iterator[Row]:
        r = desk.moment.round
        if r is None:
            return
        for hand in r.hands.values():
            if self.hand not in ("", hand.id):
                continue
            for bet in hand.spot.bets:
                buttons = self._hand(desk, hand.id, bet.bettor, insurance_limit(r, bet.amount))
                if buttons:
                    yield Row(elements=tuple(buttons))

    def _hand(self, desk: Desk, hand: HandId, bettor: Bettor, limit: Cents) -> list[Button]:
        full = moves.Insured(hand=hand, amount=limit, bettor=bettor)
        name = hand if bettor == moves.CALLER else f"{hand}/{bettor}"
        found = []
        if (refusal := desk.why_not(full)) is None:
            label = desk.words("insurance.full", hand=name, amount=short(limit))
            found.append(desk.button(f"insure:{name}", label, desk.play(full), key="auto", main=True, tone="go"))
            less = desk.open(replace(self, less=(hand, bettor)))
            found.append(desk.button(f"insure-less:{name}", desk.words("insurance.less"), less, key="auto"))
        elif refusal.clause is not None and "insured already" in refusal.reason:
            found.append(desk.button(f"insure:{name}", name, desk.play(full), refusal=refusal))
        even = moves.EvenMoneyTaken(hand=hand)
        if bettor == moves.CALLER and desk.why_not(even) is None:
            label = desk.words("insurance.even_money", hand=hand)
            found.append(desk.button(f"even-money:{hand}", label, desk.play(even), key="auto", main=True))
        return found

    def _less(self, desk: Desk) -> list[Row]:
        hand, bettor = self.less or ("", 1)
        amount = amount_of(self.typed)
        move = moves.Insured(hand=HandId(hand), amount=amount or Cents(0), bettor=Bettor(bettor))
        refusal = desk.why_not(move) if amount is not None else Refusal("an insurance wager is more than 0.00")
        sent = desk.play(move, then=lambda local: local.at(InsurancePage()))
        field = Field(id="amount", label=desk.words("insurance.amount", hand=hand), value=self.typed, touch=False)
        return [
            Row(elements=(field,)),
            *digit_rows(desk, self.typed, lambda typed: replace(self, typed=typed), most=8),
            Row(
                elements=(
                    desk.button("ok", desk.words("pad.ok"), sent, key="Return", main=True, tone="go", refusal=refusal),
                )
            ),
        ]
