"""The round that is being read: what it will be found by once it is closed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from dealer_console.game.round_file import parse_bet
from dealer_console.journal.entry import Row

if TYPE_CHECKING:
    from dealer_console.pit.archive.index_builder import Seat

_RANKS: Final = frozenset("A23456789TJQK")
_SUITS: Final = frozenset("cdhs?")
_CALL: Final = "irregularity "
_ANSWERS: Final = frozenset({"accept", "refuse", "out", "play"})  # the second word of an answer to an irregularity


@dataclass(slots=True, kw_only=True)
class Irregular:
    """An irregularity that was called, and how it was answered so far."""

    entry: int
    at_ms: int
    code: str
    called_by: str
    ruling: str = ""
    ruled_by: str = ""


@dataclass(slots=True, kw_only=True)
class WagerSum:
    count: int = 0
    staked: int = 0
    squares: int = 0
    taken: int = 0
    paid: int = 0


def cents_of(money: str) -> int:
    """The journal writes money with exactly two decimals."""
    return int(money.replace(".", "", 1))


class OpenRound:
    """Takes the moves and settlements of one round."""

    def __init__(self, row: Row, data: Any, seats: Mapping[int, Seat]) -> None:
        self.number: int = data["round"]
        self.first_entry = self.last_entry = row[0]
        self.opened_ms = self.closed_ms = row[3]
        self.bets: list[str] = data["bets"]
        self.seats = {spot: (seat.player, seat.entry) for spot, seat in seats.items()}
        self.moves: dict[int, tuple[str, int, str]] = {}
        self.undone = 0
        self.misread = 0
        self.house = 0
        self.sums: dict[tuple[int, int, str], WagerSum] = {}  # by spot, bettor and wager
        self.amounts: dict[int, int] = {}
        self.hands: dict[str, int] = {}
        for text in self.bets:
            bet = parse_bet(text)
            for amount in (bet.amount, *bet.side_bets.values(), *bet.tokes.values()):
                self.amounts[amount] = 1
            self.sums[int(bet.spot), int(bet.bettor), "main"] = WagerSum()

    def take(self, row: Row) -> None:
        kind, data = row[1], row[7]
        if kind == "move":
            text = data[9:-2] if "\\" not in data else json.loads(data)["move"]  # {"move":"Th"}
            self.moves[row[0]] = (text, row[3], row[4] or "")
        else:
            self._settle(json.loads(data), -1 if kind == "settlement-withdrawn" else 1)

    def undo(self, entry: int) -> None:
        self.moves.pop(entry, None)
        self.undone += 1

    def correct(self, entry: int, text: str) -> None:
        """A misread card: the move of that entry is this one."""
        if entry in self.moves:
            _, at_ms, who = self.moves[entry]
            self.moves[entry] = (text, at_ms, who)
            self.misread += 1

    def _settle(self, data: Any, sign: int) -> None:
        stake, pays, takes = cents_of(data["stake"]), cents_of(data["pays"]), cents_of(data["takes"])
        key = (data["spot"], data["bettor"], data["wager"])
        total = self.sums.get(key)
        if total is None:
            total = self.sums[key] = WagerSum()
        total.count += sign
        total.staked += sign * stake
        total.squares += sign * stake * stake
        total.taken += sign * takes
        total.paid += sign * pays
        hand = data["hand"]
        if hand is not None:
            self.hands[hand] = self.hands.get(hand, 0) + sign
        for amount in (stake, pays, takes):
            self.amounts[amount] = self.amounts.get(amount, 0) + sign

    def close(self, row: Row, data: Any) -> None:
        self.last_entry, self.closed_ms = row[0], row[3]
        self.house = cents_of(data["house_net"])

    # --- what it is found by -----------------------------------------------------------------------------------------

    @property
    def cards(self) -> set[str]:
        """Every face that came, in the moves that stand."""
        found = set()
        for text, _, _ in self.moves.values():
            for word in text.partition(" by ")[0].split():
                if len(word) == 2 and word[0] in _RANKS and word[1] in _SUITS:
                    found.add(word)
        return found

    @property
    def hand_count(self) -> int:
        return sum(count > 0 for count in self.hands.values())

    @property
    def largest(self) -> int:
        return max((amount for amount, count in self.amounts.items() if count > 0), default=0)

    @property
    def standing_amounts(self) -> list[int]:
        return [amount for amount, count in self.amounts.items() if count > 0 and amount]

    def irregularities(self) -> list[Irregular]:
        found: list[Irregular] = []
        for entry, (text, at_ms, who) in self.moves.items():
            if text.startswith(_CALL):
                found.append(Irregular(entry=entry, at_ms=at_ms, code=text.split()[1], called_by=who))
            elif found and _answers(text):
                answer, _, by = text.partition(" by ")
                found[-1].ruling = answer.removeprefix("resolve ")
                found[-1].ruled_by = by or who
        return found


def _answers(text: str) -> bool:
    words = text.split()
    return words[0] in ("resolve", "void") or (len(words) > 1 and words[1] in _ANSWERS)
