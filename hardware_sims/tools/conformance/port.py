"""What an item needs of the world: a line, a clock, and an operator."""

from typing import Protocol

from hardware_sims.tools.conformance.items.item import FailedError, SkippedError


class Port(Protocol):
    """A line to a device. Seconds are the device's: virtual, or wall time times the scale it runs at."""

    kind: str
    """`in-process`, `serial` or `tcp`."""
    reply_wait: float
    """How long a reply may take to arrive before the request is repeated (A2)."""
    reply_due: float
    """How soon a reply must begin (A2, C11)."""
    silence: float
    """After this long nobody will answer any more: well beyond `reply_due`."""

    def now(self) -> float: ...

    def send(self, data: bytes) -> None: ...

    def receive(self, within: float) -> bytes:
        """Bytes as soon as there are any; nothing when `within` seconds have passed."""
        ...

    def wait(self, seconds: float) -> None:
        """Lets time pass; what arrives is kept for `receive`."""
        ...

    def close(self) -> None: ...


class Operator(Protocol):
    """What people do to the device (part E, "Hands")."""

    slow: bool
    """Takes so long that a host would be lost meanwhile: somebody has to keep the line alive."""

    def do(self, line: str) -> str:
        """Does it and returns what follows `ok`; raises OperatorRefusedError with the reason otherwise."""
        ...

    def do_quickly(self, lines: list[str]) -> None:
        """Does all of it in one movement, as fast as a person can."""
        ...

    def wants_again(self, failure: str) -> bool:
        """Was it the operator and not the device? Then the item that failed begins again."""
        ...


class OperatorRefusedError(Exception):
    """The operator could not do it."""


class NoOperator:
    """Nobody is there: whatever needs a person is skipped."""

    slow = False

    def do(self, line: str) -> str:
        raise SkippedError(f"needs hands for '{line.split()[0]}'; give --hands")

    def do_quickly(self, lines: list[str]) -> None:
        self.do(lines[0])

    def wants_again(self, failure: str) -> bool:
        return False


class SimulatorOperator:
    """Acts on a simulator in this process: `operate` answers `ok …`, or why not."""

    slow = False

    def operate(self, text: str) -> str:
        raise NotImplementedError

    def do(self, line: str) -> str:
        word, _, rest = self.operate(line).partition(" ")
        if word != "ok":
            raise OperatorRefusedError(rest)
        return rest

    def do_quickly(self, lines: list[str]) -> None:
        for line in lines:
            self.do(line)

    def wants_again(self, failure: str) -> bool:
        return False


def must(operator: Operator, line: str) -> str:
    """The operator does it, or the item fails: a device that refuses what a person can do is broken."""
    try:
        return operator.do(line)
    except OperatorRefusedError as refused:
        raise FailedError(f"hands: '{line}' was refused: {refused}") from None
