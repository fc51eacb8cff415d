"""Capture files: what is written is what was on the line, and what must stay secret is not written."""

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware_sims.capture import CaptureError, CaptureReader, CaptureWriter, Channel, Direction, written_whole
from hardware_sims.wire.angel_eye import build_command, build_report, parse_report
from hardware_sims.wire.tablelink import Frame, Receiver, encode, pack

POLL = bytes.fromhex("00061010010201020701010204010101010184bbc2f99300")
NONE = bytes.fromhex("0006100110820102070101020d021001010101010103dc0501010181e6f18db900")
KEY = bytes(range(1, 33))
PAIR = encode(Frame(dst=0x30, src=1, type=0x13, seq=1, epoch=1, payload=pack("PAIR", cmd=9, key=KEY)))

EXAMPLE = f"""# hardware-capture 1
# channel batch0 dialect tablelink device batch-shuffler serial B1-000000042 seed 7
(0000000001.498000) batch0 {POLL.hex()} T
(0000000001.500000) batch0 {NONE.hex()} R
"""

Heard = tuple[int, Direction, bytes]


def written(heard: list[Heard], dialect: str = "tablelink", *, unmasked: bool = False) -> str:
    out = io.StringIO()
    channel = Channel(name="line0", dialect="angel-eye" if dialect == "angel-eye" else "tablelink")
    writer = CaptureWriter(out, [channel], unmasked=unmasked)
    for at_us, direction, data in heard:
        writer.heard(at_us, "line0", direction, data)
    writer.finish()
    return out.getvalue()


def read(text: str) -> CaptureReader:
    return CaptureReader(text.splitlines(keepends=True), "test.log")


def joined(text: str, direction: str) -> bytes:
    return b"".join(line.data for line in read(text) if line.direction == direction)


def test_the_example_of_the_document_is_written_exactly() -> None:
    out = io.StringIO()
    writer = CaptureWriter(out, [Channel(name="batch0", device="batch-shuffler", serial="B1-000000042", seed="7")])
    writer.heard(1_498_000, "batch0", "T", POLL)
    writer.heard(1_500_000, "batch0", "R", NONE)
    writer.finish()
    assert out.getvalue() == EXAMPLE


def test_the_example_of_the_document_is_read_back() -> None:
    capture = read(EXAMPLE)
    lines = list(capture)
    assert [(line.at_us, line.direction, line.data) for line in lines] == [
        (1_498_000, "T", POLL),
        (1_500_000, "R", NONE),
    ]
    assert capture.channels["batch0"].serial == "B1-000000042"


def test_a_frame_in_single_bytes_is_one_line() -> None:
    heard: list[Heard] = [(at * 30_000, "T", bytes([byte])) for at, byte in enumerate(POLL)]
    assert [line.data for line in read(written(heard))] == [POLL]


def test_two_frames_heard_at_once_are_two_lines() -> None:
    assert [line.data for line in read(written([(0, "T", POLL + POLL)]))] == [POLL, POLL]


def test_stray_bytes_are_flushed_after_50_ms_of_silence_and_not_before() -> None:
    early = written([(0, "T", b"\x55"), (49_999, "T", POLL)])
    late = written([(0, "T", b"\x55"), (50_000, "T", POLL)])
    assert [line.data for line in read(early)] == [b"\x55\x00", POLL[1:]]
    assert [line.data for line in read(late)] == [b"\x55", POLL[:1], POLL[1:]]


def test_flushed_bytes_carry_the_time_they_were_heard() -> None:
    assert [line.at_us for line in read(written([(7, "R", b"\x55"), (90_000, "T", POLL)]))] == [7, 90_000]


@given(
    st.lists(
        st.tuples(
            st.integers(0, 80_000), st.sampled_from(["T", "R"]), st.one_of(st.binary(max_size=40), st.just(POLL))
        ),
        max_size=30,
    )
)
def test_joined_hex_of_one_direction_is_what_was_on_the_line(steps: list[tuple[int, Direction, bytes]]) -> None:
    heard: list[Heard] = []
    now = 0
    for gap, direction, data in steps:
        now += gap
        heard.append((now, direction, data))
    text = written(heard)
    assert joined(text, "R") == b"".join(data for _, way, data in heard if way == "R")
    assert len(joined(text, "T")) == sum(len(data) for _, way, data in heard if way == "T")


@given(st.lists(st.binary(max_size=12), max_size=20))
def test_unmasked_angel_eye_lines_join_to_what_was_on_the_line(pieces: list[bytes]) -> None:
    heard: list[Heard] = [(at * 10_000, "R", piece) for at, piece in enumerate(pieces)]
    assert joined(written(heard, "angel-eye", unmasked=True), "R") == b"".join(pieces)


def test_the_key_of_a_pair_is_written_as_zeros_and_the_frame_stays_good() -> None:
    text = written([(0, "T", PAIR)])
    assert "# key removed\n" in text
    frames = Receiver().feed(joined(text, "T"))
    assert frames[0].payload == pack("PAIR", cmd=9, key=bytes(32))
    assert next(iter(read(text))).key_removed


