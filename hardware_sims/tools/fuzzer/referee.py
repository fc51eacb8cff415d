"""Judges every answer of a tablelink device from the bytes alone, by the order of checks of A2.

Up to LEN the document leaves one possible answer, so it is predicted exactly; beyond, the answer must be of the right
kind. The referee keeps its own account of the session and asks nobody else.
"""

from collections.abc import Sequence

from hardware_sims.wire.constants import ANYONE, FLAGS, HOST, MESSAGE_NAMES, MESSAGES, REQUESTS_FOR, STATES
from hardware_sims.wire.payloads import REQUEST_SIZES, PayloadError, unpack
from hardware_sims.wire.tablelink import Frame, Receiver, mac_ok

_HELLO = MESSAGES["HELLO"]
_KEPT = ("BAD_MAC", "BAD_EPOCH", "BAD_SEQ")
_BEYOND_LEN = ("BAD_VALUE", "ID_REUSED", "NOT_PAIRED", "FAULT", "INHIBITED", "BAD_STATE", "NOT_PERMITTED")
_ALL_FLAGS = sum(FLAGS.values())
_REPLY_TO = {"POLL": "EVENT", "STATUS": "STATUS_IS"}


class TablelinkReferee:
    def __init__(self, *, family: str, address: int, key: bytes | None) -> None:
        self.family, self.address, self.key = family, address, key
        self.in_session = False
        self.nonce = b""
        self.epoch = self.last_seq = self.last_event = 0
        self.last_request: Frame | None = None
        self._last_reply: Frame | None = None
        self._line_in, self._line_out = Receiver(), Receiver()

    def judge(self, sent: bytes, heard: bytes) -> str | None:
        """What is wrong with this answer to these bytes; None when nothing is."""
        requests = [frame for frame in self._line_in.feed(sent) if self._is_for_device(frame)]
        replies = self._line_out.feed(heard)
        if self._line_out.bad_frames or self._line_out.pending:
            self._line_out = Receiver()
            return f"the device sent a damaged frame: {heard.hex()}"
        if len(replies) != len(requests):
            return f"{len(requests)} requests ({_names(requests)}) got {len(replies)} replies ({_names(replies)})"
        for request, reply in zip(requests, replies, strict=True):
            problem = self._link(request, reply) or self._content(request, reply)
            if problem is not None:
                return f"{request.name}: {problem}"
        return None

    def _is_for_device(self, frame: Frame) -> bool:
        to_us = frame.dst == self.address or (frame.dst == ANYONE and frame.type == _HELLO)
        return to_us and frame.src == HOST

    def _link(self, request: Frame, reply: Frame) -> str | None:
        if (reply.src, reply.dst) != (self.address, HOST):
            return f"reply from 0x{reply.src:02x} to 0x{reply.dst:02x}"
        if reply.seq != request.seq:
            return f"reply with SEQ {reply.seq}, not {request.seq}"
        if request.type != _HELLO and reply.epoch != request.epoch:
            return f"reply with EPOCH {reply.epoch}, not {request.epoch}"
        if (not mac_ok(reply, self.key)) if self.key is not None else (reply.mac is not None):
            return "reply with a wrong, missing or unexpected MAC"
        return None

    def _content(self, request: Frame, reply: Frame) -> str | None:
        try:
            fields = unpack(reply.type, reply.payload)
        except PayloadError as unreadable:
            return str(unreadable)
        if fields.get("flags", 0) & ~_ALL_FLAGS:
            return f"{reply.name} with unknown flags 0x{fields['flags']:02x}"
        if "state" in fields and fields["state"] not in STATES[self.family].values():
            return f"{reply.name} with state 0x{fields['state']:02x}"
        answer = str(fields["reason"]) if reply.name == "NAK" else reply.name
        if reply.name == "NAK" and fields["of"] != request.type:
            return f"NAK {answer} names request 0x{fields['of']:02x}"
        if self.in_session and request == self.last_request and self._link_refusal(request) is None:
            return None if reply == self._last_reply else f"a repeated request got another reply, {answer}"
        problem = self._expected(request, reply, fields, answer)
        if problem is None and answer not in _KEPT:
            self._advance(request, reply)
        return problem

    def _expected(self, request: Frame, reply: Frame, fields: dict[str, object], answer: str) -> str | None:
        refusal = self._link_refusal(request) or self._form_refusal(request)
        if refusal is not None:
            return None if answer == refusal else f"answered {answer}, not NAK {refusal}"
        if request.type == _HELLO:
            return self._identity(request, reply, fields, answer)
        name = MESSAGE_NAMES[request.type]
        expected = _REPLY_TO.get(name, "CMD_IS")
        if answer != expected and (answer not in _BEYOND_LEN or name == "STATUS"):
            return f"answered {answer}"
        if answer == "EVENT" and fields["no"]:
            upto = int.from_bytes(request.payload, "little")
            self.last_event = int(str(fields["no"]))
            if fields["no"] != upto + 1:
                return f"event {fields['no']} came for POLL({upto})"
        if answer == "CMD_IS" and reply.payload[:8] != request.payload[:8]:
            return "CMD_IS names another command"
        return None

    def _link_refusal(self, request: Frame) -> str | None:
        """MAC → EPOCH → SEQ; a HELLO must have both numbers 0."""
        if (not mac_ok(request, self.key)) if self.key is not None else (request.mac is not None):
            return "BAD_MAC"
        if request.type == _HELLO:
            return "BAD_EPOCH" if request.epoch else "BAD_SEQ" if request.seq else None
        if not self.in_session or request.epoch != self.epoch:
            return "BAD_EPOCH"
        is_repeat = request == self.last_request
        return None if is_repeat or request.seq == self.last_seq + 1 else "BAD_SEQ"

    def _form_refusal(self, request: Frame) -> str | None:
        """TYPE → LEN."""
        if self.family not in REQUESTS_FOR.get(MESSAGE_NAMES.get(request.type, ""), ""):
            return "BAD_TYPE"
        return None if len(request.payload) == REQUEST_SIZES[request.type] else "BAD_LEN"

    def _identity(self, request: Frame, reply: Frame, fields: dict[str, object], answer: str) -> str | None:
        if answer != "IDENTITY":
            return f"answered {answer}"
        nonce = request.payload[1:9]
        if fields["nonce"] != nonce:
            return "IDENTITY does not repeat the nonce"
        same = self.in_session and nonce == self.nonce
        if same != (reply.epoch == self.epoch) or (not same and reply.epoch <= self.epoch):
            return f"EPOCH {reply.epoch} after {self.epoch} for {'the same' if same else 'another'} nonce"
        return None

    def _advance(self, request: Frame, reply: Frame) -> None:
        if request.type != _HELLO:
            self.last_seq, self.last_request, self._last_reply = request.seq, request, reply
        elif reply.type == MESSAGES["IDENTITY"] and reply.epoch != self.epoch:
            self.in_session, self.nonce, self.epoch = True, request.payload[1:9], reply.epoch
            self.last_seq, self.last_request, self._last_reply = 0, None, None


def _names(frames: Sequence[Frame]) -> str:
    return " ".join(frame.name for frame in frames) or "none"
