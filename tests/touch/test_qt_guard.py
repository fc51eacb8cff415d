"""No exception leaves a Qt virtual, whichever one raises it and at whatever size of the window."""

from __future__ import annotations

import inspect
from importlib import import_module
from pkgutil import walk_packages

import pytest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel
from pytestqt.qtbot import QtBot
from shiboken6 import Shiboken

from dealer_console import pit, touch
from dealer_console.screens.felt.fan import fan
from dealer_console.screens.sizes import Box
from dealer_console.screens.values import CardOnFelt
from dealer_console.touch.qt_guard import QtGuard, overridden
from dealer_console.touch.theme.look import Look
from dealer_console.touch.window import ConsoleWindow
from tests.tools.gallery.pictures import dressed, still
from tests.tools.gallery.screens import BETWEEN, CATFISH, CROWDED, REFUSED, SETTLEMENT, SWITCH


def _classes_of_qt() -> list[type]:
    """Every class of ours that is Qt's, in the two packages that may import Qt: found, not listed."""
    names = [
        module.name for package in (touch, pit) for module in walk_packages(package.__path__, f"{package.__name__}.")
    ]
    found = {
        value
        for name in names
        for value in vars(import_module(name)).values()
        if inspect.isclass(value) and issubclass(value, Shiboken.Object) and value.__module__ == name
    }
    return sorted(found, key=lambda cls: (cls.__module__, cls.__name__))


OVERRIDES = [(cls, name) for cls in _classes_of_qt() for name in overridden(cls)]


def test_every_class_that_overrides_a_qt_virtual_is_guarded() -> None:
    assert {cls.__name__ for cls, _ in OVERRIDES} >= {"ConsoleWindow", "FeltWidget", "TouchArea", "RowsModel", "SignIn"}
    assert [cls for cls, _ in OVERRIDES if not issubclass(cls, QtGuard)] == []


@pytest.mark.parametrize(("cls", "name"), OVERRIDES, ids=lambda value: getattr(value, "__name__", value))
def test_what_a_virtual_raises_is_heard_and_goes_no_further(cls: type, name: str) -> None:
    override = vars(cls)[name]
    heard: list[Exception] = []

    class Double(cls):  # type: ignore[misc]
        """The same virtual of the same class, called with what it cannot work with."""

        def __init__(self) -> None:
            pass

        def qt_failed(self, failure: Exception) -> None:
            heard.append(failure)

    override(Double.__new__(Double), object())
    assert len(heard) == 1


@pytest.mark.parametrize("base", [QLabel, QAbstractButton])
def test_a_widget_that_fails_in_an_event_lives_on(qtbot: QtBot, base: type) -> None:
    heard: list[Exception] = []

    class Failing(QtGuard, base):  # type: ignore[misc]
        def qt_failed(self, failure: Exception) -> None:
            heard.append(failure)

        def paintEvent(self, _event: object) -> None:  # noqa: N802
            raise ValueError("paint")

        def resizeEvent(self, _event: object) -> None:  # noqa: N802
            raise ValueError("resize")

    widget = Failing()
    qtbot.addWidget(widget)
    widget.resize(200, 100)
    widget.show()
    qtbot.waitUntil(lambda: {str(failure) for failure in heard} == {"paint", "resize"}, timeout=120_000)


@pytest.mark.parametrize("size", [(1152, 672), (900, 560), (800, 480), (400, 300), (200, 100), (40, 30)])
def test_a_window_of_any_size_shows_every_screen_without_a_failure(qtbot: QtBot, size: tuple[int, int]) -> None:
    heard: list[Exception] = []
    for screen in (SWITCH, CATFISH, SETTLEMENT, BETWEEN, REFUSED, CROWDED):
        window = ConsoleWindow(still(dressed(screen, Look())), Look(), on_trouble=heard.append)
        qtbot.addWidget(window)
        window.show()
        for width, height in (size, (1280, 800), size):
            window.resize(width, height)
            window.grab()
            QApplication.processEvents()
            assert window.too_small.isVisible() == (width < 1152)
            assert window.felt.isVisible() == (
                width >= 1152 and (screen.overlay is None or screen.overlay.covers == "pad")
            )
        assert heard == []


def test_cards_without_room_have_no_width_and_nothing_fails() -> None:
    cards = (CardOnFelt(rank="K", suit="h"), CardOnFelt(rank="5", suit="c", across=True))
    for room in (Box(0, 0, 0, 0), Box(0, 0, -5, 10), Box(0, 0, 10, -5)):
        assert [place.box.width for place in fan(cards, room, 10.0)] == [0.0, 0.0]
