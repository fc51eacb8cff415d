"""What the keeper of a plain-value shoe has to be told about its cards, and in which order, as a fold of the journal.

| entry | word |
|---|---|
| a shoe | a new shoe: the values of the old one are wiped, and draws count again |
| the one with which the shoe is over (its last round closed, or the cutting card between two rounds) | round over |
| the cards are out of play, or the table is closed | closed: no value is kept |

A word is due from its entry on until the keeper has confirmed it (`KeeperHeard`), over every restart. One word is said
at a time, under the number of its entry, and the keeper obeys a number once. A new shoe and a closing leave nothing to
be said of what came before them. The end of an ordinary round is not said: told late, in the last round of the shoe,
it would stop that round.

At a table without a keeper the same is due, and nobody asks for it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from dealer_console.game.message import Message
from dealer_console.journal import Entry
from dealer_console.journal.entries import device_events, devices
from dealer_console.journal.entries.cards import ShoeLoaded
from dealer_console.journal.entries.shift import TableClosed
from dealer_console.journal.value_codec import stored_as_row
from dealer_console.table.shift.state import CardsAre
from drivers.events import DeviceKind
from drivers.interfaces import KEEPER_MODEL, KeeperWord, ShoeWord

if TYPE_CHECKING:
    from dealer_console.table.state.table_state import TableState

SHOE: Final = DeviceKind.SHOE
NOT_CONFIRMED: Final = Message("keeper-not-confirmed")
NOT_CLOSED: Final = Message("keeper-not-closed")
DRAW_REFUSED: Final = "draw-refused"  # the keeper's notice of such a card


@stored_as_row
@dataclass(frozen=True, slots=True, kw_only=True)
class DueWord:
    """Of a new shoe also what belongs to the old one, as `KeeperWord` says."""

    word: ShoeWord
    entry: int
    last_draw: int = 0
    sealed: tuple[int, ...] = ()
    last_question: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class KeeperBook:
    """`name` is the one under which the journal keeps the shoe's events: with another one its numbers begin again."""

    name: str = ""
    last_draw: int = 0
    last_question: int = 0
    here: bool = False  # a keeper stands before the shoe
    closed: bool = False
    due: tuple[DueWord, ...] = ()

    @property
    def unconfirmed(self) -> Message | None:
        """What people do while the keeper has not confirmed what it was told."""
        words = {due_word.word for due_word in self.due} if self.here else set()
        return NOT_CONFIRMED if ShoeWord.NEW_SHOE in words else NOT_CLOSED if ShoeWord.CLOSE_SHOE in words else None


def next_word(state: TableState) -> KeeperWord | None:
    """The one to be said now; the next one only when the journal has its confirmation."""
    if not state.keeper.due:
        return None
    due = state.keeper.due[0]
    return KeeperWord(
        word=due.word,
        journal=state.approvals.log,
        entry=due.entry,
        last_draw=due.last_draw,
        sealed=due.sealed,
        last_question=due.last_question,
    )


# --- the fold ------------------------------------------------------------------------------------------------------


def after_entry(state: TableState, entry: Entry, were: CardsAre) -> KeeperBook:
    """The book after this entry; the rest of the state has taken it already. `were`: where the cards were before."""
    book, are = _heard(state.keeper, state, entry), state.shift.cards.are
    became = are if are is not were else None
    if isinstance(entry.typed, ShoeLoaded):
        return replace(book, due=(_new_shoe(book, state, entry),), closed=False)
    if isinstance(entry.typed, TableClosed) or became is CardsAre.AWAY:
        return replace(book, due=(DueWord(word=ShoeWord.CLOSE_SHOE, entry=entry.seq),), closed=True)
    if became is CardsAre.ENDED:
        return replace(book, due=(*book.due, DueWord(word=ShoeWord.ROUND_OVER, entry=entry.seq)))
    return book


def _new_shoe(book: KeeperBook, state: TableState, entry: Entry) -> DueWord:
    questions = {*state.questions, *state.answers}
    return DueWord(
        word=ShoeWord.NEW_SHOE,
        entry=entry.seq,
        last_draw=book.last_draw,
        sealed=tuple(sorted(state.draws)),
        last_question=min(questions) - 1 if questions else book.last_question,
    )


def _heard(book: KeeperBook, state: TableState, entry: Entry) -> KeeperBook:
    match entry.typed:
        case device_events.CardDrawn(device="shoe", draw=draw):
            return replace(book, last_draw=max(book.last_draw, draw))
        case device_events.DealerAsked(device="shoe", question=question):
            return replace(book, last_question=max(book.last_question, question))
        case device_events.KeeperHeard(device="shoe", entry=confirmed):
            return replace(book, due=tuple(word for word in book.due if word.entry != confirmed))
        case devices.DeviceReady(device="shoe", serial=serial, model=model):
            known = book if model is None else replace(book, here=model == KEEPER_MODEL)
            return _named(known, state, serial)
        case devices.DeviceAway(device="shoe", serial=serial) | devices.DeviceDistrusted(device="shoe", serial=serial):
            return _named(book, state, serial)
        case devices.DeviceTrusted(device="shoe"):
            return _named(book, state, None)
        case _:
            return book


def _named(book: KeeperBook, state: TableState, serial: str | None) -> KeeperBook:
    """Another shoe, or one that lost its memory: nothing that is due is about its draws."""
    trust = state.trusts.get(SHOE)
    name = trust.name if trust is not None and serial in (None, trust.serial) else serial
    if not name or name == book.name:
        return book
    due = tuple(replace(word, last_draw=0, sealed=(), last_question=0) for word in book.due)
    return replace(book, name=name, last_draw=0, last_question=0, due=due)
