"""The shuffle and the steps of every procedure with cards: what is next, who does it, why something must wait.

The steps are data of the rule set (`game.procedures`); here stands what a list of steps cannot say: why cards may be
shuffled now, two riffles before a strip (MA 4(i)(4)), five to seven riffled portions (CB shuffle 1), the supervisor's
answer to the call, and that a player's wish alone moves no card (CB shuffle request).
"""

from __future__ import annotations

from typing import Final

from dealer_console.game.errors import Refusal
from dealer_console.game.rules import Step
from dealer_console.game.suggestions import did_you_mean
from dealer_console.journal import Draft
from dealer_console.journal.canonical import Json
from dealer_console.rulebook.tables import SHUFFLERS, Table
from dealer_console.table.shift.csm_cards import (
    INTO,
    OUT_OF,
    PUT_AWAY,
    has_continuous,
    not_out_yet,
    step_after,
    steps_of,
)
from dealer_console.table.shift.guards import Why, during_round, not_open, not_supervised, require
from dealer_console.table.shift.state import Acting, CardsAre, Shift

# New decks (CB shuffle a), spread cards (CB shuffle b), the end of a shoe, the house's wish (MA 4(h)), a player's.
REASONS: Final = ("new-cards", "cards-spread", "cutting-card", "house", "player-asked")
WAYS: Final = {"hand": "shuffle-by-hand", "device": "shuffle-by-device", "pre-shuffled": "cut"}
RIFFLED_PORTIONS: Final = {"CB shuffle 1": (5, 7)}  # by the clause of the riffle
RIFFLES_BEFORE_STRIP: Final = 2
MOST_RIFFLES: Final = 20
# These have commands of their own, because they need more than a finger: cards, people, numbers.
OWN_COMMANDS: Final = {
    "offer-cut": "offer the cut",
    "cut": "enter who cuts",
    "burn": "burn a card",
    "count": "enter the count",
    "shuffle": "begin the shuffle",
}
_REPEATED: Final = ("riffle", "turn", "strip")


# --- beginning -----------------------------------------------------------------------------------------------------


def why_not_shuffle(
    table: Table, shift: Shift, reason: str, way: str, by: Acting, authorised_by: Acting | None = None
) -> Why:
    if reason not in REASONS:
        return Refusal(f"{reason!r} is no reason to shuffle{did_you_mean(reason, REASONS)}")
    clause = table.rules.values["shuffle_by"].clause
    return (
        not_open(shift)
        or during_round(shift, "cards are shuffled", clause)
        or _way(table, way, new=reason == "new-cards")
        or _request(table, reason, authorised_by)
        or _cards_not_there(table, shift, reason)
    )


def procedure_of(table: Table, way: str) -> str:
    return INTO if way == "device" and has_continuous(table) else WAYS[way]


def _way(table: Table, way: str, *, new: bool) -> Why:
    rules = table.rules
    clause = rules.values["shuffle_by"].clause
    if way not in WAYS:
        return Refusal(f"cards come {', '.join(WAYS)}, not {way!r}{did_you_mean(way, WAYS)}", clause)
    if way == "device" and "device" not in rules.shuffle_by:
        return Refusal("these cards are shuffled by hand only", clause)
    if way == "device" and not table.has_device(*SHUFFLERS):
        return Refusal("this table has no shuffler: shuffle by hand", clause)
    if way == "pre-shuffled" and rules.cut_when == "always":
        return Refusal("pre-shuffled decks are shuffled here too", rules.choices["decks"].clause)
    if way == "pre-shuffled" and not new:
        return Refusal("only new decks come pre-shuffled: shuffle these", clause)
    return None


def _request(table: Table, reason: str, authorised_by: Acting | None) -> Why:
    """Where a shuffle is called and acknowledged, a player's wish needs the shift manager."""
    if reason != "player-asked" or not table.rules.shuffle_acknowledged:
        return None
    if authorised_by is None or authorised_by.role != "pit-manager":
        return Refusal("a player cannot ask for a shuffle: the shift manager has to allow it", "CB shuffle request")
    return None


def _cards_not_there(table: Table, shift: Shift, reason: str) -> Why:
    are = shift.cards.are
    if are is CardsAre.AWAY or are is CardsAre.IN:
        said = "no decks are in" if are is CardsAre.AWAY else "the decks are not inspected yet"
        return Refusal(f"{said}: that comes before the shuffle", "MA 3")
    if not_out_yet(shift.cards):
        return Refusal("the cards are in the continuous shuffler: take all of them out first")
    if are in (CardsAre.SHUFFLING, CardsAre.CUTTING) or shift.cards.procedure == "closing":
        return Refusal(f"the cards are in another procedure already: {shift.cards.procedure}")
    if are is CardsAre.ENDED and shift.cards.done != "count":
        count = _step(table, "end-of-shoe", "count")
        return Refusal(_why_uncounted(shift.cards.missing), count.clause if count else None)
    if reason == "cutting-card" and (are is not CardsAre.ENDED or shift.cards.procedure == OUT_OF):
        return Refusal("the cutting card has not come, or its round is not over")
    if (reason == "new-cards") != (are is CardsAre.INSPECTED):
        return Refusal("new cards are shuffled when they have come in and were inspected, and before any other reason")
    return None


def _why_uncounted(missing: int) -> str:
    if not missing:
        return "shoe rest and discards have to be counted first"
    cards = "1 card is" if abs(missing) == 1 else f"{abs(missing)} cards are"
    return f"{cards} {'missing' if missing > 0 else 'too many'}: recount, or put in new decks"


