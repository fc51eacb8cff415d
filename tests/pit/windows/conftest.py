"""The supervisor's window without a display, on the small floor."""

from __future__ import annotations

import os
from collections.abc import Callable

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from pytestqt.qtbot import QtBot

from dealer_console.pit.pages.flow import PitFlow
from dealer_console.pit.pages.services import PitServices
from dealer_console.pit.windows.window import PitWindow
from dealer_console.touch.theme.look import Look
from tests.pit.pages.conftest import book, copied, services
from tests.tools.pictures.pit import AtOnce

OpenPit = Callable[..., PitWindow]
__all__ = ["OpenPit", "book", "copied", "opened", "services"]


@pytest.fixture
def opened(qtbot: QtBot, services: PitServices) -> OpenPit:
    def open_window(look: Look | None = None) -> PitWindow:
        window = PitWindow(PitFlow(services, AtOnce()), look or Look())
        qtbot.addWidget(window)
        window.show()
        return window

    return open_window
