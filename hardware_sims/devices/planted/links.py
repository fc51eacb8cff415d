"""Planted faults of the link, the events and the commands: C1 to C24, for every tablelink family."""

from __future__ import annotations

from typing import Any

from hardware_sims.devices.memory import FAILED, CommandMemory, CommandOutcome, EventMemory
from hardware_sims.devices.planted.registry import TABLELINK, planted
from hardware_sims.wire.constants import HOST, MESSAGES, REQUESTS_FOR
from hardware_sims.wire.tablelink import Frame, Receiver

# The link


@planted("C1", TABLELINK, "IDENTITY carries another nonce than HELLO")
def _other_nonce(device: Any) -> None:
    identity = device.identity
    device.identity = lambda nonce: identity(bytes(byte ^ 0xFF for byte in nonce))


@planted("C2", TABLELINK, "a repeated nonce starts a new session")
def _always_new_session(device: Any) -> None:
    device.link.continues_session = lambda nonce: False


@planted("C3", TABLELINK, "a HELLO to address 0 is not heard")
def _deaf_to_anyone(device: Any) -> None:
    link = device.link
    link.is_for_us = lambda frame: frame.dst == link.address and frame.src == HOST


@planted("C4", TABLELINK, "one golden request, a CLEAR with SEQ 18 and EPOCH 7, is met with silence")
def _deaf_to_a_golden_request(device: Any) -> None:
    answer = device.link.answer

    def deaf(frame: Frame, now: int) -> bytes | None:
        golden = (frame.type, frame.seq, frame.epoch) == (MESSAGES["CLEAR"], 18, 7)
        return None if golden else answer(frame, now)

    device.link.answer = deaf


@planted("C5", TABLELINK, "the length is checked before the type, so 0x7F with 96 bytes is BAD_LEN")
def _length_before_type(device: Any) -> None:
    execute = device.execute

    def executed(frame: Frame, now: int) -> tuple[int, bytes]:
        if frame.type == MESSAGES["RESERVED"] and len(frame.payload) == 96:
            return MESSAGES["NAK"], device.nak(5, frame.type)
        return execute(frame, now)  # type: ignore[no-any-return]  # the device's own method

    device.execute = executed


@planted("C6", TABLELINK, "a payload one byte too long is cut to size and taken")
def _generous_length(device: Any) -> None:
    execute = device.execute

    def executed(frame: Frame, now: int) -> tuple[int, bytes]:
        if frame.name in REQUESTS_FOR and len(frame.payload) > 1:
            shorter = frame._replace(payload=frame.payload[:-1])
            answer: tuple[int, bytes] = execute(shorter, now)
            if answer[0] != MESSAGES["NAK"] or answer[1][0] != 5:
                return answer
        return execute(frame, now)  # type: ignore[no-any-return]  # the device's own method

    device.execute = executed


class _SilentCounter(Receiver):
    @property
    def bad_frames(self) -> int:
        return 0


@planted("C7", TABLELINK, "damaged frames are not counted")
def _damage_uncounted(device: Any) -> None:
    device.new_receiver = _SilentCounter
    device.receiver = _SilentCounter()


@planted("C8", TABLELINK, "frames for other addresses are answered")
def _answers_for_others(device: Any) -> None:
    device.link.is_for_us = lambda frame: frame.src == HOST


class _DeafAfterNoise(Receiver):
    """An overlong run of bytes leaves it deaf."""

    deaf = False

    def feed(self, data: bytes) -> list[Frame]:
        frames = super().feed(data)
        self.deaf = self.deaf or self.pending > 130 or any(len(chunk) > 130 for chunk in data.split(b"\0"))
        return [] if self.deaf else frames


@planted("C9", TABLELINK, "noise leaves the receiver deaf")
def _deaf_after_noise(device: Any) -> None:
    device.new_receiver = _DeafAfterNoise
    device.receiver = _DeafAfterNoise()


