"""The catalogue of irregularities: all codes and the choices of their rows, and what a rule set says about each.

A rule set says for its own codes which choices it offers and which need a supervisor; a code that its document does not
treat is open to every choice of the row, with a supervisor.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dealer_console.game.rules import Rules, Ruling


@dataclass(frozen=True, slots=True, kw_only=True)
class Irregularity:
    """One row of the catalogue: its code, what it names, all choices any document gives, in plain words."""

    code: str
    words: str
    choices: tuple[str, ...]
    hand: bool = False
    card: bool = False
    may_name: tuple[str, ...] = ()  # "hand" or "card" where naming it is optional


def _row(
    code: str, words: str, *choices: str, hand: bool = False, card: bool = False, may_name: tuple[str, ...] = ()
) -> Irregularity:
    return Irregularity(code=code, words=words, choices=choices, hand=hand, card=card, may_name=may_name)


PLAYERS_ANSWER: Final = ("spot-out", "spot-play")
# The card that these codes name has left the shoe before it is ruled where it goes.
CARD_IS_OUT: Final = frozenset(
    {
        "card-face-up-in-shoe",
        "card-exposed",
        "dealer-drew-too-many",
        "hand-too-many-cards",
        "card-misdelivered",
        "dealer-wrong-count",
    }
)
CATALOGUE: Final[dict[str, Irregularity]] = {
    each.code: each
    for each in (
        _row("card-face-up-in-shoe", "A card lay face up in the shoe", "discard", "accept", "burn", card=True),
        _row("card-drawn-unexposed", "A card was drawn too early, nobody saw its face", "next-card"),
        _row(
            "card-exposed",
            "A card was drawn too early and was seen",
            "next-card",
            "hand-accept",
            "hand-refuse",
            "burn",
            card=True,
            may_name=("hand",),
        ),
        _row("dealer-drew-too-many", "The dealer drew to a hand that had to stand", "burn", card=True),
        _row("dealer-card-missed", "The dealer's own card was not dealt", "continue", *PLAYERS_ANSWER, "misdeal"),
        _row("shoe-empty", "The shoe has no card left for this round", "reshuffle", "misdeal"),
        _row("hand-not-dealt", "A hand received no card at all", "dead-hand", "misdeal", hand=True),
        _row("hand-one-card", "A hand received only one card", "deal-last", "keep", "dead-hand", "misdeal", hand=True),
        _row(
            "hand-too-many-cards",
            "A hand received too many cards",
            "keep",
            "dead-hand",
            "misdeal",
            hand=True,
            may_name=("card",),
        ),
        _row("hit-missed", "A card that was asked for was not dealt", "deal-last", "dead-hand", hand=True),
        _row(
            "card-misdelivered",
            "A card went to the wrong place",
            "forward",
            "dealer-next",
            "burn",
            "back-one",
            "spot-out",
            card=True,
        ),
        _row(
            "dealer-wrong-count",
            "The dealer has a wrong number of cards",
            "continue",
            *PLAYERS_ANSWER,
            "misdeal",
            may_name=("card",),
        ),
        _row("hole-card-exposed", "The hole card was seen", "continue", card=True),
        _row("dealer-blackjack-late", "The dealer's blackjack was found after the hands were played", "counts-as-21"),
        _row(
            "reader-wrong-up-card",
            "The hole card went into the reader under a card that opens no blackjack",
            "void",
            "continue",
        ),
        _row("reader-fault", "The card reader does not work", "continue-without-reader"),
        _row("shuffler-fault", "The shuffler jammed or did not finish", "reshuffle"),
        _row("shuffle-beside-device", "Another shuffle is wanted while the shuffler is at the table", "device-removed"),
        _row("natural-overlooked", "A blackjack was not paid when it was due", "continue", hand=True),
        _row("burn-missed", "No card was burned", "continue"),
        _row("card-impossible", "A card that cannot be in this shoe", "void", "continue", card=True),
        _row("reader-disagrees", "The check and the hole card contradict each other", "counts-as-21", "stands", "void"),
        _row("shoe-fault", "The electronic shoe jams or contradicts itself", "continue-by-hand", "void"),
    )
}


def ruling_for(rules: Rules, code: str) -> Ruling:
    """The rule set's own cell, or every choice of the row with a supervisor."""
    own = rules.irregularities.get(code)
    if own is not None:
        return own
    row = CATALOGUE[code]
    return Ruling(clause=rules.cite("irregularities"), choices=row.choices, supervisor=row.choices, says=row.words)
