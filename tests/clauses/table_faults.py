"""Faults for clauses that the live table carries out: cut, shuffle, cards in and out, who may wager."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from fractions import Fraction
from itertools import zip_longest
from typing import Any, Final
from unittest.mock import patch

from dealer_console.game.hand import Spot
from dealer_console.game.procedures import cut_is_due, cut_order
from dealer_console.game.rules import Rules
from dealer_console.rulebook import load_rules, rule_set_file
from dealer_console.table import commands as c
from dealer_console.table.commands.cards import shuffle
from dealer_console.table.people.actions import Action
from dealer_console.table.shift import fold_cards
from dealer_console.table.shift.fold import _person_in
from dealer_console.table.shift.readiness import why_not_round
from dealer_console.table.shift.spots import asked_to_give_up, why_not_spots, why_not_wager
from dealer_console.table.shift.state import Present, Shift
from tests.clauses.clause_faults import Fault, broken
from tests.clauses.engine_faults import not_called

_MA: Final = "massachusetts-switch"
_CB: Final = "catfish-bend-blackjack"


def _in_place(name: str, key: str, wrong: object) -> Callable[[ExitStack], None]:
    """The table has loaded its rules: the one object that all share is changed, and changed back."""

    def patches(stack: ExitStack) -> None:
        rules = load_rules(name)
        stack.callback(object.__setattr__, rules, key, getattr(rules, key))
        object.__setattr__(rules, key, wrong)

    return patches


def said(name: str, key: str, wrong: object) -> Fault:
    return Fault(words=f"`{key}` is {wrong!r}", patches=_in_place(name, key, wrong))


def without_step(name: str, procedure: str, step: str) -> Fault:
    """A step of a procedure is left out."""
    rules = load_rules(name)
    kept = [own for own in rules.procedures[procedure] if own.key != step]
    following = [own.key for own in kept[1:]]
    steps = tuple(replace(own, then=then) for own, then in zip_longest(kept, following))
    wrong = {**rules.procedures, procedure: steps}
    return Fault(words=f"{procedure} has no step {step!r}", patches=_in_place(name, "procedures", wrong))


def everywhere(words: str, function: Callable[..., Any], wrong: Callable[..., Any]) -> Fault:
    """A function is replaced in every module of the product that has imported it."""
    called = function.__name__

    def patches(stack: ExitStack) -> None:
        for name, module in list(sys.modules.items()):
            if (
                name.startswith(("dealer_console", "tests.rigs", "tests.table"))
                and getattr(module, called, None) is function
            ):
                stack.enter_context(patch.object(module, called, wrong))

    return Fault(words=words, patches=patches)


def _without_first(
    rules: Rules, players: Sequence[Spot], *, first_player: Spot | None = None, cutting_card_at: Spot | None = None
) -> list[Spot]:
    return cut_order(rules, players, cutting_card_at=cutting_card_at)


def _without_cutting_card(
    rules: Rules, players: Sequence[Spot], *, first_player: Spot | None = None, cutting_card_at: Spot | None = None
) -> list[Spot]:
    return cut_order(rules, players, first_player=first_player)


def does(command: type[c.Command], method: str, words: str, wrong: Callable[..., Any]) -> Fault:
    """A command of the table judges or records otherwise."""
    return broken(words, command, method, wrong)


def _no_burn(original: Callable[..., Shift]) -> Callable[..., Shift]:
    def person_in(shift: Shift, here: Present, at_ms: int) -> Shift:
        after = original(shift, here, at_ms)
        return replace(after, cards=replace(after.cards, burn_for=shift.cards.burn_for))

    return person_in


NEW_DEALER_BURNS_NOTHING: Final = everywhere("a new dealer burns nothing", _person_in, _no_burn(_person_in))
FIRST_PLAYER: Final = everywhere("the first player at the table is not asked first", cut_order, _without_first)
_CUTTING_CARD: Final = everywhere("where the cutting card came does not matter", cut_order, _without_cutting_card)
_FALLING: Final = said(_MA, "cut_passes_to", "rising-spots")

OF_THE_TABLE: Final[dict[str, Fault]] = {
    "MA 4(b)": without_step(_MA, "shuffle-by-device", "load"),
    "MA 4(b)(2)": without_step(_MA, "cut", "cut"),
    "MA 4(d)": _CUTTING_CARD,
    "MA 4(d)(1)": FIRST_PLAYER,
    "MA 4(d)(2)": _CUTTING_CARD,
    "MA 4(d)(3)": _FALLING,
    "MA 4(d)(4)": _FALLING,
    "MA 4(e)": _FALLING,
    "MA 4(f)": said(_MA, "cut_least_decks", Fraction(1, 10)),
    "MA 4(g)": said(_MA, "recut", wrong=False),
    "MA 4(i)": without_step(_MA, "shuffle-by-hand", "plug"),
    "MA 4(i)(1)": without_step(_MA, "shuffle-by-hand", "plug"),
    "MA 4(i)(2)": without_step(_MA, "shuffle-by-hand", "riffle"),
    "MA 4(i)(3)": without_step(_MA, "shuffle-by-hand", "turn"),
    "MA 4(i)(4)": without_step(_MA, "shuffle-by-hand", "strip"),
    "MA 4(i)(5)": without_step(_MA, "shuffle-by-hand", "offer-cut"),
    "MA 5(h)": everywhere("who sat out may wager", why_not_wager, lambda *_given: None),
    "MA 7(n)": without_step(_MA, "end-of-shoe", "finish-round"),
    "MA 7(n)(1)": without_step(_MA, "end-of-shoe", "collect"),
    "MA 7(n)(2)": without_step(_MA, "end-of-shoe", "count"),
    "MA 3": does(c.CardsInspected, "why_not", "one person inspects the cards", lambda _self, _context: None),
    "MA 4(a)": everywhere("a round opens whatever the cards do", why_not_round, lambda *_given: None),
    "MA 4(b)(1)": everywhere(
        "a stack from the device is not put into the shoe", cut_is_due, lambda *_given, **_named: True
    ),
    "MA 4(c)": does(
        c.OfferCut, "_order", "the dealer never cuts for the house", lambda self, _context: list(self.players)
    ),
    "MA 4(h)": broken("the house may not reshuffle", shuffle, "REASONS", ("new-cards", "cutting-card")),
    "MA 5(d)": does(c.ConfirmCalledWager, "why_not", "anybody confirms a called wager", lambda _self, _context: None),
    "MA 5(e)": does(c.WagersDown, "why_not", "wagers are never locked", lambda _self, _context: None),
    "MA 7(n)(3)": without_step(_MA, "end-of-shoe", "shuffle"),
    "MA 14": does(c.SeatPlayer, "why_not", "a player has as many spots as there are", lambda _self, _context: None),
    "CB dealing 5": everywhere("who dropped from three wagers on three again", why_not_spots, lambda *_given: None),
    "CB shuffle a": everywhere("new decks are dealt as they come", why_not_round, lambda *_given: None),
    "WA approval modifications": broken(
        "a changed reading of an approved game warns of nothing", rule_set_file, "cautions", lambda _form: []
    ),
    "CB shuffle b": does(c.SpreadCards, "drafts", "spread cards make nothing due", lambda _self, _context: []),
    "CB shuffle c": broken("the cutting card ends no shoe", fold_cards, "cutting_card", lambda shift, _spot: shift),
    "CB shuffle request": does(
        c.BeginShuffle, "action", "a player's wish needs nobody", lambda _self, _state: Action.SHUFFLE
    ),
    "CB shuffle 2": does(c.OfferCut, "_order", "nobody is offered the cut", lambda _self, _context: []),
    "CB shuffle 3d": not_called("dealer_cuts"),
    "CB shuffle 4": without_step(_CB, "cut", "place-cutting-card"),
    "CB shuffle 6": does(
        c.ShowBurnCard, "action", "the dealer shows the burn card alone", lambda *_given: Action.SHOW_BURN_CARD
    ),
    "CB shuffle 7": NEW_DEALER_BURNS_NOTHING,
    "CB dealing 4": everywhere("nobody is asked for a spot", asked_to_give_up, lambda *_given: ()),
    "CB shuffle": said(_CB, "shuffle_by", ("device", "hand")),
    "CB shuffle call": without_step(_CB, "shuffle-by-hand", "acknowledge"),
    "CB shuffle 1": without_step(_CB, "shuffle-by-hand", "halve"),
    "CB shuffle 3": _CUTTING_CARD,
    "CB shuffle 3a": _CUTTING_CARD,
    "CB shuffle 3b": FIRST_PLAYER,
    "CB shuffle 3c": said(_CB, "cut_passes_to", "falling-spots"),
    "CB shuffle 3e": said(_CB, "recut", wrong=True),
    "CB cards removing": without_step(_CB, "closing", "fan"),
}
