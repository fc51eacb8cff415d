"""No exception leaves a Qt virtual: raised inside a C++ call, it would end the whole process.

A class that derives from `QtGuard` gets every Qt virtual that it overrides wrapped once, when the class is made. Nobody
has to remember it for the next one.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import wraps
from types import FunctionType
from typing import Any, Final

_log: Final = logging.getLogger(__name__)

# What Qt gets when the override failed: an event counts as handled, a row is there, a size or a cell is unknown.
_ANSWERS: Final[dict[str, object]] = {
    "event": True,
    "eventFilter": False,
    "hitButton": False,
    "focusNextPrevChild": False,
    "rowCount": 0,
    "columnCount": 0,
    "canFetchMore": False,
    "filterAcceptsRow": True,
    "lessThan": False,
}


def overridden(cls: type) -> list[str]:
    """The methods of Qt that this class has of its own: each may be called by C++."""
    of_qt = [base for base in cls.__mro__ if base.__module__.startswith("PySide6")]
    own = [name for name, value in vars(cls).items() if isinstance(value, FunctionType) and not name.startswith("__")]
    return [name for name in own if any(name in vars(base) for base in of_qt)]


class QtGuard:
    """Mixed into everything of ours that is Qt's. `qt_failed` hears what went wrong; it must not raise."""

    def qt_failed(self, failure: Exception) -> None:
        _log.error("in a call of Qt", exc_info=failure)

    def __init_subclass__(cls, **named: Any) -> None:
        super().__init_subclass__(**named)
        for name in overridden(cls):
            setattr(cls, name, _guarded(vars(cls)[name], _ANSWERS.get(name)))


def _guarded(override: Callable[..., Any], answer: object) -> Callable[..., Any]:
    @wraps(override)
    def guarded(self: QtGuard, *arguments: Any) -> Any:
        try:
            return override(self, *arguments)
        except Exception as failure:
            self.qt_failed(failure)
            return answer

    return guarded
