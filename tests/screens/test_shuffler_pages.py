"""The pages of a shuffler: second decks while a round is dealt, and where a fault is."""

from __future__ import annotations

import pytest

from dealer_console.demo import evening
from dealer_console.demo.finger import VirtualFinger, buttons_of
from dealer_console.demo.virtual_console import VirtualConsole, staged_open
from dealer_console.screens.values import CardPath, Element, Look, Text

PLACES = {
    "en": ("Inlet", "Feeder", "Mixer", "Elevator", "Outlet (1)"),
    "es": ("Entrada", "Alimentador", "Mezclador", "Elevador", "Salida (1)"),
}


def shuffling_second_decks(language: str = "en") -> VirtualConsole:
    """By touches alone, as a dealer does it."""
    console = staged_open(evening.RULES, look=Look(language=language))
    finger = VirtualFinger(console)
    finger.press("menu", "menu:shoe", "shoe:second_in:red", "shoe:second_inspected")
    evening.approve(finger)
    evening.reach(finger, "shoe:shuffle_second", "menu:shoe", "menu")
    console.run(1.0)
    return console


def elements(console: VirtualConsole) -> list[Element]:
    overlay = console.screen.overlay
    assert overlay is not None
    return [element for column in overlay.columns for row in column for element in row.elements]


def test_the_shoe_page_says_where_the_second_decks_are() -> None:
    console = shuffling_second_decks()
    assert Text(text="Second decks (red): being shuffled") in elements(console)
    console.run(20.0)
    assert Text(text="Second decks (red): shuffled and ready for the next shoe") in elements(console)
    assert not [button.id for button in buttons_of(console.screen) if "second" in button.id]
    shuffler = next(light for light in console.screen.top.lights if light.id == "light:batch-shuffler")
    assert (shuffler.level, shuffler.words) == ("good", "batch ready")


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_jam_is_drawn_where_it_is_with_the_steps_beside_it(language: str) -> None:
    console = shuffling_second_decks(language)
    console.press("close")
    console.table.operate("batch-shuffler", "fault jam")
    console.run(2.0)
    console.press("light:batch-shuffler")
    shown = elements(console)
    (drawing,) = [element for element in shown if isinstance(element, CardPath)]
    assert (drawing.places, drawing.faulty) == (PLACES[language], 4)
    steps = [element.text for element in shown if isinstance(element, Text) and "\n1. " in element.text]
    assert [line[:3] for line in steps[0].split("\n")[1:]] == ["1. ", "2. ", "3. ", "4. "]
    assert "BatchDead" not in " ".join(button.label for button in buttons_of(console.screen))
