"""Every row of the table of meanings in every phase under every rule set: the page says it, and the table does it."""

from __future__ import annotations

from typing import Any

import pytest

from dealer_console.journal import MemoryJournal
from dealer_console.table.devices.fault_policy import ASKED_OF_THE_DEALER, SITUATIONS
from dealer_console.table.session.table_session import TableSession
from dealer_console.table.state.table_state import FACE_UP, UNEXPLAINED, TableState
from drivers import events, fault_policy
from drivers.events import Event, Fault, Order, ShuffleVerdict
from drivers.interfaces import Health, TableDevice
from tests.rigs.opening import setup_of, table_of
from tests.tools.documents import fault_page
from tests.tools.documents.fault_situations import rule_sets, standings

RULES = rule_sets()

SETUP = setup_of(table_of("massachusetts-switch", ("shoe", "reader")))


class OneEventDevice(TableDevice):
    """A device that has one thing to say; the real drivers say the same words."""

    @property
    def serial(self) -> str:
        return "X-1"

    @property
    def ready(self) -> bool:
        return False

    @property
    def enabled(self) -> bool:
        return False

    @property
    def fault(self) -> Fault | None:
        return None

    def __init__(self, event: Event) -> None:
        self.on_event = lambda: None
        self.waiting = [event]
        self.taken: list[Event] = []

    def events(self) -> list[Event]:
        told, self.waiting = self.waiting, []
        return told

    def why_not(self, order: Order) -> str | None:
        return "it never comes up"

    def committed(self, event: Event) -> None:
        self.taken.append(event)

    def ensure_enabled(self) -> int | None:
        return None

    def ensure_inhibited(self) -> int | None:
        return None

    def clear(self, fault: Fault) -> int:
        return 0

    def listen_again(self) -> None:
        pass

    def remember_draw(self, draw: int, commitment: str) -> None:
        pass

    def health(self) -> Health:
        raise NotImplementedError


def event_of(row: fault_policy.FaultRule) -> Event:
    event: dict[str, Any] = {"serial": "X-1", "number": 1, "device_ms": 0}
    draw: dict[str, Any] = {
        "draw": 900,
        "commitment": "00" * 32,
        "face_up": row.situation == fault_policy.FACE_UP,
        "unreadable": row.situation == fault_policy.UNREADABLE,
        "forced": row.situation not in (fault_policy.FACE_UP, fault_policy.UNREADABLE),
    }
    kind = row.kinds[0] if row.kinds else "MEMORY"
    makers: dict[type, Event] = {
        events.CardDrawn: events.CardDrawn(**event, **draw),
        events.DeviceFaulted: events.DeviceFaulted(**event, fault=Fault(kind), while_in="", cards=1),
        events.DeviceAway: events.DeviceAway(serial="X-1", reason=events.AwayReason.NO_ANSWER, text="look at it"),
        events.DeviceDistrusted: events.DeviceDistrusted(
            serial="X-1", kind=events.Distrust.EVENT_GAP, text="look at it"
        ),
        events.DeviceEmpty: events.DeviceEmpty(**event),
        events.CutCardSeen: events.CutCardSeen(**event, after_draw=1),
        events.BatchDead: events.BatchDead(**event, batch=1, fault=None),
        events.ShuffleFinished: events.ShuffleFinished(
            **event,
            batch=1,
            count=3,
            verdict=ShuffleVerdict.WRONG_COUNT,
            differences=(),
        ),
        events.CardInUnarmedReader: events.CardInUnarmedReader(**event),
        events.PoweredUp: events.PoweredUp(**event, by_watchdog=False, self_test=None, boots=2),
    }
    return makers[row.event]


def one_of_each_phase(rules: str) -> list[tuple[str, TableState]]:
    found: dict[tuple[str, bool], TableState] = {}
    for phase, state in standings(rules):
        found.setdefault((phase, state.round is not None and state.round.due is not None), state)
    return [(phase, state) for (phase, _), state in found.items()]


def what_the_table_does(state: TableState, kind: str, row: fault_policy.FaultRule) -> str:
    """Told to a real session that stands exactly there."""
    journal = MemoryJournal.create(table="T1", signing_key=bytes(32), log=bytes(16))
    journal.snapshot(state.data(), 0)
    device = OneEventDevice(event_of(row))
    session = TableSession(
        journal,
        {kind: device},
        clock_ms=lambda: 0,
        setup=SETUP,
    )
    alarms = session.state.alarms
    session.step()
    assert session.stopped is None
    assert not session.troubles
    assert len(device.taken) == 1
    if session.state.irregularity not in (None, "reader-disagrees"):  # that one stands by itself in a dispute
        return str(session.state.irregularity)
    if session.state.draw_at(UNEXPLAINED, FACE_UP) is not None:
        return "asks"
    return "alarm" if session.state.alarms != alarms else "-"


@pytest.mark.parametrize("rules", RULES)
def test_the_table_does_what_the_page_says(rules: str) -> None:
    checked = 0
    for _phase, state in one_of_each_phase(rules):
        for row in fault_policy.FAULT_RULES:
            for kind in row.devices:
                said = fault_page.cell(state, kind, row)
                if said == fault_page.NEVER or row.situation == fault_policy.UNREADABLE:
                    continue
                done = what_the_table_does(state, kind, row)
                checked += 1
                if row.event is events.CardDrawn:
                    assert done == "asks", (row, said)  # the card waits; its code comes with its face
                elif row.situation in ASKED_OF_THE_DEALER:
                    assert done == "alarm", (row, said)
                else:
                    assert done == said, (state.round and state.round.phase, kind, row)
    assert checked > 150


def test_every_situation_is_known() -> None:
    assert {row.situation for row in fault_policy.FAULT_RULES} == set(SITUATIONS) | ASKED_OF_THE_DEALER


def test_the_page_is_up_to_date() -> None:
    assert fault_page.PAGE.read_text("utf-8") == fault_page.page()
