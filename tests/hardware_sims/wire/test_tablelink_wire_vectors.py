"""The simulators' own tablelink codec against the golden frames (A1, A3, A4, A6, A7)."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from hardware_sims.wire.constants import card_text
from hardware_sims.wire.tablelink import (
    MESSAGES,
    Frame,
    PayloadError,
    Receiver,
    commit,
    crc32c,
    encode,
    mac_ok,
    pack,
    septets,
    stuff,
    unpack,
    unstuff,
    value_of_septets,
)

VECTORS: dict[str, Any] = tomllib.loads((Path(__file__).parents[2] / "vectors" / "tablelink.toml").read_text())
MINOR_1: dict[str, Any] = tomllib.loads((Path(__file__).parents[2] / "vectors" / "tablelink-minor1.toml").read_text())
FRAMES = VECTORS["frame"] + MINOR_1["frame"]
by_name = pytest.mark.parametrize("vector", FRAMES, ids=[vector["name"] for vector in FRAMES])


def frame_of(vector: dict[str, Any]) -> Frame:
    return Frame(
        dst=vector["dst"],
        src=vector["src"],
        type=vector["code"],
        seq=vector["seq"],
        epoch=vector["epoch"],
        payload=bytes.fromhex(vector["payload"]),
    )


def key_of(vector: dict[str, Any]) -> bytes | None:
    return bytes.fromhex(vector["key"]) if "key" in vector else None


def as_written(fields: dict[str, Any]) -> dict[str, Any]:
    """Decoded fields in the notation of the vector file."""

    def text(name: str, value: Any) -> Any:
        if isinstance(value, bytes):
            return value.hex()
        if name == "differences":
            return [f"{card_text(card)} {difference:+d}" for card, difference in value]
        return str(value) if isinstance(value, int) and value >= 2**63 else value

    return {name: text(name, value) for name, value in fields.items()}


@pytest.mark.parametrize("vector", VECTORS["crc32c"])
def test_a1_checksum_and_septets(vector: dict[str, str]) -> None:
    value = crc32c(bytes.fromhex(vector["data"]))
    assert f"{value:08x}" == vector["value"]
    assert septets(value).hex() == vector["septets"]
    assert value_of_septets(bytes.fromhex(vector["septets"])) == value


@pytest.mark.parametrize("vector", VECTORS["cobs"])
def test_a1_stuffing(vector: dict[str, str]) -> None:
    assert stuff(bytes.fromhex(vector["raw"])).hex() == vector["encoded"]
    body = unstuff(bytes.fromhex(vector["encoded"]))
    assert body is not None
    assert body.hex() == vector["raw"]


@pytest.mark.parametrize("vector", VECTORS["commitment"])
def test_a7_commitment(vector: dict[str, Any]) -> None:
    made = commit(vector["serial"], vector["draw"], bytes.fromhex(vector["nonce"]), vector["card"])
    assert made.hex() == vector["commit"]


@by_name
def test_a1_frame_encodes(vector: dict[str, Any]) -> None:
    assert encode(frame_of(vector), key_of(vector)).hex() == vector["wire"]


@by_name
def test_a1_frame_decodes_whole_byte_by_byte_and_with_bytes_around(vector: dict[str, Any]) -> None:
    wire = bytes.fromhex(vector["wire"])
    slowly = Receiver()
    readings = [
        Receiver().feed(wire),
        [frame for byte in wire for frame in slowly.feed(bytes([byte]))],
        Receiver().feed(b"\0\0junk" + wire + b"\x11\x22"),
    ]
    key = key_of(vector)
    for frames in readings:
        assert len(frames) == 1
        assert encode(frames[0]) == wire
        assert (frames[0].mac is not None) == (key is not None)
        assert key is None or mac_ok(frames[0], key)


@by_name
def test_a4_a6_payload_fields(vector: dict[str, Any]) -> None:
    payload = bytes.fromhex(vector["payload"])
    fields = unpack(vector["code"], payload)
    if vector["type"] == "RESERVED":
        assert fields == ({"data": payload} if payload else {})
    else:
        assert as_written(fields) == vector["fields"]
    assert pack(vector["type"], **fields) == payload
    assert MESSAGES[vector["type"]] == vector["code"]


def test_a4_lengths_are_exact() -> None:
    for vector in FRAMES:
        if vector["type"] == "RESERVED":
            continue
        payload = bytes.fromhex(vector["payload"])
        with pytest.raises(PayloadError):
            unpack(vector["code"], payload + b"\0")
        if payload:
            with pytest.raises(PayloadError):
                unpack(vector["code"], payload[:-1])


def test_a1_frames_may_share_one_delimiter() -> None:
    hello, status = (bytes.fromhex(FRAMES[i]["wire"]) for i in (0, 7))
    frames = Receiver().feed(hello + status[1:])
    assert [frame.name for frame in frames] == ["HELLO", "STATUS"]
