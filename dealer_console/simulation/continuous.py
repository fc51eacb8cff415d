"""The cards of a table with a continuous shuffler: it hands them out one by one and gets them back after the round."""

from __future__ import annotations

from dealer_console.game.cards import Card, card
from dealer_console.game.state import Round
from dealer_console.simulation.physical import PhysicalCards
from dealer_console.table.devices.csm_inventory import CONTINUOUS
from dealer_console.table.state.table_state import TableState


class ContinuousCards(PhysicalCards):
    """Nobody but the people reads these cards: every one is entered by hand."""

    device = CONTINUOUS

    @property
    def left(self) -> int:
        return len(self._shoe.cards)  # type: ignore[attr-defined]

    def uncounted(self, _waiting: set[int]) -> int:
        """What the dealer holds, less what went back and the machine has not told yet."""
        stock, totals = self.virtual.session.state.stock, self._shoe.kept  # type: ignore[attr-defined]
        told = stock.total_in if stock is not None and stock.total_in is not None else totals.total_in
        return len(self.again) - int(totals.total_in - told)

    def load(self, decks: int) -> bool:
        """Once, and then waits until the machine has told all of it."""
        loaded = super().load(decks)
        if loaded:
            self.virtual.run(20.0, lambda: not self.untold)
        return loaded

    @property
    def outside(self) -> int:
        return len(self._shoe.out)  # type: ignore[attr-defined]

    def take_by_hand(self, state: TableState) -> Card | None:
        """None: the machine gives no card now."""
        self._lay_ready = False
        if self.again:
            return self.again.pop()
        if not self.gate_open or self.untold:
            return None
        answer = self.virtual.hand(CONTINUOUS, "draw 1")
        return card(answer.split()[3]) if answer.startswith("ok drew") else None

    def put_back(self) -> str | None:
        """The cards of the round go back, all of them."""
        if not self.outside:
            return None
        self.again = []
        answer = self.virtual.hand(CONTINUOUS, f"return {self.outside}")
        return "cards back" if answer.startswith("ok") else None

    def put_discards_back(self, r: Round, held: Card | None) -> None:
        """It never runs empty with so many decks inside."""
