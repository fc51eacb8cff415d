"""Payloads and reports that are nearly right: each is refused or shown as it stands, never guessed (A4, A6, B1)."""

from __future__ import annotations

import pytest

from hardware_sims.wire.angel_eye import Damage, Report, ShoeLineReceiver, parse_report, report_fields
from hardware_sims.wire.constants import card_byte, card_text, decks, is_card
from hardware_sims.wire.tablelink import Frame, PayloadError, Receiver, encode, pack, unpack

EVENT_HEAD = bytes(12)


@pytest.mark.parametrize(
    ("code", "payload", "problem"),
    [
        (0x0C, b"", "not assigned"),
        (0x7F, bytes(97), "more than 96 bytes"),
        (0x82, bytes(12), "shorter than its 13"),
        (0x82, EVENT_HEAD + b"\x77", "event code 0x77 is not assigned"),
        (0x82, EVENT_HEAD + b"\x02\x00", "ENABLED has 1 bytes of data instead of 0"),
        (0x82, EVENT_HEAD + b"\x11" + bytes(7), "does not fit its number of differences"),
        (0x82, EVENT_HEAD + b"\x11" + bytes(7) + b"\x01\x41", "does not fit its number of differences"),
        (0x82, EVENT_HEAD + b"\x11" + bytes(7) + b"\x09" + bytes(18), "does not fit its number of differences"),
        (0x83, bytes((0x10, 0, 0, 1)) + bytes(16), "fourth byte"),
        (0x84, bytes(10), "instead of 9 or 30"),
        (0xFF, bytes(3), "NAK with 3 bytes instead of 4"),
    ],
)
def test_a4_a6_payloads_that_do_not_fit(code: int, payload: bytes, problem: str) -> None:
    with pytest.raises(PayloadError, match=problem):
        unpack(code, payload)


def test_a4_unknown_numbers_are_shown_as_numbers() -> None:
    assert unpack(0xFF, bytes((99, 2, 0x30, 0)))["reason"] == "0x63"
    result = unpack(0x82, EVENT_HEAD + b"\x41" + bytes(4) + b"\x34\x12")
    assert result["result"] == 0x1234
    assert pack("EVENT", **result)[-2:] == b"\x34\x12"
    assert Frame(dst=1, src=1, type=0x55).name == "0x55"


def test_a4_a_missing_field_is_named() -> None:
    with pytest.raises(PayloadError, match="field 'why' is missing"):
        pack("REVEAL", cmd=1, draw=1)


def test_a4_every_card_byte_and_nothing_else() -> None:
    cards = decks(1)
    assert len(set(cards)) == 52
    assert all(card_byte(card_text(card)) == card for card in cards)
    assert [byte for byte in range(256) if is_card(byte)] == sorted(cards)
    assert card_byte("9?") == 0x09
    for byte in (0x00, 0x0E, 0x10, 0x1E, 0x51, 0x7F, 0xFF):
        assert card_text(byte) == "unreadable"
    for text in ("", "K", "1h", "Kx", "Khd", "??"):
        with pytest.raises(ValueError, match="is no card"):
            card_byte(text)


def test_a1_forget_drops_an_unfinished_frame() -> None:
    frame = Frame(dst=0x30, src=1, type=3)
    receiver = Receiver()
    receiver.feed(encode(frame)[:10])
    receiver.forget()
    assert receiver.feed(encode(frame)[10:]) == []
    assert receiver.feed(encode(frame)) == [frame]


def test_b1_odd_reports() -> None:
    assert parse_report(b"\x05") is None
    assert report_fields(Report(seq="1", code="D", data=b"\x81")) == {"data": "81"}
    assert report_fields(Report(seq="1", code="Z")) == {}
    assert report_fields(Report(seq="1", code="d", data=b"\xf0\xff")) == {"mode": 7, "card": "unreadable"}
    assert report_fields(Report(seq="1", code="G", data=b"\x83")) == {"result": "unknown", "pair": "both"}


def test_b1_a_report_that_never_ends_is_cut_off() -> None:
    receiver = ShoeLineReceiver()
    items = receiver.feed(b"\x05" + b"\x81" * 100)
    assert [item.kind for item in items if isinstance(item, Damage)] == ["cut-off"]
    assert [item.kind for item in receiver.flush() if isinstance(item, Damage)] == ["noise"]
    assert receiver.flush() == []
