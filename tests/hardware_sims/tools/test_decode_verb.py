"""decode: golden frames come out with their golden fields, and what is odd about a line is named."""

import csv
import io
import json
import sys
import tomllib
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from hardware_sims.capture import CaptureLine, CaptureReader
from hardware_sims.tools.output import terminal
from hardware_sims.tools.rows.decoder import decoded
from hardware_sims.tools.rows.printer import TablePrinter, print_csv, print_json, print_jsonl, table_line
from hardware_sims.tools.rows.row import Row, plain
from hardware_sims.wire.angel_eye import build_command, build_report
from hardware_sims.wire.tablelink import Frame, encode, pack

Verb = Callable[..., Result]
VECTORS = Path(__file__).parents[2] / "vectors"
HEADER = ["# hardware-capture 1", "# channel line0 dialect tablelink"]
ANGEL = ["# hardware-capture 1", "# channel line0 dialect angel-eye"]
KEY = bytes([0x42]) * 32


def golden(name: str) -> list[dict[str, Any]]:
    frames: list[dict[str, Any]] = tomllib.loads((VECTORS / name).read_text(encoding="utf-8"))["frame"]
    return frames


def rows_of(header: list[str], heard: list[tuple[int, str, bytes]], key: bytes | None = None) -> list[Row]:
    lines = [
        CaptureLine(at_us=at, channel="line0", direction="T" if way == "T" else "R", data=data).text()
        for at, way, data in heard
    ]
    return list(decoded(CaptureReader([*header, *lines], "test.log"), key=key))


def poll(seq: int, upto: int = 0) -> Frame:
    return Frame(dst=0x10, src=1, type=0x02, seq=seq, epoch=7, payload=pack("POLL", upto=upto))


def event(seq: int, number: int, name: str = "NONE", **fields: Any) -> Frame:
    payload = pack("EVENT", state=0x10, flags=0, fault=0, left=1, no=number, t=1, event=name, **fields)
    return Frame(dst=1, src=0x10, type=0x82, seq=seq, epoch=7, payload=payload)


@pytest.mark.parametrize("vector", golden("tablelink.toml"), ids=lambda vector: vector["name"])
def test_golden_frames_of_tablelink(vector: dict[str, Any]) -> None:
    way = "T" if vector["dir"] == "host" else "R"
    key = bytes.fromhex(vector["key"]) if "key" in vector else None
    (row,) = rows_of(HEADER, [(0, way, bytes.fromhex(vector["wire"]))], key)
    assert (row.type, row.seq, row.epoch) == (vector["type"], vector["seq"], vector["epoch"])
    if vector["type"] == "RESERVED":
        assert row.fields.get("data", b"").hex() == vector["payload"]
    else:
        fields = {name: plain(value) for name, value in row.fields.items()}
        assert {name: str(value) for name, value in fields.items()} == {
            name: str(value) for name, value in vector["fields"].items()
        }
    assert set(row.notes) <= {"no reply", "not asked for"}


@pytest.mark.parametrize("vector", golden("angel-eye.toml"), ids=lambda vector: vector["name"])
def test_golden_frames_of_angel_eye(vector: dict[str, Any]) -> None:
    way = "T" if vector["dir"] == "host" else "R"
    (row,) = rows_of(ANGEL, [(0, way, bytes.fromhex(vector["wire"]))])
    assert row.type == vector["code"]
    assert row.fields.items() >= vector["fields"].items()
    assert (row.seq or "") == vector["seq"]


def test_latency_runs_from_the_request_to_its_reply() -> None:
    request, reply = rows_of(HEADER, [(1_000, "T", encode(poll(1))), (3_500, "R", encode(event(1, 0)))])
    assert (request.latency_us, reply.latency_us, reply.gap_us) == (None, 2_500, 2_500)
    assert request.notes == reply.notes == []


def test_repeat_and_no_reply_are_named() -> None:
    asked = encode(poll(1))
    rows = rows_of(HEADER, [(0, "T", asked), (100_000, "T", asked), (102_000, "R", encode(event(1, 0)))])
    assert [row.notes for row in rows] == [["no reply"], ["repeat"], []]


def test_a_last_request_without_reply_is_named_at_the_end() -> None:
    assert rows_of(HEADER, [(0, "T", encode(poll(1)))])[0].notes == ["no reply"]


@pytest.mark.parametrize(
    ("damage", "note"),
    [
        (lambda wire: wire[:-3] + bytes([wire[-3] ^ 1]) + wire[-2:], "bad-crc"),
        (lambda wire: wire[:-3] + bytes([wire[-3] & 0x7F]) + wire[-2:], "bad-septets"),
        (lambda wire: b"\0" + wire[20:], "bad-length"),
    ],
)
def test_damage_is_named(damage: Callable[[bytes], bytes], note: str) -> None:
    assert rows_of(HEADER, [(0, "R", damage(encode(event(1, 0))))])[0].notes == [note]


