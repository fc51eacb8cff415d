"""Burn, cut and shuffle as data: the next step of a procedure, and who is offered the cut."""

from __future__ import annotations

from collections.abc import Sequence

from dealer_console.game.errors import Refusal, Refused
from dealer_console.game.hand import Spot
from dealer_console.game.message import Message, Quoted
from dealer_console.game.rules import Rules, Step
from dealer_console.game.similar_names import did_you_mean

DEALER_CUTS = "dealer"


def next_step(rules: Rules, procedure: str, done: str | None = None) -> Step | None:
    """The step after the one that is done (the first when none is), or None when the procedure is over."""
    steps = rules.procedures.get(procedure)
    if steps is None:
        known = did_you_mean(procedure, rules.procedures)
        raise Refused(
            Refusal(
                Message("has-no-procedure", rules=rules.name, procedure=Quoted(procedure), hint=known),
                rules.cite("burn"),
            )
        )
    if done is None:
        return steps[0]
    for step in steps:
        if step.key == done:
            return next((following for following in steps if following.key == step.then), None)
    raise Refused(
        Refusal(
            Message(
                "has-no-step", procedure=procedure, step=Quoted(done), hint=did_you_mean(done, [s.key for s in steps])
            ),
            steps[0].clause,
        )
    )


def cut_is_due(rules: Rules, *, by_device: bool) -> bool:
    """Cards from a shuffling device are not cut where the rules cut only what was shuffled by hand."""
    return rules.cut_when == "always" or not by_device


def cut_order(
    rules: Rules, players: Sequence[Spot], *, first_player: Spot | None = None, cutting_card_at: Spot | None = None
) -> list[Spot]:
    """Who is offered the cut, in order; when all refuse, the dealer cuts.

    `first_player` is set when the game begins or resumes; `cutting_card_at` is the spot where the cutting card came
    (None: the dealer's hand, or a reshuffle that the house ordered).
    """
    if not players:
        return []
    seated = sorted(players)
    first = first_player if first_player in seated else cutting_card_at if cutting_card_at in seated else None
    rising = rules.cut_passes_to == "rising-spots"
    if first is None:
        first = seated[0] if rising else seated[-1]
    at = seated.index(first)
    if rising:
        return seated[at:] + seated[:at]
    falling = seated[at::-1]
    return falling + [spot for spot in reversed(seated) if spot not in falling]
