"""Journals keep events by names that do not change with our classes."""

from __future__ import annotations

from typing import get_args

from drivers import events

STORED = [
    "PoweredUp",
    "DeviceEnabled",
    "DeviceInhibited",
    "DeviceFaulted",
    "FaultCleared",
    "DoorMoved",
    "DevicePaired",
    "CardsLoaded",
    "DeviceEmpty",
    "ShuffleStarted",
    "ShuffleFinished",
    "BatchDead",
    "BatchOut",
    "CardLeftShuffler",
    "CardsReturned",
    "InventoryTaken",
    "StockLow",
    "CardDrawn",
    "RevealRecorded",
    "CutCardSeen",
    "HoleCardInserted",
    "HoleCardChecked",
    "HoleCardRemoved",
    "CardInUnarmedReader",
    "DeviceReady",
    "DeviceAway",
    "DeviceDistrusted",
    "WishAnswered",
    "WishEnded",
    "CardRevealed",
    "DealerAsked",
    "KeeperHeard",
    "LineNoticed",
    "CardSeen",
    "CardNotReadable",
    "CardTakenAway",
    "CameraFaulted",
]


def test_every_event_is_stored_under_the_name_it_always_had() -> None:
    assert [events.stored_name(kind) for kind in get_args(events.Event)] == STORED


def test_the_union_holds_every_class_of_event() -> None:
    bases = (events.DeviceEvent, events.HostEvent)
    classes = [
        kind
        for kind in vars(events).values()
        if isinstance(kind, type) and issubclass(kind, bases) and kind not in bases
    ]
    assert set(get_args(events.Event)) == set(classes)


def test_the_fields_of_an_order_are_stored_as_they_always_were() -> None:
    ended = events.OrderEnded(serial="S", command=7, order=events.Order.ENABLE, done=True)
    assert events.stored_fields(ended) == {"command": 7, "wish": "ENABLE", "done": True, "refusal": ""}
