"""Dealers in and out, the burn that follows a new one, and who may see a burned card."""

from __future__ import annotations

from collections import Counter

from dealer_console.game.errors import Refusal
from dealer_console.journal import Draft
from dealer_console.rulebook.tables import Table
from dealer_console.table.shift.csm_cards import steps_of
from dealer_console.table.shift.guards import Why, during_round, not_supervised, require
from dealer_console.table.shift.state import Acting, CardsAre, Shift


def burn_clause(table: Table, shift: Shift) -> str:
    """The clause of the burn that is due: after a shuffle, or for a new dealer."""
    steps = steps_of(table.rules, shift.cards.burn_for or "new-dealer")
    return next((step.clause for step in steps if step.key == "burn"), table.rules.cite("burn"))


def people_missing(table: Table, shift: Shift) -> tuple[str, ...]:
    """The roles of which fewer are at the table than its file asks for: a banner, no bar to dealing."""
    here = Counter(each.role for each in shift.present)
    return tuple(role for role, needed in table.people.items() if here[role] < needed)


def why_not_dealer_in(table: Table, shift: Shift, by: Acting) -> Why:
    if by.role != "dealer":
        return Refusal(f"{by.person} is not here as a dealer: come in as one")
    if shift.dealer == by.person:
        return Refusal(f"{by.person} deals already")
    return during_round(shift, "dealers change", table.rules.procedures["new-dealer"][0].clause)


def draft_dealer_in(table: Table, shift: Shift, by: Acting) -> list[Draft]:
    """The dealer before goes out with the same append; a burn is due when cards are in the shoe."""
    require(why_not_dealer_in(table, shift, by))
    out = [] if shift.dealer is None else [_person("person-out", shift.dealer, by.person)]
    return [*out, _person("person-in", by.person, by.person)]


def why_not_dealer_out(shift: Shift) -> Why:
    if shift.dealer is None:
        return Refusal("nobody deals at this table")
    return during_round(shift, "dealers change")


def draft_dealer_out(shift: Shift, by: Acting) -> list[Draft]:
    require(why_not_dealer_out(shift))
    return [_person("person-out", str(shift.dealer), by.person)]


def _person(kind: str, person: str, who: str) -> Draft:
    return Draft(kind=kind, data={"person": person, "role": "dealer"}, who=who)


def why_not_burn(table: Table, shift: Shift) -> Why:
    """One card after each shuffle and for each new dealer; a second one only where the rules play on after it."""
    if shift.cards.are not in (CardsAre.IN_PLAY, CardsAre.LAST_ROUND):
        return Refusal("no cards are in the shoe: shuffle and load them first", burn_clause(table, shift))
    refusal = during_round(shift, "a card is burned", burn_clause(table, shift))
    if refusal is None and shift.cards.burn_for is None and table.rules.extra_burn == "refused":
        return Refusal("the burn has been made: deal on", table.rules.values["extra_burn"].clause)
    return refusal


def draft_burn(table: Table, shift: Shift, by: Acting, card: str = "??") -> list[Draft]:
    """`card` as it is known: face down it is the unseen card."""
    require(why_not_burn(table, shift))
    return [Draft(kind="burn", data={"card": card, "why": shift.cards.burn_for or "again"}, who=by.person)]


def why_not_show_burn(table: Table, shift: Shift, by: Acting) -> Why:
    """MA shows it to every player who asks; CB only with a supervisor's approval."""
    clause = table.rules.values["burn_shown"].clause
    if not shift.cards.burns:
        return Refusal("no card has been burned yet", clause)
    if table.rules.burn_shown == "with-supervisor":
        return not_supervised(by, "showing the burned card", clause)
    return None


def draft_show_burn(table: Table, shift: Shift, by: Acting, card: str) -> list[Draft]:
    require(why_not_show_burn(table, shift, by))
    clause = table.rules.values["burn_shown"].clause
    return [Draft(kind="shuffle", data={"step": "burn-shown", "card": card, "rule": clause}, who=by.person)]
