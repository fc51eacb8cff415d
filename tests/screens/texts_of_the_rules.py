"""Every text that rules and engine can put on a screen, as far as all written rounds and rule sets bring them out."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

from dealer_console.game import moves
from dealer_console.game.cards import UNSEEN, card
from dealer_console.game.catalogue import CATALOGUE, ruling_for
from dealer_console.game.engine import Round, why_not
from dealer_console.game.hand import Bettor, total_message
from dealer_console.game.money import Cents
from dealer_console.game.prompt import prompt
from dealer_console.game.replay import replay
from dealer_console.game.round_file import BadRoundFile, read_round
from dealer_console.messages import recorded
from dealer_console.rulebook import load_rules, rule_set_names

_OF_A_HAND = (moves.HitAsked, moves.Stood, moves.Surrendered, moves.HandSplit, moves.DoubledFree, moves.SplitFree)
_OF_A_SPOT = (moves.Switched, moves.SwitchDeclined, moves.SwitchTakenBack, moves.SpotLeft, moves.SpotPlaysOn)
ROUNDS = Path(__file__).parents[1] / "rounds"


def round_files() -> list[Path]:
    return sorted(ROUNDS.rglob("*.round"))


def texts_of(file: Path) -> set[str]:
    """All prompts of a round, all reasons why something else was refused at each moment, and its own fault."""
    found: set[str] = set()
    try:
        written = read_round(tomllib.loads(file.read_text(encoding="utf-8")))
        rules = load_rules(written.rules)
    except (BadRoundFile, ValueError):
        return found

    def watch(r: Round, _place: int, _text: str) -> None:
        found.update(texts_now(r))

    done = replay(written, rules, watch)
    if done.round is not None:
        found.update(texts_now(done.round))
    if done.fault is not None and done.fault.column is None:
        found.add(recorded(done.fault.reason))
    return found


def texts_now(r: Round) -> Iterator[str]:
    now = prompt(r)
    yield recorded(now.do)
    if now.say is not None:
        yield recorded(now.say)
    yield from map(recorded, now.due)
    yield from (recorded(total_message(hand)) for hand in r.hands.values())
    for move in attempts(r):
        refusal = why_not(r, move)
        if refusal is not None:
            yield recorded(refusal.message)


def attempts(r: Round) -> Iterator[moves.Move]:
    """What somebody could touch at the wrong moment."""
    for name in list(r.hands):
        for kind in (
            moves.HitAsked,
            moves.Stood,
            moves.Surrendered,
            moves.HandSplit,
            moves.DoubledFree,
            moves.SplitFree,
        ):
            yield kind(hand=name)
        yield moves.Doubled(hand=name)
        yield moves.Doubled(hand=name, amount=Cents(10_000_000))
        yield moves.Doubled(hand=name, bettor=Bettor(2))
        yield moves.HandSplit(hand=name, bettor=Bettor(2))
        yield moves.Insured(hand=name, amount=Cents(10_000_000))
        yield moves.EvenMoneyTaken(hand=name)
        yield moves.ExposedCardRefused(hand=name)
        yield moves.ExposedCardTaken(hand=name)
    for spot in r.spots:
        for switching in (
            moves.Switched,
            moves.SwitchDeclined,
            moves.SwitchTakenBack,
            moves.SpotLeft,
            moves.SpotPlaysOn,
        ):
            yield switching(spot=spot.number)
    yield from (moves.InsuranceClosed(), moves.HoleCardChecked(blackjack=False), moves.HoleCardChecked(blackjack=True))
    for face in (UNSEEN, card("Th"), card("5?")):
        yield from (moves.DRAWN[face], moves.CardBurned(card=face), moves.HoleCardShown(card=face))
    yield moves.ExposedCardTaken(hand=next(iter(r.hands)))
    yield moves.RoundVoided(by="")
    for code, row in CATALOGUE.items():
        hand = next(iter(r.hands)) if row.hand else None
        yield moves.IrregularityCalled(code=code, hand=hand, card=card("Th") if row.card else None)
        yield from (moves.Ruled(choice=choice) for choice in row.choices)


def texts_of_rule_sets() -> Iterator[str]:
    for name in rule_set_names():
        rules = load_rules(name)
        yield from (call for call in rules.calls.values() if "{" not in call)
        for steps in rules.procedures.values():
            yield from (step.does for step in steps)
            yield from (step.who for step in steps)
        for code, row in CATALOGUE.items():
            yield recorded(row.message)
            yield ruling_for(rules, code).says


def all_texts(files: Iterable[Path]) -> set[str]:
    return {text for file in files for text in texts_of(file)} | set(texts_of_rule_sets())
