"""Who somebody is: one page for every signature, always in the same places. A name or a badge, then the PIN.

Whatever is typed here is shown as dots, a badge too: no PIN can ever stand there in clear, in whichever field a hurried
hand types it. A badge reader that types like a keyboard ends with Return: its digits are the badge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final, TypedDict

from dealer_console.game.errors import Refusal
from dealer_console.game.message import Message
from dealer_console.journal.entries.people import Role
from dealer_console.screens.effects import Effect
from dealer_console.screens.pages.pads import DIGITS, digit_rows
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.ui_state import Page, UiState
from dealer_console.screens.values import Button, Field, Overlay, Row, Text, Tone
from dealer_console.table import commands as c
from dealer_console.table.people.pins import LONGEST, SHORTEST, Pin

MOST_BADGE: Final = 12
MOST_NAMES: Final = 7  # with the key for a badge as many as there are places in the row
BADGE_SIGNS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ-"
ANYBODY: Final[tuple[str, ...]] = ()
APPROVERS: Final = ("supervisor", "pit-manager")
DOT: Final = "•"


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """Who it is, and the digits after that. They leave this value only as dots, as a badge and as a `Pin`."""

    name: str = ""
    badge: str = ""
    digits: str = ""
    by_badge: bool = False  # digits instead of the names
    first: int = 0  # of the names in sight

    def __repr__(self) -> str:
        return f"Typed(name={self.name!r})"

    @property
    def who(self) -> str:
        return self.name or self.badge

    @property
    def ready(self) -> bool:
        return bool(self.who) and SHORTEST <= len(self.digits) <= LONGEST

    def with_digits(self, digits: str) -> Typed:
        return replace(self, digits=digits, by_badge=True)

    def as_badge(self) -> Typed:
        """What was typed before anybody was chosen is the badge."""
        return Typed(badge=self.digits)


class PageWith:
    """A page with other things typed; a callable with a name, so that pages stay comparable values."""

    def __init__(self, page: SignPage | Page) -> None:
        self.page = page

    def __call__(self, typed: Typed) -> Page:
        return replace(self.page, typed=typed)  # type: ignore[type-var]


def rows(
    builder: ScreenBuilder, typed: Typed, page: PageWith, roles: tuple[str, ...], *, another_than: str = ""
) -> list[Row]:
    """The two fields; in the row of actions the names of those who may, then the digits."""
    empty_page = builder.open(page(Typed(by_badge=not typed.who)))
    badge = Field(
        id=builder.touchable("field:badge", empty_page),
        label=builder.words("sign-badge"),
        value=typed.name or DOT * len(typed.badge) or ("" if typed.who else DOT * len(typed.digits)),
        active=not typed.who,
        secret=not typed.name,
        spoken=typed.name or builder.words("sign-badge"),
    )
    pin = Field(
        id="pin",
        label=builder.words("sign-pin"),
        value=DOT * len(typed.digits) if typed.who else "",
        active=bool(typed.who),
        touch=False,
        secret=True,
        spoken=builder.words("sign-pin_spoken", count=len(typed.digits) if typed.who else 0),
    )
    offered = [name for name in _offered(builder, roles) if name != another_than]
    names = _names(builder, offered, typed, page)  # by their keys also while the digits stand there
    fields = Row(elements=(badge, pin))
    if not typed.who:
        _letters_of_a_badge(builder, typed, page, BADGE_SIGNS)
    if offered and not typed.who and not typed.by_badge:
        _letters_of_a_badge(builder, typed, page, DIGITS)
        by_badge = builder.open(page(Typed(by_badge=True)))
        keys = (
            *names,
            *_other_names(builder, offered, typed, page),
            builder.button("by-badge", builder.words("sign-badge"), by_badge, key="F12"),
        )
        return [fields, Row(elements=keys, band=True)]
    most = LONGEST if typed.who else MOST_BADGE
    return [
        fields,
        *digit_rows(builder, typed.digits, lambda digits: page(typed.with_digits(digits)), most=most, point=False),
    ]


def _letters_of_a_badge(builder: ScreenBuilder, typed: Typed, page: PageWith, signs: str) -> None:
    """Badges have letters, too: a reader types them, no finger does. Digits it may type while the names stand there."""
    for sign in signs:
        more = page(typed.with_digits((typed.digits + sign)[:MOST_BADGE]))
        builder.touchable(f"badge:{sign}", builder.open(more), key=sign)


def _offered(builder: ScreenBuilder, roles: tuple[str, ...]) -> list[str]:
    """Only who may: somebody whose roles are known and do not suffice is not offered."""
    known = builder.config.roles
    return [name for name in builder.config.people if not roles or name not in known or set(known[name]) & set(roles)]


def _names(builder: ScreenBuilder, offered: list[str], typed: Typed, page: PageWith) -> list[Button]:
    """As many as have a place."""
    most = MOST_NAMES if len(offered) <= MOST_NAMES else MOST_NAMES - 1
    shown = offered[typed.first : typed.first + most]
    return [_name(builder, typed, page, name, at) for at, name in enumerate(shown, start=1)]


def _other_names(builder: ScreenBuilder, offered: list[str], typed: Typed, page: PageWith) -> Iterator[Button]:
    """Where there are more than places, one turns to the others."""
    if len(offered) > MOST_NAMES:
        after = typed.first + MOST_NAMES - 1
        more = builder.open(page(replace(typed, first=after if after < len(offered) else 0)))
        yield builder.button("more", builder.words("page-more"), more, key="PgDown")


def _name(builder: ScreenBuilder, typed: Typed, page: PageWith, name: str, at: int) -> Button:
    chosen = builder.open(page(Typed(name=name)))
    return builder.button(f"person:{name}", name, chosen, key=f"F{at}", checked=typed.name == name)


def done(builder: ScreenBuilder, name: str, label: str, typed: Typed, page: PageWith, does: Effect) -> Button:
    """Ends the page; before anybody is known, Return takes the digits as a badge."""
    if not typed.who and typed.digits:
        badge = builder.open(page(typed.as_badge()))
        return builder.button("badge-ok", builder.words("sign-next"), badge, key="Return", main=True, tone="main")
    refusal = None if typed.ready else Refusal(Message("sign-incomplete"))
    short = builder.words("sign-short")
    return builder.button(
        name, label, does, key="Return", main=True, tone="go", refusal=refusal, in_short=short if refusal else ""
    )


class Answer(TypedDict):
    note: str
    note_tone: Tone


def answer_or_remark(builder: ScreenBuilder) -> Answer:
    """Why the last touch was refused; else, of a demonstration, whose PINs open what."""
    if builder.ui.note:
        return {"note": builder.ui.note, "note_tone": "danger"}
    return {"note": builder.config.remark, "note_tone": "plain"}


def wrong(ui: UiState) -> UiState:
    """After a refusal the PIN has to be typed again."""
    page = ui.page
    if page is None or not hasattr(page, "typed"):
        return ui
    return ui.at(replace(page, typed=page.typed.with_digits("")))  # type: ignore[type-var]


def signed(builder: ScreenBuilder, typed: Typed, command: c.Command, then: Page | None) -> Effect:
    signed_command = c.Signed(who=builder.who, badge=typed.who, pin=Pin(typed.digits), command=command)
    return builder.submit(signed_command, then=lambda ui: ui.at(then), failed=wrong)


def by_dealer_or_signed(
    builder: ScreenBuilder, command_of: Callable[[str], c.Command], what: str, then: Page | None
) -> Effect:
    """By the dealer at the table; while nobody deals, by somebody who shows badge and PIN."""
    if builder.snapshot.person(Role.DEALER) is not None:
        return builder.submit(command_of(builder.who), then=lambda ui: ui.at(then))
    return builder.open(SignPage(command=command_of(c.WHO_SIGNS), what=what, then=then))


def by_supervisor(
    builder: ScreenBuilder, command: c.Command, what: str, then: Page | None, roles: tuple[str, ...] = APPROVERS
) -> Effect:
    """Somebody else than the dealer signs it."""
    return builder.open(SignPage(command=command, what=what, then=then, roles=roles))


@dataclass(frozen=True, slots=True, kw_only=True)
class SignPage:
    """`touch` is done by the person whom badge and PIN show; then the page `then` is open."""

    command: c.Command
    what: str  # in words: what is being signed
    typed: Typed = Typed()
    then: Page | None = None
    roles: tuple[str, ...] = ANYBODY

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        page = PageWith(self)
        column = [
            Row(elements=(Text(text=self.what, size="large"),)),
            *rows(builder, self.typed, page, self.roles),
        ]
        return Overlay(
            id="sign",
            title=builder.words("sign-title"),
            columns=(tuple(column),),
            **answer_or_remark(builder),
            close=builder.close_button(builder.back_to(self.then)),
            done=done(
                builder,
                "sign",
                self._label(builder),
                self.typed,
                page,
                signed(builder, self.typed, self.command, self.then),
            ),
            covers="pad",
        )

    def _label(self, builder: ScreenBuilder) -> str:
        if isinstance(self.command, c.ComeIn):
            return builder.words("sign-in")
        return builder.words("sign-out" if isinstance(self.command, c.GoOut) else "request-approve")
