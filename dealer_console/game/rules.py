"""What a rule set says, as one frozen value, and what a table has chosen from it.

The values come from `config/rulesets/*.toml` (checked by `dealer_console.rulebook`); the engine never asks which
document it plays, only what the document says. Each value and each topic has the clause it rests on: `rules.cite`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from dealer_console.game.message import Field, Message
from dealer_console.game.money import Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """One value that a document fixes, as it is written in the rule set, with its clause."""

    value: object
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What a rule set leaves to the table: the values on offer (None: any amount), the default, the clause."""

    of: tuple[object, ...] | None
    default: object
    clause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SideBet:
    """A side bet: its pay table by number of decks (0: for all), its limits, its clauses."""

    name: str
    pays: Mapping[int, Mapping[str, int]]
    clause: str
    lose_clause: str
    settled: str  # "after-deal" or "at-end"
    minimum: Cents | None = None
    maximum: Cents | None = None
    may_pay_more: bool = False
    cap: Cents | None = None  # all payouts at `cap_from` to one or more share this much in a round
    cap_from: int = 0

    def pays_at(self, decks: int) -> Mapping[str, int]:
        return self.pays.get(decks) or self.pays[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """How a rule set deals with one irregularity: the choices it offers, which of them a supervisor must make."""

    clause: str
    choices: tuple[str, ...]
    supervisor: tuple[str, ...]
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DatedLimit:
    """A maximum that the law sets from a day on."""

    since: date
    maximum: Cents
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """Where a document is silent or contradicts itself: what we read, and the key that a house may change."""

    number: int
    key: str
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step of a procedure at the table: what to do, who does it, the clause, and the step after it."""

    key: str
    does: str
    who: str
    clause: str
    then: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """A rule set. The meaning of every key is explained in `docs/rulesets.md`."""

    name: str
    title: str
    document: str
    game: str  # "switch" or "blackjack"
    hands_per_spot: int
    spots: int
    bettors_per_spot: int
    dealer_22: str
    blackjack_odds: Fraction
    blackjack_rounding: Cents
    natural_against_blackjack: str
    switched_21: str
    check: str
    insurance_limit: str
    insurance_taken: str
    even_money: bool
    naturals_paid: str
    tokes: bool
    toke_minimum: Cents | None
    toke_maximum: Cents | None
    toke_share: Fraction | None
    double_face_down: bool
    take_back_switch: bool
    complete_at_21: bool
    needless_drawing: bool
    bounty_counts_ace_nine: bool
    trilux_ace_low: bool
    free_bet_unmatched: str
    extra_burn: str
    several_face_up: str
    misdeal_of_a_hand: str
    missed_dealer_card: str
    spots_per_player: int
    lowest_minimum: Cents | None
    highest_minimum: Cents | None
    limits_by_date: tuple[DatedLimit, ...]
    approved_game: bool
    burn_shown: str
    cut_when: str
    cut_least_decks: Fraction
    cut_passes_to: str
    dealer_may_cut: bool
    recut: bool
    cutting_card_from_back: str
    shuffle_by: tuple[str, ...]
    shuffle_acknowledged: bool
    choices: Mapping[str, Choice]
    side_bets: Mapping[str, SideBet]
    irregularities: Mapping[str, Ruling]
    procedures: Mapping[str, tuple[Step, ...]]
    calls: Mapping[str, str]
    readings: tuple[Reading, ...]
    clauses: Mapping[str, str]
    values: Mapping[str, Value] = field(repr=False)

    @property
    def is_switch(self) -> bool:
        return self.hands_per_spot == 2

    def cite(self, topic: str) -> str:
        return self.clauses[topic]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRules:
    """A rule set with the choices of one table filled in: all that a round needs to know."""

    rules: Rules
    decks: int
    hole_card: str
    at_risk: str
    surrender: bool
    soft_17: str
    hands_per_split: int
    resplit_aces: bool
    minimum: Cents | None
    maximum: Cents | None
    chip_unit: Cents
    side_bet_minimum: Cents | None
    side_bet_maximum: Cents | None
    two_card_21_against_blackjack: str
    reader_can_leak: bool
    side_bets: tuple[str, ...]
    void_returns_side_bets: bool
    match_pays: Mapping[str, int] | None = None

    @property
    def hole_card_comes_last(self) -> bool:
        return self.hole_card == "last"

    @property
    def hole_card_is_checked(self) -> bool:
        return self.hole_card == "reader" or self.hole_card == "peek"


def rule_text(text: str, **fields: Field) -> Message:
    """A sentence of a rule set itself, such as a call or a step: a catalogue may have it in another language."""
    return Message("rule-text", text=text, **fields)
