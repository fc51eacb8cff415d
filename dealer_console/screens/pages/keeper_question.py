"""The keeper of a plain-value shoe asks what only the dealer can see. Its question tells nothing of any card."""

from __future__ import annotations

from dataclasses import dataclass

from dealer_console.screens.desk import Desk
from dealer_console.screens.effects import Effect
from dealer_console.screens.values import Overlay, Row, Text
from dealer_console.table import touches as t

KINDS = ("retransmission", "card-out")


def wording(kind: str) -> str:
    """The name of its words; a kind that we do not know is asked as whether a card came out."""
    return kind if kind in KINDS else "card-out"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeeperQuestionPage:
    question: int
    kind: str

    def overlay(self, desk: Desk) -> Overlay:
        name = f"keeper.{wording(self.kind)}"
        yes = desk.button("keeper:yes", desk.words(f"{name}.yes"), self._says(desk, True), key="Y", main=True)
        no = desk.button("keeper:no", desk.words(f"{name}.no"), self._says(desk, False), key="N", main=True)
        return Overlay(
            id="keeper-question",
            title=desk.words("keeper.title"),
            columns=((Row(elements=(Text(text=desk.words(name), size="large"),)), Row(elements=(yes, no))),),
            note=desk.local.note,
            note_tone="danger",
            covers="pad",
        )

    def _says(self, desk: Desk, yes: bool) -> Effect:
        return desk.submit(t.AnswerKeeper(who=desk.who, question=self.question, yes=yes))
