"""How a window is asked for: size, theme, language, display; and how the console was seen last.

The last look is kept beside the journal.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

import typer

from dealer_console.game.message import Message
from dealer_console.messages import LANGUAGES, MessageError
from dealer_console.screens.sizes import SIZES, ScreenSize
from dealer_console.screens.values import Look
from dealer_console.touch.app.display import Display, choose

THEMES = ("dark", "light", "high-contrast")


class CannotStart(MessageError):
    """The console cannot be started as it was asked for; the text says what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowOptions:
    """How the window shall be. The annotations are the options of the command line."""

    platform: Annotated[str | None, typer.Option("--platform", help="help-window-platform")] = None
    size: Annotated[str, typer.Option("--size", help="help-window-size")] = "1280x800"
    inches: Annotated[float | None, typer.Option("--inches", help="help-window-inches")] = None
    theme: Annotated[str, typer.Option("--theme", help="help-window-theme")] = "dark"
    language: Annotated[str, typer.Option("--language", help="help-report-language")] = "en"
    large_text: Annotated[bool, typer.Option("--large-text", help="help-window-large-text")] = False
    four_colours: Annotated[bool, typer.Option("--four-colours", help="help-window-four-colours")] = False
    full_screen: Annotated[bool, typer.Option("--full-screen", help="help-window-full-screen")] = False
    touchables: Annotated[Path | None, typer.Option("--touchables", hidden=True, help="help-window-touchables")] = None

    def check(self) -> None:
        for name, value, known in (
            ("--size", self.size, [size.name for size in SIZES]),
            ("--theme", self.theme, THEMES),
            ("--language", self.language, LANGUAGES),
        ):
            if value not in known:
                raise CannotStart(Message("start-choose-one-of", name=name, value=value, known=", ".join(known)))
        if self.inches is not None and not 5 <= self.inches <= 60:
            raise CannotStart(Message("start-inches-diagonal-display", inches=f"{self.inches:g}"))

    @property
    def screen_size(self) -> ScreenSize:
        return next(size for size in SIZES if size.name == self.size)

    @property
    def pixels(self) -> tuple[int, int]:
        return self.screen_size.width, self.screen_size.height

    @property
    def look(self) -> Look:
        return Look(
            theme=self.theme,  # type: ignore[arg-type]  # `check` has seen it
            four_colours=self.four_colours,
            large_text=self.large_text,
            language=self.language,
        )

    def display(self) -> Display:
        size = self.screen_size
        density = size.density(self.inches) if self.inches is not None else size.closest_density
        millimetres = (round(size.width / density), round(size.height / density))
        return choose(self.platform, os.environ, (size.width, size.height), millimetres)


class KeptLook:
    """How the console was seen last, beside its journal: a table looks tomorrow as its dealers want it."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._kept: Look | None = None

    def look_for(self, options: WindowOptions) -> Look:
        """What was asked for on the command line; else what was kept; a file that cannot be read is none."""
        if options.look != WindowOptions().look:
            return options.look
        try:
            kept = json.loads(self._file.read_text("utf-8"))
            self._kept = Look(**{name: kept[name] for name in ("theme", "four_colours", "large_text", "language")})
            WindowOptions(theme=self._kept.theme, language=self._kept.language).check()
        except (OSError, ValueError, KeyError, TypeError, RecursionError, CannotStart):
            return options.look
        return self._kept

    def keep(self, look: Look) -> None:
        if look != self._kept:
            self._kept = look
            with suppress(OSError):  # a look is not worth a failure
                self._file.write_text(json.dumps(asdict(look)), "utf-8")
