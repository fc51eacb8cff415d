"""Colours: text is read on every surface of every theme, and a finished hand is calmer but still read."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from dealer_console.touch.felt.card_faces import CALM
from dealer_console.touch.theme.palettes import PALETTES
from dealer_console.touch.theme.themes import Theme, contrast, mixed
from dealer_console.touch.widgets.buttons import CHIP_COLOURS, HELD_BAR, ink_on

THEMES = list(PALETTES.values())


def readable_pairs(theme: Theme) -> Iterator[tuple[str, str, str]]:
    """Everything that is written on something: what it is, the text's colour, the fill."""
    faces = {
        "ground": theme.ground,
        "panel": theme.panel,
        "row": theme.row,
        "felt": theme.felt,
        "total": theme.pill,
        "total in turn": theme.pill_turn,
        "wager": theme.chip,
        "marked wager": theme.chip_marked,
        "mark": theme.tag,
        "refused button": theme.refused,
    }
    faces |= {f"{tone} button": face for tone, face in theme.buttons.items()}
    faces |= {f"{level} banner": face for level, face in theme.banners.items()}
    for name, face in faces.items():
        yield name, face.text, face.fill
        yield f"{name}, second line", face.soft, face.fill
    for tone, colour in theme.prompt.items():
        yield f"{tone} prompt", colour, theme.ground.fill
        yield f"{tone} text on a page", colour, theme.panel.fill
    for way, colour in theme.ways.items():
        yield f"{way} in a list", colour, theme.row.fill
    for suits in (theme.card_suits, theme.card_suits_four):
        for suit, colour in suits.items():
            yield f"card {suit}", colour, theme.card.fill


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_every_text_has_the_contrast_of_its_theme(theme: Theme) -> None:
    assert theme.least_contrast >= (7.0 if theme.name != "light" else 4.5)
    for what, text, fill in readable_pairs(theme):
        assert contrast(text, fill) >= theme.least_contrast, (what, contrast(text, fill))


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_pressed_buttons_can_still_be_read(theme: Theme) -> None:
    for tone, face in theme.buttons.items():
        pressed = mixed(face.fill, face.text, theme.pressed)
        assert pressed != face.fill
        assert contrast(face.text, pressed) >= 4.5, tone


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_a_finished_hand_is_calmer_and_still_read(theme: Theme) -> None:
    paper = mixed(theme.card.fill, theme.felt.fill, CALM)
    for suit, ink in (*theme.card_suits.items(), *theme.card_suits_four.items()):
        assert contrast(mixed(ink, theme.felt.fill, CALM), paper) >= theme.least_contrast * 0.97, suit


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_the_frame_of_the_hand_in_turn_and_the_focus_stand_out(theme: Theme) -> None:
    assert contrast(theme.turn, theme.felt.fill) >= 4.5
    assert contrast(theme.focus, theme.ground.fill) >= 3.0
    assert len({theme.card_suits_four[suit] for suit in "shdc"}) == 4


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_signs_have_three_to_one_frames_of_spots_bars_and_what_is_held(theme: Theme) -> None:
    """WCAG 1.4.11: what has to be seen to be used."""
    signs = {"frame of a spot": (theme.felt_line, theme.felt.fill), "at the edge": (theme.felt_line, theme.felt_edge)}
    signs |= {name: (ink, theme.track) for name, ink in (("busy", theme.levels["busy"]), ("turn", theme.turn))}
    signs |= {tone: (mixed(face.fill, face.text, HELD_BAR), face.fill) for tone, face in theme.buttons.items()}
    assert {what: pair for what, pair in signs.items() if contrast(*pair) < 3.0} == {}


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_no_banner_is_as_bright_as_what_is_to_be_done_next(theme: Theme) -> None:
    main = contrast(theme.buttons["main"].fill, theme.ground.fill)
    assert all(contrast(face.fill, theme.ground.fill) < main for face in theme.banners.values())


def test_the_worth_of_every_chip_is_read_on_its_colour() -> None:
    assert {name: fill for name, fill in CHIP_COLOURS.items() if contrast(ink_on(fill), fill) < 4.5} == {}


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21.0)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)
