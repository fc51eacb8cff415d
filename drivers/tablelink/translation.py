"""From an event on the wire to an event of the table: one line per row of A6."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from drivers import events
from drivers.tablelink.constants import card_name
from drivers.tablelink.event_rows import CardFlag, EventCode, FaultCode, InhibitCause, State, Verdict
from drivers.tablelink.link_events import EventArrived
from drivers.tablelink.messages import Why
from drivers.tablelink.payloads import result_of

_UNKNOWN_CARDS = 255
_WATCHDOG = 2


def fault_of(code: int) -> events.Fault | None:
    """A latched fault by its number; 0 and numbers outside A6 give None."""
    try:
        return events.Fault[FaultCode(code).name]
    except ValueError:
        return None


def _powered_up(data: dict[str, Any], base: dict[str, Any]) -> events.AnyDeviceEvent:
    watchdog = data["cause"] == _WATCHDOG
    return events.PoweredUp(**base, by_watchdog=watchdog, self_test=fault_of(data["test"]), boots=data["boots"])


def _faulted(data: dict[str, Any], base: dict[str, Any]) -> events.AnyDeviceEvent:
    cards = None if data["cards"] == _UNKNOWN_CARDS else data["cards"]
    return events.DeviceFaulted(**base, fault=_fault(data), while_in=State(data["at"]).word, cards=cards)


def _fault(data: dict[str, Any]) -> events.Fault:
    return events.Fault[FaultCode(data["of"]).name]


def _shuffle_done(data: dict[str, Any], base: dict[str, Any]) -> events.AnyDeviceEvent:
    return events.ShuffleFinished(
        **base,
        batch=data["batch"],
        count=data["count"],
        verdict=events.ShuffleVerdict[Verdict(data["verdict"]).name],
        differences=tuple((card_name(card), difference) for card, difference in data["differences"]),
    )


def _card_drawn(data: dict[str, Any], base: dict[str, Any]) -> events.AnyDeviceEvent:
    flags = CardFlag(data["card_flags"])
    return events.CardDrawn(
        **base,
        draw=data["draw"],
        unreadable=CardFlag.UNREADABLE in flags,
        face_up=CardFlag.FACE_UP in flags,
        forced=CardFlag.FORCED in flags,
        commitment=data["commit"].hex(),
    )


def _result(data: dict[str, Any], base: dict[str, Any]) -> events.AnyDeviceEvent:
    result = result_of(data["result"])
    return events.HoleCardChecked(
        **base, round=data["round"], result=events.CheckResult[result.name] if result else None
    )


_Translate = Callable[[dict[str, Any], dict[str, Any]], events.AnyDeviceEvent]

_ROWS: dict[EventCode, _Translate] = {
    EventCode.POWER_UP: _powered_up,
    EventCode.ENABLED: lambda data, base: events.DeviceEnabled(**base),
    EventCode.INHIBITED: lambda data, base: events.DeviceInhibited(
        **base, cause=events.InhibitedBy[InhibitCause(data["cause"]).name]
    ),
    EventCode.FAULT: _faulted,
    EventCode.FAULT_CLEARED: lambda data, base: events.FaultCleared(**base, fault=_fault(data)),
    EventCode.DOOR: lambda data, base: events.DoorMoved(**base, open=bool(data["open"])),
    EventCode.PAIRED: lambda data, base: events.DevicePaired(**base, key_id=data["key_id"].hex()),
    EventCode.LOADED: lambda data, base: events.CardsLoaded(**base),
    EventCode.EMPTY: lambda data, base: events.DeviceEmpty(**base),
    EventCode.SHUFFLE_STARTED: lambda data, base: events.ShuffleStarted(**base, batch=data["batch"]),
    EventCode.SHUFFLE_DONE: _shuffle_done,
    EventCode.BATCH_DEAD: lambda data, base: events.BatchDead(**base, batch=data["batch"], fault=fault_of(data["of"])),
    EventCode.BATCH_OUT: lambda data, base: events.BatchOut(**base, batch=data["batch"], good=bool(data["good"])),
    EventCode.CARD_OUT: lambda data, base: events.CardLeftShuffler(**base, total_out=data["total_out"]),
    EventCode.CARDS_IN: lambda data, base: events.CardsReturned(**base, count=data["n"], total_in=data["total_in"]),
    EventCode.INVENTORY: lambda data, base: events.InventoryTaken(
        **base, inside=data["inside"], total_in=data["total_in"], total_out=data["total_out"]
    ),
    EventCode.LOW: lambda data, base: events.StockLow(**base, inside=data["inside"]),
    EventCode.CARD_DRAWN: _card_drawn,
    EventCode.REVEALED: lambda data, base: events.RevealRecorded(
        **base, draw=data["draw"], why=events.RevealReason[Why(data["why"]).name]
    ),
    EventCode.CUT_CARD: lambda data, base: events.CutCardSeen(**base, after_draw=data["draw"]),
    EventCode.INSERTED: lambda data, base: events.HoleCardInserted(**base, round=data["round"]),
    EventCode.RESULT: _result,
    EventCode.REMOVED: lambda data, base: events.HoleCardRemoved(**base, round=data["round"]),
    EventCode.UNARMED: lambda data, base: events.CardInUnarmedReader(**base),
}


def event_of(serial: str, arrived: EventArrived) -> events.AnyDeviceEvent:
    """The event that arrived; a number outside A6 inside its data raises ValueError."""
    base = {"serial": serial, "number": arrived.no, "device_ms": arrived.fields["t"]}
    return _ROWS[arrived.code](arrived.fields, base)
