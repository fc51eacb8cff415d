"""The main actions: fixed places, only what is possible, and a reason for what is refused."""

from __future__ import annotations

import pytest

from dealer_console.game import phases
from dealer_console.game.cards import card
from dealer_console.game.hand import Bettor, HandId, Spot
from dealer_console.game.money import Cents
from dealer_console.game.round_files.notation import parse_move
from dealer_console.game.wagers.bets import Bet
from dealer_console.screens.parts.actions import DOUBLE, HIT, KEEP, MENU, SPLIT, STAND, SURRENDER, SWITCH
from tests.rigs.engine_console import EngineConsole

PLACES = {
    "act:switch": SWITCH,
    "act:keep": KEEP,
    "act:hit": HIT,
    "act:stand": STAND,
    "act:double": DOUBLE,
    "act:split": SPLIT,
    "act:surrender": SURRENDER,
    "menu": MENU,
}


def dealt(faces: str, *, rules: str = "massachusetts-switch", spots: int = 1, **choices: object) -> EngineConsole:
    table = EngineConsole(rules, choices={"hole_card": "face-down", **choices})
    table.new_shoe([card(face) for face in reversed(faces.split())])
    table.bets(tuple(Bet(spot=Spot(n), bettor=Bettor(1), amount=Cents(2500)) for n in range(1, spots + 1)))
    while table.needs_hands():
        table.hands()
    return table


def shown(table: EngineConsole) -> dict[str, bool]:
    return {action.id: action.enabled for action in table.screen.actions}


def test_each_decision_has_its_place() -> None:
    table = dealt("8c 5d 6h 8d 6s Kc", surrender=True)
    places = {action.id: action.place for action in table.screen.actions}
    assert places == PLACES
    assert [action.main for action in table.screen.actions] == [True] * 8


def test_what_is_refused_says_why_and_what_the_table_does_not_offer_is_not_there() -> None:
    table = dealt("9c 5d 6h 8d 6s Kc", surrender=False)
    assert "act:surrender" not in shown(table)
    split = next(action for action in table.screen.actions if action.id == "act:split")
    assert not split.enabled
    assert split.reason == "1a holds no two cards of equal value"
    table.press("act:split")
    assert table.screen.note.startswith("1a holds no two cards of equal value [MA ")


def test_no_switch_is_the_one_bright_answer_to_the_offer() -> None:
    table = dealt("Tc 5d 6h 5s 6s Kc")
    assert [action.id for action in table.screen.actions if action.tone == "main"] == ["act:keep"]
    assert next(action for action in table.screen.actions if action.id == "act:switch").tone == "plain"


def test_the_switch_shows_the_totals_that_it_would_make() -> None:
    table = dealt("Tc 5d 6h 5s 6s Kc")
    switch = next(action for action in table.screen.actions if action.id == "act:switch")
    assert switch.hint == "16 · 10"
    table.press("act:switch")
    assert [hand.total for hand in table.screen.felt.spots[0].hands] == ["16", "10"]
    assert [mark.kind for mark in table.screen.felt.spots[0].hands[0].marks] == ["switched"]
    assert "act:switch" not in shown(table)


def test_a_switch_is_taken_back_from_the_menu() -> None:
    table = dealt("Tc 5d 6h 5s 6s Kc")
    table.press("act:switch")
    table.press("act:take_back")
    assert [hand.total for hand in table.screen.felt.spots[0].hands] == ["15", "11"]
    assert shown(table)["act:keep"]
    assert not shown(table)["act:switch"]


def test_a_stand_keeps_the_spot_as_well() -> None:
    """One touch answers the offer and the hand."""
    table = dealt("Tc 5d 6h 9s 6s Kc")
    table.press("act:stand")
    assert table.round is not None
    assert table.round.hand is not None
    assert table.round.hand.id == "1b"


