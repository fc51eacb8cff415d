"""Read `permissions.toml`, and tell every problem of it at once, with the nearest known word."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from dealer_console.game.message import Message
from dealer_console.game.similar_names import did_you_mean
from dealer_console.rulebook.load import config_folder, read_hashed_toml
from dealer_console.rulebook.problems import BadFile, Problem, problems_of
from dealer_console.rulebook.schema import Text
from dealer_console.table.people.actions import Action, Right, Standing
from dealer_console.table.people.permissions import ActionRights, Permissions
from dealer_console.table.people.person import Role

FILE_NAME: Final = "permissions.toml"

# What `another-person-than` said in older files. The commands themselves see to it, whatever the file says.
_TWO_PEOPLE_ANYWAY: Final = frozenset(
    {("fill-confirm", "fill-request"), ("credit-confirm", "credit-request"), ("shuffle-acknowledge", "shuffle")}
)

Cell = Literal["no", "yes", "ask", "approve"]


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class RolesForm(_Form):
    """The cells of one action in one standing; who is not named has no right."""

    dealer: Cell = "no"
    supervisor: Cell = "no"
    pit_manager: Cell = Field(default="no", alias="pit-manager")
    cashier: Cell = "no"
    technician: Cell = "no"
    auditor: Cell = "no"


class ActionForm(_Form):
    says: Text
    source: Text
    another_person_than: Text | None = Field(default=None, alias="another-person-than")  # of older files
    closed: RolesForm = RolesForm()
    open_between_rounds: RolesForm = Field(default=RolesForm(), alias="open-between-rounds")
    in_round: RolesForm = Field(default=RolesForm(), alias="in-round")
    irregularity_open: RolesForm = Field(default=RolesForm(), alias="irregularity-open")
    stopped: RolesForm = RolesForm()


class PermissionsForm(_Form):
    version: Literal[1]
    actions: dict[str, ActionForm]


@cache
def load_permissions() -> Permissions:
    """Those of the configuration folder. Raises `BadFile` with all problems."""
    return permissions_from_file(config_folder() / FILE_NAME)


def permissions_from_file(file: Path) -> Permissions:
    data, file_hash = read_hashed_toml(file)
    problems = _names(data)
    try:
        form = PermissionsForm.model_validate(data)
    except ValidationError as error:
        raise BadFile(file, [*problems, *problems_of(error, data, _known_keys(data))]) from None
    problems = problems or _meanings(form)
    if problems:
        raise BadFile(file, problems)
    return replace(_permissions(form), file_hash=file_hash)


def _written(form: type[BaseModel]) -> tuple[str, ...]:
    return tuple(field.alias or name for name, field in form.model_fields.items())


def _known_keys(data: dict[str, Any]) -> dict[str, tuple[str, ...]]:
    actions = data.get("actions")
    names = list(actions) if isinstance(actions, dict) else []
    return {
        "": _written(PermissionsForm),
        **{f"actions.{name}": _written(ActionForm) for name in names},
        **{f"actions.{name}.{standing}": _written(RolesForm) for name in names for standing in Standing},
    }


def _names(data: dict[str, Any]) -> list[Problem]:
    """Unknown actions and missing ones: a misspelled action would be both."""
    actions = data.get("actions")
    if not isinstance(actions, dict):
        return []
    known = [action.value for action in Action]
    missing = [name for name in known if name not in actions]
    unknown = [
        Problem(key=f"actions.{name}", reason=Message("file-unknown-action", hint=did_you_mean(name, missing or known)))
        for name in actions
        if name not in known
    ]
    return [*unknown, *(Problem(key=f"actions.{name}", reason=Message("file-action-missing")) for name in missing)]


def _meanings(form: PermissionsForm) -> list[Problem]:
    """What the cells mean together: everything can be done by somebody, everything asked can be approved."""
    problems = []
    for name, action in form.actions.items():
        key = f"actions.{name}"
        other = action.another_person_than
        if other is not None and (name, other) not in _TWO_PEOPLE_ANYWAY:
            problems.append(Problem(key=f"{key}.another-person-than", reason=Message("file-two-people-fixed")))
        cells = _cells(action)
        if not cells:
            problems.append(Problem(key=key, reason=Message("file-nobody-ever")))
        problems.extend(_half_approvals(key, cells))
    return problems


def _half_approvals(key: str, cells: dict[tuple[Role, Standing], Right]) -> list[Problem]:
    problems = []
    for standing in Standing:
        here = {right for (_, where), right in cells.items() if where is standing}
        if Right.ASK in here and Right.APPROVE not in here:
            problems.append(Problem(key=f"{key}.{standing}", reason=Message("file-nobody-approves")))
        if Right.APPROVE in here and Right.YES in here:
            reason = Message("file-alone-and-approved")
            problems.append(Problem(key=f"{key}.{standing}", reason=reason))
    return problems


def _cells(action: ActionForm) -> dict[tuple[Role, Standing], Right]:
    cells: dict[str, dict[str, str]] = action.model_dump(by_alias=True)
    return {
        (role, standing): Right(cells[standing][role])
        for standing in Standing
        for role in Role
        if cells[standing][role] != Right.NO
    }


def _permissions(form: PermissionsForm) -> Permissions:
    def rights(action: ActionForm) -> ActionRights:
        return ActionRights(says=action.says, source=action.source, cells=_cells(action))

    return Permissions(actions={action: rights(form.actions[action]) for action in Action})
