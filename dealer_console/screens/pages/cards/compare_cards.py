"""A device is back whose line fell in this round: the dealer compares the cards, then the round goes on with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from dealer_console.game.cards import UNSEEN, Card
from dealer_console.screens.effects import Change, Go
from dealer_console.screens.pages.cards.late_call_words import place_words
from dealer_console.screens.screen_builder import ScreenBuilder, closed
from dealer_console.screens.ui_state import UiState
from dealer_console.screens.values import Overlay, Row, Sheet, Text
from dealer_console.table import commands as c
from dealer_console.table.devices.returned_device import ReturnedDevice


def compare_name(back: ReturnedDevice) -> str:
    """Put away, it stays away until the round is over: cards that differ stay by hand."""
    return f"compare {back.kind}"


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareCardsPage:
    """The figures of the device against what is recorded, and the last cards against the felt, which stays in sight."""

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        back = builder.snapshot.returned
        return builder.overlay(
            "compare-cards",
            builder.words("compare-title"),
            tuple(_rows(builder, back)) if back is not None else (),
            covers="pad",
            under_prompt=True,
        )


def _rows(builder: ScreenBuilder, back: ReturnedDevice) -> Iterator[Row]:
    words, device = builder.words, builder.words(f"device-{back.kind}")
    if back.counted is not None:
        figures = (
            (words("compare-counted", device=device), str(back.counted)),
            (words("compare-recorded"), str(back.recorded)),
        )
        differ = () if back.counted == back.recorded else (0,)
        yield Row(elements=(Sheet(head=(), rows=figures, amounts=(1,), marked=differ),))
    if back.counted is not None and back.counted > back.recorded:
        yield Row(elements=(Text(text=words("compare-more", count=back.counted - back.recorded)),))
    if back.kind == "reader":
        yield Row(elements=(Text(text=words("compare-reader"), size="large"),))
    cards = tuple((place_words(words, card.lies_at), _face(builder, card.card)) for card in back.last)
    if cards:
        yield Row(elements=(Text(text=words("compare-last"), size="small"),))
        yield Row(elements=(Sheet(head=(), rows=cards, amounts=(1,)),))
    resume = c.ResumeDevice(who=builder.who, device=back.kind, cards=back.recorded)
    agree = builder.button(
        "compare:agree",
        words("compare-agree"),
        builder.submit(resume, then=closed),
        key="Y",
        main=True,
        tone="go",
    )
    put_away = builder.button("compare:differ", words("compare-differ"), Go(change=_away(back)), key="N", main=True)
    yield Row(elements=(agree, put_away), band=True)


def _face(builder: ScreenBuilder, card: Card) -> str:
    return builder.words("compare-covered") if card is UNSEEN else builder.words.card_short(card)


def _away(back: ReturnedDevice) -> Change:
    def change(ui: UiState) -> UiState:
        return replace(ui, page=None, put_away=ui.put_away | {compare_name(back)})

    return change
