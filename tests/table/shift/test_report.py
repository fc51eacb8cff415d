"""The report: the win and its parts, whole numbers per hour, the same bytes again; the command; the snapshot."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dealer_console.cli.journals.shift_report import shift_at_end, shift_report
from dealer_console.cli.journals.shift_report_text import WIDTH, report_text
from dealer_console.game.errors import Bug
from dealer_console.journal import Draft, Journal
from dealer_console.journal.canonical import Json
from dealer_console.journal.entries.people import Role
from dealer_console.messages.words import record_words, words_of
from dealer_console.table import commands as c
from dealer_console.table.shift import (
    Shift,
    chips,
    fold,
    report_data,
    report_json,
    shift_data,
    shift_from_data,
)
from dealer_console.table.shift.report import clock, hold, per_hour
from dealer_console.table.shift.snapshot import FORM
from tests.table.shift.journaled_shift import ANA, BEN, PAT, SUE, TRAY, JournaledShift

GOLDEN = Path(__file__).parent / "golden_report.txt"


def an_evening() -> JournaledShift:
    """One of everything, at a Catfish Bend table."""
    floor = JournaledShift("catfish-bend-blackjack-1").ready()
    floor.act(c.SeatPlayer(who="", player="kim", spots=(1,)), ANA)
    floor.act(c.BuyIn(who="", cents=50000, spot=1), ANA)
    floor.act(c.AskFill(who="", chips=chips({10000: 5, 500: 20})), ANA)
    floor.act(c.ConfirmSlip(who="", slip="F-00001"), SUE)
    floor.act(c.AskCredit(who="", chips=chips({10000: 3})), ANA)
    floor.act(c.ConfirmSlip(who="", slip="C-00002"), SUE)
    floor.open_round("1 100 trilux=5 toke.a=5")
    floor.do([Draft(kind="move", data={"move": "irregularity card-exposed 9h"})])
    floor.settle("trilux", "lose", "5.00", "0.00", "5.00")
    floor.settle("main", "lose", "100.00", "0.00", "100.00")
    floor.settle("toke.main", "win", "5.00", "5.00", "0.00").close_round(10000)
    floor.later(20 * 60_000)
    floor.act(c.TokeGiven(who="", cents=1000), ANA)
    floor.act(c.AnnounceNotice(who="", changes={"minimum": "15"}), SUE)
    floor.do([Draft(kind="person-in", data={"person": "ben", "role": "dealer"}, who="ben")])
    floor.play("1 100")
    paid: dict[str, Json] = {
        "corrects": 9,
        "requested_by": "ben",
        "approved_by": "sue",
        "reason": "short",
        "cents": 500,
    }
    floor.do([Draft(kind="correction", data={**paid})])
    return floor


def close(floor: JournaledShift, off: int = 0) -> JournaledShift:
    from dealer_console.table.shift.chips import fewest

    floor.act(c.OrderCardsOut(who=""), SUE)
    for key in ("rack", "fan", "return"):
        floor.act(c.CardStep(who="", step=key), BEN)
    approver = PAT if off else SUE  # a difference that reaches the threshold is for the pit manager
    return floor.close(fewest(floor.table.denominations, floor.shift.till.tray + off), approver)


def test_win_is_closer_plus_credits_plus_drop_less_opener_and_fills() -> None:
    floor = close(an_evening(), off=-5000)
    money = report_data(floor.shift)["money"]
    opener, closer = chips(TRAY).cents, floor.shift.till.closer
    assert closer is not None
    assert floor.shift.win == closer + 30000 + 50000 - opener - 60000
    # taken 105.00, toke paid 5.00, correction paid 5.00, counted 50.00 short
    assert (money["win"], money["difference"], money["flag"]) == ("45.00", "-50.00", "Call the shift manager")
    assert (money["hold"], money["win_is_counted"]) == ("9.0 %", True)
    assert "*** DIFFERENCE: Call the shift manager" in report_text(floor.shift, record_words(), {})


def test_side_bets_and_tokes_stand_apart() -> None:
    data = report_data(an_evening().shift)
    assert [row["wager"] for row in data["wagers"]] == ["main"]
    assert data["side_bets"][0] == {
        "wager": "trilux",
        "count": 1,
        "staked": "5.00",
        "taken": "5.00",
        "paid": "0.00",
        "house": "5.00",
    }
    tokes = data["tokes"]
    assert (tokes["given"], tokes["won"], tokes["house"]) == ("10.00", "10.00", "-5.00")


def test_an_open_shift_is_reported_by_the_books() -> None:
    shift = an_evening().shift
    data = report_data(shift)
    assert (data["money"]["closer"], data["money"]["win_is_counted"]) == (None, False)
    assert data["money"]["win"] == "95.00"
    assert "no closing report" in report_text(shift, record_words(), {})


def test_whole_numbers_per_hour() -> None:
    assert [per_hour(1, 3_600_001), per_hour(1, 3_600_000), per_hour(7, 1_234_567), per_hour(5, 0)] == [0, 1, 20, 0]


@pytest.mark.parametrize(
    ("win", "drop", "share"),
    [(1, 0, None), (1234, 10000, "12.3 %"), (-1239, 10000, "-12.3 %"), (-1, 10000, "0.0 %"), (30000, 10000, "300.0 %")],
)
def test_hold(win: int, drop: int, share: str | None) -> None:
    assert hold(win, drop) == share


def test_times_are_utc() -> None:
    assert (clock(1_794_812_400_999), clock(None)) == ("2026-11-16 07:00:00", None)


def test_the_report_is_the_same_bytes_again_and_fits_the_paper() -> None:
    floor = close(an_evening())
    again = fold(floor.journal.entries())
    text = report_text(floor.shift, record_words(), {})
    assert report_text(again, record_words(), {}) == text
    assert report_json(report_data(again)) == report_json(report_data(floor.shift))
    assert all(len(line) <= WIDTH and line == line.rstrip() for line in text.splitlines())
    assert text.isascii()
    assert text == GOLDEN.read_text("utf-8")


def test_the_printed_report_speaks_spanish_and_calls_people_by_their_names() -> None:
    floor = close(an_evening())
    text = report_text(floor.shift, words_of("es"), {"ana": "Ana Ruiz"})
    assert all(len(line) <= WIDTH and line == line.rstrip() for line in text.splitlines())
    assert "INFORME DEL TURNO" in text
    assert "Ana Ruiz" in text
    assert "paper-" not in text


def test_a_long_name_is_cut_and_the_line_is_not() -> None:
    floor = JournaledShift().open()
    long = type(ANA)(person="x" * 60, role=Role.SUPERVISOR)
    floor.act(c.AskFill(who="", chips=chips({500: 10})), long)
    floor.act(c.CallWager(who="", spot=1, bettor=1, cents=5000), ANA)
    floor.settle("main", "win", "99999.00", "99999.00", "0.00")
    text = report_text(floor.shift, record_words(), {})
    assert max(map(len, text.splitlines())) <= WIDTH
    assert "ran below 0.00" in text
    assert "Money plays" in text


# --- the command ---------------------------------------------------------------------------------------------------


def on_disk(floor: JournaledShift, folder: Path) -> Path:
    """The same entries in a real file."""
    path = folder / "table.journal"
    with Journal.create(path, table=floor.table.name, signing_key=b"\7" * 32, at_ms=0) as journal:
        for entry in list(floor.journal.entries())[1:]:
            draft = Draft(kind=entry.kind, version=entry.version, data=entry.data, who=entry.who, device=entry.device)
            journal.append([draft], at_ms=entry.at_ms)
    return path


def test_the_command_prints_text_or_json_twice_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    floor = close(an_evening())
    path = on_disk(floor, tmp_path)
    assert shift_report(path) == 0
    text = capsys.readouterr().out
    assert text == GOLDEN.read_text("utf-8")
    assert shift_report(path, number=1, as_json=True) == 0
    first = capsys.readouterr().out
    assert json.loads(first) == json.loads(report_json(report_data(floor.shift)))
    assert shift_report(path, as_json=True) == 0
    assert capsys.readouterr().out == first


def test_the_command_finds_an_earlier_shift(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    floor = close(an_evening())
    first = floor.shift
    floor.act(c.OpenTable(who="", tray=chips(TRAY)), ANA, SUE)
    path = on_disk(floor, tmp_path)
    assert shift_at_end(floor.journal.entries(), 1) == first
    assert shift_report(path, number=2) == 0
    assert "shift 2  (open)" in capsys.readouterr().out
    assert shift_report(path, number=3) == 2
    assert "holds no shift 3; it has 1 to 2" in capsys.readouterr().err


def test_the_command_complains_about_what_it_cannot_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert shift_report(tmp_path / "none.journal") == 2
    assert "there is no journal" in capsys.readouterr().err
    assert shift_report(on_disk(JournaledShift(), tmp_path)) == 2
    assert "never opened" in capsys.readouterr().err


# --- the snapshot --------------------------------------------------------------------------------------------------


def test_a_snapshot_brings_back_the_same_shift() -> None:
    floor = an_evening()
    floor.open_round("1 25")
    floor.do([Draft(kind="move", data={"move": "irregularity hit-missed 1a"})])
    for shift in (Shift(), floor.shift, JournaledShift().open().bring_cards().shuffle_by_hand("new-cards").shift):
        written = json.loads(json.dumps(shift_data(shift)))
        assert shift_from_data(written) == shift
    floor.do([Draft(kind="snapshot", data={"shift": shift_data(floor.shift)})])


def test_a_snapshot_of_another_form_is_not_used_and_a_broken_one_is_a_bug() -> None:
    assert shift_from_data({"form": 0}) is None
    wrong: tuple[dict[str, Json], ...] = ({}, {"shift": {"number": 1}}, {"shift": 3})
    for broken in wrong:
        with pytest.raises(Bug):
            shift_from_data({"form": FORM, **broken})
