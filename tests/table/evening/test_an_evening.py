"""A whole evening by touches alone: opened, dealt, ruled, filled, changed, corrected, closed, reported.

After every touch the program could die: what comes back from the file, with its snapshots or without, is the same.
"""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from dealer_console.game.round_files.notation import parse_move
from dealer_console.journal import Journal
from dealer_console.journal.canonical import Json, canonical_object
from dealer_console.journal.rounds import recorded_rounds
from dealer_console.journal.verification.verify import verify
from dealer_console.rulebook.load import config_folder
from dealer_console.table import commands as c
from dealer_console.table.session import table_session
from dealer_console.table.session.recovery import restore
from dealer_console.table.shift import report_data
from dealer_console.table.shift.chips import chips
from tests.rigs.staffed_table import CB, MA, TRAY, StaffedTable

ROOT = Path(__file__).parents[3]


class Evening:
    """The parts of one evening, in the words of the floor."""

    def __init__(self, bench: StaffedTable) -> None:
        self.bench = bench
        self.switch = bench.table.rules.is_switch

    def a_round(self) -> None:
        self.deal()
        self.stand()
        self.bench.done(c.WagersPaid(who=self.bench.dealer))

    def deal(self) -> None:
        self.bench.bet("1 25", "3 50") if not self.bench.state.last_bets else self.same()
        self.bench.play("Th 9d 9c 8h 7c Tc 8s 9s 9h ??" if self.switch else "Th 9d 7c Tc 8s ??")

    def same(self) -> None:
        self.bench.done(c.SameWagers(who=self.bench.dealer))

    def stand(self) -> None:
        if self.switch:
            self.bench.play("1 keep", "1a stand", "1b stand", "3 keep", "3a stand", "3b stand", "reveal Td")
        else:
            self.bench.play("1a stand", "3a stand", "reveal Td")

    def irregular_round(self) -> None:
        """The shoe jams; a supervisor rules that the cards are dealt by hand."""
        self.deal()
        bench = self.bench
        bench.play("irregularity shoe-fault")
        assert bench.state.irregularity == "shoe-fault"
        bench.by_two(c.Play(who=bench.dealer, move=parse_move("resolve continue-by-hand")), "Sid")
        assert f"resolve continue-by-hand by {bench.id('Sid')}" in [entry.data["move"] for entry in bench.kinds("move")]
        self.stand()
        bench.done(c.WagersPaid(who=bench.dealer))

    def a_fill(self) -> None:
        bench = self.bench
        bench.done(c.BuyIn(who=bench.dealer, cents=100_000, spot=3))
        bench.done(c.AskFill(who=bench.dealer, chips=chips({2500: 40})))
        bench.sign("Sam", c.ConfirmSlip(who="", slip="F-00001"))

    def new_limits(self) -> None:
        bench = self.bench
        bench.sign("Sam", c.AnnounceNotice(who="", changes={"maximum": "800"}))
        self.a_round()
        assert bench.snapshot.shift is not None
        bench.now = bench.snapshot.shift.open_notices[0].from_ms
        self.a_round()
        assert bench.state.table is not None
        assert bench.state.table.maximum == 80_000

    def new_dealer(self) -> None:
        bench = self.bench
        bench.come_in("Drew")
        assert bench.state.burn_due
        bench.burn()
        self.a_round()

    def a_correction(self) -> None:
        bench = self.bench
        paid = bench.snapshot.settled[0].seq
        bench.by_two(c.CorrectSettlement(who=bench.dealer, corrects=paid, cents=500, reason="a chip too few"))

    def new_shoe(self) -> None:
        bench = self.bench
        self.deal()
        bench.done(c.CuttingCardOut(who=bench.dealer, spot=3))
        self.stand()
        bench.done(c.WagersPaid(who=bench.dealer))
        if self.switch:
            bench.done(c.CardStep(who=bench.dealer, step="collect"))
        left = bench.state.shoe.left if bench.state.shoe is not None else 0
        all_cards = bench.table.game.decks * 52
        bench.done(c.CountCards(who=bench.dealer, shoe_rest=left, discards=all_cards - left))
        bench.shuffle("cutting-card")
        bench.cut()
        bench.burn()
        self.a_round()

    def close(self) -> None:
        bench = self.bench
        if not self.switch:
            bench.sign("Sam", c.OrderCardsOut(who=""))
            for step in ("rack", "fan", "return"):
                bench.done(c.CardStep(who=bench.dealer, step=step))
        cents = bench.state.shift.till.tray - 500
        held = {10000: cents // 10000, 500: cents % 10000 // 500}
        bench.by_two(c.CloseTable(who=bench.dealer, tray=chips(held)))


@pytest.mark.parametrize("table", [MA, CB])
def test_an_evening(tmp_path: Path, table: str) -> None:
    path = tmp_path / "evening.journal"
    with Journal.create(path, table=table, signing_key=bytes(32), at_ms=0, log=bytes(16)) as journal:
        bench = StaffedTable(tmp_path, table, journal=journal)
        bench.checked = True
        evening = Evening(bench)
        bench.ready()
        evening.a_round()
        evening.irregular_round()
        evening.a_fill()
        evening.new_limits()
        evening.new_dealer()
        evening.a_correction()
        evening.new_shoe()
        evening.close()
        report = report_data(bench.state.shift)
        last = bench.state.hash()
    with Journal.open(path, bytes(32)) as journal:
        bench.journal = journal
        bench.restart()
        assert bench.state.hash() == last
    assert report["stage"] == "closed"
    assert report["pace"]["rounds"] == 7
    assert report["money"]["fills"] == "1000.00"
    assert report["money"]["difference"] == "-5.00"
    assert (
        len([recorded_round for recorded_round in recorded_rounds(path) if recorded_round.closed_at_ms is not None])
        == 7
    )
    _verified(path)


def test_opening_does_not_grow_with_the_history(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_session, "ENTRIES_BETWEEN_SNAPSHOTS", 1)
    bench = StaffedTable(tmp_path)
    bench.ready()
    evening = Evening(bench)
    sizes = []
    for _ in range(6):
        evening.a_round()
        last = bench.journal.last_snapshot()
        assert last is not None
        assert bench.journal.seq - last.seq <= 1
        sizes.append(len(str(last.data)))
    assert sizes[-1] < sizes[1] + 200  # figures get longer, lists do not


def test_a_snapshot_follows_only_when_the_last_one_is_far_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_session, "ENTRIES_BETWEEN_SNAPSHOTS", 60)
    bench = StaffedTable(tmp_path)
    bench.ready()
    evening = Evening(bench)
    for _ in range(6):
        evening.a_round()
    seqs = [0, *(entry.seq for entry in bench.journal.entries() if entry.kind == "snapshot")]
    assert 2 <= len(seqs) < 6
    assert all(later - earlier >= 60 for earlier, later in pairwise(seqs))
    bench.restart()
    assert bench.state.snapshot_seq == seqs[-1]


