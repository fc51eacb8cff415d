"""The continuous shuffler (A6): cards go in and come out, and the totals never lie about how many are inside."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hardware_sims.devices.device import a_number, cards_text, no_more
from hardware_sims.devices.memory import DONE
from hardware_sims.devices.setup import US, Setup
from hardware_sims.devices.tablelink_device import TablelinkDevice
from hardware_sims.errors import OperatorError
from hardware_sims.fault import Fault
from hardware_sims.wire.constants import CAPS
from hardware_sims.wire.payloads import Fields

LOW_BELOW = 52
MOST_PER_EVENT = 255


@dataclass(slots=True)
class Totals:
    """Running totals for the life of the device, and whether a fault still asks for an INVENTORY."""

    total_in: int = 0
    total_out: int = 0
    needs_inventory: bool = False

    @property
    def inside(self) -> int:
        return self.total_in - self.total_out


class ContinuousShuffler(TablelinkDevice):
    letter = "c"
    lasting: Mapping[str, Any] = {
        **TablelinkDevice.lasting,
        "kept": Totals,
        "cards": list[int],
        "out": list[int],
        "lost": list[int],
    }
    cycle_states = ("COUNTING", "UNLOADING")
    caps = CAPS["counts"]

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.kept = Totals()
        self.cards: list[int] = []
        self.out: list[int] = []
        self.lost: list[int] = []
        self.operator_actions |= {
            "load": self.do_load,
            "draw": self.do_draw,
            "return": self.do_return,
            "take": self.do_take,
        }
        desk = self.desk
        desk.effects |= {"RECOUNT": self._recount, "EJECT": self._eject}
        desk.state_checks |= dict.fromkeys(("RECOUNT", "EJECT"), lambda fields: self.state in ("EMPTY", "RUNNING"))
        desk.permissions["ENABLE"] = self.inventory_is_right

    # Requests

    def inventory_is_right(self, fields: Fields) -> bool:
        return not self.kept.needs_inventory

    def _recount(self, fields: Fields, now: int) -> bytes:
        self.state = "COUNTING"
        self.agenda.set("cycle", now + self._cycle_us(), self._counted)
        return b""

    def _eject(self, fields: Fields, now: int) -> bytes:
        self.state = "UNLOADING"
        self.agenda.set("cycle", now + self._cycle_us(), self._ejected)
        return b""

    def figures(self) -> tuple[int, int, int]:
        return self.kept.total_in, self.kept.total_out, self.kept.inside & 0xFFFFFFFF

    # Movements

    def _cycle_us(self) -> int:
        fixed = float(self.setup.options["cycle_seconds"])
        return round(fixed * US) if fixed else self.stream("cycle").between(US, 2 * US)

    def _counted(self, now: int) -> None:
        sensors = len(self.cards)
        drifted = self.drifted(sensors)
        self.memory.commands.end_running(DONE)
        self._record_inventory(sensors, now)
        if drifted:
            self.fail("COUNT_DRIFT", now)
        else:
            self.kept.needs_inventory = False
        self._settle_state()
        self.end_of_step(now)

    def drifted(self, sensors: int) -> bool:
        return sensors != self.kept.inside

    def _ejected(self, now: int) -> None:
        self.out += self.cards + self.lost
        self.cards, self.lost = [], []
        self.kept.total_out = self.kept.total_in
        self.memory.commands.end_running(DONE)
        self.kept.needs_inventory = False
        self._settle_state()
        self._record_inventory(0, now)
        self.end_of_step(now)

    def _record_inventory(self, inside: int, now: int) -> None:
        self.record("INVENTORY", now, inside=inside, total_in=self.kept.total_in, total_out=self.kept.total_out)

    def _settle_state(self) -> None:
        self.state = "RUNNING" if self.kept.inside else "EMPTY"

    def _put_in(self, cards: list[int], now: int) -> None:
        self.cards += cards
        for start in range(0, len(cards), MOST_PER_EVENT):
            n = len(cards[start : start + MOST_PER_EVENT])
            self.kept.total_in += n
            self._settle_state()
            self.record("CARDS_IN", now, n=n, total_in=self.kept.total_in)

    def _one_out(self, now: int) -> int:
        card = self.cards.pop(self.stream("shuffle").below(len(self.cards)))
        self.out.append(card)
        before = self.kept.inside
        self.count_one_out()
        self._settle_state()
        self.record("CARD_OUT", now, total_out=self.kept.total_out)
        if before >= LOW_BELOW > self.kept.inside:
            self.record("LOW", now, inside=max(0, self.kept.inside))
        if self.kept.inside == 0:
            self.record("EMPTY", now)
        self.end_of_step(now)
        return card

    def count_one_out(self) -> None:
        lie = self.fault_strikes("miscount")
        self.kept.total_out += 1 + (lie.options.get("n", 1) if lie else 0)

    # Faults

    def cycle_broken(self, fault: str, now: int) -> int:
        super().cycle_broken(fault, now)
        self.agenda.cancel("cycle")
        self.kept.needs_inventory = True
        self._settle_state()
        return 0

    def struck_by(self, fault: Fault, now: int) -> None:
        if fault.kind != "count-drift":
            super().struck_by(fault, now)
        elif self.fault_strikes("count-drift"):
            self._lose_cards(fault.options.get("n", 1))

    def _lose_cards(self, count: int) -> None:
        """Cards vanish where no sensor counts; nothing shows until the next RECOUNT."""
        self.lost += [self.cards.pop() for _ in range(min(count, len(self.cards)))]

    def clear_faults(self) -> None:
        """A lost card is found where it lay, inside the device."""
        super().clear_faults()
        self.cards += self.lost
        self.lost = []

    def shows_at_once(self, fault: Fault) -> bool:
        return fault.kind != "count-drift"

    # What an operator does

    def do_load(self, words: list[str], now: int) -> str:
        self._inlet_must_be_open()
        cards = self.cards_to_load(words)
        self._put_in(cards, now)
        return f"loaded {len(cards)}, {len(self.cards)} inside"

    def do_return(self, words: list[str], now: int) -> str:
        self._inlet_must_be_open()
        count = a_number(words, "return")
        if count > len(self.out):
            raise OperatorError(f"only {len(self.out)} cards are out of the device")
        back, self.out = self.out[:count], self.out[count:]
        self._put_in(back, now)
        return f"returned {count}, {len(self.cards)} inside"

    def _inlet_must_be_open(self) -> None:
        self.must_be_awake()
        if self.state in self.cycle_states:
            raise OperatorError(f"no cards go in while the shuffler is {self.state}")

    def do_draw(self, words: list[str], now: int) -> str:
        self.must_be_awake()
        count = a_number(words, "draw", default=1)
        drawn: list[int] = []
        while len(drawn) < count and self.cards and self.gives_cards():
            drawn.append(self._one_out(now))
        if drawn:
            return f"drew {len(drawn)} {cards_text(drawn)}"
        reason = "the shuffler is empty" if not self.cards else "the shuffler gives no card: it is "
        raise OperatorError(reason + ("" if not self.cards else "inhibited" if not self.enabled else self.state))

    def gives_cards(self) -> bool:
        return self.enabled and self.state == "RUNNING"

    def do_take(self, words: list[str], now: int) -> str:
        """Takes the cards that lie outside off the table, for example after EJECT."""
        no_more(words, "take")
        cards, self.out = self.out, []
        if not cards:
            raise OperatorError("no cards lie outside")
        return f"took {len(cards)} cards {cards_text(cards)}"

    def describe(self) -> dict[str, object]:
        return {**super().describe(), "cards": len(self.cards), "out": len(self.out)}
