"""After a late call: what is to be done at the felt, ticked one by one; then the cards that have no place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dealer_console.game.cards import UNSEEN, card
from dealer_console.screens.effects import Effect
from dealer_console.screens.pages.cards.late_call_words import place_words, step_words
from dealer_console.screens.pages.irregularity import CataloguePage
from dealer_console.screens.screen_builder import ScreenBuilder, closed
from dealer_console.screens.values import Button, Overlay, Row, Text
from dealer_console.table import commands as c
from dealer_console.table.state.late_call import LateStep

SHOWN: Final = 3  # steps at a time: the next one to do, and those after it


@dataclass(frozen=True, slots=True, kw_only=True)
class LateStepsPage:
    """Opens by itself and stays until everything is ticked: nothing else goes on meanwhile."""

    def framed(self, builder: ScreenBuilder) -> tuple[str, ...]:
        """The hand of the next step: where its card belongs, or whose wager it is."""
        steps = builder.snapshot.late.steps if builder.snapshot.late is not None else ()
        due = next((step for step in steps if not step.done), None)
        return (due.hand or due.target or str(due.spot),) if due is not None else ()

    def touched(self, _builder: ScreenBuilder, _hand: str, _spot: int) -> Effect | None:
        return None

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        late = builder.snapshot.late
        steps = late.steps if late is not None else ()
        open_now = [number for number, step in enumerate(steps, start=1) if not step.done]
        rows = [
            Row(elements=(_step(builder, number, steps[number - 1], is_next=at == 0),))
            for at, number in enumerate(open_now[:SHOWN])
        ]
        if len(open_now) > 1:
            every = builder.submit(c.TickLateSteps(who=builder.who, steps=tuple(open_now)))
            label = builder.words("late-all_done", count=len(open_now))
            rows.append(Row(elements=(builder.button("late-all", label, every, key="Return"),)))
        return builder.overlay(
            "late-steps",
            builder.words("late-steps", done=len(steps) - len(open_now), count=len(steps)),
            rows,
            covers="pad",
        )


def _step(builder: ScreenBuilder, number: int, step: LateStep, *, is_next: bool) -> Button:
    hint, label = step_words(builder.words, step)
    if step.card is not None:
        face, booked = builder.words.card_short(card(step.card)), place_words(builder.words, step.origin)
        hint, label = builder.words("late-booked", place=booked), f"{face}: {label}"
    tick = builder.submit(c.TickLateSteps(who=builder.who, steps=(number,)))
    return builder.button(
        f"late-step:{number}", label, tick, key="auto", hint=hint, tone="go" if is_next else "plain", main=True
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class LateLoosePage:
    """A card that the late call left without a place: whose is it?"""

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        m = builder.snapshot
        loose = card(m.late.loose[0]) if m.late is not None and m.late.loose else UNSEEN
        buttons: list[Button] = []
        if m.loose_asked and m.round is not None and m.round.hand is not None:
            place_asked = builder.submit(c.PlaceLooseCard(who=builder.who, asked=True), then=closed)
            label = builder.words("late-loose-asked", hand=m.round.hand.id)
            buttons.append(builder.button("loose:asked", label, place_asked, key="Y", main=True))
        if m.loose_unasked:
            nobody = builder.submit(c.PlaceLooseCard(who=builder.who, asked=False), then=closed)
            label = builder.words("loose-unseen" if loose is UNSEEN else "late-loose-nobody")
            buttons.append(builder.button("loose:nobody", label, nobody, key="N", main=True))
        if m.loose_unasked and loose is UNSEEN:
            named = builder.open(CataloguePage(code="card-exposed"))
            buttons.append(builder.button("loose:seen", builder.words("loose-seen"), named, key="S", main=True))
        return builder.overlay(
            "late-loose",
            builder.words("late-loose-title", card=builder.words.card_short(loose)),
            (
                Row(elements=(Text(text=builder.words("late-loose-why")),)),
                *(Row(elements=(button,)) for button in buttons),
            ),
            covers="pad",
        )
