"""The Kaitai structure and the Wireshark dissectors are run, with the golden frames, where their programs are there.

Without them `make test` says so and goes on; `make proof` fails. They come from
`npm install kaitai-struct-compiler kaitai-struct js-yaml` (here or with -g) and from the package tshark.
"""

from __future__ import annotations

import json
import os
import shutil
import struct
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from google_crc32c import value as crc32c

from drivers.tablelink import cobs, payloads
from drivers.tablelink.event_rows import ReaderResult
from drivers.tablelink.frame import encode_frame, septets
from drivers.tablelink.messages import MessageType
from tests.drivers.vectors import rows
from tests.tools.wire.documents import FOLDER

REPO = Path(__file__).parents[2]
SCRIPT = Path(__file__).with_name("kaitai_vectors.js")
_NEEDED = ("kaitai-struct-compiler", "kaitai-struct", "js-yaml")
LONG_SERIAL = "B1-000000042"


@cache
def node_path() -> str | None:
    """Where npm has put the compiler, or None."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        return None
    everywhere = subprocess.run(["npm", "root", "-g"], capture_output=True, text=True, check=False).stdout.strip()
    for folder in (os.environ.get("NODE_PATH", ""), str(REPO / "node_modules"), everywhere):
        if folder and all((Path(folder) / name).is_dir() for name in _NEEDED):
            return folder
    return None


def body_of(wire: str) -> bytes:
    """What lies behind delimiters, check bytes and COBS."""
    return cobs.decode(bytes.fromhex(wire).strip(b"\0")[:-5])


def parsed(bodies: list[bytes]) -> list[dict[str, Any]]:
    folder = node_path()
    assert folder is not None, f"no compiler of Kaitai here: npm install {' '.join(_NEEDED)}"
    done = subprocess.run(
        ["node", str(SCRIPT), str(FOLDER / "tablelink.ksy")],
        input=json.dumps([body.hex() for body in bodies]),
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "NODE_PATH": folder},
    )
    assert done.returncode == 0, done.stderr
    read: list[dict[str, Any]] = json.loads(done.stdout)
    return read


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def _expected(row: dict[str, Any]) -> dict[str, Any]:
    """The fields of a golden frame by the names that the compiler gives them."""
    names = {"no": "number"}
    skipped = ("event", "reason", "flags", "caps", "card_flags", "fw", "differences", "n")
    return {_camel(names.get(name, name)): value for name, value in row["fields"].items() if name not in skipped}


def _flat(read: dict[str, Any]) -> dict[str, Any]:
    payload = read["payload"]
    return {**payload, **payload.get("data", {}), **payload.get("revealed", {})} if isinstance(payload, dict) else {}


def kaitai_reads_every_golden_frame() -> None:
    golden = [
        row
        for row in (rows("tablelink", "frame") + rows("tablelink-minor1", "frame"))
        if row["type"] in MessageType.__members__ and row["code"] != 0x7F
    ]
    for row, read in zip(golden, parsed([body_of(row["wire"]) for row in golden]), strict=True):
        assert (read["dst"], read["src"], read["type"]) == (row["dst"], row["src"], row["code"]), row["name"]
        flat = _flat(read)
        for name, value in _expected(row).items():
            assert _same(flat[name], value), (row["name"], name, flat[name], value)
    assert {row["type"] for row in golden} > {"EVENT", "IDENTITY", "CMD_IS", "NAK"}


def _same(read: Any, golden: Any) -> bool:
    """JavaScript holds a u64 as a double, and the golden file writes one as text."""
    if golden in ReaderResult.__members__:
        return bool(read == ReaderResult[golden])
    if isinstance(read, int) and not isinstance(read, bool):
        return float(read) == float(golden)
    return bool(read == golden)


def kaitai_reads_flags_and_a_serial_that_fills_its_field() -> None:
    identity = payloads.encode(
        MessageType.IDENTITY,
        nonce=bytes(8),
        minor=0,
        family=1,
        model="MODEL-78",
        serial=LONG_SERIAL,
        fw="1.2.3.4",
        fw_sha256=bytes(32),
        boots=1,
        acked=0,
        next=1,
        ring=512,
        caps=3,
    )
    wire = encode_frame(dst=1, src=0x10, type_code=MessageType.IDENTITY, seq=0, epoch=1, payload=identity)
    (read,) = parsed([body_of(wire.hex())])
    assert read["payload"]["serial"] == LONG_SERIAL
    assert read["payload"]["model"] == "MODEL-78"
    assert read["payload"]["caps"]["counts"] is True
    assert read["payload"]["caps"]["gate"] is False


def test_kaitai_reads_every_golden_frame() -> None:
    if node_path() is None:
        pytest.skip(f"no compiler of Kaitai here: npm install {' '.join(_NEEDED)}")
    kaitai_reads_every_golden_frame()
    kaitai_reads_flags_and_a_serial_that_fills_its_field()


@pytest.mark.proof
def test_kaitai_reads_every_golden_frame_and_must_be_there() -> None:
    kaitai_reads_every_golden_frame()
    kaitai_reads_flags_and_a_serial_that_fills_its_field()


TABLELINK_LINE, ANGEL_EYE_LINE = 147, 148  # the link types USER0 and USER1, for which the dissectors register


def dissected(folder: Path, script: str, link_type: int, packets: list[bytes], *fields: str) -> list[list[str]]:
    """What tshark says about each packet, one list of fields for each; the packets come one millisecond apart."""
    tshark = shutil.which("tshark")
    assert tshark is not None, "no tshark here: install the package tshark"
    file = folder / "line.pcap"
    file.write_bytes(
        struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, link_type)
        + b"".join(
            struct.pack("<IIII", 1000, 1000 * number, len(data), len(data)) + data
            for number, data in enumerate(packets)
        )
    )
    wanted = [word for field in fields for word in ("-e", field)]
    done = subprocess.run(
        [
            tshark,
            "-X",
            f"lua_script:{FOLDER / script}",
            "-2",
            "-r",
            str(file),
            "-T",
            "fields",
            "-E",
            "separator=|",
            *wanted,
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Lua" not in done.stderr, done.stderr
    return [line.split("|") for line in done.stdout.splitlines()]


def tshark_reads_every_golden_frame(folder: Path) -> None:
    golden = rows("tablelink", "frame") + rows("tablelink-minor1", "frame")
    wires = [bytes.fromhex(row["wire"]) for row in golden]
    told = dissected(
        folder, "tablelink.lua", TABLELINK_LINE, wires, "_ws.col.Info", "tablelink.identity.serial", "_ws.expert"
    )
    assert len(told) == len(golden)
    for row, (info, serial, expert) in zip(golden, told, strict=True):
        name = row["type"] if row["code"] != 0x7F else "RESERVED"
        assert info.startswith(f"[{name} seq {row['seq']} epoch {row['epoch']}"), (row["name"], info)
        assert not expert, (row["name"], expert)
        assert serial == row["fields"].get("serial", "") if row["type"] == "IDENTITY" else True
        if row["type"] == "EVENT":
            assert f" {row['fields']['event']}" in info
        if row["type"] == "NAK":
            assert f" {row['fields']['reason']} to " in info


def tshark_links_requests_and_replies(folder: Path) -> None:
    by_name = {
        row["name"]: bytes.fromhex(row["wire"])
        for row in (rows("tablelink", "frame") + rows("tablelink-minor1", "frame"))
    }
    hello, identity, poll = (
        by_name["hello"],
        by_name["identity-batch"],
        next(by_name[name] for name in by_name if name.startswith("poll")),
    )
    packets = [hello, identity, poll, poll, by_name["event-none"]]
    wanted = ("tablelink.response_in", "tablelink.response_to", "tablelink.time", "tablelink.repeat", "_ws.col.Info")
    told = dissected(folder, "tablelink.lua", TABLELINK_LINE, packets, *wanted)
    assert [row[0] for row in told] == ["2", "", "", "5", ""]
    assert [row[1] for row in told] == ["", "1", "", "", "4"]
    assert float(told[1][2]) == pytest.approx(0.001)
    assert [bool(row[3]) for row in told] == [False, False, False, True, False]
    assert "(repeat)" in told[3][4]


def tshark_marks_damage(folder: Path) -> None:
    wire = bytearray(bytes.fromhex((rows("tablelink", "frame") + rows("tablelink-minor1", "frame"))[0]["wire"]))
    wire[8] ^= 1
    flagged = bytes([0x14]) + body_of((rows("tablelink", "frame") + rows("tablelink-minor1", "frame"))[0]["wire"])[1:]
    encoded = cobs.encode(flagged)
    reserved = b"\0" + encoded + septets(crc32c(encoded)) + b"\0"
    packets = [bytes(wire), reserved]
    told = dissected(folder, "tablelink.lua", TABLELINK_LINE, packets, "tablelink.bad_crc", "tablelink.bad_flags")
    assert [[bool(cell) for cell in row] for row in told] == [[True, False], [False, True]]


def tshark_reads_the_angel_eye_line(folder: Path) -> None:
    golden = [row for row in rows("angel-eye", "frame") if row["dir"] == "device" and row.get("seq")]
    wires = [bytes.fromhex(row["wire"]) for row in golden]
    wanted = ("angel_eye.seq", "angel_eye.code", "angel_eye.card", "angel_eye.bad_bcc")
    for row, cells in zip(golden, dissected(folder, "angel-eye.lua", ANGEL_EYE_LINE, wires, *wanted), strict=True):
        assert cells[:2] == [row["seq"], row["code"]], row["name"]
        card = row["fields"].get("card")
        assert cells[2] == ("" if card is None else {"unreadable": "not readable"}.get(card, card)), row["name"]
        assert not cells[3], row["name"]
    stream = bytes.fromhex(next(row for row in rows("angel-eye", "stream") if "three" in row["name"])["stream"])
    (only,) = dissected(folder, "angel-eye.lua", ANGEL_EYE_LINE, [stream], "_ws.col.Info", "angel_eye.copy")
    assert only[0].count("card drawn") == 3
    assert only[1] == "1,2,3"
    commands = [bytes.fromhex("024f504c4b303203" + "3142"), b"\x06", b"\x1502", b"\x05\x31\x44\x81"]
    told = dissected(folder, "angel-eye.lua", ANGEL_EYE_LINE, commands, "_ws.col.Info")
    assert [row[0].strip() for row in told] == [
        "[command LK02, BCC with STX]",
        "[ACK]",
        "[NAK 02 BCC]",
        "[cut off]",
    ]


DISSECTORS = (
    tshark_reads_every_golden_frame,
    tshark_links_requests_and_replies,
    tshark_marks_damage,
    tshark_reads_the_angel_eye_line,
)


@pytest.mark.parametrize("check", DISSECTORS)
def test_dissectors_in_tshark(check: Callable[[Path], None], tmp_path: Path) -> None:
    if shutil.which("tshark") is None:
        pytest.skip("no tshark here: install the package tshark")
    check(tmp_path)


@pytest.mark.proof
@pytest.mark.parametrize("check", DISSECTORS)
def test_dissectors_in_tshark_which_must_be_there(check: Callable[[Path], None], tmp_path: Path) -> None:
    check(tmp_path)
