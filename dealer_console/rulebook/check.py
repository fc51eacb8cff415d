"""What the values of a rule set mean together: lawful pay tables, known codes, all clauses, changed readings."""

from __future__ import annotations

from typing import Final

from dealer_console.game.irregularity.catalogue import CATALOGUE
from dealer_console.game.message import Message, Quoted
from dealer_console.game.similar_names import did_you_mean
from dealer_console.rulebook.problems import Caution, Problem
from dealer_console.rulebook.schema import RuleSetForm

MATCH_6: Final = {"four-of-a-kind": 40, "two-pair": 8, "three-of-a-kind": 5, "pair": 1}
MATCH_8: Final = {"four-of-a-kind": 50, "two-pair": 7, "three-of-a-kind": 5, "pair": 1}
MAY_PAY_MORE: Final = frozenset({"MA"})  # MA 6(c): no less than the figures; the other documents fix them
LAWFUL_PAYS: Final[dict[str, dict[str, dict[str, int]]]] = {
    "match": {"6": MATCH_6, "8": MATCH_8},
    "trilux": {"any": {"straight-flush": 30, "three-of-a-kind": 20, "straight": 10, "flush": 5}},
    "bounty": {
        "any": {
            "two-kings-of-spades-dealer-blackjack": 1000,
            "two-kings-of-spades": 100,
            "two-suited-kings": 30,
            "two-suited-queens-jacks-tens": 20,
            "suited-20": 9,
            "two-kings": 6,
            "unsuited-20": 4,
        }
    },
}
# What the readings decide; a house that changes one in an approved game should ask first.
READINGS: Final[dict[str, object]] = {
    "take_back_switch": True,
    "complete_at_21": True,
    "needless_drawing": False,
    "bounty_counts_ace_nine": True,
    "trilux_ace_low": True,
}
TOPICS: Final = frozenset(
    (
        "choices",
        "at_risk",
        "spots",
        "bettors",
        "wagers",
        "limits",
        "authorized_wagers",
        "match_limits",
        "trilux_limits",
        "bounty_limits",
        "tokes",
        "match_tokes",
        "trilux_tokes",
        "bounty_tokes",
        "deal",
        "face_up",
        "hole_card_dealt",
        "card_due",
        "burn",
        "copies",
        "dispute",
        "suits_trilux",
        "suits_bounty",
        "insurance",
        "insurance_time",
        "insurance_limit",
        "insurance_once",
        "insurance_wins",
        "insurance_loses",
        "even_money",
        "check",
        "switch",
        "second_switch",
        "switch_after_take_back",
        "insurance_closed",
        "match_main",
        "free-bet_main",
        "trilux_main",
        "bounty_main",
        "take_back",
        "decisions",
        "turn_order",
        "split_turn_order",
        "first_hand_first",
        "split_card",
        "offer_passed",
        "wager_confirmed",
        "caller",
        "insurance_before_check",
        "complete_at_21",
        "double_at_21",
        "double",
        "double_natural",
        "double_amount",
        "double_card",
        "turn",
        "one_card",
        "double_split_aces",
        "split_aces",
        "split",
        "split_once",
        "split_limit",
        "resplit_aces",
        "joining",
        "surrender",
        "surrender_offered",
        "surrender_at_once",
        "surrender_waiting",
        "free_wager",
        "free_double",
        "free_split",
        "free_bet_matched",
        "free_bet_returned",
        "dealer_card",
        "dealer_draws",
        "dealer_stands",
        "no_needless_drawing",
        "complete",
        "bust",
        "dealer_breaks",
        "higher_wins",
        "equal_pushes",
        "lower_loses",
        "dealer_22",
        "natural_wins",
        "natural_higher",
        "natural_dealer_breaks",
        "blackjack_beats_21",
        "two_card_21_pushes",
        "natural_against_22",
        "natural_against_blackjack",
        "two_card_21_against_blackjack",
        "dealer_blackjack",
        "original_only_double",
        "original_only_split",
        "marked_wager_lost",
        "bounty_cap",
        "irregularities",
        "void",
    )
)


