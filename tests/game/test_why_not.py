"""One verifier for the button, the check and the effect: asked for every move that can be written, in many states."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from dealer_console.game import moves, phases
from dealer_console.game.cards import FACES, UNSEEN
from dealer_console.game.engine import Round, play
from dealer_console.game.errors import Refusal, Refused
from dealer_console.game.hand import Bettor, HandId
from dealer_console.game.irregularity.catalogue import CATALOGUE
from dealer_console.game.legality import why_not
from dealer_console.game.legality.offers import insurance_limit
from dealer_console.game.play.legal_moves import SUPERVISOR, callable_irregularities, legal_moves
from dealer_console.messages import recorded

from .candidates import BETTORS, CHOICES, OF_A_HAND, OF_A_SPOT, everything, hands_of
from .felt import picture
from .states import TABLES, WatchedTable, play_collection

CLAUSES = Path(__file__).parent.parent.parent / "config" / "clauses"
KNOWN = {load["id"] for file in CLAUSES.glob("*.toml") for load in tomllib.loads(file.read_text("utf-8"))["clause"]}
READING = re.compile(r"Reading \d+")


class Sampler:
    """Asks in the first states of every kind and then in every n-th one, and remembers what was seen."""

    def __init__(self, every: int, first: int = 2) -> None:
        self.every = every
        self.first = first
        self.seen: Counter[tuple[str, str | None, bool]] = Counter()
        self.asked: Counter[tuple[str, str | None]] = Counter()

    def __call__(self, r: Round, _move: moves.Move | None) -> None:
        code = r.irregularity.code if r.irregularity is not None else None
        kind = (r.phase.name, code, r.due is None)
        self.seen[kind] += 1
        if self.seen[kind] <= self.first or self.seen[kind] % self.every == 0:
            self.ask(r)
            self.asked[kind[:2]] += 1

    def ask(self, r: Round) -> None:
        raise NotImplementedError


class Refusals(Sampler):
    """Every refusal has a reason and a clause that stands in the documents, and leaves the round as it was."""

    def ask(self, r: Round) -> None:
        before = picture(r)
        for move in everything(r):
            refusal = why_not(r, move)
            if refusal is None:
                continue
            where = f"{move} in {r.phase} of {r.rules.name}"
            assert recorded(refusal.message).strip(), where
            assert "None" not in recorded(refusal.message), f"{where}: {recorded(refusal.message)}"
            assert refusal.clause is not None, where
            known = refusal.clause in KNOWN or refusal.clause == "house" or READING.fullmatch(refusal.clause)
            assert known, f"{where}: nobody knows the clause {refusal.clause}"
            assert _refused_by_play(r, move) == refusal, where
        assert picture(r) == before, f"a refused move, or the question alone, changed the round in {r.phase}"


def _refused_by_play(r: Round, move: moves.Move) -> Refusal | None:
    try:
        play(r, move)
    except Refused as caught:
        return caught.refusal
    return None


class Possible(Sampler):
    """The list of what can be done now is exactly what the verifier lets pass."""

    def ask(self, r: Round) -> None:
        listed = legal_moves(r)
        assert len(set(listed)) == len(listed), f"{r.phase}: a move stands twice in the list"
        lawful = {move for move in _canonical(r) if why_not(r, move) is None}
        assert set(listed) == lawful, f"{r.rules.name} {r.phase}, irregularity {r.irregularity and r.irregularity.code}"
        face = next(face for face in FACES if not r.shoe.is_impossible(face))
        happened = {
            code
            for code, row in CATALOGUE.items()
            for hand in (hands_of(r) if row.hand else [None])
            if why_not(r, moves.IrregularityCalled(code=code, hand=hand, card=face if row.card else None)) is None
        }
        assert set(callable_irregularities(r)) == happened


def _taken(r: Round, hand: HandId) -> moves.Move:
    alone = moves.ExposedCardTaken(hand=hand)
    return alone if why_not(r, alone) is None else moves.ExposedCardTaken(hand=hand, by=SUPERVISOR)


def _canonical(r: Round) -> list[moves.Move]:
    """Of amounts the highest, of cards every recorded face; a supervisor only where one is needed."""
    found: list[moves.Move] = [moves.InsuranceClosed()]
    found += [moves.HoleCardChecked(blackjack=flag) for flag in (False, True)]
    found += [moves.CardDrawn(card=card) for card in (*FACES, UNSEEN)]
    found.append(moves.CardBurned(card=UNSEEN))
    found += [moves.HoleCardShown(card=card) for card in FACES]
    for spot in r.spots:
        found += [kind(spot=spot.number) for kind in OF_A_SPOT]
        found += [kind(spot=spot.number) for kind in (moves.SpotLeft, moves.SpotPlaysOn)]
    for hand in hands_of(r):
        found += [kind(hand=hand) for kind in OF_A_HAND]
        found += [moves.DoubleCardTurned(hand=hand, card=card) for card in FACES]
        found += [_taken(r, hand), moves.ExposedCardRefused(hand=hand)]
        for bettor in BETTORS:
            found += [moves.Doubled(hand=hand, bettor=bettor), moves.HandSplit(hand=hand, bettor=bettor)]
    found += _insurances(r)
    for choice in CHOICES:
        alone = moves.Ruled(choice=choice)
        found.append(alone if why_not(r, alone) is None else moves.Ruled(choice=choice, by=SUPERVISOR))
    return found


def _insurances(r: Round) -> list[moves.Move]:
    return [
        moves.Insured(hand=hand.id, bettor=Bettor(bet.bettor), amount=insurance_limit(r, bet.amount))
        for hand in r.hands.values()
        for bet in hand.spot.bets
    ]


@pytest.mark.parametrize(("kind", "every"), [(Refusals, 400), (Possible, 40)])
def test_along_the_collection(kind: type[Sampler], every: int) -> None:
    sampler = kind(every)
    play_collection(sampler)

    assert {name for name, _ in sampler.asked} == set(phases.PHASES), "some phase was never asked"
    assert {code for _, code in sampler.asked} >= set(CATALOGUE), "some irregularity was never open"


@pytest.mark.parametrize(("kind", "every"), [(Refusals, 600), (Possible, 80)])
def test_along_random_rounds(kind: type[Sampler], every: int) -> None:
    for number, (rules, choices) in enumerate(TABLES):
        sampler = kind(every, first=1)
        for _ in WatchedTable(rules, choices, Random(number), sampler).states(12):
            pass
        assert sampler.asked


@pytest.mark.proof
@pytest.mark.parametrize("kind", [Refusals, Possible])
def test_in_every_state_of_the_collection(kind: type[Sampler]) -> None:
    play_collection(kind(1))
