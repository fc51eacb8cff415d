"""Where a clause says several things, a fault for each further one: calls, consent, notices, what follows at the table.

The first fault of each clause stands in `planted_faults`; these are caught by the rounds or tests that it cites, too.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from fractions import Fraction
from typing import Final
from unittest.mock import patch

from dealer_console.game import prompt
from dealer_console.game.errors import Refusal
from dealer_console.game.message import Message
from dealer_console.game.procedures import cut_is_due
from dealer_console.journal import Draft
from dealer_console.table import commands as c
from dealer_console.table.commands.cards import shuffle
from dealer_console.table.commands.cards.shoe import after_round
from dealer_console.table.commands.command import CommandContext
from dealer_console.table.commands.people.notices import minutes_of
from dealer_console.table.session.table_setup import in_force
from dealer_console.table.shift import fold_cards, fold_rounds
from dealer_console.table.shift.readiness import RIFFLED_PORTIONS, why_not_round
from dealer_console.table.shift.spots import call_for, first_seated, why_not_bettors
from tests.clauses.clause_faults import Fault, broken
from tests.clauses.engine_faults import called_otherwise, not_called
from tests.clauses.further_engine_faults import OF_THE_ENGINE
from tests.clauses.table_faults import (
    FIRST_PLAYER,
    NEW_DEALER_BURNS_NOTHING,
    does,
    everywhere,
    said,
    without_step,
)

_MA: Final = "massachusetts-switch"
_CB: Final = "catfish-bend-blackjack"
_SD: Final = "south-dakota-switch"


def _any_portions(stack: ExitStack) -> None:
    stack.enter_context(patch.dict(RIFFLED_PORTIONS, {"CB shuffle 1": (1, 20)}))


def _by_the_same(original: Callable[[c.OrderRecut, CommandContext], list[Draft]]) -> Callable[..., list[Draft]]:
    def drafts(self: c.OrderRecut, context: CommandContext) -> list[Draft]:
        return original(replace(self, by_the_same=True), context)

    return drafts


_NEVER_LOCKED: Final = does(c.WagersDown, "why_not", "wagers are never locked", lambda _self, _context: None)
_NO_NEW_TOTAL: Final = broken("new totals are not said", prompt, "_new_total", lambda _r: None)
_NOTHING_DUE: Final = everywhere("no shuffle is due after the round", after_round, lambda _r: [])
_ANYBODY_BEHIND: Final = everywhere("everybody wagers on every spot", why_not_bettors, lambda *_given: None)
_BACK_DOOR: Final = everywhere("a changed file counts at once", in_force, lambda file, _shift: file)

_ROUND_OPENS: Final = everywhere("a round opens whatever the cards do", why_not_round, lambda *_given: None)
_ENDS_NO_SHOE: Final = broken("the cutting card ends no shoe", fold_cards, "cutting_card", lambda shift, _spot: shift)
_NOBODY_REFUSES: Final = does(
    c.CutRefused,
    "why_not",
    "nobody may refuse the cut",
    lambda _self, _context: Refusal(Message("plain-text", text="a planted fault"), "planted"),
)

_OF_THE_TABLE: Final[dict[str, tuple[Fault, ...]]] = {
    "MA 3": (_ROUND_OPENS,),
    "MA 4(a)": (said(_MA, "shuffle_by", ("hand",)), without_step(_MA, "shuffle-by-hand", "riffle")),
    "MA 4(b)": (everywhere("everything is cut", cut_is_due, lambda *_given, **_named: True),),
    "MA 4(d)": (FIRST_PLAYER,),
    "MA 4(d)(1)": (
        does(c.OfferCut, "_first_player_wrong", "nobody says who came first", lambda _self, _context: None),
        everywhere("nobody is asked who came first", first_seated, lambda _shift: 1),
    ),
    "MA 4(d)(2)": (
        does(c.CuttingCardOut, "_nobody_plays_there", "the cutting card comes anywhere", lambda _self, _context: None),
        _ENDS_NO_SHOE,
    ),
    "MA 4(e)": (_NOBODY_REFUSES,),
    "MA 4(h)": (_ENDS_NO_SHOE,),
    "MA 4(f)": (
        without_step(_MA, "cut", "place-cutting-card"),
        does(c.CutMade, "why_not", "the depth of the cut is not asked for", lambda _self, _context: None),
    ),
    "MA 4(g)": (
        does(c.OrderRecut, "drafts", "a recut is always by the same person", _by_the_same(c.OrderRecut.drafts)),
    ),
    "MA 4(i)(4)": (broken("a strip before any riffle", shuffle, "RIFFLES_BEFORE_STRIP", 0),),
    "MA 5(d)": (
        broken("a coupon is a chip", fold_rounds, "coupon_of", lambda _shift, _entry: 0),
        does(c.ConfirmCalledWager, "drafts", "a called wager never counts", lambda _self, _context: []),
    ),
    "MA 7(c)": (NEW_DEALER_BURNS_NOTHING, said(_MA, "burn_shown", "with-supervisor")),
    "MA 7(g)": (called_otherwise("switch_offer", "{total}?", _MA),),
    "MA 7(g)(1)": (broken("totals are not said after a switch", prompt, "_both_totals", lambda *_given: None),),
    "MA 7(i)": (_NO_NEW_TOTAL,),
    "MA 7(l)": (called_otherwise("dealer_card", "And now", _MA),),
    "MA 9(c)": (_BACK_DOOR, everywhere("a notice takes no time", minutes_of, lambda *_given: 0)),
    "MA 11(c)": (_NO_NEW_TOTAL,),
    "MA 11(e)": (
        _BACK_DOOR,
        does(c.AskNotice, "why_not", "a notice needs nobody's approval", lambda _self, _context: None),
    ),
    "MA 13(a)": (_ANYBODY_BEHIND,),
    "MA 13(b)": (_ANYBODY_BEHIND,),
    "MA 15(b)": (_NOTHING_DUE,),
    "MA 15(g)": (
        broken("the discards are not shuffled inside the round", fold_cards, "discards_due", lambda shift: shift),
    ),
    "SD 7": (said(_SD, "cut_when", "manual-or-pre-shuffled"),),
    "CB dealing 1": (_NEVER_LOCKED,),
    "CB dealing 2": (_NEVER_LOCKED,),
    "CB dealing 5": (
        everywhere("three spots are not called", call_for, lambda *_given: None),
        does(c.SeatPlayer, "_back_to_most", "nobody remembers who dropped from three", lambda *_given: False),
    ),
    "CB cards new": (_ROUND_OPENS,),
    "CB shuffle 3": (FIRST_PLAYER,),
    "CB shuffle 5": (_ROUND_OPENS,),
    "CB shuffle call": (not_called("shuffle"),),
    "CB shuffle 1": (Fault(words="any number of portions", patches=_any_portions),),
    "CB shuffle 3e": (said(_CB, "cut_least_decks", Fraction(1, 10)),),
    "CB irregularities 11": (_NOTHING_DUE,),
}

FURTHER: Final[dict[str, tuple[Fault, ...]]] = {
    name: (*OF_THE_ENGINE.get(name, ()), *_OF_THE_TABLE.get(name, ())) for name in (*OF_THE_ENGINE, *_OF_THE_TABLE)
}
