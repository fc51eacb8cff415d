"""The angel-eye shoe (B1, B2): reports in three copies, commands, errors."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import pytest

from hardware_sims.devices import build
from hardware_sims.endpoints.in_process import InProcess
from hardware_sims.wire.angel_eye import Damage, Reply, Report, ShoeLineReceiver, build_command, report_fields

Item = Report | Reply | Damage


class Listener:
    """Hears everything the shoe says."""

    def __init__(self, **setup: Any) -> None:
        self.line = InProcess(build("angel-eye", **{"seed": 7, **setup}))
        self.receiver = ShoeLineReceiver()

    def operate(self, text: str) -> str:
        answer = self.line.operate(text)
        assert answer.startswith("ok"), answer
        return answer

    def items(self, seconds: float = 3.0) -> list[Item]:
        end = self.line.clock.now + seconds
        heard: list[Item] = []
        while data := self.line.receive(end - self.line.clock.now):
            heard += self.receiver.feed(data)
        return heard

    def reports(self, seconds: float = 3.0) -> list[Report]:
        """Reports, each of which must have come three times in a row."""
        heard = [item for item in self.items(seconds) if not isinstance(item, Reply)]
        groups = [(item, len(list(copies))) for item, copies in groupby(heard)]
        assert all(isinstance(item, Report) and count == 3 for item, count in groups), groups
        return [item for item, _ in groups if isinstance(item, Report)]

    def codes(self, seconds: float = 3.0) -> str:
        return "".join(report.code for report in self.reports(seconds))

    def command(self, wire: bytes) -> str | None:
        self.line.send(wire)
        replies = [item for item in self.items(0.03) if isinstance(item, Reply)]
        assert len(replies) == 1
        return replies[0].reason


def loaded(cards: str = "8s5cAdKh", **setup: Any) -> Listener:
    shoe = Listener(**setup)
    assert shoe.codes() == "S"
    shoe.operate(f"load {cards}")
    return shoe


def test_b1_start_of_communication_after_power_on_before_anything_else() -> None:
    shoe = loaded()
    shoe.operate("draw 1")
    shoe.operate("power off")
    assert len(shoe.items()) == 1, "copies not yet sent are gone with power"
    shoe.operate("power on")
    assert shoe.line.operate("draw 1").startswith("error the self-test is not over")
    shoe.line.wait(0.3)
    shoe.operate("draw 1")
    first, second = shoe.reports()
    assert (first.seq, first.code) == ("0", "S")
    assert (second.seq, second.code) == ("1", "D")


def test_b1_a_draw_tells_its_card_three_times() -> None:
    shoe = loaded()
    shoe.operate("draw 1")
    items = shoe.items()
    assert items == [Report(seq="1", code="D", data=b"\x81\xb8")] * 3
    assert report_fields(items[0])["card"] == "8s"  # type: ignore[arg-type]  # compared above


def test_b1_the_sequence_steps_on_through_its_cycle() -> None:
    shoe = loaded("104", options={"seq_cycle": "0123", "cut": 0})
    for _ in range(10):
        shoe.operate("draw 1")
    assert "".join(report.seq for report in shoe.reports(9)) == "1230123012"


def test_b1_cards_alternate_between_player_and_banker() -> None:
    shoe = loaded()
    shoe.operate("draw 4")
    places = [(report_fields(report)["target"], report_fields(report)["index"]) for report in shoe.reports()]
    assert places == [(0, 1), (1, 1), (0, 2), (1, 2)]
    assert shoe.line.operate("draw 1") == "error the shoe is empty"


def test_b1_locked_error_and_setting_mode_make_it_d() -> None:
    shoe = loaded("8s5cAdKh2d")
    shoe.operate("press lock")
    shoe.operate("draw 1")
    lock, drawn = shoe.reports()
    assert report_fields(lock)["locked"] is True
    assert (drawn.code, report_fields(drawn)) == ("d", {"mode": "lock", "card": "8s"})
    shoe.operate("press unlock")
    assert report_fields(shoe.reports()[0])["locked"] is False
    shoe.operate("press setting")
    shoe.operate("draw 1")
    assert report_fields(shoe.reports()[0])["mode"] == "setting"
    shoe.operate("press setting")
    assert shoe.codes() == "M"
    shoe.operate("fault reversed clear_after=1")
    shoe.operate("draw 1")
    assert report_fields(shoe.reports()[1])["mode"] == "error"


def test_b1_cutting_card() -> None:
    shoe = loaded()
    shoe.operate("cut 2")
    shoe.operate("draw 2")
    assert shoe.codes() == "DDC"


@pytest.mark.parametrize(
    ("fault", "error", "codes"),
    [
        ("jam", 7, "E"),
        ("reversed", 4, "E"),
        ("reversed n=5", 5, "E"),
        ("unreadable", 1, "E"),
        ("foreign-card", 6, "E"),
        ("double-feed", 2, "DDE"),
    ],
)
def test_b1_errors(fault: str, error: int, codes: str) -> None:
    shoe = loaded()
    shoe.operate(f"fault {fault} clear_after=1")
    if fault not in ("jam", "reversed", "reversed n=5"):
        shoe.operate("draw 1")
    reports = shoe.reports()
    assert "".join(report.code for report in reports) == codes
    assert report_fields(reports[-1]) == {"error_mode": True, "error": error}
    shoe.operate("press cancel")
    (cleared,) = shoe.reports()
    assert (cleared.code, report_fields(cleared)) == ("e", {"error": error})


def test_b1_an_error_whose_cause_is_still_there_is_raised_again() -> None:
    shoe = loaded()
    shoe.operate("fault jam")
    shoe.operate("press cancel")
    assert shoe.codes() == "EeE"
    shoe.operate("clear")
    shoe.operate("press cancel")
    assert shoe.codes() == "e"


def test_b1_an_unreadable_card_can_be_told_as_a_draw() -> None:
    shoe = loaded()
    shoe.operate("fault unreadable n=0 clear_after=1")
    shoe.operate("draw 1")
    assert report_fields(shoe.reports()[0])["card"] == "unreadable"


def test_b1_buttons() -> None:
    shoe = loaded()
    assert "could be sent again" in shoe.line.operate("press repeat")
    shoe.operate("draw 1")
    for button in ("stand-by", "game", "repeat", "wrong"):
        shoe.operate(f"press {button}")
    reports = shoe.reports()
    assert "".join(report.code for report in reports) == "DPGRE"
    assert reports[3].data == reports[0].data
    assert report_fields(reports[2])["result"] == "force quit"
    assert shoe.line.operate("press gane") == "error unknown button 'gane'; did you mean 'game'?"


@pytest.mark.parametrize("form", ["with-stx", "without-stx"])
def test_b2_commands_in_one_form_of_the_bcc_only(form: str) -> None:
    shoe = loaded(options={"command_bcc": form})
    other = "without-stx" if form == "with-stx" else "with-stx"
    assert shoe.command(build_command("LK", "02", other)) == "02"
    assert shoe.codes() == ""
    assert shoe.command(build_command("LK", "02", form)) is None
    shoe.operate("draw 1")
    assert shoe.codes() == "Ld"
    assert shoe.command(build_command("LK", "01", form)) is None
    assert shoe.command(build_command("GP", "00", form)) is None
    assert shoe.command(build_command("EC", "01", form)) is None


def test_b2_cancel_error_by_command() -> None:
    shoe = loaded()
    shoe.operate("fault reversed clear_after=1")
    assert shoe.codes() == "E"
    assert shoe.command(build_command("EC", "03")) is None
    assert shoe.codes() == "", "another error's number cancels nothing"
    assert shoe.command(build_command("EC", "04")) is None
    assert shoe.codes() == "e"


@pytest.mark.parametrize(
    ("wire", "reason"),
    [
        (build_command("LK", "02")[:-1] + b"0", "02"),
        (build_command("XX", "00"), "14"),
        (build_command("LK", "07"), "11"),
        (build_command("EC", "x1"), "11"),
        (build_command("GP", "01"), "11"),
        (b"\x02" + b"OPLK02" + b"\x20" + b"1B", "03"),
        (b"\x02OP\x03LK0219", "11"),
    ],
)
def test_b2_every_nak(wire: bytes, reason: str) -> None:
    assert loaded().command(wire) == reason


def test_b2_another_command_word_is_nak_13() -> None:
    body = b"XPLK02\x03"
    value = 0x02
    for byte in body:
        value ^= byte
    assert loaded().command(b"\x02" + body + b"%02X" % value) == "13"


def test_b2_a_silent_line_answers_nothing_before_the_self_test_is_over() -> None:
    shoe = Listener(options={"self_test": 2})
    shoe.line.send(build_command("LK", "02"))
    assert shoe.codes() == "S"


def test_e_lies_and_forced_naks_of_an_angel_eye() -> None:
    shoe = loaded()
    shoe.operate("fault wrong-card clear_after=1")
    shoe.operate("fault event-gap n=2 clear_after=1")
    shoe.operate("draw 1")
    (report,) = shoe.reports()
    assert report.seq == "3"
    assert report_fields(report)["card"] != "8s"
    shoe.operate("fault nak reason=21 type=LK clear_after=1")
    assert shoe.command(build_command("GP", "00")) is None
    assert shoe.command(build_command("LK", "02")) == "21"
    assert shoe.command(build_command("LK", "02")) is None
    assert shoe.line.operate("fault bad-mac").startswith("error angel-eye has no fault bad-mac")


@pytest.mark.parametrize("kind", ["drop", "bad-crc", "truncate bytes=1", "bit-flip"])
def test_e_two_of_three_copies_damaged_leave_one(kind: str) -> None:
    shoe = loaded()
    shoe.operate(f"fault {kind} dir=device clear_after=2")
    shoe.operate("draw 1")
    good = [item for item in shoe.items() if item == Report(seq="1", code="D", data=b"\x81\xb8")]
    assert len(good) == 1


@pytest.mark.parametrize("fault", ["split bytes=1 ms=3", "late ms=40", "duplicate", "merge ms=400", "stray", "noise"])
def test_e_line_faults_that_lose_nothing(fault: str) -> None:
    shoe = loaded()
    shoe.operate(f"fault {fault} dir=device")
    shoe.operate("draw 1")
    assert shoe.items().count(Report(seq="1", code="D", data=b"\x81\xb8")) >= 2


def test_e_faults_on_the_way_to_the_angel_eye() -> None:
    shoe = loaded()
    shoe.operate("fault silent type=LK clear_after=1")
    shoe.line.send(b"junk" + build_command("LK", "02"))
    assert [item for item in shoe.items(1) if isinstance(item, Reply)] == []
    assert shoe.command(build_command("LK", "02")) is None
    shoe.operate("fault bad-crc dir=host clear_after=1")
    assert shoe.command(build_command("LK", "01")) == "02"
    shoe.operate("fault stray dir=host clear_after=1")
    shoe.line.send(build_command("LK", "01"))
    assert shoe.items(1).count(Reply()) == 2
