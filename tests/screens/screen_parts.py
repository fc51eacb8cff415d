"""A screen, looked at as a whole: everything that can be touched, every key, every text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from dealer_console.screens.values import Button, Field, Screen


def buttons(screen: Screen) -> list[Button]:
    return [part for part in parts(screen) if isinstance(part, Button)]


def parts(value: Any) -> Iterator[Any]:
    """Every value inside, itself included."""
    yield value
    if is_dataclass(value):
        for field in fields(value):
            yield from parts(getattr(value, field.name))
    elif isinstance(value, tuple):
        for part in value:
            yield from parts(part)


def touchables(screen: Screen) -> list[str]:
    """Ids of all that answers a finger, in the order of the screen."""
    found = []
    for part in parts(screen):
        if isinstance(part, Button) or (isinstance(part, Field) and part.touch) or type(part).__name__ == "Light":
            found.append(part.id)
        elif getattr(part, "touch", ""):
            found.append(part.touch if isinstance(part.touch, str) else "")
    return [name for name in found if name]


def enabled(screen: Screen) -> list[str]:
    dim = {button.id for button in buttons(screen) if not button.enabled}
    return [name for name in touchables(screen) if name not in dim]


def keys(screen: Screen) -> list[str]:
    return [button.key for button in buttons(screen) if button.key]


def texts(screen: Screen) -> list[str]:
    return [part for part in parts(screen) if isinstance(part, str)]
