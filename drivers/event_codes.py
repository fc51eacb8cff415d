"""The closed lists that events and orders of a device choose from. `drivers.events` hands them on."""

from __future__ import annotations

from enum import StrEnum


class DeviceKind(StrEnum):
    """What stands at a table, by the names of the table's file."""

    SHOE = "shoe"
    BATCH_SHUFFLER = "batch-shuffler"
    CONTINUOUS_SHUFFLER = "continuous-shuffler"
    READER = "reader"
    CAMERA = "camera"


class Order(StrEnum):
    """What a host can ask of a device."""

    ENABLE = "ENABLE"
    INHIBIT = "INHIBIT"
    CLEAR = "CLEAR"
    PAIR = "PAIR"
    SELF_TEST = "SELF_TEST"
    SHUFFLE = "SHUFFLE"
    RELEASE = "RELEASE"
    EJECT = "EJECT"
    RECOUNT = "RECOUNT"
    REVEAL = "REVEAL"
    ARM = "ARM"


class Distrust(StrEnum):
    """Why a host does not believe a device, or not this one."""

    EVENT_GAP = "event-gap"
    COMMIT_MISMATCH = "commit-mismatch"
    COUNT_STEP = "count-step"
    READER_FAULT = "reader-fault"
    WRONG_DEVICE = "wrong-device"
    SECOND_HOST = "second-host"
    UNAPPROVED_IDENTITY = "unapproved-identity"
    OLD_EPOCH = "old-epoch"


class AwayReason(StrEnum):
    """Why a device cannot be reached. A device that is distrusted at its HELLO is away for that reason."""

    NO_ANSWER = "no-answer"
    PORT_LOST = "port-lost"
    NOT_PAIRED = "not-paired"
    WRONG_KEY = "wrong-key"
    FOREIGN_PAIRING = "foreign-pairing"
    PROTOCOL = "protocol"
    SERVICE = "service"
    CAMERA_LOST = "camera-lost"
    EVENT_GAP = "event-gap"
    WRONG_DEVICE = "wrong-device"
    SECOND_HOST = "second-host"
    UNAPPROVED_IDENTITY = "unapproved-identity"
    OLD_EPOCH = "old-epoch"


class QuestionKind(StrEnum):
    """`retransmission`: is it a new card? `card-out`: did a card come out?"""

    RETRANSMISSION = "retransmission"
    CARD_OUT = "card-out"


class Fault(StrEnum):
    JAM = "JAM"
    DOUBLE_FEED = "DOUBLE_FEED"
    MOTOR = "MOTOR"
    UNREADABLE = "UNREADABLE"
    FOREIGN_CARD = "FOREIGN_CARD"
    DOOR_IN_CYCLE = "DOOR_IN_CYCLE"
    POWER_IN_CYCLE = "POWER_IN_CYCLE"
    RNG = "RNG"
    SENSOR = "SENSOR"
    COUNT_DRIFT = "COUNT_DRIFT"
    REVERSED = "REVERSED"
    GATE = "GATE"
    MEMORY = "MEMORY"


class InhibitedBy(StrEnum):
    COMMAND = "COMMAND"
    HOST_LOST = "HOST_LOST"
    FAULT = "FAULT"
    DOOR = "DOOR"
    SERVICE = "SERVICE"
    EVENT_MEMORY = "EVENT_MEMORY"


class ShuffleVerdict(StrEnum):
    OK = "OK"
    WRONG_COUNT = "WRONG_COUNT"
    WRONG_CARDS = "WRONG_CARDS"


class RevealReason(StrEnum):
    DEALT_FACE_UP = "DEALT_FACE_UP"
    HOLE_CARD_TURNED = "HOLE_CARD_TURNED"
    BURN_CARD_SHOWN = "BURN_CARD_SHOWN"
    IRREGULARITY = "IRREGULARITY"


class UpCardKind(StrEnum):
    ACE = "ACE"
    TEN = "TEN"


class CheckResult(StrEnum):
    BLACKJACK = "BLACKJACK"
    CLEAR = "CLEAR"
    UNREADABLE = "UNREADABLE"
