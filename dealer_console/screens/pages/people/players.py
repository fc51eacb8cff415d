"""Who plays where: a player sits down at a spot or leaves it; one who sat out since the shuffle is let in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from dealer_console.game.errors import Refusal
from dealer_console.game.message import Message
from dealer_console.screens.pages.pads import close_button
from dealer_console.screens.pages.people.sign import by_supervisor
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.values import Button, Overlay, Row, Sheet, Text
from dealer_console.table import commands as c
from dealer_console.table.shift.spots import asked_to_give_up
from dealer_console.table.shift.state import Player


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersPage:
    """`spots` are chosen for the next one who sits down."""

    spots: tuple[int, ...] = ()

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        players = [player for player in builder.snapshot.shift.spots.players if player.spots]
        lines = tuple((player.name, ", ".join(str(spot) for spot in player.spots)) for player in players)
        head = (builder.words("players-name"), builder.words("players-spots"))
        leaving = [self._leaves(builder, player.name) for player in players]
        rows = [
            Row(elements=(Sheet(head=head, rows=lines),)),
            Row(elements=tuple(self._spots(builder))),
            Row(elements=tuple(self._sits(builder))),
            *([Row(elements=tuple(leaving))] if leaving else []),
            *self._asked_for_spots(builder),
        ]
        return Overlay(
            id="players",
            title=builder.words("players-title"),
            columns=(tuple(rows),),
            note=builder.local.note,
            note_tone="danger",
            close=close_button(builder),
        )

    def _spots(self, builder: ScreenBuilder) -> Iterator[Button]:
        count = builder.snapshot.table.rules.spots if builder.snapshot.table is not None else 0
        for number in range(1, count + 1):
            chosen = set(self.spots) ^ {number}
            page = replace(self, spots=tuple(sorted(chosen)))
            yield builder.button(
                f"seat:{number}",
                str(number),
                builder.open(page),
                key=str(number),
                checked=number in self.spots,
                spoken=builder.words("bets-spot", spot=number),
            )

    def _sits(self, builder: ScreenBuilder) -> Iterator[Button]:
        words = builder.words
        refusal = None if self.spots else Refusal(Message("players-choose"))
        sit = builder.submit(
            c.SeatPlayer(who=builder.who, spots=self.spots), then=lambda local: local.at(PlayersPage())
        )
        yield builder.button("sit", words("players-sits"), sit, key="Return", main=True, tone="go", refusal=refusal)
        first = self.spots[0] if self.spots else 0
        let_in = by_supervisor(builder, c.LetIn(who=c.WHO_SIGNS, spot=first), words("players-let_in"), PlayersPage())
        yield builder.button("let-in", words("players-let_in"), let_in, key="L", main=True, refusal=refusal)

    def _asked_for_spots(self, builder: ScreenBuilder) -> Iterator[Row]:
        """At a full table somebody with several spots may be asked for one (CB dealing 4)."""
        table = builder.snapshot.table
        asked = asked_to_give_up(table.rules, builder.snapshot.shift) if table is not None else ()
        if not asked:
            return
        yield Row(elements=(Text(text=builder.words("players-full")),))
        yield Row(elements=tuple(self._gives_up(builder, player) for player in asked[:4]))

    def _gives_up(self, builder: ScreenBuilder, player: Player) -> Button:
        fewer = c.SeatPlayer(who=builder.who, player=player.name, spots=player.spots[:-1])
        label = builder.words("players-gives_up", name=player.name, spot=player.spots[-1])
        return builder.button(f"gives-up:{player.name}", label, builder.submit(fewer), key="auto-letter")

    def _leaves(self, builder: ScreenBuilder, name: str) -> Button:
        left = builder.submit(c.PlayerLeft(who=builder.who, player=name))
        return builder.button(f"leaves:{name}", builder.words("people-out", name=name), left, key="auto-letter")
