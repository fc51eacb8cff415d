"""Coming and going: a new dealer takes over between rounds, and a burn follows when cards are in the shoe.

The console itself is closed by somebody who may, locked by itself and opened again by PIN.
"""

from __future__ import annotations

from dealer_console.game.errors import Bug, Refusal
from dealer_console.game.message import Message, Term
from dealer_console.journal import Draft
from dealer_console.journal.entries.journal_own import ConsoleLock, ConsoleStopped
from dealer_console.journal.entries.people import PersonLeft
from dealer_console.table.approvals.entries import person_in
from dealer_console.table.commands.command import Command, CommandContext, Source
from dealer_console.table.people.actions import Action
from dealer_console.table.people.person import Role
from dealer_console.table.shift.guards import Why, during_round
from dealer_console.table.state.table_state import TableState


class ComeIn(Command):
    """Inside `Signed`: the person is at the table from now on, in this role. A new dealer takes over and burns."""

    role: Role = Role.DEALER

    def action(self, state: TableState) -> Action | None:
        return Action.DEALER_IN if self.role == Role.DEALER else None

    def why_not(self, context: CommandContext) -> Why:
        person, shift = context.person, context.shift
        if person is None or self.role not in person.roles:
            name = person.name if person is not None else context.who
            return Refusal(Message("no-such-role-in-house", person=name, role=Term("role-word", self.role)))
        if self.role != Role.DEALER:
            here = any(present.person == person.id and present.role == self.role for present in shift.present)
            return Refusal(Message("here-already", person=person.name)) if here else None
        if context.by.role != Role.DEALER:
            return Refusal(Message("come-in-as-dealer", person=context.who))
        if shift.dealer == context.who and context.state.locked:
            return None
        if shift.dealer == context.who:
            return Refusal(Message("deals-already", person=context.who))
        return during_round(shift, Message("dealers-change"), context.table.rules.procedures["new-dealer"][0].clause)

    def drafts(self, context: CommandContext) -> list[Draft]:
        """The dealer before goes out with the same append. A locked screen is open again, for the same dealer too."""
        if context.person is None:
            raise Bug("nobody comes in")
        lock = Draft.of(ConsoleLock(locked=False, by=context.who), who=context.who)
        opened = [lock] if context.state.locked and self.role == Role.DEALER else []
        if opened and context.shift.dealer == context.who:
            return opened
        before = context.shift.dealer if self.role == Role.DEALER else None
        before_out = [] if before is None else [_person_out(before, Role.DEALER, context.who)]
        return [*opened, *before_out, person_in(context.person, self.role)]


class GoOut(Command):
    """The person leaves. The dealer goes by the own command; `person` is set when a supervisor records who has left."""

    role: Role = Role.DEALER
    person: str | None = None

    def action(self, state: TableState) -> Action | None:
        themselves = self.role != Role.DEALER and self.person in (None, self.who)
        return None if themselves else Action.DEALER_OUT

    def why_not(self, context: CommandContext) -> Why:
        shift = context.shift
        if self.role == Role.DEALER:
            nobody = Refusal(Message("nobody-deals-here")) if shift.dealer is None else None
            return nobody or during_round(shift, Message("dealers-change"))
        leaver = self.person or context.who
        if any(present.person == leaver and present.role == self.role for present in shift.present):
            return None
        return Refusal(Message("not-here-as", person=context.state.name_of(leaver), role=Term("role-word", self.role)))

    def drafts(self, context: CommandContext) -> list[Draft]:
        leaver = context.shift.dealer if self.role == Role.DEALER else self.person
        return [_person_out(leaver or context.who, self.role, context.who)]


def _person_out(person: str, role: Role, who: str) -> Draft:
    return Draft.of(PersonLeft(person=person, role=role), who=who)


class StopConsole(Command):
    """Inside `Signed`: the window may be closed."""

    needs = Action.STOP_CONSOLE
    source = Source.SIGNED

    def why_not(self, context: CommandContext) -> Why:
        return Refusal(Message("round-running")) if context.state.in_round else None

    def drafts(self, context: CommandContext) -> list[Draft]:
        return [Draft.of(ConsoleStopped(by=context.who), who=context.who)]
