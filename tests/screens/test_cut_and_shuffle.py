"""The cut by touch: who came first, how deep, who cuts again, where the cut card came; spread cards; discards."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer_console.game import moves
from dealer_console.journal import Entry
from dealer_console.screens.values import Button
from dealer_console.table import commands as c
from tests.rigs.console_rig import StaffedConsole, staffed_console
from tests.screens.test_evening import cards, dealt, opened, ready


@pytest.fixture
def table(tmp_path: Path) -> StaffedConsole:
    return staffed_console(tmp_path, "massachusetts-switch-1")


def shuffled(table: StaffedConsole) -> None:
    """Up to the offer of the cut."""
    opened(table)
    table.go("menu", "menu:shoe", "shoe:decks_in:blue", "shoe:inspected")
    table.approve()
    table.go("shoe:begin:new-cards:hand", "shoe:done", "shoe:riffle:2", "shoe:done", "shoe:done")


def buttons(table: StaffedConsole) -> list[Button]:
    overlay = table.screen.overlay
    assert overlay is not None
    return [e for column in overlay.columns for row in column for e in row.elements if isinstance(e, Button)]


def shuffle_entries(table: StaffedConsole) -> list[Entry]:
    return [entry for entry in table.virtual.journal.entries() if entry.kind == "shuffle"]


def test_ma_4d1_who_came_first_is_asked_where_nobody_is_seated(table: StaffedConsole) -> None:
    shuffled(table)
    assert "shoe:offer_cut" not in table.console.pressable()
    table.go("shoe:offer_cut:5")
    guide = table.console.snapshot.guide
    assert guide is not None
    assert guide.offered_to == 5


def test_ma_4d1_who_is_seated_first_is_offered_the_cut_without_a_question(table: StaffedConsole) -> None:
    shuffled(table)
    table.go(
        "close", "menu", "menu:table", "table:players", "spot:4", "sit", "spot:6", "sit", "close", "menu", "menu:shoe"
    )
    table.go("shoe:offer_cut")
    guide = table.console.snapshot.guide
    assert guide is not None
    assert guide.offers == (4, 6)


def test_ma_4f_the_depth_is_entered_and_too_near_an_end_is_grey_with_its_clause(table: StaffedConsole) -> None:
    shuffled(table)
    table.go("shoe:offer_cut:2", "shoe:cut")
    enabled = {button.id: button.enabled for button in buttons(table)}
    assert [enabled[f"depth:{cards}"] for cards in (26, 52, 260, 286)] == [False, True, True, False]
    table.press("depth:286")
    assert "MA 4(f)" in table.note
    table.press("depth:156")
    assert shuffle_entries(table)[-1].data["cards_before"] == 156


@pytest.mark.parametrize(("button", "offered_to"), [("shoe:recut", 2), ("shoe:recut_next", 0)])
def test_ma_4g_a_recut_by_the_same_or_by_the_next_person(table: StaffedConsole, button: str, offered_to: int) -> None:
    ready(table)
    table.go("menu", "menu:shoe", button)
    table.sign("Sam")
    guide = table.console.snapshot.guide
    assert guide is not None
    assert guide.offered_to == offered_to


def test_ma_4d2_the_box_of_the_cut_card_is_entered_by_hand(table: StaffedConsole) -> None:
    ready(table)
    dealt(table)
    table.go("menu", "menu:shoe", "shoe:cutting_card")
    assert shuffle_entries(table)[-1].data["spot"] == 1


def test_ma_4d3_the_cut_card_on_the_dealers_hand_is_entered_by_hand(table: StaffedConsole) -> None:
    ready(table)
    dealt(table)
    table.go("menu", "menu:shoe", "shoe:cutting_card:dealer")
    assert shuffle_entries(table)[-1].data["spot"] is None


def test_cb_shuffle_b_spread_cards_are_said_and_the_guide_leads_to_the_shuffle(table: StaffedConsole) -> None:
    ready(table)
    table.go("menu", "menu:shoe", "shoe:spread")
    guide = table.console.snapshot.guide
    assert guide is not None
    assert guide.procedure == "end-of-shoe"


def test_ma_15g_the_prompt_leads_through_the_shuffle_of_the_discards(table: StaffedConsole) -> None:
    ready(table)
    table.go("act:bets", "chip:2500", "spot:1", "bets-down")
    cards(table, "T", "9")
    dealer = table.console.snapshot.shift.dealer or ""
    for move in (moves.IrregularityCalled(code="shoe-empty"), moves.Ruled(choice="reshuffle")):
        table.submit(c.Play(who=dealer, move=move), lambda refusal: None)
    table.console.show(table.virtual.session.snapshot)
    assert "Shuffle the discards" in table.screen.prompt.big
    table.go("act:shoe", "shoe:begin:shoe-empty:hand")
    assert "Plug" in table.screen.prompt.big
