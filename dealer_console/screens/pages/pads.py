"""Pads that several pages share: digits for amounts and PINs, ranks and suits for cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dealer_console.game.cards import RANKS, SUITS, Card, card
from dealer_console.game.money import BadAmount, Cents, parse_amount
from dealer_console.screens.effects import Effect
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.ui_state import Page
from dealer_console.screens.values import Button, Row

_DIGITS: Final = ("789", "456", "123")


def digit_rows(
    builder: ScreenBuilder, typed: str, page: Callable[[str], Page], *, most: int, point: bool = True
) -> list[Row]:
    """A pad of digits; `page` gives the page with other digits typed."""

    def key(text: str, now: str, keyboard: str, label: str = "") -> Button:
        return builder.button(f"digit:{text}", label or text, builder.open(page(now)), key=keyboard, main=True)

    def add(text: str) -> str:
        return (typed + text)[:most]

    rows = [Row(elements=tuple(key(each, add(each), each) for each in line)) for line in _DIGITS]
    last = [key("0", add("0"), "0"), key("back", typed[:-1], "Backspace", "⌫")]
    if point:
        last.insert(0, key("point", add(".") if "." not in typed else typed, ".", "."))
    else:
        last.insert(0, key("clear", "", "Delete", builder.words("pad-clear")))
    return [*rows, Row(elements=tuple(last))]


def amount_of(typed: str) -> Cents | None:
    try:
        return parse_amount(typed.rstrip("."))
    except BadAmount:
        return None


def rank_rows(builder: ScreenBuilder, does: Callable[[str], Effect], *, chosen: str = "") -> list[Row]:
    """Thirteen ranks in three rows; tens and faces together."""
    lines = (RANKS[:5], RANKS[5:9], RANKS[9:])
    return [
        Row(
            elements=tuple(
                builder.button(
                    f"rank:{rank}",
                    "10" if rank == "T" else rank,
                    does(rank),
                    key=rank,
                    main=True,
                    checked=rank == chosen,
                    spoken=builder.words(f"rank-{rank}"),
                )
                for rank in line
            )
        )
        for line in lines
    ]


def suit_row(builder: ScreenBuilder, rank: str, does: Callable[[Card], Effect]) -> Row:
    marks = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
    return Row(
        elements=tuple(
            builder.button(
                f"suit:{suit}",
                f"{'10' if rank == 'T' else rank}{marks[suit]}",
                does(card(rank + suit)),
                key=suit.upper(),
                main=True,
                spoken=builder.words.card(card(rank + suit)),
            )
            for suit in reversed(SUITS)
        )
    )


def close_button(builder: ScreenBuilder) -> Button:
    return builder.button("close", builder.words("page-close"), builder.close(), key="Escape")
