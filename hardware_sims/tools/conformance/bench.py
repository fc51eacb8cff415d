"""A tablelink host for tests: it follows A2 where an item does not want otherwise, and takes nothing for granted."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from hardware_sims.seeds import Stream
from hardware_sims.tools.conformance.evidence import LineQuality
from hardware_sims.tools.conformance.invariants import Invariants
from hardware_sims.tools.conformance.items.item import FAMILY_OF_LETTER, BreachError, FailedError, SkippedError, require
from hardware_sims.tools.conformance.port import Operator, OperatorRefusedError, Port, must
from hardware_sims.wire.constants import FAMILIES, FLAGS, HOST, MESSAGES, NAK_MEANINGS
from hardware_sims.wire.payloads import PayloadError, pack, unpack
from hardware_sims.wire.tablelink import Frame, Receiver, encode, mac_ok

SIMULATOR_KEY = bytes([0x42]) * 32
SELF_TEST = 5.0
_TRIES = 3
_SESSION_KEPT = ("BAD_MAC", "BAD_EPOCH", "BAD_SEQ")
_LAST_SEQ = 65_000


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """A reply, its fields, and the seconds from the end of the request to its first byte."""

    frame: Frame
    fields: dict[str, Any]
    after: float

    @property
    def name(self) -> str:
        return self.frame.name

    @property
    def reason(self) -> str:
        """The reason of a NAK, else the name of the reply."""
        return str(self.fields["reason"]) if self.name == "NAK" else self.name

    @property
    def spoken(self) -> str:
        """The reply for a sentence: a reason together with what it means (A4)."""
        meaning = NAK_MEANINGS.get(self.reason)
        return f"{self.reason} ({meaning})" if meaning else self.reason

    def __getitem__(self, field: str) -> Any:
        if field not in self.fields:
            raise FailedError(f"{self.spoken} came where a reply with '{field}' was due")
        return self.fields[field]


Event = dict[str, Any]


class Bench:
    """One device under test. `address` is found by HELLO; `key` is None while the device is not paired."""

    def __init__(
        self,
        port: Port,
        operator: Operator,
        *,
        family: str,
        key: bytes | None,
        dice: Stream,
        again: "Callable[[bytes | None], Bench] | None" = None,
    ) -> None:
        self.port, self.operator, self.key, self.family = port, operator, key, family
        self.dice = dice
        self.key_of_session: bytes | None = None
        self.address = FAMILIES[FAMILY_OF_LETTER[family]] << 4
        self.epoch = self.seq = self.acked = 0
        self.nonce = b""
        self.identity: dict[str, Any] = {}
        self.upset = False
        self.watch: Callable[[Frame], None] | None = None
        self.invariants = Invariants(family)
        self.quality = LineQuality()
        self._receiver = Receiver()
        self._inbox: list[Frame] = []
        self._repeated: Frame | None = None
        self._still_due = 0
        self._again = again

    # -- frames

    def frame(self, name: str, *, seq: int | None = None, payload: bytes | None = None, **fields: Any) -> Frame:
        """A request as the next in the session; nothing is sent."""
        return Frame(
            dst=self.address,
            src=HOST,
            type=MESSAGES[name],
            seq=self.seq + 1 if seq is None else seq,
            epoch=self.epoch,
            payload=pack(name, **fields) if payload is None else payload,
        )

    def wire(self, frame: Frame) -> bytes:
        """The frame as sent, with MAC if the device is paired and the frame has none of its own."""
        return encode(frame, self._key_for(frame) if frame.mac is None else None)

    def _key_for(self, request: Frame) -> bytes | None:
        """HELLO is under the pairing key; in a session of minor 1 everything else may have a key of its own (A11)."""
        return self.key if request.type == MESSAGES["HELLO"] else self.key_of_session or self.key

    def send(self, frame: Frame) -> float:
        self.port.send(self.wire(frame))
        return self.port.now()

    def hear(self, within: float, since: float | None = None) -> Answer | None:
        """The next good frame on the line, or None when the time is over."""
        start = self.port.now() if since is None else since
        end = self.port.now() + within
        first = start
        while not self._inbox and (left := end - self.port.now()) >= 0:
            data = self.port.receive(left)
            if not data:
                return None
            first = self.port.now() if first == start else first
            damaged = self._receiver.bad_frames
            self._inbox += self._receiver.feed(data)
            self.quality.damaged += self._receiver.bad_frames - damaged
        return self._answer(self._inbox.pop(0), first - start) if self._inbox else None

    def silence(self, within: float | None = None) -> bool:
        """Nothing at all comes, not even a damaged frame."""
        return self.port.receive(self.port.reply_wait if within is None else within) == b""

    def flush(self) -> None:
        """Forgets what is still on its way."""
        while self.port.receive(0.0):
            pass
        self._receiver = Receiver()
        self._inbox.clear()
        self._still_due = 0

    def _answer(self, frame: Frame, after: float) -> Answer:
        try:
            fields = unpack(frame.type, frame.payload)
        except PayloadError as problem:
            raise FailedError(f"a reply cannot be read: {problem}") from None
        self.invariants.hear(frame, fields)
        return Answer(frame=frame, fields=fields, after=after)

    # -- requests

    def exchange(self, frame: Frame) -> Answer:
        """Sends until answered, three times at most, the same bytes each time; a good answer moves the session on."""
        self.quality.requests += 1
        for repeats in range(_TRIES):
            self.quality.repeats += repeats > 0
            sent = self.send(frame)
            answer = self._fresh_answer(sent)
            if answer is not None:
                self.quality.latencies.append(answer.after)
                if repeats:
                    self._repeated, self._still_due = answer.frame, repeats
                self._check_link(frame, answer)
                if self.watch is not None:
                    self.watch(answer.frame)
                if answer.reason not in _SESSION_KEPT and frame.type != MESSAGES["HELLO"]:
                    self.seq = frame.seq
                return answer
        damage = ", ".join(f"{kind} {count}" for kind, count in self._receiver.dropped.items() if count)
        raise FailedError(f"no reply to {frame.name}" + (f" that can be taken; damaged: {damage}" if damage else ""))

    def _fresh_answer(self, sent: float) -> Answer | None:
        """The next reply, apart from those a repeated request has still earned: lateness is no second answer."""
        while (answer := self.hear(self.port.reply_wait, sent)) is not None:
            if not self._still_due or answer.frame != self._repeated:
                return answer
            self._still_due -= 1
        return None

    def _check_link(self, frame: Frame, answer: Answer) -> None:
        reply = answer.frame
        require(
            reply.src == (frame.dst or reply.src) and reply.dst == HOST, f"reply to {frame.name} has wrong addresses"
        )
        require(reply.seq == frame.seq, f"reply to {frame.name} has SEQ {reply.seq}, not {frame.seq}")
        if frame.type != MESSAGES["HELLO"]:
            require(reply.epoch == frame.epoch, f"reply to {frame.name} has EPOCH {reply.epoch}, not {frame.epoch}")
        if answer.name == "NAK":
            require(answer["of"] == frame.type, f"NAK to {frame.name} names the request 0x{answer['of']:02x}")
        if answer.name == "CMD_IS":
            command_id = int.from_bytes(frame.payload[:8], "little")
            require(answer["cmd"] == command_id, f"CMD_IS to {frame.name} is about another command id")
        key = self._key_for(frame)
        if key is not None and answer.reason != "BAD_MAC":
            require(mac_ok(reply, key), f"reply to {frame.name} has no right MAC")

    def ask(self, name: str, **fields: Any) -> Answer:
        if self.seq >= _LAST_SEQ:
            self.hello()
        return self.exchange(self.frame(name, **fields))

    def command(self, name: str, *, cmd: int | None = None, **fields: Any) -> Answer:
        return self.ask(name, cmd=self.new_id() if cmd is None else cmd, **fields)

    def done(self, name: str, **fields: Any) -> Answer:
        """A command that must be taken."""
        answer = self.command(name, **fields)
        if answer.reason == "NOT_PAIRED" and self.key is None:
            raise SkippedError("needs a paired device: pair it and give --key")
        require(answer.name == "CMD_IS", f"{name} was answered {answer.spoken}")
        return answer

    def refused(self, reason: str, name: str, **fields: Any) -> Answer:
        """A command that must be refused, for this reason."""
        answer = self.command(name, **fields)
        require(answer.reason == reason, f"{name} was answered {answer.spoken}, not NAK {reason}")
        return answer

    def new_id(self) -> int:
        return int.from_bytes(self.dice.bytes(8), "little") or 1

    # -- session

    def hello(self, nonce: bytes | None = None, *, address: int | None = None, minor: int = 0) -> Answer:
        """A new session, or the running one with its own nonce."""
        self.nonce = self.dice.bytes(8) if nonce is None else nonce
        self.key_of_session = None
        frame = self.frame("HELLO", seq=0, minor=minor, nonce=self.nonce)._replace(epoch=0)
        answer = self.exchange(frame if address is None else frame._replace(dst=address))
        require(answer.name == "IDENTITY", f"HELLO was answered {answer.spoken}")
        self.identity = answer.fields
        if answer.frame.epoch != self.epoch:
            self.seq = 0
        self.epoch = answer.frame.epoch
        return answer

    @property
    def soon(self) -> float:
        """Seconds within which anything that happens at once has happened, on a slow computer too."""
        return max(2.0, 8 * self.port.reply_wait)

    def hello_after_power_up(self) -> Answer:
        """HELLO until the self-test is over (A2)."""
        end = self.port.now() + SELF_TEST + self.soon
        while True:
            try:
                return self.hello()
            except BreachError:
                raise
            except FailedError:
                if self.port.now() >= end:
                    raise FailedError("silent for more than 5 s after power-up") from None
                self.port.wait(0.2)

    def status(self) -> Answer:
        return self.ask("STATUS")

    def has(self, flag: str) -> bool:
        return bool(self.status()["flags"] & FLAGS[flag])

    def second_device(self) -> "Bench":
        """The same device again, with the same dice."""
        if self._again is None:
            raise SkippedError("needs a simulator that can be built twice: check sim://…")
        return self._again(self.key)

    def unpaired_second_device(self) -> "Bench":
        if self._again is None:
            raise SkippedError("the device is paired; check one that is not")
        return self._again(None)

    # -- events

    def poll(self, upto: int | None = None) -> Answer:
        return self.ask("POLL", upto=self.acked if upto is None else upto)

    def next_event(self) -> Event | None:
        """The first waiting event, taken; its number must be the next."""
        answer = self.poll()
        require(answer.name == "EVENT", f"POLL was answered {answer.spoken}")
        if answer["no"] == 0:
            return None
        require(answer["no"] == self.acked + 1, f"event {answer['no']} came after {self.acked}")
        self.acked = answer["no"]
        return answer.fields

    def drain(self) -> list[Event]:
        """All waiting events, taken and acknowledged."""
        events = []
        while (event := self.next_event()) is not None:
            events.append(event)
        return events

    def events_until(self, name: str, within: float, *, every: float = 0.1) -> list[Event]:
        """Polls until this event comes; everything up to it. A FAULT that is not waited for ends the waiting."""
        events: list[Event] = []
        end = self.port.now() + within
        while True:
            event = self.next_event()
            if event is not None:
                events.append(event)
                if event["event"] == name:
                    return events
                if event["event"] == "FAULT":
                    raise FailedError(f"no {name}; came: {' '.join(names(events + self.drain()))}")
            elif self.port.now() >= end:
                raise FailedError(f"no {name} within {within:g} s; came: {' '.join(names(events)) or 'nothing'}")
            else:
                self.port.wait(every)

    # -- people

    def do(self, line: str) -> str:
        return kept_alive(self.operator, lambda: must(self.operator, line), self._keep_alive)

    def do_quickly(self, lines: list[str]) -> None:
        kept_alive(self.operator, lambda: self.operator.do_quickly(lines), self._keep_alive)

    def try_do(self, line: str) -> None:
        """Does it where it can be done: for putting a device in order, not for judging it."""
        try:
            kept_alive(self.operator, lambda: self.operator.do(line), self._keep_alive)
        except (OperatorRefusedError, SkippedError):
            return

    def _keep_alive(self) -> None:
        """A request now and then, so that the device does not take the host for lost. What comes back is not judged."""
        try:
            self.status()
        except FailedError:
            self.flush()
        self.port.wait(0.3)

    def power_cycle(self) -> None:
        self.do("power off")
        self.port.wait(0.2)
        self.do("power on")


def names(events: list[Event]) -> list[str]:
    return [str(event["event"]) for event in events]


def events_named(events: list[Event], name: str) -> Iterator[Event]:
    return (event for event in events if event["event"] == name)


Result = TypeVar("Result")


def kept_alive(operator: Operator, act: Callable[[], Result], keep_alive: Callable[[], None]) -> Result:
    """Does what the operator is asked for. A slow one works in a thread of its own, and `keep_alive` is called until
    it is done; what it raises is raised here."""
    if not operator.slow:
        return act()
    outcome: list[Result | Exception] = []

    def work() -> None:
        try:
            outcome.append(act())
        except Exception as problem:
            outcome.append(problem)

    person = threading.Thread(target=work, daemon=True)
    person.start()
    while person.is_alive():
        keep_alive()
    done = outcome[0]
    if isinstance(done, Exception):
        raise done
    return done
