"""A late call by touch at any of the tables of `evening`: card, what happened, ruling, preview, approval, steps."""

from __future__ import annotations

from collections.abc import Callable

from dealer_console.game import moves
from dealer_console.game.errors import Refusal
from dealer_console.messages import words_of
from dealer_console.screens.pages.cards.late_call_words import step_words
from dealer_console.screens.values import Button, Text
from dealer_console.table import commands as c
from tests.rigs.console_rig import AnyConsole
from tests.table.late.evening import Evening, LateTable

MOST_PAGES = 8


class Fingers(AnyConsole):
    """Whatever is pressed must be on the screen, and nothing is refused."""

    def __init__(self, rig: LateTable) -> None:
        super().__init__(rig)
        assert rig.approver is not None
        self.supervisor: str = rig.approver

    def press(self, name: str) -> None:
        self.follow()
        assert name in self.console.pressable(), (name, sorted(self.console.pressable()))
        super().press(name)

    def submit(self, command: c.Command, answered: Callable[[Refusal | None], None]) -> None:
        def not_refused(refusal: Refusal | None) -> None:
            assert refusal is None, refusal
            answered(refusal)

        super().submit(command, not_refused)

    @property
    def elements(self) -> list[object]:
        return [element for rows in self.overlay.columns for row in rows for element in row.elements]

    def leaf_to(self, name: str) -> None:
        """Page by page until the button is there."""
        for _ in range(MOST_PAGES):
            if name in self.console.pressable():
                return self.press(name)
            self.press("more")
        raise AssertionError(f"{name} is on no page: {sorted(self.console.pressable())}")

    # --- the call ---------------------------------------------------------------------------------------------------

    def call_late(self, command: c.CallLate) -> None:
        call = command.call
        assert isinstance(call, moves.IrregularityCalled)
        dealt = self.state.dealt
        assert dealt is not None
        self._open_the_page()
        place = next(at for at, move in enumerate(dealt.standing) if move.seq == command.place)
        self.leaf_to(f"late-card:{place}")
        self.leaf_to(f"late-code:{call.code}{':unasked' if command.not_asked else ''}")
        if call.hand is not None:
            self.press(f"which:{call.hand}")
        if call.card is not None and f"rank:{call.card.text[0]}" in self.console.pressable():
            self.press(f"rank:{call.card.text[0]}")
            self.press(f"suit:{call.card.text[1]}")
        for ruling in command.rulings:
            self.leaf_to(f"choice:{_name_of(ruling)}")
        shown = self._preview()
        self.press("ok")
        self.approve(self.supervisor)
        late, words = self.state.late, words_of("en", self.rig.table.currency)
        steps = [": ".join(step_words(words, step)) for step in late.steps] if late is not None else []
        assert shown[: len(steps)] == steps  # what was shown before the approval is what is asked for after it

    def _open_the_page(self) -> None:
        self.follow()
        if "irregularity" not in self.console.pressable():
            self.press("close")  # the pad of the card that is due
        self.press("irregularity")
        if self.overlay.id != "late-call":
            self.press("late-call")

    def _preview(self) -> list[str]:
        """Every line of what will change; none where the page says that nothing does."""
        shown: list[str] = []
        for _ in range(MOST_PAGES):
            texts = [element.text for element in self.elements if isinstance(element, Text)]
            assert texts
            lines = [line.removeprefix("• ") for text in texts for line in text.split("\n") if line.startswith("• ")]
            if not lines or lines[0] in shown:
                return shown
            shown += lines
            if "more" not in self.console.pressable():
                return shown
            self.press("more")
        raise AssertionError("the preview does not end")

    # --- what follows -----------------------------------------------------------------------------------------------

    def tick(self, step: int) -> None:
        assert self.overlay.id == "late-steps"
        assert isinstance(next(element for element in self.elements), Button)
        self.press(f"late-step:{step}")

    def place_loose(self, *, asked: bool) -> None:
        assert self.overlay.id == "late-loose"
        self.press("loose:asked" if asked else "loose:nobody")


def _name_of(ruling: moves.Move) -> str:
    match ruling:
        case moves.Ruled(choice=choice):
            return choice
        case moves.ExposedCardRefused():
            return "hand-refuse"
        case moves.ExposedCardTaken():
            return "hand-accept"
        case moves.SpotLeft(spot=spot):
            return f"spot-out:{spot}"
        case moves.SpotPlaysOn(spot=spot):
            return f"spot-play:{spot}"
        case _:
            raise AssertionError(ruling)


class TouchedEvening(Evening):
    """The same evening; the late call and all that it asks for is done on the glass."""

    def __init__(self, rig: LateTable) -> None:
        super().__init__(rig)
        self.fingers = Fingers(rig)

    def do(self, command: c.Command) -> None:
        match command:
            case c.CallLate():
                self.fingers.call_late(command)
            case c.TickLateSteps(steps=(step,)):
                self.fingers.tick(step)
            case c.PlaceLooseCard(asked=asked):
                self.fingers.place_loose(asked=asked)
            case _:
                super().do(command)
