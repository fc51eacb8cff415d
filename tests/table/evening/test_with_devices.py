"""A table with a house and its devices: the shuffler does its steps of the guide, the shoe burns, deals and tells."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer_console.game import moves, phases
from dealer_console.game.cards import FACES, card
from dealer_console.game.round_files.round_file import parse_bet
from dealer_console.journal import AnyJournal
from dealer_console.rulebook.tables import Table
from dealer_console.table import commands as c
from tests.rigs.open_table import SD
from tests.rigs.opening import table_of
from tests.rigs.staffed_table import MA, StaffedTable
from tests.rigs.table_rig import hands_of

KINDS = ("shoe", "reader", "batch-shuffler")
PLAIN = "Th 9d 7c Tc 8s Td"


class ShuffledTable(StaffedTable):
    """With a shoe, a reader and a batch shuffler."""

    def __init__(
        self,
        folder: Path,
        journal: AnyJournal | None = None,
        *,
        kinds: tuple[str, ...] = KINDS,
        table: str | Table = MA,
    ) -> None:
        super().__init__(folder, table, kinds=kinds, journal=journal)

    def operate(self, kind: str, text: str) -> str:
        answer = super().operate(kind, text)
        self.run(0.2)
        return answer

    def shuffled_by_device(self, cards: str) -> None:
        """New decks through the shuffler into the shoe; they then lie in this order behind the burn card."""
        who = self.dealer
        self.done(c.BeginShuffle(who=who, reason="new-cards", way="device"))
        self.operate("batch-shuffler", f"load {self.table.game.decks * 52}")
        self.done(c.Shuffle(who=who))
        self.virtual.run(600, lambda: self.state.batch_stage == "ready")
        assert self.state.shift.cards.done == "wait"
        self.done(c.Release(who=who))
        self.virtual.run(60, lambda: self.virtual.operate("batch-shuffler", "take").startswith("ok"))
        self.virtual.run(60, lambda: self.state.batch_stage is None)
        rest = " ".join(face.text for face in FACES * 5)
        self.operate("shoe", f"load 2c {cards} {rest}")

    def draw(self, count: int = 1) -> None:
        for _ in range(count):
            self.operate("shoe", "draw 1")


@pytest.fixture
def bench(tmp_path: Path) -> ShuffledTable:
    shuffled_bench = ShuffledTable(tmp_path)
    shuffled_bench.open()
    shuffled_bench.bring_cards()
    return shuffled_bench


def test_cards_come_through_the_shuffler_and_are_not_cut(bench: ShuffledTable) -> None:
    """MA 4(a), 4(b)(1)."""
    bench.shuffled_by_device(PLAIN)
    steps = [entry.data["step"] for entry in bench.kinds("shuffle")]
    assert steps == ["begun", "insert", "stack"]
    assert bench.snapshot.guide is not None
    assert bench.snapshot.guide.step == "burn"
    assert "draw the burn card" in bench.refused(c.BurnCard(who=bench.dealer))
    bench.draw()
    assert bench.snapshot.guide is None
    bench.done(c.WagersDown(who=bench.dealer, bets=(parse_bet("1 25"),)))
    bench.draw(6)
    assert bench.state.round is not None
    assert bench.state.round.phase is phases.PLAY
    assert bench.hands["1a"] == ("Th", "Tc")
    bench.same_after_restart()


def test_sd_7_a_batch_from_the_shuffler_is_cut_before_it_goes_into_the_shoe(tmp_path: Path) -> None:
    bench = ShuffledTable(tmp_path, kinds=("shoe", "batch-shuffler"), table=table_of(SD, ("shoe", "batch-shuffler")))
    bench.open()
    bench.bring_cards()
    bench.shuffled_by_device(PLAIN)
    guide = bench.snapshot.guide
    assert guide is not None
    assert (guide.step, guide.command, guide.clause, guide.waits) == ("offer-cut", c.OfferCut, "SD 7", None)
    assert bench.kinds("shoe") == []
    bench.done(c.OfferCut(who=bench.dealer, players=(2,), first_player=2))
    bench.done(c.CutMade(who=bench.dealer, spot=2, cards_before=100))
    bench.follow_the_guide()
    assert len(bench.kinds("shoe")) == 1
    assert bench.state.burn_due


def test_ma_15g_beside_a_shuffler_that_checks_full_decks_the_discards_wait_until_it_is_away(
    bench: ShuffledTable,
) -> None:
    bench.shuffled_by_device(PLAIN)
    bench.draw()
    who = bench.dealer
    bench.done(c.WagersDown(who=who, bets=(parse_bet("1 25"),)))
    bench.draw(3)
    bench.done(c.Play(who=who, move=moves.IrregularityCalled(code="shoe-empty")))
    bench.done(c.Play(who=who, move=moves.Ruled(choice="reshuffle")))
    guide = bench.snapshot.guide
    assert guide is not None
    assert guide.ways == ()
    assert guide.waits is not None
    assert guide.waits.clause == "MA 15(k)"
    assert "full decks" in bench.refused(c.BeginShuffle(who=who, reason="shoe-empty", way="device"))
    bench.operate("batch-shuffler", "power off")
    bench.virtual.run(10, lambda: bench.state.links["batch-shuffler"] == "away")
    bench.done(c.BeginShuffle(who=who, reason="shoe-empty", way="hand"))


def test_the_guide_names_the_shufflers_touches(bench: ShuffledTable) -> None:
    assert "no shuffle by device has begun" in bench.refused(c.Shuffle(who=bench.dealer))
    bench.done(c.BeginShuffle(who=bench.dealer, reason="new-cards", way="device"))
    assert bench.snapshot.guide is not None
    assert (bench.snapshot.guide.step, bench.snapshot.guide.command) == ("insert", c.Shuffle)
    assert bench.snapshot.links == {"shoe": "ready", "reader": "ready", "batch-shuffler": "ready"}


def test_ma_15k_nobody_shuffles_by_hand_beside_the_shuffler(bench: ShuffledTable) -> None:
    words = bench.refused(c.BeginShuffle(who=bench.dealer, reason="new-cards", way="hand"))
    assert "take it away first" in words
    assert "MA 15(k)" in words
    bench.operate("batch-shuffler", "power off")
    bench.virtual.run(10, lambda: bench.state.links["batch-shuffler"] == "away")
    bench.done(c.BeginShuffle(who=bench.dealer, reason="new-cards", way="hand"))


def test_a_card_beside_the_layout_comes_before_a_correction(bench: ShuffledTable) -> None:
    bench.shuffled_by_device(PLAIN)
    bench.draw()
    bench.done(c.WagersDown(who=bench.dealer, bets=(parse_bet("1 25"),)))
    bench.draw(6)
    right = c.CorrectCard(who=bench.dealer, hand="1a", index=0, card=card("Kh"))
    bench.play("1 keep", "1a stand", "1b stand")
    bench.draw()  # too early: the hole card is not shown yet
    assert "beside the layout comes first" in bench.refused(right)


def test_a_card_drawn_before_the_table_is_ready_opens_no_round(bench: ShuffledTable) -> None:
    bench.operate("shoe", "load 312")
    bench.draw()
    assert not bench.state.in_round
    assert bench.snapshot.loose is not None


def test_the_cutting_card_tells_where_it_came(bench: ShuffledTable) -> None:
    """MA 4(c), 7(n): the player of that spot is offered the cut of the next shoe."""
    bench.shuffled_by_device(PLAIN)
    bench.draw()
    bench.done(c.WagersDown(who=bench.dealer, bets=(parse_bet("4 25"),)))
    bench.draw()
    left = int(bench.virtual.operate("shoe", "state").split("cards=")[1].split()[0].strip(","))
    bench.operate("shoe", f"cut {left - 2}")
    bench.draw(5)
    seen = next(entry for entry in bench.kinds("device-event") if entry.data["event"] == "CutCardSeen")
    assert (seen.data["spot"], seen.data["hand"]) == (4, "4a")
    assert bench.state.shift.cards.cutting_card_at == 4
    assert bench.state.last_round_of_shoe


def test_nothing_shown_depends_on_the_hole_card(tmp_path: Path) -> None:
    """Two tables with the same cards but the hole card: until it is shown, every snapshot is the same."""
    shown = []
    for hole in ("2d", "Ah"):
        folder = tmp_path / hole
        folder.mkdir()
        bench = ShuffledTable(folder)
        bench.open()
        bench.bring_cards()
        bench.shuffled_by_device(f"Th 9d 7c Tc 8s {hole}")
        bench.draw()
        bench.done(c.WagersDown(who=bench.dealer, bets=(parse_bet("1 25"),)))
        bench.draw(6)
        bench.play("1 keep", "1a stand", "1b stand")
        shown.append([(snapshot, hands_of(snapshot)) for snapshot in bench.snapshots])
        assert bench.state.round is not None
        assert bench.state.round.phase is phases.SHOW
        bench.done(c.ShowHoleCard(who=bench.dealer))
        bench.run()
        assert bench.hands["dealer"][1] == hole
    assert shown[0] == shown[1]


def test_a_fault_is_cleared_by_two(bench: ShuffledTable) -> None:
    bench.operate("shoe", "fault jam")
    assert bench.state.faults
    assert bench.snapshot.faults.keys() == {"shoe"}
    bench.operate("shoe", "clear")
    bench.by_two(c.ClearFault(who=bench.dealer, device="shoe"))
    order = next(entry for entry in bench.kinds("device-command") if entry.data["command"] == "clear")
    assert order.data["approved_by"] == bench.id("Sam")
    bench.run(2.0)
    assert not bench.state.faults
