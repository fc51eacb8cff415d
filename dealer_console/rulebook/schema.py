"""The form of a rule set's file. What the values mean together is checked in `check`."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from dealer_console.game.choices import amount_of
from dealer_console.game.money import BadAmount, Cents
from dealer_console.rulebook.problems import BadValue

Kind = TypeVar("Kind")
Text = Annotated[str, StringConstraints(min_length=1, strict=True)]


def _amount(value: object) -> Cents:
    try:
        return amount_of(value)
    except BadAmount as error:
        raise BadValue(error.message) from None


def _amount_or_none(value: object) -> Cents | None:
    return None if value == "none" else _amount(value)


Amount = Annotated[Any, BeforeValidator(_amount)]
AmountOrNone = Annotated[Any, BeforeValidator(_amount_or_none)]
Odds = Annotated[str, StringConstraints(pattern=r"^[1-9]\d*:[1-9]\d*$", strict=True)]
Share = Annotated[str, StringConstraints(pattern=r"^([1-9]\d*(/[1-9]\d*)?|none)$", strict=True)]
Small = Annotated[int, Field(strict=True, ge=1, le=7)]
YesNo = Annotated[bool, Field(strict=True)]


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class _Word(_Form):
    clause: Text


class ValueForm(_Word, Generic[Kind]):
    """A value with its clause: `{ is = …, clause = "…" }`."""

    value: Kind = Field(alias="is")


class ValuesForm(_Form):
    spots: ValueForm[Small]
    bettors_per_spot: ValueForm[Annotated[int, Field(strict=True, ge=1, le=3)]]
    spots_per_player: ValueForm[Small]
    dealer_22: ValueForm[Literal["push", "bust"]]
    blackjack_pays: ValueForm[Odds]
    blackjack_rounding: ValueForm[Amount]
    natural_against_blackjack: ValueForm[Literal["push", "wins"]]
    switched_21: ValueForm[Literal["21", "blackjack"]]
    check: ValueForm[Literal["before-switches", "after-switches"]]
    insurance_limit: ValueForm[Literal["half", "half-or-next-chip"]]
    insurance_taken: ValueForm[Literal["at-check", "when-shown"]]
    even_money: ValueForm[YesNo]
    naturals_paid: ValueForm[Literal["at-once", "after-offer", "at-end"]]
    tokes: ValueForm[YesNo]
    toke_minimum: ValueForm[AmountOrNone]
    toke_maximum: ValueForm[AmountOrNone]
    toke_share: ValueForm[Share]
    double_face_down: ValueForm[YesNo]
    take_back_switch: ValueForm[YesNo]
    complete_at_21: ValueForm[YesNo]
    needless_drawing: ValueForm[YesNo]
    bounty_counts_ace_nine: ValueForm[YesNo]
    trilux_ace_low: ValueForm[YesNo]
    free_bet_unmatched: ValueForm[Literal["returned"]]
    extra_burn: ValueForm[Literal["refused", "play-on"]]
    several_face_up: ValueForm[Literal["void", "play-on"]]
    misdeal_of_a_hand: ValueForm[Literal["player", "round"]]
    missed_dealer_card: ValueForm[Literal["after-players", "now"]]
    lowest_minimum: ValueForm[AmountOrNone]
    highest_minimum: ValueForm[AmountOrNone]
    approved_game: ValueForm[YesNo]
    burn_shown: ValueForm[Literal["on-request", "with-supervisor"]]
    cut_when: ValueForm[Literal["manual-or-pre-shuffled", "always"]]
    cut_least_decks: ValueForm[Share]
    cut_passes_to: ValueForm[Literal["rising-spots", "falling-spots"]]
    dealer_may_cut: ValueForm[YesNo]
    recut: ValueForm[YesNo]
    cutting_card_from_back: ValueForm[Text]
    shuffle_by: ValueForm[tuple[Literal["device", "hand"], ...]]
    shuffle_acknowledged: ValueForm[YesNo]


class ChoiceForm(_Word, Generic[Kind]):
    of: tuple[Kind, ...] = Field(min_length=1)
    default: Kind


class AmountChoiceForm(_Word):
    default: AmountOrNone


class PaysChoiceForm(_Word):
    default: Literal["none"]


class SideBetsChoiceForm(_Word):
    default: Literal["none"]  # none said: the table offers all that the rule set has


class ChoicesForm(_Form):
    decks: ChoiceForm[Annotated[int, Field(strict=True, ge=1, le=8)]]
    hole_card: ChoiceForm[Literal["last", "face-down", "reader", "peek"]]
    at_risk: ChoiceForm[Literal["original", "all"]]
    surrender: ChoiceForm[YesNo]
    soft_17: ChoiceForm[Literal["hit", "stand"]]
    hands_per_split: ChoiceForm[Annotated[int, Field(strict=True, ge=2, le=4)]]
    resplit_aces: ChoiceForm[YesNo]
    two_card_21_against_blackjack: ChoiceForm[Literal["push", "loses"]]
    reader_can_leak: ChoiceForm[YesNo]
    side_bets: SideBetsChoiceForm
    void_returns_side_bets: ChoiceForm[YesNo]
    minimum: AmountChoiceForm
    maximum: AmountChoiceForm
    chip_unit: AmountChoiceForm
    side_bet_minimum: AmountChoiceForm | None = None
    side_bet_maximum: AmountChoiceForm | None = None
    match_pays: PaysChoiceForm | None = None


class SideBetForm(_Word):
    lose_clause: Text
    settled: Literal["after-deal", "at-end"]
    pays: dict[Literal["any", "6", "8"], dict[str, Annotated[int, Field(strict=True, ge=0)]]] = {}
    minimum: Amount | None = None
    maximum: Amount | None = None
    may_pay_more: YesNo = False
    cap: Amount | None = None
    cap_from: Annotated[int, Field(strict=True, ge=0)] = 0


class RulingForm(_Word):
    choices: tuple[Text, ...] = Field(min_length=1)
    supervisor: tuple[Text, ...]
    says: Text


class StepForm(_Word):
    key: Text
    does: Text
    who: Text


class ReadingForm(_Form):
    number: Annotated[int, Field(strict=True, ge=1)]
    key: Text
    says: Text


class DatedLimitForm(_Form):
    since: date
    maximum: Amount
    source: Text


class RuleSetForm(_Form):
    name: Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", strict=True)]
    title: Text
    document: Text
    game: Literal["switch", "blackjack"]
    values: ValuesForm
    choices: ChoicesForm
    side_bets: dict[Literal["match", "trilux", "bounty", "free-bet"], SideBetForm] = {}
    limits_by_date: tuple[DatedLimitForm, ...] = ()
    irregularities: dict[str, RulingForm] = {}
    procedures: dict[str, tuple[StepForm, ...]] = {}
    calls: dict[str, Text] = {}
    readings: tuple[ReadingForm, ...] = ()
    clauses: dict[str, Text]
