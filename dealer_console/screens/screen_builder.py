"""One composition of a screen: what is known, and what each thing that can be touched does.

Every button is made here together with its effect, so that there is nothing on a screen that a touch does not know,
and no effect without its button. Ids and keys are unique within a screen; a second one is a bug of ours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Literal

from dealer_console.game import moves
from dealer_console.game.engine import why_not
from dealer_console.game.errors import Bug, Refusal
from dealer_console.game.message import Message
from dealer_console.journal.entries.people import Role
from dealer_console.messages import Words
from dealer_console.screens.console_config import ConsoleConfig
from dealer_console.screens.effects import Change, Effect, Go, ShowText, Submit, stay
from dealer_console.screens.system_status import SystemStatus
from dealer_console.screens.ui_state import Page, UiState
from dealer_console.screens.values import Button, Overlay, Row, Tone
from dealer_console.table import commands as c
from dealer_console.table.snapshot import TableSnapshot

_DIGITS: Final = "1234567890"
_LETTERS: Final = "QWERTYUIOPASDFGHJKLZXCVBNM"
NO_STATUS: Final = SystemStatus()
NOBODY: Final = "console"  # who touches while no dealer is at the table


class ScreenBuilder:
    def __init__(
        self,
        snapshot: TableSnapshot,
        ui: UiState,
        config: ConsoleConfig,
        words: Words,
        status: SystemStatus = NO_STATUS,
    ) -> None:
        self.snapshot = snapshot
        self.ui = ui
        self.config = config
        self.words = words
        self.status = status
        self.effects: dict[str, Effect] = {}
        self.keys: dict[str, str] = {}
        self.covered = False

    def aside(self) -> ScreenBuilder:
        """The same, for what lies under a page: nothing there can be touched."""
        under = ScreenBuilder(self.snapshot, self.ui, self.config, self.words, self.status)
        under.covered = True
        return under

    @property
    def who(self) -> str:
        """The id of the dealer, in whose name a plain touch is made."""
        dealer = self.snapshot.person(Role.DEALER)
        return dealer.person if dealer is not None else NOBODY

    @property
    def supervisor(self) -> str:
        """Who rules. At a table with a book of people the approval names the person, and this name is left out."""
        supervisor = self.snapshot.person(Role.SUPERVISOR)
        return supervisor.person if supervisor is not None else "supervisor"

    # --- things to touch -------------------------------------------------------------------------------------------

    def touchable(self, name: str, does: Effect, *, key: str = "") -> str:
        """Something that is no button: a hand, a row, a light. Gives back its id."""
        if self.covered:
            return ""
        self._key(name, key)
        if name in self.effects:
            raise Bug(f"two things on one screen are called {name!r}")
        self.effects[name] = does
        return name

    def button(
        self,
        name: str,
        label: str,
        does: Effect,
        *,
        key: str = "",
        place: int = 0,
        hint: str = "",
        tone: Tone = "plain",
        refusal: Refusal | None = None,
        in_short: str = "",
        spoken: str = "",
        main: bool = False,
        checked: bool = False,
        colour: str = "",
        hold: bool = False,
        about: str = "",
    ) -> Button:
        """With a refusal it is dim and says why, where there is little room `in_short`; a touch tells all of it."""
        reason = (in_short or self.reason(refusal)) if refusal is not None else ""
        self.touchable(name, ShowText(text=self.words.refusal(refusal)) if refusal is not None else does)
        return Button(
            id=name,
            label=self.words.sentence(label),
            place=place,
            hint=hint,
            key=self._key(name, key),
            tone=tone,
            enabled=refusal is None,
            reason=reason,
            spoken=spoken,
            main=main,
            checked=checked,
            colour=colour,
            hold=hold,
            about=about,
        )

    def close_button(self, back: Effect | None = None) -> Button:
        """The way out of a page: back to where it was opened, or to the felt."""
        return self.button("close", self.words("page-close"), back or self.close(), key="Escape")

    def overlay(
        self,
        name: str,
        title: str,
        *columns: Sequence[Row],
        close: Effect | None = None,
        done: Button | None = None,
        covers: Literal["pad", "page"] = "page",
        under_prompt: bool = False,
        widths: tuple[int, ...] = (),
        tone: Tone = "danger",
    ) -> Overlay:
        """A page with the answer to the last touch in this tone, and a button for the way out."""
        return Overlay(
            id=name,
            title=title,
            columns=tuple(tuple(column) for column in columns),
            note=self.ui.note,
            note_tone=tone,
            close=None if close is None else self.close_button(close),
            done=done,
            covers=covers,
            under_prompt=under_prompt,
            widths=widths,
        )

    def key_of(self, name: str) -> str:
        """A key for something that has none yet."""
        return self._key(name, "auto")

    def _key(self, name: str, key: str) -> str:
        if key.startswith("auto"):
            free = _LETTERS if key == "auto-letter" else _DIGITS + _LETTERS
            key = next((letter for letter in free if letter not in self.keys), "")
        if not key or self.covered:
            return ""
        if key in self.keys:
            raise Bug(f"{name!r} and {self.keys[key]!r} have the same key {key}")
        self.keys[key] = name
        return key

    # --- words -----------------------------------------------------------------------------------------------------

    def reason(self, refusal: Refusal) -> str:
        return self.words(refusal.message)

    def money(self, cents: int | None) -> str:
        """A sum in the currency of the table."""
        return self.words.money(cents)

    # --- effects ---------------------------------------------------------------------------------------------------

    def open(self, page: Page) -> Go:
        return Go(change=lambda ui: ui.at(page))

    def close(self) -> Go:
        return Go(change=lambda ui: ui.at(None))

    def back_to(self, page: Page | None) -> Go:
        return Go(change=lambda ui: ui.at(page))

    def submit(self, *commands: c.Command, then: Change = stay, failed: Change = stay) -> Submit:
        return Submit(commands=commands, then=then, failed=failed)

    def play(self, move: moves.Move, then: Change = stay) -> Submit:
        return Submit(commands=(c.Play(who=self.who, move=move),), then=then)

    def ask(self, move: moves.Move) -> Submit:
        """Something that a supervisor must approve: the move names nobody, the approval does."""
        if isinstance(move, moves.RoundVoided):
            return self.play(replace(move, by=""), then=closed)
        if isinstance(move, moves.Ruled | moves.ExposedCardTaken):
            move = replace(move, by=None)
        return self.play(move, then=closed)

    def why_not(self, move: moves.Move) -> Refusal | None:
        if self.snapshot.round is None:
            return Refusal(Message("no-round-open"))
        return why_not(self.snapshot.round, move)


def closed(ui: UiState) -> UiState:
    """After something was done the page is gone."""
    return replace(ui, page=None)
