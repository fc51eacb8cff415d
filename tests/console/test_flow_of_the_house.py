"""What a console does at other tables than the one of the evening: every rule set, no devices, seven spots."""

from __future__ import annotations

import pytest

from dealer_console.demo.autoplay import AutoPlayer
from dealer_console.demo.finger import VirtualFinger, buttons_of, shoe_in
from dealer_console.demo.opening import next_command, sample_wagers
from dealer_console.demo.virtual_console import VirtualConsole, put_sample_wagers, staged, staged_open, staged_table
from dealer_console.game.round_files.round_file import parse_bet
from dealer_console.rulebook.load import config_folder
from dealer_console.table import commands as c

RULE_SETS = sorted(file.stem for file in (config_folder() / "rulesets").glob("*.toml"))
CB = "catfish-bend-blackjack"
MA = "massachusetts-switch"


def play_a_round(console: VirtualConsole, seed: int = 1) -> int:
    """Everybody plays until the round is paid; the touches that it took."""
    player = AutoPlayer(console.round_shown, console.hole_card)
    before = console.console.touches
    for _ in range(120):
        touched = player.next_touch(console.screen)
        assert touched is not None, (console.screen.prompt, [button.id for button in buttons_of(console.screen)])
        console.press(touched, ready=lambda screen: player.next_touch(screen) is not None)
        if not console.table.session.state.in_round:
            return console.console.touches - before
        if touched.endswith("_same"):
            return console.console.touches - before
    raise AssertionError("the round has no end")


@pytest.mark.parametrize("rule_set", ["light-and-wonder-switch-v4", "south-dakota-switch", "washington-switch-v3"])
def test_a_round_at_a_table_of_other_rules(rule_set: str) -> None:
    _a_round_at(rule_set)


@pytest.mark.proof
@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_a_round_at_a_table_of_every_rule_set(rule_set: str) -> None:
    _a_round_at(rule_set)


def _a_round_at(rule_set: str) -> None:
    console = staged_open(rule_set)
    put_sample_wagers(console, rule_set)
    assert play_a_round(console) > 3
    assert console.table.session.stopped is None


def test_catfish_bend_seven_spots_with_their_side_bets() -> None:
    console = staged_open(CB, seed=5)
    dealer = console.table.session.state.shift.dealer or ""
    bets = [f"{spot} 25 trilux=5" if spot % 2 else f"{spot} 25 bounty=5" for spot in range(1, 8)]
    console.must(c.WagersDown(who=dealer, bets=tuple(parse_bet(bet) for bet in bets)))
    felt = console.screen.felt
    assert [spot.number for spot in felt.spots] == list(range(1, 8))
    assert all(len(spot.hands) == 1 and len(spot.hands[0].cards) == 2 for spot in felt.spots)
    play_a_round(console)


def test_without_any_device_the_guide_leads_and_cards_are_entered() -> None:
    """Shuffled and cut by hand step by step on the screen, then every card on the rank pad."""
    console = staged(MA, devices=False)
    table = staged_table(MA, devices=False)
    finger = VirtualFinger(console)
    while (command := next_command(table, console.snapshot, "hand")) is not None and console.snapshot.guide is None:
        console.must(command)
    steps = 0
    finger.press("menu", "menu:shoe")
    ways = (
        "face-down",
        "shoe:decks_in:blue",
        "shoe:inspected",
        "withdraw",
        "shoe:begin:new-cards:hand",
        "shoe:offer_cut:1",
    )
    more = ("shoe:cut", "depth:104", "shoe:riffle:2", "shoe:done", "shoe:burned", "close")
    while (name := finger.until(*ways, *more)) != "face-down" and console.snapshot.guide is not None:
        if name == "withdraw":
            finger.press("person:Sam", *(f"digit:{digit}" for digit in "741398"), "approve")
        else:
            finger.press(name)
        steps += 1
        assert steps < 60, console.screen.prompt
    assert steps > 6
    if finger.has("close"):
        finger.press("close")
    dealer = console.table.session.state.shift.dealer or ""
    console.must(c.WagersDown(who=dealer, bets=sample_wagers(table)[:1]))
    for rank in ("rank:T", "rank:5", "rank:9", "rank:8", "rank:6"):
        finger.press(rank)
        if finger.has("suit:h"):
            finger.press("suit:h")
    hands = [hand for spot in console.screen.felt.spots for hand in spot.hands]
    assert [[card.rank for card in hand.cards] for hand in hands] == [["T", "8"], ["5", "6"]]
    assert console.screen.felt.dealer.cards[0].rank == "9"


def test_the_demonstration_deals_by_itself_past_the_end_of_a_shoe() -> None:
    """Count, call, the supervisor's badge and PIN, riffles, cut: all by the buttons that a dealer presses."""
    console = staged_open(CB, seed=4)
    put_sample_wagers(console, CB)
    left, _ = shoe_in(console.screen.top.shoe)
    assert console.table.operate("shoe", f"cut {left - 5}").startswith("ok")
    player = AutoPlayer(console.round_shown, console.hole_card)
    for _ in range(250):
        touched = player.next_touch(console.screen)
        if touched is None:
            console.settle()
            continue
        console.press(touched, ready=lambda screen: player.next_touch(screen) is not None)
        if console.table.session.state.shoe_number == 2 and console.table.session.state.in_round:
            return
    raise AssertionError(f"no second shoe: {console.screen.prompt}")
