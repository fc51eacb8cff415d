"""How the console was seen last, kept beside its journal."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from dealer_console.app.window_options import CannotStart, WindowOptions
from dealer_console.screens.values import Look


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
