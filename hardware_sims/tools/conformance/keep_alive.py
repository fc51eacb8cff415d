"""Keeping a line alive while a person is busy with the machine."""

import threading
from collections.abc import Callable
from typing import TypeVar

from hardware_sims.tools.conformance.ports.port import Operator

Result = TypeVar("Result")


def kept_alive(operator: Operator, act: Callable[[], Result], keep_alive: Callable[[], None]) -> Result:
    """Does what the hands are asked for. Slow hands work in a thread of their own, and `keep_alive` is called until
    they are done; whatever they raise is raised here."""
    if not operator.slow:
        return act()
    outcome: list[Result | Exception] = []

    def work() -> None:
        try:
            outcome.append(act())
        except Exception as problem:
            outcome.append(problem)

    person = threading.Thread(target=work, daemon=True)
    person.start()
    while person.is_alive():
        keep_alive()
    done = outcome[0]
    if isinstance(done, Exception):
        raise done
    return done
