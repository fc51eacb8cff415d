"""The chips themselves, apart from any book: in the tray, on the layout, with the players, the dealers, the cage.

Every move of chips takes from one place and puts to another. What people do with chips follows from what they touched
and from what the screen showed them; the table's own reckoning is never read here, only compared with this one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final

from dealer_console.game.engine import Round
from dealer_console.game.hand import is_toke
from dealer_console.game.wagers.bets import Bet
from dealer_console.journal.settlements import SettledWager
from dealer_console.table import commands as c
from dealer_console.table.snapshot import TableSnapshot
from dealer_console.table.state.late_call import LateStep, still_lying
from dealer_console.table.state.table_state import TableState

TRAY, LAYOUT, PLAYERS, TOKES, CAGE = "tray", "layout", "players", "tokes", "cage"
_LAID_LATER: Final = ("double", "split", "insurance", "free-double", "free-split")  # after the first card


class PhysicalChips:
    """In cents. `drop` is the cash in the box, which is no chip."""

    def __init__(self, broken: Callable[[str, str], None]) -> None:
        self.broken = broken
        self.at: Counter[str] = Counter()
        self.drop = 0
        self.laid: tuple[Bet, ...] = ()
        self.last: tuple[Bet, ...] = ()
        self.late = False  # something was called late in this round
        self.moved: dict[int, SettledWager] = {}  # the settlements whose chips have moved

    def move(self, cents: int, source: str, target: str) -> None:
        self.at[source] -= cents
        self.at[target] += cents

    @property
    def tray(self) -> int:
        return self.at[TRAY]

    def follow(self, command: c.Command, before: TableSnapshot, after: TableSnapshot) -> None:
        """The command was done: the chips go where it says."""
        handler = _HANDLERS.get(type(command))
        if handler is not None:
            handler(self, command, before)
        elif isinstance(command, c.CallLate):
            self._called_late(command, before, after)

    # --- wagers ----------------------------------------------------------------------------------------------------

    def _lay(self, bets: tuple[Bet, ...], hands: int) -> None:
        self.move(self.at[LAYOUT], LAYOUT, PLAYERS)
        for bet in bets:
            side, tokes = sum(bet.side_bets.values()), sum(bet.tokes.values())
            self.move(hands * bet.amount + side + tokes, PLAYERS, LAYOUT)
        self.laid = bets

    def _wagers(self, command: c.WagersDown, before: TableSnapshot) -> None:
        self._lay(command.bets, _hands_per_spot(before))

    def _same(self, _touch: c.Command, before: TableSnapshot) -> None:
        self._lay(self.last, _hands_per_spot(before))

    def _lay_more(self, r: Round) -> None:
        """What players have added since the first card lies there by now, and is seen at the end of the round."""
        first = sum(wager.stake for wager in r.wagers() if wager.kind not in _LAID_LATER)
        if first != self.at[LAYOUT]:
            self.broken("chips", f"{first} cents of first wagers are known, {self.at[LAYOUT]} were laid")
        self.move(sum(wager.stake for wager in r.wagers() if wager.kind in _LAID_LATER), PLAYERS, LAYOUT)

    def _paid(self, _touch: c.Command, before: TableSnapshot) -> None:
        """The dealer takes and pays what the screen shows; after that nothing is left on the layout."""
        if self.late:
            self._paid_after_late_call(before)
            return
        if before.round is not None:
            self._lay_more(before.round)
        for settlement in before.settled:
            self.move(settlement.takes, LAYOUT, TRAY)
            self.move(settlement.pays, TRAY, LAYOUT)
            whose = TOKES if is_toke(settlement.wager) and settlement.outcome == "win" else PLAYERS
            self.move(settlement.stake - settlement.takes + settlement.pays, LAYOUT, whose)
        if self.at[LAYOUT]:
            self.broken("chips", f"{self.at[LAYOUT]} cents are left on the layout after everything was paid")
        self.moved = {settlement.seq: settlement for settlement in before.settled}
        self.laid, self.last = (), self.laid

    # --- late calls ------------------------------------------------------------------------------------------------

    def _called_late(self, command: c.CallLate, before: TableSnapshot, after: TableSnapshot) -> None:
        """Until now the dealer has taken and paid as play went on; from now on the table says what is left to do."""
        booked = before.booked
        if booked is None:
            self.broken("chips", "something was called late, and no round was there")
            return
        if self.late:  # not the first call about this round
            self._give_back(booked.settled)
        lying = [] if booked.closed else still_lying(booked.dealt(), command.call)
        for settlement in booked.settled:
            if settlement.settlement in lying:
                lying.remove(settlement.settlement)
            else:
                self._take_or_pay(settlement)
        # What the call has withdrawn goes back with its steps; what it settled again has moved already.
        self.moved = {settlement.seq: settlement for settlement in after.settled if settlement.done}
        self.late = True

    def _take_or_pay(self, settlement: SettledWager) -> None:
        """Once."""
        if settlement.seq not in self.moved:
            self.moved[settlement.seq] = settlement
            self.move(settlement.takes, LAYOUT, TRAY)
            self.move(settlement.pays, TRAY, PLAYERS)

    def _stepped(self, command: c.TickLateSteps, before: TableSnapshot) -> None:
        for number in command.steps:
            step = before.late.steps[number - 1] if before.late is not None else LateStep()
            self.move(step.take, PLAYERS, TRAY)
            self.move(step.give_back + step.pay, TRAY, PLAYERS)

    def _give_back(self, settled: Sequence[SettledWager]) -> None:
        """What had moved and was taken back, by two people or by a ruling, went back before anything else moved."""
        standing = {settlement.seq for settlement in settled}
        for seq in self.moved.keys() - standing:
            settlement = self.moved.pop(seq)
            self.move(settlement.takes, TRAY, LAYOUT)
            self.move(settlement.pays, PLAYERS, TRAY)

    def _paid_after_late_call(self, before: TableSnapshot) -> None:
        self._give_back(before.settled)
        for settlement in before.settled:
            self._take_or_pay(settlement)
        self.move(self.at[LAYOUT], LAYOUT, PLAYERS)
        self.last = self.laid if self.laid else self.last
        self.laid, self.late = (), False

    # --- the tray --------------------------------------------------------------------------------------------------

    def _open(self, command: c.OpenTable, _before: TableSnapshot) -> None:
        self.move(command.tray.cents - self.at[TRAY], CAGE, TRAY)
        self.drop = 0

    def _buy_in(self, command: c.BuyIn, _before: TableSnapshot) -> None:
        self._sell(command.cents)

    def _sell(self, cents: int) -> None:
        self.move(cents, TRAY, PLAYERS)
        self.drop += cents

    def _toke(self, command: c.TokeGiven, _before: TableSnapshot) -> None:
        self.move(command.cents, PLAYERS, TOKES)

    def _slip(self, command: c.ConfirmSlip, before: TableSnapshot) -> None:
        for slip in before.shift.open_slips:
            if slip.number == command.slip:
                places = (CAGE, TRAY) if slip.what == "fill" else (TRAY, CAGE)
                self.move(slip.chips.cents, *places)

    def _called(self, command: c.ConfirmCalledWager, before: TableSnapshot) -> None:
        self._sell(sum(wager.cents for wager in before.shift.open_called_wagers if wager.number == command.called))

    def _correct(self, command: c.CorrectSettlement, _before: TableSnapshot) -> None:
        self.move(command.cents, TRAY, PLAYERS)

    # --- compared --------------------------------------------------------------------------------------------------

    def compare(self, state: TableState) -> None:
        """While no round runs, the tray by the books is the tray itself."""
        if sum(self.at.values()):
            self.broken("chips", f"{sum(self.at.values())} cents came from nowhere")
        till = state.shift.till
        if not state.is_open or state.in_round:
            return
        if till.tray != self.tray or till.drop != self.drop:
            text = f"the books say {till.tray} in the tray and {till.drop} in the box"
            self.broken("chips", f"{text}, there are {self.tray} and {self.drop}")


def _hands_per_spot(snapshot: TableSnapshot) -> int:
    return snapshot.table.rules.hands_per_spot if snapshot.table is not None else 1


_HANDLERS: Final[dict[type, Callable[[PhysicalChips, Any, TableSnapshot], None]]] = {
    c.WagersDown: PhysicalChips._wagers,
    c.SameWagers: PhysicalChips._same,
    c.WagersPaid: PhysicalChips._paid,
    c.TickLateSteps: PhysicalChips._stepped,
    c.OpenTable: PhysicalChips._open,
    c.BuyIn: PhysicalChips._buy_in,
    c.TokeGiven: PhysicalChips._toke,
    c.ConfirmSlip: PhysicalChips._slip,
    c.ConfirmCalledWager: PhysicalChips._called,
    c.CorrectSettlement: PhysicalChips._correct,
}
