"""The operator of the demonstration's devices: pulls cards, feeds the reader, carries batches to the shoe.

It sees what a dealer sees: what the table waits for, and the devices' own lamps. Where the hole card lies it knows
because it put it there. Nothing of it reaches the screen.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Final

from dealer_console.demo.simulated_dealer import SimulatedDealer
from dealer_console.game import phases
from dealer_console.game.cards import FACES, Card, UnknownCard, card
from dealer_console.table.shift.readiness import BY_DEVICE
from dealer_console.table.state.table_state import TableState

Operate = Callable[[str, str], str]
SHOE, SHUFFLER, READER, CAMERA = "shoe", "batch-shuffler", "reader", "camera"
DRAWS_KNOWN: Final = 512  # a hole card is one of the last
BEHIND_THE_CUTTING_CARD: Final = 78  # a quarter of six decks is not dealt


@dataclass(frozen=True, slots=True, kw_only=True)
class OperatorTasks:
    """What an operator is needed for now, as the committed state says."""

    decks: int = 6
    card: bool = False  # a card is due, and the shoe tells it
    opens_round: bool = False  # it would be the first card of a round
    cards_known: tuple[object, ...] = ()  # of those that left the shoe: another value after each one
    hole: int | None = None  # the number of the draw that lies face down
    face_up: int | None = None  # the draw that lies open and that no camera has been heard about
    check: bool = False  # the hole card goes into the reader
    shoe_number: int = 0
    shuffle_by_device: bool = False  # the cards are to lie in the shuffler
    exchange: bool = False  # they go in while shuffled ones wait in it


def tasks_of(state: TableState) -> OperatorTasks:
    """Read on the table's own thread, whenever it publishes."""
    r = state.round
    hole = state.hole_draw
    if state.table is None:
        return OperatorTasks()
    if r is None:
        may_open = bool(state.bets) and not state.shoe_over and not state.burn_due and state.shoe is not None
        due, opens = state.burn_due or may_open, may_open
    else:
        due, opens = r.due is not None and r.irregularity is None and state.opening is None, False
    return OperatorTasks(
        decks=state.table.decks,
        card=due and not state.cards_by_hand and not state.draws.keys() - ({hole.number} if hole else set()),
        opens_round=opens,
        cards_known=(state.shoe_number, state.shoe.out if state.shoe is not None else 0, *state.draws),
        hole=hole.number if hole is not None else None,
        face_up=_face_up(state),
        check=r is not None and r.phase is phases.CHECK and r.table.hole_card == "reader" and r.irregularity is None,
        shoe_number=state.shoe_number,
        shuffle_by_device=not state.in_round,
        exchange=_exchange_due(state),
    )


def _face_up(state: TableState) -> int | None:
    """The last card that lies open: told by the shoe, or one that the shoe could not read."""
    unread = [draw.number for draw in state.draws.values() if draw.unreadable and draw.dealt]
    opened = [number for number, _ in state.camera.uncompared]
    return max(unread or opened, default=None)


def _exchange_due(state: TableState) -> bool:
    cards, second = state.shift.cards, state.second_batch
    ready = second is not None and second.stage == "ready"
    return ready and cards.procedure == BY_DEVICE and cards.done is None and state.batch_stage is None


