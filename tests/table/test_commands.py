"""Commands: lawful ones are recorded, others refused with a reason, journaled, and change nothing."""

from __future__ import annotations

import pytest

from dealer_console.game import moves
from dealer_console.game.errors import Refusal, Refused
from dealer_console.game.round_files.round_file import parse_bet
from dealer_console.journal import MemoryJournal
from dealer_console.journal.entries.people import Role
from dealer_console.table import commands as c
from dealer_console.table.commands.command import CommandContext
from dealer_console.table.session.recovery import restore
from dealer_console.table.shift import Acting, chips
from dealer_console.table.snapshot import snapshot_of
from dealer_console.table.state.table_state import TableState
from tests.rigs.known_people import signed
from tests.rigs.open_table import CB, MA, OpenTable, new_journal
from tests.rigs.opening import table_of

QUIET = "Th 9d 6c Tc 8s Td 5c"
BET = (parse_bet("1 25"),)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (c.WagersDown(who="Dee", bets=BET), "table-not-open"),
        (c.SameWagers(who="Dee"), "table-not-open"),
        (c.Play(who="Dee", move=moves.InsuranceClosed()), "no-round-open"),
        (c.ShowHoleCard(who="Dee"), "hole-card-not-due"),
        (c.ExplainDraw(who="Dee", seen=True), "no-card-waits-for-explanation"),
        (c.WagersPaid(who="Dee"), "round-not-complete"),
        (c.TakeBack(who="Dee", why="x"), "round-paid-supervisor-corrects"),
        (c.AlarmSeen(who="Dee", alarm="fire"), "no-such-alarm"),
        (c.ClearFault(who="Dee", device="shoe"), "reports-no-fault"),
        (c.TrustAgain(who="Dee", device="shoe", reason="x"), "not-distrusted"),
        (c.Shuffle(who="Dee"), "no-device-shuffle-begun"),
        (c.Release(who="Dee"), "no-device-shuffle-begun"),
        (c.CorrectSettlement(who="Dee", corrects=1, cents=100, reason="x"), "entry-no-settlement"),
    ],
)
def test_a_closed_table_refuses(command: c.Command, code: str) -> None:
    """Whoever may: at a table where nothing has happened yet there is nothing to do it with."""
    context = CommandContext(
        state=TableState(),
        table=table_of(MA),
        journal=new_journal(),
        by=Acting(person="Dee", role=Role.DEALER),
        approver=Acting(person="Sue", role=Role.SUPERVISOR),
    )
    refusal = command.why_not(context)
    assert isinstance(refusal, Refusal)
    assert refusal.message.code == code
    with pytest.raises(Refused):
        command.entries(context)


@pytest.mark.parametrize(
    "command",
    [
        c.DecksIn(who="Dee", decks=6),
        c.BeginShuffle(who="Dee", reason="house"),
        c.CloseTable(who="Dee", tray=chips({2500: 4})),
        signed("Ann", c.ComeIn(who="")),
        c.GoOut(who="Dee"),
        c.WagersDown(who="Dee", bets=BET),
        c.SameWagers(who="Dee"),
        c.WagersPaid(who="Dee"),
        c.Shuffle(who="Dee"),
    ],
)
def test_a_running_round_refuses_what_belongs_between_rounds(command: c.Command) -> None:
    bench = OpenTable(QUIET)
    bench.deal()
    bench.refused(command)


def test_a_whole_round_is_paid_and_the_next_one_takes_the_same_wagers() -> None:
    bench = OpenTable(QUIET)
    bench.deal()
    bench.finish()
    assert bench.state.round is None
    assert bench.journal.last_checkpoint.seq == bench.journal.seq
    bench.done(c.SameWagers(who="Dee"))
    assert bench.state.bets == bench.state.last_bets


def test_a_new_dealer_burns_a_card_first() -> None:
    bench = OpenTable(QUIET)
    bench.deal()
    bench.finish()
    bench.done(signed("Ann", c.ComeIn(who="")))
    assert bench.state.burn_due


def test_the_cutting_card_ends_the_shoe_after_its_round() -> None:
    bench = OpenTable(QUIET)
    left = int(bench.virtual.operate("shoe", "state").split("cards=")[1].split()[0].strip(","))
    bench.operate("shoe", f"cut {left - 3}")
    bench.deal()
    assert bench.snapshot.last_round_of_shoe
    bench.finish()
    assert "the cards are not in play; now: " in bench.refused(c.WagersDown(who="Dee", bets=BET))
    bench.done(c.CardStep(who="Dee", step="collect"))
    bench.done(c.CountCards(who="Dee", shoe_rest=100, discards=212))
    bench.done(c.BeginShuffle(who="Dee", reason="cutting-card"))
    assert not bench.state.shoe_over


# --- undo ----------------------------------------------------------------------------------------------------------


def test_a_decision_is_taken_back_and_stays_in_the_journal() -> None:
    bench = OpenTable(QUIET)
    bench.deal()
    before = bench.state.round
    bench.play("1 switch")
    bench.done(c.TakeBack(who="Dee", why="the player changed his mind"))
    assert bench.standing()[-1] == "??"
    assert bench.state.round is not before
    undo = bench.kinds("undo")[0]
    assert (undo.who, undo.data["why"]) == ("Dee", "the player changed his mind")
    bench.play("1 keep")


