"""A request that has passed the link: the rest of the checks, in the order of A2, and what it does (A4, A5).

TYPE → LEN → VALUE → known command id → PAIRED → FAULT → INHIBITED → STATE → PERMITTED; the first failure answers.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from hardware_sims.devices.memory import DONE, RUNNING, CommandOutcome
from hardware_sims.wire.constants import FAULT_NAMES, MESSAGES, MINOR_1_REQUESTS_FOR, NAKS, REQUESTS_FOR
from hardware_sims.wire.payloads import REQUEST_SIZES, Fields, pack, unpack
from hardware_sims.wire.tablelink import Frame

if TYPE_CHECKING:
    from hardware_sims.devices.tablelink_device import TablelinkDevice

NEED_PAIRING = {"ENABLE", "REVEAL", "ARM"}
REFUSED_BY_FAULT = {"ENABLE", "SHUFFLE", "RELEASE", "EJECT", "RECOUNT", "ARM"}
NEED_ENABLED = {"SHUFFLE", "RELEASE", "ARM"}
NEED_CLOSED_DOOR = {"ENABLE", "EJECT", "RECOUNT", "SELF_TEST"}
ALLOWED_UNDER_SERVICE = {"HELLO", "STATUS", "QUERY", "PAIR", "OFFER", "AGREE"}
LONG_RUNNING = {"SHUFFLE", "RELEASE", "EJECT", "RECOUNT", "AGREE"}
_BUSY_STATES = ("READING", "HOLDING", "ARMED")
_CMD_IS = struct.Struct("<QB")
_FAMILIES = REQUESTS_FOR | MINOR_1_REQUESTS_FOR
_NAMES = {code: name for name, code in MESSAGES.items() if name in _FAMILIES}

Answer = tuple[int, bytes]


class CommandBook:
    """Takes requests of one device. `why_not` serves both the refusal and every test of it."""

    def __init__(self, device: TablelinkDevice) -> None:
        self.device = device
        self.effects: dict[str, Callable[[Fields, int], bytes]] = {
            "ENABLE": self._enable,
            "INHIBIT": self._inhibit,
            "CLEAR": self._clear,
            "PAIR": self._pair,
            "SELF_TEST": device.minor1.self_test,
            "AGREE": device.minor1.agree,
        }
        self.value_checks: dict[str, Callable[[Fields], bool]] = {
            "CLEAR": lambda fields: fields["fault"] in FAULT_NAMES,
            "HISTORY": lambda fields: fields["back"] < len(device.minor1.history),
        }
        self.state_checks: dict[str, Callable[[Fields], bool]] = {"SELF_TEST": self._may_test}
        self.permissions: dict[str, Callable[[Fields], bool]] = {
            "OFFER": lambda fields: self._in_safe_hands(),
            "AGREE": lambda fields: self._in_safe_hands() and device.minor1.offer_fits(fields["public"]),
            "SESSION_KEY": lambda fields: device.key_on_the_line is not None,
        }

    def execute(self, frame: Frame, now: int) -> Answer:
        device = self.device
        name = _NAMES.get(frame.type)
        if name is None or device.letter not in _FAMILIES[name] or not self._spoken_here(name):
            return self._nak("BAD_TYPE", frame.type)
        if len(frame.payload) != REQUEST_SIZES[frame.type]:
            return self._nak("BAD_LEN", frame.type)
        fields = unpack(frame.type, frame.payload)
        if device.forced_nak is not None and (reason := device.forced_nak(name)):
            return self._nak(reason, frame.type)
        if not self.value_fits(name, fields):
            return self._nak("BAD_VALUE", frame.type)
        if frame.type >= MESSAGES["ENABLE"]:
            return self._execute_command(name, fields, frame, now)
        if refusal := self.why_not(name, fields):
            return self._nak(refusal, frame.type)
        return self._ask(name, fields, now)

    def _spoken_here(self, name: str) -> bool:
        """A request of minor 1 is none in a session of minor 0."""
        session = self.device.link.session
        return name in REQUESTS_FOR or (session is not None and session.minor >= 1)

    def _may_test(self, fields: Fields) -> bool:
        device = self.device
        return not device.enabled and device.state not in (*device.cycle_states, *_BUSY_STATES)

    def _in_safe_hands(self) -> bool:
        """Somebody stands at the service switch, or the host has shown that it knows the key."""
        return self.device.service or self.device.memory.key is not None

    def _nak(self, reason: str, request: int) -> Answer:
        return MESSAGES["NAK"], self.device.nak(NAKS[reason], request)

    # Requests that are no commands

    def _ask(self, name: str, fields: Fields, now: int) -> Answer:
        if name == "POLL":
            self.device.acknowledge(fields["upto"], now)
            return MESSAGES["EVENT"], self.device.event_reply(now)
        if name == "STATUS":
            return MESSAGES["STATUS_IS"], self.device.status_reply()
        if name in self.device.minor1.requests:
            return self.device.minor1.requests[name](fields, now)
        outcome = self.device.memory.commands.get(fields["cmd"])
        return MESSAGES["CMD_IS"], command_is(fields["cmd"], outcome)

    # Commands (A5)

    def _execute_command(self, name: str, fields: Fields, frame: Frame, now: int) -> Answer:
        known = self.device.memory.commands.get(fields["cmd"])
        request = bytes([frame.type]) + frame.payload
        if known is not None:
            if not self.same_request(known, request):
                return self._nak("ID_REUSED", frame.type)
            return MESSAGES["CMD_IS"], command_is(fields["cmd"], known)
        if refusal := self.why_not(name, fields):
            if refusal == "NOT_PERMITTED" and name == "CLEAR":
                self.device.causes_felt()
            return self._nak(refusal, frame.type)
        status = RUNNING if name in LONG_RUNNING else DONE
        outcome = CommandOutcome(request=request, status=status)
        self.device.memory.commands.keep(fields["cmd"], outcome)
        outcome.answer = self.effects[name](fields, now)
        return MESSAGES["CMD_IS"], command_is(fields["cmd"], outcome)

    def same_request(self, known: CommandOutcome, request: bytes) -> bool:
        return known.request == request

    # The checks

    def value_fits(self, name: str, fields: Fields) -> bool:
        if "cmd" in fields and fields["cmd"] == 0:
            return False
        if name == "POLL":
            events = self.device.memory.events
            return bool(events.acked <= fields["upto"] < events.next)
        check = self.value_checks.get(name)
        return check is None or check(fields)

    def why_not(self, name: str, fields: Fields) -> str | None:
        """The NAK that stands against a request whose values are right, or None."""
        device = self.device
        if name in NEED_PAIRING and not self.paired_enough():
            return "NOT_PAIRED"
        if name in REFUSED_BY_FAULT and device.memory.fault:
            return "FAULT"
        if name in NEED_ENABLED and not device.enabled:
            return "INHIBITED"
        if not self.state_fits(name, fields):
            return "BAD_STATE"
        return None if self.permitted(name, fields) else "NOT_PERMITTED"

    def paired_enough(self) -> bool:
        """Shoe and reader must be paired, shufflers may be (A3)."""
        return self.device.letter not in "sr" or self.device.memory.key is not None

    def state_fits(self, name: str, fields: Fields) -> bool:
        device = self.device
        if device.service and name not in ALLOWED_UNDER_SERVICE:
            return False
        if name in NEED_CLOSED_DOOR and device.door_open:
            return False
        if name == "ENABLE" and device.memory.events.short_of_room:
            return False
        if name == "CLEAR" and fields["fault"] != device.memory.fault:
            return False
        # Without a free place the trace of a REVEAL or of a cycle could not be kept.
        if name in self.effects and name != "INHIBIT" and device.memory.events.free <= 0:
            return False
        check = self.state_checks.get(name)
        return check is None or check(fields)

    def permitted(self, name: str, fields: Fields) -> bool:
        if name == "CLEAR":
            return not self.device.causes()
        if name == "PAIR":
            return self.device.service
        check = self.permissions.get(name)
        return check is None or check(fields)

    # What the common commands do

    def _enable(self, fields: Fields, now: int) -> bytes:
        self.device.enable(now)
        return b""

    def _inhibit(self, fields: Fields, now: int) -> bytes:
        self.device.inhibit("command", now)
        return b""

    def _clear(self, fields: Fields, now: int) -> bytes:
        self.device.memory.fault = 0
        self.device.record("FAULT_CLEARED", now, of=fields["fault"])
        return b""

    def _pair(self, fields: Fields, now: int) -> bytes:
        self.device.pair(fields["key"], now)
        return b""


def command_is(cmd: int, outcome: CommandOutcome | None) -> bytes:
    """CMD_IS: what has become of a command id."""
    if outcome is None:
        return _CMD_IS.pack(cmd, 0)
    return _CMD_IS.pack(cmd, outcome.status) + outcome.answer


def revealed(**fields: Any) -> bytes:
    """The part of CMD_IS behind the status, after a REVEAL."""
    return pack("CMD_IS", cmd=0, status=0, **fields)[_CMD_IS.size :]
