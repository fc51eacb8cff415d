"""C49–C51: what a device must keep, refuse and allow at its limits (A1, A3, A5)."""

from hardware_sims.tools.conformance.bench import Bench, events_named
from hardware_sims.tools.conformance.items.damage import built
from hardware_sims.tools.conformance.items.item import item, require
from hardware_sims.wire.constants import COMMAND_STATUS, FLAGS, INHIBIT_CAUSES

_IDS_KEPT = 16
_TOO_LONG = (97, 104, 112)


@item(49, "The last 16 command ids keep their outcome over a power cut.", operator=True)
def sixteen_ids(bench: Bench) -> None:
    ids = [bench.new_id() for _ in range(_IDS_KEPT)]
    for cmd in ids:
        bench.done("INHIBIT", cmd=cmd)
    bench.drain()
    bench.power_cycle()
    bench.hello_after_power_up()
    for age, cmd in zip(range(_IDS_KEPT, 0, -1), ids, strict=True):
        status = bench.ask("QUERY", cmd=cmd)["status"]
        text = (
            f"the id used {age} commands ago is forgotten after a power cut: status {status}; A5 asks for the last 16"
        )
        require(status == COMMAND_STATUS["DONE"], text)


@item(50, "A frame with LEN above 96 is dropped and counted, even when its length fits.")
def too_long(bench: Bench) -> None:
    bench.hello()
    for length in _TOO_LONG:
        before = bench.status()["bad_frames"]
        bench.port.send(built(bench.frame("RESERVED", payload=bytes(length)), None))
        require(bench.silence(bench.port.silence), f"a frame with LEN {length} was answered; A1 allows 96")
        require(bench.status()["bad_frames"] > before, f"a frame with LEN {length} was not counted in bad_frames")


@item(51, "The service switch ends the session and inhibits; under it POLL and ENABLE are BAD_STATE.", operator=True)
def service_switch(bench: Bench) -> None:
    bench.done("ENABLE")
    bench.drain()
    bench.do("service on")
    key, bench.key = bench.key, None  # under the switch nothing carries a MAC
    try:
        _under_service(bench)
    finally:
        bench.try_do("service off")
        bench.key = key
    _session_is_over(bench, "off")
    bench.hello()
    causes = [event["cause"] for event in events_named(bench.drain(), "INHIBITED")]
    require(
        causes == [INHIBIT_CAUSES["service"]], f"the service switch gave INHIBITED with causes {causes}, not 5 once"
    )


def _under_service(bench: Bench) -> None:
    _session_is_over(bench, "on")
    bench.hello()
    flags = bench.status()["flags"]
    require(bool(flags & FLAGS["SERVICE"]), "the flag SERVICE is off while the switch is on")
    for name, answer in (("POLL", bench.poll()), ("ENABLE", bench.command("ENABLE"))):
        require(answer.reason == "BAD_STATE", f"{name} under the service switch was answered {answer.spoken}")
    answer = bench.ask("QUERY", cmd=bench.new_id())
    require(answer.name == "CMD_IS", f"QUERY under the service switch was answered {answer.spoken}")


def _session_is_over(bench: Bench, way: str) -> None:
    answer = bench.exchange(bench.frame("STATUS"))
    text = f"turning the service switch {way} did not end the session: STATUS was answered {answer.spoken}"
    require(answer.reason == "BAD_EPOCH", text)
