"""A dealer's drill: rounds dealt by the engine, with questions whose answers are the engine's own.

Three kinds: who acts now, what is taken or paid, and by which clause. Nothing here knows a rule: the prompt of the
round says who acts, its settlements say what is paid and why.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Final, Literal

from dealer_console.game import phases
from dealer_console.game.cards import UNSEEN
from dealer_console.game.choices import choose
from dealer_console.game.engine import Round
from dealer_console.game.money import short
from dealer_console.game.prompt import prompt
from dealer_console.game.round_files.round_file import parse_bet
from dealer_console.game.rules import TableRules
from dealer_console.game.state import Settlement
from dealer_console.messages import Words, words_of
from dealer_console.rulebook import load_rules
from dealer_console.rulebook.sample_table import hole_card_of
from dealer_console.simulation.engine_table import EngineTable
from dealer_console.simulation.player import StrategyPlayer

Kind = Literal["acts", "pays", "clause"]
KINDS: Final[tuple[Kind, ...]] = ("acts", "pays", "clause")
SIDE_BETS: Final = {"match": "5", "trilux": "5", "bounty": "5"}
CHOICES: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """`felt` is what lies there, line by line, and `round` to be painted; one of the `choices` is the `answer`."""

    kind: Kind
    rules: str
    felt: tuple[str, ...]
    asks: str
    choices: tuple[str, ...]
    answer: str
    why: str
    round: Round = field(compare=False)


@dataclass(slots=True)
class Score:
    """By rule set and kind: how many were asked, how many were right."""

    asked: dict[tuple[str, Kind], int] = field(default_factory=dict)
    right: dict[tuple[str, Kind], int] = field(default_factory=dict)

    def judge(self, question: Question, answer: str) -> bool:
        """The choice itself, or its number in the list."""
        at = int(answer) - 1 if answer.isdigit() else -1
        choice = question.choices[at] if 0 <= at < len(question.choices) else answer
        correct = choice.strip().casefold() == question.answer.casefold()
        key = question.rules, question.kind
        self.asked[key] = self.asked.get(key, 0) + 1
        self.right[key] = self.right.get(key, 0) + correct
        return correct


def questions(rule_set: str, words: Words, seed: int) -> Iterator[Question]:
    """One of each kind for every round that has one, for ever."""
    dice = Random(seed)
    table = _Watched(_table(rule_set), dice, words)
    bets = _bets(table.table)
    while True:
        table.decisions.clear()
        done = table.play_round([parse_bet(text) for text in bets])
        if table.decisions:
            yield dice.choice(table.decisions)
        yield from _of_settlements(done, words, dice)


class _Watched(EngineTable):
    """Deals by the book and keeps a question for every decision of a hand."""

    stumbles = True  # so that every step is looked at

    def __init__(self, table: TableRules, dice: Random, words: Words) -> None:
        super().__init__(table, dice, StrategyPlayer(dice))
        self.words = words
        self.decisions: list[Question] = []

    def before_step(self, r: Round) -> None:
        if r.phase is not phases.PLAY or r.hand is None or r.due is not None:
            return
        now = prompt(r)
        names = [self.words.hand(hand.id) for hand in r.hands.values()]
        answer = self.words.hand(r.hand.id)
        self.decisions.append(
            Question(
                kind="acts",
                rules=r.rules.name,
                felt=_felt(r, self.words),
                asks=self.words("drill-acts"),
                choices=_mixed(self.dice, answer, names),
                answer=answer,
                why=self.words.clause(now.clause or ""),
                round=r.copy(),
            )
        )


def _of_settlements(r: Round, words: Words, dice: Random) -> Iterator[Question]:
    settled = [settlement for settlement in r.settlements if settlement.stake]
    if not settled:
        return
    chosen = dice.choice(settled)
    place = words.hand(chosen.hand) if chosen.hand else words("spoken-spot", spot=chosen.spot)
    what, stake = f"{place} · {words.wager_name(chosen.wager)}", short(chosen.stake)
    felt = _felt(r, words)
    amounts = {_paid(words, pays, takes) for pays, takes in _likely(chosen)}
    yield Question(
        kind="pays",
        rules=r.rules.name,
        felt=felt,
        asks=words("drill-pays", what=what, stake=stake),
        choices=_mixed(dice, _paid(words, chosen.pays, chosen.takes), sorted(amounts)),
        answer=_paid(words, chosen.pays, chosen.takes),
        why=words.clause(chosen.rule),
        round=r,
    )
    clauses = sorted({words.clause(other.rule) for other in r.settlements} | {words.clause(r.rules.cite("decisions"))})
    yield Question(
        kind="clause",
        rules=r.rules.name,
        felt=felt,
        asks=words("drill-clause", what=what, amount=_paid(words, chosen.pays, chosen.takes)),
        choices=_mixed(dice, words.clause(chosen.rule), clauses),
        answer=words.clause(chosen.rule),
        why=_paid(words, chosen.pays, chosen.takes),
        round=r,
    )


def _likely(settlement: Settlement) -> list[tuple[int, int]]:
    """What a hurried dealer might say."""
    stake = settlement.stake
    return [(stake, 0), (0, stake), (0, 0), (stake * 3 // 2, 0), (stake * 2, 0), (0, stake // 2)]


def _paid(words: Words, pays: int, takes: int) -> str:
    if pays:
        return words("settle-pay", amount=short(pays))
    return words("settle-take", amount=short(takes)) if takes else words("settle-push")


def _mixed(dice: Random, answer: str, others: list[str]) -> tuple[str, ...]:
    """The answer among a few others, in any order."""
    wrong = [other for other in others if other != answer]
    dice.shuffle(wrong)
    choices = [answer, *wrong[: CHOICES - 1]]
    dice.shuffle(choices)
    return tuple(choices)


def _felt(r: Round, words: Words) -> tuple[str, ...]:
    lines = [f"{words('spoken-dealer')}: {_cards(words, r.dealer.cards)}"]
    for hand in r.hands.values():
        base = sum(wager.stake for wager in hand.wagers)
        marks = {"stood": hand.stood, "bust": hand.busted, "natural": hand.natural, "doubled": hand.doubled}
        mark_words = [words(f"mark-{name}") for name, holds in marks.items() if holds]
        lines.append(" · ".join((f"{words.hand(hand.id)}: {_cards(words, hand.cards)}", short(base), *mark_words)))
    return tuple(lines)


def _cards(words: Words, cards: object) -> str:
    return " ".join("▒▒" if card is UNSEEN else words.card_short(card) for card in cards)  # type: ignore[attr-defined]


def _table(rule_set: str) -> TableRules:
    rules = load_rules(rule_set)
    return choose(rules, {"hole_card": hole_card_of(rules)})


def _bets(table: TableRules) -> tuple[str, ...]:
    """Three spots; side bets of every kind that the rule set knows."""
    sides = " ".join(f"{name}={SIDE_BETS[name]}" for name in table.rules.side_bets if name in SIDE_BETS)
    return (f"1 25 {sides}".strip(), "2 50", f"3 100 {sides}".strip())


class Drill:
    """The questions of one table for its screen: the same number is the same question, in whichever language."""

    def __init__(self, rule_set: str, seed: int) -> None:
        self._rule_set = rule_set
        self._seed = seed
        self._asked: dict[str, tuple[Iterator[Question], list[Question]]] = {}

    def __call__(self, language: str, number: int) -> Question:
        if language not in self._asked:
            self._asked[language] = questions(self._rule_set, words_of(language), self._seed), []
        source, drawn = self._asked[language]
        while len(drawn) <= number:
            drawn.append(next(source))
        return drawn[number]
