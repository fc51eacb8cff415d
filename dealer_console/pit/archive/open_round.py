"""The round that is being read: what it will be found by once it is closed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from dealer_console.game import moves
from dealer_console.game.round_files.notation import write_move
from dealer_console.game.round_files.round_file import write_bet
from dealer_console.journal.entries import AnyEntry
from dealer_console.journal.entries.rounds import LateCallMade, MoveMade, RoundOpened
from dealer_console.journal.entry import Row
from dealer_console.journal.round_fold import RoundFold

if TYPE_CHECKING:
    from dealer_console.pit.archive.index_builder import Seat

# Answers to an irregularity.
_RULINGS: Final = (
    moves.Ruled,
    moves.RoundVoided,
    moves.ExposedCardTaken,
    moves.ExposedCardRefused,
    moves.SpotLeft,
    moves.SpotPlaysOn,
)


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


class OpenRound(RoundFold):
    """The fold of a round, with who sat at its spots."""

    def __init__(self, row: Row, opened: RoundOpened, seats: Mapping[int, Seat]) -> None:
        super().__init__(row.seq, opened, row.at_ms)
        self.seats = {spot: (seat.player, seat.entry) for spot, seat in seats.items()}
        self._approved: dict[int, str] = {}  # who approved the late calls, by their entries
        self._called_ms: dict[int, int] = {}  # when the irregularities were called, by their entries

    def take_row(self, row: Row, entry: AnyEntry) -> None:
        """`entry` is what the row says."""
        self.fold(row.seq, entry, who=row.who, at_ms=row.at_ms)
        if isinstance(entry, LateCallMade):
            self._approved[row.seq] = entry.approved_by
            self.__dict__.pop("sums", None)  # the wagers are settled again
        if isinstance(entry, LateCallMade) or (
            isinstance(entry, MoveMade) and isinstance(entry.move, moves.IrregularityCalled)
        ):
            self._called_ms[row.seq] = row.at_ms

    # --- once it is closed: what it is found by ----------------------------------------------------------------------

    @property
    def bets_text(self) -> str:
        return "; ".join(write_bet(bet) for bet in self.bets)

    @property
    def house(self) -> int:
        return self.closed.house_net if self.closed is not None else 0

    @cached_property
    def sums(self) -> dict[tuple[int, int, str], WagerSum]:
        """By spot, bettor and wager."""
        sums = {(int(bet.spot), int(bet.bettor), "main"): WagerSum() for bet in self.bets}
        for wager in self.settled:
            settled = wager.settlement
            total = sums.setdefault((settled.spot, settled.bettor, settled.wager), WagerSum())
            total.count += 1
            total.staked += settled.stake
            total.squares += settled.stake * settled.stake
            total.taken += settled.takes
            total.paid += settled.pays
        return sums

    @property
    def hand_count(self) -> int:
        return len({wager.settlement.hand for wager in self.settled} - {None})

    def irregularities(self) -> list[Irregular]:
        irregulars: list[Irregular] = []
        for seq, move, who in self.standing:
            if isinstance(move, moves.IrregularityCalled):
                called = Irregular(entry=seq, at_ms=self._called_ms.get(seq, 0), code=move.code, called_by=who or "")
                called.ruled_by = self._approved.get(seq, "")
                irregulars.append(called)
            elif irregulars and isinstance(move, _RULINGS):
                answer, _, by = write_move(move).partition(" by ")
                irregulars[-1].ruling = answer.removeprefix("resolve ")
                irregulars[-1].ruled_by = by or who or ""
        return irregulars
