"""What must be true at every moment of a table, checked from outside after every step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from dealer_console.game import phases
from dealer_console.game.cards import UNSEEN, Card
from dealer_console.game.engine import play
from dealer_console.game.moves import IrregularityCalled
from dealer_console.game.play.card_places import LOOSE, card_that_left
from dealer_console.game.round_files.notation import parse_moves
from dealer_console.game.round_files.round_file import write_play
from dealer_console.journal import AnyJournal, Entry
from dealer_console.journal.entries import device_events, devices
from dealer_console.journal.entries.cards import CardBurned, DrawOutOfPlay, TakenBack
from dealer_console.journal.entries.rounds import LateCallMade, MoveMade, MoveUndone, RoundClosed, RoundOpened
from dealer_console.journal.late_calls import names_unrecorded_card
from dealer_console.journal.round_fold import DealtRound
from dealer_console.journal.verification.checked_rounds import CheckedRounds, DoesNotFit
from dealer_console.messages import recorded
from dealer_console.simulation.physical import PhysicalCards
from dealer_console.table.session.reactions import out_of_order
from dealer_console.table.session.recovery import restore
from dealer_console.table.session.table_session import TableSession
from dealer_console.table.shift.state import CardsAre
from dealer_console.table.snapshot import snapshot_of
from dealer_console.table.state.loose_cards import loose_cards
from dealer_console.table.state.table_state import DOWN, HOLE, TableState


class OrderOfCards:
    """The cards of the round by the entries that brought them: a late call loses, doubles and re-orders none."""

    def __init__(self, broken: Callable[[str, str], None]) -> None:
        self.broken = broken
        self._faces: dict[int, Card] = {}  # in the order in which they left the shoe
        self._loose: list[int] = []

    def unseen(self, seq: int) -> bool:
        return self._faces.get(seq) is UNSEEN

    def read(self, entry: Entry, open_round: DealtRound | None) -> None:
        """Before the entry is folded into the round."""
        match entry.typed:
            case RoundOpened():
                self._faces, self._loose = {}, []
            case RoundClosed():  # what found no place until then is burned with the round
                self._faces = {seq: face for seq, face in self._faces.items() if seq not in self._loose}
                self._loose = []
            case MoveMade(move=move) if open_round is not None:
                card = card_that_left(open_round.felt, move)
                if card is not None:
                    self._came(entry.seq, card)
            case MoveUndone(undoes=seq):
                self._faces.pop(seq, None)
            case LateCallMade() as late:
                self._called_late(entry, late)
            case _:
                pass

    def _came(self, seq: int, card: Card) -> None:
        """A loose card that found its place is the same card."""
        if not self._loose:
            self._faces[seq] = card
            return
        was = self._loose.pop(0)
        if UNSEEN not in (card, self._faces[was]) and card is not self._faces[was]:
            self.broken("order", f"entry {seq}: {card.text} came in the place of {self._faces[was].text}")
        self._faces = {seq if old == was else old: face for old, face in self._faces.items()}

    def _called_late(self, entry: Entry, late: LateCallMade) -> None:
        loose = [moved.entry for moved in late.moved if moved.target == LOOSE]
        own = [] if late.place not in self._faces or late.place in (*late.entries, *loose) else [late.place]
        laid = [seq or own[0] for seq in late.entries if seq in self._faces or (seq == 0 and own)]
        laid = list(dict.fromkeys(laid))  # the call and its ruling stand together where the card of the call lay
        if [*laid, *loose] != [*self._faces]:
            self.broken("order", f"entry {entry.seq}: {[*self._faces]} became {laid} and {loose}")
        self._faces = {entry.seq if seq in own else seq: face for seq, face in self._faces.items()}
        if isinstance(late.call, IrregularityCalled) and late.call.card and names_unrecorded_card(late):
            self._faces[entry.seq] = late.call.card  # nobody had entered it
        self._loose = loose


class Promises:
    """Reads the journal along with the table, and keeps count of every promise that was broken."""

    def __init__(self, journal: AnyJournal) -> None:
        self.journal = journal
        self.violations: Counter[str] = Counter()
        self.examples: list[str] = []
        self._seen = 0
        self._rounds = CheckedRounds()
        self._sealed: dict[int, str] = {}  # draws that must not be opened yet, and where they lie
        self.order = OrderOfCards(self.broken)
        self.rounds = 0
        self.late_calls = 0
        self.card_reported: Callable[[int, str], None] = lambda _number, _place: None
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
            self.order.read(entry, self._rounds.open)
            self._rounds.follow(entry)
        except DoesNotFit as error:
            self.broken("money", f"entry {entry.seq}: {error}")
        self._watch_sealed_cards(entry)
        match entry.typed:
            case device_events.CardDrawn(draw=draw, place=place):
                self.card_reported(draw, place)
            case devices.RevealOrdered(draw=draw) | devices.DrawPlaced(draw=draw):
                self.card_reported(
                    draw, "spoken of"
                )  # also one from before, when a device that was away is trusted again
            case CardBurned(why=TakenBack()):
                self.discarded()  # the dealer still held it
            case LateCallMade():
                self.late_calls += 1
            case CardBurned(why=DrawOutOfPlay(draw=draw)):
                self.card_reported(draw, "discards")

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
            case LateCallMade() as late:
                self._sealed = {draw: self._lies_now(late, place) for draw, place in self._sealed.items()}
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

    def _lies_now(self, late: LateCallMade, place: str) -> str:
        """A sealed card that moved stays sealed where it lies; without a place, until it is put before somebody."""
        origin = "dealer" if place == HOLE else place.removeprefix(DOWN)
        face_down = [laid.target for laid in late.moved if laid.origin == origin and self.order.unseen(laid.entry)]
        if not face_down:
            return place
        return {LOOSE: LOOSE, "dealer": HOLE}.get(face_down[-1], f"{DOWN}{face_down[-1]}")

    def _opened_in_time(self, number: int, why: str) -> None:
        place, fold = self._sealed.get(number), self._rounds.open
        turned = fold is not None and fold.felt.phase is phases.TURN
        on_request = place == LOOSE and why in ("DEALT_FACE_UP", "IRREGULARITY")
        if (place == HOLE and why == "HOLE_CARD_TURNED") or on_request or (place not in (None, HOLE, LOOSE) and turned):
            del self._sealed[number]

    # --- 2 cards ---------------------------------------------------------------------------------------------------

    def _check_cards(self, state: TableState, cards_left: int, in_hand: int) -> None:
        """decks × 52 = in the shoe + out of it, whatever lies beside the layout included."""
        shoe = state.shoe
        if shoe is None or state.irregularity is not None or state.shoe_over:
            return
        if state.stock is not None and state.shift.cards.are is not CardsAre.IN_PLAY:
            return  # on their way into a continuous shuffler, or out of it
        beside = (*state.uncounted, *loose_cards(state))
        aside = sum(1 for draw in state.draws.values() if not draw.counted) + in_hand + len(beside)
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
        now = snapshot_of(session.state, session.setup, session.stopped, now_ms=session.clock_ms(), past=shown.past)
        if shown.seq == self.journal.seq and now != shown:
            self.broken("screen", "the screen shows another state than the committed one")
