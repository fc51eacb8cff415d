"""D1 for tablelink: every golden frame in both directions, fed whole, byte by byte, and with bytes around it."""

from __future__ import annotations

from typing import Any

import pytest
from google_crc32c import value as crc32c

from drivers.errors import DeviceError
from drivers.tablelink import cobs, minor1, payloads
from drivers.tablelink.constants import card_name
from drivers.tablelink.event_rows import EventCode, ReaderResult
from drivers.tablelink.frame import Frame, FrameDecoder, decode_piece, encode_frame, septets
from drivers.tablelink.messages import MessageType
from tests.drivers.vectors import rows

FRAMES = rows("tablelink", "frame") + rows("tablelink-minor1", "frame")
by_name = pytest.mark.parametrize("row", FRAMES, ids=lambda row: row["name"])


def wire_of(row: dict[str, Any]) -> bytes:
    return bytes.fromhex(row["wire"])


def expect(frame: Frame, row: dict[str, Any]) -> None:
    assert (frame.dst, frame.src, frame.type) == (row["dst"], row["src"], row["code"])
    assert (frame.seq, frame.epoch, frame.payload.hex()) == (row["seq"], row["epoch"], row["payload"])
    assert frame.has_mac == ("key" in row)


@by_name
def test_whole(row: dict[str, Any]) -> None:
    decoder = FrameDecoder()
    (frame,) = decoder.receive(wire_of(row))
    expect(frame, row)
    expect(decode_piece(wire_of(row).strip(b"\0")), row)
    assert not decoder.errors


@by_name
def test_byte_by_byte_the_frame_comes_with_its_last_byte(row: dict[str, Any]) -> None:
    decoder = FrameDecoder()
    *before, last = [bytes([byte]) for byte in wire_of(row)]
    assert [decoder.receive(byte) for byte in before] == [[] for _ in before]
    (frame,) = decoder.receive(last)
    expect(frame, row)


@by_name
def test_with_trailing_bytes_and_shared_delimiters(row: dict[str, Any]) -> None:
    decoder = FrameDecoder()
    wire = wire_of(row)
    frames = decoder.receive(wire + wire[1:] + b"\0\0" + wire + b"\x05\x11")
    assert len(frames) == 3
    for frame in frames:
        expect(frame, row)
    (again,) = decoder.receive(b"\0" + wire)
    expect(again, row)
    assert decoder.errors == {"length": 1}


@by_name
def test_encoding_gives_the_golden_bytes(row: dict[str, Any]) -> None:
    key = bytes.fromhex(row["key"]) if "key" in row else None
    wire = encode_frame(
        dst=row["dst"],
        src=row["src"],
        type_code=row["code"],
        seq=row["seq"],
        epoch=row["epoch"],
        payload=bytes.fromhex(row["payload"]),
        key=key,
    )
    assert wire.hex() == row["wire"]


@pytest.mark.parametrize("row", [row for row in FRAMES if "key" in row], ids=lambda row: row["name"])
def test_mac_fits_its_key_and_no_other(row: dict[str, Any]) -> None:
    frame = decode_piece(wire_of(row).strip(b"\0"))
    key = bytes.fromhex(row["key"])
    assert frame.mac_fits(key)
    assert not frame.mac_fits(bytes([key[0] ^ 1]) + key[1:])
    assert not frame._replace(seq=frame.seq ^ 1).mac_fits(key)


def told(fields: dict[str, Any]) -> dict[str, Any]:
    """Decoded fields in the spelling of the golden file."""
    shown: dict[str, Any] = {name: value.hex() if isinstance(value, bytes) else value for name, value in fields.items()}
    if "differences" in shown:
        shown["differences"] = [f"{card_name(card)} {count:+d}" for card, count in shown["differences"]]
    if shown.get("event") == "RESULT":
        shown["result"] = ReaderResult(shown["result"]).name
    shown.pop("zero", None)
    return shown


def numbers(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: int(value) if name == "cmd" else value for name, value in fields.items()}


