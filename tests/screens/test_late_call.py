"""A late call by touch: the card, what happened, the ruling, what will change, the supervisor, the steps one by one."""

from __future__ import annotations

from dealer_console.screens.values import Button, Overlay, Text
from tests.rigs.console_rig import AnyConsole, open_console

MA, CB = "massachusetts-switch", "catfish-bend-blackjack"


def overlay_of(table: AnyConsole, name: str) -> Overlay:
    overlay = table.screen.overlay
    assert overlay is not None
    assert overlay.id == name
    return overlay


def buttons(overlay: Overlay) -> dict[str, Button]:
    elements = (element for rows in overlay.columns for row in rows for element in row.elements)
    return {element.id: element for element in elements if isinstance(element, Button)}


def preview(overlay: Overlay) -> list[str]:
    """The lines of what will change, without the points before them."""
    elements = (element for rows in overlay.columns for row in rows for element in row.elements)
    texts = [element.text for element in elements if isinstance(element, Text)]
    return [line.removeprefix("• ") for text in texts for line in text.split("\n") if line.startswith("• ")]


def skipped_hand() -> AnyConsole:
    """Hand 1b was skipped in the first cards, and the shoe filled it: every card since lies one place further."""
    table = open_console(MA, kinds=("shoe", "reader"), spots=2, order="Th 9c 6h 8d 8s 7c 2c 3c 4c 5c 6c")
    for _ in range(8):
        table.draw()
    return table


def to_the_preview(table: AnyConsole) -> Overlay:
    table.press("irregularity")
    table.press("late-call")
    cards = buttons(overlay_of(table, "late-call"))
    table.press(next(name for name, button in cards.items() if button.label == "9♣ · 1b"))
    table.press("late-code:hand-not-dealt")
    table.press("which:1b")
    table.press("choice:dead-hand")
    return overlay_of(table, "late-call")


def test_the_cards_of_the_round_stand_newest_first_with_their_places() -> None:
    table = skipped_hand()
    table.press("irregularity")
    table.press("late-call")
    labels = [button.label for name, button in buttons(overlay_of(table, "late-call")).items() if "late-card" in name]
    assert labels[:3] == ["3♣ · 2a", "2♣ · 1b", "7♣ · 1a"]
    assert labels[-1] == "10♥ · 1a"


def test_the_preview_says_what_will_change_before_anybody_is_asked() -> None:
    table = skipped_hand()
    lines = preview(to_the_preview(table))
    assert lines[0] == "9♣ · 1b: lay it on 2a"
    assert table.screen.overlay is not None
    assert table.screen.overlay.covers == "pad", "beside the felt"
    assert [hand.id for spot in table.screen.felt.spots for hand in spot.hands if hand.in_turn] == ["1b"]
    table.press("more")
    assert preview(overlay_of(table, "late-call"))[-1] == "1b: hand the wager of $25.00 back"
    assert not table.virtual.session.snapshot.requests


def test_the_supervisor_sees_it_and_the_steps_are_ticked_one_by_one() -> None:
    table = skipped_hand()
    to_the_preview(table)
    table.press("ok")
    overlay_of(table, "request")
    table.identified("Sue", "approve")
    steps = overlay_of(table, "late-steps")
    assert steps.title == "Late call: 0 of 8 done"
    assert table.screen.prompt.big == "Put the felt right"
    first = buttons(steps)["late-step:1"]
    assert (first.label, first.hint) == ("9♣: lay it on 2a", "recorded: 1b")
    table.press("late-step:1")
    assert overlay_of(table, "late-steps").title == "Late call: 1 of 8 done"
    table.press("late-all")
    assert table.screen.overlay is None
    assert table.state.late is None


# --- one touch: not asked for ---------------------------------------------------------------------------------------


def waved_off(rules: str, order: str) -> AnyConsole:
    """The player of 1a waved off on 18; the dealer drew a card all the same, and the hand broke."""
    table = open_console(rules, kinds=("shoe", "reader") if rules == MA else ("shoe",), spots=1, order=order)
    for _ in range(7 if rules == MA else 5):
        table.draw()
    return table


def test_ma_one_touch_says_not_asked_for_and_the_only_ruling_goes_with_it() -> None:
    table = waved_off(MA, "Th 9c 6h 8d 8s 7d 5c 4c 3c")
    last = table.screen.last
    assert last is not None
    assert last.undo is not None
    assert last.undo.label == "Not asked for"
    table.press("not-asked")
    assert [
        (request.subject["call"], request.subject["rulings"]) for request in table.virtual.session.snapshot.requests
    ] == [("irregularity card-exposed 5c", ["resolve next-card"])]
    table.identified("Sue", "approve")
    steps = buttons(overlay_of(table, "late-steps"))
    assert [step.label for step in steps.values()][:2] == [
        "5♣: lay it beside the layout: it is the next card",
        "Put $25.00 back on the layout",
    ]
    table.press("late-all")
    assert "act:stand" in table.console.pressable()


