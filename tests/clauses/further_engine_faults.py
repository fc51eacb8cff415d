"""Further faults for clauses of the engine that say several things: rows of pay tables, versions, calls, rulings."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from dealer_console.game import moves, prompt
from dealer_console.game.message import Message
from dealer_console.game.wagers import settlement
from tests.clauses import planted as p
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
    "MA 12(b)": (_STANDS_ON_SOFT_17,),
    "MA 15(a)": (_NOBODY_LEAVES,),
    "MA 15(d)": (p.handler_is("a refusal changes nothing", moves.ExposedCardRefused, lambda _r, _move: None),),
    "MA 15(h)": (p.ruling_does_nothing("hand-one-card"),),
    "SD 4": (_SIDE_BETS_STAY, p.ruling_does_nothing("dealer-wrong-count")),
    "SD 10": (_THREE_TO_TWO, _NATURAL_WINS),
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
    "CB irregularities 2": (p.ruling("dealer-drew-too-many", supervisor=()),),
    "CB irregularities 3": (p.ruling("hole-card-exposed", supervisor=()),),
    "CB irregularities 5": (p.ruling("hit-missed", supervisor=()),),
    "CB irregularities 6": (p.ruling("card-misdelivered", supervisor=()),),
    "CB irregularities 7": (p.ruling_does_nothing("hand-too-many-cards"), _SIDE_BETS_STAY),
    "CB irregularities 8": (p.ruling("hand-not-dealt", supervisor=()),),
    "CB irregularities 9": (_NOBODY_LEAVES, _SIDE_BETS_STAY),
    "CB irregularities 10A": (_NOBODY_LEAVES,),
    "CB irregularities 11": (_SIDE_BETS_STAY,),
    "CB irregularities 12": (p.ruling("card-face-up-in-shoe", choices=("burn",)),),
    "LW winning": _MATCH,
    "LW appendix A version 1": _VERSION_1,
    "LW appendix A version 2": _VERSION_2,
    "LW appendix A version 3": _VERSION_2,
    "LW appendix A version 4": _VERSION_4,
    "WA appendix A version 1": _VERSION_1,
    "WA appendix A version 2": _VERSION_2,
    "WA appendix A version 3": _VERSION_2,
    "WA appendix A version 4": _VERSION_4,
    "WA paytables": (*_MATCH, *_BOUNTY),
}