def test_a_card_from_the_shoe_cannot_go_back() -> None:
    bench = OpenTable(QUIET)
    bench.deal()
    assert "cannot go back" in bench.refused(c.TakeBack(who="Dee", why="x"))


def test_nothing_is_taken_back_while_a_card_is_being_opened() -> None:
    bench = OpenTable("5h 9d 6c 3c 8s 7d 2d")
    bench.deal()
    bench.play("1 keep")
    bench.play("1a hit")
    bench.operate("shoe", "draw 1")
    while bench.state.opening is None:
        bench.virtual.run(0.001)
    assert "being opened" in bench.refused(c.TakeBack(who="Dee", why="x"))
    assert "being opened" in bench.play_refused("1a stand")


def test_a_ruling_is_not_taken_back() -> None:
    bench = OpenTable(QUIET)
    bench.draw()
    bench.play("irregularity shoe-fault")
    bench.play("resolve continue-by-hand by Sue")
    assert "it stands" in bench.refused(c.TakeBack(who="Dee", why="x"))


def test_not_after_the_round_was_paid() -> None:
    bench = OpenTable(QUIET)
    bench.deal()
    bench.finish()
    assert "supervisor corrects" in bench.refused(c.TakeBack(who="Dee", why="x"))


# --- corrections ---------------------------------------------------------------------------------------------------


def correction(bench: OpenTable, *, cents: int = 500, reason: str = "short paid") -> c.CorrectSettlement:
    return c.CorrectSettlement(who="Dee", corrects=bench.kinds("settlement")[0].seq, cents=cents, reason=reason)


def paid() -> OpenTable:
    bench = OpenTable(QUIET)
    bench.deal()
    bench.finish()
    return bench


def test_a_paid_settlement_is_corrected_once_by_two_people() -> None:
    bench = paid()
    bench.done(correction(bench))
    entry = bench.kinds("correction")[0]
    assert (entry.data["requested_by"], entry.data["approved_by"], entry.data["cents"]) == ("Dee", "Sue", 500)
    assert "has been used" in bench.refused(correction(bench))


def test_a_correction_names_an_amount_and_a_reason() -> None:
    bench = paid()
    assert "an amount and a reason" in bench.refused(correction(bench, cents=0))
    assert "an amount and a reason" in bench.refused(correction(bench, reason=" "))


def test_a_round_that_is_not_paid_is_not_corrected() -> None:
    bench = OpenTable("5h 9d 6c Tc 8s Td Kd Kh", bets=("1 25",))
    bench.deal()
    bench.play("1 keep")
    bench.draw(1)
    assert bench.kinds("settlement")
    assert "not paid yet" in bench.refused(correction(bench))


# --- rights --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (c.Play(who="Max", move=moves.InsuranceClosed()), "only the dealer at the table"),
        (c.TakeBack(who="Sue", why="x"), "only the dealer at the table"),
        (signed("Max", c.Play(who="", move=moves.InsuranceClosed())), "wrong name, badge or PIN"),
        (signed("Ted", c.Play(who="", move=moves.InsuranceClosed())), "technician"),
        (signed("Ted", c.Play(who="", move=moves.RoundVoided(by="Sue"))), "technician"),
        (signed("Sue", c.TakeBack(who="", why="x")), "supervisor"),
    ],
)
def test_somebody_without_the_right_changes_nothing(command: c.Command, words: str) -> None:
    bench = OpenTable(QUIET)
    bench.deal()
    assert words in bench.refused(command)


def test_dealer_and_supervisor_together_may_void() -> None:
    bench = OpenTable(QUIET)
    bench.deal()
    bench.play("void by Dee")
    assert bench.state.round is not None
    assert bench.state.round.ended_by == "void"
    assert bench.standing()[-1] == "void by Sue"


# --- coming back ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "first_cards"), [(MA, 6), (CB, 4)])
def test_a_restart_at_every_entry_gives_the_state_of_that_entry(rules: str, first_cards: int) -> None:
    """Every prefix of the journal that was on the screen comes back as it was."""
    bench = OpenTable(QUIET, rules=rules)
    bench.deal(first_cards)
    bench.finish()
    assert len(bench.snapshots) > 20
    for shown in bench.snapshots:
        state = restore(Prefix(bench.journal, shown.seq))  # type: ignore[arg-type]
        assert snapshot_of(state, bench.virtual.setup, past=shown.past) == shown


class Prefix:
    """The journal as it was when `seq` was its last entry."""

    def __init__(self, journal: MemoryJournal, seq: int) -> None:
        self.kept = [entry for entry in journal.entries() if entry.seq <= seq]

    def last_snapshot(self) -> object:
        return next((entry for entry in reversed(self.kept) if entry.kind == "snapshot"), None)

    def last_configuration(self, upto: int) -> object:
        return next(
            (entry for entry in reversed(self.kept) if entry.kind == "configuration" and entry.seq <= upto), None
        )

    def entries(self, after: int = 0) -> list[object]:
        return [entry for entry in self.kept if entry.seq > after]


def test_the_program_restarts_in_the_middle_of_a_card_and_opens_it() -> None:
    bench = OpenTable(QUIET)
    bench.draw(2)
    bench.operate("shoe", "draw 1")
    while bench.state.opening is None:
        bench.virtual.run(0.001)
    bench.virtual.restart()
    bench.run(1.5)
    assert bench.standing() == ["Th", "9d", "6c"]
    bench.draw()
    assert bench.standing()[-1] == "Tc"
