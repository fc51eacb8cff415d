"""The technician's live view: opened by whoever may service devices, and nothing of a face-down card in it."""

from __future__ import annotations

from pathlib import Path

from dealer_console.app.camera import TableCamera
from dealer_console.app.status_watch import StatusWatch
from dealer_console.screens.values import Overlay, Picture, Sheet, Text
from drivers.optical_reader import OpticalSetup
from tests.drivers.optical.scenes import felt, house, lying
from tests.rigs.console_rig import AnyConsole, open_console, staffed_console


class WatchedTable:
    """A camera at a table; `see` lays something before it and lets the console look."""

    def __init__(self, table: AnyConsole) -> None:
        self.table = table
        self.camera = TableCamera(OpticalSetup(serial="C-1", designs=(house(),), alone=True))
        table.virtual.session.devices["camera"] = self.camera
        self.watch = StatusWatch(table.virtual.session.devices, table.virtual.clock_ms)
        self.camera.camera_opened(0.0)
        table.wait(0.3)
        assert self.camera.enabled

    def see(self, face: str | None) -> None:
        self.camera.see(felt() if face == "" else lying(face), 0.0)
        self.watch.see(self.table.virtual.session.snapshot)
        self.table.console.show_status(self.watch.status())

    @property
    def overlay(self) -> Overlay:
        overlay = self.table.screen.overlay
        assert overlay is not None
        return overlay

    def shown(self) -> list[object]:
        return [element for rows in self.overlay.columns for row in rows for element in row.elements]

    def texts(self) -> list[str]:
        return [shown.text for shown in self.shown() if isinstance(shown, Text)]


def opened_view() -> WatchedTable:
    watched = WatchedTable(open_console("massachusetts-switch"))
    watched.table.press("light:camera")
    watched.table.press("live-view")
    watched.table.identified("Ted", "sign")
    watched.table.identified("Sue", "approve")
    assert watched.overlay.id == "camera"
    return watched


def test_a_face_up_card_is_shown_with_its_measures() -> None:
    watched = opened_view()
    watched.see("Kd")
    (picture,) = [shown for shown in watched.shown() if isinstance(shown, Picture)]
    assert picture.data.startswith(b"\xff\xd8")
    assert watched.texts() == ["Read as K♦."]
    (sheet,) = [shown for shown in watched.shown() if isinstance(shown, Sheet)]
    assert [row[0] for row in sheet.rows] == [
        "Sharpness",
        "Light",
        "Confidence",
        "Card turned by",
        "Pixels per millimetre",
        "Card at",
    ]


def test_of_a_card_that_lies_face_down_there_are_only_words() -> None:
    watched = opened_view()
    watched.see("Kd")
    watched.see(None)
    assert not [shown for shown in watched.shown() if isinstance(shown, Picture | Sheet)]
    assert watched.texts() == ["A card lies face down: nothing is looked at."]


def test_the_view_ends_by_its_button_and_no_picture_is_taken_any_more() -> None:
    watched = opened_view()
    watched.see("Kd")
    watched.table.press("end-view")
    assert watched.table.state.camera.viewer == ""
    assert watched.table.screen.overlay is None
    watched.see("Kd")
    figures = watched.watch.status().of("camera")
    assert figures is not None
    assert figures.picture == b""


def test_a_technician_opens_it_by_badge_and_pin_and_a_dealer_cannot(tmp_path: Path) -> None:
    table = staffed_console(tmp_path, "massachusetts-switch-1")
    watched = WatchedTable(table)
    table.go("light:camera", "live-view")
    table.identify_as("Dana")
    table.press("sign")
    assert table.note != ""
    assert table.state.camera.viewer == ""
    table.press("close")
    table.go("light:camera", "live-view")
    table.sign("Ted")
    assert table.page == "camera"
    assert table.state.camera.viewer == table.rig.people["Ted"].id
    watched.see("Kd")
    assert [shown for shown in watched.shown() if isinstance(shown, Picture)]
