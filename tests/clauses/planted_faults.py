"""For every executable clause of the five documents a small fault that breaks it, planted on purpose.

The rounds that cite the clause must notice it (`test_planted_faults`); `docs/clauses.md` shows which one does.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from dealer_console.game.money import Cents
from tests.clauses import clause_faults as p
from tests.clauses import engine_faults as e
from tests.clauses.further_faults import FURTHER
from tests.clauses.table_faults import OF_THE_TABLE
from tests.tools.documents.clause_index import Index

MA: Final[dict[str, p.Fault]] = {
    "MA 1": p.value("switched_21", "blackjack"),
    "MA 2(a)": p.lets_pass("MA 2(a)"),
    "MA 2(b)": e.card_counts("9", 8),
    "MA 2(b)(1)": e.card_counts("5", 4),
    "MA 2(b)(2)": e.card_counts("K", 9),
    "MA 2(b)(3)": e.ACE_IS_ALWAYS_ELEVEN,
    "MA 2(c)": e.MATCH_BY_VALUE,
    "MA 5(a)": p.settles_otherwise("MA 5(a)"),
    "MA 5(a)(1)": p.settles_otherwise("MA 5(a)(1)"),
    "MA 5(a)(2)": p.settles_otherwise("MA 5(a)(2)"),
    "MA 5(a)(3)": p.settles_otherwise("MA 5(a)(3)"),
    "MA 5(b)": p.value("natural_against_blackjack", "wins"),
    "MA 5(b)(1)": p.settles_otherwise("MA 5(b)(1)"),
    "MA 5(b)(2)": p.settles_otherwise("MA 5(b)(2)"),
    "MA 5(c)": p.value("dealer_22", "bust"),
    "MA 5(f)": p.lets_pass("MA 5(f)"),
    "MA 5(g)": p.value("blackjack_odds", Fraction(3, 2)),
    "MA 5(i)": p.value("tokes", True),
    "MA 6(a)": p.settles_otherwise("MA 6(a)"),
    "MA 6(a)(1)": p.pays("match", "pair", 2),
    "MA 6(a)(2)": p.pays("match", "two-pair", 9),
    "MA 6(a)(3)": p.pays("match", "three-of-a-kind", 6),
    "MA 6(a)(4)": p.pays("match", "four-of-a-kind", 41),
    "MA 6(b)": p.lets_pass("MA 6(b)"),
    "MA 6(c)": p.settles_otherwise("MA 6(c)"),
    "MA 6(d)": e.LOWEST_MATCH,
    "MA 6(e)": e.MATCH_TOUCHES_THE_HANDS,
    "MA 7(c)": e.NO_BURN_CARD,
    "MA 7(d)": e.DEALT_FROM_THE_RIGHT,
    "MA 7(d)(1)": e.FIRST_CARDS_FROM_THE_RIGHT,
    "MA 7(d)(2)": e.UP_CARD_FIRST,
    "MA 7(d)(3)": e.SECOND_CARDS_FROM_THE_RIGHT,
    "MA 7(e)": e.SIDE_BETS_AT_THE_END,
    "MA 7(f)": e.SIDE_BETS_AT_THE_END,
    "MA 7(g)": p.lets_pass("MA 7(g)"),
    "MA 7(g)(1)": e.SWITCH_EXCHANGES_NOTHING,
    "MA 7(g)(2)": p.value("take_back_switch", False),
    "MA 7(g)(3)": p.lets_pass("MA 7(g)(3)"),
    "MA 7(h)": p.lets_pass("MA 7(h)"),
    "MA 7(i)": p.lets_pass("MA 7(i)"),
    "MA 7(j)": p.lets_pass("MA 7(j)"),
    "MA 7(k)": p.lets_pass("MA 7(k)"),
    "MA 7(l)": p.lets_pass("MA 7(l)"),
    "MA 7(l)(1)": p.lets_pass("MA 7(l)(1)"),
    "MA 7(l)(2)": p.value("check", "after-switches"),
    "MA 7(m)": e.SETTLED_FROM_THE_LEFT,
    "MA 8(a)": p.lets_pass("MA 8(a)"),
    "MA 8(a)(1)": e.ONLY_HAND_A_INSURED,
    "MA 8(a)(2)": p.lets_pass("MA 8(a)(2)"),
    "MA 8(a)(3)": p.lets_pass("MA 8(a)(3)"),
    "MA 8(b)": p.value("insurance_limit", "half"),
    "MA 8(c)": p.settles_otherwise("MA 8(c)"),
    "MA 8(d)": p.settles_otherwise("MA 8(d)"),
    "MA 8(e)": e.LIMIT_COUNTS_SIDE_BETS,
    "MA 9(a)": p.settles_otherwise("MA 9(a)"),
    "MA 9(a)(1)": p.settles_otherwise("MA 9(a)(1)"),
    "MA 9(a)(2)": p.settles_otherwise("MA 9(a)(2)"),
    "MA 9(b)": e.SURRENDER_ENDS_INSURANCE,
    "MA 9(c)": p.lets_pass("MA 9(c)"),
    "MA 10(a)": p.lets_pass("MA 10(a)"),
    "MA 10(b)": e.DOUBLE_GOES_ON,
    "MA 10(c)": p.settles_otherwise("MA 10(c)"),
    "MA 11(a)": p.lets_pass("MA 11(a)"),
    "MA 11(b)": p.lets_pass("MA 11(b)"),
    "MA 11(c)": e.NO_DOUBLE_AFTER_SPLIT,
    "MA 11(c)(1)": p.lets_pass("MA 11(c)(1)"),
    "MA 11(c)(2)": p.lets_pass("MA 11(c)(2)"),
    "MA 11(d)": p.settles_otherwise("MA 11(d)"),
    "MA 11(e)": p.lets_pass("MA 11(e)"),
    "MA 12(a)": p.lets_pass("MA 12(a)"),
    "MA 12(a)(1)": p.value("complete_at_21", False),
    "MA 12(a)(2)": p.lets_pass("MA 12(a)(2)"),
    "MA 12(b)": p.lets_pass("MA 12(b)"),
    "MA 12(c)": p.value("needless_drawing", True),
    "MA 13(a)": p.value("bettors_per_spot", 2),
    "MA 13(b)": p.lets_pass("MA 13(b)"),
    "MA 13(d)": p.lets_pass("MA 13(d)"),
    "MA 13(e)": e.ONLY_THE_CALLER_INSURES,
    "MA 15(a)": p.ruling_does_nothing("card-misdelivered"),
    "MA 15(b)": p.value("several_face_up", "play-on"),
    "MA 15(c)": e.EARLY_CARD_IS_BURNED,
    "MA 15(d)": p.ruling_does_nothing("card-exposed"),
    "MA 15(e)": p.ruling("dealer-drew-too-many", choices=("continue",)),
    "MA 15(f)": p.value("missed_dealer_card", "now"),
    "MA 15(g)": p.ruling_does_nothing("shoe-empty"),
    "MA 15(h)": p.ruling_does_nothing("hand-not-dealt"),
    "MA 15(i)": p.ruling_does_nothing("hit-missed"),
    "MA 15(j)": p.ruling("shuffler-fault", choices=("continue",)),
    "MA 15(k)": p.ruling("shuffle-beside-device", choices=("continue",)),
    "MA 15(l)": p.lets_pass("MA 15(l)"),
    "MA 15(l)(1)": e.LEAKING_READER_PLAYS_ON,
    "MA 15(l)(2)": e.LEAKING_READER_PLAYS_ON,
    "MA 15(m)": p.ruling_does_nothing("reader-fault"),
    "MA 15(n)": p.ruling("burn-missed", choices=("void",)),
}

SD: Final[dict[str, p.Fault]] = {
    "SD 1": p.lets_pass("SD 1"),
    "SD 2": p.lets_pass("SD 2"),
    "SD 3": p.value("tokes", False),
    "SD 4": p.value("misdeal_of_a_hand", "round"),
    "SD 5": e.SIDE_BETS_AFTER_THE_HANDS,
    "SD 6": p.settles_otherwise("SD 6"),
    "SD 7": e.DEALT_FROM_THE_RIGHT,
    "SD 8": p.lets_pass("SD 8"),
    "SD 9": p.lets_pass("SD 9"),
    "SD 10": p.value("switched_21", "blackjack"),
    "SD 11": p.lets_pass("SD 11"),
    "SD 12": p.lets_pass("SD 12"),
    "SD 13": p.value("dealer_22", "bust"),
    "SD 14": e.ONE_HIT_ONLY,
    "SD 15": p.settles_otherwise("SD 15"),
    "SD 16": e.LAST_SPOT_FIRST,
    "SD 17": p.settles_otherwise("SD 17"),
    "SD 18": p.settles_otherwise("SD 18"),
}

CB: Final[dict[str, p.Fault]] = {
    "CB introduction": p.value("dealer_22", "push"),
    "CB limits": p.lets_pass("CB limits"),
    "CB tokes": p.value("toke_share", Fraction(1)),
    "CB dealing 1": p.value("bettors_per_spot", 2),
    "CB dealing 2": p.lets_pass("CB dealing 2"),
    "CB dealing 3": p.value("spots", 8),
    "CB dealing 6": e.DEALT_FROM_THE_RIGHT,
    "CB dealing 7": p.lets_pass("CB dealing 7"),
    "CB dealing 9": p.lets_pass("CB dealing 9"),
    "CB dealing 10": p.lets_pass("CB dealing 10"),
    "CB dealing 11": p.lets_pass("CB dealing 11"),
    "CB dealing 13": p.settles_otherwise("CB dealing 13"),
    "CB dealing 14": e.STAND_SETTLES,
    "CB dealing 15": p.lets_pass("CB dealing 15"),
    "CB dealing 16": p.lets_pass("CB dealing 16"),
    "CB dealing 17": e.PUSH_IS_NOT_SHOWN,
    "CB dealing 18": e.STANDS_ON_16,
    "CB dealing 19": p.lets_pass("CB dealing 19"),
    "CB dealing 20": p.lets_pass("CB dealing 20"),
    "CB dealing 21": p.lets_pass("CB dealing 21"),
    "CB dealing 23": e.SETTLED_FROM_THE_LEFT,
    "CB splitting 1": p.lets_pass("CB splitting 1"),
    "CB splitting 2": p.lets_pass("CB splitting 2"),
    "CB splitting 3": e.TOKE_FOLLOWS_THE_SPLIT,
    "CB splitting 4": p.lets_pass("CB splitting 4"),
    "CB splitting 5": p.lets_pass("CB splitting 5"),
    "CB splitting 6": p.lets_pass("CB splitting 6"),
    "CB splitting 7": p.lets_pass("CB splitting 7"),
    "CB splitting 8": e.SPLIT_21_IS_BLACKJACK,
    "CB splitting 9": e.not_called("fives"),
    "CB double 1": p.lets_pass("CB double 1"),
    "CB double 2": e.not_called("double_less"),
    "CB double 3": e.MAXIMUM_BINDS_DOUBLES,
    "CB double 4": e.NO_DOUBLE_AFTER_SPLIT,
    "CB double 5": e.not_called("fives"),
    "CB double 6": p.value("double_face_down", False),
    "CB insurance 1": p.lets_pass("CB insurance 1"),
    "CB insurance 2": p.value("insurance_limit", "half-or-next-chip"),
    "CB insurance 3": e.INSURANCE_IS_SKIPPED,
    "CB insurance 3A": e.not_called("insurance_open"),
    "CB insurance 3B": e.ONLY_SPOT_1_INSURES,
    "CB insurance 3C": p.lets_pass("CB insurance 3C"),
    "CB insurance 4": e.NO_NATURAL_INSURED,
    "CB insurance 5": p.lets_pass("CB insurance 5"),
    "CB insurance 6": e.INSURANCE_IS_NOT_PAID,
    "CB insurance 6A": p.settles_otherwise("CB insurance 6A"),
    "CB insurance 6B": e.INSURANCE_BEFORE_THE_WAGERS,
    "CB insurance 7": e.INSURANCE_IS_NOT_TAKEN,
    "CB insurance 7A": e.CLEAR_CHECK_TAKES_WAGERS,
    "CB insurance 7B": p.value("insurance_taken", "when-shown"),
    "CB insurance 8": p.value("even_money", False),
    "CB payouts 1": p.value("blackjack_rounding", Cents(1)),
    "CB payouts 2": e.BREAKING_PAYS_EVERYBODY,
    "CB payouts 3": p.value("naturals_paid", "after-offer"),
    "CB payouts 4": e.NATURALS_DO_NOT_WAIT,
    "CB payouts 4A": p.value("natural_against_blackjack", "wins"),
    "CB payouts 4B": p.value("naturals_paid", "at-end"),
    "CB payouts 5": p.settles_otherwise("CB payouts 5"),
    "CB payouts 6": p.settles_otherwise("CB payouts 6"),
    "CB trilux 1": e.without_side_bet("trilux"),
    "CB trilux 2": p.lets_pass("CB trilux 2"),
    "CB trilux 3": e.TRILUX_SEES_NOTHING,
    "CB trilux 4": p.lets_pass("CB trilux 4"),
    "CB trilux 5": e.UP_CARD_FIRST,
    "CB trilux 6": e.SIDE_BETS_AT_THE_END,
    "CB trilux 6a": e.SIDE_BETS_AT_THE_END,
    "CB trilux paytable": p.settles_otherwise("CB trilux paytable"),
    "CB trilux tokes": p.lets_pass("CB trilux tokes"),
    "CB bounty basics": e.BOUNTY_SEES_NOTHING,
    "CB bounty getting started": e.without_side_bet("bounty"),
    "CB bounty 1": p.lets_pass("CB bounty 1"),
    "CB bounty 2": p.lets_pass("CB bounty 2"),
    "CB bounty 4": e.UP_CARD_FIRST,
    "CB bounty 5": p.side_bet("bounty", settled="after-deal"),
    "CB bounty 6": p.settles_otherwise("CB bounty 6"),
    "CB bounty 7": p.settles_otherwise("CB bounty 7"),
    "CB bounty limits 1": p.side_bet("bounty", minimum=None, maximum=None),
    "CB bounty limits 2": p.settles_otherwise("CB bounty limits 2"),
    "CB bounty tokes": p.lets_pass("CB bounty tokes"),
    "CB cards new": p.lets_pass("CB cards new"),
    "CB shuffle 5": p.value("extra_burn", "refused"),
    "CB irregularities 1": p.lets_pass("CB irregularities 1"),
    "CB irregularities 1A": e.NOBODY_IS_ASKED,
    "CB irregularities 1B": e.FIRST_HAND_IS_FORGOTTEN,
    "CB irregularities 2": p.lets_pass("CB irregularities 2"),
    "CB irregularities 3": p.ruling_does_nothing("hole-card-exposed"),
    "CB irregularities 4": p.ruling_does_nothing("dealer-blackjack-late"),
    "CB irregularities 5": p.ruling_does_nothing("hit-missed"),
    "CB irregularities 6": p.ruling_does_nothing("card-misdelivered"),
    "CB irregularities 7": p.ruling_does_nothing("hand-one-card"),
    "CB irregularities 8": p.ruling_does_nothing("hand-not-dealt"),
    "CB irregularities 9": p.ruling_does_nothing("dealer-wrong-count"),
    "CB irregularities 10": p.value("missed_dealer_card", "after-players"),
    "CB irregularities 10A": p.value("missed_dealer_card", "after-players"),
    "CB irregularities 10B": p.ruling("dealer-card-missed", supervisor=()),
    "CB irregularities 11": p.ruling_does_nothing("shoe-empty"),
    "CB irregularities 12": p.value("several_face_up", "void"),
}

LW: Final[dict[str, p.Fault]] = {
    "LW overview": e.NO_SWITCH,
    "LW getting started": p.settles_otherwise("LW getting started"),
    "LW winning": p.settles_otherwise("LW winning"),
    "LW 2": e.DEALT_FROM_THE_RIGHT,
    "LW 3": p.settles_otherwise("LW 3"),
    "LW 4": p.settles_otherwise("LW 4"),
    "LW 5": p.value("naturals_paid", "at-once"),
    "LW 6": p.lets_pass("LW 6"),
    "LW 7": p.settles_otherwise("LW 7"),
    "LW 8": e.SETTLED_FROM_THE_LEFT,
    "LW 9": p.value("dealer_22", "bust"),
    "LW 10": p.choice("hole_card", of=("peek", "reader")),
    "LW appendix A": p.settles_otherwise("LW appendix A"),
    "LW appendix A version 1": p.value("natural_against_blackjack", "wins"),
    "LW appendix A version 2": p.value("natural_against_blackjack", "wins"),
    "LW appendix A version 3": p.value("natural_against_blackjack", "push"),
    "LW appendix A version 4": p.value("natural_against_blackjack", "wins"),
    "LW appendix C": p.settles_otherwise("LW appendix C"),
}

WA: Final[dict[str, p.Fault]] = {
    "WA standard blackjack": p.lets_pass("WA standard blackjack"),
    "WA overview": e.NO_SWITCH,
    "WA getting started": e.NO_DOUBLE_AFTER_SWITCH,
    "WA getting started 1": p.lets_pass("WA getting started 1"),
    "WA getting started 2": e.SIDE_BETS_AT_THE_END,
    "WA getting started 2a": e.BOUNTY_NEVER_WAITS,
    "WA winning": p.value("blackjack_odds", Fraction(3, 2)),
    "WA rules 2": p.lets_pass("WA rules 2"),
    "WA rules 3": p.settles_otherwise("WA rules 3"),
    "WA rules 4": p.value("naturals_paid", "at-end"),
    "WA rules 5": e.ONLY_HAND_A_INSURED,
    "WA rules 6": e.NO_SPLIT_AFTER_SWITCH,
    "WA rules 7": p.value("dealer_22", "bust"),
    "WAC 230-15-140": p.lets_pass("WAC 230-15-140"),
    "WA layout": p.settles_otherwise("WA layout"),
    "WA appendix A": p.settles_otherwise("WA appendix A"),
    "WA appendix A version 1": p.value("natural_against_blackjack", "wins"),
    "WA appendix A version 2": p.value("natural_against_blackjack", "wins"),
    "WA appendix A version 3": p.value("natural_against_blackjack", "push"),
    "WA appendix A version 4": p.value("natural_against_blackjack", "wins"),
    "WA paytables": p.settles_otherwise("WA paytables"),
}

READINGS: Final[dict[str, p.Fault]] = {
    "Reading 1": p.value("check", "after-switches"),
    "Reading 2": p.value("blackjack_rounding", Cents(1)),
    "Reading 3": p.settles_otherwise("Reading 3"),
    "Reading 4": p.lets_pass("Reading 4"),
    "Reading 5": p.settles_otherwise("Reading 5"),
    "Reading 6": p.value("bounty_counts_ace_nine", wrong=False),
    "Reading 7": e.LOWEST_MATCH,
    "Reading 8": p.value("naturals_paid", "at-end"),
    "Reading 9": p.settles_otherwise("Reading 9"),
    "Reading 10": p.value("complete_at_21", wrong=False),
    "Reading 11": p.settles_otherwise("Reading 11"),
    "Reading 12": p.value("take_back_switch", wrong=False),
    "Reading 13": e.without_side_bet("match"),
    "Reading 14": e.FACE_UP_CARDS_OF_THE_ROUND_ONLY,
    "Reading 15": p.value("needless_drawing", wrong=True),
    "Reading 16": p.lets_pass("Reading 16"),
    "Reading 17": e.NOBODY_JOINS_A_SPLIT,
    "Reading 18": p.value("trilux_ace_low", wrong=False),
    "Reading 19": e.STANDING_REFUSES,
    "Reading 20": p.value("misdeal_of_a_hand", "player"),
    "Reading 21": p.lets_pass("Reading 21"),
}

FAULTS: Final[dict[str, p.Fault]] = {**MA, **SD, **CB, **LW, **WA, **READINGS, **OF_THE_TABLE}


_CAUGHT: Final[dict[str, str | None]] = {}
_CAUGHT_FURTHER: Final[dict[str, list[tuple[p.Fault, str | None]]]] = {}


def caught(index: Index, name: str) -> str | None:
    """Which round or test that the clause cites notices its planted fault; asked once in a process."""
    if name not in _CAUGHT:
        _CAUGHT[name] = _caught(index, name)
    return _CAUGHT[name]


def caught_further(index: Index, name: str) -> list[tuple[p.Fault, str | None]]:
    """For each further fault of the clause what notices it."""
    if name not in _CAUGHT_FURTHER:
        _CAUGHT_FURTHER[name] = [(fault, _notices(index, name, fault)) for fault in FURTHER.get(name, ())]
    return _CAUGHT_FURTHER[name]


def unnoticing_tests(index: Index, name: str) -> list[str]:
    """The tests that the clause cites and that notice none of its faults: they do not show what it says."""
    clause = next((clauses[name] for clauses in index.clauses.values() if name in clauses), None)
    faults = (FAULTS[name], *FURTHER.get(name, ()))
    known = {caught(index, name), *(by for _fault, by in caught_further(index, name))}
    left = [test for test in (clause.tests if clause is not None else ()) if test not in known]
    return [test for test in left if not any(p.caught_by_test(fault, [test]) for fault in faults)]


def noticing_round(index: Index, name: str, first: Iterable[str]) -> str | None:
    """A round that notices one of the faults of the clause: of `first`, or one that was the first to notice."""
    for fault in (FAULTS[name], *FURTHER.get(name, ())):
        by = p.caught_by(fault, first)
        if by is not None:
            return by
    caught_by = (caught(index, name), *(by for _fault, by in caught_further(index, name)))
    return next((by for by in caught_by if by is not None and "::" not in by), None)


def _caught(index: Index, name: str) -> str | None:
    return _notices(index, name, FAULTS[name])


def _notices(index: Index, name: str, fault: p.Fault) -> str | None:
    """The rounds first; then the tests that the clause cites beside them, or in their place."""
    clause = next((clauses[name] for clauses in index.clauses.values() if name in clauses), None)
    by = p.caught_by(fault, index.rounds.get(name, ()))
    return by if by is not None or clause is None else p.caught_by_test(fault, clause.tests)
