"""Who plays where: a player sits down at a spot or leaves it; one who sat out since the shuffle is let in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from dealer_console.screens.desk import Desk
from dealer_console.screens.pages.pads import close_button
from dealer_console.screens.pages.sign import by_supervisor
from dealer_console.screens.values import Button, Overlay, Row, Sheet
from dealer_console.table import touches as t


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersPage:
    """`spots` are chosen for the next one who sits down."""

    spots: tuple[int, ...] = ()

    def overlay(self, desk: Desk) -> Overlay:
        players = [each for each in desk.moment.shift.spots.players if each.spots]
        lines = tuple((each.name, ", ".join(str(spot) for spot in each.spots)) for each in players)
        head = (desk.words("players.name"), desk.words("players.spots"))
        leaving = [self._leaves(desk, each.name) for each in players[:4]]
        rows = [
            Row(elements=(Sheet(head=head, rows=lines),)),
            Row(elements=tuple(self._spots(desk))),
            Row(elements=tuple(self._sits(desk))),
            *([Row(elements=tuple(leaving))] if leaving else []),
        ]
        return Overlay(
            id="players",
            title=desk.words("players.title"),
            columns=(tuple(rows),),
            note=desk.local.note,
            note_tone="danger",
            close=close_button(desk),
        )

    def _spots(self, desk: Desk) -> Iterator[Button]:
        count = desk.moment.table.rules.spots if desk.moment.table is not None else 0
        for number in range(1, count + 1):
            chosen = set(self.spots) ^ {number}
            page = replace(self, spots=tuple(sorted(chosen)))
            yield desk.button(
                f"seat:{number}",
                str(number),
                desk.open(page),
                key=str(number),
                checked=number in self.spots,
                spoken=desk.words("bets.spot", spot=number),
            )

    def _sits(self, desk: Desk) -> Iterator[Button]:
        words = desk.words
        refusal = None if self.spots else desk.own_refusal("players.choose")
        sit = desk.submit(t.SeatPlayer(who=desk.who, spots=self.spots), then=lambda local: local.at(PlayersPage()))
        yield desk.button("sit", words("players.sits"), sit, key="Return", main=True, tone="go", refusal=refusal)
        first = self.spots[0] if self.spots else 0
        let_in = by_supervisor(desk, t.LetIn(who=t.WHO_SIGNS, spot=first), words("players.let_in"), PlayersPage())
        yield desk.button("let-in", words("players.let_in"), let_in, key="L", main=True, refusal=refusal)

    def _leaves(self, desk: Desk, name: str) -> Button:
        left = desk.submit(t.PlayerLeft(who=desk.who, player=name))
        return desk.button(f"leaves:{name}", desk.words("people.out", name=name), left, key="auto-letter")
