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
events and the fate of commands in `exactly_once`, what a reply says, whether it is believed and the check of an
identity in `session`, what the owner was told in `link_events`.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any

from drivers.errors import ImpossibleRequestError
from drivers.events import AwayReason, Distrust
from drivers.interfaces import Health, HealthCount
from drivers.tablelink import payloads
from drivers.tablelink.constants import HOST_ADDRESS, MAX_SEQ, MINOR, Family
from drivers.tablelink.exactly_once import CommandBook, EventGate, OpenCommand
from drivers.tablelink.frame import Frame, FrameDecoder
from drivers.tablelink.link_events import (
    DeviceJournal,
    EventArrived,
    Identity,
    JournaledCommand,
    LinkEvent,
    Notices,
    Trouble,
)
from drivers.tablelink.messages import MESSAGES, SESSION_NAKS, Cap, MessageType, NakReason
from drivers.tablelink.minor1 import SideQuestions
from drivers.tablelink.session import (
    LinkSetup,
    ReplyReader,
    Request,
    Session,
    continues,
    fits,
    identity_of,
    old_epoch,
    why_refuse,
)


class LinkState(Enum):
    LISTENING = "closed"
    HELLO = "not yet up"
    DOWN = "down"
    CATCHING_UP = "catching up"
    UP = "up"
    HELD = "held because of an event gap"
    REFUSED = "refused"


_IN_SESSION = (LinkState.UP, LinkState.CATCHING_UP, LinkState.HELD)


