"""The matrix, cell by cell, at the gate of the session: alone, by asking, or not at all."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from dealer_console.game.cards import card
from dealer_console.game.notation import parse_move
from dealer_console.table import touches as t
from dealer_console.table.needed_actions import action_of
from dealer_console.table.people import Action, Person, PersonId, Right, Role, Standing, load_permissions
from dealer_console.table.rights import judge, standing
from dealer_console.table.shift.chips import chips
from dealer_console.table.state import TableState
from tests.table.evening.house_bench import TRAY, HouseBench

# Every touch that a person at a table with a house can make, with something in its fields.
TOUCHES: Final[tuple[t.Touch, ...]] = (
    t.WagersDown(who="", bets=()),
    t.SameWagers(who=""),
    t.Play(who="", move=parse_move("1a stand")),
    t.Play(who="", move=parse_move("Th")),
    t.Play(who="", move=parse_move("void by x")),
    t.Play(who="", move=parse_move("irregularity shoe-fault")),
    t.Play(who="", move=parse_move("resolve continue-by-hand")),
    t.ShowHoleCard(who=""),
    t.KeepFaceDown(who="", hand="1a"),
    t.TurnDoubleCard(who="", hand="1a"),
    t.ExplainDraw(who="", seen=True),
    t.SettlementDone(who="", settlement=1),
    t.WagersPaid(who=""),
    t.TakeBack(who="", why="x"),
    t.CorrectCard(who="", hand="1a", index=0, card=card("Th")),
    t.CorrectSettlement(who="", corrects=1, cents=1, reason="x"),
    t.SeatPlayer(who="", spots=(1,)),
    t.PlayerLeft(who="", player="x"),
    t.LetIn(who="", spot=1),
    t.AlarmSeen(who="", alarm="x"),
    t.AlarmSeen(who="", alarm="Supervisor called: x"),
    t.ClearFault(who="", device="shoe"),
    t.TrustAgain(who="", device="shoe", reason="x"),
    t.AnswerKeeper(who="", question=1, yes=True),
    t.LookThroughCamera(who=""),
    t.EndCameraView(who=""),
    t.Shuffle(who=""),
    t.TakeCardsOut(who="", device="batch-shuffler"),
    t.TakeInventory(who=""),
    t.Release(who=""),
    t.OpenTable(who="", tray=TRAY),
    t.CloseTable(who="", tray=TRAY),
    t.CountTray(who="", tray=TRAY),
    t.ComeIn(who="", role="dealer"),
    t.GoOut(who="", role="dealer"),
    t.BuyIn(who="", cents=1),
    t.TokeGiven(who="", cents=1),
    t.ColourUp(who="", held=chips({500: 1})),
    t.AskFill(who="", chips=chips({500: 1})),
    t.AskCredit(who="", chips=chips({500: 1})),
    t.ConfirmSlip(who="", slip="F-00001"),
    t.CancelSlip(who="", slip="F-00001", why="x"),
    t.CallWager(who="", spot=1, cents=1),
    t.ConfirmCalledWager(who="", called=1),
    t.ReturnCalledWager(who="", called=1),
    t.AnnounceNotice(who="", changes={"minimum": "5"}),
    t.AnnounceNotice(who="", changes={"surrender": True}),
    t.WithdrawNotice(who="", notice=1),
    t.DecksIn(who="", decks=6),
    t.CardsInspected(who=""),
    t.BeginShuffle(who="", reason="house"),
    t.ShuffleAgain(who="", way="hand", why="x"),
    t.CardStep(who="", step="riffle"),
    t.OfferCut(who="", players=(1,)),
    t.CutMade(who="", spot=1),
    t.CutRefused(who="", spot=1),
    t.OrderRecut(who="", by_the_same=True, why="x"),
    t.BurnCard(who=""),
    t.ShowBurnCard(who="", card=card("Th")),
    t.CuttingCardOut(who=""),
    t.CountCards(who="", shoe_rest=0, discards=312),
    t.OrderCardsOut(who=""),
    t.CallSupervisor(who="", why="x"),
    t.WriteNote(who="", text="x"),
)


def closed(bench: HouseBench) -> None:
    bench.come_in()


def between(bench: HouseBench) -> None:
    bench.ready()


def in_round(bench: HouseBench) -> None:
    bench.ready()
    bench.bet("1 25")
    bench.play("Th 9d 7c Tc 8s ??")


def irregular(bench: HouseBench) -> None:
    in_round(bench)
    bench.play("irregularity shoe-fault")


STANDINGS: Final[dict[Standing, Callable[[HouseBench], None]]] = {
    Standing.CLOSED: closed,
    Standing.BETWEEN_ROUNDS: between,
    Standing.IN_ROUND: in_round,
    Standing.IRREGULARITY: irregular,
}


def test_every_touch_of_the_vocabulary_is_judged() -> None:
    not_judged = {
        *("Touch", "Signed", "Approve", "Decline", "ApproveFromPit", "DeclineFromPit", "WithdrawRequest"),
        *("Configure", "CardsIn", "PersonCame", "PersonLeft", "WHO_SIGNS"),
    }
    assert {type(each).__name__ for each in TOUCHES} == set(t.__all__) - not_judged


@pytest.mark.parametrize("where", STANDINGS)
def test_the_gate_decides_by_the_cell(tmp_path: Path, where: Standing) -> None:
    bench = HouseBench(tmp_path)
    STANDINGS[where](bench)
    state = bench.state
    assert standing(state) is where
    for touch in TOUCHES:
        for role in Role:
            _judged_by_its_cell(state, touch, role, where)


def _judged_by_its_cell(state: TableState, touch: t.Touch, role: Role, where: Standing) -> None:
    permissions = load_permissions()
    action = action_of(state, touch)
    assert isinstance(action, Action)
    person = Person(id=PersonId("p7"), name="x", badge="B", roles=(role,))
    judged = judge(permissions, state, touch, person)
    right = permissions.right(role, action, where)
    found = (judged.refusal is None, judged.asks)
    wanted = {Right.NO: (False, False), Right.YES: (True, False), Right.ASK: (True, True), Right.APPROVE: (True, True)}
    assert found == wanted[right], (touch, role, where, action)


@pytest.mark.parametrize("name", ["Sam", "Paula", "Ted"])
@pytest.mark.parametrize("where", STANDINGS)
def test_whoever_has_no_right_changes_nothing(tmp_path: Path, where: Standing, name: str) -> None:
    """Really touched, signed with the right PIN: refused, journaled, and the state is the same."""
    bench = HouseBench(tmp_path)
    STANDINGS[where](bench)
    permissions = load_permissions()
    role = bench.people[name].roles[0]
    for touch in TOUCHES[::3]:
        action = action_of(bench.state, touch)
        if action is not None and permissions.right(role, action, where) is Right.NO:
            words = bench.refused(bench.signed(name, touch))
            assert words.startswith(permissions.actions[action].says)


def test_nobody_with_no_role_does_anything() -> None:
    nobody = Person(id=PersonId("p7"), name="x", badge="B", roles=())
    judged = judge(load_permissions(), TableState(), t.WriteNote(who="", text="x"), nobody)
    assert judged.refusal is not None
    assert "no role" in judged.refusal.reason


def test_somebody_with_two_roles_acts_in_the_one_that_is_allowed() -> None:
    drew = Person(id=PersonId("p7"), name="x", badge="B", roles=(Role.DEALER, Role.SUPERVISOR))
    permissions, state = load_permissions(), TableState()
    assert judge(permissions, state, t.ComeIn(who="", role="dealer"), drew).by.role == "dealer"
    assert judge(permissions, state, t.ComeIn(who="", role="supervisor"), drew).by.role == "supervisor"
    assert judge(permissions, state, t.OpenTable(who="", tray=TRAY), drew).asks
