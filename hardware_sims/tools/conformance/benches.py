"""Benches for whatever stands at the end of a port.

The port to a simulator in this process is here: its time is virtual and jumps to the next moment at which something
happens.
"""

import os
from collections.abc import Callable

from hardware_sims.devices import Simulator
from hardware_sims.endpoints.in_process import InProcess
from hardware_sims.seeds import Stream
from hardware_sims.tools.conformance.angel_eye_bench import AngelEyeBench
from hardware_sims.tools.conformance.bench import Bench
from hardware_sims.tools.conformance.items.item import LETTER_OF_FAMILY
from hardware_sims.tools.conformance.port import Operator, Port, SimulatorOperator
from hardware_sims.tools.conformance.runner import find_device


class SimulatorPort(InProcess, SimulatorOperator):
    """The line of a simulator, and the people at it."""

    kind = "in-process"
    reply_wait = 0.1
    reply_due = 0.020
    silence = 0.060

    def now(self) -> float:
        return self.clock.now

    def close(self) -> None:
        """Nothing is held."""


Builder = Callable[[bytes | str | None], Simulator]
"""Makes the same simulator each time, with its own key, another (`bytes`) or none (`"none"`)."""


def bench_of_simulator(make: Builder, key: bytes | str | None = None) -> Bench | AngelEyeBench:
    """A simulator in this process, in virtual time, with an operator, and able to be built again."""
    simulator = make(key)
    family = simulator.setup.device.removesuffix("-usb")
    port = SimulatorPort(simulator)
    if family == "angel-eye":
        return AngelEyeBench(port, port)
    dice = Stream(simulator.setup.seeds.seed, "bench")

    def again(other: bytes | None) -> Bench:
        second_device = bench_of_simulator(make, "none" if other is None else other)
        if not isinstance(second_device, Bench):
            raise TypeError("the second device beside a tablelink device speaks tablelink")
        return second_device

    bench = Bench(port, port, family=LETTER_OF_FAMILY[family], key=simulator.setup.key, dice=dice, again=again)
    find_device(bench)
    return bench


def bench_of_line(port: Port, operator: Operator, *, family: str, key: bytes | None) -> Bench | AngelEyeBench:
    """A device at the end of a line in wall time. Nonces and ids are fresh: it may have been checked before."""
    if family == "angel-eye":
        return AngelEyeBench(port, operator)
    bench = Bench(
        port,
        operator,
        family=LETTER_OF_FAMILY[family],
        key=key,
        dice=Stream(int.from_bytes(os.urandom(8), "big"), "bench"),
    )
    find_device(bench)
    return bench
