"""Insurance and even money, hand by hand: the full amount in one touch, less by its digits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from dealer_console.game import moves
from dealer_console.game.errors import Refusal
from dealer_console.game.hand import Bettor, HandId
from dealer_console.game.legality.insurance import insurance_limit
from dealer_console.game.message import Message
from dealer_console.game.money import Cents, short
from dealer_console.screens.pages.pads import amount_of, close_button, digit_rows
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.values import Button, Field, Overlay, Row

ACROSS: Final = 5
ON_A_PAGE: Final = 15


@dataclass(frozen=True, slots=True, kw_only=True)
class InsurancePage:
    hand: str = ""  # only this one; empty: all hands
    wants_less: bool = False  # the next hand that is touched insures for less
    less: tuple[str, int] | None = None  # an amount is typed for this hand and bettor
    typed: str = ""
    first: int = 0

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        rows = self._less(builder) if self.less is not None else self._all(builder)
        return Overlay(
            id="insurance",
            title=builder.words("insurance-title"),
            columns=(tuple(rows),),
            note=builder.local.note,
            note_tone="danger",
            close=close_button(builder),
            covers="pad",
        )

    def _all(self, builder: ScreenBuilder) -> list[Row]:
        found = list(self._hands(builder))
        shown = found[self.first : self.first + ON_A_PAGE]
        rows = [Row(elements=tuple(shown[at : at + ACROSS])) for at in range(0, len(shown), ACROSS)]
        toggle = builder.open(replace(self, wants_less=not self.wants_less))
        below = [
            builder.button("wants-less", builder.words("insurance-less"), toggle, key="Return", checked=self.wants_less)
        ]
        if len(found) > ON_A_PAGE:
            more = replace(self, first=self.first + ON_A_PAGE if self.first + ON_A_PAGE < len(found) else 0)
            below.append(builder.button("more", builder.words("page-more"), builder.open(more), key="PgDown"))
        return [*rows, Row(elements=tuple(below))]

    def _hands(self, builder: ScreenBuilder) -> Iterator[Button]:
        r = builder.snapshot.round
        if r is None:
            return
        for hand in r.hands.values():
            if self.hand in ("", hand.id):
                for bet in hand.spot.bets:
                    yield from self._hand(builder, hand.id, bet.bettor, insurance_limit(r, bet.amount))

    def _hand(self, builder: ScreenBuilder, hand: HandId, bettor: Bettor, limit: Cents) -> Iterator[Button]:
        full = moves.Insured(hand=hand, amount=limit, bettor=bettor)
        name = hand if bettor == moves.CALLER else f"{hand}/{bettor}"
        label = builder.words("insurance-full", hand=name, amount=short(limit))
        refusal = builder.why_not(full)
        does = builder.open(replace(self, less=(hand, bettor))) if self.wants_less else builder.play(full)
        if refusal is None or self.hand:
            yield builder.button(f"insure:{name}", label, does, key="auto", tone="go", refusal=refusal)
        even = moves.EvenMoneyTaken(hand=hand)
        if bettor == moves.CALLER and builder.why_not(even) is None:
            label = builder.words("insurance-even_money", hand=hand)
            yield builder.button(f"even-money:{hand}", label, builder.play(even), key="auto", tone="main")

    def _less(self, builder: ScreenBuilder) -> list[Row]:
        hand, bettor = self.less or ("", 1)
        amount = amount_of(self.typed)
        move = moves.Insured(hand=HandId(hand), amount=amount or Cents(0), bettor=Bettor(bettor))
        refusal = builder.why_not(move) if amount is not None else Refusal(Message("insurance-wager-more-than-0"))
        sent = builder.play(move, then=lambda local: local.at(InsurancePage()))
        field = Field(id="amount", label=builder.words("insurance-amount", hand=hand), value=self.typed, touch=False)
        return [
            Row(elements=(field,)),
            *digit_rows(builder, self.typed, lambda typed: replace(self, typed=typed), most=8),
            Row(
                elements=(
                    builder.button(
                        "ok", builder.words("pad-ok"), sent, key="Return", main=True, tone="go", refusal=refusal
                    ),
                )
            ),
        ]
