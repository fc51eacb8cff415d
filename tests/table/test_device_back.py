"""A device whose line falls in a round and is back: the cards are compared, and the round goes on with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer_console.game.cards import UNSEEN
from dealer_console.journal import Draft
from dealer_console.journal.entries.devices import DeviceAway, DeviceReady, DeviceResumed
from dealer_console.journal.verification.verify import verify
from dealer_console.table import commands as c
from dealer_console.table.devices.returned_device import returned
from dealer_console.table.session.recovery import restore
from drivers.events import DeviceKind
from tests.messages.codes import code
from tests.rigs.known_people import approval, submitted
from tests.rigs.open_table import OpenTable
from tests.table.late.evening import written

QUIET = "Th 9d 6c Tc 8s Td 5c"
ACE_UP = "Th 9d Ac Tc 8s Td 5c"


def unplugged(bench: OpenTable, kind: str = "shoe", seconds: float = 10.0) -> None:
    bench.operate(kind, f"fault disconnect:for={seconds}")
    bench.virtual.run(5.0, lambda: bench.state.links[kind] == "away")
    assert bench.state.links[kind] == "away"


def back(bench: OpenTable, kind: str = "shoe") -> None:
    assert bench.virtual.run(30.0, lambda: bench.state.links[kind] == "ready")
    bench.run(1.0)


def resume(bench: OpenTable, kind: str = "shoe") -> c.ResumeDevice:
    assert bench.snapshot.returned is not None
    return c.ResumeDevice(who="Dee", device=kind, cards=bench.snapshot.returned.recorded)


def test_a_shoe_that_is_back_after_ten_seconds_goes_on_when_the_cards_were_compared(tmp_path: Path) -> None:
    bench = OpenTable(QUIET)
    bench.draw(2)
    unplugged(bench)
    assert bench.state.irregularity == "shoe-fault"
    assert bench.snapshot.returned is None, "nothing to compare with yet"
    assert "is not back" in bench.refused(c.ResumeDevice(who="Dee", device="shoe", cards=2))
    back(bench)
    found = bench.snapshot.returned
    assert found is not None
    assert (found.kind, found.recorded, found.counted, found.refusal) == ("shoe", 2, 2, None)
    assert [(card.lies_at, card.card.text) for card in found.last] == [("1b", "9d"), ("1a", "Th")]
    bench.done(resume(bench))
    assert bench.state.irregularity is None
    assert not bench.state.cards_by_hand
    bench.draw(4)
    assert bench.standing() == ["Th", "9d", "6c", "Tc", "8s", "??"]
    entry = next(entry.typed for entry in bench.journal.entries() if isinstance(entry.typed, DeviceResumed))
    assert (entry.device, entry.cards) == ("shoe", 2)
    assert restore(bench.journal).hash() == bench.state.hash()
    assert verify(written(bench.journal, tmp_path)).problem is None


def test_after_a_ruling_to_go_on_by_hand_a_supervisor_approves_that_the_shoe_is_in_use_again(tmp_path: Path) -> None:
    bench = OpenTable(QUIET)
    bench.draw(2)
    unplugged(bench)
    bench.play("resolve continue-by-hand by Sue")
    back(bench)
    command = resume(bench)
    outcome = submitted(bench.virtual.session, command)
    assert outcome.request is not None, "nobody alone turns round what a supervisor ruled"
    assert bench.state.cards_by_hand
    approved = submitted(bench.virtual.session, approval(bench.virtual.session, outcome.request))
    assert approved.refusal is None
    assert not bench.state.cards_by_hand
    bench.draw(4)
    assert bench.standing()[-4:] == ["6c", "Tc", "8s", "??"]
    assert verify(written(bench.journal, tmp_path)).problem is None


def test_a_shoe_that_has_not_counted_a_card_entered_by_hand_stays_out_until_the_round_is_over() -> None:
    bench = OpenTable(QUIET)
    bench.draw(2)
    unplugged(bench)
    bench.play("resolve continue-by-hand by Sue")
    bench.play("6c")
    back(bench)
    found = bench.snapshot.returned
    assert found is not None
    assert (found.recorded, found.counted) == (3, 2)
    refusal = submitted(bench.virtual.session, resume(bench)).refusal
    assert code(refusal) == "device-missed-cards"
    for text in ("Tc", "8s", "??", "1 keep", "1a stand", "1b stand", "reveal Td", "5c"):
        bench.play(text)
    bench.done(c.WagersPaid(who="Dee"))
    assert not bench.state.cards_by_hand


def test_a_card_that_was_entered_by_hand_and_then_told_by_the_shoe_is_the_same_card() -> None:
    bench = OpenTable(QUIET)
    bench.draw(2)
    unplugged(bench)
    bench.operate("shoe", "draw 1")
    bench.play("resolve continue-by-hand by Sue")
    bench.play("6c")
    back(bench)
    assert bench.snapshot.returned is not None
    assert bench.snapshot.returned.counted == bench.snapshot.returned.recorded == 3
    bench.done(resume(bench))
    bench.draw(3)
    assert bench.standing()[-4:] == ["6c", "Tc", "8s", "??"]


def test_a_card_that_left_the_shoe_while_its_line_was_down_is_asked_about_when_it_is_in_use_again() -> None:
    bench = OpenTable(QUIET)
    bench.draw(2)
    unplugged(bench)
    bench.operate("shoe", "draw 1")
    back(bench)
    assert bench.snapshot.returned is not None
    assert (bench.snapshot.returned.recorded, bench.snapshot.returned.counted) == (2, 3)
    bench.done(resume(bench))
    assert bench.snapshot.loose is not None
    bench.done(c.ExplainDraw(who="Dee", seen=True))
    bench.run(0.3)
    assert bench.standing() == ["Th", "9d", "6c"]
    bench.draw(3)
    assert bench.standing()[-3:] == ["Tc", "8s", "??"]


def test_whoever_compared_other_cards_compares_them_again() -> None:
    bench = OpenTable(QUIET)
    bench.draw(2)
    unplugged(bench)
    back(bench)
    assert "compare them again" in bench.refused(c.ResumeDevice(who="Dee", device="shoe", cards=1))


@pytest.mark.parametrize("fault", ["wrong-identity:serial=SIM-S9", "event-gap:n=3", "bad-mac:rate=1"])
def test_a_shoe_that_comes_back_as_another_one_stays_locked(fault: str) -> None:
    bench = OpenTable(QUIET)
    bench.draw(2)
    unplugged(bench, seconds=2.0)
    bench.operate("shoe", f"fault {fault}")
    bench.run(10.0)
    assert bench.state.links["shoe"] != "ready"
    assert bench.snapshot.returned is None
    bench.refused(c.ResumeDevice(who="Dee", device="shoe", cards=2))
    assert bench.state.irregularity == "shoe-fault"


def test_a_shoe_with_a_fault_is_not_gone_on_with() -> None:
    bench = OpenTable(QUIET)
    bench.draw(2)
    bench.operate("shoe", "fault jam")
    unplugged(bench)
    back(bench)
    assert "has a fault" in bench.refused(c.ResumeDevice(who="Dee", device="shoe", cards=2))


def test_a_fault_that_a_person_called_is_not_called_off_by_a_line_that_is_back() -> None:
    bench = OpenTable(QUIET)
    bench.draw(2)
    bench.play("irregularity shoe-fault")
    unplugged(bench)
    back(bench)
    assert bench.snapshot.returned is None


def test_a_shoe_that_had_no_power_goes_on_in_the_same_way() -> None:
    bench = OpenTable(QUIET)
    bench.draw(2)
    bench.operate("shoe", "draw 1")
    bench.operate("shoe", "power off")
    bench.run(10.0)
    assert bench.state.irregularity == "shoe-fault"
    bench.operate("shoe", "power on")
    back(bench)
    bench.done(resume(bench))
    if bench.snapshot.loose is not None:
        bench.done(c.ExplainDraw(who="Dee", seen=True))
    bench.run(1.0)
    assert bench.standing() == ["Th", "9d", "6c"]
    bench.draw(3)
    assert bench.standing()[-3:] == ["Tc", "8s", "??"]


def test_a_table_that_is_restarted_meanwhile_still_offers_it() -> None:
    bench = OpenTable(QUIET)
    bench.draw(2)
    unplugged(bench)
    assert restore(bench.journal).hash() == bench.state.hash()
    back(bench)
    again = restore(bench.journal)
    assert again.hash() == bench.state.hash()
    assert returned(again) == bench.snapshot.returned


# --- the reader, and a continuous shuffler --------------------------------------------------------------------------


def at_the_check() -> OpenTable:
    bench = OpenTable(ACE_UP)
    bench.deal()
    bench.play("insurance closed")
    assert bench.state.round is not None
    assert bench.state.round.check == "due"
    return bench


def test_a_reader_that_is_back_before_the_ruling_makes_its_check() -> None:
    bench = at_the_check()
    unplugged(bench, "reader")
    assert bench.state.irregularity == "reader-fault"
    back(bench, "reader")
    assert bench.snapshot.returned is not None
    assert bench.snapshot.returned.counted is None
    assert bench.snapshot.returned.last[0].card is UNSEEN, "the hole card stays covered"
    bench.done(resume(bench, "reader"))
    bench.run(0.5)
    bench.check("Td")
    assert bench.standing()[-1] == "peek blackjack"


def test_a_reader_that_the_round_goes_on_without_stays_out_ma_15m() -> None:
    bench = at_the_check()
    unplugged(bench, "reader")
    bench.play("resolve continue-without-reader")
    back(bench, "reader")
    assert bench.snapshot.returned is None
    assert "reader" in bench.state.without


@pytest.mark.parametrize(("serial", "offered"), [("SIM-S0", True), ("SIM-S9", False)])
def test_another_shoe_of_the_house_on_the_same_line_is_not_the_one_that_went(serial: str, offered: bool) -> None:
    bench = OpenTable(QUIET)
    bench.draw(2)
    unplugged(bench)
    ready = DeviceReady(
        device=DeviceKind.SHOE,
        serial=serial,
        model=None,
        firmware=None,
        locks=True,
        last_batch=None,
        inside=None,
        epoch=None,
    )
    away = DeviceAway(device=DeviceKind.SHOE, serial=serial, reason=None, text=None)
    bench.journal.append([Draft.of(link) for link in (ready, away, ready)], at_ms=1)
    assert (returned(restore(bench.journal)) is not None) is offered
