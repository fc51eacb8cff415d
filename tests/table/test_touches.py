"""Touches: lawful ones are recorded, others refused with a reason, journaled, and change nothing."""

from __future__ import annotations

import pytest

from dealer_console.game import moves
from dealer_console.game.round_file import parse_bet
from dealer_console.journal import MemoryJournal
from dealer_console.table import commands as c
from dealer_console.table.commands.authorization import gate
from dealer_console.table.commands.round.settlement import asked_hash
from dealer_console.table.people.permissions_file import load_permissions
from dealer_console.table.people.person import Role
from dealer_console.table.session.recovery import restore
from dealer_console.table.session.table_session import TableSession
from dealer_console.table.snapshot import snapshot_of
from tests.table.bench import CB, MA, Bench, new_journal

QUIET = "Th 9d 6c Tc 8s Td 5c"
BET = (parse_bet("1 25"),)


def bare() -> tuple[TableSession, MemoryJournal]:
    journal = new_journal()
    return TableSession(journal, {}, clock_ms=lambda: 0), journal


def refusal(session: TableSession, touch: c.Command) -> str | None:
    answer = session.submit(touch)
    session.step()
    refused = answer.result(0).refusal
    return str(refused) if refused is not None else None


@pytest.mark.parametrize(
    ("touch", "words"),
    [
        (c.Configure(who="Sue", rules="no-such-rules"), "no-such-rules"),
        (c.Configure(who="Sue", rules=MA, choices={"hole_card": "magic"}), "hole_card"),
        (c.CardsIn(who="Dee"), "no rules yet"),
        (c.PersonLeft(who="Sue", role="dealer"), "no dealer"),
        (c.WagersDown(who="Dee", bets=BET), "not open"),
        (c.SameWagers(who="Dee"), "no round before"),
        (c.Play(who="Dee", move=moves.InsuranceClosed()), "no round is open"),
        (c.ShowHoleCard(who="Dee"), "not to be shown"),
        (c.ExplainDraw(who="Dee", seen=True), "no card waits"),
        (c.WagersPaid(who="Dee"), "not complete"),
        (c.TakeBack(who="Dee", why="x"), "supervisor corrects"),
        (c.AlarmSeen(who="Dee", alarm="fire"), "no such alarm"),
        (c.ClearFault(who="Dee", device="shoe", approved_by="Sue"), "no fault"),
        (c.TrustAgain(who="Dee", device="shoe", approved_by="Sue", reason="x"), "not distrusted"),
        (c.Shuffle(who="Dee"), "not ready"),
        (c.Release(who="Dee"), "not ready"),
        (
            c.CorrectSettlement(who="Dee", corrects=1, cents=100, reason="x", approved_by="Sue", asked_hash="0" * 64),
            "no settlement",
        ),
    ],
)
def test_a_closed_table_refuses(touch: c.Command, words: str) -> None:
    session, journal = bare()
    before = session.state.hash()
    found = refusal(session, touch)
    assert found is not None
    assert words in found
    assert session.state.hash() == before
    assert [entry.kind for entry in journal.entries()] == ["genesis", "refusal"]


@pytest.mark.parametrize(
    "touch",
    [
        c.Configure(who="Sue", rules=MA),
        c.CardsIn(who="Dee"),
        c.PersonCame(who="Sue", person="Ann", role="dealer"),
        c.PersonLeft(who="Sue", role="dealer"),
        c.WagersDown(who="Dee", bets=BET),
        c.SameWagers(who="Dee"),
        c.WagersPaid(who="Dee"),
        c.Shuffle(who="Dee"),
    ],
)
def test_a_running_round_refuses_what_belongs_between_rounds(touch: c.Command) -> None:
    bench = Bench(QUIET)
    bench.deal()
    bench.refused(touch)


