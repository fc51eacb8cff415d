"""Rounds in which anything lawful may happen next, irregularities and false answers of the check included.

At every step one of all lawful moves is taken by dice, whether or not it makes sense. Whatever happens, the round stays
sound: totals are those of the cards, every card lies somewhere, every wager has at most one outcome, somebody is always
asked for something, and a hand that is over is not asked again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from random import Random

import pytest

from dealer_console.game import moves, phases
from dealer_console.game.cards import FACES, RANKS_ONLY, UNSEEN, Card
from dealer_console.game.engine import Round, apply, why_not
from dealer_console.game.hand import Bettor, Hand, HandId
from dealer_console.game.irregularity.catalogue import CATALOGUE
from dealer_console.game.money import Cents
from dealer_console.game.play.legal_moves import legal_moves
from dealer_console.game.prompt import prompt, waiting_for
from dealer_console.game.round_files.notation import parse_move, write_move
from dealer_console.game.round_files.round_file import write_bet, write_play
from dealer_console.messages import recorded

from .candidates import CHOICES, OF_A_HAND, OF_A_SPOT
from .felt import CB, LW1, MA, SD, table_of
from .states import TABLES, bets_by_dice

WILD_TABLES: tuple[tuple[str, dict[str, object]], ...] = (
    *TABLES,
    (CB, {}),
    (SD, {"hole_card": "reader"}),
    (MA, {"hole_card": "reader", "reader_can_leak": False}),
    (LW1, {"hole_card": "last"}),
)
LONGEST = 150


class WildRound:
    """One round by dice; `trouble` is how often somebody looks for an irregularity."""

    def __init__(self, seed: int, trouble: float = 0.2) -> None:
        self.dice = Random(seed)
        self.trouble = trouble
        self.rules, self.choices = self.dice.choice(WILD_TABLES)
        self.round = Round(table_of(self.rules, **self.choices), bets_by_dice(self.rules, self.dice))

    def __str__(self) -> str:
        bets = ", ".join(write_bet(bet) for bet in self.round.bets)
        return f"{self.rules} {self.choices}: {bets}\n  " + "\n  ".join(write_play(self.round.moves))

    def play(self) -> None:
        for _ in range(LONGEST):
            if self.round.phase is phases.COMPLETE and self.dice.random() < 0.8:
                return
            move = self._pick()
            if move is None:
                continue
            apply(self.round, move)
            assert parse_move(write_move(move)) == move
            check_soundness(self.round)

    def _pick(self) -> moves.Move | None:
        r, troubled = self.round, self.round.irregularity is not None or self.dice.random() < self.trouble
        troubled = troubled or r.phase is phases.DISPUTE
        offered = self._troubles() if troubled else self._ordinary()
        by_kind: defaultdict[tuple[object, ...], list[moves.Move]] = defaultdict(list)
        for move in offered:
            if why_not(r, move) is None:
                by_kind[type(move), getattr(move, "code", None), getattr(move, "choice", None)].append(move)
        if not by_kind:
            return None
        return self.dice.choice(by_kind[self.dice.choice(sorted(by_kind, key=str))])

    def _cards(self) -> list[Card]:
        known = self.round.hole_known
        cards = [*self.dice.sample(FACES, 3), UNSEEN, *([known] if known is not None else [])]
        if self.dice.random() < 0.5:
            cards.append(self.dice.choice([face for face in FACES if face.opens_blackjack]))
        if self.dice.random() < 0.05:
            cards.append(self.dice.choice(RANKS_ONLY))
        return cards

    def _ordinary(self) -> Iterator[moves.Move]:
        r = self.round
        for card in self._cards():
            yield from (moves.CardDrawn(card=card), moves.HoleCardShown(card=card))
            if self.dice.random() < 0.2:
                yield moves.CardBurned(card=card)
            for hand in r.hands.values():
                if hand.face_down:
                    yield moves.DoubleCardTurned(hand=hand.id, card=card)
        for name in r.hands:
            yield from (kind(hand=name) for kind in OF_A_HAND)
        yield from self._wagers([*r.hands, *(HandId(name[:2]) for name in r.hands)])
        yield from (moves.HoleCardChecked(blackjack=False), moves.HoleCardChecked(blackjack=True))
        yield moves.InsuranceClosed()
        for spot in r.spots:
            yield from (kind(spot=spot.number) for kind in OF_A_SPOT)

    def _wagers(self, hands: Sequence[HandId]) -> Iterator[moves.Move]:
        toke = self.dice.choice([None, Cents(50)])
        for hand in hands:
            for bettor in (Bettor(1), Bettor(2)):
                yield moves.Insured(hand=hand, bettor=bettor, amount=Cents(200))
                yield moves.Doubled(hand=hand, bettor=bettor)
                yield moves.Doubled(hand=hand, bettor=bettor, amount=Cents(300), toke=toke)
                yield moves.HandSplit(hand=hand, bettor=bettor, toke=toke)

    def _troubles(self) -> Iterator[moves.Move]:
        r = self.round
        if r.irregularity is None:
            for code, row in CATALOGUE.items():
                cards: list[Card | None] = [*self._cards()[:2]] if row.card else [None]
                if "card" in row.may_name:
                    cards += self._cards()[:1]
                hands: list[HandId | None] = list(r.hands) if row.hand or "hand" in row.may_name else []
                for hand in hands if row.hand else [None, *hands]:
                    yield from (moves.IrregularityCalled(code=code, hand=hand, card=card) for card in cards)
        yield from (moves.Ruled(choice=choice, by="Ann") for choice in CHOICES)
        for name in r.hands:
            yield from (moves.ExposedCardTaken(hand=name, by="Ann"), moves.ExposedCardRefused(hand=name, by="Ann"))
        for spot in r.spots:
            yield from (moves.SpotLeft(spot=spot.number, by="Ann"), moves.SpotPlaysOn(spot=spot.number, by="Ann"))
        if self.dice.random() < 0.02:
            yield moves.RoundVoided(by="Ann")


def check_soundness(r: Round) -> None:
    assert recorded(prompt(r).do)
    assert (waiting_for(r) is None) == r.complete
    for hand in r.hands.values():
        _check_hand(hand)
    _check_cards(r)
    _check_wagers(r)
    _check_turn(r)


def _check_hand(hand: Hand) -> None:
    hard = sum(card.points for card in hand.cards)
    soft = hard <= 11 and any(card.is_ace for card in hand.cards)
    assert (hand.total, hand.soft) == (hard + 10 * soft, soft)
    assert not hand.busted or hand.total > 21
    assert not hand.natural or len(hand.cards) == 2


def _check_cards(r: Round) -> None:
    held = [*r.held_for_anyone, *r.held_for_dealer]
    lying = sum(len(hand.cards) for hand in r.hands.values()) + len(r.dealer.cards) + len(held) + len(r.burned)
    reshuffled = any(isinstance(move, moves.Ruled) and move.choice == "reshuffle" for move in r.moves)
    assert reshuffled or lying == r.shoe.out, f"{lying} cards lie somewhere, {r.shoe.out} left the shoe"
    assert sum(r.shoe.copies) == r.shoe.out
    assert min(r.shoe.copies) >= 0


def _check_wagers(r: Round) -> None:
    wagers = r.wagers()
    assert sum(wager.settled for wager in wagers) == len(r.settlements)
    for settlement in r.settlements:
        assert settlement.pays >= 0
        assert 0 <= settlement.takes <= settlement.stake
        assert settlement.outcome not in ("push", "returned") or settlement.pays == settlement.takes == 0
    if r.phase is phases.COMPLETE:
        assert all(wager.settled for wager in wagers)


def _check_turn(r: Round) -> None:
    if r.irregularity is not None or r.phase in (phases.COMPLETE, phases.DISPUTE):
        return
    assert legal_moves(r), "nobody can do anything"
    if isinstance(r.due, Hand) and r.surplus_for is None:
        assert not _is_gone(r.due), f"a card is due to {r.due.id}"
    if r.phase is phases.PLAY and r.due is None and r.hand is not None:
        hand = r.hand
        assert not _is_gone(hand)
        assert not hand.over
        assert not hand.doubled or r.card_waits


def _is_gone(hand: Hand) -> bool:
    return hand.dead or hand.busted or hand.surrendered or hand.removed


def play_wild_rounds(seeds: range) -> None:
    for seed in seeds:
        wild = WildRound(seed)
        try:
            wild.play()
        except Exception as fault:
            raise AssertionError(f"seed {seed}, {wild}") from fault


@pytest.mark.parametrize("block", range(4))
def test_anything_lawful_leaves_the_round_sound(block: int) -> None:
    play_wild_rounds(range(block * 60, block * 60 + 60))


@pytest.mark.proof
@pytest.mark.parametrize("block", range(8))
def test_anything_lawful_leaves_ten_thousand_rounds_sound(block: int) -> None:
    play_wild_rounds(range(1_000 + block * 1_250, 1_000 + (block + 1) * 1_250))


def test_everything_on_offer_is_called_in_the_wild() -> None:
    """The dice reach every irregularity of the catalogue somewhere: the list is not just long."""
    called: set[str] = set()
    for seed in range(600):
        wild = WildRound(seed, trouble=0.3)
        wild.play()
        called.update(move.code for move in wild.round.moves if isinstance(move, moves.IrregularityCalled))
        if called == set(CATALOGUE):
            return
    assert called == set(CATALOGUE)
