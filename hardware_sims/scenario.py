"""Scenarios: what happens to a device and when, as a TOML file (part E).

device = "shoe"
seed = 7
options = { decks = 6, serial = "S1-7" }
[[step]]
at = 0.5
do = "load 312"
[[step]]
after = "CARD_DRAWN"
count = 4
fault = { kind = "double-feed", clear_after = 1 }
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hardware_sims.errors import SetupError, unknown
from hardware_sims.fault import Fault, fault_from

BUNDLED = Path(__file__).parent / "scenarios"
_KEYS = ("device", "seed", "options", "about", "key", "unit", "step")
_STEP_KEYS = ("at", "after", "count", "do", "fault")


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One thing to happen: at a moment, or after the count-th event, request or `link-down`."""

    at_us: int | None = None
    after: str = ""
    count: int = 1
    do: str = ""
    fault: Fault | None = None
    where: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    device: str
    seed: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    about: str = ""
    key: str | None = None
    unit: int | None = None
    steps: tuple[Step, ...] = ()


def bundled_scenarios() -> dict[str, Path]:
    """Name to file of the scenarios that come with the package."""
    return {path.stem: path for path in sorted(BUNDLED.glob("*.toml"))}


def load_scenario(name: str | Path) -> Scenario:
    """A scenario by file name, or by the name of one that comes with the package."""
    path = Path(name)
    if not path.exists():
        bundled = bundled_scenarios()
        if str(name) not in bundled:
            raise SetupError(f"there is no scenario file {str(name)!r}; {unknown('scenario', str(name), bundled)}")
        path = bundled[str(name)]
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SetupError(f"{path}: cannot be read: {error}") from None
    return parse_scenario(text, str(path))


def parse_scenario(text: str, source: str) -> Scenario:
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise SetupError(f"{source}: no TOML: {error}") from None
    _known_keys(data, _KEYS, source)
    if not isinstance(data.get("device"), str):
        raise SetupError(f"{source}: device is missing: name the device this is for")
    steps = _of_type(data, "step", list, [], source)
    return Scenario(
        device=data["device"],
        seed=_of_type(data, "seed", int, 0, source),
        options=_of_type(data, "options", dict, {}, source),
        about=_of_type(data, "about", str, "", source),
        key=_of_type(data, "key", str, None, source),
        unit=_of_type(data, "unit", int, None, source),
        steps=tuple(_step(step, f"{source}, step {number}") for number, step in enumerate(steps, start=1)),
    )


def _known_keys(data: Mapping[str, Any], known: tuple[str, ...], where: str) -> None:
    for key in data:
        if key not in known:
            raise SetupError(f"{where}: {unknown('key', key, known)}")


def _of_type(data: Mapping[str, Any], key: str, type_: type, default: Any, where: str) -> Any:
    value = data.get(key, default)
    if key in data and (not isinstance(value, type_) or (isinstance(value, bool) and type_ is int)):
        names = {int: "a whole number", str: "text", dict: "a table", list: "[[step]] tables"}
        raise SetupError(f"{where}: {key} must be {names[type_]}, not {value!r}")
    return value


def _step(data: Any, where: str) -> Step:
    if not isinstance(data, dict):
        raise SetupError(f"{where}: a step is a [[step]] table")
    _known_keys(data, _STEP_KEYS, where)
    if ("at" in data) == ("after" in data):
        raise SetupError(f"{where}: a step has either at or after")
    if ("do" in data) == ("fault" in data):
        raise SetupError(f"{where}: a step has either do or fault")
    count = _of_type(data, "count", int, 1, where)
    if count < 1 or ("count" in data and "after" not in data):
        raise SetupError(f"{where}: count goes with after and is 1 or more")
    return Step(
        at_us=_moment(data["at"], where) if "at" in data else None,
        after=_of_type(data, "after", str, "", where),
        count=count,
        do=_of_type(data, "do", str, "", where),
        fault=_fault(data["fault"], where) if "fault" in data else None,
        where=where,
    )


def _moment(at: Any, where: str) -> int:
    if isinstance(at, bool) or not isinstance(at, int | float) or not 0 <= at < math.inf:
        raise SetupError(f"{where}: at is a number of seconds from 0 on, not {at!r}")
    return round(at * 1_000_000)


def _fault(data: Any, where: str) -> Fault:
    if not isinstance(data, dict) or not isinstance(data.get("kind"), str):
        raise SetupError(f'{where}: fault is a table with its kind, for example {{ kind = "jam" }}')
    options = {key: value for key, value in data.items() if key != "kind"}
    try:
        return fault_from(data["kind"], options)
    except SetupError as error:
        raise SetupError(f"{where}: {error}") from None