@pytest.mark.parametrize("row", [row for row in FRAMES if row["type"] != "RESERVED"], ids=lambda row: row["name"])
def test_payload_fields_both_ways(row: dict[str, Any]) -> None:
    payload = bytes.fromhex(row["payload"])
    fields = payloads.decode(row["code"], payload)
    assert told(fields) == numbers(row["fields"])
    assert payloads.encode(MessageType(row["code"]), **fields) == payload


@pytest.mark.parametrize("row", rows("tablelink", "crc32c"), ids=lambda row: row["value"])
def test_crc_and_its_septets(row: dict[str, Any]) -> None:
    crc = crc32c(bytes.fromhex(row["data"]))
    assert f"{crc:08x}" == row["value"]
    assert septets(crc).hex() == row["septets"]


@pytest.mark.parametrize("row", rows("tablelink", "cobs"), ids=lambda row: str(len(row["raw"]) // 2))
def test_cobs_both_ways(row: dict[str, Any]) -> None:
    assert cobs.encode(bytes.fromhex(row["raw"])).hex() == row["encoded"]
    assert cobs.decode(bytes.fromhex(row["encoded"])).hex() == row["raw"]


@pytest.mark.parametrize("row", rows("tablelink", "commitment"), ids=lambda row: f"draw-{row['draw']}")
def test_commitment(row: dict[str, Any]) -> None:
    made = payloads.commitment(
        serial=row["serial"], draw=row["draw"], nonce=bytes.fromhex(row["nonce"]), card=row["card"]
    )
    assert made.hex() == row["commit"]


@pytest.mark.parametrize("row", rows("tablelink-minor1", "session_key"), ids=lambda row: f"epoch-{row['epoch']}")
def test_the_key_of_a_session(row: dict[str, Any]) -> None:
    key, host, device = (bytes.fromhex(row[name]) for name in ("key", "host_nonce", "device_nonce"))
    made = minor1.session_key(key, host_nonce=host, device_nonce=device, epoch=row["epoch"])
    assert made.hex() == row["session_key"]


@pytest.mark.parametrize("row", rows("tablelink-minor1", "agreement"), ids=lambda row: row["serial"])
def test_a_key_agreed_upon_and_its_code(row: dict[str, Any]) -> None:
    agreement = minor1.KeyAgreement(row["serial"], bytes.fromhex(row["host_secret"]))
    other = bytes.fromhex(row["device_public"])
    assert (agreement.public.hex(), agreement.commitment.hex()) == (row["host_public"], row["commit"])
    assert (agreement.code(other), agreement.key(other).hex()) == (row["code"], row["key"])
    with pytest.raises(DeviceError, match="gives no secret"):
        agreement.key(bytes(32))


def test_a_certificate_and_an_answer_under_it() -> None:
    (told,), (answer,) = rows("tablelink-minor1", "certificate"), rows("tablelink-minor1", "verify")
    certificate = minor1.Certificate(
        model=told["model"],
        serial=told["serial"],
        public=bytes.fromhex(told["public"]),
        signature=bytes.fromhex(told["signature"]),
    )
    assert certificate.why_not(bytes.fromhex(told["maker"])) is None
    assert certificate.why_not(bytes(32)) == "its certificate is not signed by this maker"
    given = {name: bytes.fromhex(answer[name]) for name in ("seed", "digest", "signature", "firmware")}
    assert certificate.why_not_genuine(**given) is None
    assert certificate.why_not_genuine(**given | {"firmware": b"other"}) == "it does not run this firmware"
    other = certificate.why_not_genuine(**given | {"seed": bytes(32)})
    assert other == "its answer is not signed with the key of its certificate"


def test_golden_file_covers_every_message_and_event() -> None:
    types = {row["code"] for row in FRAMES}
    assert types == {int(code) for code in MessageType}
    events = {row["fields"]["code"] for row in FRAMES if row["type"] == "EVENT"}
    assert events == {int(code) for code in EventCode}
