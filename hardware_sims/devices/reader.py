"""The hole-card reader (A8): compares inside, lets one bit out, once per round, always 150 ms after the card came."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hardware_sims.devices.device import named_cards, no_more
from hardware_sims.devices.setup import Setup
from hardware_sims.devices.tablelink_device import TablelinkDevice
from hardware_sims.errors import OperatorError
from hardware_sims.wire.constants import card_text
from hardware_sims.wire.payloads import Fields

READING_US = 150_000
READINGS_PER_ROUND = 2
ROUNDS_KEPT = 256
ACE, TEN = 1, 2
ACE_RANK = 1
TEN_RANKS = range(10, 14)


@dataclass(slots=True)
class RoundCheck:
    """What has been asked and answered in one round."""

    up: int
    readings: int = 0
    result: str | None = None


@dataclass(slots=True)
class ReaderMemory:
    """Rounds with their outcome, and the card the sensor saw last."""

    rounds: dict[int, RoundCheck] = field(default_factory=dict)
    last_result_round: int = 0
    card_lies_inside: bool = False
    round_of_card: int = 0


class Reader(TablelinkDevice):
    letter = "r"
    lasting: Mapping[str, Any] = {
        **TablelinkDevice.lasting,
        "kept": ReaderMemory,
        "card": int | None,
        "card_pulled": bool,
    }

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.kept = ReaderMemory()
        self.armed_round = 0
        self.card: int | None = None
        self.card_pulled = False
        self.operator_actions |= {"insert": self.do_insert, "remove": self.do_remove}
        desk = self.desk
        desk.effects["ARM"] = self._arm
        desk.value_checks["ARM"] = self.can_be_armed
        desk.state_checks["ARM"] = lambda fields: self.state == "IDLE"
        desk.permissions["ARM"] = self.may_arm

    # Requests

    def can_be_armed(self, fields: Fields) -> bool:
        return fields["round"] != 0 and fields["up"] in (ACE, TEN)

    def may_arm(self, fields: Fields) -> bool:
        """A round already known: same up-card only, and only while its bit has not been let out."""
        known = self.kept.rounds.get(fields["round"])
        if known is None:
            return True
        again = known.readings == 0 or (known.result == "UNREADABLE" and known.readings < READINGS_PER_ROUND)
        return again and bool(known.up == fields["up"])

    def _arm(self, fields: Fields, now: int) -> bytes:
        rounds = self.kept.rounds
        rounds.setdefault(fields["round"], RoundCheck(up=fields["up"]))
        if len(rounds) > ROUNDS_KEPT:
            del rounds[next(iter(rounds))]
        self.armed_round = fields["round"]
        self.state = "ARMED"
        return b""

    def figures(self) -> tuple[int, int, int]:
        return self.armed_round if self.state == "ARMED" else 0, self.kept.last_result_round, 0

    def inhibited(self, now: int) -> None:
        if self.state == "ARMED":
            self._disarm()
            self.state = "IDLE"

    def _disarm(self) -> None:
        self.armed_round = 0

    # The card

    def _card_in(self, now: int) -> None:
        self.kept.card_lies_inside = True
        if self.state != "ARMED":
            self.kept.round_of_card = 0
            self.state = "HOLDING"
            self.record("UNARMED", now)
            return
        number = self.kept.round_of_card = self.armed_round
        check = self.kept.rounds[number]
        check.readings += 1
        check.result = None
        self._disarm()
        self.card_pulled = False
        self.state = "READING"
        self.record("INSERTED", now, round=number)
        self.agenda.set("reading", now + self.reading_time(check), self._reading_ends)

    def reading_time(self, check: RoundCheck) -> int:
        return READING_US

    def _reading_ends(self, now: int) -> None:
        number = self.kept.round_of_card
        check = self.kept.rounds[number]
        check.result = self.compare(check.up)
        self.kept.last_result_round = number
        self.state = "HOLDING"
        self.record("RESULT", now, round=number, result=check.result)
        if self.card is None:
            self._card_out(now)
        self.end_of_step(now)

    def compare(self, up: int) -> str:
        """Two readings of the corner; only two that agree say anything."""
        if self.card_pulled or self.card is None or "sensor" in self.faults or self.fault_strikes("unreadable"):
            return "UNREADABLE"
        makes_blackjack = (self.card & 15 in TEN_RANKS) if up == ACE else (self.card & 15 == ACE_RANK)
        readings = [makes_blackjack, makes_blackjack]
        if lie := self.fault_strikes("wrong-card"):
            for wrong in range(min(2, lie.options.get("n", 2))):
                readings[wrong] = not makes_blackjack
        if readings[0] != readings[1]:
            return "UNREADABLE"
        return "BLACKJACK" if readings[0] else "CLEAR"

    def _card_out(self, now: int) -> None:
        self.kept.card_lies_inside = False
        self.state = "IDLE"
        self.record("REMOVED", now, round=self.kept.round_of_card)

    # Power

    def forget(self, now: int) -> None:
        super().forget(now)
        self._disarm()
        self.state = "HOLDING" if self.kept.card_lies_inside else "IDLE"

    def look_around(self, now: int) -> None:
        if self.kept.card_lies_inside and self.card is None:
            self._card_out(now)
        elif self.card is not None and not self.kept.card_lies_inside:
            self._card_in(now)

    # What an operator does

    def do_insert(self, words: list[str], now: int) -> str:
        cards = named_cards(words)
        if len(cards) != 1:
            raise OperatorError("insert takes one card, for example insert Kh")
        if self.card is not None:
            raise OperatorError("a card lies in the reader already: remove it first")
        if self.awake and self.state == "READING":
            raise OperatorError("the reading of the card pulled out is not over: wait 150 ms")
        self.card = cards[0]
        if self.awake:
            self._card_in(now)
        return f"inserted {card_text(self.card)}"

    def do_remove(self, words: list[str], now: int) -> str:
        no_more(words, "remove")
        if self.card is None:
            raise OperatorError("no card lies in the reader")
        self.card = None
        if self.awake and self.state == "READING":
            self.card_pulled = True
        elif self.awake:
            self._card_out(now)
        return "removed"

    def describe(self) -> dict[str, object]:
        return {**super().describe(), "card": "in" if self.card is not None else "none", "round": self.armed_round}
