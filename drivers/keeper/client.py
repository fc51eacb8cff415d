"""The host's side of a keeper: a sealed shoe like any other, and beside it a line for what only people can answer (B3).

The shoe itself comes over the keeper's tablelink socket; `KeeperControl` runs over its control socket, one JSON object
per line. Questions and notices become events of the shoe; the dealer's answers go back, and words about the cards: a
new shoe, the end of its last round, its closing. A word is said on every new line until the keeper has confirmed it;
the keeper obeys it once.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from typing import Any

from drivers.errors import ImpossibleRequestError
from drivers.events import DealerAsked, Event, KeeperHeard, LineNoticed
from drivers.interfaces import KeeperWord, ShoeWord
from drivers.tablelink_devices import SealedShoe

_ASK_AGAIN = 2.0
_LONGEST_LINE = 4096


class KeeperBackedShoe(SealedShoe):
    """A sealed shoe whose keeper may ask the dealer something."""

    def publish(self, event: Event) -> None:
        with self._lock:
            self._events.append(event)
        self._announce()


class KeeperControl:
    """A line user for the control socket. It asks for open questions every two seconds, so a dead keeper shows."""

    def __init__(self, shoe: KeeperBackedShoe) -> None:
        self._shoe = shoe
        self._lock = threading.RLock()
        self._open = False
        self._out: list[dict[str, Any]] = []
        self._rest = b""
        self._due = 0.0
        self._questions: set[int] = set()
        self._word: KeeperWord | None = None
        self._unsaid = False
        self.on_command: Callable[[], None] = lambda: None

    # For the table

    def answer(self, question: int, yes: bool) -> None:
        """Yes: a new card, or a card that did come out. No: already counted, or none came."""
        with self._lock:
            if not self._open:
                raise ImpossibleRequestError("the keeper is not connected; wait for its line, then say it again")
            if question not in self._questions:
                raise ImpossibleRequestError(f"question {question} is not open")
            self._questions.discard(question)
            self._out.append({"answer": question, "yes": yes})
        self.on_command()

    def send(self, word: KeeperWord) -> None:
        with self._lock:
            if word == self._word:
                return
            self._word, self._unsaid = word, True
        self.on_command()

    # For whoever runs the line

    def line_opened(self, now: float) -> None:
        with self._lock:
            self._open, self._rest, self._due = True, b"", now
            self._unsaid = self._word is not None

    def line_lost(self, text: str) -> None:
        with self._lock:
            self._open, self._out = False, []
            self._questions.clear()  # what is open is asked again, by a keeper that may count again

    def due(self) -> float | None:
        with self._lock:
            return 0.0 if self._out or self._unsaid else self._due

    def step(self, now: float) -> None:
        with self._lock:
            if now >= self._due:
                self._due = now + _ASK_AGAIN
                self._out.append({"do": "questions"})

    def bytes_to_send(self) -> bytes:
        with self._lock:
            out, self._out = self._out, []
            if self._word is not None and self._unsaid:
                out.append(_as_line(self._word))
                self._unsaid = False
            return "".join(json.dumps(message) + "\n" for message in out).encode("ascii")

    def receive(self, data: bytes, now: float) -> None:
        with self._lock:
            *lines, rest = (self._rest + data).split(b"\n")
            self._rest = rest[-_LONGEST_LINE:]
            for line in lines:
                self._heard(line)

    def _heard(self, line: bytes) -> None:
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            return
        if not isinstance(message, dict):
            return
        serial = self._shoe.serial
        question = message.get("question")
        if isinstance(question, int) and question not in self._questions:
            self._questions.add(question)
            self._shoe.publish(DealerAsked(serial=serial, question=question, kind=str(message.get("kind"))))
        elif (
            self._word is not None and message.get("ok") == self._word.word and message.get("entry") == self._word.entry
        ):
            self._shoe.publish(KeeperHeard(serial=serial, entry=self._word.entry, word=self._word.word))
            self._word = None
        elif "notice" in message:
            compare = bool(message.get("compare"))
            self._shoe.publish(LineNoticed(serial=serial, kind=str(message["notice"]), compare_cards=compare))
        elif "error" in message:
            self._shoe.publish(LineNoticed(serial=serial, kind=f"refused: {message['error']}", compare_cards=False))


def _as_line(word: KeeperWord) -> dict[str, Any]:
    line: dict[str, Any] = {"do": word.word, "journal": word.journal, "entry": word.entry}
    if word.word is ShoeWord.NEW_SHOE:
        line |= {"last_draw": word.last_draw, "sealed": list(word.sealed), "last_question": word.last_question}
    return line
