"""One moment of the table, as the screen's flow reads it: frozen, taken on the table's own thread, safe on any other.

The round in it is a twin, made anew from wagers and standing moves: nobody changes it, and every button asks it the
same `why_not` that the table will ask. What the table's state does not hold, such as a sealed hole card, is not here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from dealer_console.game import phases
from dealer_console.game.bets import Bet
from dealer_console.game.cards import Card
from dealer_console.game.engine import apply
from dealer_console.game.errors import Refusal
from dealer_console.game.moves import Move
from dealer_console.game.rules import TableRules
from dealer_console.game.state import HOLE_CARD, Round, Settlement
from dealer_console.screens.past_rounds import PastRound
from dealer_console.table.shift.state import Shift
from dealer_console.table.state.card_places import comes_first, needs_words
from dealer_console.table.state.face_down import sealed_draw
from dealer_console.table.state.move_entries import why_not_undo
from dealer_console.table.state.settled_wagers import SettledWager
from dealer_console.table.state.table_state import (
    FACE_UP,
    NEXT,
    QUEUED,
    UNEXPLAINED,
    StandingMove,
    TableState,
)
from dealer_console.table.view import TableView
from dealer_console.table.view.shift_values import GuideView, RequestView

NO_SHIFT: Final = Shift()


@dataclass(frozen=True, slots=True, kw_only=True)
class LooseCard:
    """A card beside the layout that only a person can explain; `name_it`: the shoe cannot tell its face."""

    face_up: bool
    name_it: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Happened:
    """A standing move of the round, and the wagers that it decided."""

    move: Move
    who: str | None
    settled: tuple[Settlement, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    seq: int = 0
    stopped: str | None = None
    table: TableRules | None = None
    round: Round | None = None
    round_number: int = 0
    bets: tuple[Bet, ...] = ()
    last_bets: tuple[Bet, ...] = ()
    standing: tuple[StandingMove, ...] = ()
    story: tuple[Happened, ...] = ()
    stays: Refusal | None = None  # why the last move cannot be taken back
    settled: tuple[SettledWager, ...] = ()  # the decided wagers with their entries in the journal, ticked off or not
    shoe_out: int = 0
    shoe_left: int | None = None  # None: no cards are in
    shoe_number: int = 0
    burn_due: bool = False
    last_round_of_shoe: bool = False
    shoe_over: bool = False
    by_hand: bool = True  # people enter the cards
    enter_card: bool = False  # this very card has to be entered, its shoe cannot tell it
    opening: str | None = None  # the place of the card that is being opened
    hole_opens: bool = False  # the shoe can open the hole card
    kept_down: str | None = None  # the double card of this hand shall lie face down
    down_opens: frozenset[str] = frozenset()  # hands whose covered double card the shoe can open
    loose: LooseCard | None = None
    keeper_unconfirmed: str | None = None  # what to do until the shoe's keeper has confirmed new cards or closing
    card_ready: bool = False  # a card lies ready for whoever is due one next
    readings: int = 0
    card_in_reader: bool = False
    links: Mapping[str, str] = field(default_factory=dict)
    faults: Mapping[str, str] = field(default_factory=dict)
    doors: frozenset[str] = frozenset()
    without: frozenset[str] = frozenset()
    orders: frozenset[str] = frozenset()
    keeper_asks: tuple[int, str] | None = None  # what the keeper of the shoe wants to know: number and kind
    camera_viewer: str = ""  # who looks through the camera
    batch: int = 0
    batch_stage: str | None = None
    people: Mapping[str, str] = field(default_factory=dict)
    alarms: tuple[str, ...] = ()
    calls: frozenset[str] = frozenset()
    shift: Shift = NO_SHIFT
    view: TableView | None = None  # what the table itself says about the shift, the cards, requests and machines
    past: tuple[PastRound, ...] = ()  # newest first

    @property
    def dealer(self) -> str:
        """The dealer's name."""
        shown = self.view.shift.dealer if self.view is not None and self.view.shift is not None else None
        return shown.name if shown is not None else self.people.get("dealer", "")

    @property
    def guide(self) -> GuideView | None:
        return self.view.guide if self.view is not None else None

    @property
    def requests(self) -> tuple[RequestView, ...]:
        return self.view.requests if self.view is not None else ()

    @property
    def is_open(self) -> bool:
        """Without a shift around it (a bench, a simulation) a table is open as soon as it has its rules."""
        if self.view is None or self.view.shift is None:
            return self.table is not None
        return self.view.shift.stage == "open"

    @property
    def card_due(self) -> bool:
        """Does the table wait for a card, whoever tells it?"""
        r = self.round
        if r is None and self.guide is not None and self.guide.touch != "BurnCard":
            return False  # something else has to be done with the cards first
        if r is None:
            return self.burn_due or (bool(self.bets) and not self.shoe_over and self.shoe_left is not None)
        return r.irregularity is None and (r.due is not None or self.hole_to_be_named or r.phase is phases.TURN)

    @property
    def hole_to_be_named(self) -> bool:
        """The hole card is to be shown and no shoe can open it."""
        r = self.round
        if r is None or r.phase is not phases.SHOW or r.table.hole_card_comes_last or r.irregularity is not None:
            return False
        return not self.hole_opens

    @property
    def hole_is_due(self) -> bool:
        return self.round is not None and self.round.due is HOLE_CARD

    @property
    def named_by_hand(self) -> bool:
        """Has the next card to be entered on the pad?"""
        if self.round is not None and self.round.phase is phases.TURN:
            return self.round.irregularity is None and self.to_turn not in self.down_opens
        return self.enter_card or self.hole_to_be_named or (self.by_hand and self.card_due)

    @property
    def to_turn(self) -> str:
        """The hand whose covered double card is turned next, from the highest spot down."""
        r = self.round
        hands = [each for spot in reversed(r.spots) for each in reversed(spot.hands)] if r is not None else []
        return next((hand.id for hand in hands if hand.face_down), "")

    @property
    def exposed(self) -> Card | None:
        r = self.round
        return r.irregularity.card if r is not None and r.irregularity is not None else None


