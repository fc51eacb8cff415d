"""The console's pictures of the documents: `python -m tests.tools.pictures.console docs/pictures`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

from dealer_console.app.window_options import WindowOptions
from dealer_console.demo import evening
from dealer_console.demo.screenshots import write_pictures
from dealer_console.screens.sizes import SIZES

MOST_COLOURS: Final = 255


def few_colours(image: QImage) -> QImage:
    """For a document: the most frequent colours, every other one as the nearest of them. A quarter of the bytes."""
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    found, counts = np.unique(np.frombuffer(plain.constBits(), dtype=np.uint32), return_counts=True)
    palette = [int(colour) for colour in found[np.argsort(-counts, kind="stable")][:MOST_COLOURS]]
    return plain.convertToFormat(QImage.Format.Format_Indexed8, palette, Qt.ImageConversionFlag.AvoidDither)


def main() -> int:
    """One size, named after the console."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/pictures")
    return write_pictures(folder, evening.RULES, WindowOptions(), SIZES[:1], "console-", few_colours)


if __name__ == "__main__":
    sys.exit(main())
