"""A port to a simulator in this process: time is virtual and jumps to the next moment at which something happens."""

from hardware_sims.endpoints.in_process import InProcess
from hardware_sims.tools.conformance.ports.port import OperatorRefusedError


class SimulatorPort(InProcess):
    """The line of a simulator, and the people at it."""

    kind = "in-process"
    reply_wait = 0.1
    reply_due = 0.020
    silence = 0.060
    slow = False

    def now(self) -> float:
        return self.clock.now

    def close(self) -> None:
        """Nothing is held."""

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
