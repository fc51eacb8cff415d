"""Where deck designs lie: the files `NAME.deck` of one or more folders, an earlier folder before a later one."""

from __future__ import annotations

import difflib
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from drivers.errors import ImpossibleRequestError
from drivers.optical.decks.design import Design
from drivers.optical.decks.design_file import ENDING, read_design

BUILT_IN = "house"
"""The design that the program draws itself."""


class UnknownDeckError(ImpossibleRequestError):
    """No design of this name."""


def user_folder() -> Path:
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "dealer-console" / "decks"


@dataclass(frozen=True, kw_only=True, slots=True)
class DeckStore:
    folders: Sequence[Path]

    def files(self) -> dict[str, Path]:
        """Name to file, by name. A name in an earlier folder hides the same one in a later."""
        files: dict[str, Path] = {}
        for folder in self.folders:
            for file in sorted(folder.glob(f"*{ENDING}")) if folder.is_dir() else ():
                files.setdefault(file.stem, file)
        return dict(sorted(files.items()))

    def design(self, name: str) -> Design:
        files = self.files()
        if name not in files:
            near = difflib.get_close_matches(name, files, 1)
            meant = f"did you mean {near[0]}?" if near else f"known: {', '.join(files) or 'none'}"
            raise UnknownDeckError(f"no deck design {name!r}; {meant} (dealer-console deck enrol makes one)")
        return read_design(files[name])
