"""Further faults for clauses of the engine that say several things: rows of pay tables, versions, calls, rulings."""

from __future__ import annotations

from contextlib import ExitStack
from fractions import Fraction
from typing import Any, Final
from unittest.mock import patch

from dealer_console.game import moves, prompt
from dealer_console.game.message import Message
from dealer_console.game.play import dealer_draw
from dealer_console.game.state import Round
from dealer_console.game.wagers import settlement
from tests.clauses import clause_faults as p
from tests.clauses import engine_faults as e
from tests.clauses.engine_faults import not_called

_THREE_TO_TWO: Final = p.value("blackjack_odds", Fraction(3, 2))
_NATURAL_WINS: Final = p.value("natural_against_blackjack", "wins")
_STANDS_ON_SOFT_17: Final = p.choice("soft_17", of=("stand",), default="stand")
_HITS_SOFT_17: Final = p.choice("soft_17", of=("hit",), default="hit")
_NOBODY_LEAVES: Final = p.handler_is("a spot that goes out stays in", moves.SpotLeft, lambda _r, _move: None)
_NO_DEALERS_TOTAL: Final = p.broken(
    "the dealer's totals are not said", prompt, "_dealer_total", lambda _r: Message("x")
)


def _without_side_bets(r: Any, rule: str, *, side_bets: bool) -> None:
    _return_everything(r, rule, side_bets=False)


_return_everything: Final = settlement.return_everything
_SIDE_BETS_STAY: Final = p.broken("a misdeal keeps the side bets", settlement, "return_everything", _without_side_bets)
_MATCH: Final = tuple(
    p.pays("match", row, odds)
    for row, odds in (("pair", 2), ("two-pair", 9), ("three-of-a-kind", 6), ("four-of-a-kind", 41))
)
_BOUNTY: Final = tuple(
    p.pays("bounty", row, odds)
    for row, odds in (
        ("two-kings-of-spades-dealer-blackjack", 999),
        ("two-kings-of-spades", 99),
        ("two-suited-kings", 29),
        ("two-suited-queens-jacks-tens", 19),
        ("suited-20", 8),
        ("two-kings", 7),
        ("unsuited-20", 3),
    )
)
_take_insurance, _settle_at_end = settlement.take_insurance, settlement.settle_at_end


def _insurance_late(stack: ExitStack) -> None:
    def at_end(r: Round) -> None:
        _take_insurance(r)
        _settle_at_end(r)

    stack.enter_context(patch.object(settlement, "take_insurance", lambda _r: None))
    stack.enter_context(patch.object(settlement, "settle_at_end", at_end))


def _without_supervisor(code: str) -> p.Fault:
    return p.ruling(code, supervisor=())


_INSURANCE_LATE: Final = p.Fault(words="losing insurance is taken at the end", patches=_insurance_late)
_NOBODY_JOINS_A_DOUBLE: Final = e.refuses(
    "no other bettor may join a double", moves.Doubled, lambda _r, move: move.bettor != moves.CALLER
)
_NO_DOUBLE_ON_B: Final = e.refuses("hand b may not be doubled", moves.Doubled, lambda _r, move: move.hand.letter == "b")
_NO_SPLIT_ON_B: Final = e.refuses("hand b may not be split", moves.HandSplit, lambda _r, move: move.hand.letter == "b")
_NO_FREE_DOUBLE: Final = e.refuses("a coin has no rights", moves.DoubledFree, lambda _r, _move: True)
_SPLIT_HANDS_DRAW_NOTHING: Final = e.refuses("a split hand may not draw", moves.HitAsked, e.from_split)
_ONLY_EQUAL_RANKS: Final = e.refuses(
    "king and queen are no pair",
    moves.HandSplit,
    lambda r, move: len({card.text[0] for card in r.hands[move.hand].cards}) > 1,
)
_ONLY_TEN_AND_ELEVEN: Final = e.refuses(
    "only ten and eleven may be doubled", moves.Doubled, lambda r, move: r.hands[move.hand].total not in (10, 11)
)
_DRAWS_ON_17: Final = p.broken("the dealer draws on 17", dealer_draw, "must_draw", lambda r: r.dealer.total < 18)
_SWITCHED_IS_BLACKJACK: Final = p.value("switched_21", "blackjack")
_VERSION_1: Final = (
    p.value("switched_21", "21"),
    p.value("check", "before-switches"),
    _THREE_TO_TWO,
    _STANDS_ON_SOFT_17,
)
_VERSION_2: Final = (_SWITCHED_IS_BLACKJACK, _THREE_TO_TWO, _STANDS_ON_SOFT_17)
_VERSION_4: Final = (_SWITCHED_IS_BLACKJACK, _HITS_SOFT_17)

