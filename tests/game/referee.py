"""A second, independent judge of the players' decisions, written from the rules and not from the engine.

It sees what a person at the rail sees: the wagers, the table's choices and the moves so far. From them it says which
decisions are lawful now. It knows nothing of phases, of due cards or of the engine's hands.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from dealer_console.game import moves as m
from dealer_console.game.cards import Card
from dealer_console.game.rules import TableRules

VALUES = {**{str(n): n for n in range(2, 10)}, **dict.fromkeys("TJQK", 10), "A": 11}


def total(cards: list[Card]) -> int:
    points = sum(VALUES[card.rank] for card in cards)
    aces = sum(card.rank == "A" for card in cards)
    while points > 21 and aces:
        points, aces = points - 10, aces - 1
    return points


@dataclass
class SeenHand:
    name: str
    cards: list[Card] = field(default_factory=list)
    split: bool = False
    ended: bool = False
    decided: bool = False
    doubled: bool = False
    asks: bool = False  # it waits for a card


class Referee:
    """Follow a plain round move by move."""

    def __init__(self, table: TableRules, spots: list[int]) -> None:
        self.table = table
        self.rules = table.rules
        letters = "ab" if self.rules.is_switch else "a"
        self.hands = {spot: [SeenHand(f"{spot}{letter}") for letter in letters] for spot in spots}
        self.order = sorted(spots)
        flat = [hand for spot in self.order for hand in self.hands[spot]]
        self.to_deal: list[SeenHand | str] = [*flat, "up", *flat]
        if table.hole_card != "last":
            self.to_deal.append("hole")
        self.up: Card | None = None
        self.answered: dict[int, str] = {}  # spot -> switch, keep, back
        self.check_open = self.insurance_open = False
        self.shown = False

    # --- what happened -------------------------------------------------------------------------------------------

    def see(self, move: m.Move) -> None:
        if isinstance(move, m.CardDrawn):
            self._card(move.card)
        elif isinstance(move, m.InsuranceClosed):
            self.insurance_open = False
        elif isinstance(move, m.EvenMoneyTaken):
            self._find(move.hand).ended = True
        elif isinstance(move, m.HoleCardChecked):
            self.check_open = False
            self.shown = move.blackjack
            if self._late_check():
                for spot in self.order:
                    self.answered.setdefault(spot, "keep")
        elif isinstance(move, m.Switched | m.SwitchDeclined | m.SwitchTakenBack):
            self._answer(move)
        elif isinstance(move, m.HoleCardShown):
            self.shown = True
        elif not isinstance(move, m.Insured | m.DoubleCardTurned) and getattr(move, "bettor", 1) == 1:
            self._decision(move)

    def _late_check(self) -> bool:
        return self.rules.check == "after-switches"

    def _card(self, card: Card) -> None:
        if self.to_deal and card.text == "??" and self.to_deal[0] != "hole":
            return  # the burn card
        if self.to_deal:
            place = self.to_deal.pop(0)
            if isinstance(place, SeenHand):
                place.cards.append(card)
                place.ended = len(place.cards) == 2 and total(place.cards) == 21
            elif place == "up":
                self.up = card
            if not self.to_deal:
                self._dealt()
            return
        waiting = next((hand for hand in self._all() if hand.asks), None)
        if waiting is None:
            self.shown = True
            return
        waiting.asks = False
        waiting.cards.append(card)
        self._after_card(waiting, unseen=card.text == "??")

    def _dealt(self) -> None:
        assert self.up is not None
        opens = self.up.rank in "ATJQK"
        self.insurance_open = self.up.rank == "A"
        self.check_open = opens and self.table.hole_card in ("reader", "peek")

    def _after_card(self, hand: SeenHand, *, unseen: bool) -> None:
        aces = hand.split and hand.cards[0].rank == "A"
        if unseen or total(hand.cards) >= 21 or hand.doubled:
            hand.ended = True
        elif aces and len(hand.cards) == 2:
            hand.ended = not (hand.cards[1].rank == "A" and self._room(hand) and self.table.resplit_aces)
        self._next_split_card()

    def _next_split_card(self) -> None:
        hand = self._in_turn()
        if hand is not None and len(hand.cards) == 1:
            hand.asks = True

    def _answer(self, move: m.Switched | m.SwitchDeclined | m.SwitchTakenBack) -> None:
        a, b = self.hands[move.spot]
        if isinstance(move, m.SwitchDeclined):
            self.answered[move.spot] = "keep"
        else:
            a.cards[1], b.cards[1] = b.cards[1], a.cards[1]
            self.answered[move.spot] = "switch" if isinstance(move, m.Switched) else "back"
            for hand in (a, b):
                hand.ended = total(hand.cards) == 21
                hand.decided = False

    def _decision(self, move: m.Move) -> None:
        hand = self._find(str(getattr(move, "hand", "")))
        spot = int(hand.name[0])
        if self.rules.is_switch and self.answered.get(spot) in (None, "back"):
            self.answered[spot] = "keep"
        hand.decided = True
        hand.doubled = isinstance(move, m.Doubled | m.DoubledFree)
        if isinstance(move, m.HandSplit | m.SplitFree):
            hands = self.hands[spot]
            born = max((int(h.name[2:] or 1) for h in hands if h.name[1] == hand.name[1]), default=1)
            if not hand.split:
                hand.name += "1"
            new = SeenHand(f"{hand.name[:2]}{born + 1}", [hand.cards.pop()], split=True)
            hand.split, hand.decided = True, False
            hands.insert(hands.index(hand) + 1, new)
            hand.asks = True
        elif isinstance(move, m.HitAsked | m.Doubled | m.DoubledFree):
            hand.asks = True
        else:
            hand.ended = True
            self._next_split_card()

    # --- what is lawful ------------------------------------------------------------------------------------------

    def _all(self) -> list[SeenHand]:
        return [hand for spot in self.order for hand in self.hands[spot]]

    def _find(self, name: str) -> SeenHand:
        return next(hand for hand in self._all() if hand.name == name)

    def _in_turn(self) -> SeenHand | None:
        for spot in self.order:
            for hand in self.hands[spot]:
                if not hand.ended:
                    return hand
            if self.rules.is_switch and self.answered.get(spot) in (None, "back"):
                return None
        return None

    def _spot_in_turn(self) -> int | None:
        for spot in self.order:
            open_offer = self.rules.is_switch and self.answered.get(spot) in (None, "back")
            if open_offer or any(not hand.ended for hand in self.hands[spot]):
                return spot
        return None

    def _room(self, hand: SeenHand) -> bool:
        same = [seen_hand for seen_hand in self.hands[int(hand.name[0])] if seen_hand.name[1] == hand.name[1]]
        return len(same) < self.table.hands_per_split

    def playing(self) -> bool:
        waiting = bool(self.to_deal) or self.insurance_open or self.check_open or self.shown
        return not waiting and not any(hand.asks for hand in self._all())

    def lawful(self, verb: str, name: str) -> bool:
        """May this hand make this decision now?"""
        hand = self._in_turn()
        if not self.playing() or hand is None or hand.name != name or self._spot_in_turn() != int(name[0]):
            return False
        two, aces = len(hand.cards) == 2, hand.split and hand.cards[0].rank == "A"
        if verb == "stand":
            return True
        if verb == "hit":
            return not aces
        if verb == "double":
            return two and not aces
        if verb == "surrender":
            return self.table.surrender and two and not hand.decided and not hand.split
        pair = two and VALUES[hand.cards[0].rank] == VALUES[hand.cards[1].rank]
        return pair and self._room(hand) and (not aces or self.table.resplit_aces)

    def may_switch(self, spot: int) -> bool:
        return self._offered(spot) and spot not in self.answered

    def may_keep(self, spot: int) -> bool:
        return self._offered(spot) and self.answered.get(spot) in (None, "back")

    def _offered(self, spot: int) -> bool:
        if not self.rules.is_switch or self.to_deal or self.insurance_open or self.shown:
            return False
        if any(hand.asks for hand in self._all()):
            return False
        if self.check_open:
            first = next((name for name in self.order if self.answered.get(name) in (None, "back")), None)
            return self._late_check() and first == spot
        return self._spot_in_turn() == spot
