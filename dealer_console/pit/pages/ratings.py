"""Players by card number: time, hands, average bet, theoretical loss; and each sitting of one of them."""

from __future__ import annotations

from typing import Final

from dealer_console.pit.amounts import in_dollars
from dealer_console.pit.pages.app_state import AppState
from dealer_console.pit.pages.list_window import Paging
from dealer_console.pit.pages.places import HEADS, body_of
from dealer_console.pit.pages.values import Gap, Line, PitPage, PitRow, Room
from dealer_console.pit.rating import Rating, Sitting, ratings
from dealer_console.screens.sizes import FINGER, KEY, SPACE
from dealer_console.screens.values import Button, Text

WIDTHS: Final = (14, 8, 8, 8, 10, 12, 10)
HEAD: Final = ("Player", "Sittings", "Minutes", "Hands", "Average bet", "Theoretical loss", "Result")
SITTING_WIDTHS: Final = (10, 6, 16, 8, 8, 10, 12, 10)
SITTING_HEAD: Final = ("Table", "Spot", "From", "Minutes", "Hands", "Staked", "Theoretical loss", "Result")


class RatingsPage:
    name = "Players"

    def __init__(self, core: AppState) -> None:
        self._core = core
        self._ratings: tuple[Rating, ...] | None = None
        self._player: Rating | None = None
        self._paging = Paging(id="players:page")
        self._sittings = Paging(id="players:sittings")

    def opened(self) -> None:
        self._player = None
        services = self._core.services
        self._core.do("rating the players", lambda _: ratings(services.archive, services.house), self._rated)

    def _rated(self, found: tuple[Rating, ...]) -> None:
        self._ratings = found

    # --- what is seen ------------------------------------------------------------------------------------------------

    def page(self, room: Room) -> PitPage:
        if self._player is not None:
            return self._of_player(room, self._player)
        found = self._ratings or ()
        many = room.many(body_of(room).height - HEADS * room.grown - KEY - 3 * SPACE, FINGER * room.grown)
        rows = [PitRow(elements=(Line(id="", cells=HEAD, widths=WIDTHS, amounts=tuple(range(1, 7))),))]
        rows += [PitRow(elements=(_line(each),)) for each in found[self._paging.window(len(found), many)]]
        if self._ratings == ():
            rows.append(PitRow(elements=(Text(text="No player has been seated at a spot yet.", size="large"),)))
        rows += [PitRow(elements=(Gap(),)), PitRow(elements=self._paging.buttons(len(found)))]
        return PitPage(title=f"Players: {len(found)}", columns=(tuple(rows),))

    def _of_player(self, room: Room, player: Rating) -> PitPage:
        above = (2 * HEADS + FINGER) * room.grown + 5 * SPACE
        many = room.many(body_of(room).height - above - KEY, FINGER * room.grown)
        whole = Line(id="", cells=HEAD, widths=WIDTHS, amounts=tuple(range(1, 7)))
        head = Line(id="", cells=SITTING_HEAD, widths=SITTING_WIDTHS, amounts=tuple(range(3, 8)))
        together = PitRow(elements=(_line(player, touch=False),), height=FINGER)
        rows = [PitRow(elements=(whole,)), together, PitRow(elements=(head,))]
        shown = player.sittings[self._sittings.window(len(player.sittings), many)]
        rows += [PitRow(elements=(self._sitting(each),), height=FINGER) for each in shown]
        back = Button(id="players:back", label="Back", hint="to the players", key="Escape")
        rows += [PitRow(elements=(Gap(),)), PitRow(elements=(*self._sittings.buttons(len(player.sittings)), back))]
        return PitPage(title=f"Player {player.player}", columns=(tuple(rows),))

    def _sitting(self, each: Sitting) -> Line:
        cells = (
            each.table,
            str(each.spot),
            self._core.services.moment(each.from_ms) + ("" if each.to_ms is not None else ", still here"),
            str(each.minutes),
            str(each.hands),
            in_dollars(each.main.staked),
            in_dollars(round(each.theoretical_loss)),
            in_dollars(each.result),
        )
        return Line(id="", cells=cells, widths=SITTING_WIDTHS, amounts=tuple(range(3, 8)))

    # --- what is touched ---------------------------------------------------------------------------------------------

    def press(self, touched: str) -> None:
        found = self._ratings or ()
        if touched.startswith("players:player:"):
            name = touched.removeprefix("players:player:")
            self._player = next((each for each in found if each.player == name), None)
            self._sittings.first = 0
        elif touched == "players:back":
            self._player = None
        elif self._player is not None:
            self._sittings.press(touched, len(self._player.sittings))
        else:
            self._paging.press(touched, len(found))


def _line(each: Rating, *, touch: bool = True) -> Line:
    cells = (
        each.player,
        str(len(each.sittings)),
        str(each.minutes),
        str(each.hands),
        in_dollars(each.average_bet),
        in_dollars(round(each.theoretical_loss)),
        in_dollars(each.result),
    )
    return Line(
        id=f"players:player:{each.player}" if touch else "", cells=cells, widths=WIDTHS, amounts=tuple(range(1, 7))
    )
