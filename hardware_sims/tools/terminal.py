"""What a device or a file says reaches the terminal as text: only we give it commands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderHook
from rich.segment import Segment

_COMMANDS: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def terminal(**options: Any) -> Console:
    """A console of rich whose texts have no control characters."""
    console = Console(**options)
    console.push_render_hook(_PlainText())
    return console


def without_commands(text: str) -> str:
    """Control characters written out."""
    return _COMMANDS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


class _PlainText(RenderHook):
    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        return [_Plain(renderable) for renderable in renderables]


class _Plain:
    def __init__(self, renderable: ConsoleRenderable) -> None:
        self._renderable = renderable

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        for segment in console.render(self._renderable, options):
            yield segment if segment.control else Segment(without_commands(segment.text), segment.style)