class DemoOperator:
    """`step` does the next thing that an operator has to do, and says so; None when there is nothing to do."""

    def __init__(
        self, operate: Operate, kinds: tuple[str, ...], *, seed: int, may_deal: Callable[[], bool] = lambda: True
    ):
        self.dealer: SimulatedDealer | None = None  # who may be about to make a mistake
        self._operate = operate
        self._kinds = kinds
        self._dice = Random(seed)
        self._may_deal = may_deal
        self._stack: list[Card] = []  # out of the shuffler, on the way to the shoe
        self._drawn: dict[int, Card] = {}
        self._shoe_loaded = 0
        self._known_at_draw: tuple[object, ...] | None = None
        self._before_camera: int | None = None
        self._next: list[Card] = []

    def step(self, tasks: OperatorTasks) -> str | None:
        for task in (self._reader, self._camera, self._shuffler, self._load_shoe, self._draw):
            done = task(tasks)
            if done is not None:
                return done
        return None

    def hole_card(self, tasks: OperatorTasks) -> Card | None:
        """What lies face down, for the eye of a dealer who peeks."""
        if tasks.hole is not None:
            return self._drawn.get(tasks.hole)
        return self.dealer.moved_hole_card if self.dealer is not None else None

    def last_card(self) -> Card | None:
        """What left the shoe last, for the eye of whoever drew it."""
        return self._drawn.get(max(self._drawn, default=0))

    @property
    def left(self) -> object:
        """For the operator after this one: which shoe is loaded, what lies in these hands, and where each card went."""
        drawn = [[number, face.text] for number, face in self._drawn.items()]
        return {"shoe": self._shoe_loaded, "stack": [face.text for face in self._stack], "drawn": drawn}

    def take_over(self, left: object) -> None:
        """From the operator before; what nobody left is passed over."""
        match left:
            case {"shoe": int(shoe), "stack": [*stack], "drawn": [*drawn]}:
                with suppress(UnknownCard, TypeError, ValueError):
                    where = {int(number): card(text) for number, text in drawn}
                    self._shoe_loaded, self._stack, self._drawn = shoe, [card(text) for text in stack], where

    def forget_the_past(self, tasks: OperatorTasks) -> None:
        """This operator comes to a table that is dealing already: its shoe is loaded."""
        self._shoe_loaded = tasks.shoe_number

    def can_draw(self, tasks: OperatorTasks) -> bool:
        return tasks.cards_known != self._known_at_draw and self._lamp(SHOE).get("enabled") == "yes"

    def load_next(self, cards: str) -> None:
        """For a script: these cards come first out of the next shoe."""
        self._next = [card(text) for text in cards.split()]

    # --- one device each ------------------------------------------------------------------------------------------

    def _lamp(self, kind: str) -> dict[str, str]:
        """What can be seen on a device."""
        if kind not in self._kinds:
            return {}
        return dict(word.partition("=")[::2] for word in self._operate(kind, "state").split() if "=" in word)

    def _reader(self, tasks: OperatorTasks) -> str | None:
        lamp = self._lamp(READER)
        if lamp.get("state") == "HOLDING" and lamp.get("card") == "in":
            self._operate(READER, "remove")
            return "hole card out of the reader"
        hole = self.hole_card(tasks)
        if tasks.check and lamp.get("state") == "ARMED" and hole is not None:
            self._operate(READER, f"insert {hole.text}")
            return "hole card into the reader"
        return None

    def _camera(self, tasks: OperatorTasks) -> str | None:
        """The place of the last open card lies before it; a card face down never does."""
        if CAMERA not in self._kinds or tasks.face_up == self._before_camera:
            return None
        self._before_camera = tasks.face_up
        face = self._drawn.get(tasks.face_up) if tasks.face_up is not None else None
        if face is not None:
            self._operate(CAMERA, f"show {face.text}")
            return "a card before the camera"
        return None

    def _shuffler(self, tasks: OperatorTasks) -> str | None:
        lamp = self._lamp(SHUFFLER)
        state = lamp.get("state")
        goes_in = state == "EMPTY" and tasks.shuffle_by_device
        goes_in = goes_in or (state == "READY" and tasks.exchange and "waiting" not in lamp)
        if goes_in and not self._stack:
            self._operate(SHUFFLER, f"load {_words(self._fresh(tasks.decks))}")
            return "cards into the shuffler"
        if state == "UNLOADING" or lamp.get("outlet") == "open":
            answer = self._operate(SHUFFLER, "take")
            if answer.startswith("ok took"):
                self._stack = _cards_in(answer)
                return "cards out of the shuffler"
        return None

    def _load_shoe(self, tasks: OperatorTasks) -> str | None:
        if SHOE not in self._kinds or tasks.shoe_number <= self._shoe_loaded:
            return None
        self._shoe_loaded = tasks.shoe_number
        cards = self._stack or self._fresh(tasks.decks)
        for face in self._next:
            cards.remove(face)
        cards = [*self._next, *cards]
        self._stack, self._next = [], []
        self._operate(SHOE, f"load {_words(cards)}")
        self._operate(SHOE, f"cut {BEHIND_THE_CUTTING_CARD}")
        return "cards into the shoe"

    def _draw(self, tasks: OperatorTasks) -> str | None:
        holds_back, wrongly = (self.dealer.holds_back, self.dealer.draws) if self.dealer is not None else (False, "")
        draws = (tasks.card and not holds_back) or wrongly == "unasked"
        if not draws or (tasks.opens_round and not self._may_deal()) or SHOE not in self._kinds:
            return None
        if tasks.cards_known == self._known_at_draw:
            return None  # the card before it is still on its way to the table
        if self._lamp(SHOE).get("enabled") != "yes":
            return None
        answer = self._operate(SHOE, "draw 2" if wrongly == "two" else "draw 1")
        if not answer.startswith("ok drew"):
            return None
        self._known_at_draw = tasks.cards_known
        number = int(self._lamp(SHOE)["draw"])
        for at, face in enumerate(reversed(_cards_in(answer))):
            self._drawn[number - at] = face
            self._drawn.pop(number - at - DRAWS_KNOWN, None)
        return "a card"

    def _fresh(self, decks: int) -> list[Card]:
        cards = list(FACES) * decks
        self._dice.shuffle(cards)
        return cards


def _words(cards: list[Card]) -> str:
    return " ".join(card.text for card in cards)


def _cards_in(answer: str) -> list[Card]:
    text = answer.split()[-1]
    return [card(text[at : at + 2]) for at in range(0, len(text), 2)]
