"""A card that a device has read, or on which money has moved, is corrected by two people, and the pit hears of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer_console.game import moves
from dealer_console.game.cards import card
from dealer_console.game.hand import HandId
from dealer_console.game.round_files.round_file import parse_bet
from dealer_console.journal import Journal
from dealer_console.journal.entries.rounds import CardCorrected
from dealer_console.journal.verification.verify import verify
from dealer_console.table import commands as c
from dealer_console.table.shift.report import report_data
from tests.rigs.known_people import submitted
from tests.rigs.staffed_table import StaffedTable
from tests.table.evening.test_with_devices import ShuffledTable
from tests.table.late.test_face_down_and_loose import told_at_a_sealed_shoe

KEY = bytes(range(32))


class RecordedTable(ShuffledTable):
    """The shoe reads the cards, and the journal is a file."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "t.journal"
        journal = Journal.create(self.file, table="t", signing_key=KEY, log=bytes(16))
        super().__init__(folder, journal=journal)


@pytest.fixture
def lost(tmp_path: Path) -> RecordedTable:
    """Both hands have lost by what the shoe read, and the dealer has taken the chips of the first."""
    bench = RecordedTable(tmp_path)
    bench.open()
    bench.bring_cards()
    bench.shuffled_by_device("Th 9d 7c Tc 8s Td")  # 1a: T T, 1b: 9 8, dealer 7 and T
    bench.draw()
    bench.done(c.WagersDown(who=bench.dealer, bets=(parse_bet("1 300"),)))
    bench.draw(6)
    return bench


def correct(bench: StaffedTable, text: str) -> c.CorrectCard:
    """The second card of the first hand is this one."""
    return c.CorrectCard(who=bench.dealer, hand="1a", index=1, card=card(text))


def test_a_dealer_alone_does_not_change_what_the_shoe_read(lost: RecordedTable) -> None:
    before = lost.hands
    request = lost.asked(correct(lost, "Kh"))
    assert lost.hands == before
    assert "another person" in lost.refused(lost.approve("Dana", request))
    lost.done(lost.approve("Sam", request))
    assert lost.hands["1a"][1] == "Kh"
    (entry,) = lost.kinds("card-corrected")
    assert isinstance(entry.typed, CardCorrected)
    assert (entry.typed.was, entry.typed.by_device, entry.who) == ("Tc", True, lost.id("Dana"))
    assert entry.typed.approved_by == lost.id("Sam")
    lost.same_after_restart()
    assert verify(lost.file).ok


def test_the_pit_hears_what_the_device_said_and_what_the_person_says(lost: RecordedTable) -> None:
    lost.by_two(correct(lost, "Kh"))
    (alarm,) = lost.state.alarms
    assert "a device read Tc, Dana says Kh" in alarm
    assert "approved by Sam" in alarm
    assert alarm in str([entry.data for entry in lost.kinds("alarm")])


def test_a_second_correction_of_a_read_card_takes_two_again(lost: RecordedTable) -> None:
    lost.by_two(correct(lost, "Kh"))
    lost.asked(correct(lost, "Qh"))


def test_the_shift_report_counts_such_corrections_by_dealer(lost: RecordedTable) -> None:
    lost.by_two(correct(lost, "Kh"))
    rows = report_data(lost.state.shift)["corrections"]
    assert rows == [{"kind": "card read by a device", "dealer": lost.id("Dana"), "count": 1}]


def test_a_card_entered_by_hand_is_the_dealers_own_until_its_money_has_moved(tmp_path: Path) -> None:
    """A loss of 500.00 that was ticked off became a win, with nobody else there."""
    bench = StaffedTable(tmp_path, journal=Journal.create(tmp_path / "t.journal", table="t", signing_key=KEY))
    bench.ready()
    bench.bet("1 250")
    bench.play("Th 9d 7c 5c 8s ??", "1 keep")
    bench.done(correct(bench, "4c"))
    bench.done(correct(bench, "5c"))
    bench.play("1a stand", "1b stand", "reveal Td")
    lost = next(wager for wager in bench.state.settled if wager.outcome == "lose" and wager.hand == "1a")
    bench.done(c.SettlementDone(who=bench.dealer, settlement=lost.seq))
    tray = bench.state.shift.till.tray
    request = bench.asked(correct(bench, "Tc"))
    assert bench.state.shift.till.tray == tray
    bench.done(bench.approve("Sam", request))
    assert any("money had moved" in alarm for alarm in bench.state.alarms)
    rows = report_data(bench.state.shift)["corrections"]
    assert rows == [{"kind": "card after payment", "dealer": bench.id("Dana"), "count": 1}]


def test_a_card_that_the_shoe_read_is_not_taken_back_and_entered_otherwise(lost: RecordedTable) -> None:
    """Taking it back and typing another one would be a correction by the dealer alone."""
    before = lost.hands
    taken_back = c.TakeBack(who=lost.dealer, why="a slip of the finger")
    assert "came from a device: a card that left the shoe cannot go back" in lost.refused(taken_back)
    assert lost.hands == before


@pytest.mark.parametrize("code", ["card-exposed", "card-misdelivered", "card-face-up-in-shoe", "hand-too-many-cards"])
def test_nobody_calls_out_a_card_that_the_shoe_did_not_give(tmp_path: Path, code: str) -> None:
    """MA 15(d): the exposed card is the next card. A dealer alone called out a nine, and a twelve was 21."""
    bench = RecordedTable(tmp_path)
    bench.open()
    bench.bring_cards()
    bench.shuffled_by_device("Th 9d 7c 2c 8s Td 5h")  # 1a: T 2, 1b: 9 8, dealer 7 and T; then a five
    bench.draw()
    bench.done(c.WagersDown(who=bench.dealer, bets=(parse_bet("1 300"),)))
    bench.draw(6)
    bench.play("1 keep")
    hand = HandId("1a") if code == "hand-too-many-cards" else None
    call = moves.IrregularityCalled(code=code, hand=hand, card=card("9s"))
    assert "the shoe tells every card that leaves it" in bench.refused(c.Play(who=bench.dealer, move=call))
    bench.play("1a hit")
    bench.draw()
    assert bench.hands["1a"] == ("Th", "2c", "5h")


def test_a_card_that_the_shoe_read_and_a_late_call_laid_elsewhere_takes_two_as_well() -> None:
    """The dealer says to which hand it goes; what it is, the shoe has said."""
    words = ("Th 5c 6d 4h 8c (Kd)", "2s", "1a stand", "2a hit", "3s", "call 4h hand-one-card 1a / dead-hand")
    evening, _ = told_at_a_sealed_shoe(*words)
    evening.do(c.PlaceLooseCard(who="Dee", asked=True))
    placed = evening.state.standing[-1]
    assert (placed.move, placed.who) == (moves.DRAWN[card("2s")], "Dee")
    wrong = c.CorrectCard(who="Dee", hand="2a", index=3, card=card("9s"))
    assert submitted(evening.rig.session, wrong).request is not None
    assert evening.state.standing[-1] == placed
    evening.do(c.CorrectCard(who="Dee", hand="2a", index=3, card=card("8s")))
    assert "a device read 2s, Dee says 8s" in evening.state.alarms[-1]
