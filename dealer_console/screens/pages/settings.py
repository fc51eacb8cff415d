"""How the screen looks: theme, four-colour cards, large text, language."""

from __future__ import annotations

from dataclasses import dataclass, replace

from dealer_console.messages import LANGUAGES
from dealer_console.screens.effects import Go
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.ui_state import THEMES, UiState
from dealer_console.screens.values import Button, Look, Overlay, Row, Text


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsPage:
    def overlay(self, builder: ScreenBuilder) -> Overlay:
        look, words = builder.ui.look, builder.words
        themes = (
            _choice(builder, f"theme:{theme}", words(f"theme-{theme}"), replace(look, theme=theme)) for theme in THEMES
        )
        languages = (
            _choice(builder, f"language:{code}", name, replace(look, language=code)) for code, name in LANGUAGES.items()
        )
        rows = (
            Row(elements=(Text(text=words("settings-theme")),)),
            Row(elements=tuple(themes)),
            Row(elements=_toggles(builder)),
            Row(elements=(Text(text=words("settings-language")),)),
            Row(elements=tuple(languages)),
        )
        return Overlay(id="settings", title=words("settings-title"), columns=(rows,), close=builder.close_button())


def _toggles(builder: ScreenBuilder) -> tuple[Button, ...]:
    look, words = builder.ui.look, builder.words
    colours, letters = replace(look, four_colours=not look.four_colours), replace(look, large_text=not look.large_text)
    return (
        replace(_choice(builder, "four-colours", words("settings-four_colours"), colours), checked=look.four_colours),
        replace(_choice(builder, "large-text", words("settings-large_text"), letters), checked=look.large_text),
    )


def _choice(builder: ScreenBuilder, name: str, label: str, look: Look) -> Button:
    def change(ui: UiState) -> UiState:
        return replace(ui, look=look)

    return builder.button(name, label, Go(change=change), key="auto", checked=look == builder.ui.look)
