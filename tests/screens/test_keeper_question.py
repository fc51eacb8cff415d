"""What the keeper of a plain-value shoe asks: shown by itself, answered by one touch, recorded, and passed on once."""

from __future__ import annotations

from collections import deque

import pytest

from dealer_console.game.errors import Refusal
from dealer_console.game.message import Message
from dealer_console.table import commands as c
from dealer_console.table.session.recovery import restore
from drivers.errors import ImpossibleRequestError
from drivers.events import DealerAsked, Event
from drivers.interfaces import KeeperWord
from tests.rigs.console_rig import open_console


class KeeperLine:
    """The dealer's side of a control line: it notes what was said, or is away."""

    def __init__(self) -> None:
        self.said: list[tuple[int, bool]] = []
        self.away = False

    def answer(self, question: int, yes: bool) -> None:
        if self.away:
            raise ImpossibleRequestError("the keeper is not connected; wait for its line, then say it again")
        self.said.append((question, yes))

    def send(self, word: KeeperWord) -> None: ...


class Asked:
    """A table whose shoe stands behind a keeper."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.table = open_console("massachusetts-switch", spots=1)
        self.line = KeeperLine()
        self.table.virtual.session.dealer_line = self.line
        self._questions: deque[Event] = deque()
        shoe = self.table.virtual.devices["shoe"]
        told = shoe.events

        def events() -> list[Event]:
            waiting, found = list(self._questions), told()
            self._questions.clear()
            return [*found, *waiting]

        monkeypatch.setattr(shoe, "events", events)

    def asks(self, number: int, kind: str) -> None:
        self._questions.append(DealerAsked(serial="AE-1", question=number, kind=kind))
        self.table.wait(0.1)

    @property
    def page(self) -> str:
        return self.table.screen.overlay.id if self.table.screen.overlay is not None else ""


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    return Asked(monkeypatch)


@pytest.mark.parametrize("kind", ["retransmission", "card-out", "something-new"])
def test_a_question_opens_by_itself_and_one_touch_answers_it(asked: Asked, kind: str) -> None:
    asked.asks(4, kind)
    assert asked.page == "keeper-question"
    asked.table.press("keeper:yes")
    assert asked.line.said == [(4, True)]
    assert asked.page != "keeper-question"
    assert (asked.table.state.questions, asked.table.state.answers) == ({}, {})
    orders = [entry for entry in asked.table.virtual.journal.entries() if entry.data.get("command") == "answer"]
    assert [(order.data["question"], order.data["yes"], order.who) for order in orders] == [(4, True, "Dee")]


def test_an_answer_waits_for_a_keeper_that_is_away_and_is_told_once(asked: Asked) -> None:
    asked.asks(4, "card-out")
    asked.line.away = True
    asked.table.press("keeper:no")
    asked.asks(4, "card-out")
    assert asked.page != "keeper-question"
    assert asked.line.said == []
    again = restore(asked.table.virtual.guarded)
    assert again.answers == asked.table.state.answers
    assert again.hash() == asked.table.state.hash()
    asked.line.away = False
    asked.table.wait(0.2)
    assert asked.line.said == [(4, False)]


def test_a_question_asked_again_after_its_answer_was_lost_is_answered_again(asked: Asked) -> None:
    for _ in range(2):
        asked.asks(4, "card-out")
        asked.table.press("keeper:no")
    assert asked.line.said == [(4, False), (4, False)]


def test_nobody_answers_what_was_not_asked(asked: Asked) -> None:
    answer = asked.table.virtual.session.submit(c.AnswerKeeper(who="Dee", question=9, yes=True))
    asked.table.virtual.session.step()
    assert answer.result(0).refusal == Refusal(Message("keeper-does-not-ask"))
    assert asked.line.said == []
