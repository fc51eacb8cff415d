"""The table as it lies: the cards where the dealer has laid them, whatever the console has booked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from dealer_console.demo.wrong_deal import DEALERS, HOLE, WrongDeal
from dealer_console.game import moves, phases
from dealer_console.game.cards import UNSEEN, Card
from dealer_console.game.hand import Hand
from dealer_console.game.play.card_places import BESIDE, CardPlaces, card_that_left
from dealer_console.game.state import Round
from dealer_console.journal.round_fold import StandingMove
from dealer_console.journal.settlements import SettledWager
from dealer_console.screens.mistakes import RealTable


def as_it_lies(
    r: Round,
    standing: Sequence[StandingMove],
    settled: Sequence[SettledWager],
    wrong: WrongDeal,
    hole: Card | None,
) -> RealTable:
    """`r` is a round with these wagers before its first card; `hole` is what only those know who see the hole card."""
    lying = _Cards(r, wrong, hole)
    for at, booked in enumerate(standing):
        lying.follow(at, booked.move)
    if wrong.elsewhere:
        for hand in (*r.hands.values(), r.dealer):
            _lay(hand, lying.cards[hand.id])
    if wrong.hole_shown and hole is not None:
        r.dealer.cards = [hole if card is UNSEEN else card for card in r.dealer.cards]
    r.phase, r.due, r.hand = phases.CHECK, None, None  # nobody is in turn on a table that is only looked at
    if wrong.unpaid is not None:
        r.settlements = [settlement for settlement in r.settlements if settlement.hand != wrong.unpaid]
    if wrong.paid is not None:
        settled = [wrong.paid if wager.seq == wrong.paid.seq else wager for wager in settled]
        r.settlements = [wager.settlement for wager in settled]
    return RealTable(round=r, beside=tuple(lying.cards[BESIDE]), settled=tuple(settled))


class _Cards:
    """Plays the booked moves and lays every card where it really went; switches and splits move what lies there."""

    def __init__(self, r: Round, wrong: WrongDeal, hole: Card | None) -> None:
        self.cards: defaultdict[str, list[Card]] = defaultdict(list)
        self._booked = CardPlaces(r)
        self._elsewhere = wrong.elsewhere
        self._hole = hole

    def follow(self, at: int, move: moves.Move) -> None:
        r = self._booked.round
        before = list(r.hands)
        card = card_that_left(r, move)
        self._booked.play(move, at)
        if card is not None:
            self._lies(self._elsewhere.get(at) or self._booked_at(at), card)
        elif isinstance(move, moves.Switched | moves.SwitchTakenBack):
            self._exchange(move.spot)
        elif isinstance(move, moves.HoleCardShown):
            dealers = self.cards[DEALERS]
            dealers[:] = [move.card if card is UNSEEN else card for card in dealers]
        for hand in r.hands:
            if hand not in before:
                row = [other.id for other in r.hands[hand].spot.hands]
                self.cards[hand].append(self.cards[row[row.index(hand) - 1]].pop())

    def _booked_at(self, at: int) -> str:
        return HOLE if at == self._booked.hole else self._booked.place_of(at)

    def _lies(self, place: str, card: Card) -> None:
        if place == HOLE:
            self.cards[DEALERS].append(UNSEEN)
        else:
            face = self._hole if card is UNSEEN else card
            self.cards[place].append(face or UNSEEN)

    def _exchange(self, spot: int) -> None:
        a, b = (self.cards[hand.id] for hand in self._booked.round.hands.values() if hand.spot.number == spot)
        if len(a) > 1 and len(b) > 1:
            a[1], b[1] = b[1], a[1]


def _lay(hand: Hand, cards: list[Card]) -> None:
    if hand.cards == cards:
        return
    hand.cards = cards
    hand.recount()
    hand.natural = hand.blackjack = hand.two_card_21 and not hand.from_split
    hand.busted = hand.over = hand.total > 21
