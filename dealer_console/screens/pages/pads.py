"""Pads that several pages share: digits for amounts and PINs, ranks and suits for cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from dealer_console.game.cards import RANKS, SUITS, Card, card
from dealer_console.game.money import BadAmount, Cents, parse_amount
from dealer_console.screens.effects import Effect
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.ui_state import Page
from dealer_console.screens.values import Button, Row

DIGITS: Final = "1234567890"
PLACES: Final = 8  # in the row of actions
Item = TypeVar("Item")


def digit_rows(
    builder: ScreenBuilder, typed: str, page: Callable[[str], Page], *, most: int, point: bool = True
) -> list[Row]:
    """The digits in the row of actions; `page` gives the page with other digits typed."""

    def key(text: str, now: str, keyboard: str, label: str = "") -> Button:
        return builder.button(f"digit:{text}", label or text, builder.open(page(now)), key=keyboard, main=True)

    def add(text: str) -> str:
        return (typed + text)[:most]

    keys = [key(digit, add(digit), digit) for digit in DIGITS]
    keys.append(key("back", typed[:-1], "Backspace", "⌫"))
    if point:  # the last one: where the row has no room for it, it stands in the column
        keys.append(key("point", add(".") if "." not in typed else typed, ".", "."))
    return [Row(elements=tuple(keys), band=True)]


def amount_of(typed: str) -> Cents | None:
    try:
        return parse_amount(typed.rstrip("."))
    except BadAmount:
        return None


def rank_rows(builder: ScreenBuilder, does: Callable[[str], Effect], *, chosen: str = "") -> list[Row]:
    """Thirteen ranks in the row of actions."""
    keys = (
        builder.button(
            f"rank:{rank}",
            "10" if rank == "T" else rank,
            does(rank),
            key=rank,
            main=True,
            checked=rank == chosen,
            spoken=builder.words(f"rank-{rank}"),
        )
        for rank in RANKS
    )
    return [Row(elements=tuple(keys), band=True)]


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


def in_the_row(
    builder: ScreenBuilder,
    items: Sequence[Item],
    first: int,
    button_for: Callable[[Item], Button],
    page: Callable[[int], Page],
) -> list[Row]:
    """As many as there are places in the row of actions; where there are more, the last place turns to the others."""
    if not items:
        return []
    if len(items) <= PLACES:
        return [Row(elements=tuple(button_for(item) for item in items), band=True)]
    after = first + PLACES - 1
    shown = [button_for(item) for item in items[first:after]]
    more = builder.open(page(after if after < len(items) else 0))
    return [Row(elements=(*shown, builder.button("more", builder.words("page-more"), more, key="PgDown")), band=True)]


def turned(
    builder: ScreenBuilder,
    items: Sequence[Item],
    first: int,
    most: int,
    row_for: Callable[[Item], Row],
    page: Callable[[int], Page],
) -> list[Row]:
    """As many lines as a page has room for; where there are more, the last one turns to the others."""
    if len(items) <= most:
        return [row_for(item) for item in items]
    start = first if first < len(items) else 0
    after = start + most - 1
    more = builder.open(page(after if after < len(items) else 0))
    label = builder.words("page-more")
    return [*map(row_for, items[start:after]), Row(elements=(builder.button("more", label, more, key="PgDown"),))]
