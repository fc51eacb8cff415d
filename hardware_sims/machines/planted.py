"""Machines broken on purpose: one for each item of the conformance list, to show that its check can fail.

Each entry bends one rule of an otherwise healthy machine by replacing one of its methods or figures. Never used unless
asked for: `build(device, planted="C12")`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hardware_sims.errors import SetupError, unknown
from hardware_sims.machines.memory import FAILED, CommandMemory, CommandOutcome, EventMemory
from hardware_sims.machines.simulator import Simulator
from hardware_sims.wire.tablelink import Frame, Receiver
from hardware_sims.wire.tables import HOST, MESSAGES, REQUESTS_FOR

TABLELINK = ("batch-shuffler", "continuous-shuffler", "shoe", "reader", "reader-usb")
BATCH = ("batch-shuffler",)
CONTINUOUS = ("continuous-shuffler",)
SHOE = ("shoe",)
READER = ("reader", "reader-usb")
ANGEL_EYE = ("angel-eye",)


@dataclass(frozen=True, slots=True, kw_only=True)
class Planted:
    """One rule made wrong. `setup` names what `build` must be given for the rule to matter."""

    devices: tuple[str, ...]
    what: str
    spoil: Callable[[Any], None]
    setup: dict[str, Any] = dataclasses.field(default_factory=dict)


PLANTED: dict[str, Planted] = {}
"""Item of the conformance list to the machine that fails it."""


def plant(item: str, simulator: Simulator) -> None:
    """Spoils the machine of `simulator` as `PLANTED` says."""
    if item not in PLANTED:
        raise SetupError(unknown("planted fault", item, PLANTED))
    entry = PLANTED[item]
    if simulator.setup.device not in entry.devices:
        raise SetupError(f"planted fault {item} is for {', '.join(entry.devices)}, not for {simulator.setup.device}")
    entry.spoil(simulator.machine)


def _planted(
    item: str, devices: tuple[str, ...], what: str, **setup: Any
) -> Callable[[Callable[[Any], None]], Callable[[Any], None]]:
    def keep(spoil: Callable[[Any], None]) -> Callable[[Any], None]:
        PLANTED[item] = Planted(devices=devices, what=what, spoil=spoil, setup=setup)
        return spoil

    return keep


def _wrapped_record(machine: Any, change: Callable[[str, int, dict[str, Any]], None]) -> None:
    """Every event passes through `change` before it is kept."""
    record = machine.record

    def recorded(event: str, now: int, **fields: Any) -> None:
        change(event, now, fields)
        record(event, now, **fields)

    machine.record = recorded


# The link


@_planted("C1", TABLELINK, "IDENTITY carries another nonce than HELLO")
def _other_nonce(machine: Any) -> None:
    identity = machine.identity
    machine.identity = lambda nonce: identity(bytes(byte ^ 0xFF for byte in nonce))


@_planted("C2", TABLELINK, "a repeated nonce starts a new session")
def _always_new_session(machine: Any) -> None:
    machine.link.continues_session = lambda nonce: False


@_planted("C3", TABLELINK, "a HELLO to address 0 is not heard")
def _deaf_to_anyone(machine: Any) -> None:
    link = machine.link
    link.is_for_us = lambda frame: frame.dst == link.address and frame.src == HOST


@_planted("C4", TABLELINK, "one golden request, a CLEAR with SEQ 18 and EPOCH 7, is met with silence")
def _deaf_to_a_golden_request(machine: Any) -> None:
    answer = machine.link.answer

    def deaf(frame: Frame, now: int) -> bytes | None:
        golden = (frame.type, frame.seq, frame.epoch) == (MESSAGES["CLEAR"], 18, 7)
        return None if golden else answer(frame, now)

    machine.link.answer = deaf


@_planted("C5", TABLELINK, "the length is checked before the type, so 0x7F with 96 bytes is BAD_LEN")
def _length_before_type(machine: Any) -> None:
    execute = machine.execute

    def executed(frame: Frame, now: int) -> tuple[int, bytes]:
        if frame.type == MESSAGES["RESERVED"] and len(frame.payload) == 96:
            return MESSAGES["NAK"], machine.nak(5, frame.type)
        return execute(frame, now)  # type: ignore[no-any-return]  # the machine's own method

    machine.execute = executed


@_planted("C6", TABLELINK, "a payload one byte too long is cut to size and taken")
def _generous_length(machine: Any) -> None:
    execute = machine.execute

    def executed(frame: Frame, now: int) -> tuple[int, bytes]:
        if frame.name in REQUESTS_FOR and len(frame.payload) > 1:
            shorter = dataclasses.replace(frame, payload=frame.payload[:-1])
            answer: tuple[int, bytes] = execute(shorter, now)
            if answer[0] != MESSAGES["NAK"] or answer[1][0] != 5:
                return answer
        return execute(frame, now)  # type: ignore[no-any-return]  # the machine's own method

    machine.execute = executed


class _SilentCounter(Receiver):
    @property
    def bad_frames(self) -> int:
        return 0


@_planted("C7", TABLELINK, "damaged frames are not counted")
def _damage_uncounted(machine: Any) -> None:
    machine.new_receiver = _SilentCounter
    machine.receiver = _SilentCounter()


@_planted("C8", TABLELINK, "frames for other addresses are answered")
def _answers_for_others(machine: Any) -> None:
    machine.link.is_for_us = lambda frame: frame.src == HOST


class _DeafAfterNoise(Receiver):
    """An overlong run of bytes leaves it deaf."""

    deaf = False

    def feed(self, data: bytes) -> list[Frame]:
        frames = super().feed(data)
        self.deaf = self.deaf or self.pending > 130 or any(len(chunk) > 130 for chunk in data.split(b"\0"))
        return [] if self.deaf else frames


@_planted("C9", TABLELINK, "noise leaves the receiver deaf")
def _deaf_after_noise(machine: Any) -> None:
    machine.new_receiver = _DeafAfterNoise
    machine.receiver = _DeafAfterNoise()


@_planted("C10", TABLELINK, "a pause of 20 ms inside a frame throws away what came before")
def _impatient(machine: Any) -> None:
    receive = machine.receive
    last = [0]

    def received(data: bytes, now: int) -> None:
        if now - last[0] > 20_000:
            machine.receiver.forget()
        last[0] = now
        receive(data, now)

    machine.receive = received


@_planted("C11", TABLELINK, "replies start after 60 ms")
def _slow(machine: Any) -> None:
    machine.reply_us = 60_000


@_planted("C12", TABLELINK, "a repeated request is BAD_SEQ")
def _knows_no_repeat(machine: Any) -> None:
    machine.link.is_repeat = lambda frame, session: False


@_planted("C13", TABLELINK, "any SEQ above the last one is taken")
def _any_later_seq(machine: Any) -> None:
    machine.link.seq_fits = lambda frame, session: frame.seq > session.last_seq


@_planted("C14", TABLELINK, "the EPOCH of an earlier session is taken")
def _any_epoch(machine: Any) -> None:
    machine.link.epoch_fits = lambda frame, session: True


# Events and commands


@_planted("C15", TABLELINK, "an event is freed when it is sent, not when it is acknowledged")
def _frees_too_early(machine: Any) -> None:
    event_reply = machine.event_reply

    def replied(now: int) -> bytes:
        reply: bytes = event_reply(now)
        first = machine.memory.events.first()
        if first is not None:
            machine.memory.events.drop_first()
        return reply

    machine.event_reply = replied


@_planted("C16", TABLELINK, "a POLL at `next` and beyond is taken")
def _polls_ahead(machine: Any) -> None:
    value_fits = machine.desk.value_fits
    machine.desk.value_fits = lambda name, fields: name == "POLL" or value_fits(name, fields)


@_planted("C17", TABLELINK, "an event number is skipped at every power-up")
def _gap_at_power_up(machine: Any) -> None:
    woken = machine.woken

    def woken_with_gap(now: int) -> None:
        if machine.memory.boots > 1:
            machine.memory.events.next += 1
        woken(now)

    machine.woken = woken_with_gap


class _Overwriting(EventMemory):
    """Keeps the newest events and never feels full."""

    @property
    def short_of_room(self) -> bool:
        return False

    def add(self, t: int, code: int, data: bytes) -> None:
        if self.free <= 1:
            self.drop_first()
        super().add(t, code, data)


@_planted("C18", TABLELINK, "a full event memory overwrites its oldest event")
def _overwrites(machine: Any) -> None:
    machine.memory.events = _Overwriting(machine.memory.events.ring)


@_planted("C19", TABLELINK, "command ids do not survive a power cut")
def _forgets_commands(machine: Any) -> None:
    forget = machine.forget

    def forgotten(now: int) -> None:
        machine.memory.commands = CommandMemory()
        forget(now)

    machine.forget = forgotten


@_planted("C20", TABLELINK, "a known id with other bytes gets the stored answer")
def _takes_reused_ids(machine: Any) -> None:
    machine.desk.same_request = lambda known, request: True


@_planted("C21", TABLELINK, "a refused id counts as used")
def _refused_ids_are_used(machine: Any) -> None:
    why_not = machine.desk.why_not

    def refused(name: str, fields: dict[str, Any]) -> str | None:
        reason: str | None = why_not(name, fields)
        if reason is not None and "cmd" in fields:
            machine.memory.commands.keep(fields["cmd"], CommandOutcome(request=b"", status=FAILED))
        return reason

    machine.desk.why_not = refused


@_planted("C22", TABLELINK, "the machine is enabled after power-up")
def _enabled_after_power_up(machine: Any) -> None:
    woken = machine.woken

    def woken_enabled(now: int) -> None:
        woken(now)
        machine.enabled = machine.memory.boots > 1

    machine.woken = woken_enabled


@_planted("C23", TABLELINK, "a lost host is not noticed")
def _misses_the_lost_host(machine: Any) -> None:
    machine.host_lost = lambda now: None


@_planted("C24", TABLELINK, "the MAC is not looked at")
def _trusts_everyone(machine: Any) -> None:
    machine.link.mac_accepted = lambda frame: True


# Batch shuffler


@_planted("C25", BATCH, "a good batch comes out as not good")
def _never_good(machine: Any) -> None:
    def change(event: str, now: int, fields: dict[str, Any]) -> None:
        if event == "BATCH_OUT":
            fields["good"] = 0

    _wrapped_record(machine, change)


@_planted("C26", BATCH, "a batch that dies of a fault is not announced")
def _dies_silently(machine: Any) -> None:
    cycle_broken = machine.cycle_broken

    def broken(fault: str, now: int) -> int:
        cycle_broken(fault, now)
        return 0

    machine.cycle_broken = broken


@_planted("C27", BATCH, "every batch is found right")
def _always_right(machine: Any) -> None:
    machine.verdict = lambda count, differences: 0


@_planted("C28", BATCH, "STATUS_IS carries the card on top instead of the verdict")
def _tells_the_top_card(machine: Any) -> None:
    machine.figures = lambda: (
        machine.kept.last_batch,
        machine.kept.counted,
        machine.cards[0] if machine.cards else machine.kept.verdict,
    )


# Continuous shuffler


@_planted("C29", CONTINUOUS, "every fiftieth card that comes out is counted twice")
def _counts_twice(machine: Any) -> None:
    seen = [0]

    def counted() -> None:
        seen[0] += 1
        machine.kept.total_out += 2 if seen[0] % 50 == 0 else 1

    machine.count_one_out = counted


@_planted("C30", CONTINUOUS, "a count that differs from the totals is no fault")
def _blind_to_drift(machine: Any) -> None:
    machine.drifted = lambda sensors: False


@_planted("C31", CONTINUOUS, "cards come out of an inhibited machine")
def _gives_when_inhibited(machine: Any) -> None:
    machine.gives_cards = lambda: machine.state == "RUNNING"


# Shoe


@_planted("C32", SHOE, "the commitment is made over another draw number")
def _seals_wrongly(machine: Any) -> None:
    seal = machine.seal
    machine.seal = lambda number, nonce, seen: seal(number + 1, nonce, seen)


@_planted("C33", SHOE, "an unused flag of CARD_DRAWN tells a ten-value card")
def _tells_a_ten(machine: Any) -> None:
    def change(event: str, now: int, fields: dict[str, Any]) -> None:
        if event == "CARD_DRAWN" and machine.kept.draws[fields["draw"]].card & 15 >= 10:
            fields["card_flags"] |= 8

    _wrapped_record(machine, change)


@_planted("C34", SHOE, "a REVEAL repeated by its id is an event again")
def _reveals_twice(machine: Any) -> None:
    same_request = machine.desk.same_request

    def same(known: CommandOutcome, request: bytes) -> bool:
        if request[0] == MESSAGES["REVEAL"] and known.request == request:
            machine.record("REVEALED", machine.powered_up_at, draw=int.from_bytes(request[9:13], "little"), why=1)
        return bool(same_request(known, request))

    machine.desk.same_request = same


@_planted("C35", SHOE, "a card lying face up is not flagged")
def _blind_to_face_up(machine: Any) -> None:
    def change(event: str, now: int, fields: dict[str, Any]) -> None:
        if event == "CARD_DRAWN":
            fields["card_flags"] &= ~2

    _wrapped_record(machine, change)


@_planted("C36", SHOE, "unrevealed draws are lost with power")
def _forgets_draws(machine: Any) -> None:
    forget = machine.forget

    def forgotten(now: int) -> None:
        machine.kept.draws.clear()
        forget(now)

    machine.forget = forgotten


@_planted("C37", SHOE, "an unpaired shoe takes ENABLE and REVEAL", key="none")
def _needs_no_pairing(machine: Any) -> None:
    machine.desk.paired_enough = lambda: True


# Reader


@_planted("C38", READER, "a ten is not taken for a ten-value")
def _ten_is_no_ten(machine: Any) -> None:
    compare = machine.compare

    def compared(up: int) -> str:
        result: str = compare(up)
        return "CLEAR" if result == "BLACKJACK" and machine.card & 15 == 10 else result

    machine.compare = compared


@_planted("C39", READER, "a ten-value takes 20 ms longer to read")
def _slower_for_tens(machine: Any) -> None:
    machine.reading_time = lambda check: 170_000 if (machine.card or 0) & 15 >= 10 else 150_000


@_planted("C40", READER, "a card put in while not armed is read all the same")
def _reads_unarmed(machine: Any) -> None:
    record = machine.record

    def recorded(event: str, now: int, **fields: Any) -> None:
        record(event, now, **fields)
        if event == "UNARMED":
            record("RESULT", now, round=0, result="CLEAR")

    machine.record = recorded


@_planted("C41", READER, "a round can be armed again and again")
def _arms_for_ever(machine: Any) -> None:
    machine.desk.permissions["ARM"] = lambda fields: True


@_planted("C42", READER, "any up-card can be said")
def _any_up_card(machine: Any) -> None:
    machine.desk.value_checks["ARM"] = lambda fields: fields["round"] != 0


@_planted("C43", READER, "a card pulled out early is CLEAR")
def _pulled_card_is_clear(machine: Any) -> None:
    compare = machine.compare
    machine.compare = lambda up: "CLEAR" if machine.card_pulled else compare(up)


# angel-eye


@_planted("C44", ANGEL_EYE, "each report is sent twice only")
def _two_copies(machine: Any) -> None:
    machine.copies = 2


@_planted("C45", ANGEL_EYE, "a card drawn while locked is reported as D")
def _lock_ignored(machine: Any) -> None:
    machine.code_outside_game = lambda: "D"


@_planted("C46", ANGEL_EYE, "a command of unknown type is acknowledged")
def _acknowledges_everything(machine: Any) -> None:
    machine.unknown_type = lambda command: None


@_planted("C47", ANGEL_EYE, "a cancelled error is reported under another code")
def _cancels_another(machine: Any) -> None:
    report = machine.report

    def reported(code: str, data: bytes, now: int) -> None:
        report(code, bytes([data[0] ^ 1]) if code == "e" else data, now)

    machine.report = reported


@_planted("C48", ANGEL_EYE, "the lock state is reported before the start")
def _starts_late(machine: Any) -> None:
    greet = machine.greet

    def greeted(now: int) -> None:
        machine.report("L", b"\x80", now)
        greet(now)

    machine.greet = greeted
