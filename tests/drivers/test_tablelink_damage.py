"""The decoder's promise (A1): damage is dropped and counted, no wrong frame is accepted, the next good one is read."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations

import pytest
from google_crc32c import value as crc32c
from hypothesis import given
from hypothesis import strategies as st

from drivers.errors import DriverBugError, ProtocolError
from drivers.tablelink import cobs, payloads
from drivers.tablelink.frame import ERROR_KINDS, FrameDecoder, decode_piece, encode_frame, septets
from tests.drivers.vectors import rows

WIRES = [bytes.fromhex(row["wire"]) for row in rows("tablelink", "frame")]
NEXT = bytes.fromhex("00061010010201020701010204010101010184bbc2f99300")
TWENTY = sorted(WIRES, key=len)[:: len(WIRES) // 20][:20]


def damage_of(decode: Callable[[], object]) -> str | None:
    """The class of a ProtocolError, or None; any other exception fails the test."""
    try:
        decode()
    except ProtocolError as damage:
        return damage.kind
    return None


def flipped(wire: bytes, bits: Iterable[int]) -> bytes:
    damaged = bytearray(wire)
    for bit in bits:
        damaged[bit // 8] ^= 1 << bit % 8
    return bytes(damaged)


def expect_only_the_next(wires: Iterator[bytes]) -> int:
    count = 0
    (good,) = FrameDecoder().receive(NEXT)
    for damaged in wires:
        frames = FrameDecoder().receive(damaged + NEXT)
        assert frames == [good], damaged.hex()
        count += 1
    return count


def two_bit_errors(wire: bytes) -> Iterator[bytes]:
    yield from (flipped(wire, pair) for pair in combinations(range(8 * len(wire)), 2))


def test_all_single_bit_errors_of_twenty_frames() -> None:
    assert len(TWENTY) == 20
    done = sum(expect_only_the_next(flipped(wire, [bit]) for bit in range(8 * len(wire))) for wire in TWENTY)
    assert done == sum(8 * len(wire) for wire in TWENTY)


def test_all_double_bit_errors_of_six_frames() -> None:
    for wire in TWENTY[:6]:
        assert expect_only_the_next(two_bit_errors(wire)) == 4 * len(wire) * (8 * len(wire) - 1)


@pytest.mark.proof
def test_all_double_bit_errors_of_twenty_frames() -> None:
    for wire in TWENTY:
        expect_only_the_next(two_bit_errors(wire))


@pytest.mark.parametrize("seed", range(4))
def test_a_million_random_bytes_hold_no_frame(seed: int) -> None:
    noise = random.Random(seed).randbytes(250_000)
    decoder = FrameDecoder()
    for start in range(0, len(noise), 4099):
        assert decoder.receive(noise[start : start + 4099]) == []
    assert sum(decoder.errors.values()) > 500
    assert len(decoder.receive(b"\0" + NEXT)) == 1


def test_every_class_of_damage_has_its_name() -> None:
    def sealed(body: bytes) -> bytes:
        encoded: bytes = cobs.encode(body)
        return encoded + septets(crc32c(encoded))

    body = bytes.fromhex("101001020100070000000400") + bytes(4)
    whole = sealed(body)
    samples = {
        "length": whole[:17],
        "septets": whole[:-1] + bytes([whole[-1] & 0x7F]),
        "crc": whole[:-5] + septets(crc32c(body)),
        "cobs": b"\x7e" + whole[1:-5] + septets(crc32c(b"\x7e" + whole[1:-5])),
        "version": sealed(b"\x20" + body[1:]),
        "flags": sealed(b"\x14" + body[1:]),
        "len-field": sealed(body + b"\0"),
    }
    assert set(samples) == set(ERROR_KINDS)
    for kind, piece in samples.items():
        with pytest.raises(ProtocolError) as told:
            decode_piece(piece)
        assert told.value.kind == kind
        decoder = FrameDecoder()
        assert len(decoder.receive(b"\0" + piece + b"\0" + NEXT)) == 1
        assert decoder.errors == {kind: 1}


def test_length_above_96_is_refused_even_when_it_fits() -> None:
    body = bytes.fromhex("10100102010007000000") + (97).to_bytes(2, "little") + bytes(97)
    encoded: bytes = cobs.encode(body)
    with pytest.raises(ProtocolError, match="len-field"):
        decode_piece(encoded + septets(crc32c(encoded)))
    with pytest.raises(DriverBugError, match="Split it"):
        encode_frame(dst=1, src=0x10, type_code=0x7F, seq=1, epoch=1, payload=bytes(97))


@pytest.mark.parametrize("length", [97, 104, 112])
def test_the_fast_path_refuses_what_the_careful_one_refuses(length: int) -> None:
    body = bytes.fromhex("10100102010007000000") + length.to_bytes(2, "little") + bytes(length)
    encoded: bytes = cobs.encode(body)
    decoder = FrameDecoder()
    assert decoder.receive(b"\0" + encoded + septets(crc32c(encoded)) + b"\0" + NEXT)[0].length <= 96
    assert decoder.errors == {"len-field": 1}


def test_endless_noise_without_delimiter_takes_no_memory_and_counts_once() -> None:
    decoder = FrameDecoder()
    for _ in range(1000):
        assert decoder.receive(b"\x55" * 1000) == []
    assert len(decoder._rest) < 200
    assert len(decoder.receive(NEXT)) == 1
    assert decoder.errors == {"length": 1}


@given(st.lists(st.one_of(st.binary(max_size=300), st.sampled_from(WIRES)), max_size=8), st.data())
def test_any_bytes_in_any_pieces_give_the_same_frames_and_counts(parts: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(parts)
    whole = FrameDecoder()
    expected = whole.receive(stream)
    cut = FrameDecoder()
    found = []
    position = 0
    while position < len(stream):
        step = data.draw(st.integers(1, 60))
        found += cut.receive(stream[position : position + step])
        position += step
    assert found == expected
    assert cut.errors == whole.errors
    assert set(whole.errors) <= set(ERROR_KINDS)


@given(st.binary(max_size=200))
def test_a_piece_is_a_frame_or_a_protocol_error(piece: bytes) -> None:
    assert damage_of(lambda: decode_piece(piece)) in {None, *ERROR_KINDS}


@given(st.integers(0, 255), st.binary(max_size=96))
def test_a_payload_is_fields_or_a_protocol_error(type_code: int, payload: bytes) -> None:
    assert damage_of(lambda: payloads.decode(type_code, payload)) in {None, "payload"}


@given(st.sampled_from(rows("tablelink", "frame")), st.data())
def test_golden_payload_with_changed_bytes_is_fields_or_a_protocol_error(
    row: dict[str, str], data: st.DataObject
) -> None:
    payload = bytearray.fromhex(row["payload"])
    for _ in range(data.draw(st.integers(0, 3)) if payload else 0):
        payload[data.draw(st.integers(0, len(payload) - 1))] = data.draw(st.integers(0, 255))
    assert damage_of(lambda: payloads.decode(int(row["code"]), bytes(payload))) in {None, "payload"}


@given(st.integers(0, 255), st.integers(0, 65535), st.integers(0, 2**32 - 1), st.binary(max_size=96), st.booleans())
def test_what_is_encoded_is_decoded(type_code: int, seq: int, epoch: int, payload: bytes, mac: bool) -> None:
    key = bytes(range(32)) if mac else None
    wire = encode_frame(dst=0x30, src=1, type_code=type_code, seq=seq, epoch=epoch, payload=payload, key=key)
    assert wire.count(0) == 2
    (frame,) = FrameDecoder().receive(wire)
    assert (frame.type, frame.seq, frame.epoch, frame.payload) == (type_code, seq, epoch, payload)
    assert frame.mac_fits(key or bytes(32)) == mac
