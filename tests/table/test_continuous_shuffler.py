"""A table whose cards come out of a continuous shuffler: entered by hand, put back after the round, always counted."""

from __future__ import annotations

from dealer_console.game.cards import FACES
from dealer_console.game.round_files.notation import parse_move
from dealer_console.game.round_files.round_file import parse_bet
from dealer_console.journal.verification.checked_rounds import CheckedRounds
from dealer_console.simulation.virtual_table import VirtualTable
from dealer_console.table import commands as c
from dealer_console.table.session.recovery import restore
from dealer_console.table.state.table_state import TableState
from tests.rigs.known_people import done
from tests.rigs.open_table import new_journal
from tests.rigs.opening import Opening, setup_of, table_of

MA = "massachusetts-switch"
CSM = "continuous-shuffler"


class Table:
    """Opened and burned, with six decks inside."""

    def __init__(self) -> None:
        self.journal = new_journal()
        table = table_of(MA, (CSM,), {"hole_card": "face-down"})
        opening = Opening(self.journal, table, 0)
        opening.open()
        opening.bring_cards()
        self.virtual = VirtualTable(
            self.journal, kinds=(CSM,), options={CSM: {"cycle_seconds": 0.2}}, setup=setup_of(table)
        )
        self.run(2.0)
        self.touch(c.BeginShuffle(who="Dee", reason="new-cards", way="device"))
        self.operate("load " + " ".join(face.text for face in FACES * 6))
        self.run(1.0)
        self.touch(c.CardStep(who="Dee", step="load"))
        self.card("??")
        self.touch(c.WagersDown(who="Dee", bets=(parse_bet("1 25"),)))

    @property
    def state(self) -> TableState:
        return self.virtual.session.state

    def run(self, seconds: float = 0.5) -> None:
        self.virtual.run(seconds)

    def operate(self, text: str) -> str:
        answer = self.virtual.operate(CSM, text)
        assert answer.startswith("ok"), answer
        return answer

    def touch(self, touch: c.Command) -> None:
        done(self.virtual.session, touch)
        self.run(0.05)

    def play(self, text: str) -> None:
        self.touch(c.Play(who="Dee", move=parse_move(text)))

    def card(self, shown: str | None = None) -> None:
        """One card out of the device, entered as it lies, or face down."""
        face = self.operate("draw 1").split()[3]
        self.run(0.3)
        self.play(shown or face)

    def deal(self) -> None:
        for number in range(6):
            self.card("??" if number == 5 else None)

    @property
    def counts(self) -> tuple[int, int]:
        """Left by the table's count, and inside by the device's."""
        assert self.state.shoe is not None
        assert self.state.stock is not None
        return self.state.shoe.left, self.state.stock.inside


def test_cards_that_went_back_are_in_play_again_and_the_journal_says_the_same() -> None:
    table = Table()
    for _ in range(3):
        table.deal()
        assert table.counts == (312 - 7, 312 - 7)
        table.touch(c.Play(who="Dee", move=parse_move("void by Sue")))
        table.touch(c.WagersPaid(who="Dee"))
        table.operate("return 6")
        table.run()
        assert table.counts == (311, 311)  # the burn card stays out
        table.touch(c.SameWagers(who="Dee"))
    fold = CheckedRounds()
    for entry in table.journal.entries():
        fold.follow(entry)
    assert fold.shoe is not None
    assert (fold.rounds, fold.shoe.left) == (3, 311)
    assert restore(table.journal).hash() == table.state.hash()


def test_cards_put_back_during_a_round_count_when_it_is_over() -> None:
    table = Table()
    table.deal()
    table.operate("return 1")
    table.run()
    assert table.counts == (305, 306)
    table.play("void by Sue")
    table.touch(c.WagersPaid(who="Dee"))
    assert table.counts == (306, 306)


def test_a_fault_in_a_round_is_a_shuffler_fault_and_afterwards_its_cards_are_counted_before_it_deals() -> None:
    table = Table()
    table.card()
    table.operate("fault jam:clear_after=1")
    table.run()
    assert table.state.irregularity == "shuffler-fault"
    table.play("resolve reshuffle")
    table.virtual.operate(CSM, "clear")
    table.touch(c.ClearFault(who="Dee", device=CSM))
    table.run(3.0)
    assert "recount (sent)" in [entry.data.get("command") for entry in table.journal.entries()]
    assert table.virtual.devices[CSM].enabled
    table.card()
    assert len(table.state.standing) == 4


def test_a_lost_line_in_a_round_is_a_shuffler_fault() -> None:
    table = Table()
    table.card()
    table.operate("fault disconnect:for=5")
    table.run(3.0)
    assert table.state.irregularity == "shuffler-fault"


def test_an_empty_device_with_a_card_due_is_an_empty_shoe() -> None:
    table = Table()
    table.card()
    table.operate("draw 310")
    table.run(30.0)
    assert table.state.irregularity == "shoe-empty"


def test_a_total_that_does_not_step_right_is_found_out_also_behind_a_restart() -> None:
    table = Table()
    table.card()
    table.virtual.restart()
    table.run(2.0)
    table.operate("fault miscount:n=1,clear_after=1")
    table.operate("draw 1")
    table.run()
    assert table.state.links[CSM] == "distrusted"
    assert table.state.irregularity == "shuffler-fault"


def test_a_device_that_lost_a_card_is_emptied_counted_by_hand_and_loaded_again() -> None:
    table = Table()
    table.touch(c.WagersDown(who="Dee", bets=()))
    table.operate("fault count-drift")
    table.operate("fault sensor:clear_after=1")
    table.run()
    table.virtual.operate(CSM, "clear")
    table.operate("fault count-drift")
    table.touch(c.ClearFault(who="Dee", device=CSM))
    table.run(2.0)
    assert table.state.faults == {CSM: "COUNT_DRIFT"}
    table.virtual.operate(CSM, "clear")
    table.touch(c.ClearFault(who="Dee", device=CSM))
    table.run(3.0)
    table.touch(c.TakeCardsOut(who="Dee", device=CSM))
    table.run(3.0)
    assert table.state.stock is not None
    assert table.state.stock.inside == 0
    assert table.virtual.devices[CSM].enabled
