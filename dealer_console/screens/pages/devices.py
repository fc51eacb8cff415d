"""The devices: how each is, what it reports, its figures; clearing a fault, trusting it again, what a camera sees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dealer_console.screens.alarm_words import alarm_words, fault_words
from dealer_console.screens.effects import Effect
from dealer_console.screens.pages.people.signature import APPROVERS, by_dealer_or_signed, by_supervisor
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.system_status import DeviceFigures, FaultPlace
from dealer_console.screens.ui_state import Page
from dealer_console.screens.values import Button, CardPath, Element, Overlay, Picture, Row, Sheet, Text
from dealer_console.table import commands as c

CAMERA, SHOE = "camera", "shoe"


def open_view(builder: ScreenBuilder) -> Effect:
    """Whoever may service a device signs; at an open table a supervisor approves it first."""
    if builder.snapshot.camera_viewer:
        return builder.open(CameraPage())
    what = builder.words("camera-what")
    roles = (*APPROVERS, "technician")
    return by_supervisor(builder, c.LookThroughCamera(who=c.WHO_SIGNS), what, CameraPage(), roles)


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraPage:
    def overlay(self, builder: ScreenBuilder) -> Overlay:
        known = builder.status.of(CAMERA)
        if not builder.snapshot.camera_viewer:
            rows: tuple[Row, ...] = (_said(builder.words("camera-not_open")),)
        else:
            rows = _rows(builder, known if known is not None else DeviceFigures(kind=CAMERA))
        return builder.overlay("camera", builder.words("camera-title"), rows, close=builder.close())


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


@dataclass(frozen=True, slots=True, kw_only=True)
class DevicesPage:
    kind: str = ""  # empty: the first one
    first: int = 0  # of the figures in sight

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        kinds = _kinds(builder)
        kind = self.kind if self.kind in kinds else (kinds[0] if kinds else "")
        rows: list[Row] = []
        if not kinds:
            rows.append(Row(elements=(Text(text=builder.words("devices-none"), size="large"),)))
        else:
            choices = (self._choice(builder, other, kind) for other in kinds)
            keys = (*choices, *_actions(builder, kind), *self._more(builder, kind))
            rows.append(Row(elements=keys, band=True))
            rows += [Row(elements=(element,)) for element in _health(builder, kind, self.first)]
            rows += _where(builder, kind)
        rows += [Row(elements=(alarm,)) for alarm in _alarms(builder)]
        return builder.overlay("devices", builder.words("devices-title"), rows, close=builder.close())

    def _more(self, builder: ScreenBuilder, kind: str) -> Iterator[Button]:
        known, most = builder.status.of(kind), _figures_at_once(builder, kind)
        if known is not None and len(known.figures) > most:
            after = self.first + most if self.first + most < len(known.figures) else 0
            more = builder.open(DevicesPage(kind=kind, first=after))
            yield builder.button("more", builder.words("page-more"), more, key="PgDown")

    def _choice(self, builder: ScreenBuilder, kind: str, shown: str) -> Button:
        label = builder.words(f"device-{kind}")
        return builder.button(
            f"device:{kind}", label, builder.open(DevicesPage(kind=kind)), key="auto", checked=kind == shown
        )


def _kinds(builder: ScreenBuilder) -> list[str]:
    """Those that were ever connected, and a shoe of the table's file that was not."""
    table = builder.config.table
    shoe = {SHOE} if table is not None and table.has_device(SHOE) else set()
    return sorted({*builder.snapshot.links, *shoe})


def _health(builder: ScreenBuilder, kind: str, first: int) -> Iterator[Element]:
    m, words = builder.snapshot, builder.words
    lines = [(words("devices-link"), words(f"light-{_link(builder, kind)}"))]
    if kind in m.off_table:
        lines.append((words("devices-place"), words("devices-off_table")))
    if kind in m.faults:
        lines.append((words("devices-fault"), fault_words(words, m.faults[kind])))
    if kind in m.doors:
        lines.append((words("devices-door"), words("light-door")))
    if kind in builder.config.simulated:
        lines.append((words("devices-simulated"), words("devices-yes")))
    known = builder.status.of(kind)
    if known is not None:
        shown = known.figures[first : first + _figures_at_once(builder, kind)]
        lines += [(words.figure(name), value) for name, value in shown]
        if known.pairing:
            lines.append((words("devices-pairing"), known.pairing))
    yield Sheet(head=(), rows=tuple(lines))
    if known is not None and known.picture:
        yield Picture(data=known.picture, spoken=words("devices-picture"))


