"""People read no notation: moves and cards of the journal are told in plain words, in every language."""

from __future__ import annotations

import re

import pytest

from tests.rigs.console_rig import open_console
from tests.screens import screen_parts
from tests.screens.test_actions import dealt
from tests.screens.test_monkey import Monkey

NOTATION = re.compile(r"\?\?|(?<![\w.:])[2-9TJQK][cdhs](?!\w)|'(?:peek|reveal|burn|resolve|insurance|\d)[^']*'")
IDS = re.compile(r"[a-z_-]+:|[a-z-]+$")  # of things to touch: never read


def test_undo_says_shortly_why_not_and_wholly_when_touched() -> None:
    table = dealt("8c 5d 6h 8d 6s Kc")
    undo = table.screen.last.undo if table.screen.last is not None else None
    assert undo is not None
    assert (undo.enabled, undo.reason) == (False, "came from a device")
    table.press("undo")
    assert "cannot go back" in table.screen.note
    assert not NOTATION.search(table.screen.note)


@pytest.mark.parametrize("rules", ["massachusetts-switch", "catfish-bend-blackjack"])
def test_random_fingers_never_see_notation(rules: str) -> None:
    kinds = ("shoe", "reader") if rules.startswith("mass") else ("shoe",)
    table = open_console(rules, kinds=kinds, spots=2)
    monkey = Monkey(table, seed=8)
    for _ in range(50):
        monkey.step()
        seen = [text for text in screen_parts.texts(table.screen) if not IDS.match(text)]
        assert not [text for text in seen if NOTATION.search(text)]
