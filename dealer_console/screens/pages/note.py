"""A note for the record, letter by letter: what a dealer wants to have written down while it is fresh."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from dealer_console.screens.desk import Desk, closed
from dealer_console.screens.pages.pads import close_button
from dealer_console.screens.values import Button, Field, Overlay, Row
from dealer_console.table import touches as t

LETTERS: Final = {"en": ("QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM.,"), "es": ("QWERTYUIOP", "ASDFGHJKLÑ", "ZXCVBNM.,")}
FIGURES: Final = ("1234567890", "♠♥♦♣", "-/:.,?")
LONGEST: Final = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class NotePage:
    typed: str = ""
    figures: bool = False

    def overlay(self, desk: Desk) -> Overlay:
        field = Field(id="note-text", label=desk.words("note.text"), value=self.typed, active=True, touch=False)
        lines = FIGURES if self.figures else LETTERS[desk.words.language]
        keys = [Row(elements=tuple(self._key(desk, each) for each in line)) for line in lines]
        return Overlay(
            id="note",
            title=desk.words("note.title"),
            columns=((Row(elements=(field,)), *keys, self._below(desk)),),
            note=desk.local.note,
            note_tone="danger",
            close=close_button(desk),
        )

    def _key(self, desk: Desk, sign: str) -> Button:
        small = sign.lower() if self.typed and not self.typed.endswith(". ") else sign
        longer = replace(self, typed=(self.typed + small)[:LONGEST])
        return desk.button(f"letter:{sign}", sign, desk.open(longer), key=sign if sign.isascii() else "auto")

    def _below(self, desk: Desk) -> Row:
        words = desk.words
        other = "note.letters" if self.figures else "note.figures"
        space = replace(self, typed=(self.typed + " ")[:LONGEST])
        write = desk.submit(t.WriteNote(who=desk.who, text=self.typed.strip()), then=closed)
        nothing = None if self.typed.strip() else desk.own_refusal("note.empty")
        return Row(
            elements=(
                desk.button("figures", words(other), desk.open(replace(self, figures=not self.figures)), key="F5"),
                desk.button("space", words("note.space"), desk.open(space), key="Space"),
                desk.button("back", "⌫", desk.open(replace(self, typed=self.typed[:-1])), key="Backspace"),
                desk.button("write", words("note.write"), write, key="Return", tone="go", refusal=nothing),
            ),
            widths=(2, 4, 2, 3),
        )
