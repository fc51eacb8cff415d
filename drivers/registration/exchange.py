"""One question, one answer, with a person waiting: how the technician's commands talk to a device.

The table uses `HostLink`; this is for a port that nobody else holds, when only an identity or a pairing is wanted.
"""

from __future__ import annotations

import os
import time
from typing import Any

from drivers.errors import DeviceError, PortError, ProtocolError
from drivers.tablelink import payloads
from drivers.tablelink.constants import ANY_ADDRESS, HOST_ADDRESS, MINOR
from drivers.tablelink.frame import Frame, FrameDecoder, encode_frame
from drivers.tablelink.link_events import Identity
from drivers.tablelink.messages import MESSAGES, NAK_MEANINGS, MessageType, NakReason
from drivers.tablelink.session import identity_of
from drivers.transports.interface import Transport

_REPEATS = 3


class NoAnswerError(PortError):
    """Nobody answered at all."""


class RefusedByDeviceError(DeviceError):
    """A NAK; `reason` is its number's name."""

    def __init__(self, request: MessageType, reason: NakReason) -> None:
        super().__init__(f"{request.name} was refused with {reason.name}: {NAK_MEANINGS[reason]}")
        self.reason = reason


class Exchange:
    """A session over an open transport. Address 0 asks whoever is there and then stays with who answered."""

    def __init__(self, transport: Transport, *, address: int = ANY_ADDRESS, key: bytes | None = None) -> None:
        self.address = address
        self._transport = transport
        self._key = key
        self._decoder = FrameDecoder()
        self._seq = 0
        self._epoch = 0

    def hello(self) -> Identity:
        nonce = os.urandom(8)
        self._seq = self._epoch = 0
        frame, fields = self._ask(MessageType.HELLO, payloads.encode(MessageType.HELLO, minor=MINOR, nonce=nonce))
        if fields["nonce"] != nonce:
            raise DeviceError("the device answered another HELLO; is another host on this line?")
        self.address, self._epoch = frame.src, frame.epoch
        return identity_of(frame, fields)

    def request(self, type_code: MessageType, **fields: Any) -> dict[str, Any]:
        """The fields of the answer; a NAK is raised as RefusedByDeviceError."""
        self._seq += 1
        return self._ask(type_code, payloads.encode(type_code, **fields))[1]

    def _ask(self, type_code: MessageType, payload: bytes) -> tuple[Frame, dict[str, Any]]:
        wire = encode_frame(
            dst=self.address,
            src=HOST_ADDRESS,
            type_code=type_code,
            seq=self._seq,
            epoch=self._epoch,
            payload=payload,
            key=self._key,
        )
        for _ in range(1 + _REPEATS):
            self._transport.write(wire)
            answer = self._answer(type_code)
            if answer is not None:
                return answer
        raise NoAnswerError(f"{self._transport.name}: nobody answers; check power, cable, address and pairing")

    def _answer(self, request: MessageType) -> tuple[Frame, dict[str, Any]] | None:
        end = time.monotonic() + self._transport.reply_wait
        while (left := end - time.monotonic()) > 0:
            for frame in self._decoder.receive(self._transport.read(left)):
                if self._is_answer(frame, request):
                    return frame, self._opened(frame, request)
        return None

    def _is_answer(self, frame: Frame, request: MessageType) -> bool:
        if frame.dst != HOST_ADDRESS or self.address not in (ANY_ADDRESS, frame.src) or frame.seq != self._seq:
            return False
        if frame.type == MessageType.NAK:
            return True
        return frame.type == MESSAGES[request].reply and (self._key is None or frame.mac_fits(self._key))

    def _opened(self, frame: Frame, request: MessageType) -> dict[str, Any]:
        try:
            fields = payloads.decode(frame.type, frame.payload)
        except ProtocolError as damage:
            raise DeviceError(f"{self._transport.name} answers {request.name} outside its protocol: {damage}") from None
        if frame.type == MessageType.NAK:
            raise RefusedByDeviceError(request, NakReason(fields["code"]))
        return fields
