"""What the supervisor is asked: one of several, a text, or who it is by PIN. By touch and by keyboard alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from dealer_console.pit.pages.app_state import AppState
from dealer_console.pit.pages.places import body_of
from dealer_console.pit.pages.values import Gap, PitElement, PitPage, PitRow, Room
from dealer_console.screens.sizes import KEY, SPACE
from dealer_console.screens.values import Button, Field, Text
from dealer_console.table.people import Action, Permissions, Person, Standing

CANCEL: Final = "ask:cancel"
BACK: Final = "ask:back"
ENTER: Final = "ask:enter"
Keys = Literal["text", "address", "name"]
ROWS: Final[dict[Keys, tuple[str, ...]]] = {
    "text": ("1234567890", "qwertyuiop", "asdfghjkl:", "zxcvbnm,.-"),
    "address": ("1234567890", "qwertyuiop", "asdfghjkl@", "zxcvbnm./:"),
    "name": ("áéíóúñüöäç", "qwertyuiop", "asdfghjklø", "zxcvbnm'.-"),
}
LONGEST: Final = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    value: str
    label: str
    hint: str = ""


class Choice:
    """One of several, page by page. Keys 1 to 9 choose on the page in sight."""

    def __init__(self, core: AppState, title: str, options: Sequence[Option], then: Callable[[str], None]) -> None:
        self._core, self._title, self._options, self._then = core, title, tuple(options), then
        self._first = 0
        self._step = 1

    def page(self, room: Room) -> PitPage:
        body = body_of(room, rail=False)
        across = max(3, int((body.width + SPACE) / 45.3))
        down = room.many(body.height - KEY - 2 * SPACE, KEY)
        shown = self._options[self._first : self._first + across * down]
        self._step = across * down
        rows = in_rows([self._button(at, each) for at, each in enumerate(shown)], across)
        rows.append(PitRow(elements=(Gap(),)))
        rows.append(PitRow(elements=(*self._turning(), _cancel())))
        return PitPage(title=self._title, columns=(tuple(rows),))

    def _button(self, at: int, option: Option) -> Button:
        key = str(at + 1) if at < 9 else ""
        return Button(id=f"ask:{self._first + at}", label=option.label, hint=option.hint, key=key)

    def _turning(self) -> list[Button]:
        more = self._first + self._step < len(self._options)
        return [
            *([Button(id="ask:before", label="Before", key="PgUp")] if self._first else []),
            *([Button(id="ask:after", label="More", key="PgDown")] if more else []),
        ]

    def press(self, touched: str) -> None:
        what = touched.removeprefix("ask:")
        if what.isdigit():
            self._core.dialog = None
            self._then(self._options[int(what)].value)
        elif what == "before":
            self._first = max(0, self._first - self._step)
        elif what == "after":
            self._first += self._step
        else:
            self._core.dialog = None

    def typed(self, text: str) -> None:
        """Keys of buttons choose."""


class Typing:
    """A text, by the keys on the screen or a keyboard. `ready` are texts that are often wanted.

    Where a name is typed, the keys of the screen begin each word with a capital; Shift turns that round once.
    """

    def __init__(
        self,
        core: AppState,
        title: str,
        then: Callable[[str], None],
        *,
        value: str = "",
        hint: str = "",
        ready: Sequence[str] = (),
        keys: Keys = "text",
    ) -> None:
        self._core, self._title, self._then = core, title, then
        self._value, self._hint, self._ready = value, hint, tuple(ready)
        self._keys: Keys = keys
        self._shift = False

    @property
    def _raised(self) -> bool:
        begins = self._keys == "name" and (not self._value or self._value[-1] in " -'")
        return begins != self._shift

    def page(self, room: Room) -> PitPage:
        field = Field(id="ask:field", label=self._hint or self._title, value=self._value, active=True, touch=False)
        letters = ROWS[self._keys][1:] if self._ready else ROWS[self._keys]  # ready texts take the place of the digits
        keys = [PitRow(elements=tuple(_key(letter, self._raised) for letter in row)) for row in letters]
        ready = [
            PitRow(elements=tuple(Button(id=f"ask:ready:{at}", label=text) for at, text in enumerate(self._ready)))
        ]
        rows = (PitRow(elements=(field,)), *(ready if self._ready else ()), *keys, PitRow(elements=self._below()))
        return PitPage(title=self._title, columns=(rows,), takes_text=True)

    def _below(self) -> tuple[Button, ...]:
        space = Button(id="ask:key:space", label="Space", key="Space")
        shift = Button(id="ask:key:shift", label="Shift", checked=self._shift)
        return (
            _cancel(),
            *((shift,) if self._keys == "name" else ()),
            _key("-") if self._keys == "address" else space,
            Button(id=BACK, label="Delete", key="Backspace"),
            Button(id=ENTER, label="Done", key="Return", tone="go"),
        )

    def press(self, touched: str) -> None:
        if touched == BACK:
            self._value = self._value[:-1]
        elif touched == ENTER:
            self._core.dialog = None
            self._then(self._value.strip())
        elif touched.startswith("ask:ready:"):
            self._value = self._ready[int(touched.rpartition(":")[2])]
        elif touched.startswith("ask:key:"):
            self._touched_key(touched.removeprefix("ask:key:"))
        elif touched == CANCEL:
            self._core.dialog = None

    def _touched_key(self, letter: str) -> None:
        if letter == "shift":
            self._shift = not self._shift
            return
        self.typed(" " if letter == "space" else letter.upper() if self._raised else letter)
        self._shift = False

    def typed(self, text: str) -> None:
        self._value = (self._value + text)[:LONGEST]


class WhoIsIt:
    """A person and the PIN. The PIN is kept as long as it is typed, and shown as dots."""

    def __init__(
        self, core: AppState, title: str, why: str, names: Sequence[str], then: Callable[[str, str], None]
    ) -> None:
        self._core, self._title, self._why, self._then = core, title, why, then
        self._names = tuple(names)
        self._first = 0
        self._step = 1
        self._who = names[0] if len(names) == 1 else ""
        self._pin = ""

    def page(self, room: Room) -> PitPage:
        return PitPage(
            title=self._title,
            columns=(self._people(room), self._pad()),
            widths=(3, 2),
            takes_text=False,
        )

    def _people(self, room: Room) -> tuple[PitRow, ...]:
        across = 2
        down = room.many(body_of(room, rail=False).height - KEY - 12.0 * room.grown - 3 * SPACE, KEY)
        self._step = across * down
        shown = self._names[self._first : self._first + self._step]
        buttons = [
            Button(id=f"ask:who:{name}", label=name, checked=name == self._who, key=f"F{at + 1}" if at < 12 else "")
            for at, name in enumerate(shown)
        ]
        rows = [PitRow(elements=(Text(text=self._why),), height=12.0)]
        rows += in_rows(buttons, across)
        rows.append(PitRow(elements=(Gap(),)))
        turning: list[Button] = []
        if self._first:
            turning.append(Button(id="ask:before", label="Before", key="PgUp"))
        if self._first + self._step < len(self._names):
            turning.append(Button(id="ask:after", label="More people", key="PgDown"))
        rows.append(PitRow(elements=(*turning, _cancel())))
        return tuple(rows)

    def _pad(self) -> tuple[PitRow, ...]:
        field = Field(
            id="ask:pin",
            label=f"PIN of {self._who}" if self._who else "Choose who you are",
            value="●" * len(self._pin),
            active=bool(self._who),
            touch=False,
            secret=True,
            spoken=f"PIN, {len(self._pin)} digits",
        )
        digits = [
            PitRow(elements=tuple(Button(id=f"ask:digit:{each}", label=each, key=each) for each in row))
            for row in ("123", "456", "789")
        ]
        ready = bool(self._who and self._pin)
        enter = Button(
            id=ENTER,
            label="Enter",
            key="Return",
            tone="go",
            enabled=ready,
            reason="" if ready else "name and PIN first",
        )
        last = (
            Button(id=BACK, label="Delete", key="Backspace"),
            Button(id="ask:digit:0", label="0", key="0"),
            enter,
        )
        return (PitRow(elements=(field,)), *digits, PitRow(elements=last))

    def press(self, touched: str) -> None:
        if touched.startswith("ask:who:"):
            self._who, self._pin = touched.removeprefix("ask:who:"), ""
        elif touched.startswith("ask:digit:"):
            self._digit(touched[-1])
        elif touched == BACK:
            self._pin = self._pin[:-1]
        elif touched == ENTER and self._who and self._pin:
            who, pin, self._pin = self._who, self._pin, ""
            self._core.dialog = None
            self._then(who, pin)
        elif touched == "ask:before":
            self._first = max(0, self._first - self._step)
        elif touched == "ask:after":
            self._first += self._step
        elif touched == CANCEL:
            self._core.dialog = None

    def _digit(self, digit: str) -> None:
        if not self._who:
            self._core.say("First choose who you are", "danger")
        elif len(self._pin) < 12:
            self._pin += digit

    def typed(self, text: str) -> None:
        """Digits are keys of the pad."""


def _key(letter: str, raised: bool = False) -> Button:
    shown = letter.upper() if raised else letter
    return Button(id=f"ask:key:{letter}", label=shown, spoken=shown)


def _cancel() -> Button:
    return Button(id=CANCEL, label="Cancel", key="Escape", tone="quiet")


def in_rows(elements: Sequence[PitElement], across: int) -> list[PitRow]:
    """So many in each row; the last row is filled up with nothing."""
    lines = [elements[at : at + across] for at in range(0, len(elements), across)]
    return [PitRow(elements=(*line, *[Text(text="")] * (across - len(line)))) for line in lines]


# --- who may ----------------------------------------------------------------------------------------------------------


def those_who(core: AppState, may: Callable[[Permissions, Person], bool]) -> list[str]:
    """Names of people who are not locked and have the right."""
    book = core.services.people
    if book is None:
        return []
    return [
        each.person.name
        for each in book.people()
        if each.locked_by is None and may(core.services.permissions, each.person)
    ]


def may_do(action: Action) -> Callable[[Permissions, Person], bool]:
    return lambda permissions, person: permissions.why_not_person(person, action, Standing.BETWEEN_ROUNDS) is None


def may_manage(permissions: Permissions, person: Person) -> bool:
    return permissions.why_not_person(person, Action.PEOPLE_MANAGE, Standing.CLOSED) is None


def may_approve(action: str) -> Callable[[Permissions, Person], bool]:
    wanted = Action(action)
    return lambda permissions, person: any(
        permissions.why_not_person_approves(person, wanted, each) is None for each in Standing
    )
