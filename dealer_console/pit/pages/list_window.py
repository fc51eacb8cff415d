"""A window on a long list: which lines are in sight, and the two buttons that turn it."""

from __future__ import annotations

from dataclasses import dataclass

from dealer_console.screens.values import Button


@dataclass(slots=True, kw_only=True)
class Paging:
    """`id` is the beginning of the ids of its buttons."""

    id: str
    first: int = 0
    step: int = 1

    def window(self, count: int, step: int) -> slice:
        """What is in sight of `count` lines, where `step` of them fit."""
        self.step = max(1, step)
        self.first = max(0, min(self.first, max(0, count - 1) // self.step * self.step))
        return slice(self.first, self.first + self.step)

    def buttons(self, count: int, *, more: bool = False, second: bool = False) -> tuple[Button, Button]:
        """`more`: further lines can be fetched. `second`: another list of the same page has the plain keys."""
        shift = "Shift+" if second else ""
        back, on = self.first > 0, more or self.first + self.step < count
        return (
            Button(
                id=f"{self.id}:up",
                label="▲",
                key=f"{shift}PgUp",
                spoken="Lines before",
                enabled=back,
                reason="" if back else "this is the top",
            ),
            Button(
                id=f"{self.id}:down",
                label="▼",
                key=f"{shift}PgDown",
                spoken="More lines",
                enabled=on,
                reason="" if on else "this is the end",
            ),
        )

    def press(self, touched: str, count: int) -> bool:
        if touched == f"{self.id}:up":
            self.first = max(0, self.first - self.step)
        elif touched == f"{self.id}:down":
            if self.first + self.step < count:
                self.first += self.step
        else:
            return False
        return True
