"""The trainer's page of a demonstration: break a device, pull a cable, spill a card, or make a mistake that is seen
too late."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from dealer_console.game.irregularity.catalogue import CATALOGUE
from dealer_console.screens.console_config import TrainerAction
from dealer_console.screens.effects import Effect, Train
from dealer_console.screens.pages.cards.late_call import Mistake, mistakes_of
from dealer_console.screens.pages.cards.late_call_words import place_words
from dealer_console.screens.pages.pads import in_the_row
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.values import Button, Overlay, Row, Text

DEALER: Final = "dealer"  # makes mistakes, as a device has faults
# What a dealer does wrong with a card, and sees some cards later.
MISTAKES: Final = frozenset(
    {
        "card-drawn-unexposed",
        "card-exposed",
        "card-misdelivered",
        "dealer-card-missed",
        "dealer-drew-too-many",
        "hand-not-dealt",
        "hand-one-card",
        "hand-too-many-cards",
        "hit-missed",
        "hole-card-exposed",
        "natural-overlooked",
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainerPage:
    """Devices and dealer in the row, then what can happen to one of them: what it leads to is seen on the felt."""

    device: str = ""
    mistake: Mistake | None = None  # that the dealer has made: the dealer at the screen puts it right
    first: int = 0

    def framed(self, _builder: ScreenBuilder) -> tuple[str, ...]:
        return (self.mistake.hand or self.mistake.lies_at,) if self.mistake is not None else ()

    def touched(self, _builder: ScreenBuilder, _hand: str, _spot: int) -> Effect | None:
        return None

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        back = TrainerPage() if self.device else None
        return builder.overlay(
            "trainer",
            _named(builder, self.device) if self.device else builder.words("trainer-title"),
            (Row(elements=(Text(text=self._says(builder)),)), *self._row(builder)),
            close=builder.back_to(back),
            covers="pad",
            tone="plain",
        )

    def _row(self, builder: ScreenBuilder) -> Iterator[Row]:
        if self.device == DEALER:
            yield from self._mistakes(builder)
            return
        actions = [action for action in builder.config.trainer if action.device == self.device]
        devices = [*dict.fromkeys(action.device for action in builder.config.trainer), DEALER]
        keys = [_button(builder, action) for action in actions] or [_device(builder, device) for device in devices]
        yield Row(elements=tuple(keys), band=True)

    def _says(self, builder: ScreenBuilder) -> str:
        words, mistake = builder.words, self.mistake
        if self.device != DEALER:
            return words("trainer-how")
        if mistake is None:
            return words("trainer-dealer" if builder.snapshot.booked is not None else "trainer-dealer_no_round")
        what = words(CATALOGUE[mistake.code].message)
        return words(
            "trainer-mistake",
            what=words("trainer-mistake_of", what=what, hand=mistake.hand) if mistake.hand else what,
            card=words.card_short(mistake.card),
            place=place_words(words, mistake.lies_at),
        )

    def _mistakes(self, builder: ScreenBuilder) -> Iterator[Row]:
        """One of each kind, at the newest card at which it can have happened."""
        mistakes = [mistake for mistake in mistakes_of(builder) if mistake.code in MISTAKES]
        yield from in_the_row(
            builder,
            mistakes,
            self.first,
            lambda mistake: self._mistake(builder, mistake),
            lambda at: replace(self, first=at),
        )

    def _mistake(self, builder: ScreenBuilder, mistake: Mistake) -> Button:
        page = builder.open(replace(self, mistake=mistake))
        label, hint = builder.words(CATALOGUE[mistake.code].message), ""
        if mistake.not_asked:
            hint = builder.words("late-not_asked")
        return builder.button(
            f"mistake:{mistake.code}", label, page, key="auto", hint=hint, checked=mistake == self.mistake
        )


def _device(builder: ScreenBuilder, device: str) -> Button:
    page = builder.open(TrainerPage(device=device))
    return builder.button(f"trainer:{device}", _named(builder, device), page, key="auto", main=True)


def _named(builder: ScreenBuilder, device: str) -> str:
    return builder.words("role-dealer" if device == DEALER else f"device-{device}")


def _button(builder: ScreenBuilder, action: TrainerAction) -> Button:
    name, label = f"trainer:{action.device}:{action.name}", builder.words(f"trainer-{action.name}")
    fields = {"device": builder.words(f"device-{action.device}"), "what": label}
    does = Train(
        does=action.does,
        done=builder.words("trainer-done", **fields),
        refused=builder.words("trainer-refused", **fields),
    )
    return builder.button(name, label, does, key="auto", main=True)
