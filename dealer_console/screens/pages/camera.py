"""What the camera sees, for whoever aims it: the picture, its measures, and what to do about them."""

from __future__ import annotations

from dataclasses import dataclass

from dealer_console.screens.effects import Effect
from dealer_console.screens.pages.pads import close_button
from dealer_console.screens.pages.people.sign import APPROVERS, by_dealer_or_signed, by_supervisor
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.system_status import DeviceFigures
from dealer_console.screens.values import Overlay, Picture, Row, Sheet, Text
from dealer_console.table import commands as c

CAMERA = "camera"


def open_view(builder: ScreenBuilder) -> Effect:
    """Whoever may service a machine signs; at an open table a supervisor approves it first."""
    if builder.snapshot.camera_viewer:
        return builder.open(CameraPage())
    what = builder.words("camera-what")
    roles = (*APPROVERS, "technician")
    return by_supervisor(builder, c.LookThroughCamera(who=c.WHO_SIGNS), what, CameraPage(), roles)


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraPage:
    def overlay(self, builder: ScreenBuilder) -> Overlay:
        known = builder.around.of(CAMERA)
        if not builder.snapshot.camera_viewer:
            rows: tuple[Row, ...] = (_said(builder.words("camera-not_open")),)
        else:
            rows = _rows(builder, known if known is not None else DeviceFigures(kind=CAMERA))
        return Overlay(
            id="camera",
            title=builder.words("camera-title"),
            columns=(rows,),
            note=builder.local.note,
            note_tone="danger",
            close=close_button(builder),
        )


def _rows(builder: ScreenBuilder, known: DeviceFigures) -> tuple[Row, ...]:
    rows = [_said(builder.words(known.advice))] if known.advice is not None else []
    if known.picture:
        rows.append(Row(elements=(Picture(data=known.picture, spoken=builder.words("devices-picture")),)))
    if known.live:
        lines = tuple((builder.words.figure(name), value) for name, value in known.live)
        rows.append(Row(elements=(Sheet(head=(), rows=lines),)))
    end = by_dealer_or_signed(builder, lambda who: c.EndCameraView(who=who), builder.words("camera-end"), None)
    rows.append(Row(elements=(builder.button("end-view", builder.words("camera-end"), end, key="F6", main=True),)))
    return tuple(rows)


def _said(text: str) -> Row:
    return Row(elements=(Text(text=text, size="large"),))
