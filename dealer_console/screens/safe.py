"""What is shown when something of ours has failed: nothing that could be wrong, where we stand, the way back."""

from __future__ import annotations

from typing import Final

from dealer_console.screens.values import (
    Banner,
    Button,
    Felt,
    HandOnFelt,
    PromptLine,
    Screen,
    SidePanel,
    SideRow,
    TopLine,
)
from dealer_console.screens.words import words_of

BACK: Final = "safe:back"
BACK_KEYS: Final = ("Return", "Enter")
LONGEST: Final = 160  # of the reason: enough to read it out on the telephone


def safe_screen(before: Screen | None, reason: str, language: str) -> Screen:
    """`before` is the last screen that was whole: of it only what cannot have changed is kept."""
    words = words_of(language)
    seq = before.seq if before is not None else 0
    top = before.top if before is not None else _no_top()
    back = Button(id=BACK, label=words("safe.back"), key=BACK_KEYS[0], tone="go", main=True, place=0)
    return Screen(
        top=top,
        felt=Felt(spots=(), dealer=HandOnFelt(id="dealer", cards=(), total="")),
        prompt=PromptLine(big=words("safe.big"), small=words("safe.small"), tone="danger"),
        actions=(back,),
        menu=(),
        side=SidePanel(
            above=words("safe.above"),
            title=words("safe.title"),
            list_title=words("safe.what"),
            rows=(SideRow(text=reason[:LONGEST]), SideRow(text=words("safe.entry", seq=seq))),
        ),
        last=None,
        banners=(Banner(text=words("safe.banner"), level="bad"),),
        seq=seq,
    )


def _no_top() -> TopLine:
    return TopLine(table="", game="", shoe="", lights=(), round="", dealer="", clock="")
