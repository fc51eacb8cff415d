"""How entries about cards change where the cards are; the picture of the places stands in `state`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, assert_never

from dealer_console.journal.entries import cards, device_events
from dealer_console.table.shift.continuous_shuffler import DISCARDS, INTO, OUT_OF, TAKE_OUT
from dealer_console.table.shift.state import Cards, CardsAre, Cut, Player, SecondDecks, Shift, ShuffleDue

CARDS_PER_DECK: Final = 52
SPREAD: Final = "cards-spread"  # why a shuffle is due (CB shuffle b)


def _with(shift: Shift, **changes: Any) -> Shift:
    return replace(shift, cards=replace(shift.cards, **changes))


def decks_in(shift: Shift, decks: int, colour: str) -> Shift:
    kept = shift.cards
    fresh = Cards(
        are=CardsAre.IN,
        decks=decks,
        colour=colour,
        counts_off=kept.counts_off,
        shoes=kept.shoes,
        burns=kept.burns,
    )
    return replace(shift, cards=fresh)


def inspected(shift: Shift, by: str, checked_by: str) -> Shift:
    return _with(shift, are=CardsAre.INSPECTED, inspected_by=(by, checked_by))


def second_inspected(shift: Shift, by: str, checked_by: str) -> Shift:
    second = shift.second
    return shift if second is None else replace(shift, second=replace(second, inspected_by=(by, checked_by)))


def _exchanged(shift: Shift) -> Shift:
    """The cards of the shoe are in the shuffler now; the second ones, shuffled in the meantime, come out of it."""
    cards, second = shift.cards, shift.second
    if second is None:
        return shift
    put_in = SecondDecks(decks=cards.decks, colour=cards.colour, inspected_by=cards.inspected_by, new=cards.new)
    changed = _with(shift, colour=second.colour, inspected_by=second.inspected_by, new=second.new, done="wait")
    return replace(changed, second=put_in)


# --- shuffle and cut -----------------------------------------------------------------------------------------------


def shuffle_step(shift: Shift, step: cards.ShuffleStep) -> Shift:
    match step:
        case cards.ShuffleBegun():
            return _begun(shift, step)
        case cards.ShuffleDue(reason=reason, rule=rule):
            return _due(shift, reason, rule)
        case cards.CutOffered(order=order):
            return _offered(shift, order)
        case cards.RecutOrdered(order=order):
            # The stack comes out of the shoe again: that loading did not begin a shoe.
            loaded = shift.cards.are is CardsAre.IN_PLAY
            return _with(_offered(shift, order), shoes=shift.cards.shoes - loaded, burn_for=None)
        case cards.CutRefused():
            cut = shift.cards.cut
            return shift if cut is None else _with(shift, cut=replace(cut, refused=cut.refused + 1))
        case cards.CutMade(by=by):
            cut = shift.cards.cut or Cut(order=())
            return _with(shift, procedure="cut", done="cut", cut=replace(cut, by=by))
        case cards.CuttingCardSeen(spot=spot):
            return cutting_card(shift, spot)
        case cards.CardsCounted(missing=missing):
            return _counted(shift, missing)
        case cards.ProcedureStep():
            return _plain(shift, step)
        case cards.BurnCardShown():
            return shift
        case _:
            assert_never(step)


def _plain(shift: Shift, step: cards.ProcedureStep) -> Shift:
    if step.over:  # racked, fanned, checked and put back: the cards are out of play
        return _with(shift, are=CardsAre.AWAY, procedure=None, done=None, burn_for=None)
    if step.step == TAKE_OUT:
        return _taken_out(shift)
    if step.exchanged:
        return _exchanged(shift)
    if step.step == "load" and shift.cards.resumes is not None:
        return discards_loaded(shift)
    riffles = shift.cards.riffles + (step.riffles or 0)
    done = shift.cards.done if step.again else step.step
    return _with(shift, procedure=step.procedure, done=done, riffles=riffles)


def _begun(shift: Shift, begun: cards.ShuffleBegun) -> Shift:
    procedure = begun.procedure
    are = _BEGINS.get(procedure, CardsAre.SHUFFLING)
    cut = Cut(order=begun.order) if procedure == "cut" else None
    inside = procedure == OUT_OF
    return _with(
        shift,
        are=are,
        procedure=procedure,
        done=None,
        riffles=0,
        cut=cut,
        burn_for=None,
        missing=0,
        in_shuffler=inside,
        due=None,
        reason=shift.cards.reason if begun.reason == "again" else begun.reason,
    )


def _offered(shift: Shift, order: tuple[int, ...]) -> Shift:
    return _with(shift, are=CardsAre.CUTTING, procedure="cut", done=None, cut=Cut(order=order))


def lie_as_dealt(cards: Cards) -> bool:
    """After a round: do its cards still lie there, not picked up, spread or shuffled, and no other shoe in play?"""
    if cards.due is not None and cards.due.reason == SPREAD:
        return False
    ended = cards.are is CardsAre.ENDED and cards.done == "finish-round"
    in_shoe = cards.are in (CardsAre.IN_PLAY, CardsAre.LAST_ROUND) and cards.procedure is None
    return ended or (in_shoe and cards.rounds_of_shoe > 0)


# --- a shuffle that is due -----------------------------------------------------------------------------------------


def _due(shift: Shift, reason: str, rule: str | None) -> Shift:
    """As at the end of a shoe: picked up, counted, shuffled. Where the cutting card has come, it is that end."""
    are = shift.cards.are
    due = ShuffleDue(reason=reason, clause=rule, after=are)
    if are is CardsAre.ENDED:
        return _with(shift, due=due)
    return _with(shift, are=CardsAre.ENDED, procedure="end-of-shoe", done="finish-round", burn_for=None, due=due)


def no_longer_due(shift: Shift) -> Shift:
    """The round that made it due is open again."""
    due = shift.cards.due
    if due is None or due.after is CardsAre.ENDED:
        return _with(shift, due=None) if due is not None else shift
    return _with(shift, are=due.after, procedure=None, done=None, due=None)


def discards_due(shift: Shift) -> Shift:
    """The shoe is empty in the middle of a round: the discards are shuffled and cut before play goes on (MA 15(g))."""
    if shift.cards.in_shuffler or shift.cards.resumes is not None:
        return shift
    return _with(shift, are=CardsAre.ENDED, procedure=DISCARDS, done=None, resumes=shift.cards.are)


def discards_stay(shift: Shift) -> Shift:
    """The ruling fell with a late call, before anybody shuffled."""
    if shift.cards.procedure != DISCARDS:
        return shift
    return _with(shift, are=shift.cards.resumes, procedure=None, resumes=None)


def discards_loaded(shift: Shift) -> Shift:
    """The round goes on with its burn, and everybody may wager again; a recut is no longer possible."""
    where = shift.cards.resumes
    if where is None:
        return shift
    loaded = _with(shift, are=where, procedure=None, done=None, riffles=0, cut=None, resumes=None, rounds_of_shoe=0)
    return replace(loaded, spots=replace(loaded.spots, may_wager=()))


# --- the shoe ------------------------------------------------------------------------------------------------------


def shoe(shift: Shift, decks: int) -> Shift:
    """A full set of cards is in the shoe: a burn follows, and everybody may wager again (MA 5(h), CB dealing 5)."""
    loaded = replace(
        shift.cards,
        are=CardsAre.IN_PLAY,
        decks=decks,
        new=False,
        burn_for=shift.cards.procedure or "cut",
        procedure=None,
        done=None,
        riffles=0,
        missing=0,
        cutting_card_at=None,
        shoes=shift.cards.shoes + 1,
        rounds_of_shoe=0,
        in_shuffler=shift.cards.procedure == INTO,
        due=None,
    )
    players = tuple(Player(name=player.name, spots=player.spots) for player in shift.spots.players if player.spots)
    return replace(shift, cards=loaded, spots=replace(shift.spots, players=players, may_wager=()))


def burned(shift: Shift, burn: cards.CardBurned) -> Shift:
    """A stray card that went to the discards is only counted: it is no burn, and clears none that is due."""
    return burn_made(shift) if burn.for_procedure else shift


def burn_made(shift: Shift) -> Shift:
    """A card that is burned has left the shoe: discards that were to be shuffled are in it again."""
    back = discards_loaded(shift)
    return _with(back, burn_for=None, burns=back.cards.burns + 1)


def device_event(shift: Shift, event: device_events.KnownDeviceEvent) -> Shift:
    match event:
        case device_events.CutCardSeen(spot=spot):
            return cutting_card(shift, spot)
        case device_events.InventoryTaken(inside=0) if shift.cards.procedure == OUT_OF:
            return _taken_out(shift)
        case device_events.ShuffleFinished(verdict="OK"):
            # The shuffler has done its own step of the guide; a batch that failed its check is not ready.
            waits = shift.cards.procedure == "shuffle-by-device" and shift.cards.done == "insert"
            return _with(shift, done="wait") if waits else shift
        case _:
            return shift


def _taken_out(shift: Shift) -> Shift:
    """The device is empty, by its own word or by that of the dealer who opened it."""
    return _with(shift, done=TAKE_OUT, in_shuffler=False) if shift.cards.done is None else shift


def cutting_card(shift: Shift, spot: int | None) -> Shift:
    """The round is dealt to its end, then the shoe is over (MA 7(n)); between two rounds it is over at once."""
    if shift.cards.are not in (CardsAre.IN_PLAY, CardsAre.LAST_ROUND):
        return shift
    seen = _with(shift, are=CardsAre.LAST_ROUND, cutting_card_at=spot)
    return seen if shift.in_round else round_over(seen)


def round_over(shift: Shift) -> Shift:
    if shift.cards.resumes is not None:  # the round was ended while its discards were being shuffled
        return _due(_with(shift, are=shift.cards.resumes, resumes=None), "shoe-empty", None)
    if shift.cards.are is not CardsAre.LAST_ROUND:
        return shift
    return _with(shift, are=CardsAre.ENDED, procedure="end-of-shoe", done="finish-round", burn_for=None)


def _counted(shift: Shift, missing: int) -> Shift:
    """All cards of all decks, or the count is not done and the shuffle has to wait (MA 7(n)(2))."""
    if missing:
        return _with(shift, missing=missing, counts_off=shift.cards.counts_off + 1)
    return _with(shift, missing=0, done="count")


_BEGINS: Final = {"cut": CardsAre.CUTTING, OUT_OF: CardsAre.ENDED}
