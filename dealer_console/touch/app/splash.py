"""The first thing to be seen: the name of the program, while the rest of it is still being loaded.

Nothing of ours is imported here but what Qt's display needs: that is why it is early.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from dealer_console.touch.app.display import Display
from dealer_console.touch.app.libraries import missing

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication, QLabel

NAME: Final = "splash"
TITLE: Final = "Dealer console"
# A kiosk's platform shows one window for its whole life, and a served display must open its socket in its own order.
WITH_WINDOWS: Final = ("", "xcb", "wayland", "offscreen", "windows", "cocoa")
_shown: list[QLabel] = []
_application: list[QApplication] = []  # held for as long as the program lives


def show_splash(display: Display, size: tuple[int, int]) -> None:
    """As large as the console will be. Where it cannot be shown there is none; whatever is wrong is told later."""
    if display.served or display.likely.partition(":")[0] not in WITH_WINDOWS or missing(display.likely):
        return
    from PySide6.QtCore import Qt
    from PySide6.QtWidgets import QApplication, QLabel

    if QApplication.instance() is None:
        _application.append(
            QApplication(["dealer-console", *(["-platform", display.platform] if display.platform else [])])
        )
    label = QLabel(TITLE)
    label.setObjectName(NAME)
    label.setWindowTitle(TITLE)
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    label.setStyleSheet("background: #0d1117; color: #e8edf2; font-size: 40px;")
    label.resize(*size)
    label.show()
    _shown.append(label)
    QApplication.processEvents()


def end_splash() -> None:
    """The console's own window is there."""
    while _shown:
        label = _shown.pop()
        label.close()
        label.deleteLater()
