"""Dealers who make mistakes and notice them late: a card, what happened there, the ruling, and all that follows.

At some cards something goes wrong that the table does not see: it books the card where it was due. After up to ten
further cards, or when the round is paid, the dealer calls it. What the table then asks for is done step by step.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from dealer_console.game import moves
from dealer_console.game.cards import UNSEEN
from dealer_console.game.engine import Round, apply
from dealer_console.game.errors import Refusal
from dealer_console.game.irregularity.catalogue import DEALER_WAS_DONE
from dealer_console.game.irregularity.late_call import LateCall, at_the_call
from dealer_console.game.irregularity.late_call_choices import CardOfRound, cards_of_round, possible_calls
from dealer_console.game.moves import Move
from dealer_console.game.play.legal_moves import legal_moves
from dealer_console.journal.late_calls import strikable_hits, supposed_hits
from dealer_console.journal.round_fold import DealtRound
from dealer_console.table import commands as c
from dealer_console.table.commands.round.play import with_supervisor
from dealer_console.table.state.late_call import why_not_late
from dealer_console.table.state.loose_cards import loose_moves

if TYPE_CHECKING:
    from dealer_console.simulation.staff import TableStaff

SOMEBODY: Final = "a supervisor"
MOST_CARDS_LATER: Final = 10
NEVER_EMPTY: Final = "shoe-empty"  # no dealer can say this of a continuous shuffler with all its decks inside


class LateMistakes:
    """`errs` at a card; `act` calls it when the time has come, and does what the table asks for afterwards."""

    def __init__(self, people: TableStaff) -> None:
        self.people = people
        self.dice = people.dice
        self.often = 0.0  # how often a card goes wrong
        self.calls = 0
        self._at: int | None = None  # the entry of the card
        self._notices_at = 0  # at so many cards of the round
        self._seen: tuple[int, int] = (0, 0)  # the round and its cards, when the dice were last thrown

    def act(self) -> str | None:
        return self._steps() or self._loose() or self._called() or self._errs()

    # --- what the table asks for ------------------------------------------------------------------------------------

    def _steps(self) -> str | None:
        late = self.people.state.late
        if late is None or not late.steps_open or self.people.state.shift.dealer is None:
            return None
        waiting = [number for number, step in enumerate(late.steps, start=1) if not step.done]
        ticked = waiting if self.dice.random() < 0.3 else [self.dice.choice(waiting)]
        self.people.submit(c.TickLateSteps(who=self.people.dealer, steps=tuple(ticked)))
        return "late step"

    def _loose(self) -> str | None:
        ways = [asked for asked in (True, False) if loose_moves(self.people.state, asked=asked)]
        if not ways or self.people.state.draw_at("unexplained") is not None:
            return None
        self.people.submit(c.PlaceLooseCard(who=self.people.dealer, asked=self.dice.choice(ways)))
        return "loose card"

    # --- the mistake and its call -----------------------------------------------------------------------------------

    def _errs(self) -> str | None:
        """Nobody notices anything: play goes on."""
        dealt = self.people.state.open_round
        cards = _cards_of(dealt) if dealt is not None else ()
        if dealt is None or not cards or self._seen == (dealt.number, len(cards)):
            return None
        self._seen = (dealt.number, len(cards))
        if self._at is None and self.dice.random() < self.often:
            self._at = dealt.standing[cards[0].place].seq
            self._notices_at = len(cards) + self.dice.randint(0, MOST_CARDS_LATER)
        return None

    def _called(self) -> str | None:
        state, dealt = self.people.state, self.people.state.dealt
        if self._at is None or dealt is None or state.shift.dealer is None or not state.is_open:
            return None
        place = next((at for at, move in enumerate(dealt.standing) if move.seq == self._at), None)
        if place is None or (state.bets and not state.in_round):
            self._at = None  # overtaken: another round, or taken back
            return None
        cards = _cards_of(dealt)
        if dealt.closed is None and len(cards) < self._notices_at and not dealt.felt.complete:
            return None
        if why_not_late(state) is not None or state.approvals.waiting(self.people.now_ms):
            return None
        self._at = None
        return self._call(dealt, next((card for card in cards if card.place == place), None))

    def _call(self, dealt: DealtRound, card: CardOfRound | None) -> str | None:
        command = self.command(dealt, card) if card is not None else None
        if command is None:
            return None
        if self.people.submit(command) is None:
            self.calls += 1
        return "called late"

    def command(self, dealt: DealtRound, card: CardOfRound) -> c.CallLate | None:
        """Anything that can have happened at this card, with answers that the rules offer there."""
        if card.card is UNSEEN:  # the dealer has seen what the table has not
            card = replace(card, card=self.people.faces.get(dealt.standing[card.place].seq, UNSEEN))
        surplus = self.people.state.cards_by_hand and dealt.closed is None  # a card that nobody has entered
        calls = possible_calls(dealt.table, dealt.bets, dealt.moves, card, shoe=dealt.shoe_before, by_hand=surplus)
        if self.people.state.shift.cards.in_shuffler:
            calls = tuple(call for call in calls if call.call.code != NEVER_EMPTY)
        if not calls:
            return None
        chosen = self.dice.choice(calls)  # all kinds of mistakes alike
        if chosen.call.code == DEALER_WAS_DONE and chosen.call.card is None:
            drawn = self.people.cards.take_by_hand(self.people.state)
            if drawn is None:
                return None
            self.people.cards.take_back_into_hand(drawn)  # the dealer holds it until the call is approved
            chosen = replace(chosen, call=replace(chosen.call, card=drawn))
        late = LateCall(place=card.place, call=chosen.call, rulings=(), by=SOMEBODY, not_asked=chosen.not_asked)
        supposed = supposed_hits(dealt.standing)
        r = at_the_call(dealt.table, dealt.bets, dealt.moves, late, supposed=supposed, shoe=dealt.shoe_before)
        if isinstance(r, Refusal):
            return None
        return c.CallLate(
            who=self.people.dealer,
            place=dealt.standing[card.place].seq,
            call=chosen.call,
            rulings=tuple(self._rulings(r)),
            not_asked=chosen.not_asked,
        )

    def _rulings(self, r: Round) -> list[Move]:
        """Sometimes the ruling is left for afterwards."""
        rulings: list[Move] = []
        if self.dice.random() < 0.1:
            return rulings
        while r.irregularity is not None:
            answer = self.dice.choice([move for move in legal_moves(r) if not isinstance(move, moves.RoundVoided)])
            apply(r, answer)
            rulings.append(with_supervisor(answer, None))
        return rulings


def _cards_of(dealt: DealtRound) -> tuple[CardOfRound, ...]:
    strikable = strikable_hits(dealt.standing)
    return cards_of_round(dealt.table, dealt.bets, dealt.moves, supposed=strikable, shoe=dealt.shoe_before)
