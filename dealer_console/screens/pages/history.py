"""Rounds that are over, with their takes and pays; a supervisor corrects one with a reason."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from dealer_console.game.money import show
from dealer_console.screens.desk import Desk
from dealer_console.screens.effects import Effect
from dealer_console.screens.pages.pads import amount_of, close_button, digit_rows
from dealer_console.screens.past import PastRound
from dealer_console.screens.settlement_lines import amount_words, what_words
from dealer_console.screens.values import Button, Field, Overlay, Row, Text
from dealer_console.table import touches as t
from dealer_console.table.settled import SettledWager

ROUNDS: Final = 8
WAGERS: Final = 8
REASONS: Final = ("overpaid", "underpaid", "misread", "agreed")


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryPage:
    first: int = 0

    def overlay(self, desk: Desk) -> Overlay:
        past = desk.moment.past
        shown = past[self.first : self.first + ROUNDS]
        found = [self._round(desk, each) for each in shown]
        rows = [Row(elements=tuple(found[at : at + 2])) for at in range(0, len(found), 2)]
        if not past:
            rows = [Row(elements=(Text(text=desk.words("history.none"), size="large"),))]
        if len(past) > ROUNDS:
            more = replace(self, first=self.first + ROUNDS if self.first + ROUNDS < len(past) else 0)
            rows.append(Row(elements=(desk.button("more", desk.words("page.more"), desk.open(more), key="PgDown"),)))
        return Overlay(
            id="history",
            title=desk.words("history.title"),
            columns=(tuple(rows),),
            note=desk.local.note,
            close=close_button(desk),
        )

    def _round(self, desk: Desk, past: PastRound) -> Button:
        label = desk.words("history.round", number=past.number, net=past.house_net)
        hint = desk.words("history.corrected") if past.corrected else ""
        return desk.button(f"round:{past.number}", label, desk.open(PastRoundPage(past=past)), key="auto", hint=hint)


@dataclass(frozen=True, slots=True, kw_only=True)
class PastRoundPage:
    """The settlements of one round; a touch on one asks for its correction."""

    past: PastRound
    first: int = 0

    def overlay(self, desk: Desk) -> Overlay:
        wagers = self.past.settled
        found = [self._wager(desk, each) for each in wagers[self.first : self.first + WAGERS]]
        rows = [Row(elements=(Text(text=desk.words("history.how")),))]
        rows += [Row(elements=tuple(found[at : at + 2])) for at in range(0, len(found), 2)]
        if len(wagers) > WAGERS:
            more = replace(self, first=self.first + WAGERS if self.first + WAGERS < len(wagers) else 0)
            rows.append(Row(elements=(desk.button("more", desk.words("page.more"), desk.open(more), key="PgDown"),)))
        return Overlay(
            id="past-round",
            title=desk.words("history.round", number=self.past.number, net=self.past.house_net),
            columns=(tuple(rows),),
            note=desk.local.note,
            close=desk.button("close", desk.words("page.close"), desk.open(HistoryPage()), key="Escape"),
        )

    def _wager(self, desk: Desk, each: SettledWager) -> Button:
        label = f"{what_words(desk.words, each)} · {amount_words(desk.words, each)}"
        page = CorrectPage(wager=each, number=self.past.number)
        hint = desk.words("history.corrected") if each.seq in self.past.corrected else each.rule
        return desk.button(f"wager:{each.seq}", label, desk.open(page), key="auto", hint=hint)


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectPage:
    """What the house pays beyond it, or takes back; the reason; then it is asked of a supervisor."""

    wager: SettledWager
    number: int
    typed: str = ""
    takes: bool = False
    reason: str = REASONS[0]

    def overlay(self, desk: Desk) -> Overlay:
        words = desk.words
        field = Field(id="amount", label=words("correct.amount"), value=self.typed, touch=False)
        ways = tuple(
            desk.button(
                f"way:{name}",
                words(f"correct.{name}"),
                desk.open(replace(self, takes=takes)),
                key="auto-letter",
                checked=self.takes == takes,
            )
            for name, takes in (("pays", False), ("takes", True))
        )
        reasons = [self._reason(desk, name) for name in REASONS]
        left = (
            Row(elements=(field,)),
            Row(elements=ways),
            Row(elements=tuple(reasons[:2])),
            Row(elements=tuple(reasons[2:])),
            Row(elements=(self._done(desk),)),
        )
        return Overlay(
            id="correct",
            title=words("correct.title", what=what_words(words, self.wager), number=self.number),
            columns=(left, tuple(digit_rows(desk, self.typed, lambda typed: replace(self, typed=typed), most=9))),
            widths=(3, 2),
            note=desk.local.note,
            note_tone="danger",
            close=desk.button("close", words("page.close"), desk.open(HistoryPage()), key="Escape"),
        )

    def _reason(self, desk: Desk, name: str) -> Button:
        chosen = desk.open(replace(self, reason=name))
        label = desk.words(f"correct.reason.{name}")
        return desk.button(f"reason:{name}", label, chosen, key="auto-letter", checked=name == self.reason)

    def _done(self, desk: Desk) -> Button:
        amount = amount_of(self.typed)
        return desk.button(
            "ok",
            desk.words("correct.ask", amount=show(amount or 0)),
            self._asked(desk, amount or 0),
            key="Return",
            main=True,
            tone="go",
            refusal=None if amount else desk.own_refusal("amount.none"),
        )

    def _asked(self, desk: Desk, cents: int) -> Effect:
        touch = t.CorrectSettlement(
            who=desk.who,
            corrects=self.wager.seq,
            cents=-cents if self.takes else cents,
            reason=desk.words(f"correct.reason.{self.reason}"),
        )
        return desk.submit(touch, then=lambda local: local.at(None))
