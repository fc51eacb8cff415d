"""No exception leaves a Qt virtual: raised inside a C++ call, it would end the whole process.

A class that derives from `QtGuard` gets every Qt virtual that it overrides wrapped once, when the class is made. Nobody
has to remember it for the next one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from PySide6.QtWidgets import QAbstractButton, QLabel

# What Qt gets when the override failed: the event counts as handled, a size as unknown.
_ANSWERS: Final[dict[str, object]] = {
    "event": True,
    "eventFilter": False,
    "hitButton": False,
    "focusNextPrevChild": False,
}


def is_virtual(name: str) -> bool:
    """Of the classes that our widgets derive from: events, and the few questions that Qt asks."""
    known = hasattr(QLabel, name) or hasattr(QAbstractButton, name)
    return known and (name.endswith("Event") or name in _ANSWERS)


class QtGuard:
    """Mixed into every widget of ours. `qt_failed` hears what went wrong; it must not raise."""

    def qt_failed(self, failure: Exception) -> None:
        raise NotImplementedError

    def __init_subclass__(cls, **named: Any) -> None:
        super().__init_subclass__(**named)
        for name, override in list(vars(cls).items()):
            if callable(override) and is_virtual(name):
                setattr(cls, name, _guarded(override, _ANSWERS.get(name)))


def _guarded(override: Callable[..., Any], answer: object) -> Callable[..., Any]:
    @wraps(override)
    def guarded(self: QtGuard, *given: Any) -> Any:
        try:
            return override(self, *given)
        except Exception as failure:
            self.qt_failed(failure)
            return answer

    return guarded
