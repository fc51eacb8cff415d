"""Which right a move needs: the rule set says where a supervisor rules, the matrix says who that is."""

from __future__ import annotations

import pytest

from dealer_console.game.cards import card
from dealer_console.game.irregularity.catalogue import CATALOGUE, ruling_for
from dealer_console.game.round_files.notation import parse_move
from dealer_console.rulebook import load_rules
from dealer_console.table.commands import ShowBurnCard
from dealer_console.table.commands.round.play import action_for_move
from dealer_console.table.people import Action, Right, Role, Standing, load_permissions
from dealer_console.table.state.table_state import TableState
from tests.game.felt import CB, LW1, MA, RULE_SETS, SD, round_of


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("Th", Action.DEAL),
        ("burn Th", Action.DEAL),
        ("reveal Th", Action.DEAL),
        ("1a turn 9h", Action.DEAL),
        ("peek clear", Action.DEAL),
        ("1a hit", Action.DECIDE),
        ("1 switch", Action.DECIDE),
        ("1a insure 5", Action.DECIDE),
        ("1a split", Action.DECIDE),
        ("irregularity burn-missed", Action.CALL_IRREGULARITY),
        ("void by Sam", Action.VOID_ROUND),
    ],
)
def test_moves_without_an_irregularity(text: str, action: Action) -> None:
    r = round_of(MA, "1 10")
    assert action_for_move(r, parse_move(text)) is action


@pytest.mark.parametrize(
    ("rules", "call", "answer", "action"),
    [
        (MA, "irregularity card-face-up-in-shoe 2c", "resolve discard", Action.RESOLVE_IRREGULARITY),
        (MA, "irregularity hand-not-dealt 1a", "resolve dead-hand by Sam", Action.RULE_IRREGULARITY),
        (MA, "irregularity burn-missed", "resolve continue", Action.RESOLVE_IRREGULARITY),
        (MA, "irregularity card-misdelivered 2c", "resolve burn", Action.RESOLVE_IRREGULARITY),
        (MA, "irregularity card-misdelivered 2c", "resolve forward by Sam", Action.RULE_IRREGULARITY),
        (MA, "irregularity card-misdelivered 2c", "1 out", Action.RESOLVE_IRREGULARITY),
        (CB, "irregularity burn-missed", "resolve continue", Action.RESOLVE_IRREGULARITY),
        (CB, "irregularity card-misdelivered 2c", "resolve burn by Sam", Action.RULE_IRREGULARITY),
        (SD, "irregularity hand-not-dealt 1a", "resolve misdeal by Sam", Action.RULE_IRREGULARITY),
        (LW1, "irregularity burn-missed", "resolve continue by Sam", Action.RULE_IRREGULARITY),
        (LW1, "irregularity card-misdelivered 2c", "1 out", Action.RESOLVE_IRREGULARITY),
    ],
)
def test_a_choice_that_wants_a_supervisor_is_a_ruling(rules: str, call: str, answer: str, action: Action) -> None:
    r = round_of(rules, ["1 10", "2 10"], call)
    assert action_for_move(r, parse_move(answer)) is action


def test_the_second_face_up_card_of_a_shoe_is_a_ruling_by_ma_15b() -> None:
    r = round_of(
        MA,
        "1 10",
        "irregularity card-face-up-in-shoe 2c",
        "resolve discard",
        "irregularity card-face-up-in-shoe 3c",
    )
    assert action_for_move(r, parse_move("resolve discard by Sam")) is Action.RULE_IRREGULARITY


def test_refusing_an_exposed_card_is_an_answer_and_taking_it_may_be_a_ruling() -> None:
    deal = "9h 8c 5s 7d 6c"
    r = round_of(MA, "1 10", deal, "irregularity card-exposed 2c")
    assert action_for_move(r, parse_move("resolve next-card")) is Action.RESOLVE_IRREGULARITY
    assert action_for_move(r, parse_move("1a refuse")) is Action.RESOLVE_IRREGULARITY
    other = round_of(LW1, "1 10", deal, "irregularity card-exposed 2c", table={"hole_card": "last"})
    assert action_for_move(other, parse_move("1a refuse")) is Action.RESOLVE_IRREGULARITY
    assert action_for_move(other, parse_move("1a accept")) is Action.RULE_IRREGULARITY
    assert action_for_move(other, parse_move("resolve next-card")) is Action.RULE_IRREGULARITY


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_ruling_of_every_rule_set_takes_two_people_and_every_other_choice_the_dealer(rules: str) -> None:
    permissions = load_permissions()
    for code in CATALOGUE:
        ruling = ruling_for(load_rules(rules), code)
        action = Action.RULE_IRREGULARITY if ruling.supervisor else Action.RESOLVE_IRREGULARITY
        right = permissions.right(Role.DEALER, action, Standing.IRREGULARITY)
        assert right is (Right.ASK if ruling.supervisor else Right.YES), code


def test_the_burn_card_is_shown_to_whoever_asks_in_ma_and_with_a_supervisor_in_cb() -> None:
    state, show = TableState(), ShowBurnCard(who="", card=card("9h"))
    state.table = round_of(MA, "1 10").table
    assert show.action(state) is Action.SHOW_BURN_CARD
    state.table = round_of(CB, "1 10").table
    assert show.action(state) is Action.SHOW_BURN_CARD_APPROVED