def test_wrong_and_missing_macs_are_named_when_the_key_is_given() -> None:
    good, bad, none = encode(poll(1), KEY), encode(poll(2), bytes(32)), encode(poll(3))
    rows = rows_of(HEADER, [(0, "T", good), (1, "T", bad), (2, "T", none)], KEY)
    assert [[note for note in row.notes if "mac" in note] for row in rows] == [[], ["bad-mac"], ["no-mac"]]


def test_replies_that_do_not_fit_are_named() -> None:
    stale = event(9, 0)._replace(epoch=6)
    rows = rows_of(HEADER, [(0, "T", encode(poll(1))), (30_000, "R", encode(stale)), (31_000, "R", encode(stale))])
    assert rows[1].notes == ["wrong-seq", "wrong-epoch", "slow"]
    assert rows[2].notes == ["repeat", "not asked for"]


def test_event_numbers_are_followed() -> None:
    heard: list[tuple[int, str, bytes]] = []
    for seq, number in enumerate([1, 1, 2, 4], start=1):
        heard += [(seq * 10_000, "T", encode(poll(seq))), (seq * 10_000 + 1, "R", encode(event(seq, number, "LOADED")))]
    assert [row.notes for row in rows_of(HEADER, heard) if row.direction == "R"] == [
        [],
        ["event again"],
        [],
        ["event-gap"],
    ]


def test_a_frame_that_paused_is_shown_once_it_is_whole() -> None:
    wire = encode(poll(1))
    rows = rows_of(HEADER, [(0, "T", wire[:9]), (60_000, "T", wire[9:])])
    assert [(row.type, row.notes) for row in rows] == [("bytes", ["unfinished"]), ("POLL", ["no reply"])]


def test_copies_gaps_and_conflicts_of_an_angel_eye_line() -> None:
    one, four = build_report("1", "D", b"\x81\xb8"), build_report("4", "D", b"\x91\xa5")
    conflict = build_report("4", "C")
    heard = [(at * 1000, "R", raw) for at, raw in enumerate([one, one, one, four, four, four, conflict])]
    assert [row.notes for row in rows_of(ANGEL, heard)] == [
        [],
        ["copy 2"],
        ["copy 3"],
        ["sequence-gap"],
        ["copy 2"],
        ["copy 3"],
        ["sequence-conflict"],
    ]


def test_commands_of_an_angel_eye_line_and_their_replies() -> None:
    rows = rows_of(ANGEL, [(0, "T", build_command("LK", "02")), (9_000, "R", b"\x1502")])
    assert rows[0].fields == {"data": "02", "command_bcc": "with-stx"}
    assert rows[1].fields == {"reason": "02", "meaning": "BCC"}
    assert rows[1].latency_us == 9_000


def test_a_masked_card_is_called_masked_not_unreadable() -> None:
    rows = rows_of([*ANGEL, "# masked"], [(0, "R", build_report("1", "D", b"\x81\x80"))])
    assert rows[0].fields["card"] == "masked"


@pytest.fixture
def capture_file(tmp_path: Path) -> Path:
    file = tmp_path / "line.log"
    heard = [
        (0, "T", encode(poll(1))),
        (2_000, "R", encode(event(1, 5, "INHIBITED", cause=2))),
        (100_000, "T", encode(poll(2, 5))),
    ]
    lines = [CaptureLine(at_us=at, channel="line0", direction="T" if w == "T" else "R", data=d) for at, w, d in heard]
    file.write_text("\n".join([*HEADER, *(line.text() for line in lines)]) + "\n", encoding="utf-8")
    return file


def test_table_speaks_the_words_of_the_document(verb: Verb, capture_file: Path) -> None:
    result = verb("decode", capture_file)
    assert result.exit_code == 0
    heading, *lines = result.output.splitlines()
    assert heading.split()[:2] == ["time", "gap"]
    assert "INHIBITED" in lines[1]
    assert "cause=host-lost" in lines[1]
    assert "2.000" in lines[1]
    assert "[no reply]" in lines[2]
    assert verb("decode", capture_file, "--quiet").output.splitlines() == lines


def test_json_is_exact(verb: Verb, capture_file: Path) -> None:
    rows = json.loads(verb("decode", capture_file, "--json").output)
    assert rows[1]["fields"]["cause"] == 2
    assert rows[1]["latency"] == 0.002
    assert rows[2]["notes"] == ["no reply"]
    jsonl = verb("decode", capture_file, "--format", "jsonl").output.splitlines()
    assert [json.loads(line) for line in jsonl] == rows


