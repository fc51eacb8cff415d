"""Windows without a display: everything is painted into memory, with the same letters on every machine."""

from __future__ import annotations

import os
from collections.abc import Callable

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from pytestqt.qtbot import QtBot

from dealer_console.screens.values import Screen
from dealer_console.touch.theme.look import Look
from dealer_console.touch.window import ConsoleWindow
from tests.tools.gallery.pictures import StillFlow, dressed, still

Opened = tuple[ConsoleWindow, StillFlow]
OpenWindow = Callable[..., Opened]


@pytest.fixture
def opened(qtbot: QtBot) -> OpenWindow:
    """Opens a window on a hand-made screen; the flow remembers what reaches it."""

    def open_window(screen: Screen, look: Look | None = None) -> Opened:
        look = look or Look()
        flow = still(dressed(screen, look))
        window = ConsoleWindow(flow, look)
        qtbot.addWidget(window)
        window.show()
        return window, flow

    return open_window
