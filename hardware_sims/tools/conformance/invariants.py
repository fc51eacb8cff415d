"""What must hold in every frame that a tablelink device sends, whatever item is being judged (A2, A4 to A7).

An item asks one question; these look at everything that is heard meanwhile. A breach fails the item that heard it, with
a sentence that names what is wrong. What was heard is remembered first and judged then, so one breach fails one item.
"""

from typing import Any

from hardware_sims.tools.conformance.items.item import BreachError
from hardware_sims.wire.constants import (
    CAPS,
    CARD_FLAGS,
    FAULT_FAMILIES,
    FAULT_NAMES,
    FLAGS,
    MINOR_0_CAPS,
    STATES,
    VERDICTS,
)
from hardware_sims.wire.tablelink import Frame

_HALF = 1 << 31
_MODULUS = 1 << 32
_SMALLEST_RING = 512
_NOT_ENABLED_WITH = ("FAULT", "DOOR", "SERVICE")
_EVENTS_KEPT = 16
_LOW = 52
_KNOWN_FLAGS, _KNOWN_CAPS, _KNOWN_CARD_FLAGS = (sum(names.values()) for names in (FLAGS, CAPS, CARD_FLAGS))


def require(truth: bool, otherwise: str) -> None:
    if not truth:
        raise BreachError(otherwise)


def _fell(before: int, now: int) -> bool:
    """A counter of 32 bits that went back, and not round."""
    return (now - before) % _MODULUS >= _HALF


