"""The felt: hands, wagers, spots, what may be done, what is taken and paid."""

from __future__ import annotations

from dataclasses import dataclass

from dealer_console.game.bets import Bet
from dealer_console.game.errors import Refusal
from dealer_console.game.money import Cents
from dealer_console.game.moves import Move


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerView:
    """One wager as it lies. `stake` 0 with a `nominal`: a free coin. `coupon`: so much of the stake is a coupon."""

    spot: int
    bettor: int
    hand: str | None
    kind: str  # main, double, split, match, insurance, toke.main …
    stake: Cents
    nominal: Cents
    settled: bool
    coupon: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class HandView:
    """A player's hand. A face-down double card is `??`, and is not in the total."""

    hand: str
    spot: int
    cards: tuple[str, ...]
    total: int
    soft: bool
    said: str  # "soft 17", "20"
    marks: tuple[str, ...]  # natural, doubled, from_split, surrendered, busted, dead, stood, insured, switched, free
    in_turn: bool
    due: bool  # the next card goes here
    removed: bool  # cards and wagers are off the layout
    wagers: tuple[WagerView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerView:
    """The dealer's hand. `hole`: `none`, `face-down`, `known` (exposed by a mishap) or `shown`."""

    cards: tuple[str, ...]
    hole: str
    total: int | None  # of what lies face up
    said: str | None
    blackjack: bool
    due: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SpotView:
    """A spot with wagers, or with a player who is seated there."""

    spot: int
    players: tuple[str, ...]
    bets: tuple[Bet, ...]
    side_wagers: tuple[WagerView, ...]
    hands: tuple[str, ...]
    in_turn: bool
    offer_open: bool  # the switch waits for an answer
    switched: bool
    out: bool
    sits_out: Refusal | None  # why this spot may not wager now (MA 5(h))


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveView:
    """A move for a button: `why_not` is None when it is possible. `asks`: touching it makes a request."""

    move: Move
    text: str
    asks: bool = False
    why_not: Refusal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementView:
    """One wager decided. `entry` is what `SettlementDone` and `CorrectSettlement` name."""

    entry: int
    spot: int
    bettor: int
    hand: str | None
    wager: str
    stake: Cents
    outcome: str
    pays: Cents
    takes: Cents
    rule: str
    done: bool
