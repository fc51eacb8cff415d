"""The wire face of a tablelink device: sessions, numbers, repeats and MACs (A1 to A3).

The order of checks is that of A2 up to SEQ; what comes after is the device's (`Device.execute`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hardware_sims.wire.constants import ANYONE, HOST, MESSAGES, NAKS
from hardware_sims.wire.tablelink import Frame, encode, mac_ok

if TYPE_CHECKING:
    from hardware_sims.devices.tablelink_device import TablelinkDevice

HELLO = MESSAGES["HELLO"]
NAK = MESSAGES["NAK"]
HOST_LOST_US = 2_000_000
_SESSION_UNHARMED = {NAKS["BAD_MAC"], NAKS["BAD_EPOCH"], NAKS["BAD_SEQ"]}


@dataclass(slots=True)
class Session:
    """One session, from HELLO to the next one, to a turn of the service switch or to the loss of power."""

    nonce: bytes
    epoch: int
    minor: int = 0
    key: bytes | None = None
    next_key: bytes | None = None
    last_seq: int = 0
    last_request: Frame | None = None
    last_reply: bytes = b""
    hello: Frame | None = None
    identity: bytes = b""


class Link:
    """Answers each request with exactly one frame, or with silence where A1 drops it."""

    def __init__(self, device: TablelinkDevice, address: int) -> None:
        self.device = device
        self.address = address
        self.session: Session | None = None

    def end_session(self) -> None:
        self.session = None

    def answer(self, frame: Frame, now: int) -> bytes | None:
        if not self.is_for_us(frame):
            return None
        if not self.mac_accepted(frame):
            return self.nak(frame, "BAD_MAC")
        if frame.type == HELLO:
            return self._answer_hello(frame, now)
        session = self.session
        if session is None or not self.epoch_fits(frame, session):
            return self.nak(frame, "BAD_EPOCH")
        if frame.seq == session.last_seq and self.is_repeat(frame, session):
            self._accepted(now)
            return self.repeated(frame, session, now)
        if not self.seq_fits(frame, session):
            return self.nak(frame, "BAD_SEQ")
        return self._answer_new(frame, session, now)

    def is_for_us(self, frame: Frame) -> bool:
        to_us = frame.dst == self.address or (frame.dst == ANYONE and frame.type == HELLO)
        return to_us and frame.src == HOST

    def mac_accepted(self, frame: Frame) -> bool:
        key = self.device.key_on_the_line
        if key is None:
            return frame.mac is None
        if frame.type == HELLO:
            return mac_ok(frame, key) or self._takes_next_key(frame)
        session = self.session
        if session is None or session.key is None:
            return mac_ok(frame, key)
        return mac_ok(frame, session.key) or frame == session.last_request

    def _takes_next_key(self, frame: Frame) -> bool:
        """The first HELLO under an agreed key makes it the key (A11)."""
        minor1 = self.device.minor1
        if minor1.next_key is None or not mac_ok(frame, minor1.next_key):
            return False
        self.device.memory.key, minor1.next_key = minor1.next_key, None
        return True

    def epoch_fits(self, frame: Frame, session: Session) -> bool:
        return frame.epoch == session.epoch

    def seq_fits(self, frame: Frame, session: Session) -> bool:
        return frame.seq == session.last_seq + 1

    def is_repeat(self, frame: Frame, session: Session) -> bool:
        return frame == session.last_request

    def repeated(self, frame: Frame, session: Session, now: int) -> bytes:
        return session.last_reply

    def _answer_new(self, frame: Frame, session: Session, now: int) -> bytes:
        self._accepted(now)
        self.device.happened.append(frame.name)
        code, payload = self.device.execute(frame, now)
        reply = self.reply(frame, code, payload)
        if session.next_key is not None:  # from the next request on
            session.key, session.next_key = session.next_key, None
        if not (code == NAK and payload[0] in _SESSION_UNHARMED):
            session.last_seq, session.last_request, session.last_reply = frame.seq, frame, reply
        return reply

    def _answer_hello(self, frame: Frame, now: int) -> bytes:
        if frame.epoch != 0:
            return self.nak(frame, "BAD_EPOCH")
        if frame.seq != 0:
            return self.nak(frame, "BAD_SEQ")
        if len(frame.payload) != 9:
            return self.nak(frame, "BAD_LEN")
        nonce = frame.payload[1:9]
        if not self.continues_session(nonce):
            minor = min(frame.payload[0], self.device.setup.options["minor"])
            self.session = Session(nonce=nonce, epoch=self.next_epoch(), minor=minor)
        session = self.session
        assert session is not None  # noqa: S101  just made, or continued
        self._accepted(now)
        self.device.happened.append("HELLO")
        if session.hello != frame or session.last_seq:
            identity = self.device.identity(nonce)
            session.hello = frame
            session.identity = self.reply(frame, MESSAGES["IDENTITY"], identity, epoch=session.epoch)
        return session.identity

    def continues_session(self, nonce: bytes) -> bool:
        return self.session is not None and self.session.nonce == nonce

    def next_epoch(self) -> int:
        """A counter for the life of the device that jumps over 0."""
        memory = self.device.memory
        memory.epoch = memory.epoch % 0xFFFFFFFF + 1
        return memory.epoch

    def _accepted(self, now: int) -> None:
        self.device.agenda.set("host-lost", now + HOST_LOST_US, self.device.host_lost)

    def nak(self, frame: Frame, reason: str) -> bytes:
        return self.reply(frame, NAK, self.device.nak(NAKS[reason], frame.type))

    def reply(self, frame: Frame, code: int, payload: bytes, epoch: int | None = None) -> bytes:
        answer = Frame(
            dst=HOST,
            src=self.address,
            type=code,
            seq=frame.seq,
            epoch=frame.epoch if epoch is None else epoch,
            payload=payload,
        )
        return encode(answer, self._reply_key(frame))

    def _reply_key(self, request: Frame) -> bytes | None:
        """The key of the session for what was asked under it; the pairing key for everything else."""
        key, session = self.device.key_on_the_line, self.session
        if key is None or session is None or session.key is None or request.type == HELLO:
            return key
        return session.key if mac_ok(request, session.key) else key