OF_THE_ENGINE: Final[dict[str, tuple[p.Fault, ...]]] = {
    "MA 5(a)": (p.lets_pass("MA 5(a)"),),
    "MA 6(c)": _MATCH,
    "MA 12(b)": (_STANDS_ON_SOFT_17, _DRAWS_ON_17),
    "MA 15(a)": (_NOBODY_LEAVES, p.ruling("card-misdelivered", choices=("forward", "dealer-next", "burn", "back-one"))),
    "MA 15(d)": (p.handler_is("a refusal changes nothing", moves.ExposedCardRefused, lambda _r, _move: None),),
    "MA 15(h)": (p.ruling_does_nothing("hand-one-card"),),
    "SD 4": (
        _SIDE_BETS_STAY,
        p.ruling_does_nothing("dealer-wrong-count"),
        p.ruling_does_nothing("hand-one-card"),
        p.ruling_does_nothing("hand-too-many-cards"),
        p.ruling_does_nothing("dealer-card-missed"),
    ),
    "SD 10": (_THREE_TO_TWO, _NATURAL_WINS, e.SWITCH_EXCHANGES_NOTHING),
    "SD 13": (_THREE_TO_TWO, _NATURAL_WINS, _SWITCHED_IS_BLACKJACK),
    "SD 18": _MATCH,
    "CB limits": (p.value("highest_minimum", None),),
    # Its 1,000.00 binds no toke that the tenth of the maximum lets pass: without it nothing changes.
    "CB tokes": (p.value("toke_minimum", None), p.value("tokes", False)),
    "CB dealing 15": (p.value("naturals_paid", "at-end"),),
    "CB dealing 21": (_NO_DEALERS_TOTAL,),
    "CB insurance 1": (not_called("insurance_open"),),
    "CB insurance 3C": (not_called("insurance_closed"),),
    "CB trilux paytable": tuple(
        p.pays("trilux", row, odds)
        for row, odds in (("straight-flush", 31), ("three-of-a-kind", 21), ("straight", 11), ("flush", 6))
    ),
    "CB bounty 7": _BOUNTY,
    "CB shuffle 5": (p.ruling("burn-missed", choices=("void",)),),
    "CB irregularities 1": (p.ruling("card-exposed", supervisor=()),),
    "CB irregularities 1A": (p.ruling("card-exposed", choices=("hand-accept", "hand-refuse")),),
    "CB irregularities 2": (
        p.ruling("dealer-drew-too-many", supervisor=()),
        p.ruling("dealer-drew-too-many", choices=("continue",)),
    ),
    "CB irregularities 3": (p.ruling("hole-card-exposed", supervisor=()),),
    "CB irregularities 5": (p.ruling("hit-missed", supervisor=()),),
    "CB irregularities 6": (
        p.ruling("card-misdelivered", supervisor=()),
        p.ruling("card-misdelivered", choices=("forward", "dealer-next", "burn")),
    ),
    "CB irregularities 7": (
        p.ruling_does_nothing("hand-too-many-cards"),
        _SIDE_BETS_STAY,
        _without_supervisor("hand-one-card"),
        _without_supervisor("hand-too-many-cards"),
    ),
    "CB irregularities 8": (p.ruling("hand-not-dealt", supervisor=()),),
    "CB irregularities 9": (_NOBODY_LEAVES, _SIDE_BETS_STAY, _without_supervisor("dealer-wrong-count")),
    "CB irregularities 10A": (_NOBODY_LEAVES,),
    "CB irregularities 11": (_SIDE_BETS_STAY, _without_supervisor("shoe-empty")),
    "CB irregularities 12": (p.ruling("card-face-up-in-shoe", choices=("burn",)),),
    "LW winning": (*_MATCH, _THREE_TO_TWO, p.value("dealer_22", "bust")),
    "LW appendix A version 1": _VERSION_1,
    "LW appendix A version 2": _VERSION_2,
    "LW appendix A version 3": _VERSION_2,
    "LW appendix A version 4": _VERSION_4,
    "WA appendix A version 1": _VERSION_1,
    "WA appendix A version 2": _VERSION_2,
    "WA appendix A version 3": _VERSION_2,
    "WA appendix A version 4": _VERSION_4,
    "WA paytables": (*_MATCH, *_BOUNTY),
    "MA 1": (
        e.SPLIT_21_IS_BLACKJACK,
        e.SWITCH_EXCHANGES_NOTHING,
    ),
    "MA 2(a)": (p.choice("decks", of=(6,)),),
    "MA 2(b)(3)": (e.ACE_IS_ALWAYS_ONE,),
    "MA 5(b)": (p.settles_otherwise("MA 5(b)"),),
    "MA 5(c)": (p.settles_otherwise("MA 5(c)"),),
    "MA 5(g)": (
        p.value("naturals_paid", "at-once"),
        e.STAND_SETTLES,
    ),
    "MA 5(i)": (p.lets_pass("MA 5(i)"),),
    "MA 7(l)": (_NO_DEALERS_TOTAL,),
    "MA 7(l)(2)": (p.lets_pass("MA 7(l)(2)"),),
    "MA 8(a)": (
        e.INSURANCE_IS_NOT_PAID,
        e.INSURANCE_IS_NOT_TAKEN,
    ),
    "MA 8(c)": (_INSURANCE_LATE,),
    "MA 8(d)": (e.INSURANCE_BEFORE_THE_WAGERS,),
    "MA 9(a)": (p.lets_pass("MA 9(a)"),),
    "MA 11(a)": (e.NO_SPLIT_AFTER_SWITCH,),
    "MA 11(c)": (_SPLIT_HANDS_DRAW_NOTHING,),
    "MA 13(d)": (_NOBODY_JOINS_A_DOUBLE,),
    "MA 15(i)": (
        p.ruling("hit-missed", choices=("deal-last",)),
        p.ruling("hit-missed", choices=("dead-hand",)),
    ),
    "MA 15(m)": (p.ruling("reader-fault", choices=("void",)),),
    "SD 1": (e.LOWEST_MATCH,),
    "SD 2": (e.without_side_bet("match"),),
    "SD 8": (e.SIDE_BETS_AT_THE_END,),
    "SD 9": (e.ONLY_HAND_A_INSURED,),
    "SD 11": (_NO_SPLIT_ON_B,),
    "SD 12": (_NO_DOUBLE_ON_B,),
    "SD 17": (e.STANDS_ON_16,),
    "CB introduction": (
        p.settles_otherwise("CB introduction"),
        _NATURAL_WINS,
        e.ACE_IS_ALWAYS_ELEVEN,
        e.card_counts("K", 9),
    ),
    "CB dealing 16": (p.ruling_does_nothing("natural-overlooked"),),
    "CB dealing 19": (_DRAWS_ON_17,),
    "CB dealing 20": (_STANDS_ON_SOFT_17,),
    "CB splitting 1": (_ONLY_EQUAL_RANKS,),
    "CB splitting 5": (_SPLIT_HANDS_DRAW_NOTHING,),
    "CB splitting 7": (e.NO_DOUBLE_AFTER_SPLIT,),
    "CB double 1": (e.DOUBLE_GOES_ON, _ONLY_TEN_AND_ELEVEN),
    "CB double 4": (p.lets_pass("CB splitting 7"),),
    "CB insurance 2": (e.INSURANCE_IS_NOT_PAID,),
    "CB payouts 1": (e.STAND_SETTLES,),
    "CB payouts 2": (e.HANDS_ARE_NOT_VERIFIED,),
    "CB payouts 4": (e.BLACKJACK_IS_NOT_CALLED,),
    "CB payouts 5": (p.value("blackjack_odds", Fraction(1)),),
    "CB payouts 6": (p.value("even_money", wrong=False),),
    "CB trilux 6a": (e.SETTLED_FROM_THE_LEFT,),
    "CB trilux 3": (e.UP_CARD_FIRST,),
    "CB irregularities 4": (_without_supervisor("dealer-blackjack-late"),),
    "LW overview": (
        e.without_side_bet("match"),
        e.without_side_bet("free-bet"),
    ),
    "LW getting started": (p.lets_pass("LW getting started"),),
    "LW 3": (e.SIDE_BETS_AFTER_THE_HANDS,),
    "LW 4": (_NO_FREE_DOUBLE,),
    "LW 5": (p.value("naturals_paid", "at-end"),),
    "LW 6": (e.ONLY_HAND_A_INSURED,),
    "LW 7": (
        p.lets_pass("LW 7"),
        e.NO_DOUBLE_AFTER_SWITCH,
        e.NO_SPLIT_AFTER_SWITCH,
        e.NO_DOUBLE_AFTER_SPLIT,
    ),
    "LW 9": (p.settles_otherwise("LW 9"),),
    "LW appendix C": (p.choice("at_risk", of=("original",)),),
    "WA overview": (e.without_side_bet("bounty"),),
    "WA getting started": (e.NO_SPLIT_AFTER_SWITCH,),
    "WA winning": (p.value("dealer_22", "bust"),),
    "WA rules 2": (e.DEALT_FROM_THE_RIGHT,),
    "WA rules 6": (
        e.NO_DOUBLE_AFTER_SWITCH,
        e.NO_DOUBLE_AFTER_SPLIT,
    ),
    "WA rules 7": (p.settles_otherwise("WA rules 7"),),
    "Reading 1": (p.choice("soft_17", default="stand"),),
    "Reading 14": (p.value("check", "after-switches"),),
    "Reading 15": (e.SETTLED_FROM_THE_LEFT,),
    "Reading 17": (_NOBODY_JOINS_A_DOUBLE,),
    "Reading 6": (e.BOUNTY_SEES_NOTHING,),
}
