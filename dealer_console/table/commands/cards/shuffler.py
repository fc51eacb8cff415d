"""What people want of a shuffler: shuffle a batch, give it out, give out everything, count."""

from __future__ import annotations

from dealer_console.game.errors import Refusal
from dealer_console.game.message import Message, Term
from dealer_console.journal import Draft
from dealer_console.journal.entries.cards import ProcedureStep, ShuffleBegun
from dealer_console.journal.entries.devices import EjectOrdered, RecountOrdered, ReleaseOrdered, ShuffleOrdered
from dealer_console.table.commands.cards.shuffle import CardStep
from dealer_console.table.commands.command import Command, CommandContext
from dealer_console.table.devices.shuffle_methods import BATCH, why_not_exchanged, why_not_ordered_out
from dealer_console.table.people.actions import Action
from dealer_console.table.shift.continuous_shuffler import CONTINUOUS, OUT_OF, in_device
from dealer_console.table.shift.guards import Why, during_round, not_open
from dealer_console.table.shift.readiness import BY_DEVICE, current_step, inspection_clause
from dealer_console.table.state.table_state import TableState
from drivers.events import DeviceKind


class Shuffle(Command):
    """The cards lie in the batch shuffler: shuffle and check them. `BeginShuffle` comes before it.

    `second`: the second decks, while the others are in play. Where these are shuffled and ready at the end of a shoe,
    the cards of the shoe go in and are shuffled as the second ones from now on, and `Release` follows at once.
    """

    needs = Action.SHUFFLE
    second: bool = False

    def why_not(self, context: CommandContext) -> Why:
        state = context.state
        refusal = self._not_now(context) or _shuffler_rests(state, BATCH)
        if refusal is None and state.table is None:
            return Refusal(Message("no-rules-yet"))
        if refusal is None and state.batch_stage is not None and state.batch_stage != "dead":
            return Refusal(Message("batch-take-out-first", number=state.batch, step=state.batch_stage))
        return refusal

    def _not_now(self, context: CommandContext) -> Why:
        if not self.second:
            exchanged = why_not_exchanged(context.state, context.table.rules)
            return _not_by_device(context) or self._insert.why_not(context) or exchanged
        second, batch = context.shift.second, context.state.second_batch
        if second is None or not second.inspected_by:
            return Refusal(Message("second-decks-not-inspected"), inspection_clause(context.table))
        if batch is not None:
            return Refusal(Message("batch-take-out-first", number=batch.number, step=batch.stage))
        if context.shift.cards.procedure == BY_DEVICE:
            return Refusal(Message("second-decks-need-first"))
        return not_open(context.shift)

    def drafts(self, context: CommandContext) -> list[Draft]:
        state = context.state
        decks = state.table.decks if state.table is not None else 0
        second = self.second or state.second_batch is not None
        order = ShuffleOrdered(
            device=BATCH,
            batch=state.last_batch + 1,
            decks=decks,
            expected=decks * 52,
            second=True if second else None,
        )
        return [*self._steps(context), Draft.of(order, who=context.who)]

    def _steps(self, context: CommandContext) -> list[Draft]:
        if self.second:
            return []
        if context.state.second_batch is None:
            return self._insert.drafts(context)
        step = ProcedureStep(step="insert", procedure=BY_DEVICE, exchanged=True)
        return [Draft.of(step, who=context.who)]

    @property
    def _insert(self) -> CardStep:
        return CardStep(who=self.who, step="insert")


class Release(Command):
    """Take the shuffled batch out; it becomes the shoe."""

    needs = Action.SHUFFLE

    def why_not(self, context: CommandContext) -> Why:
        stack = self._stack(context)
        refusal = _not_by_device(context) or (stack.why_not(context) if stack is not None else None)
        refusal = refusal or _shuffler_rests(context.state, BATCH)
        if refusal is None and context.state.batch_stage != "ready":
            return Refusal(Message("no-batch-ready"))
        return refusal

    def drafts(self, context: CommandContext) -> list[Draft]:
        stack = self._stack(context)
        step = stack.drafts(context) if stack is not None else []
        order = ReleaseOrdered(device=BATCH, batch=context.state.batch)
        return [*step, Draft.of(order, who=context.who)]

    def _stack(self, context: CommandContext) -> CardStep | None:
        """None where it was asked for a second time: then the step is done."""
        due = current_step(context.table, context.shift)
        if due is not None and due.key == "load":
            return None
        return CardStep(who=self.who, step="stack")


class TakeCardsOut(Command):
    """A shuffler gives out all its cards, and they are not played: a dead batch, or a continuous shuffler's cards.

    The cards of the table leave a continuous shuffler step by step; a device that cannot give them out itself is
    opened by hand then. One that only holds leftovers is simply emptied.
    """

    needs = Action.SHUFFLE
    device: str

    def why_not(self, context: CommandContext) -> Why:
        if self.device not in (BATCH, CONTINUOUS):
            return Refusal(Message("device-gives-no-cards", device=Term("device-name", self.device)))
        if self._cards_leave(context):
            leaving = not_open(context.shift) or during_round(context.shift, Message("cards-taken-out-shuffler"))
            if leaving is not None or self._by_hand(context):
                return leaving
        return _shuffler_rests(context.state, self.device)

    def drafts(self, context: CommandContext) -> list[Draft]:
        begun: list[Draft] = []
        if self._cards_leave(context):
            begun = [Draft.of(ShuffleBegun(procedure=OUT_OF, reason="house", order=()), who=context.who)]
            if self._by_hand(context):
                return begun
        return [*begun, Draft.of(EjectOrdered(device=DeviceKind(self.device)), who=context.who)]

    def _cards_leave(self, context: CommandContext) -> bool:
        cards = context.shift.cards
        return self.device == CONTINUOUS and in_device(cards) and cards.procedure != OUT_OF

    def _by_hand(self, context: CommandContext) -> bool:
        return why_not_ordered_out(context.state, context.table.rules) is not None


class TakeInventory(Command):
    """The continuous shuffler counts what it holds. After a fault the table asks for it by itself."""

    needs = Action.SHUFFLE

    def why_not(self, context: CommandContext) -> Why:
        return _shuffler_rests(context.state, CONTINUOUS)

    def drafts(self, context: CommandContext) -> list[Draft]:
        return [Draft.of(RecountOrdered(device=CONTINUOUS), who=context.who)]


def _not_by_device(context: CommandContext) -> Why:
    if context.shift.cards.procedure != BY_DEVICE:
        return Refusal(Message("no-device-shuffle-begun"))
    return None


def _shuffler_rests(state: TableState, device: str) -> Why:
    if state.in_round:
        return Refusal(Message("round-running"))
    rules = state.table.rules if state.table is not None else None
    if rules is not None and "device" not in rules.shuffle_by:
        return Refusal(Message("table-shuffles-by-hand"), rules.values["shuffle_by"].clause)
    if state.links.get(device) != "ready" or device in state.faults:
        return Refusal(Message("shuffler-not-ready"))
    if device in state.orders:
        return Refusal(Message("shuffler-order-not-answered"))
    return None