def draft_shuffle(
    table: Table, shift: Shift, reason: str, way: str, by: Acting, authorised_by: Acting | None = None
) -> list[Draft]:
    """For pre-shuffled cards the cut is offered next (`cutting.draft_offer`)."""
    require(why_not_shuffle(table, shift, reason, way, by, authorised_by))
    data: dict[str, Json] = {"step": "begun", "procedure": procedure_of(table, way), "reason": reason, "order": []}
    allowed = {"authorised_by": authorised_by.person} if authorised_by else {}
    return [Draft(kind="shuffle", data={**data, **allowed}, who=by.person)]


def why_not_begin_again(table: Table, shift: Shift, way: str, by: Acting) -> Why:
    """A shuffle that went wrong (a jammed shuffler, spilled cards) begins anew, by order of a supervisor."""
    if shift.cards.are not in (CardsAre.SHUFFLING, CardsAre.CUTTING):
        return Refusal("no shuffle runs that could begin again")
    if shift.cards.procedure == INTO:
        return Refusal("the cards go into the continuous shuffler: take all of them out, and begin with them anew")
    return not_open(shift) or _way(table, way, new=False) or not_supervised(by, "beginning the shuffle again")


def draft_begin_again(table: Table, shift: Shift, way: str, by: Acting, why: str) -> list[Draft]:
    require(why_not_begin_again(table, shift, way, by))
    procedure = procedure_of(table, way)
    data: dict[str, Json] = {"step": "begun", "procedure": procedure, "reason": "again", "why": why, "order": []}
    return [Draft(kind="shuffle", data=data, who=by.person)]


# --- steps ---------------------------------------------------------------------------------------------------------


def current_step(table: Table, shift: Shift) -> Step | None:
    """What has to be done now with the cards, or None when they can be dealt (or are away)."""
    cards = shift.cards
    if cards.procedure is not None:
        return step_after(table.rules, cards.procedure, cards.done)
    if cards.burn_for is not None:
        return _step(table, cards.burn_for, "burn") or _step(table, "new-dealer", "burn")
    return None


def _step(table: Table, procedure: str, key: str) -> Step | None:
    return next((step for step in steps_of(table.rules, procedure) if step.key == key), None)


def why_not_step(table: Table, shift: Shift, key: str, by: Acting, riffles: int = 1) -> Why:
    """The next step of the running procedure, or once more what may be repeated."""
    due = current_step(table, shift)
    procedure = shift.cards.procedure
    if due is None or procedure is None:
        return Refusal(f"no procedure with cards runs: {key} is not asked for")
    step = _step(table, procedure, key)
    if step is None:
        known = [each.key for each in steps_of(table.rules, procedure)]
        return Refusal(f"{procedure} has no step {key!r}{did_you_mean(key, known)}", due.clause)
    if key in OWN_COMMANDS:
        return Refusal(f"this step needs more: {OWN_COMMANDS[key]}", step.clause)
    if step != due and not _again(table, shift, step) and not (key == PUT_AWAY and due.key == "shuffle"):
        return Refusal(f"not yet, or done already; now: {due.does}", due.clause)
    return _who(shift, step, by) or _riffles(shift, step, riffles)


def _again(table: Table, shift: Shift, step: Step) -> bool:
    """Riffle, turn and strip may be repeated once they have been done, where no number is prescribed."""
    steps = [each.key for each in steps_of(table.rules, shift.cards.procedure or "")]
    done = shift.cards.done
    passed = done in steps and steps.index(step.key) <= steps.index(done)
    return passed and step.key in _REPEATED and step.clause not in RIFFLED_PORTIONS


def _who(shift: Shift, step: Step, by: Acting) -> Why:
    if step.who == "supervisor":
        if by.person == shift.dealer:
            return Refusal("the dealer cannot answer for the supervisor", step.clause)
        return not_supervised(by, step.does.lower(), step.clause)
    if step.who == "dealer" and shift.dealer is not None and by.person != shift.dealer:
        return Refusal(f"{shift.dealer} deals: this step is the dealer's", step.clause)
    return None


def _riffles(shift: Shift, step: Step, riffles: int) -> Why:
    if step.key == "riffle":
        least, most = RIFFLED_PORTIONS.get(step.clause, (1, MOST_RIFFLES))
        if not least <= riffles <= most:
            return Refusal(f"riffle {least} to {most} portions, not {riffles}", step.clause)
    if step.key == "strip" and shift.cards.riffles < RIFFLES_BEFORE_STRIP:
        return Refusal(f"no strip before {RIFFLES_BEFORE_STRIP} riffles: riffle once more", step.clause)
    return None


def draft_step(table: Table, shift: Shift, key: str, by: Acting, *, riffles: int = 1, remark: str = "") -> list[Draft]:
    """Cards that are put into the shoe, or into a continuous shuffler, are recorded as a shoe in the same append."""
    require(why_not_step(table, shift, key, by, riffles))
    procedure = str(shift.cards.procedure)
    due = current_step(table, shift)
    data: dict[str, Json] = {
        "step": key,
        "procedure": procedure,
        **({"riffles": riffles} if key == "riffle" else {}),
        **({"again": True} if due is None or due.key not in (key, "shuffle") else {}),
        **({"over": True} if step_after(table.rules, procedure, key) is None else {}),
        **({"remark": remark} if remark else {}),
    }
    drafts = [Draft(kind="shuffle", data=data, who=by.person)]
    if key == "load":
        change = "new" if shift.cards.new else "shuffled"
        drafts.append(Draft(kind="shoe", data={"decks": shift.cards.decks, "change": change}, who=by.person))
    return drafts
