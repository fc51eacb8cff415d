"""The shuffle and the steps of every procedure with cards: who does them, why something must wait.

The steps are data of the rule set (`game.procedures`); here stands what a list of steps cannot say: why cards may be
shuffled now, two riffles before a strip (MA 4(i)(4)), five to seven riffled portions (CB shuffle 1), the supervisor's
answer to the call, and that a player's wish alone moves no card (CB shuffle request).
"""

from __future__ import annotations

from typing import Final

from dealer_console.game.errors import Refusal
from dealer_console.game.message import Message, Quoted, Term
from dealer_console.game.rules import Step, rule_text
from dealer_console.game.similar_names import did_you_mean
from dealer_console.journal import Draft
from dealer_console.journal.entries.cards import ProcedureStep, ShoeLoaded, ShuffleBegun
from dealer_console.journal.entries.people import Role
from dealer_console.rulebook.table_form import SHUFFLERS
from dealer_console.rulebook.tables import Table
from dealer_console.table.commands.command import Command, CommandContext
from dealer_console.table.devices.shuffle_methods import (
    why_not_loaded,
    why_not_out_by_hand,
    why_not_waited,
    why_not_way,
)
from dealer_console.table.people.actions import Action
from dealer_console.table.shift.continuous_shuffler import (
    DISCARDS,
    INTO,
    OUT_OF,
    PUT_AWAY,
    TAKE_OUT,
    has_continuous,
    not_out_yet,
    step_after,
    steps_of,
)
from dealer_console.table.shift.guards import Why, not_open, not_supervised, with_cards_in_round
from dealer_console.table.shift.readiness import BY_DEVICE, RIFFLED_PORTIONS, current_step, step_of
from dealer_console.table.shift.state import Acting, CardsAre, Shift
from dealer_console.table.state.table_state import TableState

# New decks (CB shuffle a), spread cards (CB shuffle b), the end of a shoe, the house's wish (MA 4(h)), a player's; a
# second card found face up (MA 15(b)), a shoe that was empty before the round was over (MA 15(g), CB 11).
REASONS: Final = (
    "new-cards",
    "cards-spread",
    "cutting-card",
    "house",
    "player-asked",
    "face-up-cards",
    "shoe-empty",
)
WAYS: Final = {"hand": "shuffle-by-hand", "device": BY_DEVICE, "pre-shuffled": "cut"}
RIFFLES_BEFORE_STRIP: Final = 2
MOST_RIFFLES: Final = 20
# These have commands of their own, because they need more than a finger: cards, people, numbers.
OWN_COMMANDS: Final = {
    "offer-cut": "todo-offer-cut",
    "cut": "todo-enter-cut",
    "burn": "todo-burn",
    "count": "todo-count",
    "shuffle": "todo-shuffle",
}
EMPTY_SHOE: Final = "shoe-empty"
_WHEN_DUE: Final = ("cards-spread", "face-up-cards", EMPTY_SHOE)  # only where the table knows of it
_PRE_SHUFFLED: Final = {"CB": "CB cards new"}  # elsewhere the clause of the shuffle (SD 7)
_REPEATED: Final = ("riffle", "turn", "strip")


class BeginShuffle(Command):
    """`reason`: one of `REASONS`; where a shuffle is due, its own. `way`: hand, device, pre-shuffled.

    By device `Shuffle` and `Release` follow; for pre-shuffled cards the cut is offered next. A player's wish needs the
    shift manager where the rules say so (CB).
    """

    reason: str
    way: str = "hand"

    def action(self, state: TableState) -> Action:
        guarded = state.table is not None and state.table.rules.shuffle_acknowledged
        return Action.SHUFFLE_ON_REQUEST if guarded and self.reason == "player-asked" else Action.SHUFFLE

    def why_not(self, context: CommandContext) -> Why:
        if self.reason not in REASONS:
            return Refusal(
                Message(
                    "unknown-shuffle-reason",
                    reason=Quoted(self.reason),
                    hint=did_you_mean(self.reason, REASONS),
                )
            )
        table, shift = context.table, context.shift
        return (
            not_open(shift)
            or with_cards_in_round(shift, Message("cards-shuffled"), table.rules.values["shuffle_by"].clause)
            or _unknown_way(table, self.way, new=self.reason == "new-cards")
            or _not_allowed(table, self.reason, context.approver)
            or _cards_not_there(table, shift, self.reason)
            or why_not_way(context.state, table, self.way)
        )

    def drafts(self, context: CommandContext) -> list[Draft]:
        begun = ShuffleBegun(
            procedure=_procedure(context.table, self.way),
            reason=self.reason,
            order=(),
            authorised_by=context.approver.person if context.approver is not None else None,
        )
        return [Draft.of(begun, who=context.who)]


