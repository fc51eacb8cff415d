"""A host on an angel-eye line for tests: hears reports with their copies, sends commands in either form (B1, B2)."""

from dataclasses import dataclass
from typing import Any

from hardware_sims.tools.conformance.evidence import LineQuality
from hardware_sims.tools.conformance.items.item import FailedError, SkippedError, require
from hardware_sims.tools.conformance.port import Operator, OperatorRefusedError, Port, must
from hardware_sims.wire.angel_eye import (
    WITH_STX,
    WITHOUT_STX,
    Damage,
    Reply,
    Report,
    ShoeLineReceiver,
    build_command,
)

_QUIET = 0.4
"""Longer than the pause between two copies."""
_REPLY_WITHIN = 1.0
_SELF_TEST = 6.0


@dataclass(frozen=True, kw_only=True, slots=True)
class RepeatedReport:
    """One report and how many byte-equal copies of it came in a row."""

    report: Report
    copies: int


class AngelEyeBench:
    def __init__(self, port: Port, operator: Operator) -> None:
        self.port, self.operator = port, operator
        self._receiver = ShoeLineReceiver()
        self._form: str | None = None
        self.upset = False
        self.identity: dict[str, Any] = {}
        self.quality = LineQuality()
        # On a simulator that runs fast these seconds are short, and this computer has delays of its own.
        self._quiet = max(_QUIET, port.silence)
        self._reply_within = max(_REPLY_WITHIN, port.reply_wait)

    def do(self, line: str) -> str:
        return must(self.operator, line)

    def try_do(self, line: str) -> None:
        try:
            self.operator.do(line)
        except (OperatorRefusedError, SkippedError):
            return

    def put_in_order(self) -> None:
        """Unlocked and quiet. An operator is asked only after an item that failed: it may have left anything behind."""
        if self.upset:
            for line in ("power on", "clear", "press cancel"):
                self.try_do(line)
            self.items(first_within=_SELF_TEST)
            self.upset = False
        self.unlock(self._reached())
        self.items(first_within=self._quiet)

    def _reached(self) -> str:
        """The form of the BCC, once the self-test is over."""
        end = self.port.now() + _SELF_TEST
        while True:
            try:
                return self.form
            except FailedError:
                if self.port.now() >= end:
                    raise

    def items(self, first_within: float = 2.0) -> list[Report | Reply | Damage]:
        """Everything until the line has been quiet for a while."""
        heard: list[Report | Reply | Damage] = []
        within = first_within
        while data := self.port.receive(within):
            heard += self._receiver.feed(data)
            within = self._quiet
        heard += self._receiver.flush()
        self.quality.damaged += sum(isinstance(item, Damage) for item in heard)
        return heard

    def reports(self, first_within: float = 2.0) -> list[RepeatedReport]:
        """The reports of a quiet-to-quiet stretch, copies put together; anything else on the line fails."""
        reports: list[RepeatedReport] = []
        for item in self.items(first_within):
            if isinstance(item, Damage):
                raise FailedError(f"{item.kind} on the line: {item.raw.hex()}")
            if isinstance(item, Report):
                if reports and reports[-1].report == item:
                    reports[-1] = RepeatedReport(report=item, copies=reports[-1].copies + 1)
                else:
                    reports.append(RepeatedReport(report=item, copies=1))
        return reports

    def codes(self, first_within: float = 2.0) -> str:
        return "".join(received.report.code for received in self.reports(first_within))

    def raw_command(self, wire: bytes) -> Reply:
        """The reply to these bytes; reports that come in between are let pass."""
        self.port.send(wire)
        self.quality.requests += 1
        start = self.port.now()
        end = start + self._reply_within
        while (left := end - self.port.now()) > 0:
            for item in self._receiver.feed(self.port.receive(left)):
                self.quality.damaged += isinstance(item, Damage)
                if isinstance(item, Reply):
                    self.quality.latencies.append(self.port.now() - start)
                    return item
        raise FailedError(f"no reply to {wire.hex()} within {self._reply_within:g} s")

    @property
    def form(self) -> str:
        """The form of the BCC this shoe takes; unlocking changes nothing on a shoe that was put in order."""
        if self._form is None:
            forms = [form for form in (WITH_STX, WITHOUT_STX) if self.unlock(form).reason is None]
            require(len(forms) == 1, f"{len(forms)} forms of the BCC are taken, not exactly one")
            self._form = forms[0]
            self.items()
        return self._form

    def unlock(self, form: str) -> Reply:
        return self.raw_command(build_command("LK", "01", form))

    def command(self, kind: str, data: str) -> None:
        reply = self.raw_command(build_command(kind, data, self.form))
        require(reply.reason is None, f"{kind}{data} was answered NAK {reply.reason}")

    def woken(self) -> list[RepeatedReport]:
        return self.reports(_SELF_TEST)
