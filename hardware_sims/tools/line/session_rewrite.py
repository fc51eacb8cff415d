"""Playing a tablelink capture into another session: same meaning, new SEQ, EPOCH, CRC and MAC (`replay --loose`).

What the other side picks for itself is taken over too: the nonce of its HELLO and the ids of its commands.
"""

from dataclasses import dataclass, field
from typing import Any

from hardware_sims.wire.constants import MESSAGES
from hardware_sims.wire.payloads import PayloadError, pack, unpack
from hardware_sims.wire.tablelink import Frame, Receiver, encode

_HELLO = MESSAGES["HELLO"]
_OWN_CHOICE = ("nonce", "cmd")
_NOT_COMPARED = {
    "IDENTITY": ("nonce", "boots", "acked", "next"),
    "EVENT": ("t", "no", "left"),
    "CMD_IS": ("cmd", "nonce"),
    "STATUS_IS": ("bad_frames",),
}


def frame_in(data: bytes) -> Frame | None:
    frames = Receiver().feed(b"\0" + data + b"\0")
    return frames[0] if frames else None


def _fields(frame: Frame) -> dict[str, Any] | None:
    try:
        return unpack(frame.type, frame.payload)
    except PayloadError:
        return None


def same_request(recorded: Frame, heard: Frame) -> bool:
    """Type and payload agree, apart from what the host picks by dice."""
    if recorded.type != heard.type:
        return False
    one, other = _fields(recorded), _fields(heard)
    if one is None or other is None:
        return recorded.payload == heard.payload
    return all(one[name] == other[name] for name in one if name not in _OWN_CHOICE)


def same_reply(recorded: Frame, heard: Frame) -> bool:
    """Type and payload agree, apart from times, running numbers and what this side picked."""
    if recorded.type != heard.type:
        return False
    one, other = _fields(recorded), _fields(heard)
    if one is None or other is None:
        return recorded.payload == heard.payload
    free = _NOT_COMPARED.get(recorded.name, ())
    return one.keys() == other.keys() and all(one[name] == other[name] for name in one if name not in free)


def answer_for(request: Frame, recorded: Frame, key: bytes | None) -> bytes:
    """The recorded reply as an answer to the request just heard."""
    payload = recorded.payload
    fields, asked = _fields(recorded), _fields(request)
    if fields is not None and asked is not None:
        if recorded.type == MESSAGES["IDENTITY"]:
            payload = pack("IDENTITY", **{**fields, "nonce": asked.get("nonce", fields["nonce"])})
        elif recorded.type == MESSAGES["CMD_IS"] and "cmd" in asked:
            payload = pack("CMD_IS", **{**fields, "cmd": asked["cmd"]})
    epoch = recorded.epoch if request.type == _HELLO else request.epoch
    return encode(recorded._replace(dst=request.src, seq=request.seq, epoch=epoch, payload=payload, mac=None), key)


@dataclass(slots=True)
class NewSession:
    """The host's side of a session that is being lived again: counts SEQ, learns EPOCH from IDENTITY."""

    key: bytes | None
    seq: int = 0
    epoch: int = 0
    last: tuple[Frame, bytes] | None = field(default=None)

    def request(self, recorded: Frame) -> bytes:
        if self.last is not None and self.last[0] == recorded:
            return self.last[1]
        if recorded.type == _HELLO:
            wire = encode(recorded._replace(mac=None), self.key)
        else:
            self.seq += 1
            wire = encode(recorded._replace(seq=self.seq, epoch=self.epoch, mac=None), self.key)
        self.last = (recorded, wire)
        return wire

    def heard(self, reply: Frame) -> None:
        if reply.type == MESSAGES["IDENTITY"] and reply.epoch != self.epoch:
            self.seq, self.epoch = 0, reply.epoch
