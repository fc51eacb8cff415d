"""The rounds of a journal dealt again from its entries, each settlement compared with what the rules give.

`CheckedRounds` takes the entries in order. It raises `DoesNotFit` at the first one that the rules do not give: a move
that is refused, a settlement that was not due or is another one, a settlement that is missing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dealer_console.game.errors import Bug, Refused
from dealer_console.game.message import Amount, Message
from dealer_console.game.moves import Move
from dealer_console.game.round_files.report import house_net, settlement_data
from dealer_console.game.rules import TableRules
from dealer_console.game.shoe import ShoeCount
from dealer_console.game.state import Settlement
from dealer_console.journal.canonical import canonical
from dealer_console.journal.configuration import table_rules
from dealer_console.journal.entries import AnyEntry
from dealer_console.journal.entries.cards import CardBurned, ShoeLoaded
from dealer_console.journal.entries.device_events import CardsReturned
from dealer_console.journal.entries.journal_own import ConfigurationSet
from dealer_console.journal.entries.rounds import (
    CardCorrected,
    LateCallMade,
    MoveMade,
    MoveUndone,
    RoundClosed,
    RoundOpened,
    WagersLaid,
)
from dealer_console.journal.entry import Entry
from dealer_console.journal.errors import JournalDamaged
from dealer_console.journal.late_calls import why_not_late_call
from dealer_console.journal.round_fold import DealtRound, NotLawful, NotStanding
from dealer_console.journal.settlements import MADE, WITHDRAWN, Change, changes
from dealer_console.messages import MessageError, recorded_error, recorded_refusal

_KEPT: Final = 20_000  # texts that come again and again

# What the engine may run into when a forged journal leads it where no table comes.
_CANNOT: Final = (Bug, LookupError, TypeError, ValueError, ArithmeticError, AttributeError, AssertionError)


_OF_THE_CARDS: Final = (
    RoundOpened,
    MoveMade,
    MoveUndone,
    CardCorrected,
    LateCallMade,
    RoundClosed,
    ConfigurationSet,
    ShoeLoaded,
    CardBurned,
    CardsReturned,
)


class DoesNotFit(MessageError):
    """What is wrong with the entry at hand."""

    message: Message


class CheckedRounds:
    """The table as far as the journal has been read: its rules, its shoe, its open round."""

    def __init__(self, after_round: int = 0) -> None:
        self.configuration: ConfigurationSet | None = None
        self.table: TableRules | None = None
        self.open: DealtRound | None = None
        self.number = after_round
        self.rounds = 0
        self.settlements = 0
        self._shoe: ShoeCount | None = None
        self._last: DealtRound | None = None  # the round before, until the wagers of the next one lie
        self._in_play: ShoeCount | None = None  # the shoe that was loaded since that round
        self._put_back = 0  # cards inside a continuous shuffler again, and not yet out of the count
        self._back_since = 0  # those that are out of the count since the last round was closed
        self._known: list[Settlement] = []
        self.owed: list[Change] = []  # by the rules decided or taken back, and not journaled yet
        self._texts: dict[str, Settlement] = {}

    @property
    def shoe(self) -> ShoeCount | None:
        return self._shoe if self.open is None else self.open.felt.shoe

    def move(self, seq: int, move: Move, who: str | None = None) -> None:
        """The commonest entry by far."""
        fold = self.open
        if fold is None:
            raise DoesNotFit(Message("verify-move-outside", move=move))
        if self.owed:
            raise self._missing()
        try:
            fold.move(seq, move, who)
        except Refused as refused:
            why = recorded_refusal(refused.refusal)
            raise DoesNotFit(Message("verify-move-refused", move=move, why=why)) from None
        except _CANNOT as error:
            raise DoesNotFit(Message("verify-move-impossible", move=move, error=repr(error))) from None
        if fold.felt.settlements != self._known:
            self._note_changes(fold)

    def settlement(self, kind: str, text: str) -> None:
        """A settlement, or the withdrawal of one; `text` is its canonical data."""
        if not self.owed:
            raise DoesNotFit(Message("verify-not-due", kind=kind, text=text))
        wanted_kind, settlement = self.owed[0]
        if kind != wanted_kind or self._texts.get(text) != settlement:
            wanted_text = _text(settlement)
            if kind != wanted_kind or text != wanted_text:
                insurance = self._insurance_first(kind, text)
                if insurance is None:
                    raise DoesNotFit(
                        Message("verify-says", said=f"{kind} {text}", rules=f"{wanted_kind} {wanted_text}")
                    )
                self.owed.remove(insurance)
                self.owed.insert(0, insurance)
                settlement = insurance[1]
            if len(self._texts) < _KEPT:
                self._texts[text] = settlement
        del self.owed[0]
        self.settlements += 1

    def _insurance_first(self, kind: str, text: str) -> Change | None:
        """The next insurance, before wagers of hands: so tables paid until they followed the law's order."""
        ahead = next((owed for owed in self.owed if owed[1].wager == "insurance"), None)
        return ahead if ahead is not None and ahead[0] == kind == MADE and _text(ahead[1]) == text else None

    def follow(self, entry: Entry) -> None:
        """The next entry of the journal, whatever it is."""
        if entry.kind in (MADE, WITHDRAWN):
            self.settlement(entry.kind, canonical(dict(entry.data)))
        else:
            self.take(entry.seq, entry.typed, entry.who)

    def take(self, seq: int, entry: AnyEntry, who: str | None = None) -> None:
        """Any entry but a settlement; those that do not concern cards and wagers pass."""
        if self.owed and isinstance(entry, _OF_THE_CARDS):
            raise self._missing()
        match entry:
            case MoveMade():
                self.move(seq, entry.move, who)
            case RoundOpened():
                self._open(seq, entry)
            case RoundClosed():
                self._close(entry)
            case MoveUndone():
                self._rewrite(lambda fold: fold.undo(entry.undoes))
            case CardCorrected():
                self._rewrite(lambda fold: fold.correct_card(entry.corrects, entry.move))
            case LateCallMade():
                self._late_call(seq, entry, who)
            case ConfigurationSet():
                self._configure(entry)
            case ShoeLoaded():
                self._new_shoe(entry)
            case CardBurned():
                self._burn(seq, entry)
            case WagersLaid(bets=bets):
                if bets:
                    self._forget_last()
            case CardsReturned():
                self._put_back += entry.count
                self._take_back_in()
            case _:
                pass

    def end(self) -> None:
        """The journal ends here: a round may be open, a settlement may not be owed."""
        if self.owed:
            raise self._missing("verify-missing-after")

    def _note_changes(self, fold: DealtRound) -> None:
        self.owed += changes(self._known, fold.felt.settlements)
        self._known = [*fold.felt.settlements]

    def _missing(self, code: str = "verify-missing-before") -> DoesNotFit:
        kind, settlement = self.owed[0]
        return DoesNotFit(Message(code, entry=f"{kind} {_text(settlement)}"))

    # --- the table --------------------------------------------------------------------------------------------------

    def _configure(self, entry: ConfigurationSet) -> None:
        if self.open is not None:
            raise DoesNotFit(Message("verify-configured-inside"))
        try:
            self.table = table_rules(entry)
        except JournalDamaged as error:
            raise DoesNotFit(error.message) from None
        self.configuration = entry
        if self._shoe is None or self._shoe.decks != self.table.decks:
            self._shoe = ShoeCount(self.table.decks)

    def _new_shoe(self, entry: ShoeLoaded) -> None:
        if self.open is None:  # inside a round the ruling itself tells the round that the discards went back
            self._shoe = self._in_play = ShoeCount(entry.decks)
            self._put_back = 0

    def _take_back_in(self) -> None:
        if self.open is None and self._shoe is not None and self._put_back:
            self._shoe.put_back(self._put_back)
            self._back_since += self._put_back
            self._put_back = 0

    def _burn(self, seq: int, entry: CardBurned) -> None:
        if self.open is not None:
            self.open.burn(seq, entry.card)
        elif self._shoe is not None:
            self._shoe.draw(entry.card)
            if self._last is not None and self._in_play is None:
                self._last.burn(seq, entry.card)
        else:
            raise DoesNotFit(Message("verify-burn-without-shoe"))

    # --- the round --------------------------------------------------------------------------------------------------

    def _open(self, seq: int, entry: RoundOpened) -> None:
        if self.open is not None:
            raise DoesNotFit(Message("verify-round-not-closed", round=self.number))
        if self.table is None or self._shoe is None:
            raise DoesNotFit(Message("verify-not-configured"))
        if entry.round <= self.number:
            raise DoesNotFit(Message("verify-round-follows", round=entry.round, before=self.number))
        try:
            self.open = DealtRound(seq, entry, self.table, self._shoe)
        except Refused as error:
            raise DoesNotFit(Message("verify-wagers", why=recorded_error(error))) from None
        self._forget_last()
        self.number, self._known, self._in_play = entry.round, [], None
        self.rounds += 1

    def _forget_last(self) -> None:
        """No late call can be about it any more, and nobody else holds it."""
        if self._last is not None:
            self._last.felt.take_apart()
            self._last = None

    def _rewrite(self, change: Callable[[DealtRound], None]) -> None:
        """Moves that stood are taken back or corrected; what stands then must be lawful."""
        if self.open is None:
            raise DoesNotFit(Message("verify-no-round"))
        entries = [standing.seq for standing in self.open.standing]
        try:
            change(self.open)
        except NotStanding as error:
            raise DoesNotFit(error.message) from None
        except NotLawful as error:
            place = entries[error.place]
            reason = recorded_refusal(error.refusal)
            raise DoesNotFit(Message("verify-then-refused", entry=place, why=reason)) from None
        except _CANNOT as error:
            raise DoesNotFit(Message("verify-then-impossible", error=repr(error))) from None
        self._note_changes(self.open)

    def _late_call(self, seq: int, entry: LateCallMade, who: str | None) -> None:
        """Into the open round, or into the last one until the next wagers lie: then that one is open again."""
        fold = self.open or self._last
        if fold is None:
            raise DoesNotFit(Message("verify-no-round-for-call"))
        try:
            fault = why_not_late_call(fold, entry)
        except _CANNOT as error:
            fault = Message("verify-call-impossible", error=repr(error))
        if fault is not None:
            raise DoesNotFit(fault)
        if self.open is None:
            self.open, self._put_back = fold, self._put_back + self._back_since
        self._rewrite(lambda fold: fold.late_call(seq, entry, who))

    def _close(self, entry: RoundClosed) -> None:
        fold = self.open
        if fold is None or entry.round != self.number:
            raise DoesNotFit(Message("verify-not-open-one", round=entry.round))
        r = fold.felt
        if (entry.complete is not False) != r.complete:
            raise DoesNotFit(Message("verify-over" if r.complete else "verify-not-over", round=self.number))
        if entry.house_net != house_net(r):
            result, moves = Amount(entry.house_net), Amount(house_net(r))
            raise DoesNotFit(Message("verify-house-net", result=result, moves=moves))
        fold.close(entry)
        self._shoe, self._last, self.open, self._back_since = self._in_play or r.shoe.copy(), fold, None, 0
        self._take_back_in()


def _text(settlement: Settlement) -> str:
    return canonical(settlement_data(settlement))  # type: ignore[arg-type]
