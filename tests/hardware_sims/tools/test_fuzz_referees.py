"""The fuzzer's referees object to whatever the document does not allow, one rule at a time."""

from collections.abc import Callable

import pytest

from hardware_sims.tools.fuzzer.angel_eye import AngelEyeReferee
from hardware_sims.tools.fuzzer.engine import FrameRenumberer
from hardware_sims.tools.fuzzer.mutations import Mutation
from hardware_sims.tools.fuzzer.referee import TablelinkReferee
from hardware_sims.wire.angel_eye import WITH_STX, build_command, build_reply, build_report
from hardware_sims.wire.tablelink import Frame, Receiver, encode, pack

HELLO = Frame(dst=0x30, src=1, type=0x01, payload=pack("HELLO", minor=0, nonce=b"12345678"))
IDENTITY = Frame(
    dst=1,
    src=0x30,
    type=0x81,
    epoch=5,
    payload=pack(
        "IDENTITY",
        nonce=b"12345678",
        minor=0,
        family=3,
        model="M",
        serial="S",
        fw="1.0.0.0",
        fw_sha256=bytes(32),
        boots=1,
        acked=0,
        next=1,
        ring=512,
        caps=0,
    ),
)
STATUS = Frame(dst=0x30, src=1, type=0x03, seq=1, epoch=5)
STATUS_IS = Frame(
    dst=1,
    src=0x30,
    type=0x83,
    seq=1,
    epoch=5,
    payload=pack("STATUS_IS", state=0x30, flags=16, fault=0, bad_frames=0, a=0, b=0, c=0),
)


def nak(reason: str, of: int = 0x03) -> Frame:
    payload = pack("NAK", reason=reason, of=of, state=0x30, fault=0)
    return Frame(dst=1, src=0x30, type=0xFF, seq=1, epoch=5, payload=payload)


def in_session() -> TablelinkReferee:
    referee = TablelinkReferee(family="s", address=0x30, key=None)
    assert referee.judge(encode(HELLO), encode(IDENTITY)) is None
    return referee


def test_a_right_answer_and_its_repeat_are_let_pass() -> None:
    referee = in_session()
    for _ in range(2):
        assert referee.judge(encode(STATUS), encode(STATUS_IS)) is None


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (b"", "got 0 replies"),
        (encode(STATUS_IS) * 2, "got 2 replies"),
        (encode(STATUS_IS)[:-2] + b"\x00", "damaged frame"),
        (encode(STATUS_IS._replace(src=0x31)), "reply from 0x31"),
        (encode(STATUS_IS._replace(seq=2)), "SEQ 2, not 1"),
        (encode(STATUS_IS._replace(epoch=6)), "EPOCH 6, not 5"),
        (encode(STATUS_IS, bytes(32)), "MAC"),
        (encode(STATUS_IS._replace(payload=b"short")), "STATUS_IS"),
        (encode(STATUS_IS._replace(payload=b"\x30\x80" + STATUS_IS.payload[2:])), "unknown flags 0x80"),
        (encode(STATUS_IS._replace(payload=b"\x10\x10" + STATUS_IS.payload[2:])), "state 0x10"),
        (encode(nak("BAD_STATE")), "answered BAD_STATE"),
        (encode(nak("BAD_SEQ")), "answered BAD_SEQ"),
        (encode(nak("BAD_SEQ", of=0x02)), "names request 0x02"),
    ],
)
def test_wrong_answers_to_a_good_request_are_objected_to(reply: bytes, words: str) -> None:
    said = in_session().judge(encode(STATUS), reply)
    assert said is not None
    assert words in said


@pytest.mark.parametrize(
    ("request_frame", "reason"),
    [
        (STATUS._replace(seq=3), "BAD_SEQ"),
        (STATUS._replace(epoch=4), "BAD_EPOCH"),
        (STATUS._replace(mac=bytes(16)), "BAD_MAC"),
        (STATUS._replace(type=0x7F), "BAD_TYPE"),
        (STATUS._replace(type=0x20), "BAD_TYPE"),
        (STATUS._replace(payload=b"x"), "BAD_LEN"),
    ],
)
def test_the_one_lawful_refusal_is_demanded(request_frame: Frame, reason: str) -> None:
    answers: dict[str, Frame] = {
        name: nak(name, of=request_frame.type)._replace(seq=request_frame.seq, epoch=request_frame.epoch)
        for name in ("BAD_SEQ", "BAD_EPOCH", "BAD_MAC", "BAD_TYPE", "BAD_LEN")
    }
    for name, answer in answers.items():
        said = in_session().judge(encode(request_frame), encode(answer))
        assert (said is None) == (name == reason), said


def test_a_session_must_begin_with_a_higher_epoch() -> None:
    again = encode(HELLO._replace(payload=pack("HELLO", minor=0, nonce=b"abcdefgh")))
    payload = IDENTITY.payload.replace(b"12345678", b"abcdefgh")
    said = in_session().judge(again, encode(IDENTITY._replace(payload=payload, epoch=5)))
    assert said == "HELLO: EPOCH 5 after 5 for another nonce"


def test_frames_for_others_must_stay_unanswered() -> None:
    said = in_session().judge(encode(STATUS._replace(dst=0x31)), encode(STATUS_IS))
    assert said == "0 requests (none) got 1 replies (STATUS_IS)"


GOOD = build_command("LK", "01", WITH_STX)


@pytest.mark.parametrize(
    ("sent", "heard", "words"),
    [
        (GOOD, build_reply(), None),
        (GOOD, build_report("1", "L", b"\x80") * 3 + build_reply(), None),
        (GOOD, build_reply("02"), None),
        (GOOD, b"", "a good command got no reply"),
        (GOOD, build_reply() * 2, "2 replies to 1 commands"),
        (GOOD, build_reply("99"), "unknown reason 99"),
        (b"", build_report("1", "L", b"\x80")[:-1] + b"0", "bad-bcc"),
        (b"", build_report("1", "D", b"\x80"), "report D with 1 bytes"),
    ],
)
def test_the_angel_eye_referee(sent: bytes, heard: bytes, words: str | None) -> None:
    said = AngelEyeReferee(WITH_STX).judge(sent, heard)
    assert said is None if words is None else words in str(said)


def test_what_is_left_of_a_session_counts_on() -> None:
    def stroke(frame: Frame) -> Mutation:
        return Mutation(pause_us=0, data=encode(frame))

    hello = HELLO._replace(payload=pack("HELLO", minor=0, nonce=b"abcdefgh"))
    left = [stroke(hello), stroke(STATUS._replace(seq=4, epoch=9)), stroke(STATUS._replace(seq=9, epoch=9))]
    left += [stroke(STATUS._replace(seq=9, epoch=9)), Mutation(pause_us=0, data=b"\x55\x55")]
    renumbered: Callable[[list[Mutation]], list[Mutation]] = FrameRenumberer(None, 1)
    closed = renumbered(left)
    frames = [frame for one in closed[1:] for frame in Receiver().feed(one.data)]
    assert [(frame.seq, frame.epoch) for frame in frames] == [(1, 1), (2, 1), (2, 1)]
    assert closed[-1] == left[-1]
