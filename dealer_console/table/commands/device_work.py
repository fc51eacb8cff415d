"""Touches about devices and alarms: what each records, or why it is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from dealer_console.game.errors import Refusal, Refused
from dealer_console.journal import Draft
from dealer_console.journal.canonical import Json
from dealer_console.table import commands
from dealer_console.table.devices.camera import CAMERA
from dealer_console.table.devices.csm_inventory import CONTINUOUS
from dealer_console.table.state.table_state import TableState

_SHUFFLER: Final = "batch-shuffler"


def _refuse(reason: str, clause: str | None = None) -> Refused:
    return Refused(Refusal(reason, clause))


def _order(device: str, command: str, who: str, **figures: Json) -> list[Draft]:
    return [Draft(kind="device-command", data={"device": device, "command": command, **figures}, who=who)]


def _alarm_seen(state: TableState, touch: commands.AlarmSeen) -> list[Draft]:
    if touch.alarm not in state.alarms:
        raise _refuse("there is no such alarm")
    return [Draft(kind="alarm", data={"alarm": touch.alarm, "step": "seen"}, who=touch.who)]


def _second_person(touch: commands.ClearFault | commands.TrustAgain) -> None:
    if not touch.approved_by or touch.approved_by == touch.who:
        raise _refuse("a supervisor, another person than the one who asks, has to approve this")


def _clear_fault(state: TableState, touch: commands.ClearFault) -> list[Draft]:
    fault = state.faults.get(touch.device)
    if fault is None:
        raise _refuse(f"the {touch.device} reports no fault")
    _second_person(touch)
    if touch.device in state.orders:
        raise _refuse(f"the {touch.device} has not answered the last order yet")
    return _order(touch.device, "clear", touch.who, fault=fault, approved_by=touch.approved_by)


def _trust_again(state: TableState, touch: commands.TrustAgain) -> list[Draft]:
    if state.links.get(touch.device) != "distrusted":
        raise _refuse(f"the {touch.device} is not distrusted")
    _second_person(touch)
    if not touch.reason.strip():
        raise _refuse("say why the device can be trusted again")
    found = state.distrusts.get(touch.device)
    if found is not None and found.forgot and (state.in_round or state.draws):
        raise _refuse(
            f"the {touch.device} has lost its memory and counts anew: finish the round by hand and say what became of "
            "every card, then go on with it"
        )
    data: dict[str, Json] = {
        "device": touch.device,
        "state": "away" if found is not None and found.shut else "ready",
        "approved_by": touch.approved_by,
        "reason": touch.reason,
    }
    return [Draft(kind="device-link", data=data, who=touch.who)]


# --- the keeper of a plain-value shoe ------------------------------------------------------------------------------


def _answer_keeper(state: TableState, touch: commands.AnswerKeeper) -> list[Draft]:
    if touch.question not in state.questions:
        raise _refuse("the shoe does not ask this any more")
    return _order("shoe", "answer", touch.who, question=touch.question, yes=touch.yes)


# --- the camera ----------------------------------------------------------------------------------------------------


def _look(state: TableState, touch: commands.LookThroughCamera) -> list[Draft]:
    if state.in_round:
        raise _refuse("a round is running: this is done between rounds")
    if state.links.get(CAMERA) != "ready":
        raise _refuse("the camera is not there: check its plug")
    return _order(CAMERA, "view", touch.who)


def _end_view(state: TableState, touch: commands.EndCameraView) -> list[Draft]:
    if not state.camera.viewer:
        raise _refuse("nobody looks through the camera")
    return _order(CAMERA, "end-view", touch.who)


# --- the batch shuffler --------------------------------------------------------------------------------------------


def _shuffle(state: TableState, touch: commands.Shuffle) -> list[Draft]:
    _shuffler_may_work(state)
    table = state.table
    if table is None:
        raise _refuse("the table has no rules yet: open it first")
    if state.batch_stage is not None and state.batch_stage != "dead":
        raise _refuse(f"batch {state.batch} is {state.batch_stage}: take it out first")
    return _order(_SHUFFLER, "shuffle", touch.who, batch=state.batch + 1, decks=table.decks, expected=table.decks * 52)


def _release(state: TableState, touch: commands.Release) -> list[Draft]:
    _shuffler_may_work(state)
    if state.batch_stage != "ready":
        raise _refuse("no shuffled batch is ready; a dead one is never played: take its cards out and shuffle anew")
    return _order(_SHUFFLER, "release", touch.who, batch=state.batch)


def _cards_out(state: TableState, touch: commands.TakeCardsOut) -> list[Draft]:
    """The way out for cards that must not be played: a dead batch, or a continuous shuffler whose count is wrong."""
    if touch.device not in (_SHUFFLER, CONTINUOUS):
        raise _refuse(f"a {touch.device} gives no cards out by order")
    _shuffler_may_work(state, touch.device)
    return _order(touch.device, "eject", touch.who)


def _inventory(state: TableState, touch: commands.TakeInventory) -> list[Draft]:
    _shuffler_may_work(state, CONTINUOUS)
    return _order(CONTINUOUS, "recount", touch.who)


def _shuffler_may_work(state: TableState, device: str = _SHUFFLER) -> None:
    if state.in_round:
        raise _refuse("a round is running: this is done between rounds")
    rules = state.table.rules if state.table is not None else None
    if rules is not None and "device" not in rules.shuffle_by:
        raise _refuse("the cards of this table are shuffled by hand only", rules.values["shuffle_by"].clause)
    if state.links.get(device) != "ready" or device in state.faults:
        raise _refuse("the shuffler is not ready: shuffle by hand, or wait for it")
    if device in state.orders:
        raise _refuse("the shuffler has not answered the last order yet")


DEVICE_WORK: Final[dict[type, Callable[[TableState, Any], list[Draft]]]] = {
    commands.AlarmSeen: _alarm_seen,
    commands.ClearFault: _clear_fault,
    commands.TrustAgain: _trust_again,
    commands.AnswerKeeper: _answer_keeper,
    commands.LookThroughCamera: _look,
    commands.EndCameraView: _end_view,
    commands.Shuffle: _shuffle,
    commands.Release: _release,
    commands.TakeCardsOut: _cards_out,
    commands.TakeInventory: _inventory,
}
