"""How entries about cards change where the cards are; the picture of the places stands in `state`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from dealer_console.journal import Entry
from dealer_console.journal.entries.cards import CardBurned
from dealer_console.table.shift.csm_cards import INTO, OUT_OF, TAKE_OUT
from dealer_console.table.shift.state import Cards, CardsAre, Cut, Player, Shift

CARDS_PER_DECK: Final = 52


def _with(shift: Shift, **changes: Any) -> Shift:
    return replace(shift, cards=replace(shift.cards, **changes))


def decks_in(shift: Shift, entry: Entry) -> Shift:
    data: Any = entry.data
    kept = shift.cards
    fresh = Cards(
        are=CardsAre.IN,
        decks=data["decks"],
        colour=data["colour"],
        counts_off=kept.counts_off,
        shoes=kept.shoes,
        burns=kept.burns,
    )
    return replace(shift, cards=fresh)


def inspected(shift: Shift, entry: Entry) -> Shift:
    by = (entry.who or "", str(entry.data["checked_by"]))
    return _with(shift, are=CardsAre.INSPECTED, inspected_by=by)


# --- shuffle and cut -----------------------------------------------------------------------------------------------


def shuffle_step(shift: Shift, entry: Entry) -> Shift:
    """A step without a fold of its own is a plain step of its procedure; what names no procedure is no guided step."""
    if "procedure" not in entry.data:
        return shift
    return _STEPS.get(str(entry.data["step"]), _plain)(shift, entry)


def _plain(shift: Shift, entry: Entry) -> Shift:
    data: Any = entry.data
    if data.get("over") is True:  # racked, fanned, checked and put back: the cards are out of play
        return _with(shift, are=CardsAre.AWAY, procedure=None, done=None, burn_for=None)
    if data["step"] == TAKE_OUT:
        return _taken_out(shift)
    riffles = shift.cards.riffles + int(data.get("riffles", 0))
    done = shift.cards.done if data.get("again") is True else data["step"]
    return _with(shift, procedure=data["procedure"], done=done, riffles=riffles)


def _begun(shift: Shift, entry: Entry) -> Shift:
    procedure = str(entry.data["procedure"])
    are = _BEGINS.get(procedure, CardsAre.SHUFFLING)
    cut = _cut(entry) if procedure == "cut" else None
    inside = procedure == OUT_OF
    return _with(
        shift, are=are, procedure=procedure, done=None, riffles=0, cut=cut, burn_for=None, missing=0, in_shuffler=inside
    )


def _cut(entry: Entry) -> Cut:
    order: Any = entry.data["order"]
    return Cut(order=tuple(order))


def _offered(shift: Shift, entry: Entry) -> Shift:
    return _with(shift, are=CardsAre.CUTTING, procedure="cut", done=None, cut=_cut(entry))


def _recut(shift: Shift, entry: Entry) -> Shift:
    """The stack comes out of the shoe again: that loading did not begin a shoe."""
    loaded = shift.cards.are is CardsAre.IN_PLAY
    recut = _offered(shift, entry)
    return _with(recut, shoes=shift.cards.shoes - loaded, burn_for=None)


def _refused(shift: Shift, _entry: Entry) -> Shift:
    cut = shift.cards.cut
    return shift if cut is None else _with(shift, cut=replace(cut, refused=cut.refused + 1))


def _was_cut(shift: Shift, entry: Entry) -> Shift:
    cut = shift.cards.cut or Cut(order=())
    by: Any = entry.data["by"]
    return _with(shift, procedure="cut", done="cut", cut=replace(cut, by=by))


# --- the shoe ------------------------------------------------------------------------------------------------------


def shoe(shift: Shift, entry: Entry) -> Shift:
    """A full set of cards is in the shoe: a burn follows, and everybody may wager again (MA 5(h), CB dealing 5)."""
    decks: Any = entry.data["decks"]
    cards = replace(
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
    )
    players = tuple(Player(name=each.name, spots=each.spots) for each in shift.spots.players if each.spots)
    return replace(shift, cards=cards, spots=replace(shift.spots, players=players, may_wager=()))


def burned(shift: Shift, entry: Entry) -> Shift:
    """A stray card that went to the discards is only counted: it is no burn, and clears none that is due."""
    typed = entry.typed
    return shift if isinstance(typed, CardBurned) and not typed.for_procedure else burn_made(shift)


def burn_made(shift: Shift) -> Shift:
    return _with(shift, burn_for=None, burns=shift.cards.burns + 1)


def device_event(shift: Shift, entry: Entry) -> Shift:
    event = entry.data["event"]
    if event == "CutCardSeen":
        return _cutting_card(shift, entry)
    if event == "InventoryTaken" and entry.data["inside"] == 0 and shift.cards.procedure == OUT_OF:
        return _taken_out(shift)
    return _batch_ready(shift, entry) if event == "ShuffleFinished" else shift


def _taken_out(shift: Shift) -> Shift:
    """The machine is empty, by its own word or by that of the dealer who opened it."""
    return _with(shift, done=TAKE_OUT, in_shuffler=False) if shift.cards.done is None else shift


def _batch_ready(shift: Shift, entry: Entry) -> Shift:
    """The shuffler has done its own step of the guide; a batch that failed its check is not ready."""
    waits = shift.cards.procedure == "shuffle-by-device" and shift.cards.done == "insert"
    return _with(shift, done="wait") if waits and entry.data.get("verdict") == "OK" else shift


def _cutting_card(shift: Shift, entry: Entry) -> Shift:
    """The round is dealt to its end, then the shoe is over (MA 7(n)); between two rounds it is over at once."""
    if shift.cards.are not in (CardsAre.IN_PLAY, CardsAre.LAST_ROUND):
        return shift
    spot = entry.data.get("spot")
    at = spot if isinstance(spot, int) else None
    seen = _with(shift, are=CardsAre.LAST_ROUND, cutting_card_at=at)
    return seen if shift.in_round else round_over(seen)


def round_over(shift: Shift) -> Shift:
    if shift.cards.are is not CardsAre.LAST_ROUND:
        return shift
    return _with(shift, are=CardsAre.ENDED, procedure="end-of-shoe", done="finish-round", burn_for=None)


def _counted(shift: Shift, entry: Entry) -> Shift:
    """All cards of all decks, or the count is not done and the shuffle has to wait (MA 7(n)(2))."""
    missing: Any = entry.data["missing"]
    if missing:
        return _with(shift, missing=missing, counts_off=shift.cards.counts_off + 1)
    return _with(shift, missing=0, done="count")


_BEGINS: Final = {"cut": CardsAre.CUTTING, OUT_OF: CardsAre.ENDED}
_STEPS: Final[dict[str, Callable[[Shift, Entry], Shift]]] = {
    "begun": _begun,
    "offer-cut": _offered,
    "recut": _recut,
    "cut-refused": _refused,
    "cut": _was_cut,
    "cutting-card-seen": _cutting_card,
    "count": _counted,
}
