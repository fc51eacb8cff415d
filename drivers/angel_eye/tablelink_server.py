"""The keeper's face (A1 to A5, as a device): whoever talks to it finds a sealed shoe of tablelink, paired and with MAC.

`receive` takes the host's bytes and gives the answer's; checks run in the order of A2 and the first failure answers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from drivers.angel_eye.sealed_shoe import RING, KeeperShoe
from drivers.angel_eye.state import StoredEvent
from drivers.errors import ProtocolError
from drivers.interfaces import KEEPER_MODEL
from drivers.tablelink import payloads
from drivers.tablelink.constants import ANY_ADDRESS, HOST_ADDRESS, Family, Times
from drivers.tablelink.event_rows import EventCode, FaultCode, InhibitCause
from drivers.tablelink.frame import Frame, FrameDecoder, encode_frame
from drivers.tablelink.messages import MESSAGES, Cap, CommandStatus, MessageType, NakReason, Why

MODEL = KEEPER_MODEL
FIRMWARE = "1.0.0.0"
FIRMWARE_SHA256 = hashlib.sha256(f"{MODEL} {FIRMWARE}".encode()).digest()
HOST_LOST = Times().host_lost


# An acknowledgement lost in a crash only brings events again that the host knows; it need not wait for the disk.
_CHANGES_NOTHING = frozenset({MessageType.POLL, MessageType.STATUS, MessageType.QUERY})


class _RefusedError(Exception):
    def __init__(self, reason: NakReason) -> None:
        super().__init__(reason.name)
        self.reason = reason


class TablelinkServer:
    """One session at a time. `order` tells the line what ENABLE, INHIBIT and CLEAR ask of the shoe itself."""

    def __init__(
        self, *, shoe: KeeperShoe, key: bytes, address: int, store: Callable[[], None], order: Callable[[str], None]
    ) -> None:
        self._shoe = shoe
        self._key = key
        self._address = address
        self._store = store
        self._order = order
        self._decoder = FrameDecoder()
        self._nonce: bytes | None = None
        self._seq = 0
        self._last: tuple[Frame, bytes] | None = None
        self._heard = float("-inf")

    def session_ends(self) -> None:
        self._nonce, self._last = None, None

    def receive(self, data: bytes, now: float) -> bytes:
        frames = self._decoder.receive(data)
        return b"".join(self._answer(frame, now) for frame in frames)

    def due(self) -> float | None:
        return self._heard + HOST_LOST if self._shoe.enabled else None

    def step(self, now: float) -> None:
        """A host that is silent for 2 s is lost; only a new ENABLE enables again."""
        if self._shoe.enabled and now >= self._heard + HOST_LOST:
            self._shoe.inhibit(InhibitCause.HOST_LOST)
            self._order("lock")
            self._store()

    def _answer(self, frame: Frame, now: float) -> bytes:
        mine = frame.dst == self._address or (frame.dst == ANY_ADDRESS and frame.type == MessageType.HELLO)
        if not mine or frame.src != HOST_ADDRESS:
            return b""
        if self._last is not None and frame == self._last[0] and frame.type != MessageType.HELLO:
            self._heard = now
            return self._last[1]
        try:
            epoch, type_code, payload = self._execute(frame)
        except _RefusedError as refused:
            epoch, type_code, payload = frame.epoch, MessageType.NAK, self._nak(refused.reason, frame.type)
            if refused.reason <= NakReason.BAD_SEQ:
                return self._wire(frame, type_code, epoch, payload)
        self._heard = now
        if frame.type not in _CHANGES_NOTHING:
            self._store()
        reply = self._wire(frame, type_code, epoch, payload)
        if frame.type != MessageType.HELLO:
            self._seq, self._last = frame.seq, (frame, reply)
        return reply

    def _wire(self, frame: Frame, type_code: MessageType, epoch: int, payload: bytes) -> bytes:
        return encode_frame(
            dst=HOST_ADDRESS,
            src=self._address,
            type_code=type_code,
            seq=frame.seq,
            epoch=epoch,
            payload=payload,
            key=self._key,
        )

    def _nak(self, reason: NakReason, of: int) -> bytes:
        kept = self._shoe.kept
        return payloads.encode(MessageType.NAK, code=int(reason), of=of, state=int(kept.state), fault=kept.fault)

    def _execute(self, frame: Frame) -> tuple[int, MessageType, bytes]:
        if not frame.mac_fits(self._key):
            raise _RefusedError(NakReason.BAD_MAC)
        self._check_session(frame)
        fields = self._fields(frame)
        if frame.type == MessageType.HELLO:
            return self._hello(fields)
        return frame.epoch, *self._request(MessageType(frame.type), fields, frame.payload)

    def _check_session(self, frame: Frame) -> None:
        if frame.type == MessageType.HELLO:
            if frame.epoch:
                raise _RefusedError(NakReason.BAD_EPOCH)
            if frame.seq:
                raise _RefusedError(NakReason.BAD_SEQ)
        elif self._nonce is None or frame.epoch != self._shoe.kept.epoch:
            raise _RefusedError(NakReason.BAD_EPOCH)
        elif frame.seq != self._seq + 1:
            raise _RefusedError(NakReason.BAD_SEQ)

    def _fields(self, frame: Frame) -> dict[str, Any]:
        known = {
            int(row.type) for row in MESSAGES.values() if row.reply and not row.minor and Family.SHOE in row.families
        }
        if frame.type not in known:
            raise _RefusedError(NakReason.BAD_TYPE)
        try:
            return payloads.decode(frame.type, frame.payload)
        except ProtocolError:
            raise _RefusedError(NakReason.BAD_LEN) from None

    def _hello(self, fields: dict[str, Any]) -> tuple[int, MessageType, bytes]:
        kept = self._shoe.kept
        if fields["nonce"] != self._nonce:
            self._nonce, self._seq, self._last = fields["nonce"], 0, None
            kept.epoch += 1
        identity = payloads.encode(
            MessageType.IDENTITY,
            nonce=fields["nonce"],
            minor=0,
            family=int(Family.SHOE),
            model=MODEL,
            serial=self._shoe.serial,
            fw=FIRMWARE,
            fw_sha256=FIRMWARE_SHA256,
            boots=kept.boots,
            acked=kept.acked,
            next=kept.next,
            ring=RING,
            caps=int((Cap.GATE if self._shoe.gate else Cap(0)) | Cap.CUT_CARD | Cap.IDENTITIES),
        )
        return kept.epoch, MessageType.IDENTITY, identity

    def _request(self, kind: MessageType, fields: dict[str, Any], payload: bytes) -> tuple[MessageType, bytes]:
        if kind is MessageType.POLL:
            return MessageType.EVENT, self._poll(fields["upto"])
        if kind is MessageType.STATUS:
            return MessageType.STATUS_IS, self._status()
        if fields["cmd"] == 0:
            raise _RefusedError(NakReason.BAD_VALUE)
        if kind is MessageType.QUERY:
            stored = self._shoe.kept.commands.get(fields["cmd"])
            return MessageType.CMD_IS, stored[1] if stored else _cmd_is(fields["cmd"], CommandStatus.UNKNOWN)
        return MessageType.CMD_IS, self._command(kind, fields, bytes([kind]) + payload)

    def _poll(self, upto: int) -> bytes:
        kept = self._shoe.kept
        if not kept.acked <= upto < kept.next:
            raise _RefusedError(NakReason.BAD_VALUE)
        self._shoe.acknowledge(upto)
        none = StoredEvent(no=0, t=self._shoe.now_ms, code=EventCode.NONE, data=b"")
        event = kept.events[0] if kept.events else none
        head = {"state": int(kept.state), "flags": int(self._shoe.flags), "fault": kept.fault}
        left = min(len(kept.events), 255)
        blank = payloads.encode(MessageType.EVENT, **head, left=left, no=event.no, t=event.t, code=EventCode.NONE)
        return blank[:-1] + bytes([event.code]) + event.data

    def _status(self) -> bytes:
        kept = self._shoe.kept
        head = {"state": int(kept.state), "flags": int(self._shoe.flags), "fault": kept.fault, "zero": 0}
        bad = sum(self._decoder.errors.values())
        return payloads.encode(
            MessageType.STATUS_IS, **head, bad_frames=bad, a=kept.last_draw, b=kept.draws_since_loaded, c=0
        )

    def _command(self, kind: MessageType, fields: dict[str, Any], request: bytes) -> bytes:
        """Effect, id and events are stored together: `_answer` stores once, before the reply leaves."""
        self._check_value(kind, fields)
        kept = self._shoe.kept
        stored = kept.commands.get(fields["cmd"])
        if stored is not None:
            if stored[0] != request:
                raise _RefusedError(NakReason.ID_REUSED)
            return stored[1]
        answer = _HANDLERS[kind](self, fields)
        kept.remember_command(fields["cmd"], request, answer)
        return answer

    def _check_value(self, kind: MessageType, fields: dict[str, Any]) -> None:
        bad = (kind is MessageType.CLEAR and fields["fault"] not in set(FaultCode)) or (
            kind is MessageType.REVEAL
            and (fields["why"] not in set(Why) or fields["draw"] not in self._shoe.kept.draws)
            and fields["cmd"] not in self._shoe.kept.commands
        )
        if bad:
            raise _RefusedError(NakReason.BAD_VALUE)

    def _enable(self, fields: dict[str, Any]) -> bytes:
        if self._shoe.kept.fault:
            raise _RefusedError(NakReason.FAULT)
        if self._shoe.memory_low:
            raise _RefusedError(NakReason.BAD_STATE)
        self._shoe.enable()
        self._order("unlock")
        return _cmd_is(fields["cmd"], CommandStatus.DONE)

    def _inhibit(self, fields: dict[str, Any]) -> bytes:
        self._shoe.inhibit(InhibitCause.COMMAND)
        self._order("lock")
        return _cmd_is(fields["cmd"], CommandStatus.DONE)

    def _clear(self, fields: dict[str, Any]) -> bytes:
        if fields["fault"] != self._shoe.kept.fault:
            raise _RefusedError(NakReason.BAD_STATE)
        if self._shoe.kept.cause_left:
            self._order("cancel-error")
            raise _RefusedError(NakReason.NOT_PERMITTED)
        self._shoe.clear()
        return _cmd_is(fields["cmd"], CommandStatus.DONE)

    def _pair(self, fields: dict[str, Any]) -> bytes:
        raise _RefusedError(NakReason.NOT_PERMITTED)

    def _reveal(self, fields: dict[str, Any]) -> bytes:
        """The only way out for a value, and it leaves an event behind."""
        draw = fields["draw"]
        sealed = self._shoe.kept.draws[draw]
        self._shoe.record(EventCode.REVEALED, draw=draw, why=fields["why"])
        return payloads.encode(
            MessageType.CMD_IS,
            cmd=fields["cmd"],
            status=int(CommandStatus.DONE),
            draw=draw,
            card=sealed.card,
            nonce=sealed.nonce,
        )


def _cmd_is(cmd: int, status: CommandStatus) -> bytes:
    return payloads.encode(MessageType.CMD_IS, cmd=cmd, status=int(status))


_HANDLERS: dict[MessageType, Callable[[TablelinkServer, dict[str, Any]], bytes]] = {
    MessageType.ENABLE: TablelinkServer._enable,
    MessageType.INHIBIT: TablelinkServer._inhibit,
    MessageType.CLEAR: TablelinkServer._clear,
    MessageType.PAIR: TablelinkServer._pair,
    MessageType.REVEAL: TablelinkServer._reveal,
}
