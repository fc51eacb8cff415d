"""What the camera sees, for whoever aims it: the picture, its measures, and what to do about them."""

from __future__ import annotations

from dataclasses import dataclass

from dealer_console.screens.around import DeviceFigures
from dealer_console.screens.desk import Desk
from dealer_console.screens.effects import Effect
from dealer_console.screens.pages.pads import close_button
from dealer_console.screens.pages.sign import by_dealer_or_signed, by_supervisor
from dealer_console.screens.values import Overlay, Picture, Row, Sheet, Text
from dealer_console.table import touches as t

CAMERA = "camera"


def open_view(desk: Desk) -> Effect:
    """Whoever may service a machine signs; at an open table a supervisor approves it first."""
    if desk.moment.camera_viewer:
        return desk.open(CameraPage())
    what = desk.words("camera.what")
    return by_supervisor(desk, t.LookThroughCamera(who=t.WHO_SIGNS), what, CameraPage())


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraPage:
    def overlay(self, desk: Desk) -> Overlay:
        known = desk.around.of(CAMERA)
        if not desk.moment.camera_viewer:
            rows: tuple[Row, ...] = (_said(desk.words("camera.not_open")),)
        else:
            rows = _rows(desk, known if known is not None else DeviceFigures(kind=CAMERA))
        return Overlay(
            id="camera",
            title=desk.words("camera.title"),
            columns=(rows,),
            note=desk.local.note,
            note_tone="danger",
            close=close_button(desk),
        )


def _rows(desk: Desk, known: DeviceFigures) -> tuple[Row, ...]:
    rows = [_said(desk.words.of_table(known.advice))] if known.advice else []
    if known.picture:
        rows.append(Row(elements=(Picture(data=known.picture, spoken=desk.words("devices.picture")),)))
    if known.live:
        lines = tuple((desk.words.figure(name), value) for name, value in known.live)
        rows.append(Row(elements=(Sheet(head=(), rows=lines),)))
    end = by_dealer_or_signed(desk, lambda who: t.EndCameraView(who=who), desk.words("camera.end"), None)
    rows.append(Row(elements=(desk.button("end-view", desk.words("camera.end"), end, key="F6", main=True),)))
    return tuple(rows)


def _said(text: str) -> Row:
    return Row(elements=(Text(text=text, size="large"),))