def test_doubling_for_less_is_typed_and_checked() -> None:
    table = dealt("6c 5d 6h 5s 6s Kc")
    table.press("menu")
    table.press("menu:double_less")
    for digit in "30":
        table.press(f"digit:{digit}")
    assert table.screen.overlay is not None
    ok = next(e for row in table.screen.overlay.columns[0] for e in row.elements if getattr(e, "id", "") == "ok")
    assert getattr(ok, "reason", "") == "a double is at most the wager of 25.00, not 30.00"
    for name in ("digit:back", "digit:back", "digit:1", "digit:0", "ok"):
        table.press(name)
    wagers = table.screen.felt.spots[0].hands[0].wagers
    assert [wager.label for wager in wagers] == ["25", "double 10"]


def test_bettors_behind_join_after_the_caller() -> None:
    table = EngineConsole("massachusetts-switch", choices={"hole_card": "face-down"})
    table.new_shoe([card(face) for face in reversed(["6c", "5d", "6h", "5s", "6s", "Kc", "9h"])])
    table.bets(tuple(Bet(spot=Spot(1), bettor=Bettor(n), amount=Cents(2500)) for n in (1, 2)))
    while table.needs_hands():
        table.hands()
    table.press("act:double")
    assert [action.label for action in table.screen.actions] == ["Bettor 2 doubles", "Menu"]
    table.press("act:join:2")
    assert [action.id for action in table.screen.actions] == ["menu"]
    assert [w.label for w in table.screen.felt.spots[0].hands[0].wagers] == ["25", "25", "double 25", "double 25"]


def test_undo_takes_the_last_touch_back_and_not_a_card_of_the_shoe() -> None:
    table = dealt("Tc 5d 6h 9s 6s Kc")
    last = table.screen.last
    assert last is not None
    assert last.undo is not None
    assert not last.undo.enabled
    table.press("act:stand")
    table.press("undo")
    assert table.round is not None
    assert table.round.hand is not None
    assert table.round.hand.id == "1a"


@pytest.mark.parametrize("key", ["S", "K", "H", "T", "D"])
def test_keys_press_the_same_buttons(key: str) -> None:
    by_key, by_finger = dealt("8c 5d 6h 9d 6s Kc"), dealt("8c 5d 6h 9d 6s Kc")
    name = next(action.id for action in by_finger.screen.actions if action.key == key)
    by_finger.press(name)
    by_key.look()
    assert by_key.console.key(key)
    assert by_key.screen == by_finger.screen
    assert not by_key.console.key("Ctrl+Alt+Q")


def test_the_clause_is_told_on_request() -> None:
    table = dealt("Tc 5d 6h 9s 6s Kc")
    assert table.screen.prompt.clause == ""
    table.press("prompt")
    assert table.screen.prompt.clause.startswith("MA ")
    assert table.screen.prompt.clause not in table.screen.prompt.small, "it is written once"
    assert table.console.key("F11")
    assert table.screen.prompt.clause == ""


def test_behind_the_last_hand_the_big_line_is_what_to_do_with_the_dealers_card() -> None:
    table = dealt("Tc 5d 6h 9s 6s Kc 2h")
    table.press("act:stand")
    table.press("act:double")
    table.draw()
    assert table.round is not None
    assert table.round.phase is phases.SHOW
    assert table.screen.prompt.big == "Show the hole card"
    assert table.screen.prompt.small.startswith("“1b: ")


def test_ma_15d_an_exposed_card_that_waits_leaves_joining_and_the_next_decision() -> None:
    table = EngineConsole("massachusetts-switch", choices={"hole_card": "face-down"})
    table.new_shoe([card(face) for face in reversed(["5h", "Th", "6h", "6c", "9d", "4c"])])
    table.bets(tuple(Bet(spot=Spot(1), bettor=Bettor(n), amount=Cents(2500)) for n in (1, 2)))
    while table.needs_hands():
        table.hands()
    for text in ("irregularity card-exposed Kc", "resolve next-card", "1a double"):
        table._play(parse_move(text), "Dee")
    table.look()
    able = {name for name, enabled in shown(table).items() if enabled}
    assert {"act:join:2", "act:stand", "act:hit"} <= able
    table.press("act:stand")
    assert table.round is not None
    assert [face.text for face in table.round.hands[HandId("1a")].cards] == ["5h", "6c", "Kc"]
