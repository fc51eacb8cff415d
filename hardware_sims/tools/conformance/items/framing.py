"""C4–C11: frames, good and damaged (A1, A2)."""

from collections.abc import Callable
from functools import partial
from typing import Any

from hardware_sims.tools.conformance.bench import Answer, Bench
from hardware_sims.tools.conformance.items.damage import damages
from hardware_sims.tools.conformance.items.golden import golden_requests
from hardware_sims.tools.conformance.items.item import FailedError, item, require
from hardware_sims.wire.constants import ANYONE, FAMILIES, MESSAGES, REQUESTS_FOR
from hardware_sims.wire.payloads import REQUEST_SIZES
from hardware_sims.wire.tablelink import Frame

_RANDOM_BYTES = 1000
_BYTE_PAUSE = 0.030
_TRIES_IN_TIME = 3


@item(4, "Every golden request of the family is understood: there is an answer, never silence.")
def golden_are_heard(bench: Bench) -> None:
    bench.hello()
    for name, wire in golden_requests(bench.family, bench.address):
        bench.port.send(wire)
        answer = bench.hear(bench.port.reply_wait)
        require(answer is not None, f"silence after the golden request {name}")
    bench.flush()
    bench.hello()


@item(5, "TYPE 0x7F with 0, 1, 95 and 96 bytes, all 00 and all FF, is BAD_TYPE.")
def reserved_type(bench: Bench) -> None:
    bench.hello()
    for length in (0, 1, 95, 96):
        for fill in (b"\x00", b"\xff"):
            answer = bench.ask("RESERVED", payload=fill * length)
            require(
                answer.reason == "BAD_TYPE" and answer["of"] == MESSAGES["RESERVED"],
                f"0x7F with {length} × {fill.hex()} was answered {answer.spoken}, not BAD_TYPE",
            )


@item(6, "A payload one byte too short or too long is BAD_LEN, for every request of the family.")
def wrong_length(bench: Bench) -> None:
    bench.hello()
    for name, families in REQUESTS_FOR.items():
        size = REQUEST_SIZES[MESSAGES[name]]
        for length in (size - 1, size + 1):
            if bench.family in families and length >= 0:
                answer = _ask_raw(bench, name, bytes(length))
                require(
                    answer.reason == "BAD_LEN",
                    f"{name} with {length} bytes was answered {answer.spoken}, not BAD_LEN: lengths are exact",
                )
    require(bench.status().name == "STATUS_IS", "after BAD_LEN the next request is not taken")


def _ask_raw(bench: Bench, name: str, payload: bytes) -> Answer:
    frame = bench.frame(name, payload=payload)
    return bench.exchange(frame._replace(seq=0, epoch=0) if name == "HELLO" else frame)


@item(7, "Each class of damage: silence, `bad_frames` goes up, and the next frame is answered.")
def damage(bench: Bench) -> None:
    bench.hello()
    before = bench.status()["bad_frames"]
    for kind in damages(bench.frame("POLL", upto=bench.acked), bench.key):
        wire = damages(bench.frame("POLL", upto=bench.acked), bench.key)[kind]
        bench.port.send(wire)
        require(bench.silence(bench.port.silence), f"a damaged frame ({kind}) was answered; A1 drops it in silence")
        try:
            after = bench.status()["bad_frames"]
        except FailedError:
            raise FailedError(
                f"after a damaged frame ({kind}) the next good frame is not answered; A1 receives it"
            ) from None
        require(after > before, f"a damaged frame ({kind}) is not counted: bad_frames stays at {before}")
        before = after


@item(8, "A frame for another address is met with silence, and not counted.")
def another_address(bench: Bench) -> None:
    bench.hello()
    before = bench.status()["bad_frames"]
    others = [bench.address ^ 1, *(number << 4 for number in FAMILIES.values() if number != bench.address >> 4), ANYONE]
    for other in others:
        bench.send(bench.frame("STATUS")._replace(dst=other))
        require(bench.silence(bench.port.silence), f"a STATUS for 0x{other:02x} was answered")
    require(bench.status()["bad_frames"] == before, "frames for others were counted as bad")


@item(9, "After 1000 random bytes the next frame is answered.")
def noise(bench: Bench) -> None:
    bench.hello()
    bench.port.send(bench.dice.bytes(_RANDOM_BYTES))
    bench.port.wait(0.1)
    bench.flush()
    answer = bench.status()
    require(answer.name == "STATUS_IS", f"after noise a STATUS was answered {answer.spoken}")


@item(10, "A frame in single bytes, 30 ms apart, is answered.")
def byte_by_byte(bench: Bench) -> None:
    bench.hello()
    frame = bench.frame("STATUS")
    for byte in bench.wire(frame):
        bench.port.send(bytes([byte]))
        bench.port.wait(_BYTE_PAUSE)
    answer = bench.hear(bench.port.reply_wait)
    require(answer is not None and answer.name == "STATUS_IS", "no answer to a slow frame")
    bench.seq = frame.seq


@item(11, "Every reply begins within 20 ms of the closing delimiter (100 ms on tcp).")
def in_time(bench: Bench) -> None:
    bench.hello()
    asked: list[tuple[str, dict[str, Any]]] = [
        ("STATUS", {}),
        ("POLL", {"upto": bench.acked}),
        ("QUERY", {"cmd": bench.new_id()}),
        ("INHIBIT", {"cmd": bench.new_id()}),
        ("RESERVED", {}),
    ]
    for name, fields in asked:
        _answered_in_time(bench, partial(bench.frame, name, **fields))
    _answered_in_time(bench, lambda: bench.frame("HELLO", seq=0, minor=0, nonce=bench.nonce)._replace(epoch=0))


def _answered_in_time(bench: Bench, build: Callable[[], Frame]) -> None:
    """Late three times running is the device; late once may be this computer."""
    late = []
    for _ in range(_TRIES_IN_TIME):
        frame = build()
        after = bench.exchange(frame).after
        if after <= bench.port.reply_due:
            return
        late.append(f"{frame.name} answered after {after * 1000:.1f} ms")
    raise FailedError(f"{late[-1]}, not within {bench.port.reply_due * 1000:g}")
