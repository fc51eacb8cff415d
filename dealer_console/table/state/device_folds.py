"""What the entries of devices change in the state of the table: draws, readings, faults, batches, commands."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, assert_never

from dealer_console.journal import Entry
from dealer_console.journal.entries import AnyEntry, device_events, devices
from dealer_console.journal.entries.shift import TableOpened
from dealer_console.table.devices.camera import CAMERA, after_opening, after_sighting
from dealer_console.table.shift import continuous_shuffler
from dealer_console.table.shift.continuous_shuffler import CONTINUOUS
from dealer_console.table.state import late_call
from dealer_console.table.state.link_folds import fault_cleared, fold_link, inhibited, off_table, resumed
from dealer_console.table.state.table_state import (
    BY_HAND,
    DOWN,
    NEXT,
    QUEUED,
    UNEXPLAINED,
    Batch,
    BatchStage,
    Draw,
    Order,
    SentCommand,
    TableState,
    is_aside,
)
from drivers.events import DeviceKind

BATCH: Final = DeviceKind.BATCH_SHUFFLER
_SHUFFLE_AND_RELEASE: Final = {0x20, 0x21}  # by their numbers on the line (A4)


def fold_device_entry(state: TableState, entry: Entry, typed: AnyEntry) -> None:
    """An event or the link of a device, or a command to one; other entries say nothing about devices."""
    if isinstance(typed, device_events.KnownDeviceEvent):
        _device_event(state, typed)
    elif isinstance(typed, devices.DeviceLink):
        fold_link(state, typed, entry.seq)
    elif isinstance(typed, devices.DeviceResumed):
        resumed(state, typed.device)
    elif isinstance(typed, devices.DeviceOffTable):
        off_table(state, typed)
    elif isinstance(typed, devices.DeviceOrder):
        _ordered(state, Order(seq=entry.seq, entry=typed))
    elif isinstance(typed, devices.DeviceCommand):
        _device_command(state, entry, typed)
    elif isinstance(typed, TableOpened):
        _second_is_left_over(state)


def _device_event(state: TableState, event: device_events.KnownDeviceEvent) -> None:
    device = event.device or ""
    if isinstance(event, device_events.StatusEvent):
        _status(state, device, event)
    elif isinstance(event, device_events.ShoeEvent):
        _shoe_event(state, device, event)
    elif isinstance(event, device_events.ReaderEvent):
        _reader_event(state, event)
    elif isinstance(event, device_events.BatchEvent):
        _batch(state, event)
    elif isinstance(event, device_events.CameraEvent):
        _camera_event(state, device, event)
    elif isinstance(event, device_events.CardsReturned):
        state.empty -= {device}
    if device == CONTINUOUS:
        state.stock = continuous_shuffler.after_event(state.stock, event)
        take_back_in(state)


def take_back_in(state: TableState) -> None:
    """Between rounds, what went back into a continuous shuffler is not out any more."""
    if state.in_round or state.stock is None or state.shoe is None or not state.stock.put_back:
        return
    state.shoe.put_back(state.stock.put_back)
    state.stock = replace(state.stock, put_back=0)


# --- events --------------------------------------------------------------------------------------------------------


def _status(state: TableState, device: str, event: device_events.StatusEvent) -> None:
    match event:
        case device_events.DeviceInhibited() | device_events.PoweredUp():
            inhibited(state, device)
        case device_events.DoorMoved(open=is_open):
            state.doors = state.doors | {device} if is_open else state.doors - {device}
        case device_events.DeviceFaulted(fault=fault):
            _faulted(state, device, fault)
        case device_events.FaultCleared():
            fault_cleared(state, device)
        case device_events.DeviceEmpty():
            state.empty |= {device}
        case device_events.CardsLoaded():
            state.empty -= {device}
        case device_events.OrderAnswered(wish=wish):
            _answered(state, device, wish)
        case device_events.OrderEnded():
            _ended(state, device, event)
        case device_events.DeviceEnabled() | device_events.DevicePaired() | device_events.CheckDistrusted():
            pass
        case _:
            assert_never(event)


def _shoe_event(state: TableState, device: str, event: device_events.ShoeEvent) -> None:
    match event:
        case device_events.CardDrawn():
            _drawn(state, event)
        case device_events.CardRevealed():
            _revealed(state, device, event)
        case device_events.DealerAsked(question=number, kind=kind):
            if number not in state.answers:  # one that was answered and could not be told yet is not asked twice
                state.questions[number] = kind
        case (
            device_events.RevealRecorded()
            | device_events.CutCardSeen()
            | device_events.KeeperHeard()
            | device_events.LineNoticed()
        ):
            pass
        case _:
            assert_never(event)


def _reader_event(state: TableState, event: device_events.ReaderEvent) -> None:
    match event:
        case device_events.HoleCardInserted() | device_events.CardInUnarmedReader():
            state.card_in_reader = True
        case device_events.HoleCardRemoved():
            state.card_in_reader = False
        case device_events.HoleCardChecked(round=number, result=result):
            if number == state.round_number and state.in_round:
                state.readings += 1
                state.reader_said = result or "nothing"
        case _:
            assert_never(event)


def _camera_event(state: TableState, device: str, event: device_events.CameraEvent) -> None:
    match event:
        case device_events.CardSeen():
            state.camera = after_sighting(state.camera, event)
        case device_events.CameraFaulted():
            # It has inhibited itself; no camera tells later that its fault is gone, only that it was cleared.
            state.faults.setdefault(device, "SENSOR")
            inhibited(state, device)
        case device_events.CardNotReadable() | device_events.CardTakenAway():
            pass
        case _:
            assert_never(event)


def _drawn(state: TableState, event: device_events.CardDrawn) -> None:
    place, number = event.place, event.draw
    if place == "burn":
        return
    if place == BY_HAND and state.ahead_of_shoe:
        state.ahead_of_shoe -= 1
        return
    if place == BY_HAND and DeviceKind.SHOE in state.off_table:
        return  # not a card of this table
    if place.startswith(DOWN):
        state.face_down = None
    state.draws[number] = Draw(
        number=number,
        place=place,
        commitment=event.commitment,
        unreadable=event.unreadable is True,
        open_for=None if is_aside(place) else "DEALT_FACE_UP",
    )


def _revealed(state: TableState, device: str, event: device_events.CardRevealed) -> None:
    _command_ended(state, device, event.command)
    draw = state.draws.get(event.draw)
    if draw is None:
        return
    face = event.card.text if event.card is not None else None
    if state.links.get(CAMERA) == "ready":
        state.camera = after_opening(state.camera, draw.number, face)
    state.draws[draw.number] = replace(draw, unreadable=True) if face is None else replace(draw, card=face)


def _faulted(state: TableState, device: str, fault: str) -> None:
    """Faults latch one at a time: the first stays until it is cleared (A6). A second card of a double feed waits."""
    state.faults.setdefault(device, fault)
    if device == "shoe" and fault == "DOUBLE_FEED" and (state.late is None or not state.late.loose):
        for draw in [draw for draw in state.draws.values() if draw.place == QUEUED]:
            state.draws[draw.number] = replace(draw, place=UNEXPLAINED)


def _ended(state: TableState, device: str, event: device_events.OrderEnded) -> None:
    if device == CAMERA and event.wish == "CLEAR" and event.done is True:
        state.faults.pop(device, None)
    _command_ended(state, device, event.command)
    order = _answered(state, device, event.wish)
    if order is None or event.done is not False:
        return
    dead = event.refusal == "FAILED"
    match order.entry:
        case devices.ShuffleOrdered(batch=batch, second=True):
            state.second_batch = Batch(number=batch, stage="dead") if dead else None
        case devices.ShuffleOrdered():
            state.batch_stage = "dead" if dead else None
        case devices.ReleaseOrdered():
            state.batch_stage = "dead" if dead else "ready"
        case _:
            pass


def _command_ended(state: TableState, device: str, number: int | None) -> None:
    left = tuple(sent for sent in state.commands.get(device, ()) if sent.cmd != number)
    others = {kind: sent for kind, sent in state.commands.items() if kind != device}
    state.commands = {**others, device: left} if left else others


def _answered(state: TableState, device: str, wish: str | None) -> Order | None:
    """The order that is answered with this; it is open no more."""
    order = state.orders.get(device)
    if order is None or order.command != (wish or "").lower():
        return None
    state.orders = {kind: other for kind, other in state.orders.items() if kind != device}
    return order


def _batch(state: TableState, event: device_events.BatchEvent) -> None:
    number, stage, second = event.batch or 0, _stage_after(event), state.second_batch
    state.last_batch = max(state.last_batch, number)
    if second is not None and number == second.number:
        state.second_batch = Batch(number=number, stage=stage) if stage is not None else None
        return
    if stage == "shuffling":
        state.batch = number
    state.batch_stage = stage


def _stage_after(event: device_events.BatchEvent) -> BatchStage | None:
    match event:
        case device_events.ShuffleStarted():
            return "shuffling"
        case device_events.ShuffleFinished(verdict=verdict):
            return "ready" if verdict == "OK" else "dead"
        case device_events.BatchDead():
            return "dead"
        case device_events.BatchOut():
            return None
        case _:
            assert_never(event)


def _second_asked(state: TableState, number: int) -> None:
    """Cards go in to be shuffled beside those in play; at the end of a shoe those that are ready take their place."""
    ready = state.second_batch
    if ready is not None and ready.stage == "ready":
        state.batch, state.batch_stage = ready.number, ready.stage
    state.second_batch = Batch(number=number, stage="asked")


def _second_is_left_over(state: TableState) -> None:
    """A table that opens knows nothing of second decks: what lies in the shuffler has to come out first."""
    if state.second_batch is not None:
        state.batch, state.batch_stage = state.second_batch.number, state.second_batch.stage
        state.second_batch = None


# --- commands ------------------------------------------------------------------------------------------------------


def _ordered(state: TableState, order: Order) -> None:
    state.orders = {**state.orders, order.entry.device: order}
    match order.entry:
        case devices.ShuffleOrdered(batch=batch, second=True):
            state.last_batch = batch
            _second_asked(state, batch)
        case devices.ShuffleOrdered(batch=batch):
            state.last_batch = state.batch = batch
            state.batch_stage = "asked"
        case devices.ReleaseOrdered():
            state.batch_stage = "releasing"
        case _:
            pass


def _device_command(state: TableState, entry: Entry, command: devices.DeviceCommand) -> None:
    match command:
        case devices.CommandSent():
            sent = SentCommand(cmd=command.cmd, type=command.type, payload=command.payload)
            beside = tuple(kept for kept in state.commands.get(command.device, ()) if _beside(kept, sent))
            state.commands = {**state.commands, command.device: (*beside, sent)}
        case devices.RevealOrdered() | devices.DrawPlaced():
            _placed(state, command)
        case devices.KeeperAnswered(question=number, yes=yes):
            state.questions.pop(number, None)
            state.answers[number] = (yes, entry.seq)
        case devices.KeeperAnswerTold(question=number):
            state.answers.pop(number, None)
        case devices.CameraViewBegun():
            state.camera = replace(state.camera, viewer=entry.who or "")
        case devices.CameraViewEnded():
            state.camera = replace(state.camera, viewer="")
        case devices.FaceDownOrdered(hand=hand):
            state.face_down = hand
        case _:
            assert_never(command)


def _beside(kept: SentCommand, sent: SentCommand) -> bool:
    """Only a batch goes out while another is shuffled; of all others at most one has no end."""
    return {kept.type, sent.type} == _SHUFFLE_AND_RELEASE


def _placed(state: TableState, command: devices.RevealOrdered | devices.DrawPlaced) -> None:
    draw = state.draws.get(command.draw)
    if draw is None:
        return
    place = command.place
    if place is not None and place.startswith(DOWN):
        state.face_down = None
    if place == "burn":
        del state.draws[draw.number]
        return
    if draw.place == NEXT and place == UNEXPLAINED:
        late_call.put_before_dealer(state)
    open_for = command.why if isinstance(command, devices.RevealOrdered) else draw.open_for
    state.draws[draw.number] = replace(draw, place=draw.place if place is None else place, open_for=open_for)
