"""What the keeper knows (B4): sealed values, the numbers of a sealed shoe, where the line stood; and what people say.

Everything that must survive a crash is in `KeeperState`; it turns into JSON for the store and back. The values of
unopened cards stand here in plain, so no class of this module shows its content in `repr`.

People say of the cards, in a line of the control stream: a new shoe, a round's end, a closing. A table numbers its
words by the entry of its journal from which they follow. The keeper stores the number of the word that it obeyed last
in one step with the effect: said again, after a crash on either side, it is only confirmed. A table says a word until
it is confirmed, and the next one only then, so the last number is all that must be known. A word without a number is
one of a technician at the bench: it is obeyed each time, and it is about every card so far.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from drivers.errors import ImpossibleRequestError
from drivers.tablelink import payloads
from drivers.tablelink.constants import COMMANDS_KEPT, DRAWS_KEPT
from drivers.tablelink.event_rows import EventCode, State
from drivers.tablelink.messages import MessageType


@dataclass(kw_only=True, slots=True, repr=False)
class Sealed:
    """One card that left the shoe."""

    card: int
    nonce: bytes


@dataclass(frozen=True, kw_only=True, slots=True)
class StoredEvent:
    """An event waiting for its acknowledgement; `data` is what stands after the code byte."""

    no: int
    t: int
    code: EventCode
    data: bytes


@dataclass(kw_only=True, slots=True, repr=False)
class Question:
    """What the dealer must say before the card of a doubtful report counts."""

    number: int
    kind: str
    card: int


@dataclass(kw_only=True, slots=True, repr=False)
class KeeperState:
    epoch: int = 0
    boots: int = 0
    acked: int = 0
    next: int = 1
    last_draw: int = 0
    draws_since_loaded: int = 0
    state: State = State.SHOE_EMPTY
    fault: int = 0
    cause_left: bool = False
    between_shoes: bool = False
    cut_after: int = 0
    next_question: int = 1
    told_journal: str = ""
    told_entry: int = 0
    last_report: bytes = b""
    refused_report: bytes = b""
    events: list[StoredEvent] = field(default_factory=list)
    draws: dict[int, Sealed] = field(default_factory=dict)
    questions: list[Question] = field(default_factory=list)
    commands: dict[int, tuple[bytes, bytes]] = field(default_factory=dict)

    def seal(self, card: int, nonce: bytes) -> int:
        """The next draw number; only the last 512 draws can be opened (A7)."""
        self.last_draw += 1
        self.draws_since_loaded += 1
        self.draws[self.last_draw] = Sealed(card=card, nonce=nonce)
        self.draws.pop(self.last_draw - DRAWS_KEPT, None)
        return self.last_draw

    def remember_command(self, cmd: int, request: bytes, answer: bytes) -> None:
        self.commands[cmd] = (request, answer)
        while len(self.commands) > COMMANDS_KEPT:
            del self.commands[next(iter(self.commands))]

    def forget_values(
        self, *, draws_to: int | None = None, questions_to: int | None = None, sealed: Collection[int] = ()
    ) -> None:
        """All values of the shoe that has ended; without numbers every value, doubtful report and last report.

        A draw above `draws_to` is one of the new shoe, a `sealed` one still lies on the table.
        """
        self.draws = {
            draw: card
            for draw, card in self.draws.items()
            if draw in sealed or (draws_to is not None and draw > draws_to)
        }
        self.questions = [
            question for question in self.questions if questions_to is not None and question.number > questions_to
        ]
        if not self.draws and not self.questions:
            self.last_report = self.refused_report = b""
        self.commands = {cmd: (request, self._without_card(answer)) for cmd, (request, answer) in self.commands.items()}

    def _without_card(self, answer: bytes) -> bytes:
        """A stored answer to REVEAL holds a card that was turned already; after its shoe nobody needs it."""
        draw = payloads.decode(MessageType.CMD_IS, answer).get("draw")
        return answer if draw is None or draw in self.draws else answer[:BARE_ANSWER]

    def to_bytes(self) -> bytes:
        plain: dict[str, Any] = {name: getattr(self, name) for name in _PLAIN}
        plain["state"] = int(self.state)
        plain["last_report"], plain["refused_report"] = self.last_report.hex(), self.refused_report.hex()
        plain["events"] = [[event.no, event.t, int(event.code), event.data.hex()] for event in self.events]
        plain["draws"] = [[draw, sealed.card, sealed.nonce.hex()] for draw, sealed in self.draws.items()]
        plain["questions"] = [[question.number, question.kind, question.card] for question in self.questions]
        plain["commands"] = [[cmd, request.hex(), answer.hex()] for cmd, (request, answer) in self.commands.items()]
        return json.dumps(plain, separators=(",", ":")).encode("ascii")


BARE_ANSWER = 9  # bytes of a CMD_IS without the card of a REVEAL (A4)

_PLAIN = (
    "epoch",
    "boots",
    "acked",
    "next",
    "last_draw",
    "draws_since_loaded",
    "fault",
    "cause_left",
    "between_shoes",
    "cut_after",
    "next_question",
    "told_journal",
    "told_entry",
)


def state_from_bytes(data: bytes) -> KeeperState:
    plain = json.loads(data)
    # A store of an older keeper lacks what was not counted then: it is as in a new one.
    known = {name: plain[name] for name in _PLAIN if name in plain}
    state = KeeperState(**known, state=State(plain["state"]))
    state.last_report, state.refused_report = (
        bytes.fromhex(plain["last_report"]),
        bytes.fromhex(plain["refused_report"]),
    )
    state.events = [
        StoredEvent(no=no, t=t, code=EventCode(code), data=bytes.fromhex(rest)) for no, t, code, rest in plain["events"]
    ]
    state.draws = {draw: Sealed(card=card, nonce=bytes.fromhex(nonce)) for draw, card, nonce in plain["draws"]}
    state.questions = [Question(number=number, kind=kind, card=card) for number, kind, card in plain["questions"]]
    state.commands = {
        cmd: (bytes.fromhex(request), bytes.fromhex(answer)) for cmd, request, answer in plain["commands"]
    }
    return state


_LONGEST_NAME = 64
_MOST_SEALED = 512


@dataclass(frozen=True, kw_only=True, slots=True)
class ControlMessage:
    """`last_draw` and `last_question` belong to the old shoe, with everything before them, except what is `sealed`."""

    journal: str
    entry: int
    last_draw: int
    last_question: int
    sealed: frozenset[int] = frozenset()

    def known_to(self, kept: KeeperState) -> bool:
        return self.entry > 0 and (self.journal, self.entry) == (kept.told_journal, kept.told_entry)


def control_message_from(request: dict[str, Any], kept: KeeperState) -> ControlMessage:
    """The word of one line. Raises `ImpossibleRequestError` where a number or name is none."""
    last_draw, last_question = kept.last_draw, kept.next_question - 1
    if "entry" not in request:
        return ControlMessage(journal="", entry=0, last_draw=last_draw, last_question=last_question)
    journal = request.get("journal")
    if not isinstance(journal, str) or not 0 < len(journal) <= _LONGEST_NAME:
        raise ImpossibleRequestError('"journal" must name the journal that "entry" stands in')
    return ControlMessage(
        journal=journal,
        entry=_number("entry", request["entry"], least=1),
        last_draw=_number("last_draw", request.get("last_draw", last_draw)),
        last_question=_number("last_question", request.get("last_question", last_question)),
        sealed=_draws(request.get("sealed", [])),
    )


def _number(name: str, value: object, least: int = 0) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise ImpossibleRequestError(f'"{name}" must be a whole number from {least}')
    return value


def _draws(value: object) -> frozenset[int]:
    if not isinstance(value, list) or len(value) > _MOST_SEALED:
        raise ImpossibleRequestError(f'"sealed" must be a list of at most {_MOST_SEALED} draws')
    return frozenset(_number("sealed", item, least=1) for item in value)
