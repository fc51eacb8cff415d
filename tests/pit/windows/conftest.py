"""The supervisor's window without a display, on the small floor; everything happens at once."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from pytestqt.qtbot import QtBot

from dealer_console.pit.archive import Archive
from dealer_console.pit.services import PitServices
from dealer_console.pit.windows.window import PitWindow, WindowLook
from tests.tools.pictures.pit import services_on, small_book, window_on

OpenPit = Callable[..., PitWindow]


def copy_index(archive: Archive, to: Path) -> None:
    """The index is the same for every test; what somebody acknowledges is not, and lies beside it."""
    with closing(sqlite3.connect(str(archive.engine.url.database))) as old, closing(sqlite3.connect(to)) as new:
        new.execute("PRAGMA synchronous = OFF")
        old.backup(new)


@pytest.fixture(scope="session")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a staff list, to be copied."""
    folder = tmp_path_factory.mktemp("book")
    small_book(folder).close()
    return folder


@pytest.fixture
def services(dealt: Path, archive: Archive, book: Path, tmp_path: Path) -> Iterator[PitServices]:
    copy_index(archive, tmp_path / "floor.pit-index")
    for file in book.iterdir():
        shutil.copy(file, tmp_path)
    with services_on(dealt, tmp_path) as opened:
        yield opened


@pytest.fixture
def open_pit(qtbot: QtBot, services: PitServices, tmp_path: Path) -> OpenPit:
    def open_window(look: WindowLook | None = None, on: PitServices | None = None) -> PitWindow:
        window = window_on(on or services, tmp_path / "settings.ini", look or WindowLook(theme="dark", scale=100))
        qtbot.addWidget(window)
        window.show()
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow, timeout=120_000)
        return window

    return open_window


@pytest.fixture
def pit(open_pit: OpenPit) -> PitWindow:
    return open_pit()