def test_a_whole_round_is_paid_and_the_next_one_takes_the_same_wagers() -> None:
    bench = Bench(QUIET)
    bench.deal()
    bench.finish()
    assert bench.state.round is None
    assert bench.journal.last_checkpoint.seq == bench.journal.seq
    bench.ok(c.SameWagers(who="Dee"))
    assert bench.state.bets == bench.state.last_bets


def test_a_new_dealer_burns_a_card_first() -> None:
    bench = Bench(QUIET)
    bench.deal()
    bench.finish()
    bench.ok(c.PersonLeft(who="Sue", role="dealer"))
    bench.ok(c.PersonCame(who="Sue", person="Ann", role="dealer"))
    assert bench.state.burn_due


def test_the_cutting_card_ends_the_shoe_after_its_round() -> None:
    bench = Bench(QUIET)
    left = int(bench.virtual.operate("shoe", "state").split("cards=")[1].split()[0].strip(","))
    bench.operate("shoe", f"cut {left - 3}")
    bench.deal()
    assert bench.snapshot.last_round_of_shoe
    bench.finish()
    assert "shuffled before the next round" in bench.refused(c.WagersDown(who="Dee", bets=BET))
    bench.ok(c.CardsIn(who="Dee", change="shuffled"))
    assert not bench.state.shoe_over


# --- undo ----------------------------------------------------------------------------------------------------------


def test_a_decision_is_taken_back_and_stays_in_the_journal() -> None:
    bench = Bench(QUIET)
    bench.deal()
    before = bench.state.round
    bench.play("1 switch")
    bench.ok(c.TakeBack(who="Dee", why="the player changed his mind"))
    assert bench.standing()[-1] == "??"
    assert bench.state.round is not before
    undo = bench.kinds("undo")[0]
    assert (undo.who, undo.data["why"]) == ("Dee", "the player changed his mind")
    bench.play("1 keep")


def test_a_card_from_the_shoe_cannot_go_back() -> None:
    bench = Bench(QUIET)
    bench.deal()
    assert "cannot go back" in bench.refused(c.TakeBack(who="Dee", why="x"))


def test_nothing_is_taken_back_while_a_card_is_being_opened() -> None:
    bench = Bench("5h 9d 6c 3c 8s 7d 2d")
    bench.deal()
    bench.play("1 keep")
    bench.play("1a hit")
    bench.operate("shoe", "draw 1")
    while bench.state.opening is None:
        bench.virtual.run(0.001)
    assert "being opened" in bench.refused(c.TakeBack(who="Dee", why="x"))
    assert "being opened" in bench.play_refused("1a stand")


def test_a_ruling_is_not_taken_back() -> None:
    bench = Bench(QUIET)
    bench.draw()
    bench.play("irregularity shoe-fault")
    bench.play("resolve continue-by-hand by Sue")
    assert "it stands" in bench.refused(c.TakeBack(who="Dee", why="x"))


def test_not_after_the_round_was_paid() -> None:
    bench = Bench(QUIET)
    bench.deal()
    bench.finish()
    assert "supervisor corrects" in bench.refused(c.TakeBack(who="Dee", why="x"))


# --- corrections ---------------------------------------------------------------------------------------------------


def correction(bench: Bench, **changes: object) -> c.CorrectSettlement:
    entry = bench.kinds("settlement")[0]
    asked = asked_hash(entry, cents=500, reason="short paid", requested_by="Dee")
    values: dict[str, object] = {
        "who": "Dee",
        "corrects": entry.seq,
        "cents": 500,
        "reason": "short paid",
        "approved_by": "Sue",
        "asked_hash": asked,
    }
    return c.CorrectSettlement(**{**values, **changes})  # type: ignore[arg-type]


def paid() -> Bench:
    bench = Bench(QUIET)
    bench.deal()
    bench.finish()
    return bench


