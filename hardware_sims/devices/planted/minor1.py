"""Planted faults of minor 1: C57 to C64."""

from __future__ import annotations

from typing import Any

from hardware_sims.devices.planted.registry import BATCH, TABLELINK, change_events, planted
from hardware_sims.wire.constants import MESSAGES
from hardware_sims.wire.payloads import Fields, pack


@planted("C57", TABLELINK, "requests of minor 1 are taken in a session of minor 0")
def _always_minor_1(machine: Any) -> None:
    machine.desk._spoken_here = lambda name: True


@planted("C58", BATCH, "a good shuffle is counted twice")
def _counts_shuffles_twice(machine: Any) -> None:
    recorded = machine.minor1.recorded

    def twice(event: str, now: int, fields: Fields) -> None:
        recorded(event, now, fields)
        machine.minor1.meters.good += event == "SHUFFLE_DONE"

    machine.minor1.recorded = twice


@planted("C59", TABLELINK, "DETAIL tells no recovery steps")
def _tells_no_steps(machine: Any) -> None:
    def detail(fields: Fields, now: int) -> tuple[int, bytes]:
        steps = dict.fromkeys(("step1", "step2", "step3", "step4"), 0)
        return MESSAGES["DETAIL_IS"], pack(
            "DETAIL_IS", fault=machine.memory.fault, place=1, sensor=1, doors=int(machine.door_open), **steps
        )

    machine.minor1.requests["DETAIL"] = detail


@planted("C60", TABLELINK, "the nonce of the device is always the same", key="17" * 32)
def _same_nonce(machine: Any) -> None:
    class Fixed:
        def bytes(self, count: int) -> bytes:
            return bytes(count)

    stream = machine.stream
    machine.stream = lambda purpose: Fixed() if purpose == "session nonce" else stream(purpose)


@planted("C61", TABLELINK, "SELF_TEST is DONE and nothing happens")
def _tests_nothing(machine: Any) -> None:
    machine.desk.effects["SELF_TEST"] = lambda fields, now: b""


@planted("C62", TABLELINK, "AGREE is taken without the commitment of its OFFER", key="17" * 32)
def _takes_any_agreement(machine: Any) -> None:
    machine.minor1.offer_fits = lambda public: True


@planted("C63", TABLELINK, "VERIFY is signed with another key than that of the certificate")
def _signs_with_another_key(machine: Any) -> None:
    machine.minor1.requests["CERTIFICATE"] = lambda fields, now: (
        MESSAGES["CERTIFICATE_IS"],
        pack("CERTIFICATE_IS", public=bytes(32), signature=bytes(64)),
    )


@planted("C64", BATCH, "the batch that waited comes out as not good", options={"two_batches": True})
def _waits_in_vain(machine: Any) -> None:
    def change(event: str, now: int, fields: Fields) -> None:
        if event == "BATCH_OUT" and machine.state != "EMPTY":
            fields["good"] = 0

    change_events(machine, change)
