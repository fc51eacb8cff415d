"""A screen, looked at as a whole: everything that can be touched, every key, every text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from dealer_console.screens.values import Button, Field, Screen


def buttons(screen: Screen) -> list[Button]:
    return [each for each in parts(screen) if isinstance(each, Button)]


def parts(value: Any) -> Iterator[Any]:
    """Every value inside, itself included."""
    yield value
    if is_dataclass(value):
        for each in fields(value):
            yield from parts(getattr(value, each.name))
    elif isinstance(value, tuple):
        for each in value:
            yield from parts(each)


def touchables(screen: Screen) -> list[str]:
    """Ids of all that answers a finger, in the order of the screen."""
    found = []
    for each in parts(screen):
        if isinstance(each, Button) or (isinstance(each, Field) and each.touch) or type(each).__name__ == "Light":
            found.append(each.id)
        elif getattr(each, "touch", ""):
            found.append(each.touch if isinstance(each.touch, str) else "")
    return [name for name in found if name]


def enabled(screen: Screen) -> list[str]:
    dim = {each.id for each in buttons(screen) if not each.enabled}
    return [name for name in touchables(screen) if name not in dim]


def keys(screen: Screen) -> list[str]:
    return [each.key for each in buttons(screen) if each.key]


def texts(screen: Screen) -> list[str]:
    return [each for each in parts(screen) if isinstance(each, str)]
