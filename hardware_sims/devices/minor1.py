"""What a simulated device can do beyond minor 0 (A11): meters, the place of a fault, keys for each session, identity.

Only a session that both sides opened as minor 1 knows these requests; in any other they are BAD_TYPE.
"""

from __future__ import annotations

import hmac
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hardware_sims.devices.memory import DONE, FAILED
from hardware_sims.wire.constants import FAULT_NAMES, MESSAGES
from hardware_sims.wire.minor1 import (
    DOORS,
    PLACES,
    SENSORS,
    SIMULATED_MAKER,
    STEPS,
    agreed_key,
    certificate_text,
    offer_commit,
    public_of,
    session_key,
    short_code,
    signed,
    signing_public,
    verify_text,
)
from hardware_sims.wire.payloads import Fields, pack

if TYPE_CHECKING:
    from hardware_sims.devices.link import Session
    from hardware_sims.devices.tablelink_device import TablelinkDevice

HISTORY_KEPT = 32
RESTART_US = 50_000
_MINUTE_US = 60_000_000
_JAM_PLACES = ("INLET", "FEEDER", "MIXER", "ELEVATOR", "OUTLET")
_WHERE: dict[str, tuple[str, str]] = {
    "DOUBLE_FEED": ("FEEDER", "FEED_EDGE"),
    "MOTOR": ("ELEVATOR", "ELEVATOR_LIMIT"),
    "UNREADABLE": ("HEAD", "CARD_CAMERA"),
    "FOREIGN_CARD": ("HEAD", "CARD_CAMERA"),
    "DOOR_IN_CYCLE": ("UNKNOWN", "DOOR_SWITCH"),
    "RNG": ("MIXER", "NONE"),
    "SENSOR": ("HEAD", "CARD_CAMERA"),
    "COUNT_DRIFT": ("MIXER", "MIXER_POSITION"),
    "REVERSED": ("OUTLET", "OUTLET_CARDS"),
    "GATE": ("OUTLET", "GATE_POSITION"),
}
_SENSOR_AT = {
    "INLET": "INLET_CARDS",
    "FEEDER": "FEED_EDGE",
    "MIXER": "MIXER_POSITION",
    "ELEVATOR": "ELEVATOR_LIMIT",
    "OUTLET": "OUTLET_CARDS",
}
_RECOVERY: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(
        ("JAM", "DOUBLE_FEED", "UNREADABLE", "FOREIGN_CARD", "POWER_IN_CYCLE"),
        ("OPEN_LID", "REMOVE_CARDS", "CLOSE_DOORS", "CLEAR"),
    ),
    "SENSOR": ("OPEN_LID", "CLEAN_SENSOR", "CLOSE_DOORS", "CLEAR"),
    "DOOR_IN_CYCLE": ("CLOSE_DOORS", "CLEAR"),
    "COUNT_DRIFT": ("RECOUNT", "CLEAR"),
    "REVERSED": ("REMOVE_CARDS", "CLEAR"),
    "GATE": ("CLEAN_SENSOR", "CLEAR"),
}


@dataclass(slots=True)
class Meters:
    """Counted for the life of the device."""

    minutes: int = 0
    good: int = 0
    bad: int = 0
    cards: int = 0
    faults: int = 0
    jams: dict[str, int] = field(default_factory=lambda: dict.fromkeys(list(PLACES)[1:], 0))


