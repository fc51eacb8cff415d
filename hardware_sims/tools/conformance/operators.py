"""Operators: a person at the keyboard, or the control port of a simulator (part E, "Hands")."""

import socket
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from hardware_sims.endpoints.sockets import parse_host_and_port
from hardware_sims.tools.conformance.items.item import AgainError, SkippedError
from hardware_sims.tools.conformance.port import OperatorRefusedError
from hardware_sims.tools.output import CannotRunError, print_note
from hardware_sims.wire.constants import card_text, decks

_PATIENCE = 10.0

_REQUESTS = {
    "load": "Put in {rest} and close the device.",
    "draw": "Draw {rest} card(s).",
    "face-up": "Turn the next card face up in the shoe.",
    "return": "Put {rest} card(s) back.",
    "take": "Take the cards out of the outlet.",
    "insert": "Put the card {rest} into the reader.",
    "remove": "Take the card out of the reader.",
    "door": "Door or lid: {rest}.",
    "service": "Turn the service switch {rest}.",
    "power": "Switch the device {rest}.",
    "cut": "Put the cutting card in with {rest} cards behind it.",
    "press": "Press the button: {rest}.",
    "fault": "Bring about this fault: {rest}.",
    "clear": "Put right whatever you broke.",
}


_AGAIN = ("a", "again")
_DECK = [card_text(card) for card in decks(1)]
_FEW = 8


def spoken_cards(text: str) -> str:
    """What to load, as one would say it: nobody finds 52 cards in a row of 104 characters."""
    if text.isdigit():
        return f"{text} cards, whichever"
    cards = [text[at : at + 2] for at in range(0, len(text), 2)]
    if len(cards) <= _FEW:
        return "these cards in this order: " + " ".join(cards)
    if cards in (_DECK, _DECK[::-1]):
        turned = ", turned around" if cards != _DECK else ""
        return f"one deck in the order of a new pack{turned} (ace to king of diamonds, clubs, spades, hearts)"
    missing, surplus = Counter(_DECK) - Counter(cards), Counter(cards) - Counter(_DECK)
    changes = [f"without {card}" for card in missing.elements()] + [
        f"with one more {card}" for card in surplus.elements()
    ]
    return "one deck " + (" and ".join(changes) if changes else "in any other order than before")


def spoken(line: str) -> str:
    """What an operator is asked for, in words for a person."""
    word, _, rest = line.partition(" ")
    if word == "load":
        rest = spoken_cards(rest or "1")
    return _REQUESTS.get(word, line).format(rest=rest or "1")


class Person:
    """Asks on the terminal. Enter: done; `s`: cannot be done here, the item is skipped; `a`: the hand slipped, the item
    begins again; anything else: it failed."""

    slow = True

    def do(self, line: str) -> str:
        return self._ask(spoken(line), line)

    def do_quickly(self, lines: list[str]) -> None:
        self._ask("In one quick movement: " + " ".join(spoken(line) for line in lines), lines[0])

    def _ask(self, request: str, line: str) -> str:
        answer = self._answer(f"  → {request}  [Enter = done, s = skip, a = again from the start of this item] ")
        if answer.lower() in ("s", "skip"):
            raise SkippedError(f"the person skipped '{line}'")
        if answer.lower() in _AGAIN:
            raise AgainError
        if answer:
            raise OperatorRefusedError(answer)
        return ""

    def wants_again(self, failure: str) -> bool:
        return self._answer(f"  ! {failure}\n    [Enter = so be it, a = it was my hand: again] ").lower() in _AGAIN

    def _answer(self, question: str) -> str:
        print_note(question)
        answer = sys.stdin.readline()
        if answer == "":
            raise CannotRunError("standard input has ended while hands were needed", "Run check in a terminal.")
        return answer.strip()


class ControlPort:
    """Drives a simulator started with `--control tcp://HOST:PORT`; `tcp://HOST:PORT/shoe0` names one of several."""

    slow = False

    def __init__(self, url: str) -> None:
        address, _, self._channel = url.removeprefix("tcp://").partition("/")
        host, port = parse_host_and_port(f"tcp://{address}" if url.startswith("tcp://") else url)
        try:
            self._line = socket.create_connection((host, port), timeout=_PATIENCE)
        except OSError as problem:
            advice = f"Start the simulator with --control tcp://{address}."
            raise CannotRunError(f"no control port at {url}: {problem}", advice) from None
        self._text = self._line.makefile("rw", encoding="utf-8", newline="\n")

    def do(self, line: str) -> str:
        self._say([line])
        return self._answer()

    def do_quickly(self, lines: list[str]) -> None:
        self._say(lines)
        for _ in lines:
            self._answer()

    def wants_again(self, failure: str) -> bool:
        return False

    def _say(self, lines: list[str]) -> None:
        with self._lost():
            self._text.write("".join(f"{self._channel} {line}\n".lstrip() for line in lines))
            self._text.flush()

    def _answer(self) -> str:
        with self._lost():
            answer = self._text.readline().strip()
        word, _, rest = answer.partition(" ")
        if word != "ok":
            raise OperatorRefusedError(rest or answer or "the control port closed")
        return rest

    @contextmanager
    def _lost(self) -> Iterator[None]:
        try:
            yield
        except OSError as problem:
            raise CannotRunError(f"the control port went away: {problem}", "Start the simulator again.") from None

    def close(self) -> None:
        self._text.close()
        self._line.close()
