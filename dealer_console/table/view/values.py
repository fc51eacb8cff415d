"""What a screen needs of one moment: frozen values, made from the committed state alone, safe in any thread.

`TableView` is published after every change. Nothing in it depends on the hole card before it is shown.
"""

from __future__ import annotations

from dataclasses import dataclass

from dealer_console.game.bets import Bet
from dealer_console.game.errors import Refusal
from dealer_console.game.money import Cents
from dealer_console.game.moves import Move
from dealer_console.game.prompt import Prompt
from dealer_console.game.state import Settlement
from dealer_console.table.view.felt_values import DealerView, HandView, MoveView, SettlementView, SpotView
from dealer_console.table.view.shift_values import CardsView, GuideView, RequestView, ShiftView


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceView:
    """One device and its light, with words: `ready`, `busy`, `warning` or `out`; never colour alone."""

    kind: str
    light: str
    words: str
    link: str  # ready, away, distrusted
    fault: str | None = None
    door_open: bool = False
    left_out: bool = False  # this round goes on without it
    stage: str | None = None  # of a batch shuffler: asked, shuffling, ready, releasing, dead


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeView:
    """The shoe by the count of the table. `cutting_card`: `in`, `out` (last round) or `ended` (shuffle)."""

    number: int
    decks: int
    cards_out: int
    cards_left: int
    cutting_card: str
    by_hand: bool  # people enter the cards


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitsView:
    """The wagers that the table takes now, and its chips, highest first."""

    minimum: Cents | None
    maximum: Cents | None
    side_bet_minimum: Cents | None
    side_bet_maximum: Cents | None
    chip_unit: Cents
    denominations: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LastMove:
    """What was done last in this round, and why it cannot be taken back, if so."""

    text: str
    move: Move
    who: str | None  # None: a device
    stays: Refusal | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """One moment of the table."""

    seq: int
    state_hash: str
    felt_hash: str
    stopped: str | None
    table: str | None  # the name of the table's file
    title: str | None
    rules: str | None
    limits: LimitsView | None
    # --- the felt
    round_number: int
    in_round: bool
    phase: str
    prompt: Prompt | None
    dealer: tuple[str, ...]
    dealers_hand: DealerView | None
    hands: tuple[HandView, ...]
    spots: tuple[SpotView, ...]
    bets: tuple[Bet, ...]  # as they lie now; in a round, as they were locked
    last_bets: tuple[Bet, ...]
    # --- what can be done
    possible: tuple[str, ...]
    moves: tuple[MoveView, ...]
    refused: tuple[MoveView, ...]  # likely, and not lawful now: each with its reason
    irregularity: str | None
    irregularities: tuple[str, ...]
    last_move: str | None
    last: LastMove | None
    question: str | None
    # --- the end of the round
    settlements: tuple[Settlement, ...]
    pays: tuple[SettlementView, ...]  # in the dealer's order, with what is ticked off
    # --- around the round
    why_no_round: Refusal | None  # None: a card may open the round, or one is running
    shift: ShiftView | None
    guide: GuideView | None
    cards: CardsView | None
    requests: tuple[RequestView, ...]
    shoe: ShoeView | None
    devices: tuple[DeviceView, ...]
    alarms: tuple[str, ...]
    banners: tuple[str, ...]