def check(form: RuleSetForm) -> list[Problem]:
    """Every problem that the form alone does not show."""
    return [*_topics(form), *_pay_tables(form), *_rulings(form), *_choices(form)]


def _topics(form: RuleSetForm) -> list[Problem]:
    missing = [
        Problem(key=f"clauses.{topic}", reason=Message("file-clause-missing"))
        for topic in sorted(TOPICS - set(form.clauses))
    ]
    unknown = [
        Problem(key=f"clauses.{topic}", reason=Message("file-unknown-topic", hint=did_you_mean(topic, TOPICS)))
        for topic in form.clauses
        if topic not in TOPICS
    ]
    return missing + unknown


def _pay_tables(form: RuleSetForm) -> list[Problem]:
    problems = []
    for name, bet in form.side_bets.items():
        lawful = LAWFUL_PAYS.get(name, {})
        for decks in sorted({*lawful, *bet.pays}):
            key = f"side_bets.{name}.pays.{decks}"
            rows = bet.pays.get(decks)  # type: ignore[call-overload]
            if rows is None or decks not in lawful:
                wrong = Message("file-wrong-pay-table", expected=", ".join(lawful) or "none")
                problems.append(Problem(key=key, reason=wrong, clause=bet.clause))
                continue
            more = bet.may_pay_more and form.document in MAY_PAY_MORE
            problems += _rows(key, rows, lawful[decks], more=more, clause=bet.clause)
    return problems


def _rows(key: str, rows: dict[str, int], lawful: dict[str, int], *, more: bool, clause: str) -> list[Problem]:
    problems = [
        Problem(key=f"{key}.{row}", reason=Message("file-unknown-row", hint=did_you_mean(row, lawful)), clause=clause)
        for row in rows
        if row not in lawful
    ]
    for row, least in lawful.items():
        if row not in rows:
            problems.append(Problem(key=f"{key}.{row}", reason=Message("file-row-missing", least=least), clause=clause))
        elif rows[row] < least or (rows[row] > least and not more):
            reason = Message("file-pays-at-least" if more else "file-pays-exactly", pays=rows[row], least=least)
            problems.append(Problem(key=f"{key}.{row}", reason=reason, clause=clause))
    return problems


def _rulings(form: RuleSetForm) -> list[Problem]:
    problems = []
    for code, ruling in form.irregularities.items():
        key = f"irregularities.{code}"
        row = CATALOGUE.get(code)
        if row is None:
            problems.append(
                Problem(
                    key=key,
                    reason=Message("file-unknown-irregularity", hint=did_you_mean(code, CATALOGUE)),
                    clause=ruling.clause,
                )
            )
            continue
        for choice in ruling.choices:
            if choice not in row.choices:
                hint = did_you_mean(choice, row.choices)
                reason = Message("file-no-choice-of", choice=Quoted(choice), code=code, hint=hint)
                problems.append(Problem(key=f"{key}.choices", reason=reason, clause=ruling.clause))
        for choice in ruling.supervisor:
            if choice not in ruling.choices:
                hint = did_you_mean(choice, ruling.choices)
                reason = Message("file-not-among-choices", choice=Quoted(choice), hint=hint)
                problems.append(Problem(key=f"{key}.supervisor", reason=reason, clause=ruling.clause))
    return problems


def _choices(form: RuleSetForm) -> list[Problem]:
    problems = []
    for name, choice in form.choices:
        offered = getattr(choice, "of", None)
        if offered is not None and choice.default not in offered:
            expected = ", ".join(map(str, offered))
            problems.append(
                Problem(
                    key=f"choices.{name}.default",
                    reason=Message("file-expected-one-of", expected=expected),
                    clause=choice.clause,
                )
            )
    return problems


def cautions(form: RuleSetForm) -> list[Caution]:
    """An approved game with a reading changed is still playable, but the approval may be affected."""
    if not form.values.approved_game.value:
        return []
    remarks = []
    for key, usual in READINGS.items():
        value = getattr(form.values, key)
        if value.value != usual:
            reason = Message("file-unlike-approved", key=key, value=str(value.value), usual=str(usual))
            remarks.append(Caution(key=f"values.{key}", reason=reason, clause=form.values.approved_game.clause))
    return remarks
