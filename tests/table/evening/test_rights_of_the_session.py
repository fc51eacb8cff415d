"""The matrix, cell by cell, at the gate of the session: alone, by asking, or not at all."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from dealer_console.game.cards import card
from dealer_console.game.notation import parse_move
from dealer_console.table import commands as c
from dealer_console.table.commands.authorization import judge, standing
from dealer_console.table.commands.required_actions import action_of
from dealer_console.table.people import Action, Person, PersonId, Right, Role, Standing, load_permissions
from dealer_console.table.shift.chips import chips
from dealer_console.table.state.table_state import TableState
from tests.table.evening.house_bench import TRAY, HouseBench

# Every touch that a person at a table with a house can make, with something in its fields.
TOUCHES: Final[tuple[c.Command, ...]] = (
    c.WagersDown(who="", bets=()),
    c.SameWagers(who=""),
    c.Play(who="", move=parse_move("1a stand")),
    c.Play(who="", move=parse_move("Th")),
    c.Play(who="", move=parse_move("void by x")),
    c.Play(who="", move=parse_move("irregularity shoe-fault")),
    c.Play(who="", move=parse_move("resolve continue-by-hand")),
    c.ShowHoleCard(who=""),
    c.KeepFaceDown(who="", hand="1a"),
    c.TurnDoubleCard(who="", hand="1a"),
    c.ExplainDraw(who="", seen=True),
    c.SettlementDone(who="", settlement=1),
    c.WagersPaid(who=""),
    c.TakeBack(who="", why="x"),
    c.CorrectCard(who="", hand="1a", index=0, card=card("Th")),
    c.CorrectSettlement(who="", corrects=1, cents=1, reason="x"),
    c.SeatPlayer(who="", spots=(1,)),
    c.PlayerLeft(who="", player="x"),
    c.LetIn(who="", spot=1),
    c.AlarmSeen(who="", alarm="x"),
    c.AlarmSeen(who="", alarm="Supervisor called: x"),
    c.ClearFault(who="", device="shoe"),
    c.TrustAgain(who="", device="shoe", reason="x"),
    c.AnswerKeeper(who="", question=1, yes=True),
    c.LookThroughCamera(who=""),
    c.EndCameraView(who=""),
    c.Shuffle(who=""),
    c.TakeCardsOut(who="", device="batch-shuffler"),
    c.TakeInventory(who=""),
    c.Release(who=""),
    c.OpenTable(who="", tray=TRAY),
    c.CloseTable(who="", tray=TRAY),
    c.CountTray(who="", tray=TRAY),
    c.ComeIn(who="", role="dealer"),
    c.GoOut(who="", role="dealer"),
    c.BuyIn(who="", cents=1),
    c.TokeGiven(who="", cents=1),
    c.ColourUp(who="", held=chips({500: 1})),
    c.AskFill(who="", chips=chips({500: 1})),
    c.AskCredit(who="", chips=chips({500: 1})),
    c.ConfirmSlip(who="", slip="F-00001"),
    c.CancelSlip(who="", slip="F-00001", why="x"),
    c.CallWager(who="", spot=1, cents=1),
    c.ConfirmCalledWager(who="", called=1),
    c.ReturnCalledWager(who="", called=1),
    c.AnnounceNotice(who="", changes={"minimum": "5"}),
    c.AnnounceNotice(who="", changes={"surrender": True}),
    c.WithdrawNotice(who="", notice=1),
    c.DecksIn(who="", decks=6),
    c.CardsInspected(who=""),
    c.BeginShuffle(who="", reason="house"),
    c.ShuffleAgain(who="", way="hand", why="x"),
    c.CardStep(who="", step="riffle"),
    c.OfferCut(who="", players=(1,)),
    c.CutMade(who="", spot=1),
    c.CutRefused(who="", spot=1),
    c.OrderRecut(who="", by_the_same=True, why="x"),
    c.BurnCard(who=""),
    c.ShowBurnCard(who="", card=card("Th")),
    c.CuttingCardOut(who=""),
    c.CountCards(who="", shoe_rest=0, discards=312),
    c.OrderCardsOut(who=""),
    c.CallSupervisor(who="", why="x"),
    c.WriteNote(who="", text="x"),
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
        *("Command", "Signed", "Approve", "Decline", "ApproveFromPit", "DeclineFromPit", "WithdrawRequest"),
        *("Configure", "CardsIn", "PersonCame", "PersonLeft", "WHO_SIGNS"),
    }
    assert {type(each).__name__ for each in TOUCHES} == set(c.__all__) - not_judged


@pytest.mark.parametrize("where", STANDINGS)
def test_the_gate_decides_by_the_cell(tmp_path: Path, where: Standing) -> None:
    bench = HouseBench(tmp_path)
    STANDINGS[where](bench)
    state = bench.state
    assert standing(state) is where
    for touch in TOUCHES:
        for role in Role:
            _judged_by_its_cell(state, touch, role, where)


def _judged_by_its_cell(state: TableState, touch: c.Command, role: Role, where: Standing) -> None:
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
    judged = judge(load_permissions(), TableState(), c.WriteNote(who="", text="x"), nobody)
    assert judged.refusal is not None
    assert "no role" in judged.refusal.reason


def test_somebody_with_two_roles_acts_in_the_one_that_is_allowed() -> None:
    drew = Person(id=PersonId("p7"), name="x", badge="B", roles=(Role.DEALER, Role.SUPERVISOR))
    permissions, state = load_permissions(), TableState()
    assert judge(permissions, state, c.ComeIn(who="", role="dealer"), drew).by.role == "dealer"
    assert judge(permissions, state, c.ComeIn(who="", role="supervisor"), drew).by.role == "supervisor"
    assert judge(permissions, state, c.OpenTable(who="", tray=TRAY), drew).asks
