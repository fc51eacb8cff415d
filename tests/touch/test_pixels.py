"""What is really painted: contrast measured on the pixels, the hand in turn, backs that tell nothing, whole texts."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from dealer_console.screens.sizes import Box
from dealer_console.screens.values import CardOnFelt
from dealer_console.touch.app.robot_export import touchables
from dealer_console.touch.felt.card_faces import CardFaces
from dealer_console.touch.theme.look import Look
from dealer_console.touch.theme.palettes import PALETTES
from dealer_console.touch.theme.text_layout import ELLIPSIS, Writing, breadth, fitted
from dealer_console.touch.theme.themes import ThemeName, contrast
from dealer_console.touch.window import ConsoleWindow
from tests.tools.gallery.pictures import SCREENS
from tests.tools.gallery.screens import SWITCH, dealer
from tests.touch.conftest import OpenWindow

RANKS = "A23456789TJQK"


def colours(picture: QImage, box: QRect | None = None) -> Counter[str]:
    part = picture.copy(box or picture.rect()).convertToFormat(QImage.Format.Format_RGB32)
    pixels = Counter(memoryview(part.constBits()).cast("I"))
    return Counter({f"#{pixel & 0xFFFFFF:06x}": number for pixel, number in pixels.items()})


def best_contrast(found: Counter[str]) -> float:
    """Between the commonest colour, which is the ground, and the one farthest from it that is no mere fringe."""
    ground, _ = found.most_common(1)[0]
    return max(contrast(ground, colour) for colour, count in found.items() if count >= 4)


@pytest.mark.parametrize("theme", PALETTES)
@pytest.mark.parametrize("name", ["switch", "settlement", "report"])
def test_every_button_is_read_on_its_pixels(opened: OpenWindow, name: str, theme: ThemeName) -> None:
    window, _ = opened(SCREENS[name], Look(theme=theme))
    picture = window.grab().toImage()
    for touchable in touchables(window):
        if touchable.id.startswith(("hand:", "spot:")):
            continue
        box = QRect(touchable.widget.mapTo(window, QPoint(0, 0)), touchable.widget.size()).adjusted(6, 6, -6, -6)
        found = colours(picture, box)
        assert best_contrast(found) >= PALETTES[theme].least_contrast, touchable.id


@pytest.mark.parametrize("theme", PALETTES)
def test_totals_and_cards_are_read_on_their_pixels(opened: OpenWindow, theme: ThemeName) -> None:
    window, _ = opened(SWITCH, Look(theme=theme))
    picture = window.felt.grab().toImage()
    places = window.felt.places
    assert places is not None
    for hand in places.hands:
        for box in (hand.total, hand.cards[-1].box):
            found = colours(picture, _pixels(box, window).adjusted(3, 3, -3, -3))
            assert best_contrast(found) >= 4.5, hand.id


def _pixels(box: Box, window: ConsoleWindow) -> QRect:
    scaled = box.scaled(window.look.px_per_mm)
    return QRect(round(scaled.x), round(scaled.y), round(scaled.width), round(scaled.height))


@pytest.mark.parametrize("theme", PALETTES)
def test_the_hand_in_turn_is_unmistakable(opened: OpenWindow, theme: ThemeName) -> None:
    """A frame that no other hand has, all around it."""
    window, _ = opened(SWITCH, Look(theme=theme))
    picture = window.felt.grab().toImage()
    places = window.felt.places
    assert places is not None
    turn = PALETTES[theme].turn
    framed = [hand.id for hand in places.hands if colours(picture, _pixels(hand.cell, window))[turn] > 400]
    assert framed == ["2a"]


# --- cards ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("four", [False, True])
def test_fifty_two_faces_are_all_different(qapp: QWidget, four: bool) -> None:
    faces = CardFaces(Look(four_colours=four))
    pictures = [
        faces.picture(CardOnFelt(rank=rank, suit=suit), 61, 85, calm=False).toImage()
        for rank in RANKS
        for suit in "shdc"
    ]
    assert all(one != other for at, one in enumerate(pictures) for other in pictures[at + 1 :])


def test_ranks_differ_by_form_not_by_colour_alone(qapp: QWidget) -> None:
    """Without any colour the four suits of one rank are still four pictures."""
    faces = CardFaces(Look())
    grey = QImage.Format.Format_Grayscale8
    for rank in RANKS:
        pictures = [
            faces.picture(CardOnFelt(rank=rank, suit=suit), 61, 85, calm=False).toImage().convertToFormat(grey)
            for suit in "shdc"
        ]
        assert all(one != other for at, one in enumerate(pictures) for other in pictures[at + 1 :])


def test_the_corner_alone_tells_the_rank(qapp: QWidget) -> None:
    """As much of a card as stays in sight in a fan."""
    faces = CardFaces(Look())
    corner = QRect(QPoint(0, 0), QPoint(25, 28))
    pictures = [
        faces.picture(CardOnFelt(rank=rank, suit="s"), 61, 85, calm=False).toImage().copy(corner) for rank in RANKS
    ]
    assert all(one != other for at, one in enumerate(pictures) for other in pictures[at + 1 :])


def test_a_back_is_a_back_whatever_lies_below(opened: OpenWindow) -> None:
    """There is nothing in a back but its place: two tables with backs show the same pixels."""
    one, _ = opened(replace(SWITCH, felt=replace(SWITCH.felt, dealer=dealer("6h ##", "6"))))
    other, _ = opened(replace(SWITCH, felt=replace(SWITCH.felt, dealer=dealer("6h ##", "6"))))
    shown, _ = opened(replace(SWITCH, felt=replace(SWITCH.felt, dealer=dealer("6h Ts", "16"))))
    assert one.grab().toImage() == other.grab().toImage()
    assert one.grab().toImage() != shown.grab().toImage()


def test_a_card_in_question_and_a_card_across_are_seen(qapp: QWidget) -> None:
    faces = CardFaces(Look())
    plain, marked, across, calm = (
        faces.picture(card, 61, 85, calm=finished).toImage()
        for card, finished in (
            (CardOnFelt(rank="5", suit="c"), False),
            (CardOnFelt(rank="5", suit="c", marked=True), False),
            (CardOnFelt(rank="5", suit="c", across=True), False),
            (CardOnFelt(rank="5", suit="c"), True),
        )
    )
    assert plain != marked
    assert plain != calm
    assert (across.width(), across.height()) == (plain.height(), plain.width())


# --- letters -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["Hit", "Surrender", "The dealer has a wrong number of cards", "5♥ → 20 ✓"])
@pytest.mark.parametrize("width", [40.0, 120.0, 500.0])
def test_no_text_runs_out_of_its_box(qapp: QWidget, text: str, width: float) -> None:
    for lines in (1, 3):
        fit = fitted(text, width, 60.0, Writing(size=24, lines=lines, smallest=0.5))
        assert len(fit.lines) <= lines
        assert all(breadth(line, fit.px, False, fit.stretch) <= width for line in fit.lines if line != ELLIPSIS)


def test_a_text_that_fits_is_not_made_smaller(qapp: QWidget) -> None:
    assert fitted("Hit", 400.0, 60.0, Writing(size=24)).px == 24
    assert fitted("Hit the table hard", 60.0, 90.0, Writing(size=24, lines=3)).px <= 24


def test_large_text_is_larger(opened: OpenWindow) -> None:
    roomy = replace(SWITCH, prompt=replace(SWITCH.prompt, small="", clause=""))
    plain, _ = opened(roomy)
    large, _ = opened(roomy, Look(large_text=True))
    theme = PALETTES["dark"]
    inks = [colours(window.prompt.grab().toImage())[theme.prompt["main"]] for window in (plain, large)]
    assert inks[1] > inks[0] * 1.2
