"""Putting a device in order before an item: reachable, door closed, no fault, inhibited, nothing left to tell."""

from dataclasses import replace

from hardware_sims.tools.conformance.bench import SIMULATOR_KEY, Bench
from hardware_sims.tools.conformance.items import FailedError, require

_UNITS = 8
_CYCLE = 180.0


def find_device(bench: Bench) -> None:
    """Learns the address: first by asking whoever is there, then unit by unit. Without a key, tries the simulators'."""
    base = bench.address & 0xF0
    for address in (0, *range(base, base + _UNITS)):
        bench.address = base if address == 0 else address
        frame = replace(bench.frame("HELLO", seq=0, minor=0, nonce=bench.dice.bytes(8)), epoch=0, dst=address)
        sent = bench.send(frame)
        answer = bench.hear(bench.port.reply_wait, sent)
        if answer is not None:
            bench.address = answer.frame.src
            if answer.reason == "BAD_MAC" and bench.key is None:
                bench.key = SIMULATOR_KEY
            return
    raise FailedError("nobody answers HELLO on this line")


def put_in_order(bench: Bench) -> None:
    """What a technician would do first. Uses hands where there are some, and never judges."""
    for line in ("power on", "service off", "remove", "door close", "clear"):
        bench.try_do(line)
    bench.flush()
    answer = bench.hello_after_power_up()
    bench.acked = max(bench.acked, answer["acked"])
    bench.drain()
    status = bench.status()
    if status["fault"]:
        bench.command("CLEAR", fault=status["fault"])
        require(bench.status()["fault"] == 0, f"fault {status['fault']} is latched and CLEAR does not end it")
    if bench.family == "c":
        _count_again(bench)
    bench.done("INHIBIT")
    bench.drain()


def _count_again(bench: Bench) -> None:
    """After a fault a continuous shuffler stays inhibited until it has counted right, or is empty (A6)."""
    if bench.command("ENABLE").reason != "NOT_PERMITTED":
        return
    for command in ("RECOUNT", "EJECT"):
        bench.done(command)
        bench.events_until("INVENTORY", _CYCLE)
        bench.drain()
        fault = bench.status()["fault"]
        if not fault:
            return
        bench.command("CLEAR", fault=fault)
