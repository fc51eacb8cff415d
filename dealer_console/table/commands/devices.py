"""Commands about devices: faults, trust, the keeper's questions, the camera."""

from __future__ import annotations

from dealer_console.game.errors import Refusal
from dealer_console.game.message import Message, Term
from dealer_console.journal import Draft
from dealer_console.journal.entries import devices as stored
from dealer_console.journal.entries.rounds import MoveUndone
from dealer_console.table.commands.command import Command, CommandContext
from dealer_console.table.devices.camera import CAMERA
from dealer_console.table.devices.cards_by_hand import why_not_back, why_not_off
from dealer_console.table.devices.returned_device import fault_call, returned
from dealer_console.table.people.actions import Action
from dealer_console.table.shift.guards import Why
from dealer_console.table.state.table_state import TableState
from drivers.events import DeviceKind


class ClearFault(Command):
    """The cause is gone: the device may forget its fault. Becomes a request."""

    needs = Action.DEVICE_CLEAR
    device: str

    def why_not(self, context: CommandContext) -> Why:
        if self.device not in context.state.faults:
            return Refusal(Message("reports-no-fault", device=Term("device-name", self.device)))
        refusal = _not_by_two(context)
        if refusal is None and self.device in context.state.orders:
            return Refusal(Message("order-not-answered", device=Term("device-name", self.device)))
        return refusal

    def drafts(self, context: CommandContext) -> list[Draft]:
        fault, approver = context.state.faults[self.device], context.second.person
        order = stored.FaultClearOrdered(device=DeviceKind(self.device), fault=fault, approved_by=approver)
        return [Draft.of(order, who=context.who)]


class TrustAgain(Command):
    """A device that contradicted itself has been looked at, and the cards compared. Becomes a request."""

    needs = Action.CONTINUE_AFTER_EVENT_GAP
    device: str
    reason: str

    def why_not(self, context: CommandContext) -> Why:
        state = context.state
        if state.links.get(self.device) != "distrusted":
            return Refusal(Message("not-distrusted", device=Term("device-name", self.device)))
        refusal = _not_by_two(context)
        if refusal is not None:
            return refusal
        if not self.reason.strip():
            return Refusal(Message("say-why-trusted"))
        distrust = state.distrusts.get(self.device)
        if distrust is not None and distrust.forgot and (state.in_round or state.draws):
            return Refusal(Message("device-lost-memory", device=Term("device-name", self.device)))
        return None

    def drafts(self, context: CommandContext) -> list[Draft]:
        distrust = context.state.distrusts.get(self.device)
        trusted = stored.DeviceTrusted(
            device=DeviceKind(self.device),
            state="away" if distrust is not None and distrust.shut else "ready",
            approved_by=context.second.person,
            reason=self.reason,
        )
        return [Draft.of(trusted, who=context.who)]


class TakeOffTable(Command):
    """A shoe that does not work leaves the table: cards are entered by hand until it is back. Becomes a request."""

    needs = Action.DEVICE_REMOVE
    device: str

    def why_not(self, context: CommandContext) -> Why:
        return why_not_off(context.state, context.table, self.device) or _not_by_two(context)

    def drafts(self, context: CommandContext) -> list[Draft]:
        return [_moved(context, self.device, off=True)]


class PutOnTable(Command):
    """It is used again, from the next card on. Becomes a request."""

    needs = Action.DEVICE_REMOVE
    device: str

    def why_not(self, context: CommandContext) -> Why:
        return why_not_back(context.state, self.device) or _not_by_two(context)

    def drafts(self, context: CommandContext) -> list[Draft]:
        return [_moved(context, self.device, off=False)]


def _moved(context: CommandContext, device: str, *, off: bool) -> Draft:
    approver = context.second.person
    return Draft.of(stored.DeviceOffTable(device=DeviceKind(device), off=off, approved_by=approver), who=context.who)


class ResumeDevice(Command):
    """A device whose line fell in this round is back, and the cards were compared: the round goes on with it.

    A fault that the table called and nobody has ruled upon is called off. Behind a ruling a supervisor approves it.
    """

    needs = Action.RESUME_DEVICE
    about_the_felt = True
    device: str
    cards: int  # of this round, as they were compared

    def why_not(self, context: CommandContext) -> Why:
        back = returned(context.state)
        if back is None or back.kind != self.device:
            return Refusal(Message("device-not-back", device=Term("device-name", self.device)))
        if back.recorded != self.cards:
            return Refusal(Message("cards-changed-compare-again"))
        return back.refusal

    def drafts(self, context: CommandContext) -> list[Draft]:
        state = context.state
        serial, call = state.dropped[self.device], fault_call(state, self.device)
        resumed = stored.DeviceResumed(device=DeviceKind(self.device), serial=serial, cards=self.cards)
        drafts = [Draft.of(resumed, who=context.who)]
        if call is not None:
            drafts.append(
                Draft.of(MoveUndone(undoes=call, why="the device is back, the cards were compared"), who=context.who)
            )
        return drafts


def _not_by_two(context: CommandContext) -> Why:
    if context.approver is not None and context.approver.person == context.who:
        return Refusal(Message("another-supervisor-approves"))
    return context.why_alone


class AnswerKeeper(Command):
    """What the keeper of a plain-value shoe asked: a new card, or a card that did come out (`yes`); or neither."""

    question: int
    yes: bool

    def action(self, state: TableState) -> Action:
        """Whether a card came is the dealer's to say at any time, an open irregularity included."""
        return Action.DEAL if state.irregularity is None else Action.CORRECT_CARD

    def why_not(self, context: CommandContext) -> Why:
        is_open = self.question in context.state.questions
        return None if is_open else Refusal(Message("keeper-does-not-ask"))

    def drafts(self, context: CommandContext) -> list[Draft]:
        answer = stored.KeeperAnswered(device=DeviceKind.SHOE, question=self.question, yes=self.yes)
        return [Draft.of(answer, who=context.who)]


class LookThroughCamera(Command):
    """Inside `Signed`, by somebody who services devices: the live view, until `EndCameraView` or the next round."""

    needs = Action.DEVICE_SERVICE

    def why_not(self, context: CommandContext) -> Why:
        if context.state.in_round:
            return Refusal(Message("round-running"))
        ready = context.state.links.get(CAMERA) == "ready"
        return None if ready else Refusal(Message("camera-not-there"))

    def drafts(self, context: CommandContext) -> list[Draft]:
        return [Draft.of(stored.CameraViewBegun(device=CAMERA), who=context.who)]


class EndCameraView(Command):
    """The live view is closed again."""

    needs = Action.NOTE

    def why_not(self, context: CommandContext) -> Why:
        return None if context.state.camera.viewer else Refusal(Message("nobody-at-camera"))

    def drafts(self, context: CommandContext) -> list[Draft]:
        return [Draft.of(stored.CameraViewEnded(device=CAMERA), who=context.who)]
