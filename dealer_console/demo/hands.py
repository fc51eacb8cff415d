"""The hands at a demonstration: they pull the cards, feed the reader, carry batches from the shuffler to the shoe.

They see what a dealer sees: what the table waits for, and the machines' own lamps. Where the hole card lies they know
as hands know it: they put it there. Nothing of it reaches the screen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final

from dealer_console.game import phases
from dealer_console.game.cards import FACES, Card, card
from dealer_console.table.state.table_state import TableState

Hand = Callable[[str, str], str]
SHOE, SHUFFLER, READER = "shoe", "batch-shuffler", "reader"
BEHIND_THE_CUTTING_CARD: Final = 78  # a quarter of six decks is not dealt


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What hands are needed for now, as the committed state says."""

    decks: int = 6
    card: bool = False  # a card is due, and the shoe tells it
    opens_round: bool = False  # it would be the first card of a round
    told: tuple[object, ...] = ()  # what the table knows of cards that left the shoe: another value after each one
    hole: int | None = None  # the number of the draw that lies face down
    check: bool = False  # the hole card goes into the reader
    shoe_number: int = 0
    shuffle_by_machine: bool = False  # the cards are to lie in the shuffler


def wanted_of(state: TableState) -> Wanted:
    """Read on the table's own thread, whenever it publishes."""
    r = state.round
    hole = state.hole_draw
    if state.table is None:
        return Wanted()
    if r is None:
        may_open = bool(state.bets) and not state.shoe_over and not state.burn_due and state.shoe is not None
        due, opens = state.burn_due or may_open, may_open
    else:
        due, opens = r.due is not None and r.irregularity is None and state.opening is None, False
    return Wanted(
        decks=state.table.decks,
        card=due and not state.cards_by_hand and not state.draws.keys() - ({hole.number} if hole else set()),
        opens_round=opens,
        told=(state.shoe_number, state.shoe.out if state.shoe is not None else 0, *state.draws),
        hole=hole.number if hole is not None else None,
        check=r is not None and r.phase is phases.CHECK and r.table.hole_card == "reader" and r.irregularity is None,
        shoe_number=state.shoe_number,
        shuffle_by_machine=not state.in_round,
    )


class DemoHands:
    """`step` does the next thing that hands have to do, and says so; None when there is nothing to do."""

    def __init__(self, hand: Hand, kinds: tuple[str, ...], *, seed: int, may_deal: Callable[[], bool] = lambda: True):
        self._hand = hand
        self._kinds = kinds
        self._dice = Random(seed)
        self._may_deal = may_deal
        self._stack: list[Card] = []  # out of the shuffler, on the way to the shoe
        self._drawn: dict[int, Card] = {}
        self._shoe_loaded = 0
        self._told_at_draw: tuple[object, ...] | None = None
        self._next: list[Card] = []

    def step(self, wanted: Wanted) -> str | None:
        for deed in (self._reader, self._shuffler, self._load_shoe, self._draw):
            done = deed(wanted)
            if done is not None:
                return done
        return None

    def hole_card(self, wanted: Wanted) -> Card | None:
        """What lies face down, for the eye of a dealer who peeks."""
        return self._drawn.get(wanted.hole) if wanted.hole is not None else None

    def forget_the_past(self, wanted: Wanted) -> None:
        """These hands come to a table that is dealing already: its shoe is loaded."""
        self._shoe_loaded = wanted.shoe_number

    def can_draw(self, wanted: Wanted) -> bool:
        return wanted.told != self._told_at_draw and self._lamp(SHOE).get("enabled") == "yes"

    def load_next(self, cards: str) -> None:
        """For a script: these cards come first out of the next shoe."""
        self._next = [card(text) for text in cards.split()]

    # --- one machine each ------------------------------------------------------------------------------------------

    def _lamp(self, kind: str) -> dict[str, str]:
        """What can be seen on a machine."""
        if kind not in self._kinds:
            return {}
        return dict(word.partition("=")[::2] for word in self._hand(kind, "state").split() if "=" in word)

    def _reader(self, wanted: Wanted) -> str | None:
        lamp = self._lamp(READER)
        if lamp.get("state") == "HOLDING" and lamp.get("card") == "in":
            self._hand(READER, "remove")
            return "hole card out of the reader"
        hole = self.hole_card(wanted)
        if wanted.check and lamp.get("state") == "ARMED" and hole is not None:
            self._hand(READER, f"insert {hole.text}")
            return "hole card into the reader"
        return None

    def _shuffler(self, wanted: Wanted) -> str | None:
        state = self._lamp(SHUFFLER).get("state")
        if state == "EMPTY" and wanted.shuffle_by_machine and not self._stack:
            self._hand(SHUFFLER, f"load {_words(self._fresh(wanted.decks))}")
            return "cards into the shuffler"
        if state == "UNLOADING":
            answer = self._hand(SHUFFLER, "take")
            if answer.startswith("ok took"):
                self._stack = _cards_in(answer)
                return "cards out of the shuffler"
        return None

    def _load_shoe(self, wanted: Wanted) -> str | None:
        if SHOE not in self._kinds or wanted.shoe_number <= self._shoe_loaded:
            return None
        self._shoe_loaded = wanted.shoe_number
        cards = self._stack or self._fresh(wanted.decks)
        for each in self._next:
            cards.remove(each)
        cards = [*self._next, *cards]
        self._stack, self._next = [], []
        self._hand(SHOE, f"load {_words(cards)}")
        self._hand(SHOE, f"cut {BEHIND_THE_CUTTING_CARD}")
        return "cards into the shoe"

    def _draw(self, wanted: Wanted) -> str | None:
        if not wanted.card or (wanted.opens_round and not self._may_deal()) or SHOE not in self._kinds:
            return None
        if wanted.told == self._told_at_draw:
            return None  # the card before it is still on its way to the table
        if self._lamp(SHOE).get("enabled") != "yes":
            return None
        answer = self._hand(SHOE, "draw 1")
        if not answer.startswith("ok drew"):
            return None
        self._told_at_draw = wanted.told
        number = int(self._lamp(SHOE)["draw"])
        self._drawn[number] = _cards_in(answer)[-1]
        return "a card"

    def _fresh(self, decks: int) -> list[Card]:
        cards = list(FACES) * decks
        self._dice.shuffle(cards)
        return cards


def _words(cards: list[Card]) -> str:
    return " ".join(each.text for each in cards)


def _cards_in(answer: str) -> list[Card]:
    text = answer.split()[-1]
    return [card(text[at : at + 2]) for at in range(0, len(text), 2)]
