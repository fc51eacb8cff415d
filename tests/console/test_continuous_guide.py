"""The guide of a continuous shuffler as it is painted: in both languages all of it can be seen and touched."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from dealer_console.screens.console import Console
from dealer_console.screens.sizes import GAP, SQUARE
from dealer_console.screens.values import Button, Screen
from dealer_console.screens.values import Look as CameraMode
from dealer_console.table.shift.continuous_shuffler import CONTINUOUS
from dealer_console.touch.app.robot_export import touchables
from dealer_console.touch.theme.look import Look
from dealer_console.touch.window import ConsoleWindow
from tests.rigs.console_rig import staffed_console
from tests.screens.screen_parts import parts
from tests.screens.test_continuous_shuffler import SIX_DECKS, TABLE, hand, step_of
from tests.screens.test_evening import opened
from tests.tools.gallery.pictures import still

STEPS = ("begin-shuffle", "load", "load", "burn", "", "see-to-shuffler", "take-out", "count", "shuffle", "shuffle")


def guided(folder: Path, language: str) -> Iterator[tuple[str, Screen]]:
    """The shoe page at every step: into the device, jammed, emptied by hand, with an empty device again."""
    table = staffed_console(folder, TABLE, kinds=(CONTINUOUS,))
    table.console = Console(table, table.config, look=CameraMode(language=language))
    table.follow()
    table.wait(5.0)
    opened(table)
    table.go("menu", "menu:shoe", "shoe:decks_in:blue", "shoe:inspected")
    table.approve()
    yield step_of(table), table.screen
    table.go("shoe:begin:new-cards:device")
    yield step_of(table), table.screen
    hand(table, SIX_DECKS)
    yield step_of(table), table.screen
    table.go("shoe:done")
    yield step_of(table), table.screen
    hand(table, "draw 1")
    table.go("shoe:burned")
    yield step_of(table), table.screen
    hand(table, "fault jam:clear_after=1")
    yield step_of(table), table.screen
    table.go("shoe:take_out")
    yield step_of(table), table.screen
    hand(table, "clear")
    table.go("shoe:done")
    yield step_of(table), table.screen
    table.go("shoe:count")
    table.typed("312")
    table.go("ok")
    yield step_of(table), table.screen
    table.go("shoe:devices", "clear")
    table.approve()
    assert table.wait(30.0, lambda: not table.state.faults)
    table.go("close", "menu", "menu:shoe")
    yield step_of(table), table.screen
    table.rig.book.close()


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_step_of_the_guide_can_be_touched(qapp: QApplication, tmp_path: Path, language: str) -> None:
    screens = list(guided(tmp_path, language))
    assert tuple(name for name, _ in screens) == STEPS
    for name, screen in screens:
        assert screen.overlay is not None, name
        assert screen.overlay.id == "shoe", name
        window = ConsoleWindow(still(screen), Look(size=SQUARE))
        window.show()
        qapp.processEvents()
        targets = list(touchables(window))
        wanted = {part.id for part in parts(screen.overlay) if isinstance(part, Button)}
        assert wanted <= {target.id for target in targets}, name
        assert all(target.box.shorter_side >= target.least for target in targets), name
        assert all(one.box.gap_to(other.box) >= GAP for one, other in combinations(targets, 2)), name
        window.close()
        window.deleteLater()
