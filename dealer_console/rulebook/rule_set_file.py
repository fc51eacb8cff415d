"""What stands in the file of a rule set: checked by its schema, then made into the frozen `Rules`."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from dealer_console.game.rules import Choice, DatedLimit, Reading, Rules, Ruling, SideBet, Step, Value
from dealer_console.rulebook.check import cautions, check
from dealer_console.rulebook.problems import BadFile, Caution, Problem, problems_of, unlike_file_name
from dealer_console.rulebook.schema import ChoicesForm, RuleSetForm, ValuesForm


def checked_form(file: Path, data: dict[str, Any]) -> tuple[RuleSetForm, tuple[Caution, ...]]:
    """What stands in the file, and the cautions about it. Raises `BadFile` with every problem at once."""
    try:
        form = RuleSetForm.model_validate(data)
    except ValidationError as error:
        raise BadFile(file, problems_of(error, data, _known_keys())) from None
    problems = check(form)
    if form.name != file.stem:
        problems.insert(0, Problem(key="name", reason=unlike_file_name(form.name, file)))
    if problems:
        raise BadFile(file, problems)
    return form, tuple(cautions(form))


def _known_keys() -> dict[str, tuple[str, ...]]:
    return {
        "": tuple(RuleSetForm.model_fields),
        "values": tuple(ValuesForm.model_fields),
        "choices": tuple(ChoicesForm.model_fields),
        "side_bets": get_args(RuleSetForm.model_fields["side_bets"].annotation)[0].__args__,
        **{f"values.{key}": ("is", "clause") for key in ValuesForm.model_fields},
        **{f"choices.{key}": ("of", "default", "clause") for key in ChoicesForm.model_fields},
    }


def _fraction(text: str) -> Fraction | None:
    return None if text == "none" else Fraction(text)


def rules_of(form: RuleSetForm) -> Rules:
    values = {key: getattr(form.values, key) for key in ValuesForm.model_fields}
    plain = {key: value.value for key, value in values.items()}
    win, stake = plain.pop("blackjack_pays").split(":")
    plain["blackjack_odds"] = Fraction(int(win), int(stake))
    plain["toke_share"] = _fraction(plain["toke_share"])
    plain["cut_least_decks"] = _fraction(plain["cut_least_decks"])
    return Rules(
        name=form.name,
        title=form.title,
        document=form.document,
        game=form.game,
        hands_per_spot=2 if form.game == "switch" else 1,
        choices={key: _choice(choice) for key, choice in form.choices if choice is not None},
        side_bets={name: _side_bet(name, bet.model_dump()) for name, bet in form.side_bets.items()},
        limits_by_date=tuple(DatedLimit(**limit.model_dump()) for limit in form.limits_by_date),
        irregularities={code: Ruling(**ruling_form.model_dump()) for code, ruling_form in form.irregularities.items()},
        procedures={name: _steps(steps) for name, steps in form.procedures.items()},
        calls=dict(form.calls),
        readings=tuple(Reading(**reading.model_dump()) for reading in form.readings),
        clauses=dict(form.clauses),
        values={key: Value(value=value.value, clause=value.clause) for key, value in values.items()},
        **plain,
    )


def _choice(form: BaseModel) -> Choice:
    data = form.model_dump()
    default = None if data["default"] == "none" else data["default"]
    return Choice(of=data.get("of"), default=default, clause=data["clause"])


def _side_bet(name: str, data: dict[str, Any]) -> SideBet:
    pays = {0 if decks == "any" else int(decks): rows for decks, rows in data.pop("pays").items()}
    return SideBet(name=name, pays=pays, **data)


def _steps(forms: tuple[Any, ...]) -> tuple[Step, ...]:
    after = [form.key for form in forms[1:]]
    return tuple(
        Step(key=form.key, does=form.does, who=form.who, clause=form.clause, then=then)
        for form, then in zip(forms, [*after, None], strict=True)
    )
