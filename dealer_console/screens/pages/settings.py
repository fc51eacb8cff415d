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
        rows = [
            Row(elements=(Text(text=words("settings.theme")),)),
            Row(
                elements=tuple(
                    _choice(
                        desk, f"theme:{theme}", words(f"theme.{theme}"), replace(look, theme=theme), look.theme == theme
                    )
                    for theme in THEMES
                )
            ),
            Row(
                elements=(
                    _choice(
                        desk,
                        "four-colours",
                        words("settings.four_colours"),
                        replace(look, four_colours=not look.four_colours),
                        look.four_colours,
                    ),
                    _choice(
                        desk,
                        "large-text",
                        words("settings.large_text"),
                        replace(look, large_text=not look.large_text),
                        look.large_text,
                    ),
                )
            ),
            Row(elements=(Text(text=words("settings.language")),)),
            Row(
                elements=tuple(
                    _choice(desk, f"language:{code}", name, replace(look, language=code), look.language == code)
                    for code, name in LANGUAGES.items()
                )
            ),
        ]
        return Overlay(id="settings", title=words("settings.title"), columns=(tuple(rows),), close=close_button(desk))


def _choice(desk: Desk, name: str, label: str, look: Look, checked: bool) -> Button:
    def change(local: Local) -> Local:
        return replace(local, look=look)

    return desk.button(name, label, Go(change=change), key="auto", checked=checked)