class ShuffleAgain(Command):
    """Inside `Signed`, by a supervisor: a shuffle that went wrong (a jam, spilled cards) begins again, in this way."""

    needs = Action.SHUFFLE_AGAIN
    way: str
    why: str

    def why_not(self, context: CommandContext) -> Why:
        cards = context.shift.cards
        if cards.are not in (CardsAre.SHUFFLING, CardsAre.CUTTING):
            return Refusal(Message("no-shuffle-to-repeat"))
        if cards.procedure == INTO:
            return Refusal(Message("cards-go-into-csm"))
        return (
            not_open(context.shift)
            or _unknown_way(context.table, self.way, new=False)
            or not_supervised(context.by, Message("beginning-shuffle-again"))
            or why_not_way(context.state, context.table, self.way)
        )

    def drafts(self, context: CommandContext) -> list[Draft]:
        procedure = _procedure(context.table, self.way)
        begun = ShuffleBegun(procedure=procedure, reason="again", why=self.why, order=())
        return [Draft.of(begun, who=context.who)]


class CardStep(Command):
    """A step of the guide is done (`CardGuide.step`); `riffles` where it is the riffle. `load` fills the shoe.

    A supervisor's step (`CardGuide.who`) stands inside `Signed`.
    """

    step: str
    riffles: int = 1
    remark: str = ""

    def action(self, state: TableState) -> Action:
        procedure = state.shift.cards.procedure or ""
        steps = state.table.rules.procedures.get(procedure, ()) if state.table is not None else ()
        if any(step.key == self.step and step.who == "supervisor" for step in steps):
            return Action.SHUFFLE_ACKNOWLEDGE
        if self.step == PUT_AWAY:
            return Action.SHOE_CHANGE
        return {"cut": Action.CUT, "closing": Action.SHOE_CHANGE}.get(procedure, Action.SHUFFLE)

    def why_not(self, context: CommandContext) -> Why:
        """The next step of the running procedure, or once more what may be repeated."""
        table, shift, key = context.table, context.shift, self.step
        due, procedure = current_step(table, shift), shift.cards.procedure
        if due is None or procedure is None:
            return Refusal(Message("no-procedure-runs", step=key))
        step = step_of(table, procedure, key)
        if step is None:
            known = [step.key for step in steps_of(table.rules, procedure)]
            return Refusal(
                Message("has-no-step", procedure=procedure, step=Quoted(key), hint=did_you_mean(key, known)),
                due.clause,
            )
        if key in OWN_COMMANDS:
            return Refusal(Message("step-needs-more", todo=Message(OWN_COMMANDS[key])), step.clause)
        if step != due and not _repeated(table, shift, step) and not (key == PUT_AWAY and due.key == "shuffle"):
            return Refusal(Message("step-not-due", step=rule_text(due.does)), due.clause)
        return (
            _not_their_step(shift, step, context.by)
            or _riffles_wrong(shift, step, self.riffles)
            or _device_not_done(context, procedure, key)
        )

    def drafts(self, context: CommandContext) -> list[Draft]:
        """Cards put into the shoe, or into a continuous shuffler, are recorded as a shoe in the same append.

        Not so the discards inside a round: the ruling itself tells the round that they went back.
        """
        table, shift, key = context.table, context.shift, self.step
        procedure, due = str(shift.cards.procedure), current_step(table, shift)
        done = ProcedureStep(
            step=key,
            procedure=procedure,
            riffles=self.riffles if key == "riffle" else None,
            again=True if due is None or due.key not in (key, "shuffle") else None,
            over=True if step_after(table.rules, procedure, key) is None else None,
            remark=self.remark or None,
        )
        if key != "load" or shift.cards.resumes is not None:
            return [Draft.of(done, who=context.who)]
        shoe = ShoeLoaded(decks=shift.cards.decks, change="new" if shift.cards.new else "shuffled")
        return [Draft.of(done, who=context.who), Draft.of(shoe, who=context.who)]


# --- why no shuffle begins -----------------------------------------------------------------------------------------


def _procedure(table: Table, way: str) -> str:
    return INTO if way == "device" and has_continuous(table) else WAYS[way]


def _unknown_way(table: Table, way: str, *, new: bool) -> Why:
    rules = table.rules
    clause = rules.values["shuffle_by"].clause
    if way not in WAYS:
        return Refusal(
            Message("unknown-shuffle-way", ways=tuple(WAYS), way=Quoted(way), hint=did_you_mean(way, WAYS)), clause
        )
    if way == "device" and "device" not in rules.shuffle_by:
        return Refusal(Message("shuffled-by-hand-only"), clause)
    if way == "device" and not table.has_device(*SHUFFLERS):
        return Refusal(Message("no-shuffler-here"), clause)
    if way == "pre-shuffled" and rules.cut_when == "always":
        return Refusal(Message("pre-shuffled-shuffled-too"), _PRE_SHUFFLED.get(rules.document, clause))
    if way == "pre-shuffled" and not new:
        return Refusal(Message("only-new-decks-pre-shuffled"), clause)
    return None


