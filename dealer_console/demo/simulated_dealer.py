"""The simulated dealer makes the mistake that a trainer has asked for, and looks whether somebody calls it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from threading import Lock
from typing import Final

from dealer_console.demo.real_table import as_it_lies
from dealer_console.demo.wrong_deal import PAYMENTS, PLANS, WrongDeal, wrong_payment
from dealer_console.game.cards import UNSEEN, Card
from dealer_console.game.irregularity.catalogue import ruling_for
from dealer_console.game.moves import DRAWN, CardDrawn, IrregularityCalled
from dealer_console.game.rules import TableRules
from dealer_console.game.shoe import ShoeCount
from dealer_console.game.state import Round
from dealer_console.journal.round_fold import StandingMove
from dealer_console.screens.mistakes import MistakeReport, RealTable, Stage
from dealer_console.table.snapshot import TableSnapshot

FaceSeen = Callable[[], Card | None]  # by whoever holds the card
BESIDE_IT: Final = 1  # a late call stands at its card, after it, or in the place of the hit that is struck


class SimulatedDealer:
    """Implements `screens.mistakes.DealersMistakes`.

    `see` is called on the table's thread for every snapshot. What the others read (the report, the plan) are values
    that are replaced as a whole.
    """

    def __init__(self, table: TableRules, *, seed: int, hole_card: FaceSeen, last_card: FaceSeen) -> None:
        known = (code for code in PLANS if code != "hole-card-exposed" or not table.hole_card_comes_last)
        self.codes: tuple[str, ...] = (*known, *PAYMENTS)
        self.report: MistakeReport | None = None
        self._lock = Lock()  # the trainer's wish comes from the window's thread
        self._hole_card, self._last_card = hole_card, last_card
        self._dice = Random(seed)
        self._wrong: WrongDeal | None = None
        self._calls = 0  # irregularities of the round before the mistake
        self._moves = 0  # of the round, as last seen
        self._last = TableSnapshot()
        self._faces: dict[int, Card] = {}  # of cards that lay open, by the entry of their move

    # --- the trainer ------------------------------------------------------------------------------------------------

    def make(self, code: str) -> bool:
        """With the next cards that allow it, instead of one that was never called. One that waits is given up."""
        with self._lock:
            given_up = self.report == MistakeReport(code=code)
            self._wrong, self._faces = None, {}
            self.report = None if given_up else MistakeReport(code=code)
            self._see(self._last)
        return True

    def real_table(self, snapshot: TableSnapshot) -> RealTable | None:
        r = snapshot.round
        played = snapshot.booked if r is None else r
        if played is None:
            return None
        dealt = Round(played.table, played.bets, ShoeCount(played.table.decks))
        open_now = self._wrong if self.report is not None and self.report.stage == "made" else None
        wrong = open_now or WrongDeal(round=0, at=0)  # nothing is wrong
        if snapshot.hole_to_be_named:
            wrong = replace(wrong, hole_shown=True)
        settled = snapshot.settled if r is None else ()
        lies = as_it_lies(dealt, _standing(snapshot), settled, wrong, self._hole_card())
        if wrong.draws != "two":
            return lies
        last = self._last_card() if wrong.seen else None
        return replace(lies, beside=(last or UNSEEN,))

    @property
    def moved_hole_card(self) -> Card | None:
        """A card that lay open as another one until a late call made it the hole card: no draw tells of it."""
        cards = (standing for standing in self._last.standing if standing.move == DRAWN[UNSEEN])
        return next((self._faces[standing.seq] for standing in cards if standing.seq in self._faces), None)

    # --- the hands of the dealer ------------------------------------------------------------------------------------

    @property
    def holds_back(self) -> bool:
        """All cards are dealt, as the dealer believes: none is drawn, whatever the console waits for."""
        wrong, is_made = self._wrong, self.report is not None and self.report.stage == "made"
        return is_made and wrong is not None and wrong.deal_ends is not None and self._moves >= wrong.deal_ends

    @property
    def draws(self) -> str:
        """A card that nobody wants: `unasked` now, or `two` at once where one is due."""
        waits = self.report is not None and self.report.stage == "waits"
        return self._wrong.draws if waits and self._wrong is not None else ""

    # --- what becomes of it -----------------------------------------------------------------------------------------

    def see(self, snapshot: TableSnapshot) -> None:
        with self._lock:
            self._see(snapshot)

    def _see(self, snapshot: TableSnapshot) -> None:
        self._last = snapshot
        report = self.report
        if report is None or report.stage not in ("waits", "made"):
            return
        self._faces |= {
            standing.seq: standing.move.card
            for standing in snapshot.standing
            if isinstance(standing.move, CardDrawn) and standing.move.card is not UNSEEN
        }
        if report.stage == "waits":
            self._plan(snapshot, report.code)
        if self._wrong is not None and self.report is not None and self.report.stage == "made":
            self._judge(snapshot, self.report, self._wrong)

    def _plan(self, snapshot: TableSnapshot, code: str) -> None:
        wrong = self._wrong
        over = wrong is None or wrong.round != snapshot.round_number
        if over or (wrong is not None and not wrong.in_the_deal and not wrong.happened(snapshot)):
            wrong = self._wrong = self._planned(snapshot, code)
        if wrong is not None and wrong.happened(snapshot):
            self._calls, self._moves = len(_calls(snapshot)), len(_standing(snapshot))
            rules = snapshot.round.rules if snapshot.round is not None else None
            clause = wrong.paid.rule if wrong.paid is not None else ruling_for(rules, code).clause if rules else ""
            card = self._card_at(snapshot, wrong)
            self.report = MistakeReport(code=code, stage="made", hand=wrong.hand or "", card=card, clause=clause)

    def _planned(self, snapshot: TableSnapshot, code: str) -> WrongDeal | None:
        if code in PAYMENTS:
            return wrong_payment(code, snapshot, self._dice)
        return PLANS[code](snapshot, snapshot.round, self._dice) if snapshot.round is not None else None

    def _judge(self, snapshot: TableSnapshot, report: MistakeReport, wrong: WrongDeal) -> None:
        """Called, given up, or still open: then the moves are counted."""
        self._moves = len(_standing(snapshot)) or self._moves
        if wrong.paid is not None:
            self._judge_correction(snapshot, report, wrong)
            return
        calls = _calls(snapshot)
        if len(calls) > self._calls:
            at, call = calls[-1] if wrong.draws else min(calls, key=lambda called: abs(called[0] - wrong.at))
            near = bool(wrong.draws) or abs(at - wrong.at) <= BESIDE_IT
            right = call.code == report.code and (call.hand or None) == wrong.hand and near
            stage: Stage = "right" if right else "wrong"
            self.report = replace(report, stage=stage, called=call.code, called_hand=call.hand or "")
        elif snapshot.round_number != wrong.round or (snapshot.round is None and snapshot.bets):
            self.report = replace(report, stage="missed")
        else:
            card = report.card or self._card_at(snapshot, wrong)
            self.report = replace(report, moves=max(0, self._moves - wrong.at - 1), card=card)

    def _card_at(self, snapshot: TableSnapshot, wrong: WrongDeal) -> Card | None:
        """The card at which it happened, where everybody sees it."""
        if wrong.draws == "two":
            return self._last_card() if wrong.seen else None
        standing = _standing(snapshot)
        move = standing[wrong.at].move if wrong.at < len(standing) else None
        return move.card if isinstance(move, CardDrawn) and move.card is not UNSEEN else None

    def _judge_correction(self, snapshot: TableSnapshot, report: MistakeReport, wrong: WrongDeal) -> None:
        past = next((past for past in snapshot.past if past.number == wrong.round), None)
        if past is not None and past.corrections and wrong.paid is not None:
            seq, cents = past.corrections[-1]
            decided = next(wager for wager in past.settled if wager.seq == wrong.paid.seq)
            owed = (decided.pays - decided.takes) - (wrong.paid.pays - wrong.paid.takes)
            stage: Stage = "right" if (seq, cents) == (decided.seq, owed) else "wrong"
            self.report = replace(report, stage=stage)
        elif snapshot.past and snapshot.past[0].number != wrong.round:
            self.report = replace(report, stage="missed")


def _standing(snapshot: TableSnapshot) -> tuple[StandingMove, ...]:
    if snapshot.round is None and snapshot.booked is not None:
        return snapshot.booked.standing
    return snapshot.standing


def _calls(snapshot: TableSnapshot) -> list[tuple[int, IrregularityCalled]]:
    """What people have called; faults are called by the table itself."""
    booked = enumerate(standing.move for standing in _standing(snapshot))
    return [(at, move) for at, move in booked if isinstance(move, IrregularityCalled) and move.code in PLANS]
