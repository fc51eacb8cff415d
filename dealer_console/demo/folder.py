"""Where the demonstration keeps its files, and how it begins anew."""

from __future__ import annotations

from pathlib import Path
from typing import Final

# Only what a demonstration itself writes is ever removed.
_OWN: Final = ("demo-*.toml", "demo-*.journal*", "demo.key", "people.db*", "people.pepper", "*.port", "window.log")
_MARK: Final = "demonstration.txt"
_WORDS: Final = "A demonstration of dealer-console keeps its files here. They can be removed at any time.\n"


class FolderRefused(Exception):
    """The folder cannot be used for a demonstration."""


def prepare(folder: Path, *, go_on: bool) -> Path:
    """The folder, with nothing of an earlier demonstration in it unless this one goes on with it."""
    mark = folder / _MARK
    try:
        if folder.exists() and any(folder.iterdir()) and not mark.exists():
            raise FolderRefused(f"{folder} holds other files: name an empty folder, or one that does not exist yet")
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        mark.write_text(_WORDS, "utf-8")
        if not go_on:
            for pattern in _OWN:
                for file in folder.glob(pattern):
                    file.unlink()
    except OSError as error:
        raise FolderRefused(f"{folder} cannot be used: {error.strerror or error}") from None
    return folder