def test_csv_has_the_columns_of_the_document(verb: Verb, capture_file: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(verb("decode", capture_file, "--format", "csv").output)))
    assert list(rows[0]) == [
        "time",
        "gap",
        "channel",
        "direction",
        "type",
        "seq",
        "epoch",
        "fields",
        "latency",
        "notes",
    ]
    assert rows[1]["latency"] == "0.002000"


def test_only_takes_types_events_and_notes(verb: Verb, capture_file: Path) -> None:
    def types(names: str) -> list[str]:
        return [row["type"] for row in json.loads(verb("decode", capture_file, "--json", "--only", names).output)]

    assert types("poll") == ["POLL", "POLL"]
    assert types("INHIBITED") == ["EVENT"]
    assert types("no reply,EVENT") == ["EVENT", "POLL"]
    assert types("NAK") == []


def test_standard_input(verb: Verb, capture_file: Path) -> None:
    result = verb("decode", "-", "--quiet", stdin=capture_file.read_text(encoding="utf-8"))
    assert result.output == verb("decode", capture_file, "--quiet").output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere.log"], "nowhere.log: No such file"),
        (["FILE", "--key", "xyz"], "64 hex digits"),
        (["FILE", "--key", "00ff"], "2 bytes"),
        (["FILE", "--only", "BANANA"], "does not know banana"),
    ],
)
def test_bad_input_ends_with_2_and_says_what_to_do(
    verb: Verb, capture_file: Path, arguments: list[str], words: str
) -> None:
    result = verb("decode", *[str(capture_file) if word == "FILE" else word for word in arguments])
    assert result.exit_code == 2
    assert words in result.output


def test_a_broken_capture_ends_with_2_and_names_the_place(verb: Verb, tmp_path: Path) -> None:
    broken = tmp_path / "broken.log"
    broken.write_text("\n".join([*HEADER, "(0000000001.498000) line0 zz T"]), encoding="utf-8")
    result = verb("decode", broken)
    assert result.exit_code == 2
    assert "broken.log, line 3, column 27" in result.output


def test_memory_does_not_grow_with_the_capture() -> None:
    def endless(count: int) -> Iterator[str]:
        yield from HEADER
        for seq in range(count):
            for way, frame in (("T", poll(seq % 60_000)), ("R", event(seq % 60_000, 0))):
                at = seq * 20_000 + (2_000 if way == "R" else 0)
                yield CaptureLine(
                    at_us=at, channel="line0", direction="T" if way == "T" else "R", data=encode(frame)
                ).text()

    def rows_in_all() -> int:
        return sum(1 for _ in decoded(CaptureReader(endless(2000), "endless")))

    # The first run fills Python's own free lists, which stay.
    assert rows_in_all() == 4_000
    tracemalloc.start()
    rows_in_all()
    highest = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert sum(len(line) for line in endless(2000)) > 300_000
    assert highest < 100_000


def test_on_a_narrow_terminal_a_row_keeps_one_line_and_its_notes() -> None:
    heard = [(0, "T", encode(poll(1))), (30_000, "R", encode(event(1, 5, "INHIBITED", cause=2)))]
    for width in (80, 100, 120, 200):
        lines = [table_line(row, width).plain for row in rows_of(HEADER, heard)]
        assert all(len(line) <= width for line in lines), width
        assert lines[1].endswith("[slow]")
        assert "INHIBITED" in lines[1]


def test_decoding_a_frame_costs_few_calls() -> None:
    """A count instead of a time: a frame took 640 calls, most of them for colours that a file does not show."""
    frames = 400
    heard = [(20_000 * number, "T", encode(poll(number + 1))) for number in range(frames)]
    calls = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    out = io.StringIO()
    printer = TablePrinter(out)
    sys.setprofile(count)
    try:
        for row in rows_of(HEADER, heard):
            printer.row(row)
    finally:
        sys.setprofile(None)
    assert len(out.getvalue().splitlines()) == frames
    assert calls / frames < 110


@pytest.mark.parametrize("text", ["\x1b[2J", "\x9b2J", "\x07", "\u202e", "\udc9b"])
def test_what_a_device_says_of_itself_commands_no_terminal(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A swapped device may report any model, serial number or firmware; a capture may name its channels anything."""
    (row,) = rows_of(HEADER, [(0, "T", encode(poll(1)))])
    told = replace(row, channel=f"D{text}", fields={"serial": f"A{text}"}, notes=[f"B{text}"])
    into = io.StringIO()
    TablePrinter(into).row(told)
    terminal().print(f"C{text}")
    shown = [into.getvalue() + capsys.readouterr().out]
    for print_rows in (print_csv, print_jsonl, print_json):
        print_rows([told])
        shown.append(capsys.readouterr().out + "C")
    for output in shown:
        assert all(letter in output for letter in "ABCD")
        assert text[0] not in output
