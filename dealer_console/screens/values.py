"""What a screen shows at one moment, as frozen values. Widgets paint them and know nothing else.

Everything that can be touched carries an `id`: the widget hands it to `Console.press`, and a new `Screen` comes back.
Texts are final: translated, with amounts written out. Two equal values look the same, pixel by pixel.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Tone = Literal["plain", "go", "main", "danger", "quiet"]
Level = Literal["good", "busy", "warn", "bad", "off"]
MoneyWay = Literal["take", "pay", "push", "none"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Button:
    """Something to touch. `place` is its fixed slot in its row; `reason` says why it cannot be done now.

    A button with `enabled=False` is shown dim with its reason and still answers a touch: with the whole reason and its
    clause. What is not possible at all now is not in the screen.
    """

    id: str
    label: str
    place: int = 0
    hint: str = ""
    key: str = ""  # as Qt writes it: "S", "F2", "Return", "Ctrl+Z"
    tone: Tone = "plain"
    enabled: bool = True
    reason: str = ""
    spoken: str = ""  # for a screen reader, where the label alone does not say it
    main: bool = False  # a main action: at least 20 mm; else 15 mm
    checked: bool = False
    colour: str = ""  # the colour name of a chip, where the button is one
    hold: bool = False  # it acts after the finger has rested on it: what cannot be taken back
    rest: str = ""  # what a finger that rests on it does instead; the hint says it
    about: str = ""  # the hand or phase it decides for: a second tap never decides for the next one


# --- the top line --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Light:
    """A device or the floor copy: a lamp that also says its word. `id` opens its page."""

    id: str
    name: str
    words: str
    level: Level
    percent: int | None = None  # progress of a device
    simulated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TopLine:
    table: str
    game: str  # game, rule set, decks, limits
    shoe: str  # cards out and in, cutting card
    lights: tuple[Light, ...]
    round: str
    dealer: str
    clock: str


# --- the felt ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class CardOnFelt:
    """A face, or a back (`rank` empty). A suit may be unknown where the table does not need it."""

    rank: str = ""  # "A", "2" … "9", "T", "J", "Q", "K"
    suit: str = ""  # "s", "h", "d", "c"
    across: bool = False  # a double card lies across
    marked: bool = False  # the card in question: misread, exposed, just corrected


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerOnFelt:
    """Chips on the felt: what they are, how much, and what is being done with them."""

    kind: str  # base, double, match, trilux, kings-bounty, insurance, toke, free-bet, coupon …
    label: str  # "25", "match 5", "toke 1", "insurance 12.50"
    way: MoneyWay = "none"  # settled: taken, paid, pushed
    marked: bool = False  # the wager that the settlement is at
    bettor: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A word on a hand: natural, switched, doubled, split, surrendered, insured, free coin, bust, stood."""

    kind: str
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOnFelt:
    id: str  # "1a", "dealer"
    cards: tuple[CardOnFelt, ...]
    total: str  # "soft 17", "20", ""
    short_total: str = ""  # "7/17", where the words have no room
    marks: tuple[Mark, ...] = ()
    wagers: tuple[WagerOnFelt, ...] = ()
    in_turn: bool = False
    finished: bool = False  # painted calmer: nothing more to decide
    touch: str = ""  # id of what a touch on the hand opens; empty: nothing
    spoken: str = ""  # "Spot 2, hand a, ten of clubs, five of hearts, 15, wager 25, in turn"


@dataclass(frozen=True, slots=True, kw_only=True)
class SpotOnFelt:
    number: int
    hands: tuple[HandOnFelt, ...] = ()
    wagers: tuple[WagerOnFelt, ...] = ()  # of the spot: side bets; base wagers before the deal
    player: str = ""
    in_turn: bool = False
    touch: str = ""
    spoken: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Felt:
    """From the dealer's side: the dealer's hand below, the spots in an arc above, spot 1 at the dealer's left."""

    spots: tuple[SpotOnFelt, ...]
    dealer: HandOnFelt
    watermark: str = ""  # "HISTORY", "TRAINING", "CLOSED"


# --- prompt, side panel, banners -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptLine:
    """One big line, one small one. `clause` is shown with the small line when it has been asked for."""

    big: str
    small: str = ""
    clause: str = ""
    tone: Tone = "main"  # danger: something is wrong and waits
    touch: str = ""  # id that shows or hides the clause


