"""Parts of the program that are installed when they are wanted: a missing library is named with its extra."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from dealer_console.cli.output import print_error

EXTRAS: Final = {
    "cv2": "camera",
    "numpy": "camera",
    "psycopg": "floor",
    "pyqtgraph": "pit",
    "reportlab": "pit",
    "xlsxwriter": "pit",
}
"""By library: the extra of `pyproject.toml` that brings it."""


@contextmanager
def extras_named() -> Iterator[None]:
    """Around whatever a command imports and does: it ends with what to install, not with a traceback."""
    try:
        yield
    except ModuleNotFoundError as error:
        library = (error.name or "").partition(".")[0]
        if library not in EXTRAS:
            raise
        from dealer_console.game.message import Message

        extra = EXTRAS[library]
        sys.exit(print_error(Message("command-needs-part-install-pip", extra=extra, library=library)))