def test_cb_one_touch_leaves_the_answers_to_the_hands_it_is_offered_to() -> None:
    table = waved_off(CB, "Th 6h 8d 7d 5c 4c 3c")
    table.press("not-asked")
    table.identified("Sue", "approve")
    table.press("late-all")
    overlay_of(table, "ruling")
    assert table.screen.prompt.big == "Offer 5♣ to 1a"


def test_a_hit_that_the_player_asked_for_is_not_offered_as_unasked() -> None:
    table = open_console(MA, kinds=("shoe", "reader"), spots=1, order="Th 9c 6h 2d 8s 7d 5c 4c 3c")
    for _ in range(6):
        table.draw()
    table.press("act:hit")
    table.draw()
    assert "not-asked" not in table.console.pressable()


# --- after the round was paid ---------------------------------------------------------------------------------------


def paid_round() -> AnyConsole:
    """One spot of Switch, both hands stood, everything taken and paid."""
    table = open_console(MA, kinds=("shoe", "reader"), spots=1, order="Th 9c 6h 8d 8s Kd 3c 4c 5c 6c")
    for _ in range(6):
        table.draw()
    for name in ("act:stand", "act:stand", "act:show"):
        table.press(name)
        table.wait(0.3)
    while table.state.round is not None and table.state.round.due is not None:
        table.draw()
    table.press("act:paid")
    assert table.state.round is None
    return table


def test_until_the_next_wagers_lie_the_last_round_can_be_called_late() -> None:
    table = paid_round()
    table.press("irregularity")
    cards = buttons(overlay_of(table, "late-call"))
    table.press(next(name for name, button in cards.items() if button.label == "8♠ · 1b"))
    table.press("more")
    table.press("late-code:shoe-fault")
    table.press("choice:void")
    assert "1a: return $25.00" in preview(overlay_of(table, "late-call"))
    table.press("ok")
    table.identified("Sue", "approve")
    table.press("late-all")
    assert table.state.in_round
    assert "act:paid" not in table.console.pressable()  # every wager went back with its step
    table.press("act:next")
    assert not table.state.in_round
    table.press("act:bets")
    table.press("chip:2500")
    table.press("spot:1")
    table.press("bets-down")
    assert "irregularity" not in table.console.pressable()


# --- cards without a place ------------------------------------------------------------------------------------------


def test_a_card_without_a_place_is_asked_about_before_play_goes_on() -> None:
    """The hit of 1a was not served and the hand is given up: its card lies there, and 1b is in turn."""
    table = open_console(MA, kinds=("shoe", "reader"), spots=1, order="Th 9c 6h 2d 3s Kd 4c 5c 6c 7c")
    for _ in range(6):
        table.draw()
    table.press("act:hit")
    table.draw()
    table.press("act:stand")
    table.press("irregularity")
    table.press("late-call")
    table.press("late-card:7")
    table.press("late-code:hit-missed")
    table.press("which:1a")
    table.press("choice:dead-hand")
    assert "4♣: has no place yet: the console will ask" in preview(overlay_of(table, "late-call"))
    table.press("ok")
    table.identified("Sue", "approve")
    table.press("late-step:1")
    overlay = overlay_of(table, "late-loose")
    assert overlay.title == "4♣ has no place"
    table.press("loose:asked")
    assert table.screen.overlay is None
    assert [card.text for card in table.state.round.hands["1b"].cards] == ["9c", "3s", "4c"]  # type: ignore[union-attr,index]


# --- by hand, and where no hit is supposed --------------------------------------------------------------------------


def test_at_a_table_without_devices_the_same_touches_do_it() -> None:
    table = open_console(CB, kinds=(), spots=2)
    for card in ("Th", "5c", "6d", "4h", "8c"):
        table.press(f"rank:{card[0]}")
        if f"suit:{card[1]}" in table.console.pressable():
            table.press(f"suit:{card[1]}")
    table.press("close")
    table.press("irregularity")
    table.press("late-call")
    labels = {button.label.split(" · ")[1]: name for name, button in buttons(overlay_of(table, "late-call")).items()}
    assert {"1a", "2a", "dealer"} <= {*labels}
