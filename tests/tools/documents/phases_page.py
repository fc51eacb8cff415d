"""`docs/phases.md`: the table of phases as a diagram and as a table, and where irregularities may stand."""

from __future__ import annotations

from typing import Final

from dealer_console.game import moves
from dealer_console.game.cards import UNSEEN, card
from dealer_console.game.hand import HandId, Spot
from dealer_console.game.irregularity import catalogue, irregularities, irregularity_places
from dealer_console.game.money import Cents
from dealer_console.game.phases import PHASES, Phase
from dealer_console.game.round_files.notation import write_move
from dealer_console.messages import recorded
from tests.tools.documents.markdown import code, codes, heading, page, paragraph, table

_HAND: Final = HandId("1a")
_SPOT: Final = Spot(1)
_NINE: Final = card("9h")

# One example of each move, so that the page shows it as a `.round` file writes it, with its meaning.
MOVES: Final[tuple[tuple[moves.Move, str], ...]] = (
    (moves.CardDrawn(card=_NINE), "A card left the shoe and goes where it is due."),
    (moves.CardBurned(card=UNSEEN), "A card is burned; with its face if somebody asked to see it."),
    (moves.Insured(hand=_HAND, amount=Cents(1250)), "Insurance on a hand."),
    (moves.EvenMoneyTaken(hand=_HAND), "A natural under an ace takes 1:1 now."),
    (moves.InsuranceClosed(), "No more insurance."),
    (moves.HoleCardChecked(blackjack=False), "The one bit of the reader, or of the dealer's own look."),
    (moves.Switched(spot=_SPOT), "The second cards of hands a and b change places."),
    (moves.SwitchDeclined(spot=_SPOT), "The switch is declined."),
    (moves.SwitchTakenBack(spot=_SPOT), "The switch is undone; only `keep` is left of the offer."),
    (moves.HitAsked(hand=_HAND), "The hand asks for a card."),
    (moves.Stood(hand=_HAND), "No more cards."),
    (moves.Doubled(hand=_HAND), "A wager up to the hand's own is added; one card follows."),
    (moves.HandSplit(hand=_HAND), "Two cards of equal value become two hands, with an equal wager on the new one."),
    (moves.Surrendered(hand=_HAND), "Half of the wager is given up."),
    (moves.DoubledFree(hand=_HAND), "A double for a coin."),
    (moves.SplitFree(hand=_HAND), "A split for a coin."),
    (moves.DoubleCardTurned(hand=_HAND, card=_NINE), "A double card that lay face down is turned."),
    (moves.HoleCardShown(card=_NINE), "The hole card is shown."),
    (moves.IrregularityCalled(code="hit-missed", hand=_HAND), "Something went wrong: what, with which hand or card."),
    (moves.Ruled(choice="deal-last", by="NAME"), "The open irregularity is resolved; `by` names the supervisor."),
    (moves.ExposedCardTaken(hand=_HAND), "A hand (or the dealer) takes an exposed card."),
    (moves.ExposedCardRefused(hand=_HAND), "A hand does not take it."),
    (moves.SpotLeft(spot=_SPOT), "The player takes the open wagers back and leaves the round."),
    (moves.SpotPlaysOn(spot=_SPOT), "The player stays."),
    (moves.RoundVoided(by="NAME"), "A supervisor ends the round."),
)


def phases_page() -> str:
    return page(
        [
            *heading(1, "The phases of a round"),
            *paragraph(
                "For developers and auditors: what a round waits for at each moment, which moves are possible then,",
                "and when an irregularity can be called.",
            ),
            *paragraph(
                "The table is `dealer_console/game/phases.py`. `why_not` checks it first, the list of possible moves",
                "is made from it, and this page is generated from it.",
            ),
            *_diagram(),
            *heading(2, "Phase by phase"),
            *table(("phase", "waits for", "moves", "then"), map(_row, PHASES.values())),
            *_moves(),
            *_irregularities(),
        ]
    )


def _diagram() -> list[str]:
    lines = ["```mermaid", "stateDiagram-v2", "    [*] --> open"]
    for phase in PHASES.values():
        lines += [f"    {phase.name} --> {after}" for after in phase.after]
    return [*lines, "    complete --> [*]", "```", ""]


def _row(phase: Phase) -> tuple[str, str, str, str]:
    names = [type(move).__name__ for move, _ in MOVES if type(move) in phase.moves]
    return (
        f"**{phase.name}**",
        recorded(phase.waits),
        codes(names) or "only a ruling" if phase.after else "none",
        ", ".join(phase.after) or "the end",
    )


def _moves() -> list[str]:
    rows = (
        (code(type(move).__name__), code(write_move(move)), meaning, _phases_of(type(move))) for move, meaning in MOVES
    )
    return [*heading(2, "Move by move"), *table(("move", "as written", "meaning", "phases"), rows)]


def _phases_of(kind: type) -> str:
    if kind in irregularities.MOVES:
        return "beside the phases"
    return ", ".join(phase.name for phase in PHASES.values() if kind in phase.moves)


def _irregularities() -> list[str]:
    rows = (
        (code(row.code), recorded(row.message), recorded(irregularity_places.WHERE[row.code][1]), codes(row.choices))
        for row in catalogue.CATALOGUE.values()
    )
    return [
        *heading(2, "Irregularities"),
        *paragraph(
            "An irregularity is a state beside the phase.",
            "While it is open only its own answers and `void by NAME` are lawful.",
            "Its ruling leads back into the phase, or to the end of the round.",
            "Which choices a rule set offers and who must rule: [rulesets.md](rulesets.md#irregularities).",
        ),
        *table(("code", "what happened", "where it is called", "all choices of its row"), rows),
    ]
