"""The phases of a round, as one table.

A round is open until its first card leaves the shoe; that locks the wagers. The deal gives every hand its two cards.
What the first cards decide is settled at once (match, TriLux, free-bet, bounty), then an ace opens insurance. The
check asks the reader, or the dealer's own look, for one bit: blackjack or clear. Where a switched 21 is a blackjack the
switches of all spots come before that check, everywhere else they belong to phase spot's turn. Play goes spot by spot,
hand by hand. Then the hole card is shown (or the second card drawn), the dealer draws, double cards that lie face down
are turned, and what is left is settled. If the check and the hole card contradict phase other, nothing but a ruling
helps. An irregularity may interrupt any phase; it is a state beside the phase and takes the table below out of force
until it is resolved.

`why_not` asks this table first, the list of possible moves is drawn from it, and the diagram in `docs/phases.md` is
printed from it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dealer_console.game import moves as m
from dealer_console.game.errors import Refusal
from dealer_console.game.message import Message

MoveType = type


class Phase:
    """One phase: what it waits for, its moves, the topic whose clause says so, the phases after it."""

    __slots__ = ("after", "checks", "handlers", "moves", "name", "topic", "waits")

    def __init__(
        self, name: str, waits: Message, topic: str, moves: tuple[MoveType, ...], after: tuple[str, ...]
    ) -> None:
        self.name = name
        self.waits = waits
        self.topic = topic
        self.moves = frozenset(moves)
        self.after = after
        self.checks: dict[MoveType, Callable[..., Refusal | None]] = {}  # filled in by `legality`
        self.handlers: dict[MoveType, Callable[..., None]] = {}  # filled in by `engine`

    def __repr__(self) -> str:
        return f"<phase {self.name}>"


_DECISIONS: Final = (m.HitAsked, m.Stood, m.Doubled, m.HandSplit, m.Surrendered, m.DoubledFree, m.SplitFree)
_SWITCHING: Final = (m.Switched, m.SwitchDeclined, m.SwitchTakenBack)

OPEN: Final = Phase("open", Message("waits-open"), "deal", (m.CardDrawn, m.CardBurned), ("deal",))
DEAL: Final = Phase(
    "deal",
    Message("waits-deal"),
    "deal",
    (m.CardDrawn, m.CardBurned),
    ("insurance", "switches", "check", "play"),
)
INSURANCE: Final = Phase(
    "insurance",
    Message("waits-insurance", closed=m.InsuranceClosed()),
    "insurance",
    (m.Insured, m.EvenMoneyTaken, m.InsuranceClosed),
    ("switches", "check", "play"),
)
SWITCHES: Final = Phase(
    "switches",
    Message("waits-switches"),
    "check",
    (*_SWITCHING, m.HoleCardChecked),
    ("check", "play", "show"),
)
CHECK: Final = Phase(
    "check", Message("waits-check"), "check", (m.HoleCardChecked, m.SwitchTakenBack), ("play", "show", "switches")
)
PLAY: Final = Phase(
    "play",
    Message("waits-play"),
    "decisions",
    (*_DECISIONS, *_SWITCHING, m.CardDrawn, m.CardBurned),
    ("show", "complete"),
)
SHOW: Final = Phase(
    "show",
    Message("waits-show"),
    "dealer_card",
    (m.HoleCardShown, m.CardDrawn, m.CardBurned, m.SwitchTakenBack),
    ("dispute", "draw", "play", "complete"),
)
DISPUTE: Final = Phase("dispute", Message("waits-dispute"), "dispute", (), ("play", "draw", "complete"))
DRAW: Final = Phase("draw", Message("waits-draw"), "dealer_draws", (m.CardDrawn, m.CardBurned), ("turn", "complete"))
TURN: Final = Phase("turn", Message("waits-turn"), "turn", (m.DoubleCardTurned,), ("complete",))
COMPLETE: Final = Phase("complete", Message("waits-complete"), "complete", (), ())

PHASES: Final[dict[str, Phase]] = {
    phase.name: phase for phase in (OPEN, DEAL, INSURANCE, SWITCHES, CHECK, PLAY, SHOW, DISPUTE, DRAW, TURN, COMPLETE)
}
