"""What people want of a shuffler: shuffle a batch, give it out, give out everything, count."""

from __future__ import annotations

from dealer_console.game.errors import Refusal
from dealer_console.journal import Draft
from dealer_console.journal.entries.cards import ShuffleBegun
from dealer_console.journal.entries.devices import EjectOrdered, RecountOrdered, ReleaseOrdered, ShuffleOrdered
from dealer_console.table.commands.cards.shuffle import CardStep
from dealer_console.table.commands.command import Command
from dealer_console.table.commands.context import CommandContext
from dealer_console.table.devices.csm_inventory import CONTINUOUS
from dealer_console.table.devices.shuffle_methods import BATCH, why_not_ordered_out
from dealer_console.table.people.actions import Action
from dealer_console.table.shift.csm_cards import OUT_OF, in_machine
from dealer_console.table.shift.guards import Why, during_round, not_open
from dealer_console.table.shift.procedures import BY_DEVICE, current_step
from dealer_console.table.state.table_state import TableState
from drivers.events import DeviceKind


class Shuffle(Command):
    """The cards lie in the batch shuffler: shuffle and check them. `BeginShuffle` comes before it."""

    needs = Action.SHUFFLE

    def why_not(self, context: CommandContext) -> Why:
        state = context.state
        refusal = _not_by_device(context) or _insert(self).why_not(context)
        refusal = refusal or _shuffler_rests(state, BATCH)
        if refusal is None and state.table is None:
            return Refusal("the table has no rules yet: open it first")
        if refusal is None and state.batch_stage is not None and state.batch_stage != "dead":
            return Refusal(f"batch {state.batch} is {state.batch_stage}: take it out first")
        return refusal

    def drafts(self, context: CommandContext) -> list[Draft]:
        state, step = context.state, _insert(self).drafts(context)
        decks = state.table.decks if state.table is not None else 0
        order = ShuffleOrdered(device=BATCH, batch=state.batch + 1, decks=decks, expected=decks * 52)
        return [*step, Draft.of(order, who=context.who)]


def _insert(command: Shuffle) -> CardStep:
    return CardStep(who=command.who, step="insert")


class Release(Command):
    """Take the shuffled batch out; it becomes the shoe."""

    needs = Action.SHUFFLE

    def why_not(self, context: CommandContext) -> Why:
        stack = self._stack(context)
        refusal = _not_by_device(context) or (stack.why_not(context) if stack is not None else None)
        refusal = refusal or _shuffler_rests(context.state, BATCH)
        if refusal is None and context.state.batch_stage != "ready":
            return Refusal(
                "no shuffled batch is ready; a dead one is never played: take its cards out and shuffle anew"
            )
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

    The cards of the table leave a continuous shuffler step by step; a machine that cannot give them out itself is
    opened by hand then. One that only holds leftovers is simply emptied.
    """

    needs = Action.SHUFFLE
    device: str

    def why_not(self, context: CommandContext) -> Why:
        if self.device not in (BATCH, CONTINUOUS):
            return Refusal(f"a {self.device} gives no cards out by order")
        if self._cards_leave(context):
            leaving = not_open(context.shift) or during_round(context.shift, "cards are taken out of the shuffler")
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
        return self.device == CONTINUOUS and in_machine(cards) and cards.procedure != OUT_OF

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
        return Refusal("no shuffle by device has begun: begin it first, with its reason")
    return None


def _shuffler_rests(state: TableState, device: str) -> Why:
    if state.in_round:
        return Refusal("a round is running: this is done between rounds")
    rules = state.table.rules if state.table is not None else None
    if rules is not None and "device" not in rules.shuffle_by:
        return Refusal("the cards of this table are shuffled by hand only", rules.values["shuffle_by"].clause)
    if state.links.get(device) != "ready" or device in state.faults:
        return Refusal("the shuffler is not ready: shuffle by hand, or wait for it")
    if device in state.orders:
        return Refusal("the shuffler has not answered the last order yet")
    return None
