"""Whatever arrives, on any side: events, answers or silence, and never an exception."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.angel_eye import codec
from drivers.tablelink.frame import FrameDecoder, encode_frame
from drivers.tablelink.messages import MessageType
from tests.drivers.bench_table import KEY, SHOE, Journal, KeeperPeer
from tests.drivers.device_line import ADDRESSES, driver_for
from tests.drivers.vectors import rows

GOLDEN = [bytes.fromhex(row["payload"]) for row in rows("tablelink", "frame")]
PAYLOADS = st.one_of(st.binary(max_size=96), st.sampled_from(GOLDEN))
TYPES = st.one_of(st.sampled_from([int(kind) for kind in MessageType]), st.integers(0, 255))
REPORTS = st.builds(
    lambda seq, code, data: codec.encode_report(seq=seq, code=code, data=bytes(byte | 0x80 for byte in data)),
    st.sampled_from("0123456789ABCDEFxyz"),
    st.sampled_from("SPDRdGCEeLMZ"),
    st.binary(max_size=6),
)
WORDS = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=5)),
    lambda inner: st.dictionaries(st.sampled_from(["do", "answer", "yes", "x"]), inner, max_size=3),
    max_leaves=4,
)


@contextmanager
def keeper() -> Iterator[KeeperPeer]:
    with TemporaryDirectory() as folder:
        peer = KeeperPeer(Path(folder))
        yield peer
        peer.store.close()


@settings(max_examples=40)
@given(st.lists(st.tuples(TYPES, PAYLOADS), max_size=12))
def test_keeper_answers_every_sealed_request_with_one_frame(requests: list[tuple[int, bytes]]) -> None:
    with keeper() as peer:
        hello = {"dst": SHOE, "src": 1, "seq": 0, "epoch": 0, "key": KEY}
        peer.feed(encode_frame(type_code=MessageType.HELLO, payload=bytes(9), **hello), 0.0)  # type: ignore[arg-type]
        (identity,) = FrameDecoder().receive(peer.step(0.0))
        for seq, (kind, payload) in enumerate(requests, 1):
            wire = encode_frame(
                dst=SHOE, src=1, type_code=kind, seq=seq, epoch=identity.epoch, payload=payload, key=KEY
            )
            peer.feed(wire, 0.1)
            (reply,) = FrameDecoder().receive(peer.step(0.1))
            assert reply.mac_fits(KEY)
            assert reply.seq == seq


@settings(max_examples=40)
@given(st.lists(st.one_of(st.binary(max_size=60), REPORTS), max_size=15), st.binary(max_size=200))
def test_keeper_takes_any_bytes_from_shoe_and_host(from_shoe: list[bytes], from_host: bytes) -> None:
    with keeper() as peer:
        for number, data in enumerate(from_shoe):
            peer.core.shoe_bytes(data, number / 10)
            peer.step(number / 10)
        peer.feed(from_host, 9.0)
        for said in peer.said:
            json.dumps(said)


@settings(max_examples=40)
@given(st.lists(st.dictionaries(st.sampled_from(["do", "answer", "yes", "x"]), WORDS, max_size=3), max_size=6))
def test_keeper_answers_every_control_line(lines: list[dict[str, object]]) -> None:
    with keeper() as peer:
        peer.report("R", b"\x81\x96", now=0.0)
        for line in lines:
            answer = peer.core.control(line, 0.1)
            assert set(answer) <= {"ok", "error"}


@settings(max_examples=150)
@given(
    st.sampled_from(["shoe", "reader", "batch-shuffler", "continuous-shuffler"]),
    st.lists(st.tuples(TYPES, PAYLOADS, st.booleans()), max_size=15),
)
def test_drivers_take_any_sealed_reply(device: str, replies: list[tuple[int, bytes, bool]]) -> None:
    """Each reply fits its request in SEQ and EPOCH, which no bad line could achieve, and says anything at all."""
    driver = driver_for(device, Journal())
    key = driver.link.setup.key
    driver.line_opened(0.0)
    now = 0.0
    for kind, payload, echo in replies:
        now = max(now, driver.due() or 0.0)
        driver.step(now)
        asked = FrameDecoder().receive(driver.bytes_to_send())
        for frame in asked:
            told = frame.payload[1:9] + payload[8:] if echo else payload
            epoch = frame.epoch or 5
            driver.receive(
                encode_frame(
                    dst=1,
                    src=ADDRESSES[device],
                    type_code=kind,
                    seq=frame.seq,
                    epoch=epoch,
                    payload=told,
                    key=key,
                ),
                now,
            )
        driver.events()
    assert driver.health().frames_sent >= 0
