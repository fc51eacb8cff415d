"""Two batches at once (tablelink A11): one in play, one being shuffled; they change places at the end of a shoe."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer_console.game.cards import FACES
from dealer_console.game.round_files.round_file import parse_bet
from dealer_console.journal import AnyJournal
from dealer_console.table import commands as c
from tests.rigs.staffed_table import StaffedTable

KINDS = ("shoe", "reader", "batch-shuffler")
PLAIN = "Th 9d 7c Tc 8s Td"
SHUFFLER = "batch-shuffler"


class TwoBatchTable(StaffedTable):
    """With a batch shuffler that keeps a shuffled batch while it shuffles another; or, `old`, with one of minor 0."""

    def __init__(self, folder: Path, journal: AnyJournal | None = None, *, old: bool = False) -> None:
        options = {SHUFFLER: {"two_batches": not old}}
        super().__init__(folder, kinds=KINDS, journal=journal, options=options)

    def operate(self, kind: str, text: str) -> str:
        answer = super().operate(kind, text)
        self.run(0.2)
        return answer

    def open_with_red_cards(self) -> None:
        """The first decks go through the shuffler into the shoe, as ever."""
        self.open()
        self.done(c.DecksIn(who=self.dealer, decks=6, colour="red"))
        self.inspected(second=False)
        self.done(c.BeginShuffle(who=self.dealer, reason="new-cards", way="device"))
        self.operate(SHUFFLER, "load 312")
        self.done(c.Shuffle(who=self.dealer))
        self.virtual.run(600, lambda: self.state.batch_stage == "ready")
        self.take_the_batch_out()

    def inspected(self, *, second: bool) -> None:
        self.by_two(c.CardsInspected(who=self.dealer, second=second))

    def take_the_batch_out(self) -> None:
        shoes = len(self.kinds("shoe"))
        self.done(c.Release(who=self.dealer))
        self.virtual.run(60, lambda: self.virtual.operate(SHUFFLER, "take").startswith("ok"))
        self.virtual.run(60, lambda: len(self.kinds("shoe")) > shoes)
        rest = " ".join(face.text for face in FACES * 5)
        self.operate("shoe", f"load 2c {PLAIN} {rest}")
        self.operate("shoe", "draw 1")
        assert self.snapshot.guide is None

    def second_decks(self) -> None:
        """Blue decks come, are inspected, lie in the shuffler, and are shuffled."""
        self.done(c.DecksIn(who=self.dealer, decks=6, colour="blue", second=True))
        self.inspected(second=True)
        self.operate(SHUFFLER, "load 312")
        self.done(c.Shuffle(who=self.dealer, second=True))

    def end_the_shoe(self) -> None:
        """The house ends it; the cards are counted, and the shuffle begins."""
        self.done(c.BeginShuffle(who=self.dealer, reason="house", way="device"))

    @property
    def second(self) -> str | None:
        return self.snapshot.second_stage


@pytest.fixture
def bench(tmp_path: Path) -> TwoBatchTable:
    bench = TwoBatchTable(tmp_path)
    bench.open_with_red_cards()
    return bench


def test_the_second_decks_are_shuffled_while_a_round_is_dealt(bench: TwoBatchTable) -> None:
    bench.second_decks()
    bench.run(0.5)
    assert bench.second == "shuffling"
    bench.done(c.WagersDown(who=bench.dealer, bets=(parse_bet("1 25"),)))
    for _ in range(6):
        bench.operate("shoe", "draw 1")
    assert bench.state.in_round
    bench.virtual.run(600, lambda: bench.second == "ready")
    assert bench.state.in_round
    assert bench.state.batch_stage is None
    bench.same_after_restart()


def test_at_the_end_of_a_shoe_the_cards_change_without_a_wait(bench: TwoBatchTable) -> None:
    bench.second_decks()
    bench.virtual.run(600, lambda: bench.second == "ready")
    bench.end_the_shoe()
    bench.operate(SHUFFLER, "load 312")
    assert bench.snapshot.guide is not None
    assert (bench.snapshot.guide.command, bench.snapshot.guide.waits) == (c.Shuffle, None)
    bench.done(c.Shuffle(who=bench.dealer))
    bench.run(0.5)
    assert bench.second == "shuffling", "the red cards"
    bench.same_after_restart()
    assert bench.snapshot.guide.command is c.Release
    bench.take_the_batch_out()
    assert bench.second == "shuffling", "nobody waited for them"
    assert bench.state.shift.cards.colour == "blue"
    assert bench.state.shift.second is not None
    assert bench.state.shift.second.colour == "red"
    bench.virtual.run(600, lambda: bench.second == "ready")
    bench.same_after_restart()
    # and back again
    bench.end_the_shoe()
    bench.operate(SHUFFLER, "load 312")
    bench.done(c.Shuffle(who=bench.dealer))
    bench.take_the_batch_out()
    assert bench.state.shift.cards.colour == "red"
    assert [entry.data["batch"] for entry in bench.kinds("device-command") if entry.data["command"] == "shuffle"] == [
        1,
        2,
        3,
        4,
    ]


def test_both_commands_are_asked_for_after_a_restart_between_them(bench: TwoBatchTable) -> None:
    bench.second_decks()
    bench.virtual.run(600, lambda: bench.second == "ready")
    bench.end_the_shoe()
    bench.operate(SHUFFLER, "load 312")
    bench.done(c.Shuffle(who=bench.dealer))
    bench.run(0.3)
    bench.done(c.Release(who=bench.dealer))
    bench.run(0.3)
    assert [sent.type for sent in bench.state.commands[SHUFFLER]] == [0x20, 0x21]
    bench.same_after_restart()


def test_ma_15j_a_fault_among_the_second_decks_stops_no_round(bench: TwoBatchTable) -> None:
    bench.second_decks()
    bench.run(0.5)
    bench.done(c.WagersDown(who=bench.dealer, bets=(parse_bet("1 25"),)))
    for _ in range(4):
        bench.operate("shoe", "draw 1")
    bench.operate(SHUFFLER, "fault jam")
    bench.virtual.run(60, lambda: SHUFFLER in bench.state.faults)
    bench.run(0.5)
    assert bench.state.in_round
    assert bench.state.irregularity is None
    assert bench.snapshot.alarms
    assert bench.second == "dead"


def test_the_second_decks_have_backs_of_another_colour(bench: TwoBatchTable) -> None:
    assert "another colour" in bench.refused(c.DecksIn(who=bench.dealer, decks=6, colour="red", second=True))


def test_second_decks_are_inspected_before_they_are_shuffled(bench: TwoBatchTable) -> None:
    bench.done(c.DecksIn(who=bench.dealer, decks=6, colour="blue", second=True))
    assert "inspected before" in bench.refused(c.Shuffle(who=bench.dealer, second=True))


def test_cards_do_not_go_in_while_the_second_ones_are_being_shuffled(bench: TwoBatchTable) -> None:
    bench.second_decks()
    bench.run(0.5)
    bench.end_the_shoe()
    assert bench.snapshot.guide is not None
    assert bench.snapshot.guide.waits is not None
    assert "still at work" in bench.refused(c.Shuffle(who=bench.dealer))


def test_a_shuffler_of_minor_0_works_as_before_and_gets_no_second_decks(tmp_path: Path) -> None:
    bench = TwoBatchTable(tmp_path, old=True)
    bench.open_with_red_cards()
    assert "keeps two batches" in bench.refused(c.DecksIn(who=bench.dealer, decks=6, colour="blue", second=True))
    assert bench.snapshot.cards is not None
    assert "SecondDecks" not in bench.snapshot.cards.also
    bench.end_the_shoe()
    bench.operate(SHUFFLER, "load 312")
    bench.done(c.Shuffle(who=bench.dealer))
    bench.virtual.run(600, lambda: bench.state.batch_stage == "ready")
    bench.take_the_batch_out()


def test_the_page_of_the_cards_leads_through_it(bench: TwoBatchTable) -> None:
    def also() -> tuple[str, ...]:
        assert bench.snapshot.cards is not None
        return bench.snapshot.cards.also

    assert also()[-1] == "SecondDecks"
    bench.done(c.DecksIn(who=bench.dealer, decks=6, colour="blue", second=True))
    assert also()[-1] == "SecondInspected"
    bench.inspected(second=True)
    assert also()[-1] == "ShuffleSecond"
    bench.operate(SHUFFLER, "load 312")
    bench.done(c.Shuffle(who=bench.dealer, second=True))
    assert not {"SecondDecks", "SecondInspected", "ShuffleSecond"} & {*also()}