class Minor1:
    """The further requests of one device, and what they need to know."""

    def __init__(self, device: TablelinkDevice) -> None:
        self.device = device
        self.meters = Meters()
        self.history: deque[Fields] = deque(maxlen=HISTORY_KEPT)
        self.place, self.sensor = "UNKNOWN", "NONE"
        self.next_key: bytes | None = None
        self.code = ""
        self._powered_us = 0
        self._commit: bytes | None = None
        self._secret = b""
        self._waiting: tuple[int, bytes] | None = None  # id of an AGREE that waits for a person, and its key
        self._started_us = 0
        self._signing = device.setup.seeds.stream("device identity").bytes(32)
        self.requests: dict[str, Callable[[Fields, int], tuple[int, bytes]]] = {
            "METERS": self._meters,
            "HISTORY": self._history,
            "DETAIL": self._detail,
            "OFFER": self._offer,
            "SESSION_KEY": self._session_key,
            "VERIFY": self._verify,
            "CERTIFICATE": self._certificate,
        }

    # What is counted

    def recorded(self, event: str, now: int, fields: Fields) -> None:
        """Every event passes by here before it is kept."""
        meters = self.meters
        if event == "SHUFFLE_STARTED":
            self._started_us = now
        elif event == "SHUFFLE_DONE":
            meters.good += fields["verdict"] == 0
            meters.bad += fields["verdict"] != 0
            meters.cards += fields["count"]
            shuffle = {name: fields[name] for name in ("batch", "count", "verdict")}
            seconds = min((now - self._started_us) // 1_000_000, 0xFFFF)
            self.history.appendleft({**shuffle, "seconds": seconds, "minute": self.minutes(now)})
        elif event in ("CARD_OUT", "CARD_DRAWN"):
            meters.cards += 1
        elif event == "FAULT":
            self._fault(FAULT_NAMES[fields["of"]])

    def _fault(self, name: str) -> None:
        self.meters.faults += 1
        if name == "JAM":
            self.place = self.device.stream("place of a jam").pick(list(_JAM_PLACES))
            self.sensor = _SENSOR_AT[self.place]
            self.meters.jams[self.place] += 1
        else:
            self.place, self.sensor = _WHERE.get(name, ("UNKNOWN", "NONE"))

    def minutes(self, now: int) -> int:
        """Of service in all its life: power on counts."""
        return (self._powered_us + now - self.device.powered_up_at) // _MINUTE_US

    def powered_off(self, now: int) -> None:
        self._powered_us += now - self.device.powered_up_at
        self.offer_over()

    # Requests

    def _meters(self, fields: Fields, now: int) -> tuple[int, bytes]:
        meters = self.meters
        jams = {f"jams_{place.lower()}": count for place, count in meters.jams.items()}
        figures = {name: getattr(meters, name) for name in ("good", "bad", "cards", "faults")}
        return MESSAGES["METERS_IS"], pack("METERS_IS", minutes=self.minutes(now), **figures, **jams)

    def _history(self, fields: Fields, now: int) -> tuple[int, bytes]:
        shuffle = self.history[fields["back"]]
        return MESSAGES["HISTORY_IS"], pack("HISTORY_IS", back=fields["back"], kept=len(self.history), **shuffle)

    def _detail(self, fields: Fields, now: int) -> tuple[int, bytes]:
        fault = self.device.memory.fault
        steps = _RECOVERY.get(FAULT_NAMES.get(fault, ""), ("POWER_OFF_AND_ON", "CALL_SERVICE")) if fault else ()
        numbers = [STEPS[step] for step in steps] + [0] * 4
        answer = pack(
            "DETAIL_IS",
            fault=fault,
            place=PLACES[self.place] if fault else 0,
            sensor=SENSORS[self.sensor] if fault else 0,
            doors=DOORS["LID"] if self.device.door_open else 0,
            **{f"step{index + 1}": numbers[index] for index in range(4)},
        )
        return MESSAGES["DETAIL_IS"], answer

    def _session_key(self, fields: Fields, now: int) -> tuple[int, bytes]:
        session, key = self._session(), self.device.memory.key
        nonce = self.device.stream("session nonce").bytes(8)
        if key is not None:
            session.next_key = session_key(key, session.nonce, nonce, session.epoch)
        return MESSAGES["SESSION_KEY_IS"], pack("SESSION_KEY_IS", nonce=nonce)

    def _session(self) -> Session:
        session = self.device.link.session
        assert session is not None  # noqa: S101  a request is answered in a session only
        return session

    def _verify(self, fields: Fields, now: int) -> tuple[int, bytes]:
        setup = self.device.setup
        digest = hmac.digest(fields["seed"], setup.firmware_image, "sha256")
        signature = signed(self._signing, verify_text(setup.serial, fields["seed"], digest))
        return MESSAGES["VERIFY_IS"], pack("VERIFY_IS", digest=digest, signature=signature)

    def _certificate(self, fields: Fields, now: int) -> tuple[int, bytes]:
        setup, public = self.device.setup, signing_public(self._signing)
        signature = signed(SIMULATED_MAKER, certificate_text(setup.model, setup.serial, public))
        return MESSAGES["CERTIFICATE_IS"], pack("CERTIFICATE_IS", public=public, signature=signature)

    # Pairing without sending a key, and a new key for a paired device

    def _offer(self, fields: Fields, now: int) -> tuple[int, bytes]:
        self.offer_over()
        self._commit = fields["commit"]
        self._secret = self.device.stream("agreement").bytes(32)
        return MESSAGES["OFFER_IS"], pack("OFFER_IS", public=public_of(self._secret))

    def offer_over(self) -> None:
        if self._waiting is not None:
            self._ended(self._waiting[0], FAILED)
        self._commit, self._waiting, self.code = None, None, ""

    def offer_fits(self, public: bytes) -> bool:
        """AGREE belongs to the OFFER before it: what was committed to is what comes now."""
        return self._commit is not None and self._commit == offer_commit(public) and self._key_with(public) is not None

    def _key_with(self, public: bytes) -> bytes | None:
        mine = public_of(self._secret)
        return agreed_key(self.device.setup.serial, self._secret, public, mine, other=public)

    def agree(self, fields: Fields, now: int) -> bytes:
        """Under the service switch a person compares the codes and presses a button; in a session the key is enough."""
        key = self._key_with(fields["public"])
        assert key is not None  # noqa: S101  `offer_fits` was asked before
        if self.device.service:
            self.code = short_code(self.device.setup.serial, fields["public"], public_of(self._secret))
            self._waiting = (fields["cmd"], key)
        else:
            self._commit, self.next_key = None, key
            self._ended(fields["cmd"], DONE)
            self.device.report_paired(key, now)
        return b""

    def pressed(self, button: str, now: int) -> bool:
        """`confirm` takes the key that the codes stand for, `refuse` gives it up. False when nothing waits."""
        if self._waiting is None:
            return False
        cmd, key = self._waiting
        self.offer_over()
        self._ended(cmd, DONE if button == "confirm" else FAILED)
        if button == "confirm":
            self.device.pair(key, now)
        return True

    def _ended(self, cmd: int, status: int) -> None:
        outcome = self.device.memory.commands.get(cmd)
        if outcome is not None:
            outcome.status = status

    def self_test(self, fields: Fields, now: int) -> bytes:
        """The device starts again, as its watchdog would do it, and tests itself."""
        self.device.agenda.set("ordered self-test", now + RESTART_US, self.device.restart)
        return b""
