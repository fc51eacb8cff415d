"""The host's side of a tablelink line (A2, A3, A5), driven by bytes and time: it owns no port, no clock and no thread.

    LISTENING ──line_opened──▶ HELLO ──IDENTITY ok──▶ CATCHING_UP ──nothing left──▶ UP
        ▲                       │ ▲                     (QUERY, POLL)                │
        │ line_lost             │ └── BAD_EPOCH, BAD_SEQ, BAD_MAC, SEQ used up ──────┤
        │                       ▼                                                    │
        └───────────────────── DOWN ◀──────────── three repeats unanswered ──────────┘
                          HELLO every 1 s
    HELD: events do not fit our journal; the device is inhibited and asked for STATUS only, until a decision.
    REFUSED: not the device we know. Nothing is sent, so the device inhibits itself after 2 s.

One request is under way at a time; a repetition is the same bytes. The owner commits an event or an outcome durably,
then calls `committed` or `settled`: only then does a POLL cover it, or may the next command be sent.

One class, because every request, answer and silence moves the same state; what can stand alone does: the numbers of
events in `event_gate`, the fate of commands in `command_book`, the check of an identity in `session`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from enum import Enum
from typing import Any

from drivers.errors import ImpossibleRequestError, ProtocolError
from drivers.events import AwayReason, Distrust
from drivers.health import Health, HealthCount
from drivers.tablelink import payloads
from drivers.tablelink.command_book import CommandBook, OpenCommand
from drivers.tablelink.constants import HOST_ADDRESS, MAX_SEQ, MINOR, Family
from drivers.tablelink.device_journal import DeviceJournal
from drivers.tablelink.event_gate import EventGate
from drivers.tablelink.event_rows import EventCode
from drivers.tablelink.frame import Frame, FrameDecoder, encode_frame
from drivers.tablelink.link_events import (
    EventArrived,
    Identity,
    JournaledCommand,
    LinkDown,
    LinkEvent,
    LinkUp,
    Trouble,
)
from drivers.tablelink.messages import MESSAGES, SESSION_NAKS, Cap, MessageType, NakReason
from drivers.tablelink.minor1 import Detail, Meters, detail_of, meters_of, session_key
from drivers.tablelink.request import Request, belongs, but_its_time, continues, fits
from drivers.tablelink.session import LinkSetup, Session, identity_of, old_epoch, why_refuse


class LinkState(Enum):
    LISTENING = "closed"
    HELLO = "not yet up"
    DOWN = "down"
    CATCHING_UP = "catching up"
    UP = "up"
    HELD = "held because of an event gap"
    REFUSED = "refused"


_IN_SESSION = frozenset({LinkState.CATCHING_UP, LinkState.UP, LinkState.HELD})


class HostLink:
    """One device on one line. Call `receive` with bytes, `step` when `due`, and send `bytes_to_send` after either."""

    def __init__(self, *, setup: LinkSetup, journal: DeviceJournal, nonce: Callable[[], bytes]) -> None:
        self.setup = setup
        self.state = LinkState.LISTENING
        self.identity: Identity | None = None
        self.last_status: dict[str, Any] = {}
        self.detail: Detail | None = None
        self.meters: Meters | None = None
        self._aside: deque[MessageType] = deque()  # questions of minor 1 that may wait
        self._journal = journal
        self._new_nonce = nonce
        self._decoder = FrameDecoder()
        self._count = HealthCount()
        self._session = Session()
        self._gate = EventGate()
        self._book = CommandBook()
        self._request: Request | None = None
        self._link_events: deque[LinkEvent] = deque()
        self._out: list[bytes] = []
        self._at = 0.0
        self._last_hello = float("-inf")
        self._told_up = False
        self._told_down: AwayReason | None = None
        self._inhibit_wanted = False
        self._accept_gap = False
        self._refused_for: Distrust | None = None
        self._forgiven: Distrust | None = None
        self._status_due = False
        self._figures: tuple[int, int, int] | None = None
        self._quiet: tuple[bytes, dict[str, Any]] = (b"", {})  # the last reply that told of no event

    # What the owner calls

    def line_opened(self, now: float) -> None:
        """The port is open: say HELLO at once."""
        self._decoder.forget_partial()
        self._request = None
        self._book.session_lost()
        self.state, self._at = LinkState.HELLO, now

    def line_lost(self, text: str) -> None:
        self._request = None
        self._book.session_lost()
        self.state = LinkState.LISTENING
        self._tell_down(AwayReason.PORT_LOST, text)

    def receive(self, data: bytes, now: float) -> None:
        """Bytes from the line; all that can be said about them is in `link_events` afterwards."""
        for frame in self._decoder.receive(data):
            self._frame(frame, now)

    def step(self, now: float) -> None:
        """Does what is due: a repetition, a HELLO, a question, a command, a poll."""
        if self._request is not None:
            if now >= self._request.sent + self.setup.times.reply_wait:
                self._repeat_or_lose(self._request, now)
        elif self.state in _IN_SESSION:
            self._ask(now)
        elif self.state in (LinkState.HELLO, LinkState.DOWN) and now >= self._at:
            self._say_hello(now)

    def due(self) -> float | None:
        """When `step` has something to do; a time that has passed means at once, None means never."""
        if self._request is not None:
            return self._request.sent + self.setup.times.reply_wait
        if self.state in (LinkState.LISTENING, LinkState.REFUSED):
            return None
        if self.state in _IN_SESSION and (self._book.to_ask() or self._book.to_send() or self._key_due):
            return 0.0
        if self._aside and self.state is LinkState.UP:
            return 0.0
        return self._at

    def bytes_to_send(self) -> bytes:
        out = b"".join(self._out)
        self._out.clear()
        return out

    def link_events(self) -> list[LinkEvent]:
        told = list(self._link_events)
        self._link_events.clear()
        return told

    def committed(self, no: int) -> None:
        """The owner has event `no` durably; from now on a POLL may cover it."""
        self._gate.commit(no)
        if self._gate.left > 1 or self.state is LinkState.CATCHING_UP:
            self._at = 0.0

    def settled(self, cmd: int) -> None:
        """The owner has the outcome of command `cmd` durably; the next command may be sent."""
        self._book.settled(cmd)

    def why_not(self, type_code: MessageType) -> str | None:
        """Why a command cannot be sent now, or None."""
        if self.setup.family not in MESSAGES[type_code].families:
            return f"{type_code.name} is no command of a {self.setup.family.title}"
        urgent = type_code is MessageType.INHIBIT and self.state in _IN_SESSION
        if self.state is not LinkState.UP and not urgent:
            return f"the link is {self.state.value}; wait until it is up"
        two = self.identity is not None and Cap.TWO_BATCHES in self.identity.caps
        return self._book.why_not(type_code, two_batches=two)

    def submit(self, type_code: MessageType, **fields: Any) -> int:
        """Journals a command with a fresh id, then queues it; returns the id."""
        refusal = self.why_not(type_code)
        if refusal is not None or self.identity is None:
            raise ImpossibleRequestError(f"{type_code.name} was not sent: {refusal}")
        cmd = self._journal.next_command_id()
        payload = payloads.encode(type_code, cmd=cmd, **fields)
        command = JournaledCommand(cmd=cmd, type=type_code, payload=payload)
        self._journal.begin(self.identity.serial, command)
        self._book.add(command)
        return cmd

    def continue_at_acked(self, now: float) -> None:
        """The decision that ends `event-gap`: what lies before the device's own mark is given up.

        The owner records it first; its journal must answer `last_committed` with that mark from then on.
        """
        if self.state is not LinkState.HELD:
            raise ImpossibleRequestError("there is no event gap to decide on")
        self._accept_gap = True
        self._request = None
        self._book.session_lost()
        self.state, self._at = LinkState.HELLO, now

    def start_again(self, now: float) -> None:
        """After REFUSED, when people have approved what was refused."""
        self._session = Session()
        self._forgiven, self._refused_for = self._refused_for, None
        self.line_opened(now)

    def health(self) -> Health:
        return self._count.picture(self._decoder.errors)

    # Sending

    def _send(self, type_code: MessageType, payload: bytes, now: float, about: OpenCommand | None = None) -> Request:
        hello = type_code is MessageType.HELLO
        seq, epoch = (0, 0) if hello else (self._session.seq + 1, self._session.epoch)
        self._session.seq = seq
        wire = encode_frame(
            dst=self.setup.address,
            src=HOST_ADDRESS,
            type_code=type_code,
            seq=seq,
            epoch=epoch,
            payload=payload,
            key=self.setup.key if hello or self._session.key is None else self._session.key,
        )
        # On a dead link the HELLO of the next second is the repetition.
        left = 0 if self.state is LinkState.DOWN else self.setup.times.repeats
        request = Request(type=type_code, seq=seq, epoch=epoch, wire=wire, first=now, sent=now, left=left, about=about)
        self._request = request
        self._out.append(wire)
        self._count.frames_sent += 1
        return request

    def _say_hello(self, now: float) -> None:
        self._session.nonce = self._new_nonce()
        self._session.hellos += 1
        self._last_hello = now
        self._send(MessageType.HELLO, payloads.encode(MessageType.HELLO, minor=MINOR, nonce=self._session.nonce), now)

    def _ask(self, now: float) -> None:
        """The next request of a running session, by weight: renewal, open questions, commands, the poll."""
        if self._inhibit_wanted and self.why_not(MessageType.INHIBIT) is None:
            self._inhibit_wanted = False
            self.submit(MessageType.INHIBIT)
        query, command = self._book.to_ask(), self._book.to_send()
        if self._session.seq >= MAX_SEQ:
            self._book.session_lost()
            self._say_hello(now)
        elif self._key_due:
            self._send(MessageType.SESSION_KEY, b"", now)
        elif query is not None:
            self._send(MessageType.QUERY, payloads.encode(MessageType.QUERY, cmd=query.command.cmd), now, query)
        elif command is not None:
            self._send(command.command.type, command.command.payload, now, command)
        elif self._status_due:
            self._send(MessageType.STATUS, b"", now)
        elif self._aside and self.state is LinkState.UP:
            self._send(self._aside.popleft(), b"", now)
        elif now >= self._at:
            self._poll(now)

    @property
    def _key_due(self) -> bool:
        """A paired device of minor 1 gets a key for this session before anything else is said (A11)."""
        return self._session.minor >= 1 and self.setup.key is not None and self._session.key is None

    def _poll(self, now: float) -> None:
        if self.state is LinkState.HELD:
            self._at = now + self.setup.times.slowest_poll
            self._send(MessageType.STATUS, b"", now)
            return
        self._at = now + self.setup.times.poll
        upto = self._gate.committed
        self._send(MessageType.POLL, payloads.encode(MessageType.POLL, upto=upto), now).upto = upto

    def _repeat_or_lose(self, request: Request, now: float) -> None:
        if request.left:
            request.left -= 1
            request.sent = now
            self._count.repeats += 1
            self._count.frames_sent += 1
            self._out.append(request.wire)
        else:
            reason = self._session.hint or AwayReason.NO_ANSWER
            self._lose(now, reason, _WHY_DEAD[reason].format(breach=self._session.breach))

    def _lose(self, now: float, reason: AwayReason, text: str) -> None:
        self._request = None
        self._session.hint = None
        self._book.session_lost()
        self.state, self._at = LinkState.DOWN, max(now, self._last_hello + self.setup.times.hello_again)
        self._tell_down(reason, text)

    def _tell_down(self, reason: AwayReason, text: str) -> None:
        if self._told_up or self._told_down != reason:
            self._count.links_lost += self._told_up
            self._told_up, self._told_down = False, reason
            self._link_events.append(LinkDown(reason=reason, text=text))

    # Receiving

    def _frame(self, frame: Frame, now: float) -> None:
        if frame.dst != HOST_ADDRESS or frame.src != self.setup.address:
            return
        request = self._request
        if request is None or not fits(frame, request):
            self._count.errors["misfit"] += 1
            return
        if not self._believed(frame):
            return
        fields = self._fields(frame, request)
        if fields is None:
            return
        self._count.frames_received += 1
        self._count.latencies.append(now - request.sent)
        self._request = self._session.hint = None
        self._answered(request, frame, fields, now)

    def _fields(self, frame: Frame, request: Request) -> dict[str, Any] | None:
        """What the reply says, checked; None for damage. Most say that nothing is new: what the last one said."""
        payload = frame.payload
        if frame.type == MessageType.EVENT and but_its_time(payload) == self._quiet[0]:
            return self._quiet[1]
        try:
            fields = payloads.decode(frame.type, payload)
        except ProtocolError as damage:
            self._count.errors[damage.kind] += 1
            self._session.hint, self._session.breach = AwayReason.PROTOCOL, str(damage)
            return None
        if not belongs(frame, request, fields, family=self.setup.family, nonce=self._session.nonce):
            self._count.errors["misfit"] += 1
            return None
        if frame.type == MessageType.EVENT and fields["no"] == 0:
            self._quiet = but_its_time(payload), fields
        return fields

    def _believed(self, frame: Frame) -> bool:
        """A3: with a key nothing counts without its MAC; a bare NAK BAD_MAC only hints why a link is dead."""
        if self.setup.key is None:
            believed = not frame.has_mac or frame.type == MessageType.NAK
        elif self._session.key is None or frame.type == MessageType.IDENTITY:
            believed = frame.mac_fits(self.setup.key)
        else:
            # A device that lost the session knows no key of it: it may say so under the pairing key, and no more.
            lost = frame.type == MessageType.NAK and frame.payload[:1] in _SESSION_LOST
            believed = frame.mac_fits(self._session.key) or (lost and frame.mac_fits(self.setup.key))
        if believed:
            return True
        if frame.type == MessageType.NAK and not frame.has_mac and frame.payload[:1] == bytes([NakReason.BAD_MAC]):
            self._session.hint = AwayReason.NOT_PAIRED
        else:
            self._session.hint = AwayReason.WRONG_KEY
            self._count.errors["mac"] += 1
        return False

    def _answered(self, request: Request, frame: Frame, fields: dict[str, Any], now: float) -> None:
        if frame.type == MessageType.NAK:
            self._refused(request, NakReason(fields["code"]), now)
        elif frame.type == MessageType.IDENTITY:
            self._identified(identity_of(frame, fields), now)
        elif frame.type == MessageType.EVENT:
            self.last_status = fields
            self._event(request, fields, now)
        elif frame.type == MessageType.STATUS_IS:
            self.last_status = fields
            self._figures = (fields["a"], fields["b"], fields["c"])
            if self._status_due:
                self._come_up()
        elif frame.type == MessageType.SESSION_KEY_IS and self.setup.key is not None:
            self._session.key = session_key(
                self.setup.key,
                host_nonce=self._session.nonce,
                device_nonce=fields["nonce"],
                epoch=self._session.epoch,
            )
        elif frame.type == MessageType.DETAIL_IS:
            self.detail = detail_of(fields)
        elif frame.type == MessageType.METERS_IS:
            self.meters = meters_of(fields)
        elif request.about is not None:
            answer = self._book.answered(request.about, asked=request.type is MessageType.QUERY, fields=fields)
            if answer is not None:
                self._link_events.append(answer)

    def _refused(self, request: Request, reason: NakReason, now: float) -> None:
        if request.type is MessageType.HELLO and reason is NakReason.BAD_MAC:
            self._lose(
                now, AwayReason.FOREIGN_PAIRING, "the device is paired, and this host has no key for it; pair it again"
            )
        elif request.type is not MessageType.HELLO and reason in SESSION_NAKS:
            # The device restarted, or its session ended: what was under way is asked for after the next HELLO.
            self._book.session_lost()
            self.state = LinkState.HELLO
            self._at = max(now, self._last_hello + self.setup.times.hello_again)
        elif request.type is MessageType.POLL:
            self._poll_refused(reason, now)
        elif request.about is not None and request.type is not MessageType.QUERY:
            self._link_events.append(self._book.refused(request.about, reason))
        elif request.type in _ASIDE:
            return  # it is only for people to read
        else:
            self._lose(
                now, AwayReason.PROTOCOL, f"{request.type.name} was refused with {reason.name}; check the firmware"
            )

    def _poll_refused(self, reason: NakReason, now: float) -> None:
        if reason is NakReason.BAD_VALUE:
            self._hold(now, f"the device refuses to go on behind event {self._gate.committed}")
            return
        self.state, self._at = LinkState.CATCHING_UP, now + self.setup.times.slowest_poll
        self._tell_down(
            AwayReason.SERVICE, f"the device refuses to be polled ({reason.name}); is its service switch on?"
        )

    def _identified(self, identity: Identity, now: float) -> None:
        last = self._journal.last_committed(identity.serial)
        forgiven = self._forgiven is Distrust.OLD_EPOCH
        refusal = why_refuse(identity, self.setup, self.identity, self._session)
        if refusal is None and not forgiven:
            refusal = old_epoch(identity, self.identity, self._journal.last_epoch(identity.serial), last)
        if refusal is not None:
            self._refuse(refusal)
            return
        self._session.begin(identity)
        self.identity, self._forgiven = identity, None
        self._book.recall(self._journal.open_commands(identity.serial))
        self.state, self._at = LinkState.CATCHING_UP, now
        self._status_due = False
        # Whoever lost the count of its sessions lost its events too: people decided on both at once.
        given_up, self._accept_gap = self._accept_gap or (forgiven and not continues(identity, last)), False
        if given_up:
            last, self._gate = identity.acked, EventGate()
        self._gate.start_at(last, after_gap=given_up)
        if not continues(identity, last):
            what = f"our last event is {last}; the device acknowledges {identity.acked}, next {identity.next}"
            self._hold(now, what, identity)

    def _refuse(self, refusal: Trouble) -> None:
        self.state, reason, self._refused_for = LinkState.REFUSED, AwayReason(refusal.kind), refusal.kind
        if self._told_down is not reason:
            self._link_events.append(refusal)
        self._tell_down(reason, refusal.text)

    def _hold(self, now: float, what: str, told: Identity | None = None) -> None:
        self.state, self._at, self._inhibit_wanted = LinkState.HELD, now, True
        text = f"{what}; events may be missing. Compare the table, then a supervisor decides to go on"
        marks = {"acked": told.acked, "next": told.next, "known": self._gate.committed} if told is not None else {}
        self._link_events.append(Trouble(kind=Distrust.EVENT_GAP, text=text, **marks))
        self._tell_down(AwayReason.EVENT_GAP, text)

    def _event(self, request: Request, fields: dict[str, Any], now: float) -> None:
        found = self._gate.arrive(request.upto, fields)
        if isinstance(found, str):
            self._hold(now, found)
        elif isinstance(found, EventArrived):
            self._link_events.append(found)
            self._book.event_seen(found.code)
            self._ask_aside(found.code)
        elif fields["no"] == 0 and not self._gate.waits_for_commit and self.state is LinkState.CATCHING_UP:
            if self.setup.family in _COUNTED_BY_STATUS:
                self._status_due, self._at = True, 0.0
            else:
                self._come_up()

    def _ask_aside(self, code: EventCode | None = None) -> None:
        """Where a fault is and what was counted, after what may have changed it. `None`: all of it."""
        if self._session.minor < 1:
            return
        for question, codes in _ASIDE.items():
            if (code is None or code in codes) and question not in self._aside:
                self._aside.append(question)

    def _come_up(self) -> None:
        self.state = LinkState.UP
        self._ask_aside()
        self._inhibit_wanted = self._status_due = False
        if not self._told_up and self.identity is not None:
            self._told_up, self._told_down = True, None
            self._link_events.append(LinkUp(identity=self.identity, figures=self._figures))


_SESSION_LOST = frozenset(bytes([reason]) for reason in (NakReason.BAD_MAC, NakReason.BAD_EPOCH))
_ASIDE: dict[MessageType, frozenset[EventCode]] = {
    MessageType.DETAIL: frozenset({EventCode.FAULT, EventCode.FAULT_CLEARED, EventCode.DOOR, EventCode.POWER_UP}),
    MessageType.METERS: frozenset(
        {EventCode.FAULT, EventCode.SHUFFLE_DONE, EventCode.INVENTORY, EventCode.LOADED, EventCode.EMPTY}
    ),
}

# Only their STATUS tells the last batch number ever, and how many cards are inside (A4).
_COUNTED_BY_STATUS = (Family.BATCH, Family.CONTINUOUS)

_WHY_DEAD = {
    AwayReason.NO_ANSWER: "no answer to a request and its repeats; check power, cable and address",
    AwayReason.NOT_PAIRED: "the device answers as not paired, or its service switch is on; pair it again",
    AwayReason.PROTOCOL: "the device answers outside its protocol ({breach}); the line is good, check the firmware",
    AwayReason.WRONG_KEY: "the device answers under another key, or as not paired; pair it again",
}
