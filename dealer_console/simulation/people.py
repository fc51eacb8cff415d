"""The people of a simulated table: what the dealer, the players and the supervisor do next, by dice and by the rules.

They see what people see: the layout, the cards in their hands, the screen. They never look into a sealed card; the
physical cards are followed here only so that a card can be entered by hand or put into the reader.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from random import Random
from typing import Final

from dealer_console.game import moves, phases
from dealer_console.game.cards import UNSEEN, Card, card
from dealer_console.game.engine import Round, apply, why_not
from dealer_console.game.errors import Refusal
from dealer_console.game.hand import Bettor, HandId, Spot
from dealer_console.game.money import Cents
from dealer_console.game.play.card_places import LOOSE, CardPlaces, card_that_left
from dealer_console.game.play.legal_moves import legal_moves
from dealer_console.game.state import BURN
from dealer_console.game.wagers.bets import Bet
from dealer_console.journal.entries.rounds import LateCallMade
from dealer_console.journal.late_calls import names_unrecorded_card
from dealer_console.journal.round_fold import DealtRound, StandingMove
from dealer_console.simulation.physical import PhysicalCards
from dealer_console.simulation.player import CasualPlayer, next_move
from dealer_console.simulation.virtual_table import VirtualTable
from dealer_console.table import commands as c
from dealer_console.table.devices.cards_by_hand import SHOE, why_not_back, why_not_by_hand, why_not_off
from dealer_console.table.devices.returned_device import returned
from dealer_console.table.snapshot import TableSnapshot
from dealer_console.table.state.card_places import comes_first, doubled_and_due, needs_words, sealed_draw
from dealer_console.table.state.table_state import (
    FACE_UP,
    HOLE,
    QUEUED,
    UNEXPLAINED,
    TableState,
)

_ABOUT_MISSED: Final = (moves.Ruled, moves.SpotLeft, moves.SpotPlaysOn)
Submits = Callable[[c.Command], Refusal | None]


class People(ABC):
    """`act` does the next thing; it returns a word for what was done, or None when there is only waiting."""

    def __init__(self, virtual: VirtualTable, rules: str, dice: Random, cards: PhysicalCards, command: Submits) -> None:
        self.virtual = virtual
        self.rules = rules
        self.dice = dice
        self.player = CasualPlayer(dice)
        self.cards = cards
        self.submit = command
        self.faces: dict[int, Card] = {}  # of this round's cards, by the entries that brought them
        self.loose: list[Card] = []  # those that a late call left without a place
        self._faces_of = 0
        self.at = 0  # the round that the reader was last fed in

    @property
    def state(self) -> TableState:
        return self.virtual.session.state

    @property
    @abstractmethod
    def dealer(self) -> str:
        """Whose plain commands count."""

    @abstractmethod
    def by_two(self, command: c.ClearFault | c.TrustAgain | c.TakeOffTable | c.PutOnTable) -> None:
        """One asks for it; another one will approve it."""

    @abstractmethod
    def did(self, command: c.Command, before: TableSnapshot) -> None:
        """This command was done: what people then do with their hands."""

    @abstractmethod
    def _between_rounds(self) -> str | None: ...

    def act(self) -> str | None:
        for duty in (self._repair, self._answer_questions, self._rule):
            done = duty()
            if done is not None:
                return done
        r = self.state.round
        return self._between_rounds() if r is None else self._in_round(r)

    # --- devices ---------------------------------------------------------------------------------------------------

    def _repair(self) -> str | None:
        state = self.state
        for kind in sorted(state.doors):
            if self.dice.random() < 0.5:
                self.virtual.operate(kind, "door close")
                return f"close {kind}"
        for kind in sorted(state.faults):
            if kind not in state.orders and state.links.get(kind) == "ready" and self.dice.random() < 0.5:
                self.virtual.operate(kind, "clear")
                self.virtual.operate(kind, "door close")
                self.by_two(c.ClearFault(who=self.dealer, device=kind))
                return f"clear {kind}"
        for kind, word in sorted(state.links.items()):
            if word == "distrusted" and not state.in_round:
                self.by_two(c.TrustAgain(who=self.dealer, device=kind, reason="cards compared"))
                return f"trust {kind}"
        moved = self._shoe_off_or_back()
        if moved is not None:
            return moved
        back = returned(state)
        if back is not None and back.refusal is None and self.dice.random() < 0.5:
            self.submit(c.ResumeDevice(who=self.dealer, device=back.kind, cards=back.recorded))
            return f"resume {back.kind}"
        if state.alarms and self.dice.random() < 0.3:
            self.alarm_seen(state.alarms[0])
            return "alarm seen"
        return None

    def _shoe_off_or_back(self) -> str | None:
        """Between rounds nobody deals beside a shoe that is away: it leaves the table until it tells its cards."""
        table = self.virtual.setup.file
        if why_not_off(self.state, table, SHOE) is None and not self.state.in_round and self.dice.random() < 0.5:
            self.by_two(c.TakeOffTable(who=self.dealer, device=SHOE))
            return "shoe off the table"
        if why_not_back(self.state, SHOE) is None and not self.cards.untold and self.dice.random() < 0.5:
            self.by_two(c.PutOnTable(who=self.dealer, device=SHOE))
            return "shoe back"
        return None

    def alarm_seen(self, alarm: str) -> None:
        self.submit(c.AlarmSeen(who=self.dealer, alarm=alarm))

    # --- questions and rulings -------------------------------------------------------------------------------------

    def _answer_questions(self) -> str | None:
        state = self.state
        draw = state.draw_at(UNEXPLAINED, FACE_UP)
        if draw is None or not needs_words(state, draw) or state.irregularity is not None:
            return None
        if comes_first(state) is not None:
            return None
        r = state.round
        if r is not None and (r.phase is phases.DISPUTE or (r.phase is phases.COMPLETE and r.ended_by)):
            return None
        seen = draw.place == FACE_UP or self.dice.random() < 0.5
        named = self.cards.of_draw(draw.number) if draw.unreadable or state.cards_by_hand else None
        self.submit(c.ExplainDraw(who=self.dealer, seen=seen, card=named if seen else None))
        return "explain"

    def _rule(self) -> str | None:
        r = self.state.round
        if r is not None and self._missed_card_first(r):
            self.play(self.dice.choice([move for move in legal_moves(r) if isinstance(move, _ABOUT_MISSED)]))
            return "missed card"
        if r is None or (r.irregularity is None and r.phase is not phases.DISPUTE):
            return None
        if r.irregularity is None:
            self.play(moves.IrregularityCalled(code="reader-disagrees"))
            return "dispute"
        code = r.irregularity.code
        choice = self.dice.choice(legal_moves(r))
        self.play(choice)
        self.ruled(code)
        return f"rule {code}"

    def _missed_card_first(self, r: Round) -> bool:
        """The dealer's missed card is ruled on at the latest when the dealer shows, or when cards wait for it."""
        if r.missed is None or r.due is not None or r.irregularity is not None:
            return False
        return r.phase is phases.SHOW or self.state.draw_at(QUEUED) is not None

    def ruled(self, code: str) -> None:
        """Cards that were shuffled again because none were left go into the shoe."""
        dealt = self.state.open_round
        if code != "shoe-empty" or dealt is None or self.state.irregularity == code:
            return
        if not any(isinstance(move, moves.Ruled) and move.choice == "reshuffle" for move in dealt.moves):
            return  # a misdeal: they are shuffled after the round
        loose = self.loose[-len(self.state.late.loose) :] if self.state.late and self.state.late.loose else []
        self.cards.put_discards_back([*self._not_discards(dealt), *loose], dealt.table.decks)

    def _not_discards(self, dealt: DealtRound) -> list[Card]:
        """What lay on the layout when the discards went back, and every card that left the shoe since."""
        again, out = dealt.begun(), []
        for seq, move, _who in dealt.standing:
            left = card_that_left(again, move)
            if left is not None:
                out.append(left if left is not UNSEEN else self.faces.get(seq, UNSEEN))
            apply(again, move)
            if isinstance(move, moves.Ruled) and move.choice == "reshuffle" and again.due is BURN:
                out = again.cards_on_layout()
        return out

    def take_back(self) -> None:
        held = self.on_the_felt()
        self.submit(c.TakeBack(who=self.dealer, why="a slip of the finger"))
        self.taken_back(*held)

    def on_the_felt(self) -> tuple[StandingMove | None, Card | None]:
        """The last move, and the hole card that people dealt by hand."""
        standing = self.state.standing
        return (standing[-1] if standing else None), self.cards.hole

    def taken_back(self, last: StandingMove | None, hole: Card | None) -> None:
        """If that move is gone now: a card that was entered by hand is still the same card, and is entered again."""
        if last is None or last in self.state.standing or not isinstance(last.move, moves.CardDrawn):
            return
        face = last.move.card
        self.cards.again.append(hole if face is UNSEEN and hole is not None else face)

    # --- late calls ------------------------------------------------------------------------------------------------

    def note_faces(self) -> None:
        """Whoever laid a card knows which one it is, also face down, and may have to enter it later."""
        dealt = self.state.dealt
        if dealt is None or dealt.number != self._faces_of:
            self.faces, self.loose, self._faces_of = {}, [], dealt.number if dealt is not None else 0
        for seq, move, _who in dealt.standing if dealt is not None else ():
            if isinstance(move, moves.CardDrawn | moves.CardBurned) and seq not in self.faces:
                self.faces[seq] = move.card if move.card is not UNSEEN else self._face_down_now()
        late = self.state.late
        if late is not None and late.loose[:1] == ("??",) and self.state.owed_by_hand and not self.cards.again:
            self.cards.again.append(self.loose[-len(late.loose)])

    def _face_down_now(self) -> Card:
        sealed = [draw for draw in self.state.draws.values() if draw.counted]
        return self.cards.of_draw(sealed[-1].number) if sealed else self.cards.hole or card("2c")

    def called_late(self, entry: LateCallMade) -> None:
        """The cards without a place lie there, in their order."""
        loose_entries = [laid.entry for laid in entry.moved if laid.target == LOOSE]
        self.loose = [self.faces.pop(seq, card("2c")) for seq in loose_entries]
        self.note_faces()
        if names_unrecorded_card(entry):
            self.cards.discarded()
        if any(isinstance(ruling, moves.Ruled) and ruling.choice == "reshuffle" for ruling in entry.rulings):
            called = entry.call.code if isinstance(entry.call, moves.IrregularityCalled) else ""
            self.ruled(called)  # nobody had told the table that the discards went back

    # --- between rounds --------------------------------------------------------------------------------------------

    def _bets(self) -> tuple[Bet, ...]:
        spots = self.dice.sample(range(1, 6), self.dice.randint(1, 3))
        amounts = [self.dice.choice((2500, 5000, 10000)) for _ in spots]
        return tuple(
            Bet(spot=Spot(spot), bettor=Bettor(1), amount=Cents(amount))
            for spot, amount in zip(sorted(spots), amounts, strict=True)
        )

    # --- in a round ------------------------------------------------------------------------------------------------

    def _in_round(self, r: Round) -> str | None:
        state = self.state
        opening = state.opening
        if opening is not None and r.ended_by is None:
            if opening.dealt and (opening.unreadable or state.cards_by_hand):
                self.play(moves.DRAWN[self.cards.of_draw(opening.number)])
                return "entered"
            return None
        if state.draw_at(QUEUED) is not None and r.ended_by is None:
            return None
        if r.due is not None:
            return self._face_down_wanted(r) or self._next_card()
        return _STEPS[r.phase](self, r)

    def _face_down_wanted(self, r: Round) -> str | None:
        """Some players want their double card face down."""
        hand = doubled_and_due(r)
        if hand is None or self.state.cards_by_hand or self.state.face_down == hand.id or self.dice.random() < 0.5:
            return None
        self.submit(c.KeepFaceDown(who=self.dealer, hand=hand.id))
        return "face down"

    def _next_card(self) -> str | None:
        """From the shoe, or by hand out of a dead one."""
        state = self.state
        if not state.cards_by_hand and not (state.owed_by_hand and self.cards.again):
            return self.cards.draw() if self.cards.gate_open else None
        if state.cards_by_hand and why_not_by_hand(state, self.virtual.setup.file) is not None:
            return None
        face = self.cards.take_by_hand(state)
        if face is None:
            return None
        r = state.round
        hidden = state.burn_due if r is None else r.due is not None and "hole" in repr(r.due)
        if hidden and r is not None:
            self.cards.hole = face
        self._enter(card("??") if hidden else face, face)
        return "by hand"

    def _enter(self, shown: Card, face: Card) -> None:
        """A card that cannot be in this shoe is an irregularity first; then it is entered again."""
        call = moves.IrregularityCalled(code="card-impossible", card=shown)
        r = self.state.round
        if r is not None and r.shoe.is_impossible(shown) and why_not(r, call) is None:
            self.cards.take_back_into_hand(face)
            self.play(call)
        elif self.play(moves.DRAWN[shown]) is not None:
            self.cards.take_back_into_hand(face)

    def play(self, move: moves.Move) -> Refusal | None:
        return self.submit(c.Play(who=self.dealer, move=move))

    def _insurance(self, r: Round) -> str:
        move = next_move(r, self.player)
        self.play(move)
        return "insured" if isinstance(move, moves.Insured) else "insurance closed"

    def _check(self, r: Round) -> str | None:
        if r.table.hole_card != "reader" or "reader" not in self.state.links:
            self.play(moves.HoleCardChecked(blackjack=self._is_blackjack(r)))
            return "peek"
        return self.cards.use_reader(self._hole_card(r))

    def _is_blackjack(self, r: Round) -> bool:
        hole, up = self._hole_card(r), r.dealer.up
        return (up.is_ace and hole.is_ten) or (up.is_ten and hole.is_ace)

    def _hole_card(self, r: Round) -> Card:
        if r.hole_known is not None:
            return r.hole_known
        draw = self.state.draw_at(HOLE)
        if draw is not None:
            return self.cards.of_draw(draw.number)
        return self._hole_by_hand(r)

    def _hole_by_hand(self, r: Round) -> Card:
        """The card that lies there, wherever it was booked before."""
        places, dealt = CardPlaces(Round(r.table, r.bets)), self.state.open_round
        for seq, move, _who in dealt.standing if dealt is not None else ():
            places.play(move, seq)
        return self.faces.get(places.hole or 0) or self.cards.hole or card("2c")

    def _decide(self, r: Round) -> str | None:
        move = next_move(r, self.player)
        if isinstance(move, moves.HitAsked) and self.dice.random() < 0.5 and not self.state.cards_by_hand:
            return self.cards.draw() if self.cards.gate_open else None  # the drawn card is the hit
        self.play(move)
        return type(move).__name__

    def _show(self, r: Round) -> str:
        hole = self.state.hole_draw
        if hole is None or hole.unreadable or self.state.cards_by_hand:
            self.play(moves.HoleCardShown(card=self._hole_card(r)))
            return "hole card by hand"
        self.submit(c.ShowHoleCard(who=self.dealer))
        return "hole card"

    def _turn(self, r: Round) -> str | None:
        """A shoe opens what it has sealed; what was dealt by hand is turned and entered by hand."""
        hand = next(hand for hand in r.hands.values() if hand.face_down)
        if sealed_draw(self.state, hand.id) is not None:
            self.submit(c.TurnDoubleCard(who=self.dealer, hand=hand.id))
            return "turn"
        self._name(hand.id, self.cards.face_down(self.state, hand.id))
        return "turn by hand"

    def _name(self, hand: HandId, face: Card) -> None:
        call = moves.IrregularityCalled(code="card-impossible", card=face)
        r = self.state.round
        if r is not None and r.shoe.is_impossible(face) and why_not(r, call) is None:
            self.play(call)
        else:
            self.play(moves.DoubleCardTurned(hand=hand, card=face))

    def _pay(self, _r: Round) -> str:
        self.submit(c.WagersPaid(who=self.dealer))
        return "paid"


_STEPS: Final[dict[phases.Phase, Callable[[People, Round], str | None]]] = {
    phases.INSURANCE: People._insurance,
    phases.SWITCHES: People._decide,
    phases.CHECK: People._check,
    phases.PLAY: People._decide,
    phases.SHOW: People._show,
    phases.TURN: People._turn,
    phases.COMPLETE: People._pay,
}
