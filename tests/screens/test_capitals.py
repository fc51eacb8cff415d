"""A key and a title begin with a capital in every language: they are no part of a sentence."""

from __future__ import annotations

import pytest

from dealer_console.demo.finger import buttons_of
from dealer_console.screens.values import Look
from tests.tools.pictures.pages import after_a_round, at_a_decision, pages_from


@pytest.mark.parametrize("language", ["en", "en-GB", "es"])
def test_keys_titles_and_prompts_begin_with_a_capital(language: str) -> None:
    look = Look(language=language)
    scenes = {**pages_from(at_a_decision(look), look), **pages_from(after_a_round(look), look)}
    words: set[str] = set()
    for screen in scenes.values():
        words |= {button.label for button in buttons_of(screen)}
        words |= {screen.prompt.big, screen.top.game}
        words |= {screen.overlay.title} if screen.overlay is not None else set()
    assert len(words) > 60
    assert {text for text in words if text[:1].islower()} == set()
