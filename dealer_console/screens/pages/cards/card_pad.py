"""The card pad: where no shoe tells the cards, the dealer enters them; suits only where something looks at them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from dealer_console.game import moves, phases
from dealer_console.game.cards import UNSEEN, Card, card
from dealer_console.game.engine import why_not
from dealer_console.game.hand import HandId
from dealer_console.screens.effects import Effect, Go
from dealer_console.screens.pages.irregularity import CataloguePage
from dealer_console.screens.pages.money.bets import BetsPage
from dealer_console.screens.pages.pads import rank_rows, suit_row
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.ui_state import UiState
from dealer_console.screens.values import Button, Overlay, Row
from dealer_console.table import commands as c
from dealer_console.table.snapshot import TableSnapshot

NAME = "card-pad"


def suits_wanted(builder: ScreenBuilder) -> bool:
    """While the first cards come, side bets may look at suits; the house may want them always."""
    r = builder.snapshot.round
    if builder.config.suits:
        return True
    if r is None:
        return any({"trilux", "bounty"} & set(bet.side_bets) for bet in builder.snapshot.bets)
    return r.looks_at_suits and r.phase in (phases.OPEN, phases.DEAL)


def face_down_wanted(snapshot: TableSnapshot) -> bool:
    """A card that nobody looks at: the burn card, the hole card, a double card where it stays covered."""
    r = snapshot.round
    if r is None:
        return snapshot.burn_due
    return why_not(r, moves.DRAWN[UNSEEN]) is None and r.phase is not phases.OPEN


def only_face_down(snapshot: TableSnapshot) -> bool:
    r = snapshot.round
    return (r is None and snapshot.burn_due) or snapshot.hole_is_due


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPad:
    rank: str = ""  # chosen, its suit is awaited

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        rows: list[Row] = []
        if not only_face_down(builder.snapshot):
            with_suit = suits_wanted(builder)
            rows += rank_rows(builder, self._ranked(builder) if with_suit else _entered_rank(builder), chosen=self.rank)
            if with_suit and self.rank:
                rows.append(suit_row(builder, self.rank, lambda face: enter(builder, face)))
        rows += _face_down(builder)
        return builder.overlay(
            NAME,
            builder.words("pad-title"),
            rows,
            close=Go(change=_put_away),
            done=_instead(builder),
            covers="pad",
            under_prompt=True,
        )

    def _ranked(self, builder: ScreenBuilder) -> Callable[[str], Effect]:
        return lambda rank: builder.open(CardPad(rank=rank))


def _entered_rank(builder: ScreenBuilder) -> Callable[[str], Effect]:
    return lambda rank: enter(builder, card(f"{rank}?"))


def _put_away(ui: UiState) -> UiState:
    return replace(ui, page=None, put_away=ui.put_away | {NAME})


def _face_down(builder: ScreenBuilder) -> list[Row]:
    """A card that stays covered."""
    if not face_down_wanted(builder.snapshot):
        return []
    label = builder.words("pad-burned" if builder.snapshot.round is None else "pad-face_down")
    down = builder.button("face-down", label, enter(builder, UNSEEN), key="X", main=True, tone="main")
    return [Row(elements=(down,))]


def _instead(builder: ScreenBuilder) -> Button:
    """No card at all: something went wrong, or other bets."""
    if builder.snapshot.round is not None:
        wrong = builder.open(CataloguePage())
        return builder.button("irregularity", builder.words("side-irregularity"), wrong, key="F9")
    return builder.button("pad-bets", builder.words("bets-title"), builder.open(BetsPage.of(builder)), key="F1")


def enter(builder: ScreenBuilder, face: Card) -> Effect:
    """The card goes where it is due; the pad is ready for the next one."""
    command: c.Command = c.Play(who=builder.who, move=move_of(builder.snapshot, face))
    if builder.snapshot.round is None and builder.snapshot.burn_due and builder.config.table is not None:
        command = c.BurnCard(who=builder.who, card=face)  # a step of the shift's own guide
    return builder.submit(command, then=lambda ui: ui.at(None))


def move_of(snapshot: TableSnapshot, face: Card) -> moves.Move:
    r = snapshot.round
    if r is None:
        return moves.CardBurned(card=face) if snapshot.burn_due else moves.DRAWN[face]
    if r.phase is phases.TURN:
        return moves.DoubleCardTurned(hand=HandId(snapshot.to_turn), card=face)
    if snapshot.hole_to_be_named:
        return moves.HoleCardShown(card=face)
    return moves.DRAWN[face]
