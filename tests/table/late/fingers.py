"""A late call by touch at any of the tables of `late_table`: card, what happened, ruling, preview, approval, steps."""

from __future__ import annotations

import time
from collections.abc import Callable

from dealer_console.game import moves
from dealer_console.game.errors import Refusal
from dealer_console.messages import words_of
from dealer_console.screens.console import Console
from dealer_console.screens.console_config import config_of
from dealer_console.screens.pages.cards.late_call_words import step_words
from dealer_console.screens.values import Button, Overlay, Text
from dealer_console.table import commands as c
from tests.rigs.known_people import PEOPLE, SUPERVISOR
from tests.rigs.staff import PINS
from tests.table.late.late_table import ContinuousShuffler, Evening, Shoe

LONGEST_WAIT = 30.0
MOST_PAGES = 8


class Fingers:
    """The dealer's console over the session of a rig; whatever is pressed must be on the screen."""

    def __init__(self, shoe: Shoe) -> None:
        self.shoe, self.session = shoe, shoe.session
        pins = PINS if isinstance(shoe, ContinuousShuffler) else dict.fromkeys(PEOPLE, "0000")
        self.supervisor = "Sam" if isinstance(shoe, ContinuousShuffler) else SUPERVISOR
        self.pin = pins[self.supervisor]
        self.console = Console(self, config_of(self.session.setup.file, people=tuple(pins)))

    def submit(self, touch: c.Command, answered: Callable[[Refusal | None], None]) -> None:
        """A PIN may be looked at aside: the answer comes when it has been."""
        answer = self.session.submit(touch)
        end = time.monotonic() + LONGEST_WAIT
        self.session.step()
        while not answer.done():
            assert time.monotonic() < end, "the table never answered"
            time.sleep(0.0005)
            self.session.step()
        refusal = answer.result(0).refusal
        assert refusal is None, refusal
        answered(refusal)

    def press(self, name: str) -> None:
        self.look()
        assert name in self.console.pressable(), (name, sorted(self.console.pressable()))
        self.console.press(name)
        self.look()

    def look(self) -> None:
        self.console.show(self.session.snapshot)

    @property
    def overlay(self) -> Overlay:
        self.look()
        overlay = self.console.screen.overlay
        assert overlay is not None
        return overlay

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
        dealt = self.session.state.dealt
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
        assert self.overlay.id == "request"
        self._approve()
        late, words = self.session.state.late, words_of("en", self.session.setup.file.currency)
        steps = [": ".join(step_words(words, step)) for step in late.steps] if late is not None else []
        assert shown[: len(steps)] == steps  # what was shown before the approval is what is asked for after it

    def _open_the_page(self) -> None:
        self.look()
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

    def _approve(self) -> None:
        self.press(f"person:{self.supervisor}")
        for digit in self.pin:
            self.press(f"digit:{digit}")
        self.press("approve")

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

    def __init__(self, shoe: Shoe) -> None:
        super().__init__(shoe)
        self.fingers = Fingers(shoe)

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
