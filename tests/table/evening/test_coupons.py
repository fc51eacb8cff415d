"""Coupons (MA 5(d)): wagers marked as such. They settle with their wager; taken, they are paper and no chips."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer_console.cli.journals.shift_report_text import report_text
from dealer_console.game.round_files.round_file import parse_bet, write_bet
from dealer_console.messages.words import record_words
from dealer_console.table import commands as c
from dealer_console.table.shift import report_data
from tests.rigs.staffed_table import CB, StaffedTable


@pytest.mark.parametrize("text", ["1 25.00 coupon.a=10.00", "2/2 25.00 match=5.00 coupon.b=25.00 coupon.match=5.00"])
def test_a_coupon_is_written_and_read_with_its_wager(text: str) -> None:
    assert write_bet(parse_bet(text)) == text


def test_ma_5d_a_coupon_that_is_taken_brings_no_chip_into_the_tray(tmp_path: Path) -> None:
    bench = StaffedTable(tmp_path)
    bench.ready()
    before = bench.state.shift.till.tray
    bench.bet("1 25 coupon.a=10")
    assert bench.snapshot.bets[0].coupons == {"a": 1000}
    bench.play("Th 9d 9c 6c 9s ??")
    bench.play("1 keep", "1a stand", "1b stand", "reveal Td")  # 16 and 18 against 19: both taken
    assert [wager.takes for wager in bench.snapshot.settled] == [2500, 2500]
    bench.done(c.WagersPaid(who=bench.dealer))
    assert bench.state.shift.till.tray == before + 5000 - 1000
    assert bench.state.shift.till.coupons == 1000
    data = report_data(bench.state.shift)
    assert data["money"]["coupons"] == "10.00"
    assert "Coupons taken" in report_text(bench.state.shift, record_words(), {})
    bench.same_after_restart()


def test_a_settlement_taken_back_takes_its_coupon_back(tmp_path: Path) -> None:
    bench = StaffedTable(tmp_path)
    bench.ready()
    before = bench.state.shift.till
    bench.bet("1 25 coupon.a=10")
    bench.play("Th 9d 9c 6c 9s ??", "1 keep", "1a hit", "Kh")
    assert bench.state.shift.till.coupons == 1000
    bench.done(c.TakeBack(who=bench.dealer, why="x"))
    assert (bench.state.shift.till.coupons, bench.state.shift.till.tray) == (0, before.tray)


@pytest.mark.parametrize(
    ("bet", "words"),
    [
        ("1 25 coupon.a=30", "no part of a wager of 25.00"),
        ("1 25 coupon.a=0", "no part of a wager"),
        ("1 25 coupon.match=5", "needs a match wager"),
    ],
)
def test_a_coupon_that_cannot_be(tmp_path: Path, bet: str, words: str) -> None:
    bench = StaffedTable(tmp_path)
    bench.ready()
    refused = bench.refused(c.WagersDown(who=bench.dealer, bets=(parse_bet(bet),)))
    assert words in refused
    assert ("MA 6(b)" if "match" in bet else "MA 5(d)") in refused


def test_where_the_document_knows_no_coupons_they_are_refused(tmp_path: Path) -> None:
    bench = StaffedTable(tmp_path, CB)
    bench.ready()
    refused = bench.refused(c.WagersDown(who=bench.dealer, bets=(parse_bet("1 25 coupon.a=10"),)))
    assert "chips only" in refused
