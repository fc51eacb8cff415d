"""What the table shows: frozen, made from the committed state alone. Screens paint it, the floor copies it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dealer_console.game.hand import Hand
from dealer_console.game.notation import write_move
from dealer_console.game.possible import possible_irregularities, possible_moves
from dealer_console.game.prompt import Prompt, prompt
from dealer_console.game.state import Round, Settlement
from dealer_console.table.cards import needs_words
from dealer_console.table.state import FACE_UP, NEXT, UNEXPLAINED, TableState


@dataclass(frozen=True, slots=True, kw_only=True)
class HandView:
    hand: str
    cards: tuple[str, ...]
    total: int
    soft: bool
    marks: tuple[str, ...]
    in_turn: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """One moment of the table."""

    seq: int
    rules: str | None
    round_number: int
    phase: str
    prompt: Prompt | None
    dealer: tuple[str, ...]
    hands: tuple[HandView, ...]
    settlements: tuple[Settlement, ...]
    possible: tuple[str, ...]
    irregularities: tuple[str, ...]
    last_move: str | None
    question: str | None
    banners: tuple[str, ...]
    state_hash: str


def view_of(state: TableState, stopped: str | None = None) -> TableView:
    r = state.round
    return TableView(
        seq=state.seq,
        rules=state.table.rules.name if state.table is not None else None,
        round_number=state.round_number,
        phase=r.phase.name if r is not None else "between rounds",
        prompt=prompt(r) if r is not None else None,
        dealer=tuple(card.text for card in r.dealer.cards) if r is not None else (),
        hands=tuple(_hand(r, hand) for spot in r.spots for hand in spot.hands) if r is not None else (),
        settlements=tuple(r.settlements) if r is not None else (),
        possible=_possible(r),
        irregularities=tuple(possible_irregularities(r)) if r is not None and r.irregularity is None else (),
        last_move=write_move(state.standing[-1].move) if state.standing else None,
        question=_question(state),
        banners=_banners(state, stopped),
        state_hash=state.hash(),
    )


def _hand(r: Round, hand: Hand) -> HandView:
    marks = ("natural", "doubled", "from_split", "surrendered", "busted", "dead", "stood")
    return HandView(
        hand=hand.id,
        cards=tuple(card.text for card in hand.cards),
        total=hand.total,
        soft=hand.soft,
        marks=tuple(mark for mark in marks if getattr(hand, mark)),
        in_turn=hand is r.hand,
    )


def _possible(r: Round | None) -> tuple[str, ...]:
    """The moves of people; cards come by themselves or from the rank pad."""
    if r is None:
        return ()
    texts = [write_move(move) for move in possible_moves(r)]
    return tuple(
        text for text in texts if " " in text and not text.startswith(("reveal ", "burn ")) and " turn " not in text
    )


def _question(state: TableState) -> str | None:
    """What only a person can say now."""
    for draw in state.draws.values():
        if draw.place == UNEXPLAINED and needs_words(state, draw):
            return "A card came that nobody was due: was its face seen?"
        if draw.place == FACE_UP and needs_words(state, draw):
            return "A card lay face up and the shoe cannot tell it: enter it by hand"
        if draw.dealt and (draw.unreadable or state.cards_by_hand):
            return f"The shoe cannot tell the card for {draw.place}: enter it by hand"
    return None


def _banners(state: TableState, stopped: str | None) -> tuple[str, ...]:
    found = [f"The table has stopped: {stopped}. Call a supervisor."] if stopped else []
    found += [f"{kind}: {word}" for kind, word in sorted(state.links.items()) if word != "ready"]
    found += [f"{kind} reports {fault}" for kind, fault in sorted(state.faults.items())]
    found += [f"{kind}: its door is open, close it" for kind in sorted(state.doors)]
    found += [_FALLBACKS[kind] for kind in sorted(state.without) if kind in _FALLBACKS]
    if state.links.get("shoe", "ready") != "ready" and "shoe" not in state.without:
        found.append(_FALLBACKS["shoe"])
    if state.draw_at(NEXT) is not None:
        found.append("The next card lies ready: it left the shoe too early")
    if state.batch_stage is not None:
        found.append(f"Shuffler: batch {state.batch} is {_BATCH_WORDS[state.batch_stage]}")
    if state.shoe_over:
        found.append("The shoe is over: shuffle, then burn one card")
    elif state.last_round_of_shoe:
        found.append("Cutting card: this is the last round of the shoe")
    return (*found, *state.alarms)


_FALLBACKS: Final = {
    "shoe": "Cards by hand: enter every card on the pad, the shoe is not listened to in this round",
    "reader": "No reader: this round goes on without the check",
}
_BATCH_WORDS: Final = {
    "asked": "waiting for the shuffler",
    "shuffling": "being shuffled",
    "ready": "ready to be taken out",
    "releasing": "coming out",
    "dead": "dead: take the cards out and shuffle anew",
}
