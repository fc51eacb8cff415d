"""Badge or name, and PIN: how somebody else than the dealer does something at this table. Our own pad, no keyboard."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from dealer_console.game.errors import Refusal
from dealer_console.game.message import Message
from dealer_console.screens.effects import Effect
from dealer_console.screens.pages.pads import digit_rows
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.ui_state import Page, UiState
from dealer_console.screens.values import Button, Field, Overlay, Row, Text
from dealer_console.table import commands as c
from dealer_console.table.people.pins import LONGEST, SHORTEST, Pin

MOST_BADGE = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """What stands in the two fields. The PIN leaves this value only as dots and as a `Pin`."""

    badge: str = ""
    pin: str = ""
    at_pin: bool = False

    def __repr__(self) -> str:
        return f"Typed(badge={self.badge!r})"

    @property
    def ready(self) -> bool:
        return bool(self.badge) and SHORTEST <= len(self.pin) <= LONGEST


def fields(builder: ScreenBuilder, typed: Typed, page: PageWith) -> list[Row]:
    """Name or badge, and PIN; a touch on a field types there."""
    badge = Field(
        id=builder.touchable("field:badge", builder.open(page(replace(typed, at_pin=False)))),
        label=builder.words("sign-badge"),
        value=typed.badge,
        active=not typed.at_pin,
    )
    pin = Field(
        id=builder.touchable("field:pin", builder.open(page(replace(typed, at_pin=True)))),
        label=builder.words("sign-pin"),
        value="•" * len(typed.pin),
        active=typed.at_pin,
        secret=True,
        spoken=builder.words("sign-pin_spoken", count=len(typed.pin)),
    )
    rows = [Row(elements=(badge, pin))]
    names = [_name(builder, typed, page, name) for name in builder.house.people[:8]]
    rows += [Row(elements=tuple(names[start : start + 4])) for start in range(0, len(names), 4)]
    return rows


def _name(builder: ScreenBuilder, typed: Typed, page: PageWith, name: str) -> Button:
    chosen = replace(typed, badge=name, at_pin=True)
    return builder.button(
        f"person:{name}", name, builder.open(page(chosen)), key="auto-letter", checked=typed.badge == name
    )


def pad(builder: ScreenBuilder, typed: Typed, page: PageWith) -> list[Row]:
    if typed.at_pin:
        rows = digit_rows(builder, typed.pin, lambda pin: page(replace(typed, pin=pin)), most=LONGEST, point=False)
    else:
        badge = typed.badge if typed.badge.isdigit() else ""
        rows = digit_rows(
            builder, badge, lambda digits: page(replace(typed, badge=digits)), most=MOST_BADGE, point=False
        )
    other = replace(typed, at_pin=not typed.at_pin)
    label = builder.words("sign-to_badge" if typed.at_pin else "sign-to_pin")
    return [*rows, Row(elements=(builder.button("other-field", label, builder.open(page(other)), key="Tab"),))]


class PageWith:
    """A page with other things typed; a callable with a name, so that pages stay comparable values."""

    def __init__(self, page: SignPage | Page) -> None:
        self.page = page

    def __call__(self, typed: Typed) -> Page:
        return replace(self.page, typed=typed)  # type: ignore[type-var]


def wrong(local: UiState) -> UiState:
    """After a refusal the PIN has to be typed anew."""
    page = local.page
    if page is None or not hasattr(page, "typed"):
        return local
    return local.at(replace(page, typed=replace(page.typed, pin="", at_pin=True)))  # type: ignore[type-var]


def signed(builder: ScreenBuilder, typed: Typed, touch: c.Command, then: Page | None) -> Effect:
    made = c.Signed(who=builder.who, badge=typed.badge, pin=Pin(typed.pin), command=touch)
    return builder.submit(made, then=lambda local: local.at(then), failed=wrong)


def by_dealer_or_signed(
    builder: ScreenBuilder, touch: Callable[[str], c.Command], what: str, then: Page | None
) -> Effect:
    """By the dealer at the table; while nobody deals, by somebody who shows badge and PIN."""
    if builder.snapshot.person("dealer") is not None:
        return builder.submit(touch(builder.who), then=lambda local: local.at(then))
    return builder.open(SignPage(touch=touch(c.WHO_SIGNS), what=what, then=then))


def by_supervisor(builder: ScreenBuilder, touch: c.Command, what: str, then: Page | None) -> Effect:
    """Somebody else than the dealer signs it."""
    return builder.open(SignPage(touch=touch, what=what, then=then))


@dataclass(frozen=True, slots=True, kw_only=True)
class SignPage:
    """`touch` is done by the person whom badge and PIN show; then the page `then` is open."""

    touch: c.Command
    what: str  # in words: what is being signed
    typed: Typed = Typed()
    then: Page | None = None

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        page = PageWith(self)
        ok = builder.button(
            "sign",
            builder.words("sign-ok"),
            signed(builder, self.typed, self.touch, self.then),
            key="Return",
            main=True,
            tone="go",
            refusal=None if self.typed.ready else Refusal(Message("sign-incomplete")),
        )
        left = [
            Row(elements=(Text(text=self.what, size="large"),)),
            *fields(builder, self.typed, page),
            Row(elements=(ok,)),
        ]
        return Overlay(
            id="sign",
            title=builder.words("sign-title"),
            columns=(tuple(left), tuple(pad(builder, self.typed, page))),
            widths=(3, 2),
            note=builder.local.note,
            note_tone="danger",
            close=builder.button("close", builder.words("page-close"), builder.back_to(self.then), key="Escape"),
        )
