"""Folding the rounds of a journal: deal every round again from its entries and compare each settlement.

`Fold` takes the entries in order. It raises `DoesNotFit` at the first entry that the rules do not give: a move that is
refused, a settlement that was not due or is another one, a settlement that is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from dealer_console.game.bets import Bet
from dealer_console.game.cards import UnknownCard, card
from dealer_console.game.engine import Round, apply, play_all, why_not
from dealer_console.game.errors import Bug, Refused
from dealer_console.game.money import show
from dealer_console.game.moves import Move
from dealer_console.game.notation import BadNotation, parse_move
from dealer_console.game.report import house_net, settlement_data
from dealer_console.game.round_file import BadRoundFile, parse_bet
from dealer_console.game.rules import TableRules
from dealer_console.game.shoe import ShoeCount
from dealer_console.game.state import Settlement
from dealer_console.journal.canonical import Json, canonical
from dealer_console.journal.configuration import table_rules
from dealer_console.journal.errors import JournalDamaged
from dealer_console.journal.settlements import Change, changes

_KEPT: Final = 20_000  # texts that come again and again


# What the engine may run into when a forged journal leads it where no table comes.
_CANNOT: Final = (Bug, LookupError, TypeError, ValueError, ArithmeticError, AttributeError, AssertionError)


class DoesNotFit(Exception):
    """What is wrong with the entry at hand."""


class Fold:
    """The table as far as the journal has been read."""

    def __init__(self, after_round: int = 0) -> None:
        self.table: TableRules | None = None
        self.shoe: ShoeCount | None = None
        self.round: Round | None = None
        self.number = after_round
        self.rounds = 0
        self.settlements = 0
        self.configuration: Mapping[str, Json] = {}
        self._shoe_before: ShoeCount | None = None
        self._put_back = 0  # cards inside a continuous shuffler again, and not yet out of the count
        self._bets: list[str] = []
        self._standing: list[tuple[int, Move]] = []  # the moves that no undo took back, with their entries
        self._known: list[Settlement] = []
        self._due: list[Change] = []
        self._parsed: dict[str, Move] = {}
        self._texts: dict[str, Settlement] = {}
        self._wagers: dict[str, Bet] = {}

    def move(self, seq: int, text: str) -> None:
        """`text` is the notation of the move."""
        self.play(seq, text, self.parse(text))

    def play(self, seq: int, text: str, move: Move) -> None:
        """The commonest entry by far; `move` is what `text` says."""
        r = self.round
        if r is None:
            raise DoesNotFit(f"the move {text!r} stands outside a round")
        if self._due:
            raise self._missing()
        try:
            refusal = why_not(r, move)
            if refusal is None:
                apply(r, move)
        except _CANNOT as error:
            raise DoesNotFit(f"the move {text!r} cannot be played: {error!r}") from None
        if refusal is not None:
            raise DoesNotFit(f"the rules refuse the move {text!r}: {refusal}")
        self._standing.append((seq, move))
        if r.settlements != self._known:
            self._note_changes(r)

    def parse(self, text: str) -> Move:
        known = self._parsed.get(text)
        if known is not None:
            return known
        try:
            move = parse_move(text)
        except BadNotation as error:
            raise DoesNotFit(f"{text!r} is no move: {error.reason}") from None
        if len(self._parsed) < _KEPT:
            self._parsed[text] = move
        return move

    def _note_changes(self, r: Round) -> None:
        self._due += changes(self._known, r.settlements)
        self._known = list(r.settlements)

    def _missing(self, where: str = "before it an entry is missing") -> DoesNotFit:
        kind, each = self._due[0]
        return DoesNotFit(f"{where}: {kind} {_text(each)}")

    def settlement(self, kind: str, text: str) -> None:
        """A settlement, or the withdrawal of one; `text` is its canonical data."""
        if not self._due:
            raise DoesNotFit(f"no {kind} is due here; it says {text}")
        wanted_kind, each = self._due.pop(0)
        if kind != wanted_kind or self._texts.get(text) != each:
            wanted = _text(each)
            if kind != wanted_kind or text != wanted:
                raise DoesNotFit(f"it says {kind} {text}, the rules give {wanted_kind} {wanted}")
            if len(self._texts) < _KEPT:
                self._texts[text] = each
        self.settlements += 1

    def other(self, seq: int, kind: str, data: Mapping[str, Json]) -> None:
        """Any other kind; those that do not concern the cards pass."""
        deed = _DEEDS.get(kind)
        if deed is not None:
            if self._due:
                raise self._missing()
            deed(self, seq, data)

    def end(self) -> None:
        """The journal ends here: a round may be open, a settlement may not be owed."""
        if self._due:
            raise self._missing("the journal ends, but behind this entry one is missing")

    # --- kind by kind -------------------------------------------------------------------------------------------------

    def _configure(self, _seq: int, data: Mapping[str, Json]) -> None:
        if self.round is not None:
            raise DoesNotFit("the configuration changes inside a round")
        try:
            self.table = table_rules(data)
        except JournalDamaged as error:
            raise DoesNotFit(str(error)) from None
        self.configuration = data
        if self.shoe is None or self.shoe.decks != self.table.decks:
            self.shoe = ShoeCount(self.table.decks)

    def _new_shoe(self, _seq: int, data: Mapping[str, Json]) -> None:
        if self.round is None:  # inside a round the ruling itself tells the round that the discards went back
            self.shoe = ShoeCount(int(str(data["decks"])))
            self._put_back = 0

    def _device_event(self, _seq: int, data: Mapping[str, Json]) -> None:
        """Of all that devices say, only cards that go back into a continuous shuffler change the count."""
        if data.get("event") == "CardsReturned":
            self._put_back += int(str(data["count"]))
            self._take_back_in()

    def _take_back_in(self) -> None:
        if self.round is None and self.shoe is not None and self._put_back:
            self.shoe.put_back(self._put_back)
            self._put_back = 0

    def _burn(self, _seq: int, data: Mapping[str, Json]) -> None:
        if self.shoe is None:
            raise DoesNotFit("a card is burned before there is a shoe")
        try:
            self.shoe.draw(card(str(data["card"])))
        except UnknownCard as error:
            raise DoesNotFit(str(error)) from None

    def _open(self, _seq: int, data: Mapping[str, Json]) -> None:
        if self.round is not None:
            raise DoesNotFit(f"round {self.number} was not closed")
        if self.table is None or self.shoe is None:
            raise DoesNotFit("a round begins before any configuration")
        number, bets = data["round"], data["bets"]
        if not isinstance(number, int) or number <= self.number:
            raise DoesNotFit(f"round {number} follows round {self.number}")
        self.number, self._bets = number, [str(each) for each in bets] if isinstance(bets, list) else []
        self._shoe_before = self.shoe.copy()
        self._begin()
        self.rounds += 1

    def _begin(self) -> None:
        if self.table is None:
            raise DoesNotFit("a round begins before any configuration")
        try:
            self.round = Round(
                self.table, [self._wagers.get(text) or self._wager(text) for text in self._bets], self.shoe
            )
        except (BadRoundFile, Refused) as error:
            raise DoesNotFit(f"the wagers cannot stand: {error}") from None
        self._standing, self._known = [], []

    def _wager(self, text: str) -> Bet:
        bet = parse_bet(text)
        if len(self._wagers) < _KEPT:
            self._wagers[text] = bet
        return bet

    def _undo(self, _seq: int, data: Mapping[str, Json]) -> None:
        if self.round is None or not self._standing:
            raise DoesNotFit("there is no move to take back")
        last, _ = self._standing[-1]
        if data["undoes"] != last:
            raise DoesNotFit(f"it takes back entry {data['undoes']}, but the last standing move is entry {last}")
        remaining, known = self._standing[:-1], self._known
        self.shoe = self._shoe_before.copy() if self._shoe_before is not None else None
        self._begin()
        r = self.round
        play_all(r, (move for _, move in remaining))  # these moves were judged before, in the same state
        self._standing, self._known = remaining, known
        self._note_changes(r)

    def _correct_card(self, _seq: int, data: Mapping[str, Json]) -> None:
        """The move of that entry with the card as it lay; all that followed must be lawful with it."""
        if self.round is None or all(seq != data["corrects"] for seq, _ in self._standing):
            raise DoesNotFit(f"entry {data['corrects']} is no standing move of the round")
        right = self.parse(str(data["move"]))
        standing = [(seq, right if seq == data["corrects"] else move) for seq, move in self._standing]
        known = self._known
        self.shoe = self._shoe_before.copy() if self._shoe_before is not None else None
        self._begin()
        for seq, move in standing:
            self._replay(seq, move)
        self._standing, self._known = standing, known
        self._note_changes(self.round)

    def _replay(self, seq: int, move: Move) -> None:
        if self.round is None:
            raise DoesNotFit("no round is open")
        try:
            refusal = why_not(self.round, move)
            if refusal is None:
                apply(self.round, move)
        except _CANNOT as error:
            raise DoesNotFit(f"with the corrected card entry {seq} cannot be played: {error!r}") from None
        if refusal is not None:
            raise DoesNotFit(f"with the corrected card entry {seq} is refused: {refusal}")

    def _close(self, _seq: int, data: Mapping[str, Json]) -> None:
        r = self.round
        if r is None or data["round"] != self.number:
            raise DoesNotFit(f"round {data['round']} is not the open one")
        if data.get("complete", True) != r.complete:
            raise DoesNotFit(f"round {self.number} is {'over' if r.complete else 'not over'} by its moves")
        if data["house_net"] != show(house_net(r)):
            raise DoesNotFit(f"the house's result is {data['house_net']}, the moves give {show(house_net(r))}")
        self.round = None
        self._take_back_in()


def _text(each: Settlement) -> str:
    return canonical(settlement_data(each))  # type: ignore[arg-type]


_DEEDS: Final[dict[str, Callable[[Fold, int, Mapping[str, Any]], None]]] = {
    "configuration": Fold._configure,
    "shoe": Fold._new_shoe,
    "burn": Fold._burn,
    "round-opened": Fold._open,
    "undo": Fold._undo,
    "card-corrected": Fold._correct_card,
    "round-closed": Fold._close,
    "device-event": Fold._device_event,
}