FIGURES, BESIDE_A_FAULT = 8, 2


def _figures_at_once(builder: ScreenBuilder, kind: str) -> int:
    return BESIDE_A_FAULT if kind in builder.snapshot.faults else FIGURES


_WAY_OF_A_CARD = ("inlet", "feeder", "mixer", "elevator", "outlet")


def _where(builder: ScreenBuilder, kind: str) -> Iterator[Row]:
    """The way of a card through the device, the place of the fault marked on it, and under it what ends the fault."""
    known, words = builder.status.of(kind), builder.words
    if known is None or known.fault is None or kind not in builder.snapshot.faults:
        return
    fault = known.fault
    lines = [f"{number}. {words(f'step-{step}')}" for number, step in enumerate(fault.steps, start=1)]
    if fault.sensor != "none":
        lines.insert(0, words("devices-sensor", sensor=words(f"sensor-{fault.sensor}")))
    steps = Text(text="\n".join(lines))
    if fault.place in _WAY_OF_A_CARD and kind.endswith("shuffler"):
        yield Row(elements=(_drawing(builder, fault), steps), widths=(3, 2))
        return
    if fault.place != "unknown":
        yield Row(elements=(Text(text=words(f"place-{fault.place}"), tone="danger"),))
    if lines:
        yield Row(elements=(steps,))


def _drawing(builder: ScreenBuilder, fault: FaultPlace) -> CardPath:
    """The device from the side, with the number of jams that each place ever had."""
    words, jams = builder.words, dict(fault.jams)
    names = tuple(words(f"place-{place}") for place in _WAY_OF_A_CARD)
    inlet, feeder, mixer, elevator, outlet = (
        words("devices-jams", place=name, count=jams[place]) if jams.get(place) else name
        for place, name in zip(_WAY_OF_A_CARD, names, strict=True)
    )
    faulty = _WAY_OF_A_CARD.index(fault.place)
    return CardPath(places=(inlet, feeder, mixer, elevator, outlet), faulty=faulty, spoken=names[faulty])


def _link(builder: ScreenBuilder, kind: str) -> str:
    return builder.snapshot.links.get(kind, "away")


def _actions(builder: ScreenBuilder, kind: str) -> Iterator[Button]:
    m, words = builder.snapshot, builder.words
    if kind in m.faults:
        clear = c.ClearFault(who=builder.who, device=kind)
        yield builder.button("clear", words("devices-clear"), builder.submit(clear), key="F6", main=True)
    if kind.endswith("shuffler") and m.round is None and _link(builder, kind) == "ready":
        out = builder.submit(c.TakeCardsOut(who=builder.who, device=kind))
        yield builder.button("cards-out", words("devices-cards_out"), out, key="F8")
    if kind == CAMERA and _link(builder, kind) == "ready" and m.round is None:
        yield builder.button("live-view", words("camera-open"), open_view(builder), key="F9")
    if _link(builder, kind) == "distrusted":
        trust = c.TrustAgain(who=builder.who, device=kind, reason=words("devices-compared"))
        yield builder.button("trust", words("devices-trust"), builder.submit(trust), key="F7", main=True)
    if kind in m.off_table:
        back = builder.submit(c.PutOnTable(who=builder.who, device=kind))
        yield builder.button("put-back", words("devices-put_back"), back, key="F8", main=True)
    elif kind == SHOE and _link(builder, kind) != "ready":
        off = builder.submit(c.TakeOffTable(who=builder.who, device=kind))
        yield builder.button("take-off", words("devices-take_off"), off, key="F8", main=True)


def alarm_seen(builder: ScreenBuilder, alarm: str, then: Page | None) -> Effect:
    """Read by the dealer; a call for a supervisor is answered by one, with badge and PIN."""
    if alarm in builder.snapshot.calls:
        what = alarm_words(builder.words, builder.snapshot.alarm_messages, alarm)
        return by_supervisor(builder, c.AlarmSeen(who=c.WHO_SIGNS, alarm=alarm), what, then)
    return builder.submit(c.AlarmSeen(who=builder.who, alarm=alarm))


def _alarms(builder: ScreenBuilder) -> Iterator[Button]:
    for number, alarm in enumerate(builder.snapshot.alarms[:2]):
        seen = alarm_seen(builder, alarm, DevicesPage())
        yield builder.button(
            f"seen:{number}",
            builder.words("devices-seen", alarm=alarm_words(builder.words, builder.snapshot.alarm_messages, alarm)),
            seen,
            key="auto",
        )
