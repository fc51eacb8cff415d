"""The board: all tables as they stand, and beside them the calls and alerts that nobody has acknowledged yet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dealer_console.pit.alerts import Seen
from dealer_console.pit.pages.app_state import AppState, Live
from dealer_console.pit.pages.board.open_items import Matter, acknowledge, open_matters, past_matters
from dealer_console.pit.pages.board.table_tiles import counted, in_sight, tile
from dealer_console.pit.pages.dialogs import WhoIsIt, in_rows, may_do, those_who
from dealer_console.pit.pages.list_window import Paging
from dealer_console.pit.pages.places import body_of, shares
from dealer_console.pit.pages.services import NO_BOOK
from dealer_console.pit.pages.values import Gap, Line, PitPage, PitRow, Room
from dealer_console.screens.sizes import KEY, SPACE, Box
from dealer_console.screens.values import Banner, Button, Level, Text
from dealer_console.table.people import Action

TILE_WIDTH: Final = 34.5
TILE_HEIGHT: Final = 24.0
CALL_HEIGHT: Final = 14.0
COMPACT_HEIGHT: Final = 15.0


class BoardPage:
    name = "Board"

    def __init__(self, core: AppState) -> None:
        self._core = core
        self._tables = Paging(id="board:tables")
        self._matters = Paging(id="board:matters")
        self._crowded = False  # more tables than fit
        self._closed_too = True  # closed tables are in sight, too
        self._chosen: Matter | None = None
        self._past: tuple[Matter, ...] | None = None  # what was acknowledged, while that is looked at
        self.show_table: Callable[[str], None] = lambda table: None

    def opened(self) -> None:
        self._core.look(at_once=True)

    # --- what is seen ------------------------------------------------------------------------------------------------

    def page(self, room: Room) -> PitPage:
        live = self._core.live
        if live is None:
            words = self._core.trouble or "Taking in the journals …"
            rows = (PitRow(elements=(Text(text=words, size="large"),)), PitRow(elements=(self._core.taking_in,)))
            return PitPage(title="Board", columns=(rows,))
        if self._chosen is not None:
            return self._detail(self._chosen)
        widths = (100, 54)
        inner = shares(self._body(room).width, widths)
        return PitPage(
            title=f"Board at {self._core.services.clock(live.at_ms)}: {counted(live.tables)}",
            columns=(self._board(live, room, inner[0]), self._list(live, room)),
            widths=widths,
            banner=self._banner(),
        )

    def _banner(self) -> Banner | None:
        training = self._core.services.training
        return Banner(text=f"TRAINING. PINs: {training}", level="busy") if training else None

    def _body(self, room: Room) -> Box:
        return body_of(room, banner=self._banner() is not None)

    def _board(self, live: Live, room: Room, width: float) -> tuple[PitRow, ...]:
        """Low tiles and a row of buttons where there are more tables than fit."""
        height = self._body(room).height
        across = max(1, int((width + SPACE) / (TILE_WIDTH * room.grown + SPACE)))
        crowded = self._crowded = len(live.tables) > across * room.many(height, TILE_HEIGHT * room.grown)
        free, each = (height - KEY - SPACE, COMPACT_HEIGHT) if crowded else (height, TILE_HEIGHT)
        down = room.many(free, each * room.grown)
        tables = in_sight(live.tables, crowded=crowded, closed=self._closed_too or not crowded)
        shown = tables[self._tables.window(len(tables), across * down)]
        clock = self._core.services.time
        rows = in_rows([tile(status, at, clock, compact=crowded) for at, status in enumerate(shown)], across)
        rows += [PitRow(elements=(Gap(),))] * (down - len(rows))
        if crowded:
            rows.append(PitRow(elements=(*self._tables.buttons(len(tables)), self._toggle())))
        return tuple(rows)

    def _toggle(self) -> Button:
        return Button(id="board:closed", label="Closed ones", key="C", checked=self._closed_too)

    def _list(self, live: Live, room: Room) -> tuple[PitRow, ...]:
        past = self._past
        matters = open_matters(live) if past is None else past
        many = room.many(self._body(room).height - 6.0 * room.grown - KEY - 3 * SPACE, CALL_HEIGHT * room.grown)
        shown = matters[self._matters.window(len(matters), many)]
        title = f"Calls and alerts: {len(matters)} open" if past is None else f"Acknowledged: {len(past)}"
        rows = [PitRow(elements=(Text(text=title, size="normal"),), height=6.0)]
        rows += [PitRow(elements=(self._line(each),), height=CALL_HEIGHT) for each in shown]
        rows.append(PitRow(elements=(Gap(),)))
        toggle = Button(
            id="board:past", label="Acknowledged" if past is None else "Open ones", key="A", checked=past is not None
        )
        turning = self._matters.buttons(len(matters), second=self._crowded)
        rows.append(PitRow(elements=(*turning, toggle), widths=(2, 2, 3)))
        return tuple(rows)

    def _line(self, matter: Matter) -> Line:
        when = self._core.services.time(matter.at_ms)
        seen = matter.seen
        by = f"seen by {seen.person}, {self._core.services.moment(seen.at_ms)}" if seen is not None else matter.words
        level: Level = "good" if seen is not None else "bad" if matter.urgent else "warn"
        return Line(
            id=f"board:matter:{matter.id}",
            cells=(matter.table, matter.kind, when),
            widths=(5, 5, 3),
            below=by,
            level=level,
            amounts=(2,),
        )

    def _detail(self, matter: Matter) -> PitPage:
        seen = matter.seen
        told = [
            Text(text=f"{matter.table}: {matter.kind}", size="large", tone="main"),
            Text(text=matter.words),
            Text(text=self._core.services.second(matter.at_ms), size="small"),
        ]
        if seen is not None:
            note = f": {seen.note}" if seen.note else ""
            told.append(Text(text=f"Acknowledged by {seen.person}, {self._core.services.second(seen.at_ms)}{note}"))
        buttons = [Button(id="board:back", label="Back", key="Escape")]
        if matter.table != "floor":
            buttons.append(Button(id=f"board:table:{matter.table}", label="Rounds of this table", key="R"))
        if seen is None:
            able = self._core.services.people is not None
            buttons.append(
                Button(
                    id="board:acknowledge",
                    label="Acknowledge",
                    hint="with name and PIN",
                    key="Return",
                    tone="go",
                    enabled=able,
                    reason="" if able else NO_BOOK,
                )
            )
        rows = [PitRow(elements=(each,)) for each in told]
        rows += [PitRow(elements=(Gap(),)), PitRow(elements=tuple(buttons))]
        return PitPage(title="Call or alert", columns=(tuple(rows),))

    # --- what is touched ---------------------------------------------------------------------------------------------

    def press(self, touched: str) -> None:
        live = self._core.live
        if live is None:
            return
        matters = open_matters(live) if self._past is None else self._past
        if touched.startswith("board:table:"):
            self._chosen = None
            self.show_table(touched.removeprefix("board:table:"))
        elif touched.startswith("board:matter:"):
            what = touched.removeprefix("board:matter:")
            self._chosen = next((each for each in matters if each.id == what), None)
        elif touched == "board:back":
            self._chosen = None
        elif touched == "board:closed":
            self._closed_too, self._tables.first = not self._closed_too, 0
        elif touched == "board:past":
            self._turn_to_past(live)
        elif touched == "board:acknowledge" and self._chosen is not None:
            self._ask_who(self._chosen)
        elif not self._tables.press(touched, len(live.tables)):
            self._matters.press(touched, len(matters))

    def _turn_to_past(self, live: Live) -> None:
        self._matters.first = 0
        if self._past is not None:
            self._past = None
            return
        self._core.do(
            "looking up who acknowledged what", lambda _: past_matters(self._core.services, live), self._show_past
        )

    def _show_past(self, found: tuple[Matter, ...]) -> None:
        self._past = found

    def _ask_who(self, matter: Matter) -> None:
        if self._core.services.people is None:
            self._core.say(NO_BOOK, "danger")
            return
        names = those_who(self._core, may_do(Action.ACKNOWLEDGE_CALL))
        self._core.dialog = WhoIsIt(
            self._core,
            "Acknowledge",
            f"{matter.table}: {matter.words}",
            names,
            lambda who, pin: self._seen(matter, who, pin),
        )

    def _seen(self, matter: Matter, who: str, pin: str) -> None:
        services = self._core.services

        def done(seen: Seen) -> None:
            when = services.time(seen.at_ms)
            words = f"Acknowledged by {seen.person}" if seen.first else f"{seen.person} was first, at {when}"
            self._core.say(words, "plain" if seen.first else "danger")
            self._chosen = None
            self._core.look(at_once=True)

        self._core.do("acknowledging", lambda _: acknowledge(services, matter, services.admit(who, pin)), done)
