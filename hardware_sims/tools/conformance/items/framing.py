"""C4–C11: frames, good and damaged (A1, A2).

The golden requests of C4 are bytes that every device of a family must understand, whatever it answers.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from hardware_sims.tools.conformance.bench import Answer, Bench
from hardware_sims.tools.conformance.items.damage import damages
from hardware_sims.tools.conformance.items.item import FailedError, item, require
from hardware_sims.wire.constants import ANYONE, FAMILIES, MESSAGE_NAMES, MESSAGES, REQUESTS_FOR
from hardware_sims.wire.payloads import REQUEST_SIZES
from hardware_sims.wire.tablelink import Frame, Receiver, encode

GOLDEN_WIRES: dict[str, str] = {
    "hello": "00051010010101010101010209010108112233445566778ed9a0a69700",
    "hello-any-address": "000210030101010101010102090101010101010101020182b1a4d7e400",
    "poll-first": "00061010010201020701010204010101010184bbc2f99300",
    "poll-upto": "00061010010202020701010204030201010180b78aada200",
    "status": "00061010010303020701010101018aa181908600",
    "query": "0006101001040402070101020809080706050403020187bccbd7da00",
    "enable": "0006101001100502070101020802010101010101010187b9bee3ac00",
    "inhibit": "000610100111070207010102080202010101010101018193ee8f9700",
    "shuffle-6-decks": "0006101001200b02070101020f0203010101010101022a0101040638018bc8f9929d00",
    "clear-jam": "00061010011212020701010209020401010101010102018af4fb82c900",
    "release": "0006101001211402070101020c0205010101010101022a0101018fa3a4bff500",
    "eject": "0006101001221602070101020802060101010101010180b5f697e400",
    "recount": "000610200123ff06040302010809ffffffffffffffff82e0cbf3dc00",
    "pair": (
        "00061030011301020101010228020901010101010101200102030405060708090a0b0c0d0e0f10111213141516171819"
        "1a1b1c1d1e1f88b1b9cfa900"
    ),
    "hello-mac": "000511300101010101010102090101181122334455667719f2117b87c09df43df10b9fdcbd68c38290a2eca900",
    "enable-mac": "00061130011002020201010208020a01010101010108f98d9e752546ec09834e607f21ad3f6780c6ccbbe700",
    "reveal-mac": (
        "0006113001300402020101020d020b01010101010102010101120136c3310197ca96d6986315e1bbc947998dd6b3cec100"
    ),
    "arm-ace-mac": (
        "000c11400140ffffffffffff0d010101010101010480e80301120133795a8585f69716bee7a89f9660bff685f696b9cb00"
    ),
    "arm-ten-mac": (
        "0006114001400102090101020d021501010101010103e9030112021ae9c6f12abd5b51777e86d6e622a33588aaf3f58b00"
    ),
    "max-payload-zeros": (
        "00061010017f010201010102600101010101010101010101010101010101010101010101010101010101010101010101"
        "010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101"
        "0101010101010101010101010101878cdea28200"
    ),
    "max-payload-ff": (
        "00061010017f0202010101026061ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
        "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
        "ffffffffffffffffffffffffffff8498c8f5c600"
    ),
    "max-payload-ramp": (
        "00061010017f0302010101026001600102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f2021"
        "22232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f404142434445464748494a4b4c4d4e4f5051"
        "52535455565758595a5b5c5d5e5f8ca1f28ea300"
    ),
    "max-payload-high-ramp-mac": (
        "00061130017f0402010101026071a0a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3b4b5b6b7b8b9babbbcbdbebfc0c1"
        "c2c3c4c5c6c7c8c9cacbcccdcecfd0d1d2d3d4d5d6d7d8d9dadbdcdddedfe0e1e2e3e4e5e6e7e8e9eaebecedeeeff0f1"
        "f2f3f4f5f6f7f8f9fafbfcfdfeffe567406162299c7ec192b66f3710d1ff8cb8f3b98200"
    ),
    "max-payload-zeros-mac": (
        "00061130017f050201010102600101010101010101010101010101010101010101010101010101010101010101010101"
        "010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101"
        "01010101010101010101010101119f1001851b830a30f445350a7b22a2898194a68bba00"
    ),
    "payload-alternating-zero": (
        "00061010017f060201010102280102010201020102010201020102010201020102010201020102010201020102010201"
        "0201020102018be6e28d9f00"
    ),
    "payload-ends-in-zero": "00061010017f0702010101020404313233018d99b6bdc400",
    "payload-one-zero": "00061010017f0802010101020101018fdc87b7fa00",
    "header-without-zero-bytes": "000c1017017f01010101010110110101010101010101010101010101010180bec3dbc000",
    "header-all-zero-fields": "00021003017f01010101010101018eef83bfa300",
}


def golden_requests(family: str, address: int) -> Iterator[tuple[str, bytes]]:
    """Those the family knows, sent to this address; a frame that already names it goes out as it stands."""
    for name, digits in GOLDEN_WIRES.items():
        wire = bytes.fromhex(digits)
        frame = Receiver().feed(wire)[0]
        if _known(frame, family):
            yield name, wire if frame.dst in (address, ANYONE) else encode(frame._replace(dst=address))


def _known(frame: Frame, family: str) -> bool:
    """0x7F belongs to everyone, but only HELLO may be sent to whoever is there."""
    if frame.dst == ANYONE:
        return MESSAGE_NAMES[frame.type] == "HELLO"
    return family in REQUESTS_FOR.get(MESSAGE_NAMES[frame.type], "bcsr")


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
    requests: list[tuple[str, dict[str, Any]]] = [
        ("STATUS", {}),
        ("POLL", {"upto": bench.acked}),
        ("QUERY", {"cmd": bench.new_id()}),
        ("INHIBIT", {"cmd": bench.new_id()}),
        ("RESERVED", {}),
    ]
    for name, fields in requests:
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
