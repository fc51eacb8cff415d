"""The machines: how each is, what it reports, its figures; clearing a fault, trusting it again, what a camera sees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from dealer_console.screens.desk import Desk
from dealer_console.screens.effects import Effect
from dealer_console.screens.local import Page
from dealer_console.screens.pages.camera import CAMERA, open_view
from dealer_console.screens.pages.pads import close_button
from dealer_console.screens.pages.sign import by_supervisor
from dealer_console.screens.troubles import alarm_words, trouble
from dealer_console.screens.values import Button, Element, Overlay, Picture, Row, Sheet, Text
from dealer_console.table import touches as t
from dealer_console.table.needed_actions import CALLED


@dataclass(frozen=True, slots=True, kw_only=True)
class DevicesPage:
    kind: str = ""  # empty: the first one

    def overlay(self, desk: Desk) -> Overlay:
        kinds = sorted(desk.moment.links)
        kind = self.kind if self.kind in kinds else (kinds[0] if kinds else "")
        rows: list[Row] = []
        if not kinds:
            rows.append(Row(elements=(Text(text=desk.words("devices.none"), size="large"),)))
        else:
            rows.append(Row(elements=tuple(self._choice(desk, each, kind) for each in kinds)))
            rows += [Row(elements=(each,)) for each in _health(desk, kind)]
            buttons = tuple(_deeds(desk, kind))
            if buttons:
                rows.append(Row(elements=buttons))
        rows += [Row(elements=(each,)) for each in _alarms(desk)]
        return Overlay(
            id="devices",
            title=desk.words("devices.title"),
            columns=(tuple(rows),),
            note=desk.local.note,
            note_tone="danger",
            close=close_button(desk),
        )

    def _choice(self, desk: Desk, kind: str, shown: str) -> Button:
        label = desk.words(f"device.{kind}")
        return desk.button(
            f"device:{kind}", label, desk.open(replace(self, kind=kind)), key="auto", checked=kind == shown
        )


def _health(desk: Desk, kind: str) -> Iterator[Element]:
    m, words = desk.moment, desk.words
    lines = [(words("devices.link"), words(f"light.{m.links[kind]}"))]
    if kind in m.faults:
        lines.append((words("devices.fault"), trouble(words, m.faults[kind])))
    if kind in m.doors:
        lines.append((words("devices.door"), words("light.door")))
    if kind in desk.house.simulated:
        lines.append((words("devices.simulated"), words("devices.yes")))
    known = desk.around.of(kind)
    if known is not None:
        lines += [(words.figure(name), value) for name, value in known.figures[:8]]
        if known.pairing:
            lines.append((words("devices.pairing"), known.pairing))
    yield Sheet(head=(), rows=tuple(lines))
    if known is not None and known.picture:
        yield Picture(data=known.picture, spoken=words("devices.picture"))


def _deeds(desk: Desk, kind: str) -> Iterator[Button]:
    m, words = desk.moment, desk.words
    if kind in m.faults:
        clear = t.ClearFault(who=desk.who, device=kind, approved_by=_approver(desk))
        yield desk.button("clear", words("devices.clear"), desk.submit(clear), key="F6", main=True)
    if kind.endswith("shuffler") and m.round is None and m.links[kind] == "ready":
        out = desk.submit(t.TakeCardsOut(who=desk.who, device=kind))
        yield desk.button("cards-out", words("devices.cards_out"), out, key="F8")
    if kind == CAMERA and m.links[kind] == "ready" and m.round is None:
        yield desk.button("live-view", words("camera.open"), open_view(desk), key="F9")
    if m.links[kind] == "distrusted":
        trust = t.TrustAgain(who=desk.who, device=kind, reason=words("devices.compared"), approved_by=_approver(desk))
        yield desk.button("trust", words("devices.trust"), desk.submit(trust), key="F7", main=True)


def _approver(desk: Desk) -> str:
    """At a table with a book of people the touch becomes a request, and who approves it is put there."""
    return "" if desk.house.book else desk.supervisor


def alarm_seen(desk: Desk, alarm: str, then: Page | None) -> Effect:
    """Read by the dealer; a call for a supervisor is answered by one, with badge and PIN."""
    if alarm.startswith(CALLED):
        what = alarm_words(desk.words, alarm)
        return by_supervisor(desk, t.AlarmSeen(who=t.WHO_SIGNS, alarm=alarm), what, then)
    return desk.submit(t.AlarmSeen(who=desk.who, alarm=alarm))


def _alarms(desk: Desk) -> Iterator[Button]:
    for number, alarm in enumerate(desk.moment.alarms[:2]):
        seen = alarm_seen(desk, alarm, DevicesPage())
        yield desk.button(
            f"seen:{number}", desk.words("devices.seen", alarm=alarm_words(desk.words, alarm)), seen, key="auto"
        )
