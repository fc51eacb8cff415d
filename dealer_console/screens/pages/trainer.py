"""The trainer's page of a demonstration: break a device, spill a card, let the dealer make a mistake."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from dealer_console.game.irregularity.catalogue import CATALOGUE
from dealer_console.game.state import Round
from dealer_console.screens.console_config import TrainerAction
from dealer_console.screens.effects import Effect, Train
from dealer_console.screens.mistakes import MistakeReport
from dealer_console.screens.pages.look import MARK, lying_words, real_table
from dealer_console.screens.pages.pads import in_the_row
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.values import Button, Overlay, Row, Text

DEALER: Final = "dealer"  # makes mistakes, as a device has faults


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainerPage:
    """Devices and dealer in the row, then what can happen to one of them: what it leads to is seen on the felt."""

    device: str = ""
    first: int = 0

    mark = MARK
    shows_outcome = True

    def round_shown(self, builder: ScreenBuilder) -> Round | None:
        """After a mistake, what really lies there."""
        report = _report(builder)
        lies = real_table(builder) if self.device == DEALER and report is not None and report.stage == "made" else None
        return lies.round if lies is not None else None

    def framed(self, builder: ScreenBuilder) -> tuple[str, ...]:
        report = _report(builder)
        return (report.hand,) if self.device == DEALER and report is not None and report.hand else ()

    def touched(self, _builder: ScreenBuilder, _hand: str, _spot: int) -> Effect | None:
        return None

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        back = TrainerPage() if self.device else None
        texts = [self._says(builder), *(lying_words(builder) if self.round_shown(builder) is not None else ())]
        return builder.overlay(
            "trainer",
            _named(builder, self.device) if self.device else builder.words("trainer-title"),
            (*(Row(elements=(Text(text=text),)) for text in texts), *self._row(builder)),
            close=builder.back_to(back),
            covers="pad",
            tone="plain",
        )

    def _row(self, builder: ScreenBuilder) -> Iterator[Row]:
        mistakes = builder.config.mistakes
        if self.device == DEALER and mistakes is not None:
            yield from in_the_row(
                builder,
                mistakes.codes,
                self.first,
                lambda code: _mistake(builder, code),
                lambda at: replace(self, first=at),
            )
            return
        actions = [action for action in builder.config.trainer if action.device == self.device]
        devices = [*dict.fromkeys(action.device for action in builder.config.trainer)]
        devices += [DEALER] if mistakes is not None else []
        keys = [_button(builder, action) for action in actions] or [_device(builder, device) for device in devices]
        yield Row(elements=tuple(keys), band=True)

    def _says(self, builder: ScreenBuilder) -> str:
        report = _report(builder)
        if self.device != DEALER:
            return builder.words("trainer-how")
        return builder.words("trainer-dealer") if report is None else _became(builder, report)


def _report(builder: ScreenBuilder) -> MistakeReport | None:
    return builder.config.mistakes.report if builder.config.mistakes is not None else None


def _became(builder: ScreenBuilder, report: MistakeReport) -> str:
    """Whether it was made, whether it was called, by which clause, and how many moves that took."""
    words = builder.words
    return words(
        f"trainer-{report.stage}",
        what=_what(builder, report.code, report.hand, words.card_short(report.card) if report.card is not None else ""),
        clause=words.clause(report.clause) if report.clause else "",
        called=_what(builder, report.called, report.called_hand) if report.called else words("trainer-other_payment"),
        moves=report.moves,
    )


def _what(builder: ScreenBuilder, code: str, hand: str = "", card: str = "") -> str:
    words = builder.words
    what = words(CATALOGUE[code].message) if code in CATALOGUE else words(f"trainer-{code}")
    where = ", ".join(part for part in (hand, card) if part)
    return words("trainer-mistake_of", what=what, hand=where) if where else what


def _mistake(builder: ScreenBuilder, code: str) -> Button:
    mistakes, report, what = builder.config.mistakes, _report(builder), _what(builder, code)
    fields = {"device": builder.words("role-dealer"), "what": what}
    stage = report.stage if report is not None and report.code == code else ""
    does = Train(
        does=partial(mistakes.make, code) if mistakes is not None else bool,
        done=builder.words("trainer-given_up" if stage == "waits" else "trainer-done", **fields),
        refused=builder.words("trainer-refused", **fields),
    )
    open_now = stage in ("waits", "made")
    return builder.button(f"mistake:{code}", what, does, key="auto", checked=open_now)


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
