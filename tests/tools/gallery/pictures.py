"""Pictures of hand-made screens in every size, theme and mode: `python -m tests.tools.gallery.pictures DIR [WORD…]`."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from dealer_console.screens import values
from dealer_console.screens.sizes import FULL, SIZES, WIDE
from dealer_console.screens.values import Screen
from dealer_console.touch.theme.look import Look
from tests.tools.gallery.overlays import OVERLAYS
from tests.tools.gallery.screens import BETWEEN, CATFISH, CROWDED, REFUSED, SETTLEMENT, SWITCH

SCREENS: dict[str, Screen] = {
    "switch": SWITCH,
    "catfish": CATFISH,
    "settlement": SETTLEMENT,
    "between": BETWEEN,
    "refused": REFUSED,
    "crowded": CROWDED,
    **OVERLAYS,
}


@dataclass(slots=True)
class StillFlow:
    """Shows one screen, remembers what was touched."""

    screen: Screen
    pressed: list[str]
    keys: list[str]

    def press(self, touched: str) -> None:
        self.pressed.append(touched)

    def key(self, key: str) -> bool:
        self.keys.append(key)
        return True

    def tick(self, clock: str) -> None:
        """Time stands still here."""


def still(screen: Screen) -> StillFlow:
    return StillFlow(screen, [], [])


def dressed(screen: Screen, look: Look) -> Screen:
    """The screen, wanting to be seen like this."""
    wanted = values.Look(theme=look.theme, four_colours=look.four_colours, large_text=look.large_text)
    return replace(screen, look=wanted)


def looks() -> Iterator[tuple[str, Look]]:
    for size in SIZES:
        yield size.name, Look(size=size)
    for theme in ("light", "high-contrast"):
        yield f"{WIDE.name}-{theme}", Look(theme=theme)
    yield f"{WIDE.name}-large-text", Look(large_text=True)
    yield f"{WIDE.name}-four-colours", Look(four_colours=True)
    yield f"{WIDE.name}-13-inch", Look(density=WIDE.density(13))
    yield f"{FULL.name}-22-inch", Look(size=FULL, density=FULL.density(22))


def wanted(words: list[str]) -> Iterator[tuple[str, Screen, Look]]:
    for kind, look in looks():
        for name, screen in SCREENS.items():
            if all(word in f"{name}-{kind}-" for word in words):
                yield f"{name}-{kind}", screen, look


def main() -> None:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtWidgets import QApplication

    from dealer_console.touch.window import ConsoleWindow

    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    application = QApplication([])
    for name, screen, look in wanted(sys.argv[2:]):
        window = ConsoleWindow(still(dressed(screen, look)), look)
        window.show()
        window.grab().save(str(folder / f"{name}.png"))
        window.close()
    window = ConsoleWindow(still(SWITCH), Look())
    window.show()
    window.trouble(RuntimeError("a hand-made failure, to look at this page"))
    application.processEvents()
    window.grab().save(str(folder / "safe-1280x800.png"))


if __name__ == "__main__":
    main()
