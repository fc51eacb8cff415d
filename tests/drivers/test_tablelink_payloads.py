"""Payloads outside A4 and A6 are refused by name; a reader's word that does not exist is not believed."""

from __future__ import annotations

import pytest

from drivers.errors import ProtocolError
from drivers.events import DeviceDistrusted, HoleCardChecked
from drivers.tablelink import payloads
from drivers.tablelink.constants import card_name, is_card_byte
from drivers.tablelink.event_rows import EVENT_WORDS, EventCode
from drivers.tablelink.frame import FrameDecoder, encode_frame
from drivers.tablelink.messages import MessageType
from tests.drivers.bench_table import KEY, Journal
from tests.drivers.device_line import driver_for

HEAD = "31 11 00 01 05000000 c4090000"


def event(code: int, data: str = "", head: str = HEAD) -> bytes:
    return bytes.fromhex(head) + bytes([code]) + bytes.fromhex(data)


BAD = {
    "unknown type": (0x55, b""),
    "reserved type": (0x7F, b""),
    "hello too long": (0x01, bytes(10)),
    "event too short": (0x82, bytes(12)),
    "unknown event": (0x82, event(0x99)),
    "number without event": (0x82, event(0x00)),
    "event without number": (0x82, event(0x02, head="31 11 00 01 00000000 c4090000")),
    "unknown state": (0x82, event(0x02, head="77 11 00 01 05000000 c4090000")),
    "unknown flags": (0x82, event(0x02, head="31 91 00 01 05000000 c4090000")),
    "unknown latched fault": (0x82, event(0x02, head="31 11 63 01 05000000 c4090000")),
    "shuffle done cut": (0x82, event(0x11, "2a000000 3801")),
    "nine differences": (0x82, event(0x11, "2a000000 3801 02 09" + "2101" * 9)),
    "differences missing": (0x82, event(0x11, "2a000000 3801 02 02 2701")),
    "differences not sorted": (0x82, event(0x11, "2a000000 3801 02 02 4dff 2701")),
    "difference of no card": (0x82, event(0x11, "2a000000 3801 02 01 5f01")),
    "verdict 3": (0x82, event(0x11, "2a000000 3801 03 00")),
    "status 4": (0x84, bytes(8) + b"\x04"),
    "card beside RUNNING": (0x84, bytes(8) + b"\x01" + bytes(4) + b"\x4d" + bytes(16)),
    "revealed no card": (0x84, bytes(8) + b"\x02" + bytes(4) + b"\x5f" + bytes(16)),
    "unknown NAK": (0xFF, bytes([13, 2, 0x31, 0])),
    "status of no state": (0x83, bytes(20)),
}


@pytest.mark.parametrize(("kind", "payload"), BAD.values(), ids=BAD)
def test_refused(kind: int, payload: bytes) -> None:
    with pytest.raises(ProtocolError) as told:
        payloads.decode(kind, payload)
    assert told.value.kind == "payload"


def test_text_is_printable_and_filled_up_behind_only() -> None:
    good = bytearray(bytes(10) + b"MODEL\0\0\0" + b"S1-7".ljust(12, b"\0") + bytes(4 + 32) + bytes(12) + bytes(4))
    good[9], good[-8] = 3, 1
    assert payloads.decode(0x81, bytes(good))["serial"] == "S1-7"
    for serial in (b"S1-7\0X", b"S1\x07", b"\xc3S1"):
        bad = bytes(good[:18]) + serial.ljust(12, b"\0") + bytes(good[30:])
        with pytest.raises(ProtocolError, match="printable"):
            payloads.decode(0x81, bad)


@pytest.mark.parametrize(("code", "name"), EVENT_WORDS, ids=lambda value: getattr(value, "name", value))
def test_every_word_of_an_event_is_checked(code: EventCode, name: str) -> None:
    fields = {"cause": 1, "test": 0, "boots": 1, "of": 1, "at": 0x31, "cards": 0, "open": 1, "batch": 1, "count": 1}
    fields |= {"verdict": 0, "good": 1, "draw": 1, "card_flags": 0, "why": 1}
    head = {"state": 0x31, "flags": 0, "fault": 0, "left": 1, "no": 1, "t": 0, "code": int(code)}
    rest = {"commit": bytes(32), "differences": ()}
    good = payloads.encode(MessageType.EVENT, **head, **fields, **rest)
    assert payloads.decode(0x82, good)[name] == fields[name]
    bad = payloads.encode(MessageType.EVENT, **head, **(fields | {name: 0xEE}), **rest)
    with pytest.raises(ProtocolError, match=name):
        payloads.decode(0x82, bad)


def test_card_bytes() -> None:
    cards = [value for value in range(256) if is_card_byte(value)]
    assert len(cards) == 53
    assert len({card_name(card) for card in cards}) == 53
    assert [value for value in range(256) if is_card_byte(value, suitless=True) and value < 16] == list(range(1, 14))


def test_a_result_that_does_not_exist_is_a_reader_fault() -> None:
    reader = driver_for("reader", Journal())
    reader.line_opened(0.0)

    def answer(kind: MessageType, payload: bytes, epoch: int) -> None:
        reader.step(1.0)
        (asked,) = FrameDecoder().receive(reader.bytes_to_send())
        told = payload.replace(b"NONCE...", asked.payload[1:9])
        wire = encode_frame(dst=1, src=0x40, type_code=kind, seq=asked.seq, epoch=epoch, payload=told, key=KEY)
        reader.receive(wire, 1.0)

    identity = {"minor": 0, "family": 4, "model": "M", "serial": "R1", "fw": "1.0.0.0", "fw_sha256": bytes(32)}
    numbers = {"boots": 1, "acked": 0, "next": 2, "ring": 512, "caps": 0}
    answer(MessageType.IDENTITY, payloads.encode(MessageType.IDENTITY, nonce=b"NONCE...", **identity, **numbers), 5)
    head = {"state": 0x43, "flags": 16, "fault": 0, "left": 1, "no": 1, "t": 9, "code": 0x41}
    answer(MessageType.EVENT, payloads.encode(MessageType.EVENT, **head, round=7, result=0xA5C2), 5)
    checked, distrusted = reader.events()
    assert isinstance(checked, HoleCardChecked)
    assert checked.result is None
    assert isinstance(distrusted, DeviceDistrusted)
    assert distrusted.kind == "reader-fault"
