"""Faults a simulator can be given: their words, their options, and how often they have struck.

jam                                 at once
double-feed:at=CARD_DRAWN           after an event, a request, or a number of seconds
drop:rate=0.1,dir=device            on the line, one frame in ten of what the device sends
nak:reason=BAD_STATE,type=ENABLE,clear_after=2
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from hardware_sims.errors import SetupError, unknown
from hardware_sims.wire.constants import NAK_NAMES, NAKS

LINE_KINDS = ("drop", "duplicate", "late", "split", "merge", "bad-crc", "truncate", "bit-flip", "noise", "stray")
LINK_KINDS = ("nak", "bad-mac", "old-epoch", "silent")
LATCHING_KINDS: dict[str, str] = {
    "jam": "JAM",
    "double-feed": "DOUBLE_FEED",
    "motor": "MOTOR",
    "unreadable": "UNREADABLE",
    "foreign-card": "FOREIGN_CARD",
    "rng": "RNG",
    "sensor": "SENSOR",
    "count-drift": "COUNT_DRIFT",
    "reversed": "REVERSED",
    "gate": "GATE",
    "memory": "MEMORY",
}
"""Fault of the device to the fault of A6 it leads to."""
LYING_KINDS = ("miscount", "wrong-card", "wrong-identity", "event-gap", "skew", "wrong-commit")
CAMERA_KINDS = ("frozen", "black", "lost")
"""Faults of a camera, not of what it sees (D). Every picture they spoil is one occurrence."""
KINDS: tuple[str, ...] = (
    *LINE_KINDS,
    "disconnect",
    *LINK_KINDS,
    *LATCHING_KINDS,
    "power-cut",
    *LYING_KINDS,
    *CAMERA_KINDS,
)

_EVERY = {"at": str, "rate": float, "clear_after": int}
_ON_A_FRAME: dict[str, type] = {**_EVERY, "ms": float, "bytes": int, "dir": str}
_ON_A_REPLY: dict[str, type] = {**_EVERY, "reason": str, "type": str, "dir": str}
_LIE: dict[str, type] = {**_EVERY, "n": int, "serial": str}
OPTIONS: dict[str, dict[str, type]] = {
    **dict.fromkeys(LINE_KINDS, _ON_A_FRAME),
    "disconnect": {**_EVERY, "for": float},
    **dict.fromkeys(LINK_KINDS, _ON_A_REPLY),
    **{kind: {**_EVERY, "n": int} for kind in LATCHING_KINDS},
    "power-cut": {**_EVERY, "for": float},
    **dict.fromkeys(LYING_KINDS, _LIE),
    **{kind: {**_EVERY, "for": float} for kind in CAMERA_KINDS},
}


@dataclass(slots=True, eq=False)
class Fault:
    """One fault given to a simulator. It is over after `clear_after` occurrences, else when an operator clears it."""

    kind: str
    options: dict[str, Any] = field(default_factory=dict)
    occurrences: int = 0

    @property
    def clear_after(self) -> int | None:
        return self.options.get("clear_after")

    @property
    def over(self) -> bool:
        return self.clear_after is not None and self.occurrences >= self.clear_after

    def occur(self) -> None:
        self.occurrences += 1

    @property
    def rate(self) -> float:
        return float(self.options.get("rate", 1.0))

    @property
    def at_seconds(self) -> float | None:
        """The moment of `at=`, when it is a time and not the name of an event."""
        try:
            return float(self.options["at"])
        except (KeyError, ValueError):
            return None

    @property
    def at_event(self) -> str | None:
        at = self.options.get("at")
        return None if at is None or self.at_seconds is not None else str(at)


def fault_from(kind: str, options: Mapping[str, Any], clear_after: int | None = None) -> Fault:
    """A fault with its options checked; SetupError says what is wrong. `clear_after` stands where none is given."""
    if kind not in KINDS:
        raise SetupError(unknown("fault", kind, KINDS))
    known = OPTIONS[kind]
    read: dict[str, Any] = {}
    for name, value in options.items():
        if name not in known:
            raise SetupError(f"fault {kind}: {unknown('option', name, known)}")
        read[name] = _read(kind, name, value, known[name])
    if clear_after is not None:
        read.setdefault("clear_after", clear_after)
    _check(kind, read)
    return Fault(kind=kind, options=read)


def parse_fault(text: str, clear_after: int | None = None) -> Fault:
    """`KIND[:k=v,…]` as on the command line; blanks may stand instead of colon and commas."""
    words = text.replace(":", " ", 1).replace(",", " ").split()
    if not words:
        raise SetupError(f"a fault is KIND[:option=value,…]; kinds: {', '.join(KINDS)}")
    pairs: dict[str, str] = {}
    for word in words[1:]:
        name, equals, value = word.partition("=")
        if not equals:
            raise SetupError(f"fault {words[0]}: {word!r} is no option; write name=value")
        pairs[name] = value
    return fault_from(words[0], pairs, clear_after)


def _read(kind: str, name: str, value: Any, kind_of_value: type) -> Any:
    try:
        read = kind_of_value(value)
        if isinstance(read, float) and not math.isfinite(read):
            raise ValueError
        return read
    except (TypeError, ValueError):
        expected = "a whole number" if kind_of_value is int else "a number"
        raise SetupError(f"fault {kind}: option {name} takes {expected}, not {value!r}") from None


def _check(kind: str, options: dict[str, Any]) -> None:
    if not 0.0 <= options.get("rate", 1.0) <= 1.0:
        raise SetupError(f"fault {kind}: rate lies between 0 and 1, not {options['rate']}")
    if options.get("dir", "host") not in ("host", "device"):
        raise SetupError(f"fault {kind}: dir is host or device (who sends), not {options['dir']!r}")
    moment = Fault(kind=kind, options=options).at_seconds
    if moment is not None and not 0 <= moment < math.inf:
        raise SetupError(f"fault {kind}: at is a number of seconds from 0 on, or an event, not {options['at']!r}")
    for name in ("ms", "bytes", "for", "clear_after"):
        if options.get(name, 1) <= 0:
            raise SetupError(f"fault {kind}: {name} must be above 0, not {options[name]}")
    if kind == "nak" and "reason" in options:
        options["reason"] = _nak_reason(str(options["reason"]))


def _nak_reason(text: str) -> str:
    """A reason of A4 by name or number; two characters of B2 pass as they are."""
    if text in NAKS or (len(text) == 2 and not text.isalpha()) or text == "FF":
        return text
    if text.isdigit() and int(text) in NAK_NAMES:
        return NAK_NAMES[int(text)]
    raise SetupError(f"fault nak: {unknown('reason', text, NAKS)}")


def known_moment(word: str, moments: Iterable[str]) -> None:
    """SetupError unless `word` is an event, a request type or `link-down`."""
    names = set(moments)
    if word not in names:
        raise SetupError(unknown("event or request", word, names))
