"""D1 and D3 for the angel-eye line: golden frames and streams, copies, damage, commands in both forms of the BCC."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.angel_eye import codec
from drivers.angel_eye.codec import LineDecoder, Notice, Reply, Report, SequenceCheck
from drivers.angel_eye.commands import CommandEnded, CommandSender
from drivers.angel_eye.constants import CARD_REPORTS, NAK_MEANINGS, SEQUENCE_CYCLE
from drivers.errors import ImpossibleRequestError
from drivers.tablelink.constants import card_name
from tests.drivers.vectors import rows

FRAMES = rows("angel-eye", "frame")
REPORTS = [row for row in FRAMES if row["dir"] == "device" and row["seq"]]
COMMANDS = [row for row in FRAMES if row["dir"] == "host"]
STREAMS = rows("angel-eye", "stream")
NOTICES = {"cut-off", "bad-bcc", "noise", "unknown-report"}


def fields_of(report: Report) -> dict[str, Any]:
    """A report taken apart, in the words of the golden file."""
    match report.code:
        case "D" | "R":
            target, index = codec.place_of(report)
            return {"target": target, "index": index, "card": card_name(codec.card_of(report))}
        case "d":
            return {"mode": codec.mode_of(report), "card": card_name(codec.card_of(report))}
        case "G":
            return dict(zip(("result", "pair"), codec.game_result_of(report), strict=True))
        case "E":
            return {"error_mode": codec.in_error_mode(report), "error": codec.error_of(report)}
        case "e":
            return {"error": codec.error_of(report)}
        case "L":
            return {"locked": report.data == b"\x81"}
        case "M":
            return dict(zip(("address", "value"), codec.preset_of(report), strict=True))
        case _:
            return {}


@pytest.mark.parametrize("row", REPORTS, ids=lambda row: row["name"])
def test_report_whole_byte_by_byte_and_with_bytes_behind(row: dict[str, Any]) -> None:
    wire = bytes.fromhex(row["wire"])
    (report,) = LineDecoder().receive(wire)
    assert isinstance(report, Report)
    assert (report.seq, report.code, report.data.hex()) == (row["seq"], row["code"], row["data"])
    assert fields_of(report) == row["fields"]
    decoder = LineDecoder()
    assert [item for byte in wire for item in decoder.receive(bytes([byte]))] == [report]
    assert LineDecoder().receive(wire + wire[:3]) == [report]
    assert codec.encode_report(seq=row["seq"], code=row["code"], data=bytes.fromhex(row["data"])) == wire


@pytest.mark.parametrize("row", COMMANDS, ids=lambda row: row["name"])
def test_command(row: dict[str, Any]) -> None:
    text = row["code"] + bytes.fromhex(row["data"]).decode()
    wire = codec.encode_command(text, with_stx=row["fields"]["command_bcc"] == "with-stx")
    assert wire.hex() == row["wire"]


@pytest.mark.parametrize("row", [row for row in FRAMES if row["code"] in ("ACK", "NAK")], ids=lambda row: row["name"])
def test_reply(row: dict[str, Any]) -> None:
    (reply,) = LineDecoder().receive(bytes.fromhex(row["wire"]))
    assert reply == Reply(nak=bytes.fromhex(row["data"]).decode())
    assert isinstance(reply, Reply)
    assert row["fields"] == ({"meaning": NAK_MEANINGS[reply.nak]} if reply.nak else {})


def heard(stream: bytes, check: SequenceCheck | None = None, size: int = 1) -> tuple[list[str], list[str]]:
    """Draws and notices of a stream fed in pieces of `size` bytes."""
    decoder, check = LineDecoder(), check or SequenceCheck(SEQUENCE_CYCLE)
    draws, notices = [], []
    for start in range(0, len(stream), size):
        for item in decoder.receive(stream[start : start + size]):
            if isinstance(item, Notice):
                notices.append(item.kind)
            elif isinstance(item, Report):
                delivered, notice = check.accept(item)
                notices += [notice] if notice else []
                if delivered and item.code in CARD_REPORTS:
                    draws.append(card_name(codec.card_of(item)))
    return draws, notices


@pytest.mark.parametrize("size", [1, 2, 7, 1000])
@pytest.mark.parametrize("row", STREAMS, ids=lambda row: row["name"])
def test_stream(row: dict[str, Any], size: int) -> None:
    assert heard(bytes.fromhex(row["stream"]), size=size) == (row["draws"], row["notices"])


COPY = bytes.fromhex("05314481b8033446")


def damages(copy: bytes) -> list[bytes]:
    cut = [copy[:size] for size in range(1, len(copy))]
    changed = [copy[:at] + bytes([copy[at] ^ bit]) + copy[at + 1 :] for at in range(1, len(copy)) for bit in (1, 0x40)]
    return cut + changed


def test_any_two_of_three_copies_damaged_still_one_draw() -> None:
    for places in combinations(range(3), 2):
        for first, second in product(damages(COPY), repeat=2):
            copies = [COPY, COPY, COPY]
            copies[places[0]], copies[places[1]] = first, second
            draws, _ = heard(b"".join(copies), size=1000)
            assert draws == ["8s"], [copy.hex() for copy in copies]


def test_restart_between_two_copies_counts_once() -> None:
    first = SequenceCheck(SEQUENCE_CYCLE)
    assert heard(COPY, first)[0] == ["8s"]
    after_restart = SequenceCheck(SEQUENCE_CYCLE, last=first.last, refused=first.refused)
    assert heard(COPY + COPY, after_restart) == ([], [])


def test_empty_cycle_makes_no_gap_check() -> None:
    stream = codec.encode_report(seq="1", code="C") + codec.encode_report(seq="9", code="C")
    assert heard(stream, SequenceCheck("")) == ([], [])
    assert heard(stream, SequenceCheck(SEQUENCE_CYCLE)) == ([], ["sequence-gap"])


def test_start_takes_any_sequence_and_the_count_goes_on_from_it() -> None:
    parts = [codec.encode_report(seq=seq, code=code) for seq, code in [("5", "C"), ("0", "S"), ("1", "C"), ("1", "P")]]
    assert heard(b"".join(parts))[1] == ["sequence-conflict"]


def test_no_value_in_the_repr_of_a_report() -> None:
    texts = {repr(Report(seq="1", code="D", data=bytes([0x81, 0x80 | card]))) for card in range(128)}
    assert texts == {"Report(seq='1', code='D')"}


@pytest.mark.parametrize("row", REPORTS, ids=lambda row: row["name"])
def test_masked_capture_hides_cards_and_nothing_else(row: dict[str, Any]) -> None:
    wire = bytes.fromhex(row["wire"])
    hidden = codec.masked(wire)
    (report,) = LineDecoder().receive(hidden)
    assert isinstance(report, Report)
    if row["code"] in CARD_REPORTS:
        assert report.data[1] == 0x80
        assert report.data[0] == wire[3]
    else:
        assert hidden == wire


def test_etx_lost_is_one_cut_off_and_the_next_report_is_read() -> None:
    assert heard(b"\x051D" + b"\x81" * 40 + COPY) == (["8s"], ["cut-off"])
    assert heard(b"\x15\x30" + COPY) == (["8s"], ["noise"])
    assert heard(codec.encode_report(seq="1", code="Z")) == ([], ["unknown-report"])


@given(st.lists(st.one_of(st.binary(max_size=20), st.sampled_from([bytes.fromhex(row["wire"]) for row in FRAMES]))))
def test_any_bytes_give_reports_replies_or_notices(parts: list[bytes]) -> None:
    decoder = LineDecoder()
    for part in parts:
        for item in decoder.receive(part):
            if isinstance(item, Notice):
                assert item.kind in NOTICES
            elif isinstance(item, Report) and item.code in CARD_REPORTS:
                assert card_name(codec.card_of(item))
    assert [item for item in decoder.receive(COPY) if isinstance(item, Report)]


class TestCommands:
    """B2."""

    def test_read_only_is_the_default_and_sends_nothing(self) -> None:
        sender = CommandSender()
        with pytest.raises(ImpossibleRequestError, match="read-only"):
            sender.submit("LK02", 0.0)
        assert sender.bytes_to_send() == b""

    def test_one_second_two_repeats_then_no_answer(self) -> None:
        sender = CommandSender(read_only=False)
        sender.submit("LK02", 0.0)
        lock = sender.bytes_to_send()
        assert lock.hex() == "024f504c4b3032033142"
        for now in (1.0, 2.0):
            assert sender.step(now - 0.01) is None
            assert sender.bytes_to_send() == b""
            assert sender.step(now) is None
            assert sender.bytes_to_send() == lock
        assert sender.step(3.0) == CommandEnded(command="LK02", reason="no answer")
        assert not sender.busy
        assert sender.due() is None

    @pytest.mark.parametrize("nak", ["21", "22"])
    def test_busy_is_tried_again_after_200_ms(self, nak: str) -> None:
        sender = CommandSender(read_only=False)
        sender.submit("LK01", 0.0)
        sender.bytes_to_send()
        assert sender.receive(Reply(nak=nak), 0.1) is None
        assert sender.due() == pytest.approx(0.3)
        assert sender.step(0.31) is None
        assert sender.bytes_to_send()
        assert sender.receive(Reply(), 0.4) == CommandEnded(command="LK01")

    def test_auto_settles_after_one_nak(self) -> None:
        sender = CommandSender(read_only=False, command_bcc="auto")
        sender.submit("LK02", 0.0)
        assert sender.bytes_to_send().hex() == "024f504c4b3032033142"
        assert sender.receive(Reply(nak="02"), 0.1) is None
        assert sender.bytes_to_send().hex() == "024f504c4b3032033139"
        assert sender.receive(Reply(), 0.2) == CommandEnded(command="LK02")
        sender.submit("LK01", 1.0)
        assert sender.bytes_to_send().hex() == "024f504c4b3031033141"
        assert sender.receive(Reply(nak="02"), 1.1) == CommandEnded(command="LK01", reason="NAK 02 (BCC)")

    def test_other_forms_do_not_change(self) -> None:
        sender = CommandSender(read_only=False, command_bcc="without-stx")
        sender.submit("GP00", 0.0)
        assert sender.bytes_to_send().hex() == "024f5047503030033042"
        assert sender.receive(Reply(nak="02"), 0.1) == CommandEnded(command="GP00", reason="NAK 02 (BCC)")
        with pytest.raises(ImpossibleRequestError, match="command_bcc"):
            CommandSender(command_bcc="maybe")

    def test_one_command_at_a_time_and_stray_replies_do_nothing(self) -> None:
        sender = CommandSender(read_only=False)
        assert sender.receive(Reply(), 0.0) is None
        assert sender.step(5.0) is None
        sender.submit("LK02", 0.0)
        with pytest.raises(ImpossibleRequestError, match="LK02 still waits"):
            sender.submit("LK01", 0.0)
