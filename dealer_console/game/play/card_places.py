"""Where every card of a round lies: each is known by the move with which it left the shoe, whatever its face."""

from __future__ import annotations

from typing import Final

from dealer_console.game import moves
from dealer_console.game.cards import UNSEEN, Card
from dealer_console.game.engine import apply
from dealer_console.game.hand import Hand
from dealer_console.game.irregularity.catalogue import CARD_IS_OUT
from dealer_console.game.moves import Move
from dealer_console.game.state import HOLE_CARD, Round

BURNED: Final = "burned"
BESIDE: Final = "beside"  # it waits beside the layout: an exposed card, a card for the dealer
LOOSE: Final = "loose"


def card_that_left(r: Round, move: Move) -> Card | None:
    """The card that leaves the shoe with this move, which comes next in the round; None when none does."""
    if isinstance(move, moves.CardDrawn):
        echo = move.card is UNSEEN and r.hole_echo == len(r.moves)  # the exposed hole card, written once more
        return None if echo else move.card
    if isinstance(move, moves.CardBurned):
        return move.card
    if isinstance(move, moves.IrregularityCalled):
        in_its_place = move.code == "hole-card-exposed" and r.due is HOLE_CARD
        return move.card if move.code in CARD_IS_OUT or in_its_place else None
    return None


class CardPlaces:
    """Plays moves on a round and follows the cards; a card is a number that its caller gives it."""

    def __init__(self, r: Round) -> None:
        self.round = r
        self._in_hand: dict[Hand, list[int]] = {hand: [] for hand in (*r.hands.values(), r.dealer)}
        self._waiting: list[tuple[int, Card]] = []  # named by an irregularity, or held beside the layout
        self._all: set[int] = set()

    def play(self, move: Move, number: int = -1) -> None:
        """`number` names the card that leaves the shoe with this move."""
        hands = list(self.round.hands.values())
        card = card_that_left(self.round, move)
        apply(self.round, move)
        if card is not None:
            self._all.add(number)
            self._waiting.append((number, card))
        if isinstance(move, moves.Switched | moves.SwitchTakenBack):
            self._exchange(move.spot)
        self._follow_split(hands)
        for hand in (*self.round.hands.values(), self.round.dealer):
            self._follow_new_cards(hand)

    def _exchange(self, spot: int) -> None:
        a, b = (self._in_hand[hand] for hand in self.round.hands.values() if hand.spot.number == spot)
        a[1], b[1] = b[1], a[1]

    def _follow_split(self, before: list[Hand]) -> None:
        """The new hand lies to the right of the one it came from and has taken its last card."""
        for hand in self.round.hands.values():
            if hand not in before:
                row = hand.spot.hands
                origin = self._in_hand[row[row.index(hand) - 1]]
                self._in_hand[hand] = [origin.pop()]

    def _follow_new_cards(self, hand: Hand) -> None:
        numbers = self._in_hand[hand]
        while len(numbers) < len(hand.cards):
            face = hand.cards[len(numbers)]
            numbers.append(self._taken(face))

    def _taken(self, face: Card) -> int:
        """Which of the waiting cards was laid down: the newest of that face; an exposed hole card still lies unseen."""
        fitting = [at for at, (_, card) in enumerate(self._waiting) if card is face]
        return self._waiting.pop(fitting[-1] if fitting else -1)[0]

    @property
    def hole(self) -> int | None:
        """The card that lies as the dealer's hole card."""
        return self._in_hand[self.round.dealer][1] if self.round.dealer.hole_dealt else None

    def last_of(self, hand: Hand) -> int:
        """The card that was laid on this hand last."""
        return self._in_hand[hand][-1]

    def place_of(self, number: int) -> str:
        """The hand, the dealer, the burned cards, or beside the layout."""
        for hand, numbers in self._in_hand.items():
            if number in numbers:
                return hand.id
        held = [*self.round.held_for_anyone, *self.round.held_for_dealer]
        card = next((card for waiting, card in self._waiting if waiting == number), None)
        return BESIDE if card is not None and card in held else BURNED

    def places(self) -> dict[int, str]:
        return {number: self.place_of(number) for number in sorted(self._all)}
