"""Rounds that are over, on the felt step by step, with their takes and pays; a supervisor corrects one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from dealer_console.game import moves
from dealer_console.game.engine import Round, apply, why_not
from dealer_console.game.errors import Refusal
from dealer_console.game.message import Message
from dealer_console.game.shoe import ShoeCount
from dealer_console.journal.settlements import SettledWager
from dealer_console.messages.move_words import move_words
from dealer_console.screens.effects import Effect
from dealer_console.screens.pages.pads import amount_of, digit_rows, in_the_row
from dealer_console.screens.parts.settlement_lines import amount_words, what_words
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.values import Button, Field, Overlay, Row, Scrubber, Text
from dealer_console.table import commands as c
from dealer_console.table.snapshot.past_rounds import PastRound

ROUNDS: Final = 8
REASONS: Final = ("overpaid", "underpaid", "misread", "agreed")
_PAYS: Final = {"pays": False, "takes": True}
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
        return builder.overlay("history", builder.words("history-title"), rows, close=builder.close(), tone="plain")

    def _round(self, builder: ScreenBuilder, past: PastRound) -> Button:
        label = builder.words("history-round", number=past.number, net=builder.money(past.house_net))
        hint = builder.words("history-corrected") if past.corrected else ""
        return builder.button(
            f"round:{past.number}", label, builder.open(PastRoundPage(past=past)), key="auto", hint=hint
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PastRoundPage:
    """One round on the felt, step by step as in the pit; `at` is how many of its moves lie there, None all of them."""

    past: PastRound
    at: int | None = None

    mark = "history-mark"
    shows_outcome = True

    @property
    def _at(self) -> int:
        return len(self.past.moves) if self.at is None else self.at

    def round_shown(self, builder: ScreenBuilder) -> Round | None:
        """Dealt again by the rules in force; None where they have changed since and refuse it."""
        table = builder.snapshot.table
        if table is None:
            return None
        r = Round(table, self.past.bets, ShoeCount(table.decks))
        for move in self.past.moves[: self._at]:
            if why_not(r, move) is not None:
                return None
            apply(r, move)
        return r

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        words, last = builder.words, len(self.past.moves)
        text = move_words(words, self.past.moves[self._at - 1]) if self._at else words("history-begins")
        if self.round_shown(builder) is None:
            text = words("history-not_dealt")
        step = words("history-step", number=self._at, count=last)
        rows = (
            Row(elements=(Text(text=words.sentence(text), size="large"),)),
            Row(elements=(Scrubber(label=step, stops=tuple(self._stops(builder)), at=self._at),)),
            Row(elements=(self._payments(builder),)),
            Row(elements=tuple(self._steps(builder)), band=True),
        )
        return builder.overlay(
            "past-round",
            words("history-round", number=self.past.number, net=builder.money(self.past.house_net)),
            rows,
            close=builder.open(HistoryPage()),
            covers="pad",
            tone="plain",
        )

    def _stops(self, builder: ScreenBuilder) -> Iterator[str]:
        for at in range(len(self.past.moves) + 1):
            yield builder.touchable(f"at:{at}", builder.open(replace(self, at=at)))

    def _payments(self, builder: ScreenBuilder) -> Button:
        page = PaymentsPage(past=self.past)
        return builder.button("payments", builder.words("history-payments"), builder.open(page), key="P")

    def _steps(self, builder: ScreenBuilder) -> Iterator[Button]:
        """To the ends, one step, and to the next thing that somebody decided."""
        last = len(self.past.moves)
        decided = [at for at, move in enumerate(self.past.moves, start=1) if not isinstance(move, _NOT_DECIDED)]
        before = max((at for at in decided if at < self._at), default=0)
        after = min((at for at in decided if at > self._at), default=last)
        places = (
            ("first", 0, "Home"),
            ("decision_before", before, "PgUp"),
            ("back", max(0, self._at - 1), "Left"),
            ("forward", min(last, self._at + 1), "Right"),
            ("decision_after", after, "PgDown"),
            ("last", last, "End"),
        )
        for name, at, key in places:
            label = builder.words(f"history-{name}")
            yield builder.button(f"step:{name}", label, builder.open(replace(self, at=at)), key=key, main=True)


_NOT_DECIDED: Final = (moves.CardDrawn, moves.CardBurned)


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentsPage:
    """The settlements of one round, or of the spot that was touched; a touch on one asks for its correction."""

    past: PastRound
    spot: int = 0
    first: int = 0

    mark = "history-mark"
    shows_outcome = True

    def round_shown(self, builder: ScreenBuilder) -> Round | None:
        return PastRoundPage(past=self.past).round_shown(builder)

    def framed(self, _builder: ScreenBuilder) -> tuple[str, ...]:
        return ()

    def touched(self, builder: ScreenBuilder, _hand: str, spot: int) -> Effect | None:
        settled = any(wager.spot == spot for wager in self.past.settled)
        return builder.open(replace(self, spot=0 if spot == self.spot else spot, first=0)) if settled else None

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        rows = [Row(elements=(Text(text=builder.words("history-how")),))]
        rows += in_the_row(
            builder,
            [wager for wager in self.past.settled if self.spot in (0, wager.spot)],
            self.first,
            lambda wager: self._wager(builder, wager),
            lambda first: replace(self, first=first),
        )
        return builder.overlay(
            "payments",
            builder.words("history-round", number=self.past.number, net=builder.money(self.past.house_net)),
            rows,
            close=builder.open(PastRoundPage(past=self.past)),
            covers="pad",
            tone="plain",
        )

    def _wager(self, builder: ScreenBuilder, wager: SettledWager) -> Button:
        amount = amount_words(builder.words, wager).replace(" ", "\u00a0")
        label = f"{what_words(builder.words, wager)} · {amount}"
        page = CorrectPage(wager=wager, past=self.past)
        hint = builder.words("history-corrected") if wager.seq in self.past.corrected else wager.rule
        return builder.button(f"wager:{wager.seq}", label, builder.open(page), key="auto", hint=hint)


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectPage:
    """What the house pays beyond it, or takes back; the reason; then it is asked of a supervisor."""

    wager: SettledWager
    past: PastRound
    typed: str = ""
    takes: bool | None = None  # nothing is assumed: the reason says it, or a touch
    reason: str = ""

    mark = "history-mark"
    shows_outcome = True

    def framed(self, _builder: ScreenBuilder) -> tuple[str, ...]:
        return (self.wager.hand,) if self.wager.hand else ()

    def touched(self, builder: ScreenBuilder, _hand: str, spot: int) -> Effect | None:
        return PaymentsPage(past=self.past).touched(builder, "", spot)

    def round_shown(self, builder: ScreenBuilder) -> Round | None:
        return PastRoundPage(past=self.past).round_shown(builder)

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        words = builder.words
        if self.reason and self.takes is not None:
            rows, back = self._how_much(builder), builder.open(replace(self, reason="", takes=None))
        else:
            rows, back = self._why(builder), builder.open(PaymentsPage(past=self.past))
        return builder.overlay(
            "correct",
            words("correct-title", what=what_words(words, self.wager), number=self.past.number),
            rows,
            close=back,
            done=self._done(builder),
            covers="pad",
        )

    def _why(self, builder: ScreenBuilder) -> list[Row]:
        """First the reason; where it does not say who pays, that as well."""
        ways = (self._way(builder, name, takes) for name, takes in _PAYS.items())
        keys = (*(self._reason(builder, name) for name in REASONS), *ways)
        return [Row(elements=(Text(text=builder.words("correct-choose")),)), Row(elements=keys, band=True)]

    def _how_much(self, builder: ScreenBuilder) -> list[Row]:
        words = builder.words
        way = next(name for name, takes in _PAYS.items() if takes == self.takes)
        heading = Text(text=f"{words(f'correct-reason-{self.reason}')}. {words(f'correct-{way}')}")
        field = Field(id="amount", label=words("correct-amount"), value=self.typed, touch=False)
        digits = digit_rows(builder, self.typed, lambda typed: replace(self, typed=typed), most=9)
        return [Row(elements=(heading,)), Row(elements=(field,)), *digits]

    def _way(self, builder: ScreenBuilder, name: str, takes: bool) -> Button:
        chosen = builder.open(replace(self, takes=takes))
        label = builder.words(f"correct-{name}")
        return builder.button(f"way:{name}", label, chosen, key="auto-letter", checked=self.takes == takes)

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
            builder.words("correct-ask", amount=builder.money(amount or 0)),
            self._asked(builder, amount or 0),
            key="Return",
            main=True,
            tone="go",
            refusal=refusal,
            in_short=builder.words("correct-short") if missing else "",
        )

    def _asked(self, builder: ScreenBuilder, cents: int) -> Effect:
        command = c.CorrectSettlement(
            who=builder.who,
            corrects=self.wager.seq,
            cents=-cents if self.takes else cents,
            reason=builder.words(f"correct-reason-{self.reason}") if self.reason else "",
        )
        return builder.submit(command, then=lambda ui: ui.at(None))
