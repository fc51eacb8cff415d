"""What a tablelink receiver drops, how it counts, and that the next whole frame is received (A1)."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware_sims.wire.tablelink import DROP_CLASSES, Frame, Receiver, crc32c, encode, mac_ok, septets, stuff

GOOD = Frame(dst=0x30, src=0x01, type=0x02, seq=9, epoch=3, payload=bytes(4))


def wire_of(body: bytes, check: bytes | None = None) -> bytes:
    encoded = stuff(body)
    return b"\0" + encoded + (septets(crc32c(encoded)) if check is None else check) + b"\0"


def body(flags: int = 0x10, length: int = 4, payload: bytes = bytes(4)) -> bytes:
    return struct.pack("<BBBBHIH", flags, 0x30, 0x01, 0x02, 9, 3, length) + payload


_ENCODED = stuff(body())
_CHECK = septets(crc32c(_ENCODED))
DAMAGED = {
    "length": [b"\0" + b"\x02" * 17 + b"\0", b"\0" + b"\x02" * 131 + b"\0", b"\0" + b"\x05" * 5000 + b"\0"],
    "septets": [
        wire_of(body(), bytes([_CHECK[0] & 0x7F]) + _CHECK[1:]),
        wire_of(body(), _CHECK[:4] + bytes([_CHECK[4] & 0x7F | 1])),
        wire_of(body(), b"\x90" + _CHECK[1:]),
    ],
    "crc": [wire_of(body(), septets(crc32c(body()))), wire_of(body(), septets(crc32c(_ENCODED) ^ 1))],
    "cobs": [b"\0" + b"\x7d" * 16 + septets(crc32c(b"\x7d" * 16)) + b"\0"],
    "version": [wire_of(body(flags=0x20)), wire_of(body(flags=0x00))],
    "flags": [wire_of(body(flags=0x12)), wire_of(body(flags=0x14)), wire_of(body(flags=0x18))],
    "len": [
        wire_of(body(length=5)),
        wire_of(body(length=3)),
        wire_of(body(length=97, payload=bytes(97))),
        wire_of(body(flags=0x11)),
    ],
}


@pytest.mark.parametrize("kind", DROP_CLASSES)
def test_a1_damage_is_counted_by_class_and_the_next_frame_received(kind: str) -> None:
    for wire in DAMAGED[kind]:
        receiver = Receiver()
        assert receiver.feed(wire + encode(GOOD)) == [GOOD]
        assert receiver.dropped == {name: int(name == kind) for name in DROP_CLASSES}


def test_a1_delimiters_alone_are_not_damage() -> None:
    receiver = Receiver()
    assert receiver.feed(bytes(50)) == []
    assert receiver.bad_frames == 0


def test_a1_endless_noise_does_not_grow() -> None:
    receiver = Receiver()
    for _ in range(100):
        receiver.feed(b"\xaa" * 10_000)
    assert receiver.pending <= 131
    assert receiver.feed(encode(GOOD)) == [GOOD]


def test_a1_every_single_bit_flip_is_noticed() -> None:
    wire = encode(GOOD)
    for position in range(1, len(wire) - 1):
        for bit in range(8):
            broken = bytearray(wire)
            broken[position] ^= 1 << bit
            receiver = Receiver()
            assert GOOD not in receiver.feed(bytes(broken))
            assert receiver.feed(encode(GOOD)) == [GOOD]


def test_a3_mac_covers_header_and_payload() -> None:
    key = bytes(range(32))
    (signed,) = Receiver().feed(encode(GOOD, key))
    assert mac_ok(signed, key)
    assert not mac_ok(signed, bytes(32))
    assert not mac_ok(GOOD, key)
    for other in ({"dst": 0x31}, {"seq": 10}, {"epoch": 4}, {"type": 3}, {"payload": b"\1\0\0\0"}):
        assert not mac_ok(signed._replace(**other), key)


@given(st.lists(st.binary(max_size=200), max_size=8))
def test_a1_whatever_arrives_the_next_frame_is_received(pieces: list[bytes]) -> None:
    receiver = Receiver()
    for piece in pieces:
        receiver.feed(piece)
    assert GOOD in receiver.feed(encode(GOOD))


@given(
    st.builds(
        Frame,
        dst=st.integers(0, 255),
        src=st.integers(0, 255),
        type=st.integers(0, 255),
        seq=st.integers(0, 65535),
        epoch=st.integers(0, 2**32 - 1),
        payload=st.binary(max_size=96),
        mac=st.none() | st.binary(min_size=16, max_size=16),
    ),
    st.integers(0, 140),
)
def test_a1_any_frame_survives_any_split(frame: Frame, cut: int) -> None:
    wire = encode(frame)
    assert 20 <= len(wire) <= 132
    receiver = Receiver()
    assert receiver.feed(wire[:cut]) + receiver.feed(wire[cut:]) == [frame]
