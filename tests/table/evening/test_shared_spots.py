"""Several bettors on a spot (MA 13), several spots of a player (MA 14, CB dealing 4 and 5), as the wagers go down."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer_console.game.round_files.round_file import parse_bet
from dealer_console.journal.entries.people import Role
from dealer_console.table import commands as c
from dealer_console.table.commands.command import CommandContext
from dealer_console.table.shift import Acting
from dealer_console.table.shift.spots import caller_first, calls_now
from tests.rigs.staffed_table import CB, MA, StaffedTable


@pytest.fixture
def ma(tmp_path: Path) -> StaffedTable:
    bench = StaffedTable(tmp_path)
    bench.ready()
    return bench


@pytest.fixture
def cb(tmp_path: Path) -> StaffedTable:
    bench = StaffedTable(tmp_path, CB)
    bench.ready()
    return bench


def down(bench: StaffedTable, *texts: str) -> c.WagersDown:
    return c.WagersDown(who=bench.dealer, bets=tuple(parse_bet(text) for text in texts))


def played(bench: StaffedTable, *spots: int) -> None:
    """A round of blackjack at these spots: twenty everywhere, the dealer's eighteen."""
    bench.bet(*(f"{spot} 25" for spot in spots))
    tens = ["Th", "Td", "Ts", "Tc", "Kh", "Kd", "Ks"]
    bench.play(" ".join([*tens[: len(spots)], "8s", *(["Qh", "Qd", "Qs"][: len(spots)]), "??"]))
    for spot in spots:
        bench.play(f"{spot}a stand")
    bench.play("reveal Td")
    bench.done(c.WagersPaid(who=bench.dealer))


@pytest.mark.parametrize(("table", "clause"), [(MA, "MA 5(e)"), (CB, "CB dealing 2")])
def test_wagers_lock_when_the_first_card_has_left_the_shoe(tmp_path: Path, table: str, clause: str) -> None:
    """MA 5(e), CB dealing 2."""
    bench = StaffedTable(tmp_path, table)
    bench.ready()
    bench.bet("1 25")
    now = CommandContext(state=bench.state, table=bench.table, by=Acting(person=bench.dealer, role=Role.DEALER))
    assert down(bench, "1 50").why_not(now) is None
    bench.play("Th")
    for command in (down(bench, "1 50"), down(bench)):
        refusal = command.why_not(now)
        assert refusal is not None
        assert (refusal.message.code, refusal.clause) == ("wagers-locked", clause)


def test_ma_13a_others_wager_on_a_spot_only_with_the_consent_of_the_first_and_it_is_recorded(ma: StaffedTable) -> None:
    words = ma.refused(down(ma, "1 25", "1/2 50"))
    assert ("first bettor agrees" in words, "MA 13(a)" in words) == (True, True)
    ma.done(c.ShareSpot(who=ma.dealer, spot=1, seated=True))
    entry = ma.kinds("shift")[-1]
    assert entry.data == {"step": "share", "spot": 1, "agreed": True, "seated": True, "rule": "MA 13(a)"}
    ma.done(down(ma, "1 25", "1/2 50"))
    ma.done(c.ShareSpot(who=ma.dealer, spot=1, agreed=False))
    assert "first bettor agrees" in ma.refused(down(ma, "1 25", "1/2 50"))


def test_ma_13a_the_consent_goes_with_the_first_bettor(ma: StaffedTable) -> None:
    ma.done(c.SeatPlayer(who=ma.dealer, player="kim", spots=(1,)))
    ma.done(c.ShareSpot(who=ma.dealer, spot=1))
    ma.done(c.PlayerLeft(who=ma.dealer, player="kim"))
    assert "first bettor agrees" in ma.refused(down(ma, "1 25", "1/2 50"))
    ma.done(c.ShareSpot(who=ma.dealer, spot=1))
    ma.bet("2 25")
    ma.play("Th")  # a round without the spot
    assert ma.state.shift.spots.shared == ()


