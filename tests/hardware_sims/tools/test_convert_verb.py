"""convert: every shape of a capture can become every other without losing a byte."""

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from hardware_sims.wire.angel_eye import build_report

Verb = Callable[..., Result]
POLL = "00061010010201020701010204010101010184bbc2f99300"
LONG = "00" + "55" * 40 + "00"
CAPTURE = f"""# hardware-capture 1
# channel batch0 dialect tablelink device batch-shuffler serial B1-000000042 seed 7
# channel shoe1 dialect angel-eye device angel-eye
(0000000001.498000) batch0 {POLL} T
# key removed
(0000000001.500001) batch0 {LONG} R
(1763273304.000009) shoe1 {build_report("1", "D", bytes([0x81, 0x80])).hex()} R
"""
MASKED_CAPTURE = CAPTURE.replace("# channel batch0", "# masked\n# channel batch0")
SHAPES = [".log", ".jsonl", ".csv", ".txt"]


@pytest.mark.parametrize("capture", [CAPTURE, MASKED_CAPTURE], ids=["plain", "masked"])
@pytest.mark.parametrize(("first", "second"), list(itertools.product(SHAPES, SHAPES)))
def test_there_and_back(verb: Verb, tmp_path: Path, capture: str, first: str, second: str) -> None:
    steps = [tmp_path / "a.log", tmp_path / f"b{first}", tmp_path / f"c{second}", tmp_path / "d.log"]
    steps[0].write_text(capture, encoding="utf-8")
    for source, target in itertools.pairwise(steps):
        assert verb("convert", source, target).exit_code == 0
    lines = steps[3].read_text(encoding="utf-8").splitlines()
    assert sorted(lines) == sorted(capture.splitlines())
    assert [line for line in lines if line.startswith("(")] == [
        line for line in capture.splitlines() if line.startswith("(")
    ]


def test_the_hex_dump_has_direction_time_offset_and_bytes(verb: Verb, tmp_path: Path) -> None:
    (tmp_path / "a.log").write_text(CAPTURE, encoding="utf-8")
    verb("convert", tmp_path / "a.log", tmp_path / "a.txt")
    dump = (tmp_path / "a.txt").read_text(encoding="utf-8")
    assert (
        "O 1.498000\n000000 00 06 10 10 01 02 01 02 07 01 01 02 04 01 01 01\n000010 01 01 84 bb c2 f9 93 00\n" in dump
    )
    assert "I 1.500001\n" in dump


def test_success_can_be_silent(verb: Verb, tmp_path: Path) -> None:
    (tmp_path / "a.log").write_text(CAPTURE, encoding="utf-8")
    assert "a.csv written" in verb("convert", tmp_path / "a.log", tmp_path / "a.csv").output
    assert verb("convert", tmp_path / "a.log", tmp_path / "a.csv", "--quiet").output == ""


@pytest.mark.parametrize(
    ("name", "content", "out", "words"),
    [
        ("a.pcap", "", "b.log", "no shape of a capture"),
        ("a.log", CAPTURE, "b.exe", "no shape of a capture"),
        ("a.log", CAPTURE, "a.log", "is the file to read"),
        ("a.log", "nonsense", "b.csv", "a.log, line 1, column 1"),
        ("a.csv", "time,channel\n", "b.log", "no column direction, hex"),
        ("a.csv", "time,channel,direction,hex\n1.5,x,T,zz\n", "b.log", "a.csv, line 2"),
        ("a.jsonl", '{"capture": 1}\n{oops\n', "b.log", "a.jsonl, line 2, column 2"),
        ("a.txt", "# hardware-capture 1\nX 1\n", "b.log", "a.txt, line 2"),
        ("a.txt", "I 1.0\n", "b.log", "must begin"),
    ],
)
def test_bad_input_ends_with_2_and_leaves_nothing(
    verb: Verb, tmp_path: Path, name: str, content: str, out: str, words: str
) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    result = verb("convert", tmp_path / name, tmp_path / out)
    assert result.exit_code == 2
    assert words in result.output
    assert [file.name for file in tmp_path.iterdir()] == [name]


def test_a_picture_is_refused(verb: Verb, tmp_path: Path) -> None:
    (tmp_path / "a.log").write_bytes(b"\x89PNG\xff\xfe")
    result = verb("convert", tmp_path / "a.log", tmp_path / "b.csv")
    assert result.exit_code == 2
    assert "not text" in result.output
