"""Rounds that are over, with their takes and pays; a supervisor corrects one with a reason."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from dealer_console.game.errors import Refusal
from dealer_console.game.message import Message
from dealer_console.game.money import show
from dealer_console.journal.settlements import SettledWager
from dealer_console.screens.effects import Effect
from dealer_console.screens.pages.pads import amount_of, close_button, digit_rows
from dealer_console.screens.parts.settlement_lines import amount_words, what_words
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.values import Button, Field, Overlay, Row, Text
from dealer_console.table import commands as c
from dealer_console.table.snapshot.past_rounds import PastRound

ROUNDS: Final = 8
WAGERS: Final = 8
REASONS: Final = ("overpaid", "underpaid", "misread", "agreed")
WAYS: Final = {"overpaid": True, "underpaid": False}  # does the house take back?


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryPage:
    first: int = 0

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        past = builder.snapshot.past
        shown = past[self.first : self.first + ROUNDS]
        buttons = [self._round(builder, past_round) for past_round in shown]
        rows = [Row(elements=tuple(buttons[at : at + 2])) for at in range(0, len(buttons), 2)]
        if not past:
            rows = [Row(elements=(Text(text=builder.words("history-none"), size="large"),))]
        if len(past) > ROUNDS:
            more = replace(self, first=self.first + ROUNDS if self.first + ROUNDS < len(past) else 0)
            rows.append(
                Row(elements=(builder.button("more", builder.words("page-more"), builder.open(more), key="PgDown"),))
            )
        return Overlay(
            id="history",
            title=builder.words("history-title"),
            columns=(tuple(rows),),
            note=builder.local.note,
            close=close_button(builder),
        )

    def _round(self, builder: ScreenBuilder, past: PastRound) -> Button:
        label = builder.words("history-round", number=past.number, net=past.house_net)
        hint = builder.words("history-corrected") if past.corrected else ""
        return builder.button(
            f"round:{past.number}", label, builder.open(PastRoundPage(past=past)), key="auto", hint=hint
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PastRoundPage:
    """The settlements of one round; a touch on one asks for its correction."""

    past: PastRound
    first: int = 0

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        wagers = self.past.settled
        buttons = [self._wager(builder, wager) for wager in wagers[self.first : self.first + WAGERS]]
        rows = [Row(elements=(Text(text=builder.words("history-how")),))]
        rows += [Row(elements=tuple(buttons[at : at + 2])) for at in range(0, len(buttons), 2)]
        if len(wagers) > WAGERS:
            more = replace(self, first=self.first + WAGERS if self.first + WAGERS < len(wagers) else 0)
            rows.append(
                Row(elements=(builder.button("more", builder.words("page-more"), builder.open(more), key="PgDown"),))
            )
        return Overlay(
            id="past-round",
            title=builder.words("history-round", number=self.past.number, net=self.past.house_net),
            columns=(tuple(rows),),
            note=builder.local.note,
            close=builder.button("close", builder.words("page-close"), builder.open(HistoryPage()), key="Escape"),
        )

    def _wager(self, builder: ScreenBuilder, each: SettledWager) -> Button:
        label = f"{what_words(builder.words, each)} · {amount_words(builder.words, each)}"
        page = CorrectPage(wager=each, number=self.past.number)
        hint = builder.words("history-corrected") if each.seq in self.past.corrected else each.rule
        return builder.button(f"wager:{each.seq}", label, builder.open(page), key="auto", hint=hint)


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectPage:
    """What the house pays beyond it, or takes back; the reason; then it is asked of a supervisor."""

    wager: SettledWager
    number: int
    typed: str = ""
    takes: bool | None = None  # nothing is assumed: the reason says it, or a touch
    reason: str = ""

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        words = builder.words
        field = Field(id="amount", label=words("correct-amount"), value=self.typed, touch=False)
        ways = tuple(
            builder.button(
                f"way:{name}",
                words(f"correct-{name}"),
                builder.open(replace(self, takes=takes)),
                key="auto-letter",
                checked=self.takes == takes,
            )
            for name, takes in (("pays", False), ("takes", True))
        )
        reasons = [self._reason(builder, name) for name in REASONS]
        left = (
            Row(elements=tuple(reasons)),
            Row(elements=ways),
            Row(elements=(field,)),
            Row(elements=(self._done(builder),)),
        )
        return Overlay(
            id="correct",
            title=words("correct-title", what=what_words(words, self.wager), number=self.number),
            columns=(left, tuple(digit_rows(builder, self.typed, lambda typed: replace(self, typed=typed), most=9))),
            widths=(3, 2),
            note=builder.local.note,
            note_tone="danger",
            close=builder.button("close", words("page-close"), builder.open(HistoryPage()), key="Escape"),
        )

    def _reason(self, builder: ScreenBuilder, name: str) -> Button:
        chosen = builder.open(replace(self, reason=name, takes=WAYS.get(name, self.takes)))
        label = builder.words(f"correct-reason-{name}")
        return builder.button(f"reason:{name}", label, chosen, key="auto-letter", checked=name == self.reason)

    def _done(self, builder: ScreenBuilder) -> Button:
        amount = amount_of(self.typed)
        missing = Message("correct-choose") if not self.reason or self.takes is None else None
        refusal = Refusal(missing or Message("amount-none")) if missing or not amount else None
        return builder.button(
            "ok",
            builder.words("correct-ask", amount=show(amount or 0)),
            self._asked(builder, amount or 0),
            key="Return",
            main=True,
            tone="go",
            refusal=refusal,
        )

    def _asked(self, builder: ScreenBuilder, cents: int) -> Effect:
        touch = c.CorrectSettlement(
            who=builder.who,
            corrects=self.wager.seq,
            cents=-cents if self.takes else cents,
            reason=builder.words(f"correct-reason-{self.reason}") if self.reason else "",
        )
        return builder.submit(touch, then=lambda local: local.at(None))