def test_ma_13b_the_seated_bettor_calls_whatever_the_others_wager(ma: StaffedTable) -> None:
    ma.done(c.SeatPlayer(who=ma.dealer, player="kim", spots=(1,)))
    ma.done(c.ShareSpot(who=ma.dealer, spot=1, seated=False))  # the table knows better
    ma.done(down(ma, "1 25", "1/2 100"))


def test_ma_13b_who_takes_the_seat_after_the_consent_calls_from_then_on(ma: StaffedTable) -> None:
    ma.done(c.ShareSpot(who=ma.dealer, spot=1, seated=False))
    wagers = down(ma, "1 25", "1/2 100")
    assert "bettor 2 calls" in ma.refused(wagers)
    ma.done(c.SeatPlayer(who=ma.dealer, player="kim", spots=(1,)))
    assert caller_first(ma.state.shift, wagers.bets) == wagers.bets
    ma.done(wagers)


def test_ma_13b_with_nobody_seated_the_highest_wager_calls(ma: StaffedTable) -> None:
    ma.done(c.ShareSpot(who=ma.dealer, spot=1, seated=False))
    words = ma.refused(down(ma, "1 25", "1/2 100", "1/3 50"))
    assert ("bettor 2 calls" in words, "MA 13(b)" in words) == (True, True)
    ma.done(down(ma, "1 100", "1/2 25", "1/3 100"))


def test_where_one_bettor_has_a_spot_nobody_shares_it(cb: StaffedTable) -> None:
    assert "a spot takes one bettor" in cb.refused(c.ShareSpot(who=cb.dealer, spot=1))


def test_cb_dealing_5_playing_three_is_called_once_in_a_shoe_and_recorded(cb: StaffedTable) -> None:
    cb.done(c.SeatPlayer(who=cb.dealer, player="kim", spots=(1, 2, 3)))
    assert cb.kinds("shift")[-1].data["call"] == "Playing three"
    bets = tuple(parse_bet(f"{spot} 25") for spot in (1, 2, 3))
    assert calls_now(cb.table.rules, cb.state.shift, bets) == (("Playing three", (1, 2, 3)),)
    assert calls_now(cb.table.rules, cb.state.shift, bets[:2]) == ()
    played(cb, 1, 2, 3)
    assert calls_now(cb.table.rules, cb.state.shift, bets) == ()


def test_cb_dealing_5_who_wagers_on_fewer_has_dropped_from_three_until_the_next_shoe(cb: StaffedTable) -> None:
    cb.done(c.SeatPlayer(who=cb.dealer, player="kim", spots=(1, 2, 3)))
    played(cb, 1, 2, 3)
    played(cb, 1, 2)
    three = down(cb, "1 25", "2 25", "3 25")
    words = cb.refused(three)
    assert ("not again before the next shoe" in words, "CB dealing 5" in words) == (True, True)
    request = cb.asked(c.SeatPlayer(who=cb.dealer, player="kim", spots=(1, 2, 3)))
    assert "not by a supervisor" in cb.refused(cb.approve("Sam", request))
    cb.done(cb.approve("Paula", request))
    cb.done(three)


def test_cb_dealing_5_the_next_shoe_lets_everybody_play_three_again(cb: StaffedTable) -> None:
    cb.done(c.SeatPlayer(who=cb.dealer, player="kim", spots=(1, 2, 3)))
    played(cb, 1, 2, 3)
    played(cb, 1)
    cb.shuffle("house")
    cb.cut()
    cb.burn()
    cb.done(down(cb, "1 25", "2 25", "3 25"))


def test_cb_dealing_4_a_full_table_asks_for_spots(cb: StaffedTable) -> None:
    for name, spots in (("kim", (1, 2, 3)), ("lou", (4, 5)), ("max", (6,)), ("ned", (7,))):
        cb.done(c.SeatPlayer(who=cb.dealer, player=name, spots=spots))
    words = cb.refused(c.SeatPlayer(who=cb.dealer, player="new", spots=(5,)))
    assert ("kim or lou may be asked" in words, "CB dealing 4" in words) == (True, True)
    cb.done(c.SeatPlayer(who=cb.dealer, player="lou", spots=(4,)))
    cb.done(c.SeatPlayer(who=cb.dealer, player="new", spots=(5,)))