class HostLink:
    """One device on one line. Call `receive` with bytes, `step` when `due`, and send `bytes_to_send` after either."""

    def __init__(self, *, setup: LinkSetup, journal: DeviceJournal, nonce: Callable[[], bytes]) -> None:
        self.setup = setup
        self.state = LinkState.LISTENING
        self.identity: Identity | None = None
        self.last_status: dict[str, Any] = {}
        self.side_questions = SideQuestions()
        self._journal = journal
        self._new_nonce = nonce
        self._decoder = FrameDecoder()
        self._count = HealthCount()
        self._replies = ReplyReader(setup, self._count)
        self._session = Session()
        self._gate = EventGate()
        self._book = CommandBook()
        self._request: Request | None = None
        self.notices = Notices()
        self._poll_payload = (-1, b"")
        self._out = b""
        self._at = 0.0
        self._often_until = 0.0
        self._last_hello = float("-inf")
        self._inhibit_wanted = False
        self._accept_gap = False
        self._refused_for: Distrust | None = None
        self._forgiven: Distrust | None = None
        self._status_due = False
        self._key_due = False  # a paired device of minor 1 gets a key for the session before anything else (A11)
        self._figures: tuple[int, int, int] | None = None

    # What the owner calls

    def line_opened(self, now: float) -> None:
        """The port is open: say HELLO at once."""
        self._decoder.forget_partial()
        self._end_session(LinkState.HELLO, now)

    def line_lost(self, text: str) -> None:
        self._end_session(LinkState.LISTENING, self._at)
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
        if self.state in _IN_SESSION and (self._key_due or self._book.next()):
            return 0.0
        if self.side_questions.waiting and self.state is LinkState.UP:
            return 0.0
        return self._at

    def bytes_to_send(self) -> bytes:
        out, self._out = self._out, b""
        return out

    def link_events(self) -> list[LinkEvent]:
        return self.notices.take()

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
        self._end_session(LinkState.HELLO, now)

    def start_again(self, now: float) -> None:
        """After REFUSED, when people have approved what was refused."""
        self._session = Session()
        self._forgiven, self._refused_for = self._refused_for, None
        self.line_opened(now)

    def health(self) -> Health:
        return self._count.picture(self._decoder.errors)

    # Sending

    def _send(self, type_code: MessageType, payload: bytes, now: float, about: OpenCommand | None = None) -> Request:
        seq, epoch, wire = self._session.frame(self.setup, type_code, payload)
        # On a dead link the HELLO of the next second is the repetition.
        left = 0 if self.state is LinkState.DOWN else self.setup.times.repeats
        request = Request(type=type_code, seq=seq, epoch=epoch, wire=wire, first=now, sent=now, left=left, about=about)
        self._request = request
        self._out += wire
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
        command = self._book.next()
        if self._session.seq >= MAX_SEQ:
            self._book.session_lost()
            self._say_hello(now)
        elif self._key_due:
            self._send(MessageType.SESSION_KEY, b"", now)
        elif command is not None and command.query:
            self._send(MessageType.QUERY, payloads.encode(MessageType.QUERY, cmd=command.command.cmd), now, command)
        elif command is not None:
            self._send(command.command.type, command.command.payload, now, command)
            self._poll_often(now)
        elif self._status_due:
            self._send(MessageType.STATUS, b"", now)
        elif self.side_questions.waiting and self.state is LinkState.UP:
            self._send(self.side_questions.next(), b"", now)
        elif now >= self._at:
            self._poll(now)

    def _poll(self, now: float) -> None:
        if self.state is LinkState.HELD:
            self._at = now + self.setup.times.slowest_poll
            self._send(MessageType.STATUS, b"", now)
            return
        times = self.setup.times
        self._at = now + (times.poll if now < self._often_until else max(times.poll, times.quiet_poll))
        upto = self._gate.committed
        if upto != self._poll_payload[0]:  # for most polls it is that of the last one
            self._poll_payload = upto, payloads.encode(MessageType.POLL, upto=upto)
        self._send(MessageType.POLL, self._poll_payload[1], now).upto = upto

    def _poll_often(self, now: float) -> None:
        """A session has begun, a command goes out, an event has come: more may follow soon."""
        times = self.setup.times
        self._often_until = now + times.quiet_after
        self._at = min(self._at, now + times.poll)

    def _repeat_or_lose(self, request: Request, now: float) -> None:
        if request.left:
            request.left -= 1
            request.sent = now
            self._count.repeats += 1
            self._count.frames_sent += 1
            self._out += request.wire
        else:
            reason = self._session.hint or AwayReason.NO_ANSWER
            self._lose(now, reason, self._session.why_dead(reason))

    def _lose(self, now: float, reason: AwayReason, text: str) -> None:
        self._session.hint = None
        self._end_session(LinkState.DOWN, max(now, self._last_hello + self.setup.times.hello_again))
        self._tell_down(reason, text)

    def _end_session(self, state: LinkState, next_hello: float) -> None:
        self._request = None
        self._book.session_lost()
        self.state, self._at = state, next_hello

    def _tell_down(self, reason: AwayReason, text: str) -> None:
        self._count.links_lost += self.notices.down(reason, text)

    # Receiving

    def _frame(self, frame: Frame, now: float) -> None:
        if frame.dst != HOST_ADDRESS or frame.src != self.setup.address:
            return
        request = self._request
        if request is None or not fits(frame, request):
            self._count.errors["misfit"] += 1
            return
        fields = self._replies.fields(frame, request, self._session)
        if fields is None:
            return
        self._count.frames_received += 1
        self._count.latencies.append(now - request.sent)
        self._request = self._session.hint = None
        # The same fields again, and nothing was pending: what they say has been seen to.
        if fields is not self.last_status or self.state is not LinkState.UP:
            self._answered(request, frame, fields, now)

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
            self._session.agree_on_key(self.setup.key, fields["nonce"])
            self._key_due = False
        elif frame.type in (MessageType.DETAIL_IS, MessageType.METERS_IS):
            self.side_questions.answered(frame.type, fields)
        elif request.about is not None:
            answer = self._book.answered(request.about, asked=request.type is MessageType.QUERY, fields=fields)
            if answer is not None:
                self.notices.add(answer)

    def _refused(self, request: Request, reason: NakReason, now: float) -> None:
        if request.type is MessageType.HELLO and reason is NakReason.BAD_MAC:
            text = "the device is paired, and this host has no key for it; pair it again"
            self._lose(now, AwayReason.FOREIGN_PAIRING, text)
        elif request.type is not MessageType.HELLO and reason in SESSION_NAKS:
            # The device restarted, or its session ended: what was under way is asked for after the next HELLO.
            self._end_session(LinkState.HELLO, max(now, self._last_hello + self.setup.times.hello_again))
        elif request.type is MessageType.POLL:
            self._poll_refused(reason, now)
        elif request.about is not None and request.type is not MessageType.QUERY:
            self.notices.add(self._book.refused(request.about, reason))
        elif request.type in SideQuestions.AFTER:
            return  # it is only for people to read
        else:
            text = f"{request.type.name} was refused with {reason.name}; check the firmware"
            self._lose(now, AwayReason.PROTOCOL, text)

    def _poll_refused(self, reason: NakReason, now: float) -> None:
        if reason is NakReason.BAD_VALUE:
            self._hold(now, f"the device refuses to go on behind event {self._gate.committed}")
            return
        self.state, self._at = LinkState.CATCHING_UP, now + self.setup.times.slowest_poll
        text = f"the device refuses to be polled ({reason.name}); is its service switch on?"
        self._tell_down(AwayReason.SERVICE, text)

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
        self._key_due = self._session.minor >= 1 and self.setup.key is not None
        self.identity, self._forgiven = identity, None
        self._book.recall(self._journal.open_commands(identity.serial))
        self.state, self._at = LinkState.CATCHING_UP, now
        self._poll_often(now)
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
        if self.notices.away is not reason:
            self.notices.add(refusal)
        self._tell_down(reason, refusal.text)

    def _hold(self, now: float, what: str, identity: Identity | None = None) -> None:
        self.state, self._at, self._inhibit_wanted = LinkState.HELD, now, True
        text = f"{what}; events may be missing. Compare the table, then a supervisor decides to go on"
        marks = {} if identity is None else identity.marks(self._gate.committed)
        self.notices.add(Trouble(kind=Distrust.EVENT_GAP, text=text, **marks))
        self._tell_down(AwayReason.EVENT_GAP, text)

    def _event(self, request: Request, fields: dict[str, Any], now: float) -> None:
        arrived = self._gate.arrive(request.upto, fields)
        if isinstance(arrived, str):
            self._hold(now, arrived)
        elif isinstance(arrived, EventArrived):
            self.notices.add(arrived)
            self._poll_often(now)
            self._book.event_seen(arrived.code)
            self.side_questions.ask(self._session.minor, arrived.code)
        elif fields["no"] == 0 and not self._gate.waits_for_commit and self.state is LinkState.CATCHING_UP:
            if self.setup.family in _COUNTED_BY_STATUS:
                self._status_due, self._at = True, 0.0
            else:
                self._come_up()

    def _come_up(self) -> None:
        self.state = LinkState.UP
        self.side_questions.ask(self._session.minor)
        self._inhibit_wanted = self._status_due = False
        if self.identity is not None:
            self.notices.up(self.identity, self._figures)


# Only their STATUS tells the last batch number ever, and how many cards are inside (A4).
_COUNTED_BY_STATUS = (Family.BATCH, Family.CONTINUOUS)
