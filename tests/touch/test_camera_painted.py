"""The live view on a real window: the camera's picture is painted, and gone when a card lies face down."""

from __future__ import annotations

from tests.screens.test_camera_page import opened_view
from tests.touch.conftest import OpenWindow


def colours(window: object) -> int:
    image = window.grab().toImage()  # type: ignore[attr-defined]
    return len({image.pixel(x, y) for x in range(0, image.width(), 3) for y in range(0, image.height(), 3)})


def test_the_picture_is_painted_only_while_it_may_be_seen(opened: OpenWindow) -> None:
    watched = opened_view()
    watched.see("Kd")
    window, flow = opened(watched.table.screen)
    with_card = colours(window)
    watched.see(None)
    covered, _ = opened(watched.table.screen)
    assert with_card > 3 * colours(covered)
    assert flow.screen.overlay is not None
