"""The cards themselves, apart from what any device says about them: in the shoe, on the table, in the reader."""

from __future__ import annotations

from collections import Counter
from random import Random

from dealer_console.game.cards import FACES, Card, card
from dealer_console.simulation.virtual_table import VirtualTable
from dealer_console.table.shift.continuous_shuffler import CONTINUOUS
from dealer_console.table.state.table_state import DOWN, NEXT, TableState


class PhysicalCards:
    """Follows every card that leaves the simulated shoe, by its draw number."""

    device = "shoe"

    def __init__(self, virtual: VirtualTable, dice: Random) -> None:
        self.virtual = virtual
        self.dice = dice
        self.by_number: dict[int, Card] = {}
        self.hole: Card | None = None
        self.again: list[Card] = []  # entered by hand and taken back
        self.in_hand: list[int] = []  # drawn, and no device has told the table of it yet
        self._lay_ready = False  # the card last taken by hand is one that the table knows to lie ready

    @property
    def _shoe(self) -> object:
        return self.virtual.sims[self.device].device

    @property
    def left(self) -> int:
        return len(self._shoe.cards)  # type: ignore[attr-defined]

    @property
    def untold(self) -> bool:
        """Does the shoe hold events that the table has not recorded?"""
        return bool(self._shoe.memory.events.waiting)  # type: ignore[attr-defined]

    def of_draw(self, number: int) -> Card:
        return self.by_number[number]

    def face_down(self, state: TableState, hand: str) -> Card:
        """The double card that lies face down at this hand: only who turns it sees it."""
        draw = state.draw_at(f"{DOWN}{hand}")
        return self.of_draw(draw.number) if draw is not None else card("2c")

    def load(self, decks: int) -> bool:
        """False: the device takes no cards now, and the people see it."""
        order = list(FACES) * decks
        self.dice.shuffle(order)
        return self._load(order)

    def _load(self, order: list[Card]) -> bool:
        self.in_hand, self.again = [], []
        return self.virtual.operate(self.device, "load " + " ".join(face.text for face in order)).startswith("ok")

    def draw(self) -> str | None:
        """The dealer pulls a card. None: none came out."""
        shoe = self._shoe
        first = shoe.kept.last_draw + 1  # type: ignore[attr-defined]
        answer = self.virtual.operate("shoe", "draw 1")
        if not answer.startswith("ok drew"):
            return None
        drawn = answer.split()[3]
        for at in range(0, len(drawn), 2):
            self.by_number[first + at // 2] = card(drawn[at : at + 2])
            self.in_hand.append(first + at // 2)
        return "draw"

    @property
    def gate_open(self) -> bool:
        return bool(self._shoe.enabled)  # type: ignore[attr-defined]

    def take_by_hand(self, state: TableState) -> Card | None:
        """The card that lies ready or is in the dealer's hand; else one out of the shoe, past all its sensors."""
        self._lay_ready = False
        if self.again:
            return self.again.pop()
        ready = state.draw_at(NEXT)
        if ready is not None:
            self._lay_ready = True
            return self.of_draw(ready.number)
        if self.in_hand:
            return self.of_draw(self.in_hand.pop(0))
        shoe = self._shoe
        code = shoe.cards.pop(0)  # type: ignore[attr-defined]
        return card(_text(code))

    def take_back_into_hand(self, face: Card) -> None:
        """The card just taken by hand was not laid down: it lies ready as before, or stays in the dealer's hand."""
        if not self._lay_ready:
            self.again.append(face)

    def uncounted(self, waiting: set[int]) -> int:
        """Cards out of the shoe that the table has not counted: in the dealer's hand, beside those that wait."""
        return len(self.again) + sum(1 for number in self.in_hand if number not in waiting)

    def card_reported(self, number: int, place: str) -> None:
        """The table has recorded this draw, and knows where it goes."""
        if number in self.in_hand and place != "by-hand":
            self.in_hand.remove(number)

    def put_back(self) -> str | None:
        """A shoe gets its cards back only when it is shuffled."""
        return None

    def take_out(self) -> None:
        """A shoe is emptied by hand, with nobody's help."""

    def discarded(self) -> None:
        """A card that was taken back, and that no hand is due any more, goes to the discards."""
        if self.again:
            self.again.pop()

    def put_discards_back(self, out: list[Card], decks: int) -> None:
        """All but these, which lie on the layout or came since, is shuffled and loaded; an unseen one is any card."""
        state = self.virtual.session.state
        hidden = [self.of_draw(draw.number) for draw in state.draws.values() if draw.counted]
        faces = Counter(face for face in out if face.suit_known) + Counter(hidden)
        rest = list((Counter(dict.fromkeys(FACES, decks)) - faces).elements())
        self.dice.shuffle(rest)
        self._load(rest[: len(FACES) * decks - len(out)])

    def use_reader(self, hole: Card) -> str | None:
        """Insert the hole card when the reader is armed, take it out when it has been read."""
        reader = self.virtual.sims["reader"].device
        if reader.card is not None:  # type: ignore[attr-defined]
            self.virtual.operate("reader", "remove")
            return "remove"
        if getattr(reader, "state", None) == "ARMED" or self.dice.random() < 0.02:
            self.virtual.operate("reader", f"insert {hole.text}")
            self.virtual.run(0.3)
            self.virtual.operate("reader", "remove")
            return "insert"
        return None


def _text(byte: int) -> str:
    return "_A23456789TJQK"[byte & 15] + "_dcsh"[byte >> 4]


class ContinuousCards(PhysicalCards):
    """Nobody but the people reads these cards: every one is entered by hand."""

    device = CONTINUOUS

    def uncounted(self, _waiting: set[int]) -> int:
        """What the dealer holds, less what went back and the device has not told yet."""
        stock, totals = self.virtual.session.state.stock, self._shoe.kept  # type: ignore[attr-defined]
        recorded = stock.total_in if stock is not None and stock.total_in is not None else totals.total_in
        return len(self.again) - int(totals.total_in - recorded)

    def load(self, decks: int) -> bool:
        """Once, and then waits until the device has told all of it."""
        loaded = super().load(decks)
        if loaded:
            self.virtual.run(20.0, lambda: not self.untold)
        return loaded

    @property
    def outside(self) -> int:
        return len(self._shoe.out)  # type: ignore[attr-defined]

    def take_by_hand(self, state: TableState) -> Card | None:
        """None: the device gives no card now."""
        self._lay_ready = False
        if self.again:
            return self.again.pop()
        if not self.gate_open or self.untold:
            return None
        answer = self.virtual.operate(CONTINUOUS, "draw 1")
        return card(answer.split()[3]) if answer.startswith("ok drew") else None

    def put_back(self) -> str | None:
        """The cards of the round go back, all of them."""
        if not self.outside:
            return None
        self.again = []
        answer = self.virtual.operate(CONTINUOUS, f"return {self.outside}")
        return "cards back" if answer.startswith("ok") else None

    def take_out(self) -> None:
        """Whatever the device gives out when it is emptied."""
        self.virtual.operate(CONTINUOUS, "take")

    def put_discards_back(self, out: list[Card], decks: int) -> None:
        """It never runs empty with so many decks inside."""
