"""The form of a rule set's file. What the values mean together is checked in `check`."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from dealer_console.game.choices import amount_of
from dealer_console.game.money import BadAmount, Cents
from dealer_console.messages import recorded_error

Text = Annotated[str, StringConstraints(min_length=1, strict=True)]


def _amount(value: object) -> Cents:
    try:
        return amount_of(value)
    except BadAmount as error:
        raise ValueError(recorded_error(error)) from None


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


def _value(kind: Any) -> Any:
    """A value with its clause: `{ is = …, clause = "…" }`."""

    class ValueForm(_Word):
        value: kind = Field(alias="is")

    return ValueForm


class ValuesForm(_Form):
    spots: _value(Small)  # type: ignore[valid-type]
    bettors_per_spot: _value(Annotated[int, Field(strict=True, ge=1, le=3)])  # type: ignore[valid-type]
    spots_per_player: _value(Small)  # type: ignore[valid-type]
    dealer_22: _value(Literal["push", "bust"])  # type: ignore[valid-type]
    blackjack_pays: _value(Odds)  # type: ignore[valid-type]
    blackjack_rounding: _value(Amount)  # type: ignore[valid-type]
    natural_against_blackjack: _value(Literal["push", "wins"])  # type: ignore[valid-type]
    switched_21: _value(Literal["21", "blackjack"])  # type: ignore[valid-type]
    check: _value(Literal["before-switches", "after-switches"])  # type: ignore[valid-type]
    insurance_limit: _value(Literal["half", "half-or-next-chip"])  # type: ignore[valid-type]
    insurance_taken: _value(Literal["at-check", "when-shown"])  # type: ignore[valid-type]
    even_money: _value(YesNo)  # type: ignore[valid-type]
    naturals_paid: _value(Literal["at-once", "after-offer", "at-end"])  # type: ignore[valid-type]
    tokes: _value(YesNo)  # type: ignore[valid-type]
    toke_minimum: _value(AmountOrNone)  # type: ignore[valid-type]
    toke_maximum: _value(AmountOrNone)  # type: ignore[valid-type]
    toke_share: _value(Share)  # type: ignore[valid-type]
    double_face_down: _value(YesNo)  # type: ignore[valid-type]
    take_back_switch: _value(YesNo)  # type: ignore[valid-type]
    complete_at_21: _value(YesNo)  # type: ignore[valid-type]
    needless_drawing: _value(YesNo)  # type: ignore[valid-type]
    bounty_counts_ace_nine: _value(YesNo)  # type: ignore[valid-type]
    trilux_ace_low: _value(YesNo)  # type: ignore[valid-type]
    free_bet_unmatched: _value(Literal["returned"])  # type: ignore[valid-type]
    extra_burn: _value(Literal["refused", "play-on"])  # type: ignore[valid-type]
    several_face_up: _value(Literal["void", "play-on"])  # type: ignore[valid-type]
    misdeal_of_a_hand: _value(Literal["player", "round"])  # type: ignore[valid-type]
    missed_dealer_card: _value(Literal["after-players", "now"])  # type: ignore[valid-type]
    lowest_minimum: _value(AmountOrNone)  # type: ignore[valid-type]
    highest_minimum: _value(AmountOrNone)  # type: ignore[valid-type]
    approved_game: _value(YesNo)  # type: ignore[valid-type]
    burn_shown: _value(Literal["on-request", "with-supervisor"])  # type: ignore[valid-type]
    cut_when: _value(Literal["manual-or-pre-shuffled", "always"])  # type: ignore[valid-type]
    cut_least_decks: _value(Share)  # type: ignore[valid-type]
    cut_passes_to: _value(Literal["rising-spots", "falling-spots"])  # type: ignore[valid-type]
    dealer_may_cut: _value(YesNo)  # type: ignore[valid-type]
    recut: _value(YesNo)  # type: ignore[valid-type]
    cutting_card_from_back: _value(Text)  # type: ignore[valid-type]
    shuffle_by: _value(tuple[Literal["device", "hand"], ...])  # type: ignore[valid-type]
    shuffle_acknowledged: _value(YesNo)  # type: ignore[valid-type]


def _choice(kind: Any) -> Any:
    class ChoiceForm(_Word):
        of: tuple[kind, ...] = Field(min_length=1)
        default: kind

    return ChoiceForm


class AmountChoiceForm(_Word):
    default: AmountOrNone


class PaysChoiceForm(_Word):
    default: Literal["none"]


class SideBetsChoiceForm(_Word):
    default: Literal["none"]  # none said: the table offers all that the rule set has


class ChoicesForm(_Form):
    decks: _choice(Annotated[int, Field(strict=True, ge=1, le=8)])  # type: ignore[valid-type]
    hole_card: _choice(Literal["last", "face-down", "reader", "peek"])  # type: ignore[valid-type]
    at_risk: _choice(Literal["original", "all"])  # type: ignore[valid-type]
    surrender: _choice(YesNo)  # type: ignore[valid-type]
    soft_17: _choice(Literal["hit", "stand"])  # type: ignore[valid-type]
    hands_per_split: _choice(Annotated[int, Field(strict=True, ge=2, le=4)])  # type: ignore[valid-type]
    resplit_aces: _choice(YesNo)  # type: ignore[valid-type]
    two_card_21_against_blackjack: _choice(Literal["push", "loses"])  # type: ignore[valid-type]
    reader_can_leak: _choice(YesNo)  # type: ignore[valid-type]
    side_bets: SideBetsChoiceForm
    void_returns_side_bets: _choice(YesNo)  # type: ignore[valid-type]
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
