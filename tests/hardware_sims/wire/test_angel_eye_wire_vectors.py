"""The simulators' own angel-eye codec against the golden frames and streams (B1, B2)."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware_sims.wire.angel_eye import (
    NAK_MEANINGS,
    Command,
    CommandReceiver,
    Damage,
    Reply,
    Report,
    ShoeLineReceiver,
    build_command,
    build_reply,
    build_report,
    report_fields,
)

VECTORS: dict[str, Any] = tomllib.loads((Path(__file__).parents[2] / "vectors" / "angel-eye.toml").read_text())
REPORTS = [v for v in VECTORS["frame"] if v["dir"] == "device" and v["seq"]]
COMMANDS = [v for v in VECTORS["frame"] if v["dir"] == "host"]
REPLIES = [v for v in VECTORS["frame"] if v["dir"] == "device" and not v["seq"]]


def names(vectors: list[dict[str, Any]]) -> list[str]:
    return [vector["name"] for vector in vectors]


@pytest.mark.parametrize("vector", REPORTS, ids=names(REPORTS))
def test_b1_report(vector: dict[str, Any]) -> None:
    wire = bytes.fromhex(vector["wire"])
    report = Report(seq=vector["seq"], code=vector["code"], data=bytes.fromhex(vector["data"]))
    assert build_report(report.seq, report.code, report.data) == wire
    slowly = ShoeLineReceiver()
    assert [item for byte in wire for item in slowly.feed(bytes([byte]))] == [report]
    assert ShoeLineReceiver().feed(wire) == [report]
    assert report_fields(report) == vector["fields"]


@pytest.mark.parametrize("vector", COMMANDS, ids=names(COMMANDS))
def test_b2_command(vector: dict[str, Any]) -> None:
    wire = bytes.fromhex(vector["wire"])
    form = vector["fields"]["command_bcc"]
    command = Command(type=vector["code"], data=bytes.fromhex(vector["data"]).decode(), form=form)
    assert build_command(command.type, command.data, form) == wire
    assert CommandReceiver().feed(b"\x55" + wire) == [command]


@pytest.mark.parametrize("vector", REPLIES, ids=names(REPLIES))
def test_b2_reply(vector: dict[str, Any]) -> None:
    wire = bytes.fromhex(vector["wire"])
    reason = bytes.fromhex(vector["data"]).decode() or None
    assert build_reply(reason) == wire
    assert ShoeLineReceiver().feed(wire) == [Reply(reason=reason)]
    assert reason is None or NAK_MEANINGS[reason] == vector["fields"]["meaning"]


@pytest.mark.parametrize("vector", VECTORS["stream"], ids=names(VECTORS["stream"]))
def test_b1_streams_give_the_notices_of_the_line(vector: dict[str, Any]) -> None:
    items = ShoeLineReceiver().feed(bytes.fromhex(vector["stream"]))
    notices = [item.kind for item in items if isinstance(item, Damage)]
    assert notices == [notice for notice in vector["notices"] if not notice.startswith("sequence-")]
    cards = {str(report_fields(item).get("card")) for item in items if isinstance(item, Report)}
    assert set(vector["draws"]) <= cards


def test_b2_damage_names_what_is_wrong() -> None:
    good = build_command("LK", "01")
    wrong_bcc = good[:-1] + b"0"
    no_etx = good[:7] + b"\x20" + good[8:]
    other_word = build_command("LK", "01").replace(b"OP", b"XX")
    kinds = [
        item.kind for wire in (wrong_bcc, no_etx) for item in CommandReceiver().feed(wire) if isinstance(item, Damage)
    ]
    assert kinds == ["bad-bcc", "no-etx"]
    (item,) = CommandReceiver().feed(other_word)
    assert isinstance(item, Damage)
    assert CommandReceiver().feed(good[:4] + good) == [
        Damage(kind="no-etx", raw=good[:4]),
        Command(type="LK", data="01"),
    ]


@given(st.lists(st.binary(max_size=60), max_size=6))
def test_b1_b2_whatever_arrives_nothing_raises_and_the_next_message_is_received(pieces: list[bytes]) -> None:
    shoe_line, command_line = ShoeLineReceiver(), CommandReceiver()
    for piece in pieces:
        shoe_line.feed(piece)
        command_line.feed(piece)
    assert Report(seq="1", code="C") in shoe_line.feed(build_report("1", "C"))
    assert Command(type="GP", data="00") in command_line.feed(build_command("GP", "00"))
