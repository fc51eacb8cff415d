"""Words on the felt: one size for all hands, signs for all marks, and the same size before and after settlement."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtGui import QImage

from dealer_console.messages.catalogue import Catalogue
from dealer_console.screens.sizes import SIZES, UPRIGHT, Box, ScreenSize
from dealer_console.screens.values import Felt, HandOnFelt, Mark, MoneyWay, Screen
from dealer_console.touch.felt.letters import (
    MARK_SIGNS,
    WAGER_SIGNS,
    FeltLetters,
    felt_letters,
    mark_words,
    wager_words,
)
from dealer_console.touch.theme import text_layout
from dealer_console.touch.theme.look import Look
from dealer_console.touch.theme.symbols import SIGNS
from tests.tools.gallery.screens import SWITCH, wager
from tests.touch.conftest import OpenWindow

NOT_ON_HANDS = {"blackjack", "stood"}


def _letters(opened: OpenWindow, felt: Felt) -> FeltLetters:
    window, _ = opened(replace(SWITCH, felt=felt))
    places = window.felt.places
    assert places is not None
    return felt_letters(felt, places, window.felt.stage)


def test_every_mark_has_a_sign_of_its_own() -> None:
    kinds = {key.removeprefix("mark-") for key in Catalogue("en").sources() if key.startswith("mark-")} - NOT_ON_HANDS
    assert kinds == set(MARK_SIGNS)
    assert len(set(MARK_SIGNS.values())) == len(MARK_SIGNS)
    assert {*MARK_SIGNS.values(), *WAGER_SIGNS.values()} <= SIGNS


def test_a_mark_is_sign_and_word_and_in_a_square_its_sign() -> None:
    mark = Mark(kind="split", label="split")
    assert mark_words(mark, Box(0, 0, 12, 3)) == "⑂ split"
    assert mark_words(mark, Box(0, 0, 3, 3)) == "⑂"


def test_an_added_wager_has_the_sign_of_its_mark() -> None:
    assert wager_words(wager("25")) == "25"
    assert wager_words(wager("25", "double")) == "✚ 25"
    assert wager_words(wager("12.50", "insurance")) == "⛊ 12.50"
    assert wager_words(wager("5", "match")) == "match 5"


def test_the_settlement_makes_no_letters_smaller(opened: OpenWindow) -> None:
    taken = tuple(replace(spot, hands=tuple(_settled(hand) for hand in spot.hands)) for spot in SWITCH.felt.spots)
    assert _letters(opened, SWITCH.felt) == _letters(opened, replace(SWITCH.felt, spots=taken))


def _settled(hand: HandOnFelt) -> HandOnFelt:
    return replace(hand, wagers=tuple(replace(wager_on_felt, way="take") for wager_on_felt in hand.wagers))


def test_a_mark_whose_word_has_no_room_is_its_sign_and_makes_no_letters_smaller(opened: OpenWindow) -> None:
    before = _letters(opened, SWITCH.felt)
    spots = list(SWITCH.felt.spots)
    mark = Mark(kind="surrendered", label="surrendered and more")
    spots[3] = replace(spots[3], hands=(replace(spots[3].hands[0], marks=(mark,)), spots[3].hands[1]))
    assert _letters(opened, replace(SWITCH.felt, spots=tuple(spots))) == before
    assert mark_words(mark, Box(0, 0, 12, 4.4)) == "⚑"


def _seven_spots(amount: str, way: MoneyWay) -> Screen:
    """Two hands to a spot at all seven."""
    first = SWITCH.felt.spots[0]
    wagers = (replace(wager(amount), way=way),)
    spots = tuple(
        replace(
            first,
            number=number,
            hands=tuple(replace(hand, id=f"{number}{hand.id[-1]}", wagers=wagers) for hand in first.hands),
        )
        for number in range(1, 8)
    )
    return replace(SWITCH, felt=replace(SWITCH.felt, spots=spots))


@pytest.mark.parametrize(
    ("size", "amount"),
    [(size, amount) for size in SIZES for amount in ("35", "100", *(() if size is UPRIGHT else ("12.50", "1,000")))],
)
def test_whether_a_wager_is_taken_or_paid_stands_before_its_amount(
    opened: OpenWindow, monkeypatch: pytest.MonkeyPatch, size: ScreenSize, amount: str
) -> None:
    written: list[str] = []
    monkeypatch.setattr(text_layout, "_write_line", lambda *said: written.append(said[3]))
    window, _ = opened(_seven_spots(amount, "take"), Look(size=size))
    window.grab()
    amounts = [words for words in written if words.endswith(amount)]
    assert len(amounts) == 14
    assert all(words.startswith("↓") for words in amounts), amounts


@pytest.mark.parametrize("amount", ["12.50", "1,000"])
def test_where_the_amount_fills_the_breadth_its_way_is_a_point_at_the_edge(opened: OpenWindow, amount: str) -> None:
    """On the upright display five signs fill a hand: paid points up to the player, taken down to the tray."""
    ways: tuple[MoneyWay, ...] = ("take", "pay", "push", "none")
    pictures = [opened(_seven_spots(amount, way), Look(size=UPRIGHT))[0].grab().toImage() for way in ways]
    rows = {way: _changed_rows(picture, pictures[-1]) for way, picture in zip(ways, pictures, strict=True)}
    assert rows["none"] == set()
    assert min(rows["pay"]) < min(rows["take"]), "above the amount"
    assert max(rows["take"]) > max(rows["pay"]), "below it"
    assert rows["push"] not in (rows["take"], set())


def _changed_rows(picture: QImage, other: QImage) -> set[int]:
    """Of the felt: the list beside it says the ways, too."""
    felt = range(picture.height() * 6 // 10)
    return {y for y in felt if picture.copy(0, y, picture.width(), 1) != other.copy(0, y, picture.width(), 1)}
