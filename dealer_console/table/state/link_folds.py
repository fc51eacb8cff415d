"""What the links of devices change in the state of the table: ready, away, distrusted, trusted and in use again."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from dealer_console.journal.entries import devices
from dealer_console.table.devices.camera import CAMERA
from dealer_console.table.shift.continuous_shuffler import CONTINUOUS, came_up
from dealer_console.table.state.table_state import BY_HAND, UNEXPLAINED, Distrust, TableState, Trust
from drivers.events import DeviceKind

BATCH = DeviceKind.BATCH_SHUFFLER


def inhibited(state: TableState, device: str) -> None:
    state.inhibited[device] = state.inhibited.get(device, 0) + 1


def fold_link(state: TableState, link: devices.DeviceLink, seq: int) -> None:
    kind, word = link.device, _word(link)
    _dropped(state, link)
    if isinstance(link, devices.DeviceDistrusted):
        _distrusted(state, link)
    if isinstance(link, devices.DeviceTrusted):
        _trusted(state, kind, seq)
    elif state.links.get(kind) == "distrusted":
        return  # a device that contradicted itself is believed again only when a person says so
    if isinstance(link, devices.DeviceReady):
        if kind == CONTINUOUS:
            state.stock = came_up(state.stock, link.inside)
        state.last_batch = max(state.last_batch, link.last_batch or 0)
        state.two_batches = bool(link.two_batches) if kind == BATCH else state.two_batches
        if link.serial is not None and link.epoch is not None:
            state.epochs[link.serial] = link.epoch
    state.links[kind] = word
    if kind == CAMERA and word == "ready":
        inhibited(state, kind)  # it always comes back so
    _in_use_again(state, kind)


def _in_use_again(state: TableState, kind: str) -> None:
    """Between rounds, a device that is at the table, ready and without a fault."""
    ready = state.links.get(kind) == "ready" and kind not in state.faults
    if ready and not state.in_round and kind not in state.off_table:
        state.without -= {kind}
        if kind == "shoe":
            _listen_again(state)


def fault_cleared(state: TableState, kind: str) -> None:
    if state.faults.pop(kind, None) is not None and kind in state.without:
        _in_use_again(state, kind)


def off_table(state: TableState, moved: devices.DeviceOffTable) -> None:
    """What it tells there is recorded and has no effect; when it is put back, it begins as it is."""
    if moved.off:
        state.off_table |= {moved.device}
        state.without |= {moved.device}
    else:
        state.off_table -= {moved.device}
        _in_use_again(state, moved.device)


def _dropped(state: TableState, link: devices.DeviceLink) -> None:
    """Whose line fell in this round. Another device on it, or one that lies, is compared with nothing."""
    if isinstance(link, devices.DeviceAway) and state.in_round:
        state.dropped = {link.device: link.serial or "", **state.dropped}
    if link.device not in state.dropped:
        return
    other = isinstance(link, devices.DeviceReady) and link.serial != state.dropped[link.device]
    if other or isinstance(link, devices.DeviceDistrusted):
        state.dropped = {**state.dropped, link.device: ""}


def resumed(state: TableState, kind: str) -> None:
    """The cards were compared: the round goes on with this device."""
    state.dropped = {device: serial for device, serial in state.dropped.items() if device != kind}
    state.without -= {kind}
    if kind == "shoe":
        _listen_again(state)


def _word(link: devices.DeviceLink) -> devices.LinkState:
    match link:
        case devices.DeviceReady():
            return "ready"
        case devices.DeviceAway():
            return "away"
        case devices.DeviceDistrusted():
            return "distrusted"
        case devices.DeviceTrusted(state=word):
            return word
        case _:
            assert_never(link)


def _distrusted(state: TableState, link: devices.DeviceDistrusted) -> None:
    """The first reason stays, unless a later one shuts the line itself."""
    distrust = Distrust(
        kind=str(link.kind), serial=str(link.serial), acked=link.acked, next=link.next, known=link.known
    )
    if link.device not in state.distrusts or distrust.shut:
        state.distrusts[link.device] = distrust


def _trusted(state: TableState, kind: str, seq: int) -> None:
    """People decided: what is missing is given up. A device that counts again gets a new name for its events."""
    distrust, before = state.distrusts.pop(kind, None), state.trusts.get(kind)
    if distrust is None:
        return
    state.epochs.pop(distrust.serial, None)
    known = before if before is not None and before.serial == distrust.serial else None
    name, after = (known.name, known.after) if known is not None else (distrust.serial, 0)
    if distrust.forgot:
        name = f"{distrust.serial}~{seq}"
    state.trusts[kind] = Trust(
        seq=seq, serial=distrust.serial, name=name, after=after if distrust.acked is None else distrust.acked
    )


def _listen_again(state: TableState) -> None:
    """Everything old has been told: what the shoe drew and nobody entered needs its explanation."""
    state.ahead_of_shoe = 0
    for draw in [draw for draw in state.draws.values() if draw.place == BY_HAND]:
        state.draws[draw.number] = replace(draw, place=UNEXPLAINED)