def test_a_snapshot_leaves_the_text_of_the_rules_to_the_configuration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = StaffedTable(tmp_path)
    bench.ready()
    Evening(bench).a_round()
    before, text = bench.state.hash(), bench.state.configuration
    snapshot = bench.journal.snapshot(bench.state.data(), bench.now)
    assert len(canonical_object(snapshot.data)) < 6_000
    monkeypatch.setenv("DEALER_CONSOLE_CONFIG", str(_changed_rule_sets(tmp_path)))  # restored from the journal alone
    restored = restore(bench.journal)
    assert (restored.snapshot_seq, restored.hash()) == (snapshot.seq, before)
    assert restored.configuration == text


def test_a_round_takes_less_than_eight_kilobytes_on_disk(tmp_path: Path) -> None:
    path = tmp_path / "t1.journal"
    with Journal.create(path, table=MA, signing_key=bytes(32), at_ms=0) as journal:
        bench = StaffedTable(tmp_path, journal=journal)
        bench.ready()
        before = size_on_disk(path)
        evening = Evening(bench)
        for _ in range(6):
            evening.a_round()
            evening.new_shoe()
        rounds = bench.state.round_number
    assert rounds > 15
    assert (size_on_disk(path) - before) / rounds < 8_000


def size_on_disk(path: Path) -> int:
    connection = sqlite3.connect(path)
    (size,) = connection.execute("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size").fetchone()
    connection.close()
    return int(size)


def _changed_rule_sets(folder: Path) -> Path:
    """As after an update of the program."""
    changed = folder / "newer"
    shutil.copytree(config_folder(), changed)
    for file in (changed / "rulesets").glob("*.toml"):
        file.write_text(file.read_text("utf-8") + "\n# a newer edition\n", "utf-8")
    return changed


@pytest.mark.parametrize("change", [{"form": 1}, {"something new": 1}])
def test_a_snapshot_of_another_program_is_passed_over(tmp_path: Path, change: dict[str, Json]) -> None:
    bench = StaffedTable(tmp_path)
    bench.ready()
    Evening(bench).a_round()
    told = bench.state.hash()
    bench.journal.snapshot({**bench.state.data(), "round_number": 99, **change}, bench.now)
    assert restore(bench.journal).hash() == told


def test_a_second_shift_begins_where_the_first_one_ended(tmp_path: Path) -> None:
    bench = StaffedTable(tmp_path)
    bench.ready()
    Evening(bench).a_round()
    bench.by_two(c.CloseTable(who=bench.dealer, tray=TRAY))
    bench.restart()
    bench.open()
    assert bench.snapshot.guide is not None
    assert bench.snapshot.guide.command is c.CardsInspected  # cards that stayed over night are inspected again
    bench.by_two(c.CardsInspected(who=bench.dealer))
    bench.shuffle()
    bench.cut()
    bench.burn()
    Evening(bench).a_round()
    assert (bench.state.shift.number, bench.state.round_number) == (2, 2)


def _verified(path: Path) -> None:
    assert verify(path).problem is None
    told = subprocess.run(
        [sys.executable, str(ROOT / "docs" / "verify_journal.py"), str(path)], capture_output=True, text=True
    )
    assert told.returncode == 0, told.stdout + told.stderr
