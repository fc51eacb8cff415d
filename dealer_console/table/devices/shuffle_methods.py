"""In which ways cards can be shuffled now, with the devices as they are: the one place that knows.

A shuffler that stands at the table is used, or taken away before anything else is done (MA 15(k)). Cards go into a
continuous shuffler only when it is well and empty, and they are in play only when it has told all of them.
"""

from __future__ import annotations

from typing import Final

from dealer_console.game.errors import Refusal
from dealer_console.game.irregularity.catalogue import ruling_for
from dealer_console.game.message import Message
from dealer_console.game.rules import Rules
from dealer_console.rulebook.tables import Table
from dealer_console.table.shift.continuous_shuffler import CONTINUOUS, LONG_WORK, OUT_OF, has_continuous
from dealer_console.table.shift.fold_cards import CARDS_PER_DECK
from dealer_console.table.shift.guards import Why
from dealer_console.table.shift.state import CardsAre
from dealer_console.table.state.table_state import TableState
from drivers.events import DeviceKind

BATCH: Final = DeviceKind.BATCH_SHUFFLER
WORKING: Final = ("asked", "shuffling")


def shuffler_of(table: Table) -> str | None:
    """The shuffler of the table's file: there is one at most."""
    return next((kind for kind in (CONTINUOUS, BATCH) if table.has_device(kind)), None)


def ways(state: TableState, table: Table, *, new: bool) -> tuple[str, ...]:
    """Everything that `why_not_way` lets pass now, the shuffler first."""
    offered = ["device", "hand", *(["pre-shuffled"] if new and table.rules.cut_when != "always" else [])]
    return tuple(way for way in offered if why_not_way(state, table, way) is None)


def why_not_way(state: TableState, table: Table, way: str) -> Why:
    rules = table.rules
    kind = shuffler_of(table)
    if way == "device":
        if kind is None or "device" not in rules.shuffle_by:
            return Refusal(Message("no-shuffler-here"), rules.values["shuffle_by"].clause)
        if state.shift.cards.resumes is not None and kind in state.links:
            clause = ruling_for(rules, "shuffle-beside-device").clause
            return Refusal(Message("shuffler-wants-full-decks"), clause)
        return why_not_into(state, table) if kind == CONTINUOUS else _trouble_of_batch(state, rules)
    stands = kind is not None and state.links.get(kind, "away") != "away"
    if stands and (way == "hand" or kind == CONTINUOUS):
        clause = ruling_for(rules, "shuffle-beside-device").clause
        return Refusal(Message("shuffler-at-table"), clause)
    return None


# --- the batch shuffler --------------------------------------------------------------------------------------------


def _trouble_of_batch(state: TableState, rules: Rules) -> Why:
    """One that no line was ever opened to is worked by people, step by step."""
    if BATCH not in state.links:
        return None
    return why_device_rests(state, BATCH, rules)


def why_not_waited(state: TableState, rules: Rules) -> Why:
    """Nobody says for the shuffler that it has done its step; a cycle that broke off does not count (MA 15(j))."""
    clause = ruling_for(rules, "shuffler-fault").clause
    if BATCH not in state.links or state.batch_stage == "ready":
        return None
    resting = why_device_rests(state, BATCH, rules)
    if resting is not None:
        return resting
    if state.batch_stage in WORKING:
        return Refusal(Message("shuffler-at-work"), clause)
    if state.batch_stage == "releasing":
        return Refusal(Message("batch-comes-out"), clause)
    if state.batch_stage == "dead" and (BATCH in state.orders or BATCH in state.commands):
        return Refusal(Message("shuffler-gives-cards-out"), clause)
    if state.batch_stage == "dead":
        return Refusal(Message("batch-dead"), clause)
    return Refusal(Message("nothing-being-shuffled"), clause)


def why_no_second_decks(state: TableState, table: Table, colour: str | None) -> Why:
    """Decks beside those in play: for a shuffler that keeps two batches, and told apart by their backs (MA 2(a))."""
    rules, cards = table.rules, state.shift.cards
    clause = rules.values["shuffle_by"].clause
    if not table.has_device(BATCH) or not state.two_batches or "device" not in rules.shuffle_by:
        return Refusal(Message("second-decks-no-shuffler"), clause)
    if cards.are not in (CardsAre.IN_PLAY, CardsAre.LAST_ROUND):
        return Refusal(Message("second-decks-need-first"), clause)
    if state.second_batch is not None or state.batch_stage is not None:
        return Refusal(Message("second-decks-in-shuffler"), clause)
    if colour is not None and colour == cards.colour:
        return Refusal(Message("second-decks-colour"), rules.choices["decks"].clause)
    return None


