"""What the console shows beside the journal: figures of the devices, progress of a shuffle, how far the floor copy is.

No device tells how far its shuffle is. The meter shows the time gone against the time that the last batch took;
before the first one nobody knows, and the meter says so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from dealer_console.game.cards import card
from dealer_console.game.message import Message
from dealer_console.game.rules import rule_text
from dealer_console.screens.system_status import DeviceFigures, FaultPlace, FloorCopy, PitAnswer, SystemStatus
from dealer_console.table.commands.command import Outcome
from dealer_console.table.devices.camera import CAMERA
from dealer_console.table.snapshot import TableSnapshot
from drivers.interfaces import CameraDevice, TableDevice

if TYPE_CHECKING:
    from dealer_console.floor import FloorHealth
    from drivers.tablelink.minor1 import Detail, Meters

SHUFFLER = "batch-shuffler"
ALMOST = 99  # a meter at its end while the device still works would lie


class StatusWatch:
    """`see` is called on the table's thread, `status` on the window's."""

    def __init__(
        self,
        devices: Mapping[str, TableDevice],
        clock_ms: Callable[[], int],
        *,
        usual_shuffle_ms: int | None = None,
        has_floor: bool = False,
    ) -> None:
        self._devices = devices
        self._clock_ms = clock_ms
        self._usual_ms = usual_shuffle_ms
        self.live = False  # somebody looks through the camera: to be asked a few times in a second
        self._since_ms: int | None = None  # when the batch that is being shuffled was begun
        self._floor = FloorCopy(connected=False) if has_floor else None
        self._answer: PitAnswer | None = None
        self._answered_in = self._round_number = 0

    def see(self, snapshot: TableSnapshot) -> None:
        self.live = bool(snapshot.camera_viewer)
        self._round_number = snapshot.round_number
        if self._round_number != self._answered_in:
            self._answer = None
        shuffling = snapshot.batch_stage == "shuffling"
        now, since = self._clock_ms(), self._since_ms
        if shuffling and since is None:
            self._since_ms = now
        elif not shuffling and since is not None:
            if snapshot.batch_stage == "ready":
                self._usual_ms = now - since
            self._since_ms = None

    def see_floor(self, health: FloorHealth) -> None:
        refuses = health.trouble or "" if health.state == "refused" else ""
        self._floor = FloorCopy(connected=health.connected, behind=health.kept, refuses=refuses)

    def see_ruling(self, answer: PitAnswer, judged: Future[Outcome]) -> None:
        """On the floor's thread: it has been handed to the table, and is shown with the table's verdict."""
        judged.add_done_callback(lambda done: self._answered(answer, done))

    def _answered(self, answer: PitAnswer, judged: Future[Outcome]) -> None:
        """What the pit answered is shown until the next round."""
        if not judged.cancelled():
            refusal = judged.result().refusal
            shown = replace(answer, refused=refusal)
            self._answer, self._answered_in = shown, self._round_number

    def status(self) -> SystemStatus:
        devices = tuple(self._device(kind) for kind in self._devices)
        return SystemStatus(devices=devices, floor=self._floor, answer=self._answer)

    def _device(self, kind: str) -> DeviceFigures:
        if kind == CAMERA and self.live:
            return _live(cast(CameraDevice, self._devices[kind]))
        percent, left = self._progress() if kind == SHUFFLER else (None, "")
        device = self._devices[kind]
        return DeviceFigures(
            kind=kind, figures=_meters(device) or _figures(device), fault=_fault(device), percent=percent, left=left
        )

    def _progress(self) -> tuple[int | None, str]:
        since, usual = self._since_ms, self._usual_ms
        if since is None or not usual:
            return None, ""
        elapsed = self._clock_ms() - since
        left = max(0, usual - elapsed + 999) // 1000
        return min(ALMOST, elapsed * 100 // usual), f"{left // 60}:{left % 60:02}"


def _live(camera: CameraDevice) -> DeviceFigures:
    """What the driver lets be seen: of a card that lies face down there is no picture and no measure."""
    view = camera.view()
    live = (
        ("sharpness", f"{view.sharpness:.0%}"),
        ("light", f"{view.light:.0%}"),
        ("confidence", f"{view.confidence:.0%}"),
        ("turn", f"{view.turn:.0f}°"),
        ("fineness", f"{view.fineness:.1f}"),
        ("aim", ", ".join(f"{x:.0f} {y:.0f}" for x, y in view.aim) if view.aim is not None else "–"),
    )
    return DeviceFigures(
        kind=CAMERA,
        figures=_figures(camera),
        picture=view.preview,
        live=live if view.preview else (),
        advice=Message("camera-read_as", card=card(view.card)) if view.card else rule_text(view.words),
    )


def _figures(device: TableDevice) -> tuple[tuple[str, str], ...]:
    """For the technician's page."""
    health = device.health()
    p99 = "" if health.latency_p99 is None else f"{health.latency_p99 * 1000:.0f} ms"
    return (
        ("sent", f"{health.frames_sent}"),
        ("received", f"{health.frames_received}"),
        ("repeated", f"{health.repeats}"),
        ("lost", f"{health.links_lost}"),
        ("errors", f"{sum(health.errors.values())}"),
        ("slowest answer", p99),
    )


def _meters(device: TableDevice) -> tuple[tuple[str, str], ...]:
    """What the device has counted in its life comes before the figures of its line; not every device tells it."""
    meters: Meters | None = getattr(device, "meters", None)
    if meters is None:
        return ()
    counted = (
        ("hours", f"{meters.minutes // 60}"),
        ("good-shuffles", f"{meters.good_shuffles}"),
        ("bad-shuffles", f"{meters.bad_shuffles}"),
        ("cards", f"{meters.cards}"),
        ("faults", f"{meters.faults}"),
    )
    return tuple((name, value) for name, value in counted if value != "0" or name == "faults") + _figures(device)[2:5]


def _fault(device: TableDevice) -> FaultPlace | None:
    detail: Detail | None = getattr(device, "detail", None)
    if detail is None or not detail.fault:
        return None
    meters: Meters | None = getattr(device, "meters", None)
    jams = meters.jams if meters is not None else {}
    return FaultPlace(
        place=detail.place.name.lower(),
        sensor=detail.sensor.name.lower(),
        steps=tuple(step.name.lower() for step in detail.steps),
        jams=tuple((place.name.lower(), count) for place, count in jams.items()),
    )
