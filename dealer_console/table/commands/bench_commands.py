"""Commands of a table without a file and a book of people: benches and the simulation that deals without a shift."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from dealer_console.game.catalogue import ruling_for
from dealer_console.game.choices import BadChoices, choose
from dealer_console.game.errors import Refusal
from dealer_console.journal import Draft
from dealer_console.journal.canonical import Json
from dealer_console.journal.configuration import configuration
from dealer_console.journal.entries import people as stored
from dealer_console.journal.entries.cards import ShoeLoaded
from dealer_console.rulebook import BadFile, UnknownRules, load_rules
from dealer_console.table.commands.command import Command
from dealer_console.table.commands.context import CommandContext
from dealer_console.table.people.actions import Action
from dealer_console.table.shift.guards import Why


class Configure(Command):
    """The rule set and choices, with no shift around them."""

    needs = Action.OPEN_TABLE  # by somebody who could approve the opening
    rules: str
    choices: Mapping[str, Json] = field(default_factory=dict)

    def why_not(self, context: CommandContext) -> Why:
        refusal = _with_house(context, "Configure") or _in_round(context)
        if refusal is not None:
            return refusal
        try:
            choose(load_rules(self.rules), self.choices)
        except (UnknownRules, BadFile, BadChoices) as error:
            return Refusal(str(error))
        return None

    def drafts(self, context: CommandContext) -> list[Draft]:
        return [configuration(self.rules, self.choices, who=context.who)]


class CardsIn(Command):
    """A shoe is ready, new cards or the old ones shuffled."""

    needs = Action.SHOE_CHANGE
    change: str = "new"

    def why_not(self, context: CommandContext) -> Why:
        state = context.state
        refusal = _with_house(context, "CardsIn") or _in_round(context)
        if refusal is None and state.table is None:
            return Refusal("the table has no rules yet: open it first")
        stands = self.change == "shuffled" and state.links.get("batch-shuffler", "away") != "away"
        if refusal is None and state.table is not None and stands:
            clause = ruling_for(state.table.rules, "shuffle-beside-device").clause
            return Refusal("a shuffler stands at the table: shuffle with it, or take it away first", clause)
        return refusal

    def drafts(self, context: CommandContext) -> list[Draft]:
        decks = context.state.table.decks if context.state.table is not None else 0
        return [
            Draft.of(ShoeLoaded(decks=decks, change="new" if self.change == "new" else "shuffled"), who=context.who)
        ]


class PersonCame(Command):
    """Somebody is there, nobody has checked who."""

    needs = Action.DEALER_IN
    person: str
    role: str

    def why_not(self, context: CommandContext) -> Why:
        return _with_house(context, "PersonCame") or (_in_round(context) if self.role == "dealer" else None)

    def drafts(self, context: CommandContext) -> list[Draft]:
        return [Draft.of(stored.PersonCame(person=self.person, role=self.role), who=context.who)]


class PersonLeft(Command):
    """The counterpart of `PersonCame`."""

    needs = Action.DEALER_OUT
    role: str

    def why_not(self, context: CommandContext) -> Why:
        refusal = _with_house(context, "PersonLeft")
        if refusal is None and self.role not in context.state.people:
            return Refusal(f"there is no {self.role} at the table")
        return refusal or (_in_round(context) if self.role == "dealer" else None)

    def drafts(self, context: CommandContext) -> list[Draft]:
        person = context.state.people[self.role]
        return [Draft.of(stored.PersonLeft(person=person, role=self.role), who=context.who)]


def _with_house(context: CommandContext, name: str) -> Why:
    if context.setup is None:
        return None
    return Refusal(f"{name} is for a table without a house: open this table, and come in by badge and PIN")


def _in_round(context: CommandContext) -> Why:
    return Refusal("a round is running: this is done between rounds") if context.state.in_round else None
