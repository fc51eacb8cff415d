"""The dealer's drill on the screen: a dealt round lies on the felt, a question stands beside it, the engine judges."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from dealer_console.game.engine import Round
from dealer_console.screens.console_config import DrillQuestion
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.values import Button, Overlay, Row, Text, Tone

Judged = tuple[str, str, bool]  # rule set, kind of question, was it right?


@dataclass(frozen=True, slots=True, kw_only=True)
class DrillPage:
    """`chosen` is the answer that was touched; `score` all that were judged before this question."""

    number: int = 0
    chosen: str = ""
    score: tuple[Judged, ...] = ()

    mark = "drill-mark"
    shows_outcome = False  # neither the hand in turn nor what is paid may be seen on the felt: that is asked

    def _question(self, builder: ScreenBuilder) -> DrillQuestion | None:
        ask = builder.config.drill
        return ask(builder.words.language, self.number) if ask is not None else None

    def round_shown(self, builder: ScreenBuilder) -> Round | None:
        question = self._question(builder)
        return question.round if question is not None else None

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        question = self._question(builder)
        rows: list[Row] = []
        if question is not None:
            rows += [Row(elements=(Text(text=question.asks, size="large"),)), *self._judged(builder, question)]
            rows.append(Row(elements=tuple(self._choices(builder, question)), band=True))
        return Overlay(
            id="drill",
            title=builder.words("drill-title"),
            columns=(tuple(rows),),
            close=builder.close_button(),
            done=self._next(builder, question) if question is not None and self.chosen else None,
            covers="pad",
        )

    def _choices(self, builder: ScreenBuilder, question: DrillQuestion) -> Iterator[Button]:
        """In the row of actions, so that the felt stays in sight. One answer counts: the first."""
        for at, choice in enumerate(question.choices):
            page = self if self.chosen else replace(self, chosen=choice)
            tone: Tone = "go" if self.chosen and choice == question.answer else "plain"
            yield builder.button(
                f"answer:{at}",
                choice,
                builder.open(page),
                key=str(at + 1),
                tone=tone,
                checked=choice == self.chosen,
                main=True,
            )

    def _judged(self, builder: ScreenBuilder, question: DrillQuestion) -> Iterator[Row]:
        if self.chosen:
            name = "drill-right" if self.chosen == question.answer else "drill-wrong"
            text = builder.words(name, answer=question.answer, why=question.why)
            yield Row(elements=(Text(text=text, tone="main" if name == "drill-right" else "danger"),))
        lines = tuple(score_lines(builder, self._score(question)))
        if lines:
            yield Row(elements=(Text(text="\n".join(lines), size="small"),))

    def _score(self, question: DrillQuestion) -> tuple[Judged, ...]:
        own = ((question.rules, question.kind, self.chosen == question.answer),) if self.chosen else ()
        return (*self.score, *own)

    def _next(self, builder: ScreenBuilder, question: DrillQuestion) -> Button:
        page = DrillPage(number=self.number + 1, score=self._score(question))
        return builder.button(
            "next", builder.words("drill-next"), builder.open(page), key="Return", main=True, tone="go"
        )


def score_lines(builder: ScreenBuilder, score: tuple[Judged, ...]) -> Iterator[str]:
    """By rule set and kind of question: the name of the rules, below it a line for each kind."""
    words = builder.words
    for rules in dict.fromkeys(rules for rules, _, _ in score):
        yield words(f"game-{rules}") if words.has(f"game-{rules}") else rules
        for kind in dict.fromkeys(kind for rule_set, kind, _ in score if rule_set == rules):
            right = [judged for rule_set, kind_asked, judged in score if (rule_set, kind_asked) == (rules, kind)]
            named = words(f"drill-kind-{kind}")
            yield words("drill-score_of_kind", kind=named, right=sum(right), asked=len(right))
