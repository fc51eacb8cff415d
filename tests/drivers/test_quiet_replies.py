"""The answer to nearly every poll is told by its bytes. What else comes is judged as if that were not there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from drivers.interfaces import Health
from drivers.tablelink.device import TablelinkDevice
from drivers.tablelink.frame import decode_piece, encode_frame
from drivers.tablelink.session import ReplyReader
from drivers.tablelink_devices import SealedShoe, Shuffler
from tests.drivers.device_line import DeviceLine

Asked = tuple[DeviceLine[TablelinkDevice], bytes]


def asked(kind: type[TablelinkDevice], device: str) -> Asked:
    """A device at rest, and its reply to a poll that the host has just sent."""
    table = DeviceLine(kind, device)
    table.until(lambda: table.driver.ready)
    table.run(0.1)
    while not (request := table.driver.bytes_to_send()):
        due = table.driver.due()
        assert due is not None
        table.clock.advance_to(due)
        table.driver.step(table.clock.now())
    table.simulator.feed(request, table.clock.now())
    while not (reply := table.simulator.step(table.clock.now())):
        table.clock.advance_to(table.clock.now() + 0.001)
    return table, reply


def outcome(table: DeviceLine[TablelinkDevice], data: bytes) -> tuple[Health, bool, object]:
    """What the host has counted, whether its request is answered, and what it takes the device to be."""
    before = table.driver.health().frames_received
    table.driver.receive(data, table.clock.now())
    health = table.driver.health()
    return health, health.frames_received > before, table.driver.link.last_status.get("flags")


def variants(reply: bytes) -> Iterator[bytes]:
    yield reply
    for bit in range(0, 8 * len(reply), 7):
        damaged = bytearray(reply)
        damaged[bit // 8] ^= 1 << bit % 8
        yield bytes(damaged)
    yield from (reply[:-1], reply[1:], reply + reply, b"\0" + reply, reply + b"\0\x05", b"\x07" + reply)
    frame = decode_piece(reply.strip(b"\0"))
    same = {
        "dst": frame.dst,
        "src": frame.src,
        "type_code": frame.type,
        "seq": frame.seq,
        "epoch": frame.epoch,
        "payload": frame.payload,
        "key": bytes([0x42]) * 32 if frame.has_mac else None,
    }
    payload = frame.payload
    for changed in (
        {"seq": frame.seq - 1},
        {"epoch": frame.epoch + 1},
        {"dst": 2},
        {"src": frame.src + 1},
        {"type_code": 0x83},
        {"key": bytes(32)},
        {"key": None},
        {"payload": payload + b"\0"},
        {"payload": payload[:-1]},
        {"payload": payload[:1] + bytes([payload[1] ^ 1]) + payload[2:]},
        {"payload": payload[:8] + bytes(4) + payload[12:]},
        {"payload": payload[:12] + b"\x09"},
    ):
        yield encode_frame(**{**same, **changed})  # type: ignore[arg-type]


@pytest.mark.parametrize(("kind", "device"), [(SealedShoe, "shoe"), (Shuffler, "batch-shuffler")])
def test_a_reply_is_judged_alike_by_its_bytes_and_by_its_fields(
    kind: type[TablelinkDevice], device: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, reply = asked(kind, device)
    for data in variants(reply):
        with monkeypatch.context() as without:
            without.setattr(ReplyReader, "says_the_same", lambda *_: False)
            in_full = outcome(asked(kind, device)[0], data)
        assert outcome(asked(kind, device)[0], data) == in_full, data.hex()


@pytest.mark.parametrize(("kind", "device"), [(SealedShoe, "shoe"), (Shuffler, "batch-shuffler")])
def test_the_usual_reply_is_told_by_its_bytes(
    kind: type[TablelinkDevice], device: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, reply = asked(kind, device)
    monkeypatch.setattr(ReplyReader, "fields", lambda *_: pytest.fail("its fields were looked at"))
    assert outcome(table, reply)[1]


def test_a_late_reply_of_an_earlier_poll_answers_nothing() -> None:
    table, reply = asked(SealedShoe, "shoe")
    assert outcome(table, reply)[1]
    due = table.driver.due()
    assert due is not None
    table.driver.step(due)
    assert table.driver.bytes_to_send()
    health, answered, _ = outcome(table, reply)
    assert not answered
    assert health.errors["misfit"] == 1
