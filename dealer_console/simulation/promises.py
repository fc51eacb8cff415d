"""What must be true at every moment of a table, checked from outside after every step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from dealer_console.game import phases
from dealer_console.game.engine import play
from dealer_console.game.round_files.notation import parse_moves
from dealer_console.game.round_files.round_file import write_play
from dealer_console.journal import Entry, MemoryJournal
from dealer_console.journal.entries import device_events, devices
from dealer_console.journal.entries.cards import CardBurned, DrawOutOfPlay, TakenBack
from dealer_console.journal.entries.rounds import LateCallMade, RoundClosed
from dealer_console.journal.round_fold import DealtRound
from dealer_console.journal.verification.checked_rounds import CheckedRounds, DoesNotFit
from dealer_console.messages import recorded
from dealer_console.simulation.physical import PhysicalCards
from dealer_console.table.session.reactions import out_of_order
from dealer_console.table.session.recovery import restore
from dealer_console.table.session.table_session import TableSession
from dealer_console.table.shift.state import CardsAre
from dealer_console.table.snapshot import snapshot_of
from dealer_console.table.state.late_call import loose_cards
from dealer_console.table.state.table_state import DOWN, HOLE, TableState


class Promises:
    """Reads the journal along with the table, and keeps count of every promise that was broken."""

    def __init__(self, journal: MemoryJournal) -> None:
        self.journal = journal
        self.violations: Counter[str] = Counter()
        self.examples: list[str] = []
        self._seen = 0
        self._rounds = CheckedRounds()
        self._sealed: dict[int, str] = {}  # draws that must not be opened yet, and where they lie
        self.rounds = 0
        self.late_calls = 0
        self.told: Callable[[int, str], None] = lambda _number, _place: None
        self.discarded: Callable[[], None] = lambda: None  # a card from the dealer's hand, which the table has counted

    def broken(self, kind: str, text: str) -> None:
        self.violations[kind] += 1
        if len(self.examples) < 20:
            self.examples.append(f"entry {self.journal.seq}: {kind}: {text}")

    def after_step(self, session: TableSession, cards: PhysicalCards, thorough: bool) -> None:
        for entry in self.journal.entries(after=self._seen):
            self._read(entry)
            self._seen = entry.seq
        if session.stopped is not None:
            self.broken("stopped", recorded(session.stopped))
        for trouble in session.troubles:
            self.broken("trouble", trouble)
        session.troubles.clear()
        waiting = {draw.number for draw in session.state.draws.values()}
        self._check_cards(session.state, cards.left, cards.uncounted(waiting))
        self._check_faults(session.state)
        self._check_snapshot(session)
        if thorough and restore(self.journal).hash() != session.state.hash():
            self.broken("recovery", "the journal gives another state than the table has")

    # --- 1 money, 4 the journal ------------------------------------------------------------------------------------

    def _read(self, entry: Entry) -> None:
        try:
            self._before_close(entry)
            self._rounds.follow(entry)
        except DoesNotFit as error:
            self.broken("money", f"entry {entry.seq}: {error}")
        self._watch_sealed_cards(entry)
        match entry.typed:
            case device_events.CardDrawn(draw=draw, place=place):
                self.told(draw, place)
            case CardBurned(why=TakenBack()):
                self.discarded()  # the dealer still held it
            case LateCallMade():
                self.late_calls += 1
            case CardBurned(why=DrawOutOfPlay(draw=draw)):
                self.told(draw, "discards")

    def _before_close(self, entry: Entry) -> None:
        """Every wager has exactly one outcome, and what is taken and paid is what was staked."""
        if entry.kind != "round-closed" or self._rounds.open is None:
            return
        r = self._rounds.open.felt
        self.rounds += 1
        wagers = r.wagers()
        if len(r.settlements) != len(wagers) or not all(wager.settled for wager in wagers):
            self.broken("money", f"{len(wagers)} wagers, {len(r.settlements)} settlements")
        if self._rounds.open.late_calls:
            self._replays(self._rounds.open)
        for settlement in r.settlements:
            if settlement.takes < 0 or settlement.pays < 0 or settlement.takes > settlement.stake:
                self.broken("money", f"{settlement}")

    def _replays(self, fold: DealtRound) -> None:
        """After a late call: the round as it is exported gives the same settlements."""
        again = fold.begun()
        for text in write_play(fold.moves):
            for move in parse_moves(text):
                play(again, move)
        if again.settlements != fold.felt.settlements:
            self.broken("export", f"round {fold.number} replays to {again.settlements}, not {fold.felt.settlements}")

    # --- 3 sealed cards --------------------------------------------------------------------------------------------

    def _watch_sealed_cards(self, entry: Entry) -> None:
        """The hole card is opened when it is turned, a double card that lies face down behind the dealer's hand."""
        match entry.typed:
            case RoundClosed():
                self._sealed = {}
            case LateCallMade(moved=moved):  # a face-down card may belong face up elsewhere now
                left = {HOLE if laid.origin == "dealer" else f"{DOWN}{laid.origin}" for laid in moved}
                self._sealed = {draw: place for draw, place in self._sealed.items() if place not in left}
            case (
                device_events.CardDrawn(draw=draw, place=place)
                | devices.DrawPlaced(draw=draw, place=place)
                | devices.RevealOrdered(draw=draw, place=str(place))
            ) if place == HOLE or place.startswith(DOWN):
                self._sealed[draw] = place
            case devices.RevealOrdered(draw=draw, why=why):
                self._opened_in_time(draw, why)
            case device_events.CardRevealed(draw=draw) if draw in self._sealed:
                self.broken("secrecy", "a sealed card was opened before it was turned")
            case _:
                pass

    def _opened_in_time(self, number: int, why: str) -> None:
        place, fold = self._sealed.get(number), self._rounds.open
        turned = fold is not None and fold.felt.phase is phases.TURN
        if (place == HOLE and why == "HOLE_CARD_TURNED") or (place is not None and place != HOLE and turned):
            del self._sealed[number]

    # --- 2 cards ---------------------------------------------------------------------------------------------------

    def _check_cards(self, state: TableState, cards_left: int, in_hand: int) -> None:
        """decks × 52 = in the shoe + out of it, whatever lies beside the layout included."""
        shoe = state.shoe
        if shoe is None or state.irregularity is not None or state.shoe_over:
            return
        if state.stock is not None and state.shift.cards.are is not CardsAre.IN_PLAY:
            return  # on their way into a continuous shuffler, or out of it
        aside = sum(1 for draw in state.draws.values() if not draw.counted) + in_hand + len(loose_cards(state))
        # Inside a continuous shuffler again, and out of the count only when the round ends.
        back = 0 if state.stock is None else state.stock.put_back
        if shoe.left != cards_left - back + aside:
            self.broken("cards", f"{shoe.left} should be left, {cards_left} are in the shoe and {aside} beside it")

    # --- 5 faults --------------------------------------------------------------------------------------------------

    def _check_faults(self, state: TableState) -> None:
        r = state.round
        if r is None or r.phase in (phases.COMPLETE, phases.DISPUTE) or r.irregularity is not None:
            return
        if out_of_order(state, "shoe") and "shoe" not in state.without:
            self.broken("fault", "the shoe is out of order, and the round goes on as if nothing had happened")
        checks = r.phase is phases.CHECK and r.table.hole_card == "reader"
        if checks and out_of_order(state, "reader") and "reader" not in state.without:
            self.broken("fault", "the reader is out of order while its check is due")

    # --- 4 the screen ----------------------------------------------------------------------------------------------

    def _check_snapshot(self, session: TableSession) -> None:
        shown = session.snapshot
        if shown.seq > self.journal.seq:
            self.broken("screen", "the screen shows what is not in the journal")
            return
        now = snapshot_of(session.state, session.setup, session.stopped, past=shown.past)
        if shown.seq == self.journal.seq and replace(now, requests=shown.requests) != shown:
            self.broken("screen", "the screen shows another state than the committed one")
