"""The one fold of a round: what its entries say together, for everyone who reads a journal.

`RoundFold` keeps what stands: the wagers, the moves that nobody took back, the decisions about the wagers. Export,
history and the pit's index need no more. `DealtRound` deals the round along with it: the live table, verification and
the step-by-step review look at its felt.

A move costs the same however long the round is. An undo, a corrected card or a late call changes moves that stand
already: then the round is dealt once more, from its opening on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from dealer_console.game.cards import UNSEEN, Card
from dealer_console.game.engine import Round, apply, play, why_not
from dealer_console.game.errors import Refusal, Refused
from dealer_console.game.message import Message
from dealer_console.game.moves import Move, Ruled
from dealer_console.game.rules import TableRules
from dealer_console.game.shoe import ShoeCount
from dealer_console.game.state import Settlement
from dealer_console.journal.entries import AnyEntry
from dealer_console.journal.entries.rounds import (
    CardCorrected,
    LateCallMade,
    MoveMade,
    MoveUndone,
    RoundClosed,
    RoundOpened,
    SettlementDone,
    SettlementWithdrawn,
    WagerSettled,
)
from dealer_console.journal.entry import Entry
from dealer_console.journal.settlements import SettledWager, settlement_of
from dealer_console.messages import MessageError


class StandingMove(NamedTuple):
    """A move that has not been taken back, with its entry in the journal and who made it."""

    seq: int
    move: Move
    who: str | None


class BurnedCard(NamedTuple):
    """A card that left the shoe for the discards while the round was the last one, with its entry."""

    seq: int
    card: Card


class NotStanding(MessageError, ValueError):
    """An entry takes back or corrects what is no standing move of the round."""


class NotLawful(Refused):
    """The rules refuse the move at this place of the standing ones."""

    def __init__(self, refusal: Refusal, place: int) -> None:
        super().__init__(refusal)
        self.place = place


class RoundFold:
    """One round as its entries tell it. Nothing is judged here; whether it is genuine is the business of `verify`."""

    def __init__(self, seq: int, opened: RoundOpened, at_ms: int = 0) -> None:
        self.number = opened.round
        self.bets = opened.bets
        self.first_entry = self.last_entry = seq
        self.opened_at_ms = at_ms
        self.moves: list[Move] = []  # those that stand
        self._seqs: list[int] = []  # their entries
        self._people: list[str | None] = []  # who made them
        self._standing: tuple[StandingMove, ...] = ()  # as far as somebody has asked for them
        self.settled: list[SettledWager] = []
        self.undone = 0  # moves taken back
        self.misread = 0  # cards corrected
        self.late_calls: list[int] = []  # their entries, and those that placed the cards they left loose
        self.closed: RoundClosed | None = None
        self.closed_at_ms: int | None = None

    @property
    def standing(self) -> tuple[StandingMove, ...]:
        """The moves that nobody took back, with their entries."""
        known = len(self._standing)
        if known < len(self._seqs):
            new = map(StandingMove, self._seqs[known:], self.moves[known:], self._people[known:])
            self._standing = (*self._standing, *new)
        return self._standing

    @property
    def cards(self) -> set[str]:
        """Every face that came in this round."""
        cards = {getattr(move, "card", None) for move in self.moves}
        return {card.text for card in cards if card is not None and card is not UNSEEN}

    @property
    def amounts(self) -> set[int]:
        """Every sum of this round in cents: stakes, and what was paid and taken."""
        staked = {amount for bet in self.bets for amount in (bet.amount, *bet.side_bets.values(), *bet.tokes.values())}
        decided = [wager.settlement for wager in self.settled]
        return staked | {
            amount for settlement in decided for amount in (settlement.stake, settlement.pays, settlement.takes)
        }

    def take(self, entry: Entry) -> None:
        """The next entry of the journal; one that does not concern the round changes nothing."""
        self.fold(entry.seq, entry.typed, who=entry.who, at_ms=entry.at_ms)

    def fold(self, seq: int, entry: AnyEntry, *, who: str | None, at_ms: int) -> None:
        match entry:
            case MoveMade():
                self.move(seq, entry.move, who)
            case WagerSettled():
                self.settle(seq, settlement_of(entry))
            case SettlementWithdrawn():
                self.withdraw(settlement_of(entry))
            case SettlementDone():
                self.done(entry.settlement)
            case MoveUndone():
                self.undo(entry.undoes)
            case CardCorrected():
                self.correct_card(entry.corrects, entry.move)
            case LateCallMade():
                self.late_call(seq, entry, who)
            case RoundClosed():
                self.close(entry, at_ms)
            case _:
                pass
        self.last_entry = seq

    def move(self, seq: int, move: Move, who: str | None = None) -> None:
        self.moves.append(move)
        self._seqs.append(seq)
        self._people.append(who)

    def undo(self, seq: int) -> None:
        """The move of this entry, the last standing one, is taken back."""
        if not self._seqs:
            raise NotStanding(Message("verify-no-move-to-undo"))
        if self._seqs[-1] != seq:
            raise NotStanding(Message("verify-undo-not-last", entry=seq, last=self._seqs[-1]))
        self._stand(self.standing[:-1])
        self.undone += 1

    def correct_card(self, seq: int, move: Move) -> None:
        """The move of this entry is this one, with the card as it lies; all that followed stands."""
        if seq not in self._seqs:
            raise NotStanding(Message("verify-no-standing-move", entry=seq))
        standing, place = [*self.standing], self._seqs.index(seq)
        standing[place] = standing[place]._replace(move=move)
        self._stand(tuple(standing))
        self.misread += 1

    def late_call(self, seq: int, late: LateCallMade, who: str | None = None) -> None:
        """The moves of the call stand from now on; a round that was closed is open again."""
        people = {standing.seq: standing.who for standing in self.standing}
        people[seq] = who
        entries = [origin or seq for origin in late.entries]
        if len(entries) != len(late.moves) or not people.keys() >= {*entries}:
            raise NotStanding(Message("verify-call-no-standing"))
        self._stand(
            tuple(StandingMove(entry, move, people[entry]) for entry, move in zip(entries, late.moves, strict=True))
        )
        self.late_calls.append(seq)
        self.closed = self.closed_at_ms = None

    def settle(self, seq: int, settlement: Settlement) -> None:
        self.settled.append(SettledWager(seq, *settlement))

    def withdraw(self, settlement: Settlement) -> None:
        place = next((n for n, wager in enumerate(self.settled) if wager.settlement == settlement), None)
        if place is not None:
            del self.settled[place]

    def done(self, seq: int) -> None:
        """The chips of this settlement have moved."""
        self.settled = [wager._replace(done=True) if wager.seq == seq else wager for wager in self.settled]

    def close(self, closed: RoundClosed, at_ms: int | None = None) -> None:
        """The round is over, and everything is paid."""
        self.closed, self.closed_at_ms = closed, at_ms
        self.settled = [wager._replace(done=True) for wager in self.settled]

    def _stand(self, standing: tuple[StandingMove, ...]) -> None:
        """From now on these moves stand."""
        self._standing = standing
        self.moves = [move.move for move in standing]
        self._seqs = [move.seq for move in standing]
        self._people = [move.who for move in standing]


def _shuffles_discards(r: Round, move: Move) -> bool:
    """After the fault of a shuffler it is the next shoe that is shuffled."""
    empty = r.irregularity is not None and r.irregularity.code == "shoe-empty"
    return empty and isinstance(move, Ruled) and move.choice == "reshuffle"


class DealtRound(RoundFold):
    """The fold with its round. Whoever has asked for `round` keeps it as it is: the fold goes on with a copy."""

    def __init__(self, seq: int, opened: RoundOpened, table: TableRules, shoe: ShoeCount, at_ms: int = 0) -> None:
        super().__init__(seq, opened, at_ms)
        self.table = table
        self.shoe_before = shoe.copy()
        self.burned: list[BurnedCard] = []  # no move brought them, and they are out all the same
        self.felt = self.begun()  # the round itself, which the next entry changes
        self._lent = False
        self._judged: list[Round] = []  # what the next entries give, if their moves are those that were judged

    def begun(self) -> Round:
        """The same round before its first card."""
        return Round(self.table, self.bets, self.shoe_before.copy())

    @property
    def round(self) -> Round:
        """As it lies after the last entry, to keep."""
        self._lent = True
        return self.felt

    # --- before the entry: judged -----------------------------------------------------------------------------------

    def after(self, further: Iterable[Move]) -> list[Round]:
        """The round after each of these moves. Raises `Refused`; nothing has changed."""
        judged: list[Round] = []
        for move in further:
            r = (judged[-1] if judged else self.felt).copy()
            play(r, move)
            judged.append(r)
        self._judged, self._lent = judged, True
        return [*judged]

    def deal(self, standing: Sequence[StandingMove]) -> Round:
        """The round that these moves give from its opening on. Raises `NotLawful`; nothing has changed.

        Burned cards are counted after the moves: what was lawful without them has been dealt. Those that were burned
        before the discards were shuffled inside the round went back with them.
        """
        r, shuffled = self.begun(), 0
        for place, (seq, move, _) in enumerate(standing):
            refusal = why_not(r, move)
            if refusal is not None:
                raise NotLawful(refusal, place)
            if _shuffles_discards(r, move):
                shuffled = seq
            apply(r, move)
        for burned in self.burned:
            if burned.seq > shuffled:
                r.shoe.draw(burned.card)
        self._judged, self._lent = [r], True
        return r

    # --- the entry: done --------------------------------------------------------------------------------------------

    def move(self, seq: int, move: Move, who: str | None = None) -> None:
        """Raises `Refused` when the rules do not allow it; then nothing has changed."""
        if not self._lent or not self._take_over([*self.moves, move]):
            refusal = why_not(self.felt, move)
            if refusal is not None:
                raise Refused(refusal)
            apply(self._own() if self._lent else self.felt, move)
        self.moves.append(move)  # not by `super`: verification comes here with every move of a journal
        self._seqs.append(seq)
        self._people.append(who)

    def burn(self, seq: int, card: Card) -> None:
        """A card left the shoe for the discards: it is out, also when the round is dealt once more."""
        self.burned.append(BurnedCard(seq, card))
        self._own().shoe.draw(card)
        self._judged = []  # what was judged before knows nothing of this card

    def _own(self) -> Round:
        """A round that nobody else looks at."""
        if self._lent:
            self.felt, self._lent = self.felt.copy(), False
        return self.felt

    def _stand(self, standing: tuple[StandingMove, ...]) -> None:
        if not self._take_over([move.move for move in standing]):
            self.felt, self._lent, self._judged = self.deal(standing), False, []
        super()._stand(standing)

    def _take_over(self, moves: list[Move]) -> bool:
        """Was the round with exactly these moves judged before its entry came?"""
        if self._judged and self._judged[0].moves == moves:
            self.felt, self._lent = self._judged.pop(0), True  # whoever judged it may still look at it
            return True
        self._judged = []
        return False

    @classmethod
    def restored(
        cls,
        opened: RoundOpened,
        table: TableRules,
        shoe: ShoeCount,
        standing: Iterable[StandingMove],
        settled: Iterable[SettledWager],
        burned: Iterable[BurnedCard] = (),
    ) -> DealtRound:
        """As a snapshot of the live table kept it."""
        fold = cls(0, opened, table, shoe)
        fold.burned = [*burned]
        fold._stand(tuple(standing))
        fold.settled = [*settled]
        return fold
