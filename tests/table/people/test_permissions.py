"""The matrix role × action × standing: every cell, the words of a refusal, and what is told about a bad file."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from dealer_console.game.errors import Refusal
from dealer_console.messages import recorded, recorded_refusal
from dealer_console.rulebook import BadFile
from dealer_console.rulebook.load import config_folder
from dealer_console.table.people import (
    Action,
    Right,
    Role,
    Standing,
    load_permissions,
    permissions_from_file,
    standing_of,
)
from tests.table.people.small_book import person

SIGNS: Final = {".": Right.NO, "y": Right.YES, "?": Right.ASK, "!": Right.APPROVE}
FILE: Final = config_folder() / "permissions.toml"


def golden() -> dict[tuple[Role, Action, Standing], Right]:
    cells = {}
    for line in Path(__file__).with_name("golden_rights.txt").read_text("utf-8").splitlines():
        if line.startswith("#"):
            continue
        action, *columns = line.split()
        for standing, column in zip(Standing, columns, strict=True):
            for role, sign in zip(Role, column, strict=True):
                cells[role, Action(action), standing] = SIGNS[sign]
    return cells


GOLDEN: Final = golden()


def test_the_golden_table_has_every_cell() -> None:
    assert set(GOLDEN) == {(role, action, standing) for role in Role for action in Action for standing in Standing}


@pytest.mark.parametrize("action", Action)
def test_every_cell_is_as_in_the_golden_table(action: Action) -> None:
    permissions = load_permissions()
    for role in Role:
        for standing in Standing:
            right = GOLDEN[role, action, standing]
            assert permissions.right(role, action, standing) is right, (role, standing)
            alone = permissions.why_not(role, action, standing)
            ask = permissions.why_not_ask(role, action, standing)
            approve = permissions.why_not_approve(role, action, standing)
            assert (alone is None) == (right is Right.YES), (role, standing)
            assert (ask is None) == (right is not Right.NO), (role, standing)
            assert (approve is None) == (right is Right.APPROVE), (role, standing)
            for refusal in filter(None, (alone, ask, approve)):
                assert recorded(refusal.message).startswith(permissions.actions[action].says)
                assert refusal.clause == f"permissions {action}: {permissions.actions[action].source}"


@pytest.mark.parametrize("standing", Standing)
def test_whatever_is_asked_can_be_approved_by_another_person(standing: Standing) -> None:
    for action in Action:
        rights = {GOLDEN[role, action, standing] for role in Role}
        assert Right.ASK not in rights or Right.APPROVE in rights, action
        assert not {Right.YES, Right.APPROVE} <= rights, action


@pytest.mark.parametrize("role", [Role.DEALER, Role.TECHNICIAN, Role.AUDITOR])
def test_only_supervisors_and_pit_managers_approve(role: Role) -> None:
    assert all(right is not Right.APPROVE for (who, _, _), right in GOLDEN.items() if who is role)


def test_an_auditor_changes_nothing() -> None:
    allowed = {action for (role, action, _), right in GOLDEN.items() if role is Role.AUDITOR and right is not Right.NO}
    assert allowed == {Action.REVIEW, Action.VERIFY, Action.EXPORT, Action.PEOPLE_LIST}


def test_the_words_say_when_by_whom_and_by_which_clause() -> None:
    permissions = load_permissions()

    def why_not(role: Role, action: Action, standing: Standing) -> Refusal:
        refusal = permissions.why_not(role, action, standing)
        assert refusal is not None
        return refusal

    assert recorded_refusal(why_not(Role.DEALER, Action.DEAL, Standing.STOPPED)) == (
        "Deal, burn and record cards: not while the table is stopped; by a dealer it is done between rounds or in a "
        "round [permissions deal: house; the dealer deals]"
    )
    assert recorded_refusal(why_not(Role.AUDITOR, Action.RECUT, Standing.BETWEEN_ROUNDS)) == (
        "Order a recut: not by an auditor; it is done by a supervisor or a pit manager [permissions recut: MA 4(g)]"
    )
    assert recorded_refusal(why_not(Role.DEALER, Action.SHUFFLE_ON_REQUEST, Standing.BETWEEN_ROUNDS)) == (
        "Shuffle because a player asks for it: ask for it; a pit manager approves, another person "
        "[permissions shuffle-on-request: CB shuffle request; the shift manager is our pit manager]"
    )


def test_a_person_with_two_roles_has_the_rights_of_both() -> None:
    permissions = load_permissions()
    dual = person(1, Role.DEALER, Role.SUPERVISOR)
    assert permissions.why_not_person(dual, Action.DEAL, Standing.IN_ROUND) is None
    assert permissions.why_not_person(dual, Action.RECUT, Standing.BETWEEN_ROUNDS) is None
    assert permissions.why_not_person_asks(dual, Action.VOID_ROUND, Standing.IN_ROUND) is None
    assert permissions.why_not_person_approves(dual, Action.VOID_ROUND, Standing.IN_ROUND) is None
    assert permissions.why_not_person(dual, Action.PEOPLE_MANAGE, Standing.CLOSED) is not None


def test_a_person_without_a_role_may_do_nothing() -> None:
    permissions = load_permissions()
    refusal = permissions.why_not_person(person(1), Action.CALL_SUPERVISOR, Standing.IN_ROUND)
    assert refusal is not None
    assert "no role" in recorded(refusal.message)


@pytest.mark.parametrize(
    ("is_open", "in_round", "irregularity", "stopped", "standing"),
    [
        (False, False, False, False, Standing.CLOSED),
        (True, False, False, False, Standing.BETWEEN_ROUNDS),
        (True, True, False, False, Standing.IN_ROUND),
        (True, True, True, False, Standing.IRREGULARITY),
        (True, True, True, True, Standing.STOPPED),
        (False, False, False, True, Standing.STOPPED),
    ],
)
def test_how_the_table_stands(
    is_open: bool, in_round: bool, irregularity: bool, stopped: bool, standing: Standing
) -> None:
    found = standing_of(is_open=is_open, in_round=in_round, irregularity_open=irregularity, stopped=stopped)
    assert found is standing


# --- a bad file ------------------------------------------------------------------------------------------------------


def problems(tmp_path: Path, *changes: tuple[str, str]) -> list[str]:
    text = FILE.read_text("utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    file = tmp_path / "permissions.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(BadFile) as caught:
        permissions_from_file(file)
    return [str(problem) for problem in caught.value.problems]


def test_every_problem_is_told_at_once_with_the_nearest_word(tmp_path: Path) -> None:
    found = problems(
        tmp_path,
        ("[actions.void-round]", "[actions.void-ronud]"),
        ('[actions.recut]\nsays = "Order a recut"', "[actions.recut]"),
        ('open-between-rounds = { dealer = "yes" }', 'open-between-rounds = { dealer = "yess" }'),
        ('in-round = { dealer = "yes" }', 'in-ronud = { dealer = "yes" }'),
        ('pit-manager = "yes"', 'pit-boss = "yes"'),
        ("version = 1", "version = 2"),
    )
    text = "\n".join(found)
    assert len(found) == 7
    assert "actions.void-ronud: unknown action; did you mean 'void-round'?" in text
    assert "actions.void-round: this action is missing" in text
    assert "actions.recut.says: this key is missing" in text
    assert "'yess' is not offered; expected 'no', 'yes', 'ask' or 'approve'; did you mean 'yes'?" in text
    assert "in-ronud: unknown key; did you mean 'in-round'?" in text
    assert "pit-boss: unknown key" in text
    assert "version: 2 is not offered" in text


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            'in-round = { dealer = "ask", supervisor = "approve", pit-manager = "approve" }',
            'in-round = { dealer = "ask" }',
            "actions.void-round.in-round: somebody may ask, but nobody may approve",
        ),
        (
            'in-round = { dealer = "ask", supervisor = "approve", pit-manager = "approve" }',
            'in-round = { dealer = "ask", supervisor = "approve", pit-manager = "yes" }',
            "actions.void-round.in-round: one role does it alone and another only with an approval",
        ),
        (
            'source = "house; two people"\nclosed',
            'source = "house; two people"\nanother-person-than = "slip-verify"\nclosed',
            "actions.fill-confirm.another-person-than: no step can be named here: remove the line",
        ),
        (
            'source = "house; the dealer carries it out"\nin-round = { dealer = "yes" }',
            'source = "house; the dealer carries it out"\nin-round = { dealer = "no" }',
            "actions.decide: nobody may do this, ever",
        ),
    ],
)
def test_cells_that_make_no_sense_together_are_refused(tmp_path: Path, old: str, new: str, says: str) -> None:
    (found,) = problems(tmp_path, (old, new))
    assert says in found


def test_a_file_without_actions_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "permissions.toml"
    file.write_text("version = 1\nactions = 7\n")
    with pytest.raises(BadFile, match="actions"):
        permissions_from_file(file)
    with pytest.raises(BadFile, match="cannot be read"):
        permissions_from_file(tmp_path / "missing.toml")


def test_what_an_older_file_says_about_two_people_is_read_and_decides_nothing(tmp_path: Path) -> None:
    said = ("fill-confirm", "fill-request"), ("credit-confirm", "credit-request"), ("shuffle-acknowledge", "shuffle")
    text = FILE.read_text("utf-8")
    for action, earlier in said:
        head = f"[actions.{action}]\n"
        assert head in text
        text = text.replace(head, f'{head}another-person-than = "{earlier}"\n')
    file = tmp_path / "permissions.toml"
    file.write_text(text, "utf-8")
    assert permissions_from_file(file) == load_permissions()
