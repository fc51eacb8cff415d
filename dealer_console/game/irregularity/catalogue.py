"""The catalogue of irregularities: all codes and the choices of their rows, and what a rule set says about each.

A rule set says for its own codes which choices it offers and which need a supervisor; a code that its document does not
treat is open to every choice of the row, with a supervisor.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dealer_console.game.message import Message
from dealer_console.game.rules import Rules, Ruling, rule_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Irregularity:
    """One row of the catalogue: its code, what it names, all choices any document gives."""

    code: str
    choices: tuple[str, ...]
    hand: bool = False
    card: bool = False
    may_name: tuple[str, ...] = ()  # "hand" or "card" where naming it is optional

    @property
    def message(self) -> Message:
        return Message(f"irregularity-{self.code}")


def _row(
    code: str, *choices: str, hand: bool = False, card: bool = False, may_name: tuple[str, ...] = ()
) -> Irregularity:
    return Irregularity(code=code, choices=choices, hand=hand, card=card, may_name=may_name)


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
DEALER_WAS_DONE: Final = "dealer-drew-too-many"  # its card is no card of the round: nobody was due one any more
CATALOGUE: Final[dict[str, Irregularity]] = {
    row.code: row
    for row in (
        _row("card-face-up-in-shoe", "discard", "accept", "burn", card=True),
        _row("card-drawn-unexposed", "next-card"),
        _row(
            "card-exposed",
            "next-card",
            "hand-accept",
            "hand-refuse",
            "burn",
            card=True,
            may_name=("hand",),
        ),
        _row(DEALER_WAS_DONE, "burn", card=True),
        _row("dealer-card-missed", "continue", *PLAYERS_ANSWER, "misdeal"),
        _row("shoe-empty", "reshuffle", "misdeal"),
        _row("hand-not-dealt", "dead-hand", "misdeal", hand=True),
        _row("hand-one-card", "deal-last", "keep", "dead-hand", "misdeal", hand=True),
        _row(
            "hand-too-many-cards",
            "keep",
            "dead-hand",
            "misdeal",
            hand=True,
            may_name=("card",),
        ),
        _row("hit-missed", "deal-last", "dead-hand", hand=True),
        _row(
            "card-misdelivered",
            "forward",
            "dealer-next",
            "burn",
            "back-one",
            "spot-out",
            card=True,
        ),
        _row(
            "dealer-wrong-count",
            "continue",
            *PLAYERS_ANSWER,
            "misdeal",
            may_name=("card",),
        ),
        _row("hole-card-exposed", "continue", card=True),
        _row("dealer-blackjack-late", "counts-as-21"),
        _row(
            "reader-wrong-up-card",
            "void",
            "continue",
        ),
        _row("reader-fault", "continue-without-reader"),
        _row("shuffler-fault", "reshuffle"),
        _row("shuffle-beside-device", "device-removed"),
        _row("natural-overlooked", "continue", hand=True),
        _row("burn-missed", "continue"),
        _row("card-impossible", "void", "continue", card=True),
        _row("reader-disagrees", "counts-as-21", "stands", "void"),
        _row("shoe-fault", "continue-by-hand", "void"),
    )
}


def ruling_message(rules: Rules, code: str) -> Message:
    """What the rule set says about it in its own words, or what it is, where the document does not treat it."""
    says = ruling_for(rules, code).says
    return rule_text(says) if says else CATALOGUE[code].message


def ruling_for(rules: Rules, code: str) -> Ruling:
    """The rule set's own cell, or every choice of the row with a supervisor."""
    own = rules.irregularities.get(code)
    if own is not None:
        return own
    row = CATALOGUE[code]
    return Ruling(clause=rules.cite("irregularities"), choices=row.choices, supervisor=row.choices, says="")
