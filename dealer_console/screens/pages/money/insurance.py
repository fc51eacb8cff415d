"""Insurance and even money: a hand is touched, and insured in full; for less by its digits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal

from dealer_console.game import moves
from dealer_console.game.errors import Refusal
from dealer_console.game.hand import Bettor, HandId
from dealer_console.game.legality.offers import insurance_limit
from dealer_console.game.message import Message
from dealer_console.game.money import Cents
from dealer_console.screens.effects import Effect, ShowText
from dealer_console.screens.pages.pads import amount_of, digit_rows
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.values import Button, Field, Overlay, Row, Text

Way = Literal["full", "less", "even"]
WAYS: Final[dict[Way, str]] = {"full": "F", "less": "L", "even": "E"}


@dataclass(frozen=True, slots=True, kw_only=True)
class InsurancePage:
    """The next hand that is touched is insured this way; `hand` waits for its amount."""

    way: Way = "full"
    bettor: int = 1
    hand: str = ""
    typed: str = ""

    def framed(self, _builder: ScreenBuilder) -> tuple[str, ...]:
        return (self.hand,) if self.hand else ()

    def touched(self, builder: ScreenBuilder, hand: str, _spot: int) -> Effect | None:
        r = builder.snapshot.round
        if r is None or HandId(hand) not in r.hands:
            return None
        if self.way == "less":
            return builder.open(replace(self, hand=hand, typed=""))
        bet = next((bet for bet in r.hands[HandId(hand)].spot.bets if bet.bettor == self.bettor), None)
        if bet is None:
            return None
        full = moves.Insured(hand=HandId(hand), amount=insurance_limit(r, bet.amount), bettor=Bettor(self.bettor))
        move: moves.Move = full if self.way == "full" else moves.EvenMoneyTaken(hand=HandId(hand))
        refusal = builder.why_not(move)
        return builder.play(move) if refusal is None else ShowText(text=builder.words.refusal(refusal))

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        rows = [Row(elements=tuple(self._ways(builder)))]
        bettors = tuple(self._bettors(builder))
        if bettors:
            rows.append(Row(elements=bettors))
        if self.way == "less" and self.hand:
            rows += self._less(builder)
        else:
            rows.append(Row(elements=(Text(text=builder.words("insurance-touch")),)))
        return builder.overlay("insurance", builder.words("insurance-title"), rows, close=builder.close(), covers="pad")

    def _ways(self, builder: ScreenBuilder) -> Iterator[Button]:
        for way, key in WAYS.items():
            chosen = builder.open(replace(self, way=way, hand="", typed=""))
            label = builder.words(f"insurance-{way}")
            yield builder.button(f"insurance:{way}", label, chosen, key=key, checked=way == self.way)

    def _bettors(self, builder: ScreenBuilder) -> Iterator[Button]:
        """Where somebody bets behind."""
        r = builder.snapshot.round
        behind = sorted({bet.bettor for spot in r.spots for bet in spot.bets}) if r is not None else []
        for number in behind if len(behind) > 1 else ():
            label = builder.words("bets-bettor", bettor=number)
            chosen = builder.open(replace(self, bettor=number))
            yield builder.button(f"bettor:{number}", label, chosen, key="auto-letter", checked=number == self.bettor)

    def _less(self, builder: ScreenBuilder) -> list[Row]:
        amount = amount_of(self.typed)
        move = moves.Insured(hand=HandId(self.hand), amount=amount or Cents(0), bettor=Bettor(self.bettor))
        refusal = builder.why_not(move) if amount is not None else Refusal(Message("insurance-wager-more-than-0"))
        sent = builder.play(move, then=lambda ui: ui.at(replace(self, hand="", typed="")))
        label = builder.words("insurance-amount", hand=self.hand)
        ok = builder.button("ok", builder.words("pad-ok"), sent, key="Return", main=True, tone="go", refusal=refusal)
        return [
            Row(elements=(Field(id="amount", label=label, value=self.typed, touch=False),)),
            Row(elements=(ok,)),
            *digit_rows(builder, self.typed, lambda typed: replace(self, typed=typed), most=8),
        ]
