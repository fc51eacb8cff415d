"""Finding rounds: conditions above, results below, fetched page by page as one scrolls; a touch deals one again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from typing import Final

from sqlalchemy import select

from dealer_console.game.cards import card
from dealer_console.game.irregularity.catalogue import CATALOGUE
from dealer_console.game.money import BadAmount, parse_amount
from dealer_console.messages import recorded, recorded_error
from dealer_console.pit.amounts import in_dollars
from dealer_console.pit.archive import Archive, Cursor, FoundRound, Page, Search
from dealer_console.pit.archive import schema as t
from dealer_console.pit.pages.app_state import AppState
from dealer_console.pit.pages.dialogs import Choice, Option, Typing
from dealer_console.pit.pages.list_window import Paging
from dealer_console.pit.pages.places import HEADS, body_of
from dealer_console.pit.pages.plainly import bets_in_words
from dealer_console.pit.pages.replay import ReplayView
from dealer_console.pit.pages.values import Line, PitPage, PitRow, Room
from dealer_console.pit.reports import days_of
from dealer_console.pit.round_replay import replay
from dealer_console.screens.sizes import FINGER, KEY, SPACE
from dealer_console.screens.values import Button, Level, Text

ANY: Final = "any"
TYPED: Final = "typed"
COLUMNS: Final = (9, 6, 13, 11, 17, 8, 8, 11)
HEAD: Final = ("Table", "Round", "Opened", "Dealer", "Bets by spot", "Staked", "House", "Remarks")
RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K")
SUITS: Final = (("s", "♠"), ("h", "♥"), ("d", "♦"), ("c", "♣"))
MARKS: Final = ((t.IRREGULAR, "any irregularity"), (t.CORRECTED, "corrected"), (t.UNDONE, "taken back or misread"))


@dataclass(slots=True)
class Results:
    """What was found so far; `next` is where more would begin."""

    rounds: tuple[FoundRound, ...] = ()
    next: Cursor | None = None
    searched: bool = False


class RoundsPage:
    name = "Rounds"

    def __init__(self, core: AppState) -> None:
        self._core = core
        self._wanted = Search()
        self._results = Results()
        self._paging = Paging(id="rounds:page")
        self._replay: ReplayView | None = None

    def opened(self) -> None:
        if not self._results.searched:
            self._search()

    def of_table(self, table: str) -> None:
        self._wanted, self._replay = Search(table=table), None
        self._search()

    # --- what is seen ------------------------------------------------------------------------------------------------

    def page(self, room: Room) -> PitPage:
        if self._replay is not None:
            return self._replay.page(room)
        found = self._results
        many = room.many(body_of(room).height - 2 * (KEY + SPACE) - HEADS * room.grown - SPACE, FINGER * room.grown)
        shown = found.rounds[self._paging.window(len(found.rounds), many)]
        up, down = self._paging.buttons(len(found.rounds), more=found.next is not None)
        rows = [PitRow(elements=(*row, turn)) for row, turn in zip(self._conditions(), (up, down), strict=True)]
        rows.append(PitRow(elements=(Line(id="", cells=HEAD, widths=COLUMNS, amounts=(1, 5, 6)),)))
        rows += [PitRow(elements=(self._line(each),)) for each in shown]
        if found.searched and not found.rounds and self._core.doing is None:
            rows.append(PitRow(elements=(Text(text="No round fulfils all of this.", size="large"),)))
        return PitPage(title=f"Rounds: {self._count()}", columns=(tuple(rows),))

    def _count(self) -> str:
        more = " and more" if self._results.next is not None else ""
        return f"{len(self._results.rounds)}{more}"

    def _conditions(self) -> tuple[tuple[Button, ...], tuple[Button, ...]]:
        wanted, services = self._wanted, self._core.services
        amount = wanted.amount if wanted.amount is not None else wanted.at_least
        least = "at least " if wanted.at_least is not None else ""
        faces = dict(SUITS)
        shown = wanted.card or ""
        face = f"{shown[0]}{faces.get(shown[1:], '')}" if shown else ANY
        first = (
            _condition("table", "Table", wanted.table or ANY, "T"),
            _condition("since", "From", ANY if wanted.since_ms is None else services.moment(wanted.since_ms), "F"),
            _condition("until", "Until", ANY if wanted.until_ms is None else services.moment(wanted.until_ms), "U"),
            _condition("dealer", "Dealer", wanted.dealer or ANY, "D"),
            _condition("number", "Round", ANY if wanted.first is None else str(wanted.first), "N"),
        )
        second = (
            _condition("spot", "Spot", ANY if wanted.spot is None else str(wanted.spot), "S"),
            _condition("amount", "Amount", ANY if amount is None else least + in_dollars(amount), "M"),
            _condition("mark", "Irregularity", (wanted.mark or ANY).replace("-", " "), "I"),
            _condition("card", "Card", face, "C"),
            Button(id="rounds:clear", label="Clear all", key="X", tone="quiet"),
        )
        return first, second

    def _line(self, each: FoundRound) -> Line:
        remarks = [
            *(["irregular"] if each.irregular else []),
            *(["taken back"] if each.undone else []),
            *(["corrected"] if each.corrected else []),
        ]
        cells = (
            each.table,
            str(each.number),
            self._core.services.moment(each.opened_ms),
            each.dealer,
            bets_in_words(each.bets).replace("spot ", ""),
            in_dollars(each.staked),
            in_dollars(each.house),
            ", ".join(remarks),
        )
        level: Level | None = "warn" if remarks else None
        return Line(id=f"rounds:found:{each.id}", cells=cells, widths=COLUMNS, amounts=(1, 5, 6), level=level)

    # --- what is touched ---------------------------------------------------------------------------------------------

    def press(self, touched: str) -> None:
        if self._replay is not None:
            if self._replay.press(touched) == "back":
                self._replay = None
            return
        what = touched.removeprefix("rounds:")
        if what.startswith("found:"):
            self._open(int(what.removeprefix("found:")))
        elif what.startswith("ask:"):
            self._ask(what.removeprefix("ask:"))
        elif what == "clear":
            self._wanted = Search()
            self._search()
        elif self._paging.press(touched, len(self._results.rounds)):
            self._fetch_ahead()

    def _open(self, number: int) -> None:
        found = next(each for each in self._results.rounds if each.id == number)
        archive = self._core.services.archive
        self._core.do(
            f"dealing round {found.number} of {found.table} again",
            lambda _: replay(archive, found),
            lambda told: setattr(self, "_replay", ReplayView(self._core, told)),
        )

    def _search(self) -> None:
        self._results, self._paging.first = Results(), 0
        wanted, archive = self._wanted, self._core.services.archive
        self._core.do("searching", lambda work: archive.search(wanted, work=work), self._found)

    def _found(self, page: Page) -> None:
        before = self._results
        self._results = Results(rounds=(*before.rounds, *page.rounds), next=page.next, searched=True)

    def _fetch_ahead(self) -> None:
        """The next page of results is fetched when the last lines come into sight, and not before."""
        found, archive, wanted = self._results, self._core.services.archive, self._wanted
        near = self._paging.first + 2 * self._paging.step >= len(found.rounds)
        if found.next is not None and near and self._core.doing is None:
            self._core.do(
                "fetching more rounds", lambda work: archive.search(wanted, after=found.next, work=work), self._found
            )

    # --- conditions --------------------------------------------------------------------------------------------------

    def _ask(self, what: str) -> None:
        asks: dict[str, Callable[[], None]] = {
            "table": self._ask_table,
            "since": lambda: self._ask_time("since_ms", "Rounds from when on?"),
            "until": lambda: self._ask_time("until_ms", "Rounds up to when?"),
            "dealer": self._ask_dealer,
            "spot": self._ask_spot,
            "number": lambda: self._type("Which round number?", self._set_number),
            "amount": self._ask_amount,
            "mark": self._ask_mark,
            "card": self._ask_rank,
        }
        asks[what]()

    def _choose(self, title: str, options: list[Option], then: Callable[[str], None]) -> None:
        self._core.dialog = Choice(self._core, title, [Option(value="", label=ANY), *options], then)

    def _type(self, title: str, then: Callable[[str], None], hint: str = "") -> None:
        self._core.dialog = Typing(self._core, title, then, hint=hint)

    def _set(self, **changed: object) -> None:
        self._wanted = replace(self._wanted, **changed)  # type: ignore[arg-type]
        self._search()

    def _ask_table(self) -> None:
        names = sorted({log.table for log in self._core.services.archive.logs()})
        self._choose("Which table?", [Option(value=each, label=each) for each in names], self._set_table)

    def _set_table(self, table: str) -> None:
        self._set(table=table or None)

    def _ask_time(self, which: str, title: str) -> None:
        services = self._core.services
        days = [
            Option(value=day.isoformat(), label=day.isoformat())
            for day in days_of(services.archive, services.house.gaming_day)
        ]
        typed = Option(value=TYPED, label="Type a time")

        def chosen(value: str) -> None:
            if value == TYPED:
                self._type(title, lambda text: self._set_time(which, text), "as 2026-11-16 20:15")
            elif value:
                first, end = services.house.gaming_day.bounds(date.fromisoformat(value))
                self._set(**{which: first if which == "since_ms" else end - 1})
            else:
                self._set(**{which: None})

        self._choose(title, [typed, *days], chosen)

    def _set_time(self, which: str, typed: str) -> None:
        try:
            self._set(**{which: self._core.services.milliseconds(typed)})
        except ValueError:
            self._core.say(f"{typed!r} is no time: write 2026-11-16 20:15", "danger")

    def _ask_dealer(self) -> None:
        options = [Option(value=each, label=each) for each in dealers(self._core.services.archive)]
        self._choose("Which dealer?", options, lambda who: self._set(dealer=who or None))

    def _ask_spot(self) -> None:
        options = [Option(value=str(spot), label=f"Spot {spot}") for spot in range(1, 8)]
        self._choose("Which spot?", options, lambda spot: self._set(spot=int(spot) if spot else None))

    def _set_number(self, typed: str) -> None:
        if typed and not typed.isdigit():
            self._core.say(f"{typed!r} is no round number", "danger")
            return
        number = int(typed) if typed else None
        self._set(first=number, last=number)

    def _ask_amount(self) -> None:
        options = [
            Option(value="amount", label="exactly", hint="a stake, payment or taking of just this"),
            Option(value="at_least", label="at least", hint="a single stake or payment that reaches this"),
        ]

        def chosen(which: str) -> None:
            if not which:
                self._set(amount=None, at_least=None)
            else:
                self._type("Which amount?", lambda text: self._set_amount(which, text), "as 37.50")

        self._choose("Which amount?", options, chosen)

    def _set_amount(self, which: str, typed: str) -> None:
        try:
            cents = parse_amount(typed)
        except BadAmount as refused:
            self._core.say(recorded_error(refused), "danger")
            return
        self._set(**{"amount": None, "at_least": None, which: cents})

    def _ask_mark(self) -> None:
        options = [Option(value=mark, label=label) for mark, label in MARKS]
        options += [
            Option(value=code, label=code.replace("-", " "), hint=recorded(each.message))
            for code, each in CATALOGUE.items()
        ]
        self._choose("Which irregularity?", options, lambda mark: self._set(mark=mark or None))

    def _ask_rank(self) -> None:
        ranks = [Option(value=rank, label="10" if rank == "T" else rank) for rank in RANKS]

        def chosen(rank: str) -> None:
            if rank:
                self._ask_suit(rank)
            else:
                self._set(card=None)

        self._choose("Which card?", ranks, chosen)

    def _ask_suit(self, rank: str) -> None:
        suits = [Option(value=suit, label=sign) for suit, sign in SUITS]
        then = lambda suit: self._set(card=card(rank + suit).text)  # noqa: E731
        self._core.dialog = Choice(self._core, "Which suit?", suits, then)


def dealers(archive: Archive) -> list[str]:
    """Everybody who has dealt a round, as people call them."""
    names = archive.names()
    with archive.engine.connect() as connection:
        found = connection.execute(select(t.pace_hours.c.dealer).distinct()).scalars().all()
    return sorted({names.get(each, each) for each in found if each})


def _condition(what: str, label: str, value: str, key: str) -> Button:
    return Button(id=f"rounds:ask:{what}", label=label, hint=value, key=key, checked=value != ANY)