def windows_of_key(text: bytes) -> list[bytes]:
    return [KEY[at : at + 4] for at in range(29) if KEY[at : at + 4] in text]


@pytest.mark.parametrize("at", range(1, len(PAIR) - 1))
def test_no_part_of_a_key_survives_in_a_damaged_pair(at: int) -> None:
    lost = PAIR[:at] + PAIR[at + 1 :]
    flipped = PAIR[:at] + bytes([PAIR[at] ^ 0x20]) + PAIR[at + 1 :]
    for damaged in (lost, flipped, PAIR[:at] + b"\x77" + PAIR[at:]):
        assert windows_of_key(joined(written([(0, "T", damaged)]), "T")) == []


@pytest.mark.parametrize("at", range(1, len(PAIR) - 1))
def test_no_part_of_a_key_survives_a_pause_inside_a_pair(at: int) -> None:
    text = written([(0, "T", PAIR[:at]), (60_000, "T", PAIR[at:])])
    assert windows_of_key(joined(text, "T")) == []


def test_a_damaged_frame_that_is_no_pair_is_kept_as_it_came() -> None:
    damaged = POLL[:-3] + b"\x81\x81\x00"
    assert joined(written([(0, "T", damaged)]), "T") == damaged


def test_cards_of_an_angel_eye_line_are_masked_with_a_new_bcc() -> None:
    text = written([(0, "R", build_report("1", "D", b"\x81\xb8") * 3)], "angel-eye")
    assert "# masked\n" in text
    assert [line.data for line in read(text)] == [build_report("1", "D", b"\x81\x80")] * 3
    assert read(text).masked


@pytest.mark.parametrize("code", ["D", "d", "R"])
@pytest.mark.parametrize("damage", ["none", "bcc", "cut", "bit", "pause"])
def test_no_byte_of_a_masked_capture_depends_on_the_card(code: str, damage: str) -> None:
    def capture(card: int) -> str:
        raw = build_report("1", code, bytes([0x81, card]))
        match damage:
            case "bcc":
                raw = raw[:-2] + b"ZZ"
            case "cut":
                raw = raw[:5]
            case "bit":
                raw = raw[:4] + bytes([raw[4] ^ 0x80]) + raw[5:]
            case "pause":
                return written([(0, "R", raw[:4]), (60_000, "R", raw[4:])], "angel-eye")
            case _:
                pass
        return written([(0, "R", raw + build_report("2", "C"))], "angel-eye")

    assert len({capture(0x80 | suit << 4 | rank) for suit in (1, 2, 3, 4) for rank in range(1, 14)}) == 1


def test_reports_without_cards_and_commands_are_kept() -> None:
    lock, error = build_report("5", "L", b"\x81"), build_report("4", "E", b"\xc1")
    command = build_command("LK", "02")
    text = written([(0, "R", lock), (1, "T", command), (2, "R", b"\x06\x1502"), (3, "R", error)], "angel-eye")
    assert [line.data for line in read(text)] == [lock, command, b"\x06", b"\x1502", error]


def test_unmasked_keeps_cards() -> None:
    report = build_report("1", "D", b"\x81\xb8")
    text = written([(0, "R", report)], "angel-eye", unmasked=True)
    assert "# masked" not in text
    assert parse_report(joined(text, "R")) == parse_report(report)


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("", 1, 1, "first line"),
        ("hello\n", 1, 1, "first line"),
        ("# hardware-capture 1\n# channel x dialect klingon\n", 2, 1, "known dialects"),
        ("# hardware-capture 1\n(0000000001.498000) x 00 T\n", 2, 21, "not declared"),
        ("# hardware-capture 1\n# channel x\n(1.5) x 00 T\n", 3, 1, "a time like"),
        ("# hardware-capture 1\n# channel x\n(0000000001.498000) x 0g T\n", 3, 23, "lower-case hex"),
        ("# hardware-capture 1\n# channel x\n(0000000001.498000) x 00 X\n", 3, 26, "direction"),
        ("# hardware-capture 1\n# channel x\n(0000000001.498000) x 00 T now\n", 3, 26, "direction"),
    ],
)
def test_a_bad_file_is_refused_with_line_and_column(text: str, line: int, column: int, words: str) -> None:
    with pytest.raises(CaptureError, match=f"line {line}, column {column}: .*{words}") as refused:
        list(read(text))
    assert refused.value.source == "test.log"


def test_nothing_half_written_stays_behind(tmp_path: Path) -> None:
    target = tmp_path / "out.log"
    target.write_text("before")
    with pytest.raises(TypeError), written_whole(target) as out:
        out.writelines(["half", 7])  # type: ignore[list-item]
    assert target.read_text() == "before"
    assert list(tmp_path.iterdir()) == [target]