class Invariants:
    """One device over all items; it remembers what may only grow."""

    def __init__(self, family: str) -> None:
        self._family = family
        self._identified: dict[str, Any] | None = None
        self._bad_frames = self._t = -1
        self._events: dict[int, tuple[int, bytes]] = {}
        self._totals: dict[str, int] = {}
        self._latched: int | None = None
        self._caps: dict[int, int] = {}
        self._draw = 0
        self._commitments: dict[bytes, int] = {}

    def hear(self, frame: Frame, fields: dict[str, Any]) -> None:
        match frame.name:
            case "IDENTITY":
                self._identity(frame, fields)
            case "EVENT":
                self._status(frame, fields)
                self._event(frame, fields)
            case "STATUS_IS":
                self._status(frame, fields)
                require(frame.payload[3] == 0, f"the fourth byte of STATUS_IS is {frame.payload[3]}, not 0")
                self._counted(fields["bad_frames"])
                self._figures(fields["a"], fields["b"], fields["c"])
            case "NAK":
                self._state_and_fault(fields)
            case "DETAIL_IS":
                self._detail(fields)

    # -- one frame

    def _status(self, frame: Frame, fields: dict[str, Any]) -> None:
        flags, fault = fields["flags"], fields["fault"]
        require(flags & ~_KNOWN_FLAGS == 0, f"{frame.name} has reserved bits in its flags 0x{flags:02x}; A4 has 0x1f")
        named = {name for name, bit in FLAGS.items() if flags & bit}
        is_on = "on" if "FAULT" in named else "off"
        require(("FAULT" in named) == bool(fault), f"{frame.name} has the flag FAULT {is_on} and fault {fault}")
        for other in _NOT_ENABLED_WITH:
            require(not {"ENABLED", other} <= named, f"{frame.name} says ENABLED and {other} at once")
        if frame.mac is not None:
            require("PAIRED" in named, f"{frame.name} has a MAC and says that the device is not PAIRED")
        self._state_and_fault(fields)

    def _state_and_fault(self, fields: dict[str, Any]) -> None:
        state, fault = fields["state"], fields["fault"]
        require(state in STATES[self._family].values(), f"state 0x{state:02x} is none of this family (A6)")
        known = fault == 0 or self._family in FAULT_FAMILIES.get(FAULT_NAMES.get(fault, ""), "")
        require(known, f"fault {fault} is none of this family (A6)")

    def _figures(self, a: int, b: int, c: int) -> None:
        """a, b and c of STATUS_IS (A4), as far as they bind each other."""
        if self._family == "c":
            require((a - b) % _MODULUS == c, f"STATUS_IS says inside {c}, total_in − total_out is {a - b}")
        elif self._family in "sr":
            require(c == 0, f"c of STATUS_IS is {c}, not 0")
        if self._family == "s":
            require(b <= a, f"STATUS_IS says {b} draws since LOADED, and the last draw is {a}")

    def _detail(self, fields: dict[str, Any]) -> None:
        steps = (f"step{number}" for number in range(1, 5))
        for name, most in (("place", 6), ("sensor", 8), ("doors", 7), *((step, 8) for step in steps)):
            require(fields[name] <= most, f"DETAIL has {name} {fields[name]}; A11 has none above {most}")

    # -- one device over time

    def _identity(self, frame: Frame, fields: dict[str, Any]) -> None:
        before, self._identified = self._identified, {**fields, "epoch": frame.epoch}
        if before is not None:
            self._grown(before, self._identified)
        caps = fields["caps"]
        known = _KNOWN_CAPS if fields["minor"] else MINOR_0_CAPS
        require(caps & ~known == 0, f"IDENTITY has reserved bits in its caps 0x{caps:04x}; A4 has 0x{known:04x}")
        first = self._caps.setdefault(fields["minor"], caps)
        require(first == caps, f"caps of IDENTITY were 0x{first:04x} and became 0x{caps:04x}")
        require(fields["ring"] >= _SMALLEST_RING, f"ring is {fields['ring']}; A5 asks for {_SMALLEST_RING} or more")
        require(frame.epoch != 0, "the EPOCH of a session is 0, which is never one")
        require(fields["acked"] < fields["next"], f"acked {fields['acked']} is not below next {fields['next']}")
        require(fields["family"] == frame.src >> 4, f"family {fields['family']} at the address 0x{frame.src:02x}")

    def _grown(self, before: dict[str, Any], now: dict[str, Any]) -> None:
        if now["boots"] != before["boots"]:
            self._bad_frames = -1
        require(now["serial"] == before["serial"], f"the serial number {before['serial']} became {now['serial']}")
        for name in ("model", "fw", "fw_sha256", "ring"):
            was, has = (kept[name].hex() if name == "fw_sha256" else kept[name] for kept in (before, now))
            require(was == has, f"{name} of IDENTITY was {was} and became {has}")
        change = f"EPOCH went from {before['epoch']} to {now['epoch']}"
        if (now["nonce"], now["boots"]) == (before["nonce"], before["boots"]):
            require(now["epoch"] == before["epoch"], f"{change} under the same nonce")
        else:
            require(
                now["epoch"] > before["epoch"], f"{change}; every new session has a higher one, over power cuts too"
            )
        for name in ("boots", "next", "acked"):
            require(not _fell(before[name], now[name]), f"{name} fell from {before[name]} to {now[name]}")

    def _counted(self, bad_frames: int) -> None:
        before, self._bad_frames = self._bad_frames, bad_frames
        require(before < 0 or not _fell(before, bad_frames), f"bad_frames fell from {before} to {bad_frames}")

    def _event(self, frame: Frame, fields: dict[str, Any]) -> None:
        t, number, left = fields["t"], fields["no"], fields["left"]
        if number == 0:
            require(fields["event"] == "NONE", f"event 0 is {fields['event']}, not NONE")
            require(left == 0, f"left is {left} and no event is sent")
            return
        require(left >= 1, f"left is 0 in the frame of event {number}: it counts the event that is sent")
        known, content = self._events.get(number), (t, frame.payload[12:])
        if known is not None:
            require(known == content, f"event {number} was sent again with other content")
            return
        self._events = {no: kept for no, kept in self._events.items() if no > number - _EVENTS_KEPT} | {number: content}
        if self._identified is not None:
            self._identified["next"] = max(self._identified["next"], number + 1)
        before, self._t = self._t, t
        self._content(fields)
        if before >= 0 and fields["event"] != "POWER_UP":  # t begins again with the power
            require(not _fell(before, t), f"t went back from {before} to {t} at event {number}")

    def _content(self, fields: dict[str, Any]) -> None:
        event = fields["event"]
        for name in ("total_in", "total_out"):
            if name in fields:
                before, self._totals[name] = self._totals.get(name), fields[name]
                fell = before is not None and _fell(before, fields[name])
                require(not fell, f"{name} fell from {before} to {fields[name]} in {event}")
        if event == "CARD_DRAWN":
            self._card_drawn(fields)
        if event in ("FAULT", "FAULT_CLEARED"):
            self._fault_event(event, fields["of"])
        if event == "DOOR":
            require(fields["open"] in (0, 1), f"DOOR says open {fields['open']}, which is neither 0 nor 1")
        if event == "LOW":
            require(fields["inside"] < _LOW, f"LOW came with {fields['inside']} cards inside; A6 says below {_LOW}")
        if event == "POWER_UP":
            latched = not fields["test"] or fields["fault"] != 0
            require(latched, f"POWER_UP says that its test found fault {fields['test']}, and no fault is latched")
        if event == "SHUFFLE_DONE":
            cards = [card for card, _ in fields["differences"]]
            require(cards == sorted(set(cards)), "the differences of SHUFFLE_DONE are not sorted, so may tell an order")
            verdict = fields["verdict"]
            agree = verdict == VERDICTS["WRONG_COUNT"] or (verdict == VERDICTS["OK"]) == (not cards)
            require(agree, "the verdict of SHUFFLE_DONE and its differences disagree")

    def _fault_event(self, event: str, fault: int) -> None:
        """Faults latch one at a time (A6): only that one is cleared. What was latched before we came is not known."""
        latched, self._latched = self._latched, 0 if event == "FAULT_CLEARED" else self._latched or fault
        if event == "FAULT_CLEARED" and latched:
            require(fault == latched, f"FAULT_CLEARED names fault {fault}, latched was {latched}")

    def _card_drawn(self, fields: dict[str, Any]) -> None:
        flags, draw = fields["card_flags"], fields["draw"]
        last, self._draw = self._draw, draw
        first = self._commitments.setdefault(fields["commit"], draw)
        require(flags & ~_KNOWN_CARD_FLAGS == 0, f"CARD_DRAWN has reserved bits in its flags 0x{flags:02x}")
        require(not last or draw == last + 1, f"draw {draw} came after draw {last}")
        require(first == draw, f"draws {first} and {draw} have the same commitment: the nonce is not fresh")
