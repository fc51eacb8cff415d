"""The sealed shoe (A7): sees every card and tells none, until REVEAL opens one draw by name.

The gate is open while the shoe is enabled. A card pulled past a locked gate is FORCED, and the gate is then at fault.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hardware_sims.devices.command_book import revealed
from hardware_sims.devices.device import a_number, cards_behind_cut, cards_text, no_more
from hardware_sims.devices.setup import Setup
from hardware_sims.devices.tablelink_device import TablelinkDevice
from hardware_sims.errors import OperatorError
from hardware_sims.fault import Fault
from hardware_sims.wire.constants import CAPS, CARD_FLAGS, UNREADABLE, decks
from hardware_sims.wire.payloads import Fields
from hardware_sims.wire.tablelink import commit

DRAWS_KEPT = 512
REASONS_TO_REVEAL = range(1, 5)


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """A drawn card under its seal."""

    card: int
    nonce: bytes


@dataclass(slots=True)
class ShoeMemory:
    """Draw numbers count for the life of the shoe; the last 512 draws can be opened."""

    last_draw: int = 0
    since_loaded: int = 0
    draws: dict[int, Draw] = field(default_factory=dict)

    def keep(self, draw: Draw) -> int:
        self.last_draw += 1
        self.since_loaded += 1
        self.draws[self.last_draw] = draw
        self.draws.pop(self.last_draw - DRAWS_KEPT, None)
        return self.last_draw


class Shoe(TablelinkDevice):
    letter = "s"
    lasting: Mapping[str, Any] = {
        **TablelinkDevice.lasting,
        "kept": ShoeMemory,
        "cards": list[int],
        "behind_cut": int | None,
        "new_cards": bool,
        "next_is_face_up": bool,
    }

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.gate_locks = bool(setup.options["gate"])
        self.caps = CAPS["face-up"] | CAPS["cutting-card"] | (CAPS["gate"] if self.gate_locks else 0)
        self.kept = ShoeMemory()
        self.cards: list[int] = []
        self.behind_cut: int | None = None
        self.new_cards = False
        self.next_is_face_up = False
        self.operator_actions |= {
            "load": self.do_load,
            "draw": self.do_draw,
            "face-up": self.do_face_up,
            "return": self.do_return,
            "take": self.do_take,
            "cut": self.do_cut,
        }
        self.desk.effects["REVEAL"] = self._reveal
        self.desk.value_checks["REVEAL"] = self._can_be_revealed

    # Requests

    def _can_be_revealed(self, fields: Fields) -> bool:
        return fields["draw"] in self.kept.draws and fields["why"] in REASONS_TO_REVEAL

    def _reveal(self, fields: Fields, now: int) -> bytes:
        draw = self.kept.draws[fields["draw"]]
        self.record("REVEALED", now, draw=fields["draw"], why=fields["why"])
        return revealed(draw=fields["draw"], card=draw.card, nonce=draw.nonce)

    def figures(self) -> tuple[int, int, int]:
        return self.kept.last_draw, self.kept.since_loaded, 0

    # Cards

    def draw_one(self, forced: bool, now: int) -> int:
        """One card leaves the shoe; the card itself is for the hand that drew it, never for the line."""
        card = self.cards.pop(0)
        flags = self._flags_of_draw(forced)
        seen = UNREADABLE if flags & CARD_FLAGS["UNREADABLE"] else self._seen(card)
        nonce = self.stream("nonce").bytes(16)
        number = self.kept.keep(Draw(card=seen, nonce=nonce))
        self.record("CARD_DRAWN", now, draw=number, card_flags=flags, commit=self.seal(number, nonce, seen))
        self._what_comes_next(now)
        return card

    def _flags_of_draw(self, forced: bool) -> int:
        flags = CARD_FLAGS["FORCED"] if forced else 0
        if self.next_is_face_up:
            flags |= CARD_FLAGS["FACE_UP"]
            self.next_is_face_up = False
        return flags | (CARD_FLAGS["UNREADABLE"] if self.fault_strikes("unreadable") else 0)

    def _seen(self, card: int) -> int:
        if not self.fault_strikes("wrong-card"):
            return card
        return self.stream("wrong card").pick([other for other in decks(1) if other != card])

    def seal(self, number: int, nonce: bytes, seen: int) -> bytes:
        if self.fault_strikes("wrong-commit"):
            nonce = bytes(byte ^ 0xFF for byte in nonce)
        return commit(self.setup.serial, number, nonce, seen)

    def _what_comes_next(self, now: int) -> None:
        if self.behind_cut is not None and len(self.cards) == self.behind_cut:
            self.behind_cut = None
            self.state = "CUT"
            self.record("CUT_CARD", now, draw=self.kept.last_draw)
        if not self.cards:
            self.state = "EMPTY"
            self.record("EMPTY", now)

    # Lid

    def door_closed(self, now: int) -> None:
        if self.new_cards:
            self._loaded(now)
        elif not self.cards and self.state != "EMPTY":
            self.state = "EMPTY"
            self.record("EMPTY", now)

    def _loaded(self, now: int) -> None:
        self.new_cards = False
        self.state = "LOADED"
        self.kept.since_loaded = 0
        self.record("LOADED", now)

    def look_around(self, now: int) -> None:
        if not self.door_open:
            self.door_closed(now)

    # Faults

    def shows_at_once(self, fault: Fault) -> bool:
        return fault.kind != "double-feed"

    # What an operator does

    def do_load(self, words: list[str], now: int) -> str:
        cards = self.cards_to_load(words)
        lid_was_open = self.door_open
        if not lid_was_open:
            self.move_door(True, now)
        self.cards, self.new_cards, self.next_is_face_up = cards, True, False
        cut = int(self.setup.options["cut"])
        self.behind_cut = cut if 0 < cut < len(cards) else None
        if not lid_was_open:
            self.move_door(False, now)
        return f"loaded {len(cards)}" + (" under the open lid" if lid_was_open else "")

    def do_draw(self, words: list[str], now: int) -> str:
        """Draws one card or several. What starts with a locked gate is forced; a gate that locks on the way ends it."""
        self.must_be_awake()
        count = a_number(words, "draw", default=1)
        forced = not self.enabled
        drawn: list[int] = []
        while len(drawn) < count and (forced or self.enabled):
            if not self.cards or "jam" in self.faults:
                break
            drawn += self._pull(forced, now)
        if not drawn:
            jammed = "a card sticks in the exit: no card comes out until the jam is cleared"
            raise OperatorError(jammed if self.cards else "the shoe is empty")
        return f"drew {len(drawn)} {cards_text(drawn)}"

    def _pull(self, forced: bool, now: int) -> list[int]:
        drawn = [self.draw_one(forced, now)]
        if self.fault_strikes("double-feed"):
            if self.cards:
                drawn.append(self.draw_one(forced, now))
            self.fail("DOUBLE_FEED", now, cards=len(drawn))
        if forced and self.gate_locks:
            self.gate_forced(now)
        self.end_of_step(now)
        return drawn

    def gate_forced(self, now: int) -> None:
        self.fail("GATE", now, cards=0)

    def do_face_up(self, words: list[str], now: int) -> str:
        no_more(words, "face-up")
        if not self.cards:
            raise OperatorError("the shoe is empty")
        self.next_is_face_up = True
        return "the next card lies face up"

    def do_return(self, words: list[str], now: int) -> str:
        """A card is pushed back into the exit."""
        a_number(words, "return", default=1)
        self.must_be_awake()
        self.inflict(Fault(kind="reversed"), now)
        return "pushed back"

    def do_cut(self, words: list[str], now: int) -> str:
        """The cutting card goes in with N cards behind it."""
        self.behind_cut = cards_behind_cut(words, len(self.cards))
        return f"cutting card with {self.behind_cut} cards behind it"

    def do_take(self, words: list[str], now: int) -> str:
        no_more(words, "take")
        if not self.door_open:
            raise OperatorError("the lid is closed: open it to take the cards out")
        if not self.cards:
            raise OperatorError("the shoe is empty")
        cards, self.cards, self.behind_cut, self.new_cards = self.cards, [], None, False
        return f"took {len(cards)} cards {cards_text(cards)}"

    def describe(self) -> dict[str, object]:
        behind = "none" if self.behind_cut is None else self.behind_cut
        return {**super().describe(), "cards": len(self.cards), "behind_cut": behind, "draw": self.kept.last_draw}