@dataclass(frozen=True, slots=True, kw_only=True)
class SideRow:
    """A line of what was done, or a take or pay to be ticked off."""

    text: str
    amount: str = ""  # "pay 37.50"
    figure: str = ""  # "37.50": where only the sign of its way has room before it
    chips: str = ""  # "25 + 5 + 5 + 2.50"
    way: MoneyWay = "none"
    ticked: bool = False
    current: bool = False
    touch: str = ""
    spoken: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SidePanel:
    list_title: str
    rows: tuple[SideRow, ...]
    next: str = ""
    settles: bool = False  # all is taken and paid now: the list has more of the column
    buttons: tuple[Button, ...] = ()  # help: irregularity in place 0, call floor in place 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Banner:
    """Always honest: simulated, training, degraded, offline, stopped; and what it means."""

    text: str
    level: Level
    touch: str = ""  # id that answers it: seen, open the irregularity


@dataclass(frozen=True, slots=True, kw_only=True)
class LastAction:
    text: str
    undo: Button | None  # None: a supervisor's correction is the only way


# --- what lies over the felt ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    text: str
    size: Literal["small", "normal", "large"] = "normal"
    tone: Tone = "plain"


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A value being entered. `secret` values arrive here already as dots."""

    id: str
    label: str
    value: str
    active: bool = False
    touch: bool = True
    secret: bool = False
    spoken: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Meter:
    """Progress of long work."""

    label: str
    percent: int | None  # None: it is going on, nobody knows how long
    left: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scrubber:
    """A bar to drag along: each of its stops is something to touch, from the left to the right."""

    label: str
    stops: tuple[str, ...]  # their ids
    at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A table of words and figures: a report, a count, a device's health. Amounts are right-aligned."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    amounts: tuple[int, ...] = ()  # columns that are figures
    marked: tuple[int, ...] = ()  # rows that need a look


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """An encoded picture (PNG or JPEG): the technician's live view of the camera."""

    data: bytes
    spoken: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPath:
    """A shuffler drawn from the side: the places that a card passes, from inlet to outlet, and the faulty one."""

    places: tuple[str, str, str, str, str]
    faulty: int
    spoken: str


Element: TypeAlias = "Button | Text | Field | Meter | Scrubber | Sheet | Picture | CardPath"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """Elements side by side, in the shares of `widths` (equal when empty). Where they find no room they take more
    lines.

    `band`: keys of a pad. They stand in the row of the actions, in the same places on every page.
    """

    elements: tuple[Element, ...]
    widths: tuple[int, ...] = ()
    band: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Overlay:
    """A page over the felt: pads, lists, guides, counts, reports. One at a time; no native dialogs.

    `columns` stand side by side, each with rows from the top. `covers` names what stays to be seen: a pad asks about
    the table and covers the column and the row of actions, never the felt; a page covers all but the top line.
    """

    id: str
    title: str
    columns: tuple[tuple[Row, ...], ...]
    note: str = ""  # the answer to the last touch: a refusal with its clause, or what was done
    note_tone: Tone = "plain"
    close: Button | None = None
    done: Button | None = None  # what ends a pad, beside its way out
    covers: Literal["pad", "page"] = "page"
    under_prompt: bool = False  # a pad below the prompt, which says what the pad is for
    widths: tuple[int, ...] = ()


# --- how it is shown -----------------------------------------------------------------------------------------------

Theme = Literal["dark", "light", "high-contrast"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How it is shown; of the console, not of the table."""

    theme: Theme = "dark"
    four_colours: bool = False
    large_text: bool = False
    language: str = "en"


PLAIN_LOOK: Final = Look()


# --- the whole --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """The dealer's console at one moment."""

    top: TopLine
    felt: Felt
    prompt: PromptLine
    actions: tuple[Button, ...]  # main actions, in places 0 to 7; the menu is the last
    side: SidePanel
    last: LastAction | None
    banners: tuple[Banner, ...] = ()  # the worst first; a touch on it opens them all
    overlay: Overlay | None = None
    note: str = ""  # why the last touch was refused, until the next one
    done: str = ""  # what the last touch has done, until the next one
    dealing: bool = False  # cards come by themselves and nobody decides: the felt takes the whole area
    seq: int = 0  # the journal entry that this shows
    look: Look = PLAIN_LOOK
