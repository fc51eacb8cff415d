"""The supervisor's pages together: the rail, the page in sight, dialogs over it, keys."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, Protocol

from dealer_console.pit.pages.app_state import REFUSALS, AppState, Lanes
from dealer_console.pit.pages.board.page import BoardPage
from dealer_console.pit.pages.evidence import EvidencePage
from dealer_console.pit.pages.people.page import PeoplePage
from dealer_console.pit.pages.ratings import RatingsPage
from dealer_console.pit.pages.reports import ReportsPage
from dealer_console.pit.pages.rounds import RoundsPage
from dealer_console.pit.pages.rulings import RulingsPage
from dealer_console.pit.pages.services import PitServices
from dealer_console.pit.pages.values import Line, PitElement, PitPage, PitScreen, Room, Tile
from dealer_console.screens.values import Button, Meter

STOP: Final = "work:stop"


class Page(Protocol):
    @property
    def name(self) -> str: ...

    def opened(self) -> None:
        """It has been turned to."""
        ...

    def page(self, room: Room) -> PitPage: ...

    def press(self, touched: str) -> None: ...


class PitFlow:
    """`screen` is what is to be seen; `press`, `key` and `typed` are all that anybody can do."""

    def __init__(self, services: PitServices, lanes: Lanes) -> None:
        self.core = AppState(services, lanes)
        board, rounds = BoardPage(self.core), RoundsPage(self.core)
        self.pages: dict[str, Page] = {
            "board": board,
            "rulings": RulingsPage(self.core),
            "rounds": rounds,
            "reports": ReportsPage(self.core),
            "evidence": EvidencePage(self.core),
            "people": PeoplePage(self.core),
            "ratings": RatingsPage(self.core),
        }
        board.show_table = self._rounds_of
        self._rounds = rounds
        self.at = "board"
        self._cursor = ""
        board.opened()

    def _rounds_of(self, table: str) -> None:
        self.turn_to("rounds")
        self._rounds.of_table(table)

    def turn_to(self, name: str) -> None:
        self.core.dialog = None
        self.at = name
        self._cursor = ""
        self.pages[name].opened()

    # --- what is seen ------------------------------------------------------------------------------------------------

    @property
    def screen(self) -> PitScreen:
        core = self.core
        dialog = core.dialog
        page = self.pages[self.at].page(core.room) if dialog is None else dialog.page(core.room)
        rail = self._rail() if dialog is None else ()
        doing = core.doing
        working, stop = None, None
        if doing is not None:
            words = f"Stopping: {doing.words}" if doing.stopping else doing.words
            working = Meter(label=words, percent=doing.percent)
            stop = Button(id=STOP, label="Stop", key="Ctrl+S", tone="danger")
        note, tone = (core.note, core.note_tone) if core.note else (core.trouble, "danger")
        return PitScreen(rail=rail, page=self._with_cursor(page), note=note, note_tone=tone, working=working, stop=stop)

    def _rail(self) -> tuple[Button, ...]:
        live = self.core.live
        waiting = {} if live is None else {"rulings": len(live.asked), "board": len(live.calls)}
        return tuple(
            Button(
                id=f"rail:{name}",
                label=page.name,
                hint=f"{waiting[name]} waiting" if waiting.get(name) else "",
                key=f"F{number}",
                tone="danger" if waiting.get(name) else "plain",
                checked=name == self.at,
            )
            for number, (name, page) in enumerate(self.pages.items(), start=1)
        )

    def _with_cursor(self, page: PitPage) -> PitPage:
        """The line that the arrow keys have reached."""
        if not self._cursor:
            return page
        columns = tuple(
            tuple(replace(row, elements=tuple(self._marked(each) for each in row.elements)) for row in column)
            for column in page.columns
        )
        return replace(page, columns=columns)

    def _marked(self, element: PitElement) -> PitElement:
        here = isinstance(element, Line) and bool(element.id) and element.id == self._cursor
        return replace(element, current=True) if here and isinstance(element, Line) else element

    # --- what is done ------------------------------------------------------------------------------------------------

    def press(self, touched: str) -> None:
        """What a database answers against it is a sentence in the head line, as for any other refusal."""
        core = self.core
        core.say("")
        try:
            with core.services.in_words():
                self._press(touched)
        except REFUSALS as refused:
            core.say(str(refused), "danger")

    def _press(self, touched: str) -> None:
        core = self.core
        refused = next((each for each in buttons(self.screen) if each.id == touched and not each.enabled), None)
        if refused is not None:
            core.say(refused.reason, "danger")
        elif touched == STOP:
            core.stop()
        elif touched.startswith("rail:"):
            self.turn_to(touched.removeprefix("rail:"))
        elif core.dialog is not None:
            core.dialog.press(touched)
        else:
            self.pages[self.at].press(touched)

    def key(self, key: str) -> bool:
        """False: nobody wants this key."""
        screen = self.screen
        if key in ("Up", "Down") and self._move(screen, 1 if key == "Down" else -1):
            return True
        if key == "Return" and self._cursor in {line.id for line in lines(screen)}:
            self.press(self._cursor)
            return True
        for each in touched_things(screen):
            if each.key == key:
                self.press(each.id)
                return True
        return False

    def typed(self, text: str) -> bool:
        """Letters from a keyboard, where a text is being entered."""
        dialog = self.core.dialog
        if dialog is None or not self.screen.page.takes_text or not text.isprintable():
            return False
        dialog.typed(text)
        return True

    def _move(self, screen: PitScreen, step: int) -> bool:
        ids = [line.id for line in lines(screen)]
        if not ids:
            return False
        at = ids.index(self._cursor) + step if self._cursor in ids else (0 if step > 0 else len(ids) - 1)
        self._cursor = ids[max(0, min(at, len(ids) - 1))]
        return True

    def resized(self, room: Room) -> None:
        self.core.room = room

    def tick(self) -> None:
        self.core.look()


def elements(screen: PitScreen) -> Iterator[PitElement]:
    for column in screen.page.columns:
        for row in column:
            yield from row.elements


def buttons(screen: PitScreen) -> Iterator[Button]:
    yield from screen.rail
    if screen.stop is not None:
        yield screen.stop
    yield from (each for each in elements(screen) if isinstance(each, Button))


def lines(screen: PitScreen) -> list[Line]:
    return [each for each in elements(screen) if isinstance(each, Line) and each.id]


def touched_things(screen: PitScreen) -> Iterator[Button | Tile | Line]:
    yield from buttons(screen)
    yield from (each for each in elements(screen) if isinstance(each, Tile | Line) and each.id)