@planted("C10", TABLELINK, "a pause of 20 ms inside a frame throws away what came before")
def _impatient(device: Any) -> None:
    receive = device.receive
    last = [0]

    def received(data: bytes, now: int) -> None:
        if now - last[0] > 20_000:
            device.receiver.forget()
        last[0] = now
        receive(data, now)

    device.receive = received


@planted("C11", TABLELINK, "replies start after 60 ms")
def _slow(device: Any) -> None:
    device.reply_us = 60_000


@planted("C12", TABLELINK, "a repeated request is BAD_SEQ")
def _knows_no_repeat(device: Any) -> None:
    device.link.is_repeat = lambda frame, session: False


@planted("C13", TABLELINK, "any SEQ above the last one is taken")
def _any_later_seq(device: Any) -> None:
    device.link.seq_fits = lambda frame, session: frame.seq > session.last_seq


@planted("C14", TABLELINK, "the EPOCH of an earlier session is taken")
def _any_epoch(device: Any) -> None:
    device.link.epoch_fits = lambda frame, session: True


# Events and commands


@planted("C15", TABLELINK, "an event is freed when it is sent, not when it is acknowledged")
def _frees_too_early(device: Any) -> None:
    event_reply = device.event_reply

    def replied(now: int) -> bytes:
        reply: bytes = event_reply(now)
        first = device.memory.events.first()
        if first is not None:
            device.memory.events.drop_first()
        return reply

    device.event_reply = replied


@planted("C16", TABLELINK, "a POLL at `next` and beyond is taken")
def _polls_ahead(device: Any) -> None:
    value_fits = device.desk.value_fits
    device.desk.value_fits = lambda name, fields: name == "POLL" or value_fits(name, fields)


@planted("C17", TABLELINK, "an event number is skipped at every power-up")
def _gap_at_power_up(device: Any) -> None:
    woken = device.woken

    def woken_with_gap(now: int) -> None:
        if device.memory.boots > 1:
            device.memory.events.next += 1
        woken(now)

    device.woken = woken_with_gap


class _Overwriting(EventMemory):
    """Keeps the newest events and never feels full."""

    @property
    def short_of_room(self) -> bool:
        return False

    def add(self, t: int, code: int, data: bytes) -> None:
        if self.free <= 1:
            self.drop_first()
        super().add(t, code, data)


@planted("C18", TABLELINK, "a full event memory overwrites its oldest event")
def _overwrites(device: Any) -> None:
    device.memory.events = _Overwriting(device.memory.events.ring)


@planted("C19", TABLELINK, "command ids do not survive a power cut")
def _forgets_commands(device: Any) -> None:
    forget = device.forget

    def forgotten(now: int) -> None:
        device.memory.commands = CommandMemory()
        forget(now)

    device.forget = forgotten


@planted("C20", TABLELINK, "a known id with other bytes gets the stored answer")
def _takes_reused_ids(device: Any) -> None:
    device.desk.same_request = lambda known, request: True


@planted("C21", TABLELINK, "a refused id counts as used")
def _refused_ids_are_used(device: Any) -> None:
    why_not = device.desk.why_not

    def refused(name: str, fields: dict[str, Any]) -> str | None:
        reason: str | None = why_not(name, fields)
        if reason is not None and "cmd" in fields:
            device.memory.commands.keep(fields["cmd"], CommandOutcome(request=b"", status=FAILED))
        return reason

    device.desk.why_not = refused


@planted("C22", TABLELINK, "the device is enabled after power-up")
def _enabled_after_power_up(device: Any) -> None:
    woken = device.woken

    def woken_enabled(now: int) -> None:
        woken(now)
        device.enabled = device.memory.boots > 1

    device.woken = woken_enabled


@planted("C23", TABLELINK, "a lost host is not noticed")
def _misses_the_lost_host(device: Any) -> None:
    device.host_lost = lambda now: None


@planted("C24", TABLELINK, "the MAC is not looked at")
def _trusts_everyone(device: Any) -> None:
    device.link.mac_accepted = lambda frame: True
