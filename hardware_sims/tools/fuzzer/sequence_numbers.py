"""Requests that follow each other again after some were taken out from between them."""

from dataclasses import replace

from hardware_sims.tools.fuzzer.mutations import Mutation
from hardware_sims.wire.constants import MESSAGES
from hardware_sims.wire.tablelink import Frame, Receiver, encode, mac_ok

_HELLO = MESSAGES["HELLO"]


class Renumbering:
    """Gives the good frames of a shortened run the SEQ and EPOCH they would have had without the missing ones.

    EPOCH begins at `first_epoch` with the first new HELLO. A frame whose SEQ was one above the highest so far gets the
    next one; a frame that was out of order stays as far out of order.
    """

    def __init__(self, key: bytes | None, first_epoch: int) -> None:
        self._key, self._first_epoch = key, first_epoch

    def __call__(self, strokes: list[Mutation]) -> list[Mutation]:
        self._epoch, self._nonce = self._first_epoch - 1, b""
        self._old_highest = self._new_highest = 0
        return [replace(stroke, data=self._closed(stroke.data)) for stroke in strokes]

    def _closed(self, data: bytes) -> bytes:
        frames = Receiver().feed(data)
        if len(frames) != 1 or encode(frames[0]) != data or (self._key and not mac_ok(frames[0], self._key)):
            return data
        return self._renumbered(frames[0])

    def _renumbered(self, frame: Frame) -> bytes:
        if frame.type == _HELLO:
            if frame.payload[1:9] != self._nonce and not frame.seq and not frame.epoch and len(frame.payload) == 9:
                self._nonce = frame.payload[1:9]
                self._epoch += 1
                self._old_highest = self._new_highest = 0
            return encode(frame._replace(mac=None), self._key)
        step = 1 if frame.seq > self._old_highest else frame.seq - self._old_highest
        self._old_highest = max(self._old_highest, frame.seq)
        seq = max(self._new_highest + step, 0)
        self._new_highest = max(self._new_highest, seq)
        return encode(frame._replace(seq=seq, epoch=max(self._epoch, 0), mac=None), self._key)
