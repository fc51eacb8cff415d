"""People who do the wrong thing: a card too early, a touch out of place, a change of mind, a try without the right."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from dealer_console.game import moves
from dealer_console.game.hand import HandId, Spot
from dealer_console.simulation.people import People
from dealer_console.simulation.physical import PhysicalCards
from dealer_console.table import commands as c


class WrongTouches(ABC):
    """`err` does one of them."""

    def __init__(self, people: People, cards: PhysicalCards, broken: Callable[[str, str], None]) -> None:
        self.people = people
        self.cards = cards
        self.broken = broken
        self.dice, self.virtual = people.dice, people.virtual

    def err(self) -> None:
        error = self.dice.randrange(6)
        if error == 0 and not self.people.state.cards_by_hand:
            self.cards.draw()
        elif error == 1:
            self.virtual.operate(self.cards.device, "face-up")
        elif error == 2:
            self.people.take_back()
        elif error == 3:
            self._wrong_touch()
        elif error == 4 and "reader" in self.virtual.kinds:
            self.virtual.operate("reader", self.dice.choice(("insert 2c", "remove", "door open", "door close")))
        else:
            self._without_the_right()

    def _wrong_touch(self) -> None:
        who = self.people.dealer
        touches: list[c.Command] = [
            c.ShowHoleCard(who=who),
            c.WagersPaid(who=who),
            c.SameWagers(who=who),
            c.ExplainDraw(who=who, seen=False),
            c.Play(who=who, move=moves.Stood(hand=HandId("5b"))),
            c.Play(who=who, move=moves.Switched(spot=Spot(1))),
            c.Play(who=who, move=moves.InsuranceClosed()),
            c.Play(who=who, move=moves.HitAsked(hand=HandId("1a"))),
        ]
        self.people.touch(self.dice.choice(touches))

    def _without_the_right(self) -> None:
        self.forbidden(self.dice.choice(self.forbidden_touches()))

    @abstractmethod
    def forbidden_touches(self) -> list[c.Command]:
        """Of somebody without the right, or somebody who approves for himself."""

    def forbidden(self, touch: c.Command) -> None:
        """That a refusal changes nothing is looked at with every touch; here it must be one."""
        if self.people.touch(touch) is None:
            inner = touch.command if isinstance(touch, c.Signed) else touch
            self.broken("rights", f"{type(inner).__name__} of somebody without the right was obeyed")
