"""Planted faults at the limits, in minor 1, and in what a device says of itself: C49 to C67."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from hardware_sims.devices.planted.registry import BATCH, CONTINUOUS, READER, SHOE, TABLELINK, change_events, planted
from hardware_sims.seeds import Stream
from hardware_sims.wire.constants import EVENTS, FLAGS, MESSAGES, RESULTS
from hardware_sims.wire.payloads import Fields, pack, unpack
from hardware_sims.wire.tablelink import Frame, Receiver, unstuff


@planted("C49", TABLELINK, "the oldest of the sixteen command ids is lost with power")
def _forgets_the_oldest_id(device: Any) -> None:
    forget = device.forget

    def forgotten(now: int) -> None:
        outcomes = device.memory.commands._outcomes
        if outcomes:
            del outcomes[next(iter(outcomes))]
        forget(now)

    device.forget = forgotten


class _TakesLongFrames(Receiver):
    def _take(self, chunk: bytes, frames: list[Frame]) -> None:
        body = unstuff(chunk[:-5]) or b""
        if len(body) > 108 and body[0] == 0x10:
            seq, epoch = int.from_bytes(body[4:6], "little"), int.from_bytes(body[6:10], "little")
            frames.append(Frame(body[1], body[2], body[3], seq, epoch, body[12:]))
        else:
            super()._take(chunk, frames)


@planted("C50", TABLELINK, "a payload of more than 96 bytes is taken")
def _takes_long_frames(device: Any) -> None:
    device.new_receiver = _TakesLongFrames
    device.receiver = _TakesLongFrames()


@planted("C51", TABLELINK, "everything is taken under the service switch")
def _works_under_service(device: Any) -> None:
    state_fits = device.desk.state_fits

    def fits(name: str, fields: Fields) -> bool:
        service, device.service = device.service, False
        try:
            return bool(state_fits(name, fields))
        finally:
            device.service = service

    device.desk.state_fits = fits


class _Counter(Stream):
    """Nonces that count."""

    def __init__(self) -> None:
        super().__init__(0, "counter")
        self._numbers = itertools.count(1)

    def bytes(self, count: int) -> bytes:
        return next(self._numbers).to_bytes(count, "little")


@planted("C52", SHOE, "the nonce of a draw is a counter")
def _counts_nonces(device: Any) -> None:
    stream, counter = device.stream, _Counter()
    device.stream = lambda purpose: counter if purpose == "nonce" else stream(purpose)


@planted("C53", SHOE, "every card is sealed and revealed in the next suit")
def _wrong_suit(device: Any) -> None:
    device._seen = lambda card: (card >> 4) % 4 + 1 << 4 | card & 15


@planted("C54", SHOE, "only 256 draws are kept")
def _keeps_few_draws(device: Any) -> None:
    can_be_revealed = device.desk.value_checks["REVEAL"]

    def kept(fields: Fields) -> bool:
        return bool(can_be_revealed(fields)) and fields["draw"] > device.kept.last_draw - 256

    device.desk.value_checks["REVEAL"] = kept


@planted("C55", READER, "BLACKJACK is told 60 ms late, with the right t")
def _late_blackjack(device: Any) -> None:
    first = device.memory.events.first
    blackjack = RESULTS["BLACKJACK"].to_bytes(2, "little")
    now_ms = [0]
    event_reply = device.event_reply

    def held_back() -> Any:
        event = first()
        if event is None or event.code != EVENTS["RESULT"] or event.data[-2:] != blackjack:
            return event
        return event if now_ms[0] >= event.t + 60 else None

    def replied(now: int) -> bytes:
        now_ms[0] = device.clock_ms(now)
        answer: bytes = event_reply(now)
        return answer

    device.memory.events.first = held_back
    device.event_reply = replied


@planted("C56", TABLELINK, "SEQ begins at 1 again after 65535")
def _counts_round(device: Any) -> None:
    device.link.seq_fits = lambda frame, session: frame.seq == session.last_seq % 65_535 + 1


def _change_status(device: Any, change: Callable[[dict[str, Any]], None]) -> None:
    reply = device.link.reply

    def changed(frame: Any, code: int, payload: bytes, epoch: int | None = None) -> bytes:
        if code == MESSAGES["STATUS_IS"]:
            fields = unpack(code, payload)
            change(fields)
            payload = pack("STATUS_IS", **fields)
        frame_bytes: bytes = reply(frame, code, payload, epoch)
        return frame_bytes

    device.link.reply = changed


@planted("C65", TABLELINK, "STATUS_IS never tells of an open door")
def _sees_no_door(device: Any) -> None:
    _change_status(device, lambda fields: fields.update(flags=fields["flags"] & ~FLAGS["DOOR"]))


@planted("C66", (*BATCH, *SHOE, *READER), "the second figure of STATUS_IS is one behind")
def _one_behind(device: Any) -> None:
    _change_status(device, lambda fields: fields.update(b=max(0, fields["b"] - 1)))


@planted("C67", CONTINUOUS, "LOW is never told")
def _never_low(device: Any) -> None:
    record = device.record

    def recorded(event: str, now: int, **fields: Any) -> None:
        if event != "LOW":
            record(event, now, **fields)

    device.record = recorded


@planted("C57", TABLELINK, "requests of minor 1 are taken in a session of minor 0")
def _always_minor_1(device: Any) -> None:
    device.desk._spoken_here = lambda name: True


@planted("C58", BATCH, "a good shuffle is counted twice")
def _counts_shuffles_twice(device: Any) -> None:
    recorded = device.minor1.recorded

    def twice(event: str, now: int, fields: Fields) -> None:
        recorded(event, now, fields)
        device.minor1.meters.good += event == "SHUFFLE_DONE"

    device.minor1.recorded = twice


@planted("C59", TABLELINK, "DETAIL tells no recovery steps")
def _tells_no_steps(device: Any) -> None:
    def detail(fields: Fields, now: int) -> tuple[int, bytes]:
        steps = dict.fromkeys(("step1", "step2", "step3", "step4"), 0)
        return MESSAGES["DETAIL_IS"], pack(
            "DETAIL_IS", fault=device.memory.fault, place=1, sensor=1, doors=int(device.door_open), **steps
        )

    device.minor1.requests["DETAIL"] = detail


@planted("C60", TABLELINK, "the nonce of the device is always the same", key="17" * 32)
def _same_nonce(device: Any) -> None:
    class Fixed:
        def bytes(self, count: int) -> bytes:
            return bytes(count)

    stream = device.stream
    device.stream = lambda purpose: Fixed() if purpose == "session nonce" else stream(purpose)


@planted("C61", TABLELINK, "SELF_TEST is DONE and nothing happens")
def _tests_nothing(device: Any) -> None:
    device.desk.effects["SELF_TEST"] = lambda fields, now: b""


@planted("C62", TABLELINK, "AGREE is taken without the commitment of its OFFER", key="17" * 32)
def _takes_any_agreement(device: Any) -> None:
    device.minor1.offer_fits = lambda public: True


@planted("C63", TABLELINK, "VERIFY is signed with another key than that of the certificate")
def _signs_with_another_key(device: Any) -> None:
    device.minor1.requests["CERTIFICATE"] = lambda fields, now: (
        MESSAGES["CERTIFICATE_IS"],
        pack("CERTIFICATE_IS", public=bytes(32), signature=bytes(64)),
    )


@planted("C64", BATCH, "the batch that waited comes out as not good", options={"two_batches": True})
def _waits_in_vain(device: Any) -> None:
    def change(event: str, now: int, fields: Fields) -> None:
        if event == "BATCH_OUT" and device.state != "EMPTY":
            fields["good"] = 0

    change_events(device, change)
