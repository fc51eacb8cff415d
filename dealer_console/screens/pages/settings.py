"""How the screen looks: theme, four-colour cards, large text, language."""

from __future__ import annotations

from dataclasses import dataclass, replace

from dealer_console.screens.desk import Desk
from dealer_console.screens.effects import Go
from dealer_console.screens.local import THEMES, Local
from dealer_console.screens.pages.pads import close_button
from dealer_console.screens.values import Button, Look, Overlay, Row, Text
from dealer_console.screens.words import LANGUAGES


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsPage:
    def overlay(self, desk: Desk) -> Overlay:
        look, words = desk.local.look, desk.words
        themes = (_choice(desk, f"theme:{each}", words(f"theme.{each}"), replace(look, theme=each)) for each in THEMES)
        languages = (
            _choice(desk, f"language:{code}", name, replace(look, language=code)) for code, name in LANGUAGES.items()
        )
        rows = (
            Row(elements=(Text(text=words("settings.theme")),)),
            Row(elements=tuple(themes)),
            Row(elements=_toggles(desk)),
            Row(elements=(Text(text=words("settings.language")),)),
            Row(elements=tuple(languages)),
        )
        return Overlay(id="settings", title=words("settings.title"), columns=(rows,), close=close_button(desk))


def _toggles(desk: Desk) -> tuple[Button, ...]:
    look, words = desk.local.look, desk.words
    colours, letters = replace(look, four_colours=not look.four_colours), replace(look, large_text=not look.large_text)
    return (
        replace(_choice(desk, "four-colours", words("settings.four_colours"), colours), checked=look.four_colours),
        replace(_choice(desk, "large-text", words("settings.large_text"), letters), checked=look.large_text),
    )


def _choice(desk: Desk, name: str, label: str, look: Look) -> Button:
    def change(local: Local) -> Local:
        return replace(local, look=look)

    return desk.button(name, label, Go(change=change), key="auto", checked=look == desk.local.look)