def why_not_exchanged(state: TableState, rules: Rules) -> Why:
    """Cards go into the shuffler while the second ones are in it: these must be shuffled and good (MA 15(j))."""
    clause = ruling_for(rules, "shuffler-fault").clause
    second = state.second_batch
    if second is None or second.stage == "ready":
        return None
    return Refusal(Message("batch-dead" if second.stage == "dead" else "shuffler-at-work"), clause)


# --- devices at rest ----------------------------------------------------------------------------------------------


def why_device_rests(state: TableState, kind: str, rules: Rules) -> Why:
    """What keeps this shuffler from working, and what to do about it."""
    clause = ruling_for(rules, "shuffler-fault").clause
    link, device = state.links.get(kind, "away"), Message(f"device-name-{kind}")
    if link == "away":
        return Refusal(Message("device-not-connected", device=device), clause)
    if link != "ready":
        return Refusal(Message("device-not-trusted", device=device), clause)
    if kind in state.faults:
        return Refusal(Message("device-has-fault", device=device), clause)
    if kind in state.doors:
        return Refusal(Message("device-door-open", device=device), clause)
    return None


# --- the continuous shuffler ---------------------------------------------------------------------------------------


def is_busy(state: TableState) -> bool:
    """It was told to count its cards or to give them out, and has not come to the end of that."""
    sent = state.commands.get(CONTINUOUS, ())
    return CONTINUOUS in state.orders or any(command.type in LONG_WORK for command in sent)


def counts_by_itself(state: TableState) -> bool:
    """After a fault its cards are counted, unless they are to come out: then the empty device is the count."""
    opened = state.stock is not None and state.stock.opened
    return not opened and state.shift.cards.procedure != OUT_OF


def why_not_deal(state: TableState, rules: Rules) -> Why:
    """Cards in a device that gives none are not dealt, and no others beside it (MA 15(k))."""
    if not state.shift.cards.in_shuffler:
        return None
    return _not_well(state, rules)


def _not_well(state: TableState, rules: Rules) -> Why:
    resting = why_device_rests(state, CONTINUOUS, rules)
    if resting is not None:
        return resting
    clause = ruling_for(rules, "shuffler-fault").clause
    if state.stock is not None and state.stock.opened:
        return Refusal(Message("csm-cards-taken-by-hand"), clause)
    if is_busy(state) or (state.stock is not None and state.stock.recount_due):
        return Refusal(Message("csm-counts"), clause)
    return None


def all_cards(table: Table) -> int:
    return table.game.decks * CARDS_PER_DECK


def inside(state: TableState) -> int:
    return state.stock.inside if state.stock is not None else 0


def why_not_into(state: TableState, table: Table) -> Why:
    """Well and empty; or all cards lie in it already, put there before anybody said so."""
    refusal = _not_well(state, table.rules)
    if refusal is None and inside(state) not in (0, all_cards(table)):
        held, all_of_them = inside(state), all_cards(table)
        return Refusal(
            Message("csm-holds-cards", count=held, most=all_of_them),
            table.rules.values["shuffle_by"].clause,
        )
    return refusal


def why_not_loaded(state: TableState, table: Table) -> Why:
    """The device has told every card of every deck, none more."""
    refusal = _not_well(state, table.rules)
    held, all_of_them = inside(state), all_cards(table)
    clause = table.rules.values["shuffle_by"].clause
    if refusal is None and held < all_of_them:
        return Refusal(Message("csm-wants-rest", count=held, most=all_of_them), clause)
    if refusal is None and held > all_of_them:
        return Refusal(Message("csm-holds-too-many", count=held, most=held - all_of_them), clause)
    return refusal


def why_not_ordered_out(state: TableState, rules: Rules) -> Why:
    """Can the device give its cards out by itself now? Its own count is not needed for that."""
    resting = why_device_rests(state, CONTINUOUS, rules)
    if resting is None and is_busy(state):
        return Refusal(Message("csm-at-work"), ruling_for(rules, "shuffler-fault").clause)
    return resting


def why_not_out_by_hand(state: TableState, table: Table) -> Why:
    """Its door is opened only where it cannot give the cards out itself."""
    if has_continuous(table) and why_device_rests(state, CONTINUOUS, table.rules) is None:
        return Refusal(Message("csm-gives-cards-itself"))
    return None
