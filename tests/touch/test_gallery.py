"""The gallery's command writes pictures, and nothing on the way to them fails."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from PySide6.QtGui import QImage


def test_the_gallery_writes_pictures(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "tests.tools.gallery.pictures", str(tmp_path), "switch-1024x768-"],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert ended.returncode == 0, ended.stderr
    assert {path.name for path in tmp_path.iterdir()} == {"switch-1024x768.png", "safe-1280x800.png"}
    assert QImage(str(tmp_path / "switch-1024x768.png")).width() == 1024


def test_nothing_outside_imports_qt() -> None:
    """Whoever asks for a look, a size or a place of the felt does not load Qt."""
    modules = ("theme.look", "theme.themes", "theme.palettes", "arrangement", "overlay.layout", "widgets.side_rows")
    names = [f"dealer_console.touch.{module}" for module in modules]
    names += ["dealer_console.screens.felt.places", "tests.tools.gallery.pictures"]
    code = f"import {', '.join(names)}, sys; sys.exit('PySide6' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], timeout=120).returncode == 0
