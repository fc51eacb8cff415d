"""Going through the pages as a person does: by what can be seen there."""

from __future__ import annotations

from dealer_console.pit.pages.flow import PitFlow, buttons, elements, lines
from dealer_console.pit.pages.values import Line, Tile
from dealer_console.screens.values import Button, Field, Sheet, Text
from tests.tools.pictures.pit import PIN


def button(flow: PitFlow, touched: str) -> Button:
    return next(each for each in buttons(flow.screen) if each.id == touched)


def touch(flow: PitFlow, touched: str) -> None:
    """Only what is there can be touched."""
    there = {each.id for each in buttons(flow.screen)} | {line.id for line in lines(flow.screen)}
    there |= {each.id for each in elements(flow.screen) if isinstance(each, Tile)}
    assert touched in there, (touched, sorted(there))
    flow.press(touched)


def first_line(flow: PitFlow, beginning: str = "") -> str:
    return next(line.id for line in lines(flow.screen) if line.id.startswith(beginning))


def choose(flow: PitFlow, label: str) -> None:
    """In a dialog, the button that says so; turning pages until it comes."""
    while True:
        found = [each for each in buttons(flow.screen) if each.label == label]
        if found:
            flow.press(found[0].id)
            return
        touch(flow, "ask:after")


def write(flow: PitFlow, text: str) -> None:
    for letter in text:
        assert flow.typed(letter)
    touch(flow, "ask:enter")


def sign(flow: PitFlow, who: str, pin: str = PIN) -> None:
    touch(flow, f"ask:who:{who}")
    for digit in pin:
        touch(flow, f"ask:digit:{digit}")
    touch(flow, "ask:enter")


def words(flow: PitFlow) -> str:
    """Everything that stands on the page."""
    found = [flow.screen.page.title, flow.screen.note]
    found += [flow.screen.page.banner.text] if flow.screen.page.banner is not None else []
    for each in elements(flow.screen):
        if isinstance(each, Text):
            found.append(each.text)
        elif isinstance(each, Field):
            found.append(f"{each.label} {each.value}")
        elif isinstance(each, Sheet):
            found += [" ".join(row) for row in (each.head, *each.rows)]
        elif isinstance(each, Tile):
            found.append(each.spoken)
    found += [each.spoken for each in elements(flow.screen) if isinstance(each, Line)]
    return "\n".join(found)
