"""What a technician answers for one table or for thirty: people, what all tables share, and each table.

`[house]` and each of `[[tables]]` have the keys of a table's file (docs/shift.md). What neither says comes from the
rule set. So a file for thirty tables says everything once, and for each table its name, title and devices.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from dealer_console.rulebook.load import load_rules, read_toml
from dealer_console.rulebook.problems import BadFile, problems_of
from dealer_console.rulebook.sample_table import hole_card_of, sample_table
from dealer_console.rulebook.schema import Text

RoleName = Literal["dealer", "supervisor", "pit-manager", "cashier", "technician", "auditor"]
_MERGED: Final = (
    "choices",
    "people",
    "notices",
    "policy",
)  # of these each key counts for itself; the rest is one value


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class PersonAnswer(_Form):
    """Without `pin` a PIN is drawn and printed once."""

    name: Text
    badge: Text
    roles: Annotated[tuple[RoleName, ...], Field(min_length=1)]
    pin: Text | None = Field(default=None, repr=False)


class Answers(_Form):
    house: dict[str, Any] = {}
    people: tuple[PersonAnswer, ...] = ()
    tables: Annotated[tuple[dict[str, Any], ...], Field(min_length=1)]


def read_answers(file: Path) -> Answers:
    """Raises `BadFile` with everything that is wrong with the form; the tables are judged when they are written."""
    data = read_toml(file)
    try:
        return Answers.model_validate(data)
    except ValidationError as error:
        known = {"": tuple(Answers.model_fields)}
        raise BadFile(file, problems_of(error, data, known)) from None


def table_data(answers: Answers, table: Mapping[str, Any]) -> dict[str, Any]:
    """The whole file of this table: the rule set's usual values, then the house's, then its own."""
    said = _over(answers.house, table)
    rules = load_rules(str(said.get("rules", "")))
    kinds = {device.get("kind") for device in said.get("devices", ()) if isinstance(device, Mapping)}
    name = str(said.get("name", ""))
    usual = sample_table(
        rules,
        name=name,
        title=str(said.get("title", name)),
        hole_card=hole_card_of(rules, reader="reader" in kinds),
        devices=(),
        spots=rules.spots_per_player,
    )
    usual["journal"] = f"journals/{name}.journal"
    return _over(usual, said)


def _over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    result = {**below, **above}
    for key in _MERGED:
        lower, upper = below.get(key), above.get(key)
        if isinstance(lower, Mapping) and isinstance(upper, Mapping):
            result[key] = {**lower, **upper}
    return result
