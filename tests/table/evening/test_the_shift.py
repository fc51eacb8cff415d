"""The shift by touches: no round before all is right, dealers, money, limits, places, closing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dealer_console.game.round_files.round_file import parse_bet
from dealer_console.messages import recorded
from dealer_console.rulebook.tables import load_table
from dealer_console.table import commands as c
from dealer_console.table.shift.chips import chips
from tests.messages.codes import code
from tests.rigs.staffed_table import CB, MA, TRAY, StaffedTable

FOUR_CARDS = "Th 9d 7c Tc 8s ??"


@pytest.fixture
def bench(tmp_path: Path) -> StaffedTable:
    return StaffedTable(tmp_path)


@pytest.fixture
def ready(tmp_path: Path) -> StaffedTable:
    bench = StaffedTable(tmp_path)
    bench.ready()
    return bench


def play_a_round(bench: StaffedTable, *bets: str) -> None:
    bench.bet(*(bets or ("1 25",)))
    if bench.table.rules.is_switch:
        bench.play(FOUR_CARDS, "1 keep", "1a stand", "1b stand", "reveal Td")
    else:
        bench.play("Th 7c 8s ??", "1a stand", "reveal Td")
    bench.done(c.WagersPaid(who=bench.dealer))


# --- no round before -----------------------------------------------------------------------------------------------


def test_no_round_at_a_table_that_is_not_open(bench: StaffedTable) -> None:
    bench.come_in()
    assert "not while the table is closed" in bench.refused(bench.card("Th"))
    assert "not while the table is closed" in bench.refused(c.SameWagers(who=bench.dealer))
    assert bench.why_no_round() is not None
    assert code(bench.why_no_round()) == "table-not-open"


def test_no_round_before_the_cards_are_in_inspected_shuffled_cut_and_burnt(bench: StaffedTable) -> None:
    bench.open()
    steps = [
        (bench.bring_cards, "cards to the table", None),
        (bench.shuffle, "shuffle the cards", None),
        (bench.cut, "Offer the stack", "MA 4(c)"),
        (bench.burn, "burn one card first", "MA 7(c)"),
    ]
    for next_step, words, clause in steps:
        why = bench.why_no_round()
        assert why is not None
        assert words in recorded(why.message)
        assert why.clause == clause
        if words != "burn one card first":
            assert words in bench.refused(bench.card("Th"))
        next_step()
    assert "no wager" in bench.refused(bench.card("Th"))
    bench.bet("1 25")
    assert bench.why_no_round() is None
    bench.play("Th")
    assert bench.state.in_round


def test_a_card_drawn_while_the_burn_is_due_is_the_burn(bench: StaffedTable) -> None:
    bench.open()
    bench.bring_cards()
    bench.shuffle()
    bench.cut()
    bench.play("??")
    assert bench.kinds("burn")
    assert not bench.state.in_round
    assert not bench.state.burn_due


def test_no_round_without_a_dealer(ready: StaffedTable) -> None:
    ready.bet("1 25")
    ready.done(c.GoOut(who=ready.dealer))
    assert ready.why_no_round() is not None
    assert code(ready.why_no_round()) == "nobody-deals"
    ready.come_in("Drew")
    assert ready.state.burn_due
    assert code(ready.why_no_round()) == "burn-one-card-first"
    ready.burn()
    ready.play("Th")


# --- money ---------------------------------------------------------------------------------------------------------


def test_money_in_and_out_of_the_tray(ready: StaffedTable) -> None:
    who = ready.dealer
    ready.done(c.BuyIn(who=who, cents=50_000, spot=1))
    ready.done(c.TokeGiven(who=who, cents=500)) if ready.table.rules.tokes else None
    ready.done(c.ColourUp(who=who, held=chips({500: 20})))
    shift = ready.snapshot.shift
    assert shift is not None
    assert (shift.till.tray, shift.till.drop) == (TRAY.cents - 50_000, 50_000)
    assert "request a fill" in ready.refused(c.BuyIn(who=who, cents=100_000_000))
    ready.done(c.CountTray(who=who, tray=TRAY))
    assert ready.kinds("money")[-1].data["difference"] == 50_000


def test_a_fill_is_asked_by_one_and_confirmed_by_another_with_a_pin(ready: StaffedTable) -> None:
    who = ready.dealer
    ready.done(c.AskFill(who=who, chips=chips({2500: 100})))
    assert ready.snapshot.shift is not None
    slip = ready.snapshot.shift.open_slips[0]
    assert slip.number == "F-00001"
    assert "not by a dealer" in ready.refused(c.ConfirmSlip(who=who, slip=slip.number))
    ready.sign("Sam", c.ConfirmSlip(who="", slip=slip.number))
    assert ready.snapshot.shift.till.fills == 250_000
    assert "was confirmed" in ready.refused(ready.signed("Sid", c.ConfirmSlip(who="", slip=slip.number)))
    ready.done(c.AskCredit(who=who, chips=chips({10000: 10})))
    ready.by_two(c.CancelSlip(who=who, slip="C-00002", why="wrong number"))
    assert "no slip" in ready.refused(ready.signed("Sam", c.ConfirmSlip(who="", slip="C-00009")))


def test_who_asks_for_a_slip_does_not_confirm_it(ready: StaffedTable) -> None:
    ready.sign("Sam", c.AskCredit(who="", chips=chips({10000: 10})))
    words = ready.refused(ready.signed("Sam", c.ConfirmSlip(who="", slip="C-00001")))
    assert "takes two people" in words
    ready.sign("Sid", c.ConfirmSlip(who="", slip="C-00001"))
    assert ready.snapshot.shift is not None
    assert ready.snapshot.shift.till.credits == 100_000


def test_ma_5d_a_called_wager_counts_with_dealer_and_supervisor(tmp_path: Path) -> None:
    bench = StaffedTable(tmp_path, replace(load_table(MA), called_wagers=True))
    bench.ready()
    bench.done(c.CallWager(who=bench.dealer, spot=2, cents=10_000))
    bench.by_two(c.ConfirmCalledWager(who=bench.dealer, called=1))
    called = bench.state.shift.called[0]
    assert (called.step, called.dealer, called.supervisor) == ("counts", bench.dealer, bench.id("Sam"))
    assert bench.state.shift.till.drop == 10_000
    bench.done(c.CallWager(who=bench.dealer, spot=3, cents=10_000))
    bench.done(c.ReturnCalledWager(who=bench.dealer, called=2))
    assert bench.state.shift.called[1].step == "returned"


# --- limits, places ------------------------------------------------------------------------------------------------


def test_limits_change_with_notice_between_two_rounds(ready: StaffedTable) -> None:
    change = c.AnnounceNotice(who="", changes={"minimum": "50"})
    assert "not by a dealer" in ready.refused(c.AnnounceNotice(who=ready.dealer, changes={"minimum": "50"}))
    ready.sign("Sam", change)
    assert ready.snapshot.shift is not None
    notice = ready.snapshot.shift.open_notices[0]
    ready.bet("1 25")
    ready.now = notice.from_ms
    play_a_round_that_lies(ready)
    assert ready.state.table is not None
    assert ready.state.table.minimum == 5000
    assert [entry.data["step"] for entry in ready.kinds("shift")][-1] == "notice-in-effect"
    assert ready.kinds("configuration")[-1].data["choices"]["minimum"] == "50"  # type: ignore[index,call-overload]
    assert "below the table minimum" in ready.refused(c.SameWagers(who=ready.dealer))
    assert ready.snapshot.shoe_number == 1


def play_a_round_that_lies(bench: StaffedTable) -> None:
    bench.play(FOUR_CARDS, "1 keep", "1a stand", "1b stand", "reveal Td")
    assert bench.state.table is not None
    assert bench.state.table.minimum != 5000
    bench.done(c.WagersPaid(who=bench.dealer))


def test_a_notice_is_withdrawn_before_its_time(ready: StaffedTable) -> None:
    ready.sign("Sam", c.AnnounceNotice(who="", changes={"surrender": True}))
    ready.sign("Sid", c.WithdrawNotice(who="", notice=1))
    ready.now += 10_000_000
    ready.session.step()
    assert ready.state.table is not None
    assert not ready.state.table.surrender


def test_ma_14_a_player_has_one_spot_unless_the_house_permits_more(ready: StaffedTable) -> None:
    ready.done(c.SeatPlayer(who=ready.dealer, spots=(2,), player="C-77"))
    assert "at most" in ready.refused(c.SeatPlayer(who=ready.dealer, spots=(3, 4, 5), player="C-78"))
    assert "played by C-77" in ready.refused(c.SeatPlayer(who=ready.dealer, spots=(2,), player="C-78"))
    ready.done(c.SeatPlayer(who=ready.dealer, spots=(4,)))
    seated = [(player.name, player.spots) for player in ready.snapshot.shift.spots.players]
    assert seated == [("C-77", (2,)), ("unknown at 4", (4,))]
    ready.done(c.PlayerLeft(who=ready.dealer, player="C-77"))
    assert "does not sit here" in ready.refused(c.PlayerLeft(who=ready.dealer, player="C-77"))
    assert "say at which spots" in ready.refused(c.SeatPlayer(who=ready.dealer, spots=()))


def test_cb_dealing_5_three_spots_again_in_the_same_shoe_need_the_shift_manager(tmp_path: Path) -> None:
    bench = StaffedTable(tmp_path, CB)
    bench.ready()
    three = c.SeatPlayer(who=bench.dealer, spots=(1, 2, 3), player="C-77")
    bench.done(three)
    bench.done(c.SeatPlayer(who=bench.dealer, spots=(1,), player="C-77"))
    request = bench.asked(three)
    assert "not by a supervisor" in bench.refused(bench.approve("Sam", request))
    bench.done(bench.approve("Paula", request))
    assert bench.state.shift.spots.players[0].spots == (1, 2, 3)


def test_ma_5h_who_sat_out_waits_for_the_shuffle_or_is_let_in(tmp_path: Path) -> None:
    bench = StaffedTable(tmp_path, replace(load_table(MA), sat_out="wait-for-shuffle"))
    bench.ready()
    play_a_round(bench)
    late = c.WagersDown(who=bench.dealer, bets=bench.state.last_bets)
    bench.done(late)
    new = c.WagersDown(who=bench.dealer, bets=(parse_bet("4 25"),))
    words = bench.refused(new)
    assert "sat out since the shuffle" in words
    assert "MA 5(h)" in words
    assert "not by a dealer" in bench.refused(c.LetIn(who=bench.dealer, spot=4))
    bench.sign("Sam", c.LetIn(who="", spot=4))
    bench.done(new)


# --- closing -------------------------------------------------------------------------------------------------------


def test_the_table_is_closed_by_two_with_the_difference_and_what_it_asks_for(ready: StaffedTable) -> None:
    play_a_round(ready)
    short = chips({10000: 99, 2500: 200, 500: 200})
    request = ready.asked(c.CloseTable(who=ready.dealer, tray=short))
    assert ready.snapshot.requests[0].command == c.CloseTable(who=ready.dealer, tray=short)
    ready.done(ready.approve("Sam", request))
    shift = ready.snapshot.shift
    assert shift is not None
    assert (shift.stage, shift.till.closer) == ("closed", short.cents)
    assert shift.flag is not None
    assert ready.journal.last_checkpoint.seq == ready.journal.seq
    assert "badge and PIN" in ready.refused(c.SameWagers(who=ready.id("Dana")))
    ready.open()
    assert ready.snapshot.shift is not None
    assert (ready.snapshot.shift.number, ready.snapshot.shift.cards.are) == (2, "in")


def test_a_table_with_an_open_slip_does_not_close(ready: StaffedTable) -> None:
    ready.done(c.AskFill(who=ready.dealer, chips=chips({2500: 100})))
    assert "slip F-00001 is open" in ready.refused(c.CloseTable(who=ready.dealer, tray=TRAY))


def test_a_table_with_wagers_on_the_layout_does_not_close(ready: StaffedTable) -> None:
    """Else the next shift would begin with the wagers of people who have gone."""
    ready.bet("1 25")
    assert "wagers lie on the layout" in ready.refused(c.CloseTable(who=ready.dealer, tray=TRAY))
    ready.bet()
    request = ready.asked(c.CloseTable(who=ready.dealer, tray=TRAY))
    ready.bet("1 25")
    assert "no longer possible: wagers lie" in ready.refused(ready.approve("Sam", request))
