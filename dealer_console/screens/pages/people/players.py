"""Who plays where: a player sits down at touched spots or leaves them; one who sat out since the shuffle is let in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from dealer_console.game.errors import Refusal
from dealer_console.game.message import Message
from dealer_console.screens.effects import Effect
from dealer_console.screens.pages.people.signature import by_supervisor
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.values import Button, Overlay, Row, Text
from dealer_console.table import commands as c
from dealer_console.table.shift.spots import asked_to_give_up, is_known
from dealer_console.table.shift.state import Player


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersPage:
    """`spots` were touched on the felt: for the next one who sits down, or whose player leaves."""

    spots: tuple[int, ...] = ()

    def framed(self, _builder: ScreenBuilder) -> tuple[str, ...]:
        return tuple(str(spot) for spot in self.spots)

    def touched(self, builder: ScreenBuilder, hand: str, spot: int) -> Effect | None:
        return builder.open(replace(self, spots=tuple(sorted(set(self.spots) ^ {spot})))) if not hand else None

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        players = builder.snapshot.shift.spots.players
        leaving = [self._leaves(builder, player) for player in players if set(player.spots) & set(self.spots)]
        refusal = None if self.spots else Refusal(Message("players-choose"))
        rows = [
            Row(elements=(Text(text=builder.words("players-touch")),)),
            *([Row(elements=tuple(leaving))] if leaving else []),
            Row(elements=(self._let_in(builder, refusal),)),
            *self._asked_for_spots(builder),
        ]
        return builder.overlay(
            "players",
            builder.words("players-title"),
            rows,
            close=builder.close(),
            done=self._sits(builder, refusal),
            covers="pad",
        )

    def _sits(self, builder: ScreenBuilder, refusal: Refusal | None) -> Button:
        sit = builder.submit(c.SeatPlayer(who=builder.who, spots=self.spots), then=lambda ui: ui.at(PlayersPage()))
        label = builder.words("players-sits")
        return builder.button("sit", label, sit, key="Return", main=True, tone="go", refusal=refusal)

    def _let_in(self, builder: ScreenBuilder, refusal: Refusal | None) -> Button:
        first, label = self.spots[0] if self.spots else 0, builder.words("players-let_in")
        let_in = by_supervisor(builder, c.LetIn(who=c.WHO_SIGNS, spot=first), label, PlayersPage())
        return builder.button("let-in", label, let_in, key="L", refusal=refusal)

    def _asked_for_spots(self, builder: ScreenBuilder) -> Iterator[Row]:
        """At a full table somebody with several spots may be asked for one (CB dealing 4)."""
        table = builder.snapshot.table
        holders = asked_to_give_up(table.rules, builder.snapshot.shift) if table is not None else ()
        if not holders:
            return
        yield Row(elements=(Text(text=builder.words("players-full")),))
        yield Row(elements=tuple(self._gives_up(builder, player) for player in holders[:4]))

    def _gives_up(self, builder: ScreenBuilder, player: Player) -> Button:
        fewer = c.SeatPlayer(who=builder.who, player=player.name, spots=player.spots[:-1])
        label = builder.words("players-gives_up", name=_name(builder, player), spot=player.spots[-1])
        return builder.button(f"gives-up:{player.name}", label, builder.submit(fewer), key="auto-letter")

    def _leaves(self, builder: ScreenBuilder, player: Player) -> Button:
        left = builder.submit(c.PlayerLeft(who=builder.who, player=player.name), then=lambda ui: ui.at(PlayersPage()))
        label = builder.words("players-leaves", name=_name(builder, player))
        return builder.button(f"leaves:{player.name}", label, left, key="auto-letter")


def _name(builder: ScreenBuilder, player: Player) -> str:
    return player.name if is_known(player.name) else builder.words("players-at", spot=player.spots[0])
