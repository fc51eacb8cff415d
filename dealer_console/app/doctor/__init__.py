"""Is this computer fit to deal? Each finding with the command that mends it. See docs/operations/doctor.md.

All checks stand in the order in which a technician would look. One that fails itself is a finding, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from dealer_console.app.doctor import computer, connections, files
from dealer_console.app.doctor.finding import Examined, Finding, problem
from dealer_console.game.message import Message

__all__ = ["Examined", "Finding", "examine", "found_before_opening"]

Check = Callable[[Examined], Iterator[Finding]]

QUICK: Final[dict[str, Check]] = {
    "display": computer.display,
    "fonts": computer.fonts,
    "sqlite": computer.sqlite,
    "clock": computer.clock,
    "space": computer.space,
    "modes": files.modes,
    "people": files.people,
    "journal": files.journal,
    "port": connections.ports,
    "devices": connections.devices,
}
"""Before every opening: nothing here waits for a disk or a network."""

SLOW: Final[dict[str, Check]] = {"disk": computer.disk_speed, "floor": connections.floor}


def examine(examined: Examined) -> list[Finding]:
    """Everything."""
    return [finding for name, check in {**QUICK, **SLOW}.items() for finding in _done(name, check, examined)]


def found_before_opening(examined: Examined) -> list[Finding]:
    """What is not well, of the checks that take no time."""
    findings = [finding for name, check in QUICK.items() for finding in _done(name, check, examined)]
    return [finding for finding in findings if finding.level != "ok"]


def _done(name: str, check: Check, examined: Examined) -> Iterator[Finding]:
    try:
        yield from check(examined)
    except Exception as error:  # a check must never keep a table from opening
        yield problem(name, Message("doctor-check-failed", error=repr(error)), Message("mend-report"))
