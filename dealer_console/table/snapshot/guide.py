"""The guide for the cards: the step that is due, what it waits for, and everything else that may be done meanwhile.

Whatever stands in it has been asked of the same functions that judge the command, so nothing is offered that would be
refused; and wherever a device may never come back, the way without it is among what is offered.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from dealer_console.game.errors import Refusal
from dealer_console.game.message import Message
from dealer_console.journal.entries.people import Role
from dealer_console.rulebook.tables import Table
from dealer_console.table.commands import (
    BeginShuffle,
    BurnCard,
    CardsInspected,
    CardStep,
    Command,
    CountCards,
    CutMade,
    DecksIn,
    OfferCut,
    OrderCardsOut,
    OrderRecut,
    Release,
    Shuffle,
    TakeCardsOut,
)
from dealer_console.table.commands.command import CommandContext
from dealer_console.table.devices.shuffle_methods import (
    BATCH,
    all_cards,
    inside,
    shuffler_of,
    ways,
    why_device_rests,
    why_no_second_decks,
    why_not_deal,
    why_not_exchanged,
    why_not_into,
    why_not_loaded,
    why_not_ordered_out,
    why_not_waited,
    why_not_way,
)
from dealer_console.table.session.table_setup import TableSetup
from dealer_console.table.shift.continuous_shuffler import CONTINUOUS, INTO, OUT_OF, PUT_AWAY, TAKE_OUT, steps_of
from dealer_console.table.shift.readiness import guidance, inspection_clause
from dealer_console.table.shift.state import Acting, CardsAre, Stage
from dealer_console.table.snapshot.table_snapshot import CardGuide, CardsInPlay, GuideStep
from dealer_console.table.state.table_state import TableState

# The command that does a step, where it is not the plain `CardStep`.
_COMMANDS: Final[dict[str, type[Command]]] = {
    "offer-cut": OfferCut,
    "cut": CutMade,
    "burn": BurnCard,
    "count": CountCards,
    "shuffle": BeginShuffle,
    "decks-in": DecksIn,
    "cards-inspected": CardsInspected,
    "begin-shuffle": BeginShuffle,
}
_BY_SHUFFLER: Final[dict[str, type[Command]]] = {"insert": Shuffle, "stack": Release, "load": Release}
_BEFORE_PLAY: Final = {
    CardsAre.AWAY: ("decks-in", "Cards to the table"),
    CardsAre.IN: ("cards-inspected", "Fan the decks; a supervisor checks them"),
    CardsAre.INSPECTED: ("begin-shuffle", "Shuffle the cards"),
}
_BY_HAND: Final = "Open the continuous shuffler and take all cards out by hand"
_SEE_TO_IT: Final = "See to the continuous shuffler, or take its cards out"
_SOMEBODY: Final = Acting(person="", role=Role.SUPERVISOR)  # who will sign


@dataclass(frozen=True, slots=True, kw_only=True)
class _Now:
    """What of a step depends on this moment."""

    command: type[Command]
    waits: Refusal | None = None
    ways: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    does: str | None = None
    device: str | None = None


def guide(state: TableState, setup: TableSetup) -> CardGuide | None:
    """None when nothing has to be done with the cards but to deal them."""
    if state.shift.stage is not Stage.OPEN or (state.in_round and state.shift.cards.resumes is None):
        return None
    table = setup.table(state.shift)
    resting = _see_to_device(state, table)
    if resting is not None:
        return resting
    card_guide = _of_procedure(state, table) or _before_play(state, table)
    if card_guide is None:
        return None
    now = _now(state, table, card_guide.procedure, card_guide.step)
    return replace(
        card_guide,
        does=now.does or card_guide.does,
        command=now.command,
        waits=now.waits,
        ways=now.ways,
        also=now.also,
        device=now.device,
    )


# --- which step ----------------------------------------------------------------------------------------------------


def _of_procedure(state: TableState, table: Table) -> CardGuide | None:
    step_guide = guidance(table, state.shift)
    if step_guide is None:
        return None
    cards = state.shift.cards
    procedure = cards.procedure or cards.burn_for or "new-dealer"
    steps = steps_of(table.rules, procedure) or (step_guide.step,)
    keys = [step.key for step in steps]
    at = keys.index(step_guide.step.key) if step_guide.step.key in keys else 0
    return CardGuide(
        procedure=procedure,
        step=step_guide.step.key,
        does=step_guide.step.does,
        who=step_guide.step.who,
        clause=step_guide.step.clause,
        says=step_guide.says,
        then=step_guide.then.does if step_guide.then is not None else None,
        offered_to=step_guide.offered_to,
        offers=cards.cut.order[cards.cut.refused :]
        if cards.cut is not None and step_guide.offered_to is not None
        else (),
        steps=tuple(
            GuideStep(
                step=guide_step.key,
                does=guide_step.does,
                who=guide_step.who,
                clause=guide_step.clause,
                done=number < at,
            )
            for number, guide_step in enumerate(steps)
            if guide_step.key != PUT_AWAY  # one of two ends, named with the other one
        ),
    )


def _before_play(state: TableState, table: Table) -> CardGuide | None:
    are = state.shift.cards.are
    step, does = _BEFORE_PLAY.get(are, ("", ""))
    if not step:
        return None
    clause, order = inspection_clause(table), list(_BEFORE_PLAY)
    return CardGuide(
        procedure="opening",
        step=step,
        does=does,
        who="dealer",
        clause=clause,
        says=None,
        then=None,
        offered_to=None,
        offers=(),
        steps=tuple(
            GuideStep(step=key, does=words, who="dealer", clause=clause, done=order.index(place) < order.index(are))
            for place, (key, words) in _BEFORE_PLAY.items()
        ),
    )


def _see_to_device(state: TableState, table: Table) -> CardGuide | None:
    """The cards are in play, in a device that gives none: it is seen to, or they come out of it."""
    why = why_not_deal(state, table.rules)
    if why is None or state.shift.cards.are is not CardsAre.IN_PLAY:
        return None
    return CardGuide(
        procedure=OUT_OF,
        step="see-to-shuffler",
        does=_SEE_TO_IT,
        who="dealer",
        clause=why.clause or "",
        says=None,
        then=None,
        command=TakeCardsOut,
        offered_to=None,
        offers=(),
        steps=(),
        waits=why,
        also=("TakeCardsOut", *_devices(state, CONTINUOUS, table)),
        device=CONTINUOUS,
    )


# --- what it is at this moment -------------------------------------------------------------------------------------


def _now(state: TableState, table: Table, procedure: str, step: str) -> _Now:
    if _COMMANDS.get(step) is BeginShuffle:
        return _begins(state, table)
    if procedure == "shuffle-by-device" and step not in ("burn", "offer-cut") and BATCH in state.links:
        return _by_batch_shuffler(state, table, step)
    if procedure == INTO and step == "load":
        return _goes_in(state, table)
    if procedure == OUT_OF and step == TAKE_OUT:
        return _comes_out(state, table)
    command = _COMMANDS.get(step, CardStep)
    if step == "count":
        return _Now(command=command, also=_new_decks(state, table) if state.shift.cards.missing else ())
    if step == "strip":
        waits = _why_not(state, table, CardStep(who="", step=step), _dealer(state))
        return _Now(command=command, waits=waits, also=(*(("Riffle",) if waits else ()), *_again(state, table)))
    if state.shift.cards.procedure in ("shuffle-by-hand", "shuffle-by-device", "cut"):
        return _Now(command=command, also=_again(state, table))
    return _Now(command=command)


def _begins(state: TableState, table: Table) -> _Now:
    cards, kind = state.shift.cards, shuffler_of(table)
    ways_open = ways(state, table, new=cards.are is CardsAre.INSPECTED)
    also = _devices(state, kind, table) if kind is not None else ()
    if kind == CONTINUOUS and why_not_into(state, table) and not why_not_ordered_out(state, table.rules):
        also = ("TakeCardsOut", *also)
    if cards.procedure == OUT_OF:
        also = ("PutAway", *also)
    if cards.are is CardsAre.ENDED and not state.in_round:
        also = (*also, *_new_decks(state, table))
    waits = None if ways_open else why_not_way(state, table, "device")
    return _Now(command=BeginShuffle, waits=waits, ways=ways_open, also=also, device=kind)


def _by_batch_shuffler(state: TableState, table: Table, step: str) -> _Now:
    resting, stage = why_device_rests(state, BATCH, table.rules), state.batch_stage
    command = _BY_SHUFFLER.get(step, CardStep)
    waits = resting or why_not_exchanged(state, table.rules)
    if step != "insert" or stage is not None:
        waits = why_not_waited(state, table.rules)
    if step == "insert" and stage == "ready":
        waits = Refusal(Message("old-batch-in-shuffler"))
    busy = BATCH in state.orders or BATCH in state.commands
    second = state.second_batch.stage if state.second_batch is not None and step == "insert" else None
    left_over = stage in ("ready", "dead") or (stage is None and second == "dead")
    out = ("TakeCardsOut",) if waits and not resting and not busy and left_over else ()
    idle = stage is None and step != "insert"
    again = tuple(step for step in _again(state, table) if idle or not step.endswith("device"))
    return _Now(command=command, waits=waits, also=(*out, *again, *_devices(state, BATCH, table)), device=BATCH)


def _goes_in(state: TableState, table: Table) -> _Now:
    waits = why_not_loaded(state, table)
    counts = waits and not why_not_ordered_out(state, table.rules) and inside(state)
    also = (*(("TakeInventory",) if counts else ()), "TakeCardsOut", *_devices(state, CONTINUOUS, table))
    return _Now(command=CardStep, waits=waits, also=also, device=CONTINUOUS)


def _comes_out(state: TableState, table: Table) -> _Now:
    """By the device itself, or through its door where it cannot."""
    if why_device_rests(state, CONTINUOUS, table.rules) is not None:
        also = _devices(state, CONTINUOUS, table)
        return _Now(command=CardStep, also=also, does=_BY_HAND, device=CONTINUOUS)
    waits = why_not_ordered_out(state, table.rules)
    return _Now(command=TakeCardsOut, waits=waits, device=CONTINUOUS)


def _why_not(state: TableState, table: Table, command: Command, by: Acting = _SOMEBODY) -> Refusal | None:
    """What the command itself would answer, in the hand of this person."""
    return command.why_not(CommandContext(state=state, table=table, by=by))


def _dealer(state: TableState) -> Acting:
    return Acting(person=state.shift.dealer or "", role=Role.DEALER)


def _again(state: TableState, table: Table) -> tuple[str, ...]:
    return tuple(f"ShuffleAgain:{way}" for way in ways(state, table, new=False))


def _new_decks(state: TableState, table: Table) -> tuple[str, ...]:
    """Other cards in place of these, straight away or, where the rules say how, after these are checked out of play."""
    if _why_not(state, table, DecksIn(who="", decks=table.game.decks)) is None:
        return ("DecksIn",)
    return ("OrderCardsOut",) if _why_not(state, table, OrderCardsOut(who="")) is None else ()


def _devices(state: TableState, kind: str, table: Table) -> tuple[str, ...]:
    """Somebody can do something for it on the page of the devices."""
    known = kind in state.links and state.links[kind] != "away"
    return ("Devices",) if known and why_device_rests(state, kind, table.rules) is not None else ()


# --- between two rounds --------------------------------------------------------------------------------------------


def cards(state: TableState, setup: TableSetup) -> CardsInPlay | None:
    if state.shift.stage is not Stage.OPEN or state.in_round:
        return None
    table, inside_now = setup.table(state.shift), state.shift.cards.in_shuffler
    return CardsInPlay(
        ways=() if inside_now else ways(state, table, new=False),
        also=_in_play(state, table),
        in_shuffler=inside_now,
        inside=inside(state),
        all_cards=all_cards(table),
    )


def _in_play(state: TableState, table: Table) -> tuple[str, ...]:
    if state.shift.cards.in_shuffler:
        counts = why_not_ordered_out(state, table.rules) is None
        return (*(("TakeInventory",) if counts else ()), "TakeCardsOut")
    out = _why_not(state, table, OrderCardsOut(who="")) is None
    second = _second_decks(state, table)
    recut = _why_not(state, table, OrderRecut(who="", by_the_same=True, why="")) is None
    return (*(("OrderCardsOut",) if out else ()), *(("OrderRecut",) if recut else ()), *second)


def _second_decks(state: TableState, table: Table) -> tuple[str, ...]:
    """What is next for the decks that are shuffled beside the game, by the shuffler that can do it."""
    second, dealer = state.shift.second, _dealer(state)
    if _why_not(state, table, Shuffle(who="", second=True), dealer) is None:
        return ("ShuffleSecond",)
    if second is not None and not second.inspected_by:
        return ("SecondInspected",)
    batch = state.second_batch
    if batch is not None and batch.stage == "dead" and why_device_rests(state, BATCH, table.rules) is None:
        return ("TakeSecondOut",)
    return ("SecondDecks",) if second is None and why_no_second_decks(state, table, None) is None else ()