def test_a_paid_settlement_is_corrected_once_by_two_people() -> None:
    bench = paid()
    bench.ok(correction(bench))
    entry = bench.kinds("correction")[0]
    assert (entry.data["requested_by"], entry.data["approved_by"], entry.data["cents"]) == ("Dee", "Sue", 500)
    assert "has been used" in bench.refused(correction(bench))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"approved_by": "Dee"}, "another person"),
        ({"cents": 5000}, "not what is asked"),
        ({"reason": "another reason"}, "not what is asked"),
        ({"reason": " "}, "a reason"),
        ({"corrects": 1}, "no settlement"),
    ],
)
def test_a_correction_is_bound_to_exactly_what_was_approved(changes: dict[str, object], words: str) -> None:
    bench = paid()
    assert words in bench.refused(correction(bench, **changes))


def test_a_round_that_is_not_paid_is_not_corrected() -> None:
    bench = Bench("5h 9d 6c Tc 8s Td Kd Kh", bets=("1 25",))
    bench.deal()
    bench.play("1 keep")
    bench.draw(1)
    assert bench.kinds("settlement")
    assert "not paid yet" in bench.refused(correction(bench))


# --- rights --------------------------------------------------------------------------------------------------------


def roles(name: str) -> tuple[Role, ...]:
    return {"Dee": (Role.DEALER,), "Sue": (Role.SUPERVISOR,), "Ada": (Role.AUDITOR,)}.get(name, ())


@pytest.mark.parametrize(
    ("touch", "words"),
    [
        (c.Play(who="Max", move=moves.InsuranceClosed()), "no role"),
        (c.Play(who="Ada", move=moves.InsuranceClosed()), "auditor"),
        (c.Play(who="Dee", move=moves.RoundVoided(by="Dee")), "another person"),
        (c.Play(who="Dee", move=moves.RoundVoided(by="Max")), "no role"),
        (c.Play(who="Dee", move=moves.RoundVoided(by="Ada")), "auditor"),
        (c.Play(who="Ada", move=moves.RoundVoided(by="Sue")), "auditor"),
        (c.TakeBack(who="Sue", why="x"), "supervisor"),
    ],
)
def test_somebody_without_the_right_changes_nothing(touch: c.Command, words: str) -> None:
    bench = Bench(QUIET)
    bench.deal()
    bench.virtual.session.may = gate(load_permissions(), roles)
    assert words in bench.refused(touch)


def test_dealer_and_supervisor_together_may_void() -> None:
    bench = Bench(QUIET)
    bench.deal()
    bench.virtual.session.may = gate(load_permissions(), roles)
    bench.play("void by Sue")
    assert bench.state.round is not None
    assert bench.state.round.ended_by == "void"


# --- coming back ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "first_cards"), [(MA, 6), (CB, 4)])
def test_a_restart_at_every_entry_gives_the_state_of_that_entry(rules: str, first_cards: int) -> None:
    """Every prefix of the journal that was on the screen comes back as it was."""
    bench = Bench(QUIET, rules=rules)
    bench.deal(first_cards)
    bench.finish()
    assert len(bench.snapshots) > 25
    for shown in bench.snapshots:
        state = restore(Prefix(bench.journal, shown.seq))  # type: ignore[arg-type]
        assert snapshot_of(state, past=shown.past) == shown


class Prefix:
    """The journal as it was when `seq` was its last entry."""

    def __init__(self, journal: MemoryJournal, seq: int) -> None:
        self.kept = [entry for entry in journal.entries() if entry.seq <= seq]

    def last_snapshot(self) -> object:
        return next((entry for entry in reversed(self.kept) if entry.kind == "snapshot"), None)

    def entries(self, after: int = 0) -> list[object]:
        return [entry for entry in self.kept if entry.seq > after]


def test_the_program_restarts_in_the_middle_of_a_card_and_opens_it() -> None:
    bench = Bench(QUIET)
    bench.draw(2)
    bench.operate("shoe", "draw 1")
    while bench.state.opening is None:
        bench.virtual.run(0.001)
    bench.virtual.restart()
    bench.run(1.5)
    assert bench.standing() == ["Th", "9d", "6c"]
    bench.draw()
    assert bench.standing()[-1] == "Tc"
