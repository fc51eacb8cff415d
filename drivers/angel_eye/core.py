"""The keeper without ports (B3, B4): shoe bytes, host bytes and control lines in; answers out; time is handed to it.

    shoe line ──▶ LineDecoder ▶ SequenceCheck ▶ this map ▶ KeeperShoe ▶ store
                                                   │            ▲
    control   ◀── questions, notices ──────────────┘            │
    host      ◀──────────────── SealedFace (tablelink) ─────────┘

| report | becomes |
|---|---|
| D; d | a draw; d, and any draw while inhibited, as forced |
| R | by option: ask the dealer, a draw, or nothing |
| C; S; L | cutting card; power-up; enabled or inhibited |
| E 1, 6 | the dealer is asked whether a card came out: yes is an unreadable draw |
| E 4, 5; e | fault REVERSED, and its end |
| E 2, 3, 7; G, P, M | a notice; where the shoe thinks a card went is the table's business |
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from drivers.angel_eye import codec
from drivers.angel_eye.commands import CommandEnded, CommandSender
from drivers.angel_eye.constants import CARD_REPORTS, LOCKED, SEQUENCE_CYCLE, WITH_STX
from drivers.angel_eye.sealed_shoe import KeeperShoe, fresh_nonce
from drivers.angel_eye.state import ControlMessage, Question, control_message_from
from drivers.angel_eye.store import KeeperStore
from drivers.angel_eye.tablelink_server import TablelinkServer
from drivers.errors import ImpossibleRequestError
from drivers.tablelink.constants import CARD_UNREADABLE
from drivers.tablelink.event_rows import FaultCode, InhibitCause, State

ASK, DRAW, IGNORE = "ask", "draw", "ignore"
SINGLE_COPY = "single-copy"
COMPARE = frozenset({"sequence-conflict", "sequence-gap", "event-gap", SINGLE_COPY})
COPY_WAIT = 1.0  # three copies of a report take 50 ms at 4800 baud
_CARD_OUT_ERRORS = frozenset({1, 6})
_REVERSED_ERRORS = frozenset({4, 5})


@dataclass(frozen=True, kw_only=True, slots=True)
class KeeperSettings:
    """What a technician sets. `serial` names the shoe in its commitments; the line itself tells none."""

    serial: str
    key: bytes = field(repr=False)
    address: int = 0x30
    read_only: bool = True
    command_bcc: str = WITH_STX
    retransmission: str = ASK
    seq_cycle: str = SEQUENCE_CYCLE

    def __post_init__(self) -> None:
        if self.retransmission not in (ASK, DRAW, IGNORE):
            raise ImpossibleRequestError(
                f"retransmission = {self.retransmission!r} is unknown; write 'ask', 'draw' or 'ignore'"
            )
        if len(self.key) != 32 or not 0 < len(self.serial) <= 12:
            raise ImpossibleRequestError("the keeper needs a key of 32 bytes and a serial number of 1 to 12 characters")


class KeeperCore:
    """One shoe, one host, one control line."""

    def __init__(
        self, *, settings: KeeperSettings, store: KeeperStore, now: float, nonce: Callable[[], bytes] = fresh_nonce
    ) -> None:
        self._settings = settings
        self._store = store
        self._start = now
        state = store.load()
        self._shoe = KeeperShoe(serial=settings.serial, state=state, gate=not settings.read_only, nonce=nonce)
        self._line = codec.LineDecoder()
        self._sequence = codec.SequenceCheck(settings.seq_cycle, last=state.last_report, refused=state.refused_report)
        self._sender = CommandSender(read_only=settings.read_only, command_bcc=settings.command_bcc)
        self._waiting: deque[str] = deque()
        self._to_control: list[dict[str, Any]] = []
        self._error_seen = min(_REVERSED_ERRORS)
        self._lock_ordered = self._host_wants = self._blind = False
        self._single_copy_at: float | None = None
        self._face = TablelinkServer(
            shoe=self._shoe, key=settings.key, address=settings.address, store=self._save, order=self._order
        )
        if state.draws_since_loaded:
            # What the shoe said while nobody listened is lost on this line.
            self._notice("event-gap")
        self._shoe.power_up(by_watchdog=bool(state.boots))
        self._save()

    # Time and bytes

    def shoe_bytes(self, data: bytes, now: float) -> None:
        self._tick(now)
        for item in self._line.receive(data):
            if isinstance(item, codec.Report):
                self._report(item, now)
            elif isinstance(item, codec.Reply):
                self._ended(self._sender.receive(item, now))
            else:
                self._notice(item.kind)

    def shoe_lost(self) -> None:
        """The port of the shoe is gone: the keeper is blind, and cards may leave unseen from now on."""
        if self._blind:
            return
        self._blind = True
        self._shoe.fail(FaultCode.SENSOR, cause_left=True)
        self._notice("shoe-line-lost")
        if self._shoe.kept.draws_since_loaded:
            self._notice("event-gap")
        self._save()

    def shoe_found(self) -> None:
        """The port is open. A fault that its loss has latched can be cleared now, by a supervisor."""
        self._blind = False
        if self._shoe.kept.fault == FaultCode.SENSOR and self._shoe.kept.cause_left:
            self._shoe.kept.cause_left = False
            self._save()

    def host_bytes(self, data: bytes, now: float) -> bytes:
        self._tick(now)
        answer = self._face.receive(data, now)
        self._send_next(now)
        return answer

    def step(self, now: float) -> None:
        self._tick(now)
        self._face.step(now)
        self._ended(self._sender.step(now))
        self._send_next(now)
        if self._single_copy_at is not None and now >= self._single_copy_at:
            self._mark_single_copy()

    def due(self) -> float | None:
        times = [at for at in (self._face.due(), self._sender.due(), self._single_copy_at) if at is not None]
        return min(times, default=None)

    def bytes_to_shoe(self) -> bytes:
        return self._sender.bytes_to_send()

    def to_control(self) -> list[dict[str, Any]]:
        messages, self._to_control = self._to_control, []
        return messages

    def control(self, request: dict[str, Any], now: float) -> dict[str, Any]:
        """One line of the control stream: an answer to a question, or one of the commands."""
        self._tick(now)
        if "answer" in request:
            return self._answer(request.get("answer"), bool(request.get("yes")))
        if request.get("do") == "questions":
            return self._questions()
        handler = _HANDLERS.get(str(request.get("do")))
        if handler is None:
            return {"error": f"do one of: questions, {', '.join(_HANDLERS)}; or answer a question"}
        try:
            control_message = control_message_from(request, self._shoe.kept)
        except ImpossibleRequestError as problem:
            return {"error": str(problem)}
        return {"ok": request["do"], **self._obeyed(handler, control_message)}

    def _obeyed(self, handler: Callable[[KeeperCore, ControlMessage], None], message: ControlMessage) -> dict[str, int]:
        kept = self._shoe.kept
        if not message.known_to(kept):
            if message.entry:
                # The handler stores them together with its effect: a crash keeps both or neither.
                kept.told_journal, kept.told_entry = message.journal, message.entry
            handler(self, message)
        return {"entry": message.entry} if message.entry else {}

    # Reports

    def _report(self, report: codec.Report, now: float) -> None:
        is_copy = report.content == self._sequence.last
        delivered, notice = self._sequence.accept(report)
        if is_copy:
            self._single_copy_at = None
        elif self._single_copy_at is not None:
            self._mark_single_copy()
        if notice is not None:
            self._notice(notice)
        if delivered:
            self._deliver(report)
            if report.code in CARD_REPORTS and not self._shoe.kept.between_shoes:
                self._single_copy_at = now + COPY_WAIT
        if delivered or notice is not None:
            # The effect and the report that caused it are stored in one step: a crash keeps both or neither.
            kept = self._shoe.kept
            kept.last_report, kept.refused_report = self._to_store(self._sequence.last, self._sequence.refused)
            self._save()

    def _mark_single_copy(self) -> None:
        """A card of which one good copy came alone: nothing confirms it but two characters of XOR."""
        self._single_copy_at = None
        self._notice(SINGLE_COPY)

    def _to_store(self, *contents: bytes) -> tuple[bytes, ...]:
        """A card between two shoes counts nowhere, so its report need not be known after a crash, and is not stored."""
        if not self._shoe.kept.between_shoes:
            return contents
        return tuple(b"" if content[1:2].decode("ascii") in CARD_REPORTS else content for content in contents)

    def _deliver(self, report: codec.Report) -> None:
        match report.code:
            case "D" | "d":
                self._drawn(codec.card_of(report), locked=report.code == "d")
            case "R":
                self._retransmitted(codec.card_of(report))
            case "C":
                self._shoe.cut_card()
            case "S":
                self._shoe.power_up(by_watchdog=False)
                self._face.session_ends()
            case "L":
                self._locked(report.data == bytes([LOCKED]))
            case "E":
                self._error(codec.error_of(report))
            case "e":
                self._error_ended(codec.error_of(report))
            case _:
                self._notice(f"report-{report.code}")

    def _drawn(self, card: int, *, locked: bool) -> None:
        if self._shoe.kept.between_shoes:
            self._notice("draw-refused")
        else:
            self._shoe.card_out(card, locked=locked)

    def _retransmitted(self, card: int) -> None:
        if self._shoe.kept.between_shoes:
            self._notice("draw-refused")
        elif self._settings.retransmission == DRAW:
            self._drawn(card, locked=False)
        elif self._settings.retransmission == ASK:
            self._ask("retransmission", card)
        else:
            self._notice("retransmission-ignored")

    def _locked(self, locked: bool) -> None:
        """The shoe's own lock. Unlocking at the device enables nothing that the host has not enabled."""
        if locked and not self._lock_ordered:
            self._shoe.inhibit(InhibitCause.SERVICE)
        elif not locked and self._host_wants and not self._shoe.kept.fault:
            self._shoe.enable()

    def _error(self, code: int) -> None:
        if code in _CARD_OUT_ERRORS and not self._shoe.kept.between_shoes:
            self._ask("card-out", CARD_UNREADABLE)
        elif code in _REVERSED_ERRORS:
            self._error_seen = code
            self._shoe.fail(FaultCode.REVERSED, cause_left=True)
        else:
            self._notice(f"shoe-error-{code}")

    def _error_ended(self, code: int) -> None:
        if code in _REVERSED_ERRORS and self._shoe.kept.fault == FaultCode.REVERSED:
            self._shoe.clear()
        else:
            self._notice(f"shoe-error-{code}-ended")

    # People

    def _ask(self, kind: str, card: int) -> None:
        kept = self._shoe.kept
        question = Question(number=kept.next_question, kind=kind, card=card)
        kept.next_question += 1
        kept.questions.append(question)
        self._to_control.append({"question": question.number, "kind": kind})

    def _answer(self, number: object, yes: bool) -> dict[str, Any]:
        kept = self._shoe.kept
        question = next((question for question in kept.questions if question.number == number), None)
        if question is None:
            return {"error": "this question is not open; it was answered, or the shoe was closed"}
        kept.questions.remove(question)
        if yes:
            self._drawn(question.card, locked=False)
        self._save()
        return {"ok": "answer"}

    def _new_shoe(self, message: ControlMessage) -> None:
        """The dealer confirms new cards: the old shoe's values are wiped with its end."""
        self._shoe.loaded(message.last_draw)
        kept = self._shoe.kept
        kept.forget_values(draws_to=message.last_draw, questions_to=message.last_question, sealed=message.sealed)
        self._store.overwrite(kept)

    def _round_over(self, _told: ControlMessage) -> None:
        if self._shoe.kept.state is State.SHOE_CUT:
            self._shoe.kept.between_shoes = True
        self._save()

    def _close_shoe(self, _told: ControlMessage) -> None:
        self._shoe.closed()
        self._order("lock")
        self._store.wipe_values(self._shoe.kept)

    def _questions(self) -> dict[str, Any]:
        for question in self._shoe.kept.questions:
            self._to_control.append({"question": question.number, "kind": question.kind})
        return {"ok": "questions"}

    # Inside

    def _notice(self, kind: str) -> None:
        self._to_control.append({"notice": kind, "compare": kind in COMPARE})

    def _order(self, order: str) -> None:
        """What the host wants of the shoe itself; nothing is sent while the shoe is read-only."""
        if order in ("lock", "unlock"):
            self._host_wants, self._lock_ordered = order == "unlock", order == "lock"
        if self._settings.read_only:
            return
        command = {"lock": "LK02", "unlock": "LK01", "cancel-error": f"EC{self._error_seen:02d}"}[order]
        self._waiting.append(command)

    def _send_next(self, now: float) -> None:
        if self._waiting and not self._sender.busy:
            self._sender.submit(self._waiting.popleft(), now)

    def _ended(self, ended: CommandEnded | None) -> None:
        if ended is not None and ended.reason:
            self._notice(f"command-failed {ended.command}: {ended.reason}")

    def _tick(self, now: float) -> None:
        self._shoe.now_ms = int((now - self._start) * 1000)

    def _save(self) -> None:
        self._store.save(self._shoe.kept)


_HANDLERS: dict[str, Callable[[KeeperCore, ControlMessage], None]] = {
    "new-shoe": KeeperCore._new_shoe,
    "round-over": KeeperCore._round_over,
    "close-shoe": KeeperCore._close_shoe,
}