def moment_of(
    state: TableState, stopped: str | None = None, *, view: TableView | None = None, past: tuple[PastRound, ...] = ()
) -> Moment:
    """What the committed state shows now. Called on the thread that owns the state."""
    opening = state.opening
    hole = state.hole_draw
    twin, story = _told(state)
    return Moment(
        seq=state.seq,
        stopped=stopped,
        table=state.table,
        round=twin,
        round_number=state.round_number,
        bets=state.bets,
        last_bets=state.last_bets,
        standing=state.standing,
        story=story,
        stays=why_not_undo(state) if twin is not None else None,
        shoe_out=_out(state),
        shoe_left=_left(state),
        shoe_number=state.shoe_number,
        burn_due=state.burn_due,
        last_round_of_shoe=state.last_round_of_shoe,
        shoe_over=state.shoe_over,
        by_hand=state.cards_by_hand,
        enter_card=bool(state.owed_by_hand) or (opening is not None and opening.dealt and opening.unreadable),
        opening=opening.place if opening is not None else None,
        hole_opens=hole is not None and not hole.unreadable and not state.cards_by_hand,
        kept_down=state.face_down,
        down_opens=_down_opens(state, twin),
        loose=_loose(state),
        keeper_unconfirmed=state.keeper.unconfirmed,
        card_ready=state.draw_at(NEXT, QUEUED) is not None,
        readings=state.readings,
        card_in_reader=state.card_in_reader,
        links=dict(state.links),
        faults=dict(state.faults),
        doors=state.doors,
        without=state.without,
        orders=frozenset(state.orders),
        keeper_asks=next(iter(state.questions.items()), None),
        camera_viewer=state.camera.viewer,
        batch=state.batch,
        batch_stage=state.batch_stage,
        people=dict(state.people),
        alarms=state.alarms,
        calls=state.calls,
        shift=state.shift,
        view=view,
        past=past,
        settled=state.settled if state.round is not None else (),
    )


def _told(state: TableState) -> tuple[Round | None, tuple[Happened, ...]]:
    """The round once more, move by move, with what each move decided."""
    if state.round is None or state.table is None or state.shoe_at_opening is None:
        return None, ()
    twin = Round(state.table, state.bets, state.shoe_at_opening.copy())
    story: list[Happened] = []
    for each in state.standing:
        before = len(twin.settlements)
        apply(twin, each.move)
        story.append(Happened(move=each.move, who=each.who, settled=tuple(twin.settlements[before:])))
    return twin, tuple(story)


def _down_opens(state: TableState, r: Round | None) -> frozenset[str]:
    covered = [hand.id for hand in r.hands.values() if hand.face_down] if r is not None else []
    return frozenset(name for name in covered if sealed_draw(state, name) is not None)


def _out(state: TableState) -> int:
    return state.shoe.out if state.shoe is not None else 0


def _left(state: TableState) -> int | None:
    return state.shoe.left if state.shoe is not None else None


def _loose(state: TableState) -> LooseCard | None:
    draw = state.draw_at(UNEXPLAINED, FACE_UP)
    if draw is None or not needs_words(state, draw) or comes_first(state) is not None:
        return None
    return LooseCard(face_up=draw.place == FACE_UP, name_it=draw.unreadable or state.cards_by_hand)
