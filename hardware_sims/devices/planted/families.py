"""Planted faults of the single families: C25 to C48."""

from __future__ import annotations

from typing import Any

from hardware_sims.devices.memory import CommandOutcome
from hardware_sims.devices.planted.registry import ANGEL_EYE, BATCH, CONTINUOUS, READER, SHOE, change_events, planted
from hardware_sims.wire.constants import MESSAGES

# Batch shuffler


@planted("C25", BATCH, "a good batch comes out as not good")
def _never_good(device: Any) -> None:
    def change(event: str, now: int, fields: dict[str, Any]) -> None:
        if event == "BATCH_OUT":
            fields["good"] = 0

    change_events(device, change)


@planted("C26", BATCH, "a batch that dies of a fault is not announced")
def _dies_silently(device: Any) -> None:
    cycle_broken = device.cycle_broken

    def broken(fault: str, now: int) -> int:
        cycle_broken(fault, now)
        return 0

    device.cycle_broken = broken


@planted("C27", BATCH, "every batch is found right")
def _always_right(device: Any) -> None:
    device.verdict = lambda count, differences: 0


@planted("C28", BATCH, "STATUS_IS carries the card on top instead of the verdict")
def _tells_the_top_card(device: Any) -> None:
    device.figures = lambda: (
        device.kept.last_batch,
        device.kept.counted,
        device.cards[0] if device.cards else device.kept.verdict,
    )


# Continuous shuffler


@planted("C29", CONTINUOUS, "every fiftieth card that comes out is counted twice")
def _counts_twice(device: Any) -> None:
    seen = [0]

    def counted() -> None:
        seen[0] += 1
        device.kept.total_out += 2 if seen[0] % 50 == 0 else 1

    device.count_one_out = counted


@planted("C30", CONTINUOUS, "a count that differs from the totals is no fault")
def _blind_to_drift(device: Any) -> None:
    device.drifted = lambda sensors: False


@planted("C31", CONTINUOUS, "cards come out of an inhibited device")
def _gives_when_inhibited(device: Any) -> None:
    device.gives_cards = lambda: device.state == "RUNNING"


# Shoe


@planted("C32", SHOE, "the commitment is made over another draw number")
def _seals_wrongly(device: Any) -> None:
    seal = device.seal
    device.seal = lambda number, nonce, seen: seal(number + 1, nonce, seen)


@planted("C33", SHOE, "an unused flag of CARD_DRAWN tells a ten-value card")
def _tells_a_ten(device: Any) -> None:
    def change(event: str, now: int, fields: dict[str, Any]) -> None:
        if event == "CARD_DRAWN" and device.kept.draws[fields["draw"]].card & 15 >= 10:
            fields["card_flags"] |= 8

    change_events(device, change)


@planted("C34", SHOE, "a REVEAL repeated by its id is an event again")
def _reveals_twice(device: Any) -> None:
    same_request = device.desk.same_request

    def same(known: CommandOutcome, request: bytes) -> bool:
        if request[0] == MESSAGES["REVEAL"] and known.request == request:
            device.record("REVEALED", device.powered_up_at, draw=int.from_bytes(request[9:13], "little"), why=1)
        return bool(same_request(known, request))

    device.desk.same_request = same


@planted("C35", SHOE, "a card lying face up is not flagged")
def _blind_to_face_up(device: Any) -> None:
    def change(event: str, now: int, fields: dict[str, Any]) -> None:
        if event == "CARD_DRAWN":
            fields["card_flags"] &= ~2

    change_events(device, change)


@planted("C36", SHOE, "unrevealed draws are lost with power")
def _forgets_draws(device: Any) -> None:
    forget = device.forget

    def forgotten(now: int) -> None:
        device.kept.draws.clear()
        forget(now)

    device.forget = forgotten


@planted("C37", SHOE, "an unpaired shoe takes ENABLE and REVEAL", key="none")
def _needs_no_pairing(device: Any) -> None:
    device.desk.paired_enough = lambda: True


# Reader


@planted("C38", READER, "a ten is not taken for a ten-value")
def _ten_is_no_ten(device: Any) -> None:
    compare = device.compare

    def compared(up: int) -> str:
        result: str = compare(up)
        return "CLEAR" if result == "BLACKJACK" and device.card & 15 == 10 else result

    device.compare = compared


@planted("C39", READER, "a ten-value takes 20 ms longer to read")
def _slower_for_tens(device: Any) -> None:
    device.reading_time = lambda check: 170_000 if (device.card or 0) & 15 >= 10 else 150_000


@planted("C40", READER, "a card put in while not armed is read all the same")
def _reads_unarmed(device: Any) -> None:
    record = device.record

    def recorded(event: str, now: int, **fields: Any) -> None:
        record(event, now, **fields)
        if event == "UNARMED":
            record("RESULT", now, round=0, result="CLEAR")

    device.record = recorded


@planted("C41", READER, "a round can be armed again and again")
def _arms_for_ever(device: Any) -> None:
    device.desk.permissions["ARM"] = lambda fields: True


@planted("C42", READER, "any up-card can be said")
def _any_up_card(device: Any) -> None:
    device.desk.value_checks["ARM"] = lambda fields: fields["round"] != 0


@planted("C43", READER, "a card pulled out early is CLEAR")
def _pulled_card_is_clear(device: Any) -> None:
    compare = device.compare
    device.compare = lambda up: "CLEAR" if device.card_pulled else compare(up)


# angel-eye


@planted("C44", ANGEL_EYE, "each report is sent twice only")
def _two_copies(device: Any) -> None:
    device.copies = 2


@planted("C45", ANGEL_EYE, "a card drawn while locked is reported as D")
def _lock_ignored(device: Any) -> None:
    device.code_outside_game = lambda: "D"


@planted("C46", ANGEL_EYE, "a command of unknown type is acknowledged")
def _acknowledges_everything(device: Any) -> None:
    device.unknown_type = lambda command: None


@planted("C47", ANGEL_EYE, "a cancelled error is reported under another code")
def _cancels_another(device: Any) -> None:
    report = device.report

    def reported(code: str, data: bytes, now: int) -> None:
        report(code, bytes([data[0] ^ 1]) if code == "e" else data, now)

    device.report = reported


@planted("C48", ANGEL_EYE, "the lock state is reported before the start")
def _starts_late(device: Any) -> None:
    greet = device.greet

    def greeted(now: int) -> None:
        device.report("L", b"\x80", now)
        greet(now)

    device.greet = greeted
