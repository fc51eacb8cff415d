"""The keeper of a plain-value shoe asks what only the dealer can see. Its question tells nothing of any card."""

from __future__ import annotations

from dataclasses import dataclass

from dealer_console.screens.effects import Effect
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.values import Overlay, Row, Text
from dealer_console.table import commands as c

KINDS = ("retransmission", "card-out")


def wording(kind: str) -> str:
    """The name of its words; a kind that we do not know is asked as whether a card came out."""
    return kind if kind in KINDS else "card-out"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeeperQuestionPage:
    question: int
    kind: str

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        name = f"keeper-{wording(self.kind)}"
        yes = builder.button("keeper:yes", builder.words(f"{name}-yes"), self._says(builder, True), key="Y", main=True)
        no = builder.button("keeper:no", builder.words(f"{name}-no"), self._says(builder, False), key="N", main=True)
        return builder.overlay(
            "keeper-question",
            builder.words("keeper-title"),
            (Row(elements=(Text(text=builder.words(name), size="large"),)), Row(elements=(yes, no))),
            covers="pad",
            under_prompt=True,
        )

    def _says(self, builder: ScreenBuilder, yes: bool) -> Effect:
        return builder.submit(c.AnswerKeeper(who=builder.who, question=self.question, yes=yes))
