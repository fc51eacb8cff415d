"""A note for the record, letter by letter: what a dealer wants to have written down while it is fresh."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from dealer_console.game.errors import Refusal
from dealer_console.game.message import Message
from dealer_console.screens.screen_builder import ScreenBuilder, closed
from dealer_console.screens.values import Button, Field, Overlay, Row
from dealer_console.table import commands as c

LETTERS: Final = {"en": ("QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM.,"), "es": ("QWERTYUIOP", "ASDFGHJKLÑ", "ZXCVBNM.,")}
FIGURES: Final = ("1234567890", "♠♥♦♣", "-/:.,?")
LONGEST: Final = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class NotePage:
    typed: str = ""
    figures: bool = False

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        field = Field(id="note-text", label=builder.words("note-text"), value=self.typed, active=True, touch=False)
        lines = FIGURES if self.figures else LETTERS[builder.words.language.partition("-")[0]]
        keys = [Row(elements=tuple(self._key(builder, letter) for letter in line)) for line in lines]
        return builder.overlay(
            "note",
            builder.words("note-title"),
            (Row(elements=(field,)), *keys, self._below(builder)),
            close=builder.close(),
        )

    def _key(self, builder: ScreenBuilder, sign: str) -> Button:
        small = sign.lower() if self.typed and not self.typed.endswith(". ") else sign
        longer = replace(self, typed=(self.typed + small)[:LONGEST])
        key = sign if sign.isascii() or sign.isalpha() else "auto"
        return builder.button(f"letter:{sign}", sign, builder.open(longer), key=key)

    def _below(self, builder: ScreenBuilder) -> Row:
        words = builder.words
        other = "note-letters" if self.figures else "note-figures"
        space = replace(self, typed=(self.typed + " ")[:LONGEST])
        write = builder.submit(c.WriteNote(who=builder.who, text=self.typed.strip()), then=closed)
        nothing = None if self.typed.strip() else Refusal(Message("note-empty"))
        return Row(
            elements=(
                builder.button(
                    "figures", words(other), builder.open(replace(self, figures=not self.figures)), key="F5"
                ),
                builder.button("space", words("note-space"), builder.open(space), key="Space"),
                builder.button("back", "⌫", builder.open(replace(self, typed=self.typed[:-1])), key="Backspace"),
                builder.button("write", words("note-write"), write, key="Return", tone="go", refusal=nothing),
            ),
            widths=(2, 4, 2, 3),
        )