def _not_allowed(table: Table, reason: str, approver: Acting | None) -> Why:
    """Where a shuffle is called and acknowledged, a player's wish needs the shift manager."""
    if reason != "player-asked" or not table.rules.shuffle_acknowledged:
        return None
    if approver is None or approver.role != Role.PIT_MANAGER:
        return Refusal(Message("player-cannot-ask-shuffle"), "CB shuffle request")
    return None


def _cards_not_there(table: Table, shift: Shift, reason: str) -> Why:
    are = shift.cards.are
    if are is CardsAre.AWAY or are is CardsAre.IN:
        return Refusal(Message("shuffle-needs-decks" if are is CardsAre.AWAY else "shuffle-needs-inspection"), "MA 3")
    if not_out_yet(shift.cards):
        return Refusal(Message("cards-in-csm"))
    if are in (CardsAre.SHUFFLING, CardsAre.CUTTING) or shift.cards.procedure == "closing":
        return Refusal(Message("cards-in-procedure", what=shift.cards.procedure or ""))
    if shift.cards.procedure == DISCARDS:
        return None if reason == EMPTY_SHOE else _other_reason(EMPTY_SHOE, step_of(table, DISCARDS, "shuffle"))
    if are is CardsAre.ENDED and shift.cards.done != "count":
        count = step_of(table, "end-of-shoe", "count")
        return Refusal(_why_uncounted(shift.cards.missing), count.clause if count else None)
    ended = are is CardsAre.ENDED and shift.cards.procedure != OUT_OF
    due = shift.cards.due
    if due is not None:
        others = ("cutting-card",) if due.after is CardsAre.ENDED else ()
        return None if reason in (due.reason, *others) else _other_reason(due.reason, None, due.clause)
    if reason == "cutting-card" and not ended:
        return Refusal(Message("no-cutting-card-yet"))
    if reason in _WHEN_DUE:
        return Refusal(Message("no-shuffle-due-for", reason=Term("reason", reason)))
    if (reason == "new-cards") != (are is CardsAre.INSPECTED):
        return Refusal(Message("new-cards-inspected-first"))
    return None


def _other_reason(reason: str, step: Step | None, clause: str | None = None) -> Refusal:
    return Refusal(Message("shuffle-due-for", reason=Term("reason", reason)), step.clause if step else clause)


def _why_uncounted(missing: int) -> Message:
    if not missing:
        return Message("count-shoe-rest-first")
    return Message("cards-missing" if missing > 0 else "cards-too-many", count=abs(missing))


# --- why a step must wait ------------------------------------------------------------------------------------------


def _repeated(table: Table, shift: Shift, step: Step) -> bool:
    """Riffle, turn and strip may be repeated once they have been done, where no number is prescribed."""
    steps = [step.key for step in steps_of(table.rules, shift.cards.procedure or "")]
    done = shift.cards.done
    passed = done in steps and steps.index(step.key) <= steps.index(done)
    return passed and step.key in _REPEATED and step.clause not in RIFFLED_PORTIONS


def _not_their_step(shift: Shift, step: Step, by: Acting) -> Why:
    if step.who == "supervisor":
        if by.person == shift.dealer:
            return Refusal(Message("dealer-is-not-supervisor"), step.clause)
        return not_supervised(by, rule_text(step.does.lower()), step.clause)
    if step.who == "dealer" and shift.dealer is not None and by.person != shift.dealer:
        return Refusal(Message("step-of-dealer", person=shift.dealer), step.clause)
    return None


def _riffles_wrong(shift: Shift, step: Step, riffles: int) -> Why:
    if step.key == "riffle":
        least, most = RIFFLED_PORTIONS.get(step.clause, (1, MOST_RIFFLES))
        if not least <= riffles <= most:
            return Refusal(Message("riffle-portions", least=least, most=most, count=riffles), step.clause)
    if step.key == "strip" and shift.cards.riffles < RIFFLES_BEFORE_STRIP:
        return Refusal(Message("riffle-before-strip", count=RIFFLES_BEFORE_STRIP), step.clause)
    return None


def _device_not_done(context: CommandContext, procedure: str, key: str) -> Why:
    """Nobody says for a shuffler that it has done its part."""
    if procedure == INTO:
        return why_not_loaded(context.state, context.table)
    if key == TAKE_OUT:
        return why_not_out_by_hand(context.state, context.table)
    if procedure == BY_DEVICE and key == "wait":
        return why_not_waited(context.state, context.table.rules)
    return None
