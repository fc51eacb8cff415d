"""The batch shuffler (A6): counts, checks and shuffles a batch behind a closed door, and gives it out whole.

Nothing it sends depends on the order of the cards; the only cards it ever names are the surplus and missing ones of a
failed check.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hardware_sims.devices.device import cards_text, no_more
from hardware_sims.devices.memory import DONE, FAILED
from hardware_sims.devices.setup import US, Setup
from hardware_sims.devices.shuffles import SHUFFLES
from hardware_sims.devices.tablelink_device import TablelinkDevice
from hardware_sims.errors import OperatorError
from hardware_sims.wire.constants import CAPS, MESSAGES, VERDICTS, decks
from hardware_sims.wire.payloads import Fields

MOST_CARDS = 432
MOST_DIFFERENCES = 8
_UNLOADING = (MESSAGES["RELEASE"], MESSAGES["EJECT"])
_GONE_WITH_THE_CARDS = ("jam", "double-feed", "unreadable", "foreign-card")


@dataclass(slots=True)
class BatchMemory:
    """What the shuffler keeps of its batches through power loss."""

    last_batch: int = 0
    batch: int = 0
    alive: bool = False
    counted: int = 0
    verdict: int = 0
    decks: int = 0
    expected: int = 0
    waiting: int = 0
    """A good batch in the outlet, while another is in the mixer (A11); 0: none."""
    outlet_open: bool = False


class BatchShuffler(TablelinkDevice):
    letter = "b"
    lasting: Mapping[str, Any] = {
        **TablelinkDevice.lasting,
        "kept": BatchMemory,
        "cards": list[int],
        "outlet": list[int],
        "hand_waits": bool,
    }
    cycle_states = ("SHUFFLING", "UNLOADING")

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.caps = CAPS["counts"] | (CAPS["identities"] if setup.options["identities"] else 0)
        self.caps |= CAPS["two-batches"] if setup.options["two_batches"] else 0
        self.kept = BatchMemory()
        self.cards: list[int] = []
        self.outlet: list[int] = []
        self.hand_waits = False
        self.operator_actions |= {"load": self.do_load, "take": self.do_take}
        desk = self.desk
        desk.effects |= {"SHUFFLE": self._shuffle, "RELEASE": self._release, "EJECT": self._eject}
        desk.value_checks["SHUFFLE"] = self._shuffle_value
        desk.state_checks |= {
            "SHUFFLE": lambda fields: self.state == "LOADED",
            "RELEASE": lambda fields: self.state in ("READY", "DEAD") or self.kept.waiting != 0,
            "EJECT": lambda fields: self.state in ("LOADED", "READY", "DEAD"),
        }
        desk.permissions |= {"SHUFFLE": self.batch_is_new, "RELEASE": self.may_release}

    # Requests

    def _shuffle_value(self, fields: Fields) -> bool:
        most_decks = 8 if self.caps & CAPS["identities"] else 0
        return bool(fields["decks"] <= most_decks and 1 <= fields["expected"] <= MOST_CARDS)

    def batch_is_new(self, fields: Fields) -> bool:
        return bool(fields["batch"] > self.kept.last_batch)

    def may_release(self, fields: Fields) -> bool:
        kept, batch = self.kept, fields["batch"]
        if kept.waiting:  # it lies in the way of any other
            return bool(batch == kept.waiting and not kept.outlet_open)
        return self.state == "READY" and bool(batch == kept.batch)

    def _shuffle(self, fields: Fields, now: int) -> bytes:
        kept = self.kept
        kept.last_batch = kept.batch = fields["batch"]
        kept.alive = True
        kept.decks, kept.expected = fields["decks"], fields["expected"]
        kept.counted = kept.verdict = 0
        self.state = "SHUFFLING"
        self.record("SHUFFLE_STARTED", now, batch=kept.batch)
        self.agenda.set("cycle", now + self._cycle_us(), self._shuffle_ends)
        return b""

    def _release(self, fields: Fields, now: int) -> bytes:
        if self.kept.waiting:
            self.kept.outlet_open = True
        else:
            self._begin_unloading(now)
        return b""

    def _eject(self, fields: Fields, now: int) -> bytes:
        kept = self.kept
        if self.state == "READY":
            self.bury(0, now)
        elif self.state == "LOADED":
            kept.batch, kept.alive = 0, False
        self._begin_unloading(now)
        return b""

    def bury(self, fault: int, now: int) -> None:
        self.kept.alive = False
        self.record("BATCH_DEAD", now, batch=self.kept.batch, of=fault)

    def figures(self) -> tuple[int, int, int]:
        return self.kept.last_batch, self.kept.counted, self.kept.verdict

    # Movements

    def _cycle_us(self) -> int:
        fixed = float(self.setup.options["cycle_seconds"])
        return round(fixed * US) if fixed else self.stream("cycle").between(2 * US, 3 * US)

    def _shuffle_ends(self, now: int) -> None:
        kept = self.kept
        self.cards = SHUFFLES[self.setup.options["shuffle"]](self.cards, self.stream("shuffle"))
        kept.counted = self._count()
        differences = self._differences()
        kept.verdict = self.verdict(kept.counted, differences)
        self.state = "READY" if kept.verdict == VERDICTS["OK"] else "DEAD"
        self.memory.commands.end_running(DONE, (MESSAGES["SHUFFLE"],))
        reported = differences[:MOST_DIFFERENCES] if kept.verdict else []
        self.record(
            "SHUFFLE_DONE", now, batch=kept.batch, count=kept.counted, verdict=kept.verdict, differences=reported
        )
        if self.state == "DEAD":
            self.bury(0, now)
        self.end_of_step(now)

    def _count(self) -> int:
        lie = self.fault_strikes("miscount")
        return max(0, len(self.cards) + (lie.options.get("n", 1) if lie else 0))

    def _differences(self) -> list[tuple[int, int]]:
        """Surplus and missing cards by ascending card byte; empty when identities are not asked for."""
        if not self.kept.decks:
            return []
        counts = Counter(self.cards)
        if self.cards and self.fault_strikes("wrong-card"):
            counts[self.cards[0]] -= 1
            counts[0x41 if self.cards[0] != 0x41 else 0x42] += 1
        counts.subtract(Counter(decks(self.kept.decks)))
        return [(card, max(-128, min(127, counts[card]))) for card in sorted(counts) if counts[card]]

    def verdict(self, count: int, differences: list[tuple[int, int]]) -> int:
        if count != self.kept.expected:
            return VERDICTS["WRONG_COUNT"]
        return VERDICTS["WRONG_CARDS"] if differences else VERDICTS["OK"]

    def _begin_unloading(self, now: int) -> None:
        self.state = "UNLOADING"
        self.hand_waits = False
        self.agenda.set("cycle", now + self._cycle_us() // 2, self._unloaded)

    def _unloaded(self, now: int) -> None:
        if self.hand_waits:
            self._cards_taken(now)
        self.end_of_step(now)

    def _cards_taken(self, now: int) -> None:
        self.cards = []
        self.state = "EMPTY"
        self.memory.commands.end_running(DONE, _UNLOADING)
        self.record("BATCH_OUT", now, batch=self.kept.batch, good=int(self.kept.alive))
        self.kept.alive = False

    # Two batches at once (A11)

    def makes_room(self) -> bool:
        """Cards may go in beside a ready batch: it waits in the outlet then. Hosts of minor 0 know nothing of it."""
        session = self.link.session
        two = self.caps & CAPS["two-batches"] and session is not None and session.minor >= 1
        return bool(two and self.state == "READY" and not self.kept.waiting)

    def _into_the_outlet(self) -> None:
        kept = self.kept
        kept.waiting, self.outlet = kept.batch, self.cards
        kept.batch, kept.alive, self.cards, self.state = 0, False, [], "EMPTY"

    def _outlet_taken(self, now: int) -> str:
        kept, cards = self.kept, self.outlet
        batch, kept.waiting, kept.outlet_open, self.outlet = kept.waiting, 0, False, []
        self.memory.commands.end_running(DONE, _UNLOADING)
        self.record("BATCH_OUT", now, batch=batch, good=1)
        return f"took {len(cards)} cards {cards_text(cards)}"

    # Faults, door, power

    def cycle_broken(self, fault: str, now: int) -> int:
        # What waits in the outlet is behind a door of its own and out of the cycle.
        self.memory.commands.end_running(FAILED, (MESSAGES["SHUFFLE"],) if self.kept.outlet_open else ())
        self.agenda.cancel("cycle")
        kept = self.kept
        died = kept.batch if kept.alive else 0
        if kept.alive or (self.state == "UNLOADING" and kept.batch):
            self.state = "DEAD"
        elif self.state == "UNLOADING":
            self.state = "LOADED"
        kept.alive = False
        return died

    def door_opened(self, now: int) -> None:
        if self.state == "READY":
            self.state = "DEAD"
            self.bury(0, now)

    def look_around(self, now: int) -> None:
        if self.state == "READY" and (self.door_open or self.door_moved_unpowered):
            self.state = "DEAD"
            self.bury(0, now)
        if not self.cards and self.state in ("LOADED", "DEAD"):
            self.state = "EMPTY"

    # What an operator does

    def do_load(self, words: list[str], now: int) -> str:
        if self.awake and self.makes_room():
            self._into_the_outlet()
        if self.state not in ("EMPTY", "LOADED"):
            raise OperatorError(f"no cards go in while the shuffler is {self.state}")
        self.must_be_awake()
        cards = self.cards_to_load(words)
        self.cards += cards
        if self.state == "EMPTY":
            self.state = "LOADED"
            self.record("LOADED", now)
        return f"loaded {len(cards)}, {len(self.cards)} inside"

    def do_take(self, words: list[str], now: int) -> str:
        no_more(words, "take")
        if self.door_open:
            return self._taken_through_the_door()
        self.must_be_awake()
        if self.kept.outlet_open:
            return self._outlet_taken(now)
        if self.state != "UNLOADING":
            raise OperatorError(f"no cards lie in the outlet while the shuffler is {self.state}; the door is closed")
        cards = f"{len(self.cards)} cards {cards_text(self.cards)}"
        if "cycle" in self.agenda:
            self.hand_waits = True
            return f"waiting for {cards}"
        self._cards_taken(now)
        return f"took {cards}"

    def _taken_through_the_door(self) -> str:
        if not self.cards:
            raise OperatorError("there are no cards inside")
        report = f"took {len(self.cards)} cards {cards_text(self.cards)}"
        self.cards = []
        if self.awake:
            self.state = "EMPTY"
        for kind in _GONE_WITH_THE_CARDS:
            if kind in self.faults and self.faults[kind].occurrences:
                del self.faults[kind]
        return report

    def describe(self) -> dict[str, object]:
        description = {**super().describe(), "cards": len(self.cards), "batch": self.kept.batch}
        if self.kept.waiting:
            description |= {"waiting": self.kept.waiting, "outlet": "open" if self.kept.outlet_open else "shut"}
        return description
