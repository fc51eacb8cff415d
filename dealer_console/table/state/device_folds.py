"""What the entries of devices change in the state of the table: draws, readings, links, faults, batches, commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from dealer_console.journal import Entry
from dealer_console.journal.canonical import Json
from dealer_console.table.devices.camera import CAMERA, after_opening, after_sighting
from dealer_console.table.devices.csm_inventory import CONTINUOUS, after_event, came_up
from dealer_console.table.state.table_state import (
    BY_HAND,
    DOWN,
    QUEUED,
    UNEXPLAINED,
    Distrust,
    Draw,
    Order,
    SentCommand,
    TableState,
    Trust,
    is_aside,
)

_Data = Mapping[str, Json]


def _device_event(state: TableState, entry: Entry) -> None:
    event, device = str(entry.data["event"]), str(entry.data.get("device", ""))
    deed = _EVENTS.get(event)
    if deed is not None:
        deed(state, device, entry.data)
    if device == CONTINUOUS:
        state.stock = after_event(state.stock, event, entry.data)
        take_back_in(state)


def take_back_in(state: TableState) -> None:
    """Between rounds, what went back into a continuous shuffler is not out any more."""
    if state.in_round or state.stock is None or state.shoe is None or not state.stock.put_back:
        return
    state.shoe.put_back(state.stock.put_back)
    state.stock = replace(state.stock, put_back=0)


def _drawn(state: TableState, _device: str, data: _Data) -> None:
    place, number = str(data["place"]), int(str(data["draw"]))
    if place == "burn":
        return
    if place == BY_HAND and state.ahead_of_shoe:
        state.ahead_of_shoe -= 1
        return
    sealed = is_aside(place)
    if place.startswith(DOWN):
        state.face_down = None
    state.draws[number] = Draw(
        number=number,
        place=place,
        commitment=str(data["commitment"]),
        unreadable=data.get("unreadable") is True,
        open_for=None if sealed else "DEALT_FACE_UP",
    )


def _revealed(state: TableState, device: str, data: _Data) -> None:
    _ended(state, device, data)
    draw = state.draws.get(int(str(data["draw"])))
    if draw is None:
        return
    text = data.get("card")
    if state.links.get(CAMERA) == "ready":
        state.camera = after_opening(state.camera, draw.number, text if isinstance(text, str) else None)
    if isinstance(text, str):
        state.draws[draw.number] = replace(draw, card=text)
    else:
        state.draws[draw.number] = replace(draw, unreadable=True)


def _inhibited(state: TableState, device: str, _data: _Data) -> None:
    state.inhibited[device] = state.inhibited.get(device, 0) + 1


def _door(state: TableState, device: str, data: _Data) -> None:
    state.doors = state.doors | {device} if data.get("open") is True else state.doors - {device}


def _checked(state: TableState, _device: str, data: _Data) -> None:
    if data.get("round") != state.round_number or not state.in_round:
        return
    state.readings += 1
    result = data.get("result")
    state.reader_said = result if isinstance(result, str) else "nothing"


def _card_in(state: TableState, _device: str, _data: _Data) -> None:
    state.card_in_reader = True


def _card_out(state: TableState, _device: str, _data: _Data) -> None:
    state.card_in_reader = False


def _faulted(state: TableState, device: str, data: _Data) -> None:
    """Faults latch one at a time: the first stays until it is cleared (A6). A second card of a double feed waits."""
    state.faults.setdefault(device, str(data["fault"]))
    if device == "shoe" and data["fault"] == "DOUBLE_FEED":
        for draw in [each for each in state.draws.values() if each.place == QUEUED]:
            state.draws[draw.number] = replace(draw, place=UNEXPLAINED)


def _cleared(state: TableState, device: str, _data: _Data) -> None:
    state.faults.pop(device, None)


def _asked(state: TableState, _device: str, data: _Data) -> None:
    """One that was answered and could not be told yet is not asked twice."""
    number = int(str(data["question"]))
    if number not in state.answers:
        state.questions[number] = str(data["kind"])


def _seen(state: TableState, _device: str, data: _Data) -> None:
    state.camera = after_sighting(state.camera, data)


def _camera_faulted(state: TableState, device: str, data: _Data) -> None:
    """It has inhibited itself; no camera tells later that its fault is gone, only that it was cleared."""
    state.faults.setdefault(device, "SENSOR")
    _inhibited(state, device, data)


def _ended(state: TableState, device: str, data: _Data) -> None:
    if device == CAMERA and data.get("wish") == "CLEAR" and data.get("done") is True:
        state.faults.pop(device, None)
    command = state.commands.get(device)
    if command is not None and command.cmd == data.get("command"):
        state.commands = {kind: each for kind, each in state.commands.items() if kind != device}
    order = state.orders.get(device)
    if order is not None and order.command == str(data.get("wish", "")).lower():
        state.orders = {kind: each for kind, each in state.orders.items() if kind != device}
        if data.get("done") is False and order.command in ("shuffle", "release"):
            state.batch_stage = (
                "dead" if data.get("refusal") == "FAILED" else None if order.command == "shuffle" else "ready"
            )


def _answered(state: TableState, device: str, data: _Data) -> None:
    order = state.orders.get(device)
    if order is not None and order.command == str(data.get("wish", "")).lower():
        state.orders = {kind: each for kind, each in state.orders.items() if kind != device}


def _shuffling(state: TableState, _device: str, data: _Data) -> None:
    state.batch = max(state.batch, int(str(data["batch"])))
    state.batch_stage = "shuffling"


def _shuffled(state: TableState, _device: str, data: _Data) -> None:
    state.batch_stage = "ready" if data.get("verdict") == "OK" else "dead"


def _batch_dead(state: TableState, _device: str, _data: _Data) -> None:
    state.batch_stage = "dead"


def _batch_out(state: TableState, _device: str, _data: _Data) -> None:
    state.batch_stage = None


def _emptied(state: TableState, device: str, _data: _Data) -> None:
    state.empty |= {device}


def _loaded(state: TableState, device: str, _data: _Data) -> None:
    state.empty -= {device}


_EVENTS: Final[dict[str, Callable[[TableState, str, _Data], None]]] = {
    "CardDrawn": _drawn,
    "CardRevealed": _revealed,
    "DeviceInhibited": _inhibited,
    "PoweredUp": _inhibited,
    "DoorMoved": _door,
    "HoleCardInserted": _card_in,
    "CardInUnarmedReader": _card_in,
    "HoleCardRemoved": _card_out,
    "HoleCardChecked": _checked,
    "DeviceFaulted": _faulted,
    "FaultCleared": _cleared,
    "DealerAsked": _asked,
    "CardSeen": _seen,
    "CameraFaulted": _camera_faulted,
    "DeviceEmpty": _emptied,
    "CardsLoaded": _loaded,
    "CardsReturned": _loaded,
    "WishEnded": _ended,
    "WishAnswered": _answered,
    "ShuffleStarted": _shuffling,
    "ShuffleFinished": _shuffled,
    "BatchDead": _batch_dead,
    "BatchOut": _batch_out,
}


def _device_command(state: TableState, entry: Entry) -> None:
    data, device = entry.data, str(entry.data["device"])
    if "payload" in data:
        sent = SentCommand(cmd=int(str(data["cmd"])), type=int(str(data["type"])), payload=str(data["payload"]))
        state.commands = {**state.commands, device: sent}
    elif data["command"] in ("reveal", "place"):
        _placed(state, data)
    elif data["command"] in ("answer", "answer-told"):
        _answered_keeper(state, entry)
    elif data["command"] in ("view", "end-view"):
        viewer = entry.who or "" if data["command"] == "view" else ""
        state.camera = replace(state.camera, viewer=viewer)
    elif data["command"] == "face-down":
        state.face_down = str(data["hand"])
    else:
        order = Order(seq=entry.seq, command=str(data["command"]), data=_figures(data))
        state.orders = {**state.orders, device: order}
        if order.command == "shuffle":
            state.batch, state.batch_stage = int(str(data["batch"])), "asked"
        elif order.command == "release":
            state.batch_stage = "releasing"


def _answered_keeper(state: TableState, entry: Entry) -> None:
    number = int(str(entry.data["question"]))
    if entry.data["command"] == "answer":
        state.questions.pop(number, None)
        state.answers[number] = (entry.data["yes"] is True, entry.seq)
    else:
        state.answers.pop(number, None)


def _figures(data: _Data) -> dict[str, Json]:
    return {name: value for name, value in data.items() if name not in ("device", "command")}


def _placed(state: TableState, data: _Data) -> None:
    draw = state.draws.get(int(str(data["draw"])))
    if draw is None:
        return
    place, why = data.get("place"), data.get("why")
    if isinstance(place, str) and place.startswith(DOWN):
        state.face_down = None
    if place == "burn":
        del state.draws[draw.number]
        return
    state.draws[draw.number] = replace(
        draw,
        place=place if isinstance(place, str) else draw.place,
        open_for=why if isinstance(why, str) else draw.open_for,
    )


def _device_link(state: TableState, entry: Entry) -> None:
    kind, word = str(entry.data["device"]), str(entry.data["state"])
    if word == "distrusted":
        _distrusted(state, kind, entry.data)
    if state.links.get(kind) == "distrusted" and entry.who is None:
        return  # a device that contradicted itself is believed again only when a person says so
    if entry.who is not None:
        _trusted(state, kind, entry.seq)
    if kind == CONTINUOUS:
        state.stock = came_up(state.stock, entry.data.get("inside"))
    last_batch = entry.data.get("last_batch")
    if isinstance(last_batch, int):
        state.batch = max(state.batch, last_batch)
    state.links[kind] = word
    if kind == CAMERA and word == "ready":
        _inhibited(state, kind, entry.data)  # it always comes back so
    if word == "ready" and not state.in_round and kind not in state.faults:
        state.without -= {kind}
        if kind == "shoe":
            _listen_again(state)


def _distrusted(state: TableState, kind: str, data: _Data) -> None:
    """The first reason stays, unless a later one shuts the line itself."""
    marks = {name: value for name in ("acked", "next", "known") if isinstance(value := data.get(name), int)}
    found = Distrust(kind=str(data.get("kind")), serial=str(data.get("serial")), **marks)
    if kind not in state.distrusts or found.shut:
        state.distrusts[kind] = found


def _trusted(state: TableState, kind: str, seq: int) -> None:
    """People decided: what is missing is given up. A device that counts anew gets a new name for its events."""
    found, before = state.distrusts.pop(kind, None), state.trusts.get(kind)
    if found is None:
        return
    known = before if before is not None and before.serial == found.serial else None
    name, after = (known.name, known.after) if known is not None else (found.serial, 0)
    if found.forgot:
        name = f"{found.serial}~{seq}"
    state.trusts[kind] = Trust(
        seq=seq, serial=found.serial, name=name, after=after if found.acked is None else found.acked
    )


def _listen_again(state: TableState) -> None:
    """Everything old has been told: what the shoe drew and nobody entered needs its explanation."""
    state.ahead_of_shoe = 0
    for draw in [each for each in state.draws.values() if each.place == BY_HAND]:
        state.draws[draw.number] = replace(draw, place=UNEXPLAINED)


DEVICE_FOLDS: Final[dict[str, Callable[[TableState, Entry], Any]]] = {
    "device-event": _device_event,
    "device-command": _device_command,
    "device-link": _device_link,
}
