"""Part E, capture: one line per frame, bytes as they were, keys zeroed, cards masked."""

from __future__ import annotations

import io

import pytest

from drivers.angel_eye import codec
from drivers.tablelink.frame import decode_piece
from drivers.tablelink.messages import MessageType
from drivers.transports.capture import Capture
from tests.drivers.vectors import rows

POLL = bytes.fromhex("00061010010201020701010204010101010184bbc2f99300")
ANSWER = bytes.fromhex("0006100110820102070101020d021001010101010103dc0501010181e6f18db900")
DRAW = bytes.fromhex("05314481b8033446")


def captured(dialect: str, *pieces: tuple[float, str, bytes]) -> list[str]:
    file = io.StringIO()
    capture = Capture(file, channel="batch0", dialect=dialect)
    for now, direction, data in pieces:
        capture.add(direction, data, now)
    capture.close()
    return file.getvalue().splitlines()


def test_the_lines_of_the_document() -> None:
    assert captured("tablelink", (1.498, "T", POLL), (1.5, "R", ANSWER)) == [
        "# hardware-capture 1",
        "# channel batch0 dialect tablelink",
        f"(0000000001.498000) batch0 {POLL.hex()} T",
        f"(0000000001.500000) batch0 {ANSWER.hex()} R",
    ]


def test_pieces_are_joined_and_frames_are_cut() -> None:
    lines = captured("tablelink", (1.0, "R", ANSWER[:5]), (1.01, "R", ANSWER[5:] + POLL[1:]), (1.02, "R", b"\0\0"))
    assert [line.split()[2] for line in lines[2:]] == [ANSWER.hex(), POLL[1:].hex(), "0000"]


def test_bytes_of_no_frame_are_flushed_after_50_ms_of_silence() -> None:
    lines = captured("tablelink", (1.0, "R", b"\x00\x55"), (1.2, "R", ANSWER))
    assert [line.split()[0] + line.split()[2] for line in lines[2:]] == [
        "(0000000001.000000)0055",
        "(0000000001.200000)" + ANSWER.hex(),
    ]


def test_pairing_key_becomes_zeros() -> None:
    (pair,) = [bytes.fromhex(row["wire"]) for row in rows("tablelink", "frame") if row["name"] == "pair"]
    lines = captured("tablelink", (1.0, "T", pair))
    assert lines[2] == "# key removed"
    frame = decode_piece(bytes.fromhex(lines[3].split()[2]).strip(b"\0"))
    assert frame.type == MessageType.PAIR
    assert frame.payload == (9).to_bytes(8, "little") + bytes(32)


def test_every_golden_frame_but_the_pairing_is_kept_as_it_is() -> None:
    for row in rows("tablelink", "frame"):
        if row["name"] != "pair":
            assert captured("tablelink", (1.0, "T", bytes.fromhex(row["wire"])))[2].split()[2] == row["wire"]


def test_angel_eye_is_masked() -> None:
    ack_and_nak = b"\x06\x1502"
    lines = captured("angel-eye", (1.0, "R", DRAW * 2 + ack_and_nak + codec.encode_report(seq="2", code="C")))
    assert lines[2] == "# masked"
    shown = [bytes.fromhex(line.split()[2]) for line in lines[3:]]
    assert shown == [
        codec.encode_report(seq="1", code="D", data=b"\x81\x80"),
        codec.encode_report(seq="1", code="D", data=b"\x81\x80"),
        b"\x06",
        b"\x1502",
        codec.encode_report(seq="2", code="C"),
    ]


@pytest.mark.parametrize(
    "damage",
    [DRAW[:5], DRAW[:5] + DRAW, b"\x07" + DRAW[1:], DRAW[:4] + b"\xb8\xb8" + DRAW[5:], DRAW[1:], DRAW[4:5] * 3],
    ids=["cut", "cut-by-next", "no-enq", "doubled", "first-byte-lost", "noise"],
)
def test_no_card_byte_survives_in_a_damaged_report(damage: bytes) -> None:
    lines = captured("angel-eye", (1.0, "R", damage), (2.0, "R", b"\x06"))
    assert not [line for line in lines[3:] if "b8" in line.split()[2]]


def test_command_of_the_host_is_kept() -> None:
    command = codec.encode_command("LK02", with_stx=True)
    assert captured("angel-eye", (1.0, "T", command))[3].split()[2] == command.hex()
