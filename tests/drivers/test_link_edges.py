"""The host link against a scripted device: every answer that a good device never gives, and every silence."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from drivers.errors import ImpossibleRequestError
from drivers.tablelink import payloads
from drivers.tablelink.frame import Frame, FrameDecoder, encode_frame
from drivers.tablelink.link import HostLink, LinkState
from drivers.tablelink.link_events import (
    CommandAnswered,
    EventArrived,
    JournaledCommand,
    LinkDown,
    LinkEvent,
    LinkUp,
    Outcome,
    Trouble,
)
from drivers.tablelink.messages import MessageType, NakReason
from tests.drivers.bench_table import Journal, nonces, setup_for

BATCH = 0x10


class Script:
    """A link to a batch shuffler, and a hand that writes each answer."""

    def __init__(self, *, key: bytes | None = None, journal: Journal | None = None, address: int = BATCH) -> None:
        self.journal = journal or Journal()
        self.key = key
        self.address = address
        self.link = HostLink(setup=setup_for(address, key), journal=self.journal, nonce=nonces())
        self.now = 0.0
        self.link.line_opened(0.0)

    def asked(self) -> Frame:
        """The request that is due now."""
        due = self.link.due()
        assert due is not None
        self.now = max(self.now, due)
        self.link.step(self.now)
        (frame,) = FrameDecoder().receive(self.link.bytes_to_send())
        return frame

    def answer(self, to: Frame, kind: MessageType, **fields: Any) -> list[LinkEvent]:
        change = {name: fields.pop(name) for name in ("seq", "epoch", "src", "dst") if name in fields}
        head = {"seq": to.seq, "epoch": to.epoch, "src": self.address, "dst": 1} | change
        raw, key = fields.pop("raw", None), fields.pop("sealed_by", self.key)
        payload = raw if raw is not None else payloads.encode(kind, **fields)
        self.link.receive(encode_frame(type_code=kind, payload=payload, key=key, **head), self.now)
        return self.link.link_events()

    def identity(self, hello: Frame, *, epoch: int = 5, **changes: Any) -> list[LinkEvent]:
        fields: dict[str, Any] = {
            "nonce": hello.payload[1:],
            "minor": 0,
            "family": self.address >> 4,
            "model": "M",
            "serial": "B1-1",
            "fw": "1.0.0.0",
            "fw_sha256": bytes(32),
            "boots": 1,
            "acked": 0,
            "next": 1,
            "ring": 512,
            "caps": 3,
        }
        return self.answer(hello, MessageType.IDENTITY, epoch=epoch, **(fields | changes))

    def event(self, poll: Frame, no: int = 0, code: int = 0, left: int = 0, **data: Any) -> list[LinkEvent]:
        head = {"state": self.address, "flags": 0, "fault": 0, "left": left, "no": no, "t": 7, "code": code}
        return self.answer(poll, MessageType.EVENT, **head, **data)

    def nak(self, to: Frame, reason: NakReason, of: int | None = None) -> list[LinkEvent]:
        return self.answer(to, MessageType.NAK, code=int(reason), of=to.type if of is None else of, state=16, fault=0)

    def up(self) -> None:
        assert self.identity(self.asked()) == []
        (told,) = self.nothing_left()
        assert isinstance(told, LinkUp)

    def nothing_left(self, poll: Frame | None = None) -> list[LinkEvent]:
        """The last poll; a shuffler is asked for its figures behind it."""
        assert self.event(poll or self.asked()) == []
        asked = self.asked()
        assert asked.type == MessageType.STATUS
        return self.answer(
            asked, MessageType.STATUS_IS, state=16, flags=0, fault=0, zero=0, bad_frames=0, a=7, b=0, c=0
        )

    @property
    def errors(self) -> dict[str, int]:
        return self.link.health().errors


def test_repeats_are_the_same_bytes_three_times_then_the_link_is_down() -> None:
    script = Script()
    script.up()
    first = script.asked()
    for _ in range(3):
        assert script.asked() == first
    script.now += 0.1
    script.link.step(script.now)
    assert script.link.bytes_to_send() == b""
    (down,) = script.link.link_events()
    assert isinstance(down, LinkDown)
    assert down.reason == "no-answer"
    hello = script.asked()
    assert (hello.type, hello.seq, hello.epoch) == (MessageType.HELLO, 0, 0)
    told = [script.now]
    for _ in range(3):
        script.now += 0.1
        script.link.step(script.now)
        assert script.link.bytes_to_send() == b""
        again = script.asked()
        assert again.payload != hello.payload
        told.append(script.now)
    assert [round(later - earlier, 3) for earlier, later in pairwise(told)] == [1.0] * 3
    assert script.link.link_events() == []


@pytest.mark.parametrize(
    "change",
    [{"seq": 9}, {"epoch": 9}, {"src": 0x11}, {"dst": 0x10}],
    ids=["seq", "epoch", "another-device", "another-host"],
)
def test_replies_that_do_not_fit_are_dropped(change: dict[str, int]) -> None:
    script = Script()
    script.up()
    poll = script.asked()
    head = {"state": 16, "flags": 0, "fault": 0, "left": 1, "no": 1, "t": 0, "code": 2}
    assert script.answer(poll, MessageType.EVENT, **head, **change) == []
    (arrived,) = script.event(poll, no=1, code=2, left=1)
    assert isinstance(arrived, EventArrived)
    assert script.errors.get("misfit", 0) == (1 if "seq" in change or "epoch" in change else 0)


def test_wrong_reply_type_wrong_nonce_wrong_nak_and_stray_frames() -> None:
    script = Script()
    hello = script.asked()
    assert script.answer(hello, MessageType.STATUS_IS, raw=bytes(20)) == []
    assert script.identity(hello, nonce=bytes(8)) == []
    assert script.identity(hello, epoch=0) == []
    assert script.nak(hello, NakReason.BAD_MAC, of=0x02) == []
    assert script.errors == {"misfit": 4}
    assert script.identity(hello) == []
    assert script.identity(hello) == []
    assert script.errors == {"misfit": 5}


@pytest.mark.parametrize(
    "raw",
    [b"", bytes(13), b"\x10\0\0\1\1\0\0\0\0\0\0\0\x99", b"\x10\0\0\1\1\0\0\0\0\0\0\0\x30" + bytes(37)],
    ids=["short", "no-such-state", "no-such-code", "event-of-a-shoe"],
)
def test_payloads_outside_the_protocol_are_dropped(raw: bytes) -> None:
    script = Script()
    script.up()
    poll = script.asked()
    assert script.answer(poll, MessageType.EVENT, raw=raw) == []
    assert sum(script.errors.values()) == 1
    assert script.event(poll) == []


def test_a_device_with_a_reserved_flag_is_blamed_and_not_its_cable() -> None:
    script = Script()
    script.up()
    raw = payloads.encode(MessageType.EVENT, state=16, flags=0, fault=0, left=0, no=0, t=7, code=0)
    for _ in range(4):
        assert script.answer(script.asked(), MessageType.EVENT, raw=raw[:1] + b"\x20" + raw[2:]) == []
    script.now += 0.1
    script.link.step(script.now)
    (down,) = script.link.link_events()
    assert isinstance(down, LinkDown)
    assert down.reason == "protocol"
    assert "flags" in down.text
    assert "cable" not in down.text


def test_an_event_without_any_payload_is_dropped_and_counted() -> None:
    script = Script()
    assert script.identity(script.asked()) == []
    poll = script.asked()
    assert script.answer(poll, MessageType.EVENT, raw=b"") == []
    assert script.errors == {"payload": 1}
    assert isinstance(script.nothing_left(poll)[0], LinkUp), "the good answer still counts"


def test_a_breach_that_was_followed_by_good_answers_is_not_why_a_link_dies() -> None:
    script = Script()
    script.up()
    asked = script.asked()
    raw = payloads.encode(MessageType.EVENT, state=16, flags=0, fault=0, left=0, no=0, t=7, code=0)
    script.answer(asked, MessageType.EVENT, raw=raw[:1] + b"\x20" + raw[2:])
    script.event(asked)
    for _ in range(4):
        script.asked()
    script.now += 0.1
    script.link.step(script.now)
    (down,) = script.link.link_events()
    assert isinstance(down, LinkDown)
    assert down.reason == "no-answer"


def test_with_a_key_nothing_counts_without_its_mac() -> None:
    script = Script(key=bytes(32))
    hello = script.asked()
    plain = Script()
    plain.link = script.link
    assert plain.identity(hello) == []
    assert script.errors == {"mac": 1}
    assert script.identity(hello) == []
    poll = script.asked()
    assert script.answer(poll, MessageType.EVENT, sealed_by=bytes([1]) * 32, raw=bytes(13)) == []
    assert script.errors == {"mac": 2}


def test_bare_bad_mac_only_names_why_the_link_died() -> None:
    script = Script(key=bytes(32))
    for _ in range(4):
        hello = script.asked()
        bare = Script()
        bare.link = script.link
        assert bare.nak(hello, NakReason.BAD_MAC) == []
    script.now += 0.1
    script.link.step(script.now)
    (down,) = script.link.link_events()
    assert isinstance(down, LinkDown)
    assert down.reason == "not-paired"


@pytest.mark.parametrize("reason", [NakReason.BAD_EPOCH, NakReason.BAD_SEQ, NakReason.BAD_MAC])
def test_a_lost_session_begins_again_but_not_faster_than_once_a_second(reason: NakReason) -> None:
    script = Script()
    script.up()
    script.now = 10.0
    assert script.nak(script.asked(), reason) == []
    hello = script.asked()
    assert hello.type == MessageType.HELLO
    assert script.now == pytest.approx(10.0)
    script.identity(hello, epoch=6)
    assert script.nak(script.asked(), reason) == []
    assert script.asked().type == MessageType.HELLO
    assert script.now == pytest.approx(11.0)


@pytest.mark.parametrize(
    ("reason", "told"), [(NakReason.BAD_MAC, "foreign-pairing"), (NakReason.BAD_LEN, "protocol")], ids=["mac", "len"]
)
def test_hello_refused(reason: NakReason, told: str) -> None:
    script = Script()
    (down,) = script.nak(script.asked(), reason)
    assert isinstance(down, LinkDown)
    assert down.reason == told
    assert script.link.state is LinkState.DOWN


def test_poll_refused_under_service_waits_and_comes_back() -> None:
    script = Script()
    script.up()
    poll = script.asked()
    (down,) = script.nak(poll, NakReason.BAD_STATE)
    assert isinstance(down, LinkDown)
    assert down.reason == "service"
    before = script.now
    poll = script.asked()
    assert script.now == pytest.approx(before + 0.5)
    (up,) = script.nothing_left(poll)
    assert isinstance(up, LinkUp)
    assert up.figures == (7, 0, 0)


def test_poll_of_bad_value_is_an_event_gap() -> None:
    script = Script()
    script.up()
    trouble, down = script.nak(script.asked(), NakReason.BAD_VALUE)
    assert isinstance(trouble, Trouble)
    assert trouble.kind == "event-gap"
    assert isinstance(down, LinkDown)
    inhibit = script.asked()
    assert inhibit.type == MessageType.INHIBIT
    (ended,) = script.answer(inhibit, MessageType.CMD_IS, cmd=1, status=2)
    assert isinstance(ended, CommandAnswered)
    status = script.asked()
    assert status.type == MessageType.STATUS
    before = script.now
    status_is = {"state": 16, "flags": 0, "fault": 0, "zero": 0, "bad_frames": 0, "a": 0, "b": 0, "c": 0}
    assert script.answer(status, MessageType.STATUS_IS, **status_is) == []
    assert script.asked().type == MessageType.STATUS
    assert script.now == pytest.approx(before + 0.5)


@pytest.mark.parametrize("number", [2, 0xFFFFFFFF])
def test_event_that_is_not_the_next_is_a_gap(number: int) -> None:
    script = Script()
    script.up()
    trouble, _ = script.event(script.asked(), no=number, code=2, left=1)
    assert isinstance(trouble, Trouble)
    assert trouble.kind == "event-gap"


def test_event_that_changes_before_it_is_committed_is_a_gap() -> None:
    script = Script()
    script.up()
    script.event(script.asked(), no=1, code=3, left=1, cause=1)
    assert script.event(script.asked(), no=1, code=3, left=2, cause=1) == []
    trouble, _ = script.event(script.asked(), no=1, code=3, left=1, cause=2)
    assert isinstance(trouble, Trouble)


def test_commit_between_poll_and_its_answer_delivers_nothing_twice() -> None:
    script = Script()
    script.up()
    script.event(script.asked(), no=1, code=2, left=1)
    poll = script.asked()
    script.link.committed(1)
    script.link.committed(1)
    assert script.event(poll, no=1, code=2, left=1) == []
    poll = script.asked()
    assert poll.payload == (1).to_bytes(4, "little")


def test_nothing_to_decide_and_nothing_to_settle() -> None:
    script = Script()
    with pytest.raises(ImpossibleRequestError, match="no event gap"):
        script.link.continue_at_acked(0.0)
    script.link.settled(77)
    with pytest.raises(ImpossibleRequestError, match="not yet up"):
        script.link.submit(MessageType.ENABLE)
    script.up()
    with pytest.raises(ImpossibleRequestError, match="no command of a batch shuffler"):
        script.link.submit(MessageType.ARM, round=1, up=1)


def test_command_refused_and_the_next_only_after_its_end_is_committed() -> None:
    script = Script()
    script.up()
    cmd = script.link.submit(MessageType.ENABLE)
    assert script.journal.open
    (refused,) = script.nak(script.asked(), NakReason.FAULT)
    assert isinstance(refused, CommandAnswered)
    assert (refused.outcome, refused.refusal) == (Outcome.REFUSED, "FAULT")
    with pytest.raises(ImpossibleRequestError, match="not yet committed"):
        script.link.submit(MessageType.ENABLE)
    script.link.settled(cmd)
    script.link.submit(MessageType.ENABLE)


def test_settled_command_is_not_asked_for_again_by_a_journal_that_still_lists_it() -> None:
    script = Script()
    script.up()
    cmd = script.link.submit(MessageType.ENABLE)
    script.answer(script.asked(), MessageType.CMD_IS, cmd=cmd, status=2)
    script.link.settled(cmd)
    assert script.journal.open_commands("B1-1")
    script.nak(script.asked(), NakReason.BAD_EPOCH)
    script.identity(script.asked(), epoch=6)
    assert script.asked().type == MessageType.POLL


def test_answer_about_another_command_is_dropped() -> None:
    script = Script()
    script.up()
    script.link.submit(MessageType.ENABLE)
    asked = script.asked()
    assert script.answer(asked, MessageType.CMD_IS, cmd=99, status=2) == []
    assert script.errors == {"misfit": 1}
    (done,) = script.answer(asked, MessageType.CMD_IS, cmd=1, status=2)
    assert isinstance(done, CommandAnswered)


def test_query_that_is_refused_is_a_broken_device() -> None:
    journal = Journal()
    journal.begin("B1-1", JournaledCommand(cmd=7, type=MessageType.ENABLE, payload=(7).to_bytes(8, "little")))
    script = Script(journal=journal)
    script.identity(script.asked())
    query = script.asked()
    assert query.type == MessageType.QUERY
    (down,) = script.nak(query, NakReason.BAD_STATE)
    assert isinstance(down, LinkDown)
    assert down.reason == "protocol"


def test_revealed_card_that_query_does_not_tell_is_asked_for_by_the_same_id() -> None:
    journal = Journal()
    payload = payloads.encode(MessageType.REVEAL, cmd=7, draw=1, why=1)
    journal.begin("B1-1", JournaledCommand(cmd=7, type=MessageType.REVEAL, payload=payload))
    script = Script(journal=journal, address=0x30)
    script.identity(script.asked())
    assert script.answer(script.asked(), MessageType.CMD_IS, cmd=7, status=2) == []
    reveal = script.asked()
    assert (reveal.type, reveal.payload) == (MessageType.REVEAL, payload)
    told = {"cmd": 7, "status": 2, "draw": 1, "card": 0x4D, "nonce": bytes(16)}
    (answered,) = script.answer(reveal, MessageType.CMD_IS, **told)
    assert isinstance(answered, CommandAnswered)
    assert answered.fields["card"] == 0x4D


def test_running_command_is_asked_for_after_its_closing_event_and_told_once() -> None:
    script = Script()
    script.up()
    script.link.submit(MessageType.EJECT)
    (running,) = script.answer(script.asked(), MessageType.CMD_IS, cmd=1, status=1)
    assert isinstance(running, CommandAnswered)
    assert running.outcome is Outcome.RUNNING
    script.link.settled(1)
    (event,) = script.event(script.asked(), no=1, code=0x13, left=1, batch=0, good=0)
    assert isinstance(event, EventArrived)
    query = script.asked()
    assert query.type == MessageType.QUERY
    assert script.answer(query, MessageType.CMD_IS, cmd=1, status=1) == []
    script.link.committed(1)
    assert script.event(script.asked(), no=2, code=4, left=1, of=1, at=16, cards=0)
    (failed,) = script.answer(script.asked(), MessageType.CMD_IS, cmd=1, status=3)
    assert isinstance(failed, CommandAnswered)
    assert failed.outcome is Outcome.FAILED


def test_wrong_family_at_the_address() -> None:
    script = Script()
    trouble, _ = script.identity(script.asked(), family=3)
    assert isinstance(trouble, Trouble)
    assert "check the cable" in trouble.text
    assert script.link.due() is None
    script.link.start_again(5.0)
    script.now = 5.0
    script.up()


def test_identity_whose_numbers_contradict_is_dropped() -> None:
    script = Script()
    hello = script.asked()
    assert script.identity(hello, acked=5, next=5) == []
    assert script.identity(hello, family=9) == []
    assert script.errors == {"payload": 2}


def test_line_lost_and_opened_again() -> None:
    script = Script()
    script.up()
    script.link.submit(MessageType.ENABLE)
    script.link.line_lost("unplugged")
    (down,) = script.link.link_events()
    assert isinstance(down, LinkDown)
    assert (down.reason, script.link.due()) == ("port-lost", None)
    script.link.line_opened(3.0)
    script.now = 3.0
    script.identity(script.asked(), epoch=6)
    query = script.asked()
    assert query.type == MessageType.QUERY
    (never,) = script.answer(query, MessageType.CMD_IS, cmd=1, status=0)
    assert isinstance(never, CommandAnswered)
    assert never.outcome is Outcome.NEVER_EXECUTED


def test_a_device_whose_sessions_count_backwards_is_refused() -> None:
    script = Script()
    script.up()
    script.link.line_opened(script.now)
    trouble, down = script.identity(script.asked(), epoch=4)
    assert isinstance(trouble, Trouble)
    assert trouble.kind == "old-epoch"
    assert isinstance(down, LinkDown)
    assert down.reason == "old-epoch"
    assert script.link.state is LinkState.REFUSED


def test_the_last_session_is_remembered_over_a_restart_of_the_host() -> None:
    """A2: what the journal holds counts, not only what this process has heard."""
    journal = Journal()
    journal.epochs["B1-1"] = 7
    script = Script(journal=journal)
    (trouble, _down) = script.identity(script.asked(), epoch=6)
    assert isinstance(trouble, Trouble)
    assert (trouble.kind, trouble.acked, trouble.next, trouble.known) == ("old-epoch", 0, 1, 0)
    assert "counts session 6 after 7" in trouble.text
    assert Script(journal=journal).link.state is not LinkState.REFUSED


def test_the_session_number_of_a_device_that_is_ready_is_there_to_be_recorded() -> None:
    script = Script()
    script.identity(script.asked(), epoch=9)
    (told,) = script.nothing_left()
    assert isinstance(told, LinkUp)
    assert told.identity.epoch == 9


def test_people_who_forgive_a_device_its_lost_memory_decide_on_its_events_too() -> None:
    journal = Journal()
    journal.epochs["B1-1"], journal.marks["B1-1"] = 7, 40
    script = Script(journal=journal)
    script.identity(script.asked(), epoch=2, next=3)
    assert script.link.state is LinkState.REFUSED
    journal.marks["B1-1"] = 0  # what a recorded decision does to the table's journal
    script.link.start_again(script.now)
    assert script.identity(script.asked(), epoch=3, next=3) == []
    assert script.link.due() is not None, "a refused device is asked nothing any more"
    script.link.line_opened(script.now)
    script.identity(script.asked(), epoch=2, next=3)
    assert script.link.state is LinkState.REFUSED, "forgiven once, for this session"
