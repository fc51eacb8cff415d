"""What the devices must do now that the state has changed: be enabled, open a draw, arm for the check, obey an order.

An order has a key. What was sent is not sent again, unless the device refused it: then after a while.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Final, assert_never, cast

from dealer_console.game import phases
from dealer_console.journal import JournalError
from dealer_console.journal.entries import devices as stored
from dealer_console.table.devices.camera import CAMERA
from dealer_console.table.devices.keeper import next_word
from dealer_console.table.devices.shuffle_methods import counts_by_itself
from dealer_console.table.session.reactions import MOST_READINGS
from dealer_console.table.shift.continuous_shuffler import CONTINUOUS
from dealer_console.table.state.table_state import Draw, Order, TableState
from drivers import events
from drivers.errors import ImpossibleRequestError
from drivers.interfaces import (
    CameraDevice,
    ContinuousShufflerDevice,
    DealerLine,
    HoleCardReaderDevice,
    ShoeDevice,
    ShufflerDevice,
    TableDevice,
)

Key = tuple[object, ...]
DueOrder = tuple[Key, str, Callable[[], int | None]]
AGAIN_AFTER_MS: Final = 1000
BUSY_MS: Final = 100  # until a device that could not take an order is tried again; its next event comes sooner
LONGEST_MS: Final = 60_000
KEPT: Final = 1000  # far more than one round sends


class SentOrders:
    """What was sent since the start, by key; a refused order is sent again, each time after twice the wait."""

    def __init__(self) -> None:
        self._done: dict[Key, int | None] = {}
        self._not_before: dict[Key, tuple[int, int]] = {}
        self._retry_ms = 0

    def send(self, orders: Iterable[DueOrder], now_ms: int) -> Iterator[tuple[str, Exception]]:
        """What is due and was not sent yet; gives the devices whose driver failed. Raises `JournalError`."""
        for key, kind, send in orders:
            if key in self._done or self._not_before.get(key, (0, 0))[0] > now_ms:
                continue
            try:
                self._sent(key, send())
            except ImpossibleRequestError:
                self._retry_ms = now_ms + BUSY_MS  # busy with another order, or its line is away
            except JournalError:
                raise
            except Exception as error:  # it is not tried again: the same bug would only be told again
                self._sent(key, None)
                yield kind, error

    def _sent(self, key: Key, command: int | None) -> None:
        self._done[key] = command
        while len(self._done) > KEPT:
            del self._done[next(iter(self._done))]

    def retries(self) -> Iterator[int]:
        """When something has to be sent again, by the clock; what is past is of no interest any more."""
        yield self._retry_ms
        yield from (at_ms for at_ms, _wait in self._not_before.values())

    def refused(self, command: int, now_ms: int) -> None:
        for key, sent in list(self._done.items()):
            if sent == command:
                del self._done[key]
                wait = min(LONGEST_MS, self._not_before.get(key, (0, AGAIN_AFTER_MS // 2))[1] * 2)
                self._not_before[key] = (now_ms + wait, wait)


def due_orders(state: TableState, devices: Mapping[str, TableDevice]) -> Iterator[DueOrder]:
    for kind, device in devices.items():
        trust = state.trusts.get(kind)
        if trust is not None:
            yield ("trust", kind, trust.seq), kind, device.listen_again
        if not device.ready:
            continue
        order = state.orders.get(kind)
        if order is not None:
            yield ("order", kind, order.seq), kind, _obey(device, order)
        if kind == CONTINUOUS and state.stock is not None and state.stock.recount_due:
            if kind not in state.faults and state.links.get(kind) == "ready" and counts_by_itself(state):
                yield ("recount", kind, state.stock.faults), kind, cast("ContinuousShufflerDevice", device).recount
            continue  # it gives no card before its cards are counted (A6)
        shut = kind == "shoe" and state.keeper.here and state.keeper.closed
        at_rest = kind in state.faults or kind in state.off_table
        if not device.enabled and not at_rest and state.links.get(kind) == "ready" and not shut:
            yield ("enable", kind, state.inhibited.get(kind, 0)), kind, device.ensure_enabled
    yield from _reveals(state, devices.get("shoe"))
    yield from _arming(state, devices.get("reader"))
    if CAMERA in devices:
        yield from _keeping(state, devices[CAMERA])


def keeper_orders(state: TableState, line: DealerLine, on_answered: Callable[[int], None]) -> Iterator[DueOrder]:
    """What the dealer said, passed on to the keeper and then recorded; it waits while the keeper is away.

    And what the keeper has to know of its cards now: its line says it until it is confirmed, however long that takes.
    """
    for number, (yes, seq) in list(state.answers.items()):
        yield ("answer", number, seq), "shoe", _answer(line, number, yes, on_answered)
    word = next_word(state)
    if word is not None:
        yield ("word", word), "shoe", partial(line.send, word)


def _answer(line: DealerLine, number: int, yes: bool, on_answered: Callable[[int], None]) -> Callable[[], None]:
    def answer() -> None:
        line.answer(number, yes)
        on_answered(number)

    return answer


def _reveals(state: TableState, shoe: TableDevice | None) -> Iterator[DueOrder]:
    if shoe is None or not shoe.ready or "shoe" in state.without:
        return
    for draw in list(state.draws.values()):
        if draw.open_for is not None and not draw.unreadable and draw.card is None:
            reveal = partial(_reveal, cast("ShoeDevice", shoe), draw)
            yield ("reveal", draw.number, draw.open_for), "shoe", reveal


def _arming(state: TableState, reader: TableDevice | None) -> Iterator[DueOrder]:
    r = state.round
    if reader is None or not reader.enabled or r is None or r.phase is not phases.CHECK or r.irregularity is not None:
        return
    if r.table.hole_card != "reader" or state.readings >= MOST_READINGS or state.card_in_reader:
        return  # a reader with a card in it cannot be armed (A8)
    up = events.UpCardKind.ACE if r.dealer.up.is_ace else events.UpCardKind.TEN
    key = ("arm", state.round_number, state.readings, state.inhibited.get("reader", 0))
    yield key, "reader", partial(cast("HoleCardReaderDevice", reader).arm, round_number=state.round_number, up=up)


def _keeping(state: TableState, camera: TableDevice) -> Iterator[DueOrder]:
    """The picture of a difference is for the supervisor; one that is gone already, after a restart, stays gone."""
    picture = state.camera.keep
    if picture:
        yield ("keep", picture), CAMERA, _keep(cast("CameraDevice", camera), picture)


def _keep(camera: CameraDevice, picture: str) -> Callable[[], None]:
    def keep() -> None:
        camera.keep_for_supervisor(picture)

    return keep


def _reveal(shoe: ShoeDevice, draw: Draw) -> int:
    return shoe.reveal(draw.number, events.RevealReason(draw.open_for or "IRREGULARITY"))


def _obey(device: TableDevice, order: Order) -> Callable[[], int]:
    match order.entry:
        case stored.FaultClearOrdered(fault=fault):
            return lambda: device.clear(events.Fault(fault or ""))
        case stored.EjectOrdered():
            return cast("ShufflerDevice", device).eject
        case stored.RecountOrdered():
            return cast("ContinuousShufflerDevice", device).recount
        case stored.ReleaseOrdered(batch=batch):
            return lambda: cast("ShufflerDevice", device).release(batch)
        case stored.ShuffleOrdered(batch=batch, decks=decks, expected=expected):
            return lambda: cast("ShufflerDevice", device).shuffle(batch=batch, decks=decks, expected=expected)
        case _:
            assert_never(order.entry)
