"""Faults that can be planted: a rule value, a legality check, a ruling or a settlement is broken on purpose.

A check that has never failed proves nothing. Each executable clause has a fault of its own (`planted_faults`), and the
rounds that the clause cites are replayed with that fault in the engine: at least one of them must notice.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Final, cast
from unittest.mock import patch

from dealer_console.game import choices, legality, phases, state
from dealer_console.game.choices import BadChoices
from dealer_console.game.errors import Refusal
from dealer_console.game.hand import Wager
from dealer_console.game.irregularity import continuation, ruling_choices
from dealer_console.game.money import ZERO, Cents
from dealer_console.game.moves import Move
from dealer_console.game.round_files import replay
from dealer_console.game.round_files.expectations import lies_in
from dealer_console.game.round_files.round_file import RoundFile, read_round
from dealer_console.game.rules import Choice, Rules, TableRules
from dealer_console.game.state import OpenIrregularity, Round, WagerOutcome
from dealer_console.game.wagers import bets, settlement
from dealer_console.game.wagers.bets import Bet
from dealer_console.rulebook import load_rules
from tests.clauses.cited_tests import Failed, module_of, run

ROUNDS: Final = Path(__file__).parent.parent / "rounds"
Patch = Callable[[ExitStack], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """What is broken, in words; how the rules are changed, and what is patched in the engine."""

    words: str
    changes: Callable[[Rules], Rules] = lambda rules: rules
    patches: Patch = lambda _stack: None

    @contextmanager
    def planted(self) -> Iterator[None]:
        with ExitStack() as stack:
            self.patches(stack)
            yield


# --- the kinds of faults -------------------------------------------------------------------------------------------


def value(key: str, wrong: object) -> Fault:
    """The rule set says something else."""
    return Fault(words=f"`{key}` is {wrong!r}", changes=lambda rules: replace(rules, **{key: cast(Any, wrong)}))


def choice(key: str, *, of: tuple[object, ...] | None = None, default: object = None) -> Fault:
    """The table is offered something else, or has another default."""

    def changes(rules: Rules) -> Rules:
        was = rules.choices[key]
        new = Choice(
            of=of if of is not None else was.of,
            default=default if default is not None else was.default,
            clause=was.clause,
        )
        return replace(rules, choices={**rules.choices, key: new})

    words = f"`{key}` offers {', '.join(map(str, of))}" if of is not None else f"`{key}` is {default!r} by default"
    return Fault(words=words, changes=changes)


def side_bet(name: str, **wrong: Any) -> Fault:
    """A side bet has another figure."""

    def changes(rules: Rules) -> Rules:
        return replace(rules, side_bets={**rules.side_bets, name: replace(rules.side_bets[name], **wrong)})

    return Fault(words=f"{name}: {', '.join(f'{key} is {was!r}' for key, was in wrong.items())}", changes=changes)


def pays(name: str, row: str, odds: int) -> Fault:
    """A row of a pay table has another figure."""

    def changes(rules: Rules) -> Rules:
        bet = rules.side_bets[name]
        wrong = {decks: {**rows, row: odds} for decks, rows in bet.pays.items()}
        return replace(rules, side_bets={**rules.side_bets, name: replace(bet, pays=wrong)})

    return Fault(words=f"{name}: {row} pays {odds} to 1", changes=changes)


def lets_pass(clause: str) -> Fault:
    """What the clause refuses is let through: a move, a wager or a choice of the table."""

    def kept(refusal: Refusal | None) -> Refusal | None:
        return None if refusal is not None and lies_in(refusal.clause, clause) else refusal

    judge, bet_judge, chooses = legality.why_not, bets.why_not_bet, choices.choose

    def why_not(r: Round, move: Move) -> Refusal | None:
        return kept(judge(r, move))

    def why_not_bet(table: TableRules, before: int, bet: Bet) -> Refusal | None:
        return kept(bet_judge(table, before, bet))

    def choose(rules: Rules, wanted: Mapping[str, object], on: Any = None) -> TableRules:
        try:
            return chooses(rules, wanted, on)
        except BadChoices as error:
            wrong = {problem.key for problem in error.problems if lies_in(problem.refusal.clause, clause)}
            return chooses(rules, {key: was for key, was in wanted.items() if key not in wrong}, on)

    def patches(stack: ExitStack) -> None:
        stack.enter_context(patch.object(replay, "why_not", why_not))
        stack.enter_context(patch.object(state, "why_not_bet", why_not_bet))
        stack.enter_context(patch.object(replay, "choose", choose))
        stack.enter_context(patch.dict(replay._tables, clear=True))

    return Fault(words=f"what {clause} refuses is let through", patches=patches)


OTHERWISE: Final[dict[WagerOutcome, WagerOutcome]] = {
    "win": "lose",
    "lose": "push",
    "push": "lose",
    "returned": "lose",
    "surrender": "lose",
}


def settles_otherwise(clause: str) -> Fault:
    """A wager that this clause decides comes out differently."""
    original = settlement.record

    def record(r: Round, wager: Wager, outcome: WagerOutcome, won: Cents, taken: Cents, rule: str) -> None:
        if lies_in(rule, clause):
            outcome = OTHERWISE[outcome]
            won, taken = ZERO, wager.stake if outcome == "lose" else ZERO
        original(r, wager, outcome, won, taken, rule)

    return Fault(
        words=f"wagers decided by {clause} come out differently", patches=_replaced(settlement, "record", record)
    )


def ruling_does_nothing(code: str) -> Fault:
    """The ruling is accepted and changes nothing on the layout."""

    def silent(original: ruling_choices.Choice) -> ruling_choices.Choice:
        def chosen(r: Round, irregularity: OpenIrregularity) -> None:
            continuation.go_on(r) if irregularity.code == code else original(r, irregularity)

        return chosen

    def patches(stack: ExitStack) -> None:
        wrong = {name: silent(original) for name, original in ruling_choices.CHOICES.items()}
        stack.enter_context(patch.dict(ruling_choices.CHOICES, wrong))

    return Fault(words=f"a ruling on {code} changes nothing", patches=patches)


def ruling(code: str, choices: tuple[str, ...] | None = None, supervisor: tuple[str, ...] | None = None) -> Fault:
    """The cell of the document offers other choices, or asks others of the supervisor."""

    def changes(rules: Rules) -> Rules:
        was = rules.irregularities[code]
        new = replace(
            was,
            choices=was.choices if choices is None else choices,
            supervisor=was.supervisor if supervisor is None else supervisor,
        )
        return replace(rules, irregularities={**rules.irregularities, code: new})

    words = (
        f"offers {', '.join(choices)}" if choices is not None else f"needs a supervisor for {supervisor or 'nothing'}"
    )
    return Fault(words=f"{code} {words}", changes=changes)


def broken(words: str, owner: Any, name: str, wrong: Any) -> Fault:
    """A function or attribute of the engine is replaced."""
    return Fault(words=words, patches=_replaced(owner, name, wrong))


def handler_is(words: str, kind: type, wrong: Callable[[Round, Any], None]) -> Fault:
    """A move does something else."""

    def patches(stack: ExitStack) -> None:
        for phase in phases.PHASES.values():
            stack.enter_context(patch.object(phase, "handlers", {**phase.handlers, kind: wrong}))

    return Fault(words=words, patches=patches)


def _replaced(owner: Any, name: str, wrong: Any) -> Patch:
    def patches(stack: ExitStack) -> None:
        stack.enter_context(patch.object(owner, name, wrong))

    return patches


# --- replaying with a fault ----------------------------------------------------------------------------------------


@cache
def _read(file: str) -> RoundFile:
    return read_round(tomllib.loads((ROUNDS / file).read_text("utf-8")))


def caught_by(fault: Fault, files: Iterable[str]) -> str | None:
    """The first of these rounds that notices the fault: it is refused, settles otherwise, or breaks down."""
    with fault.planted():
        for file in files:
            if _notices(fault, _read(file)):
                return file
    return None


def _notices(fault: Fault, file: RoundFile) -> bool:
    try:
        return replay.replay(file, fault.changes(load_rules(file.rules))).status != 0
    except Exception:
        return True  # the engine contradicts itself: a test would fail


def caught_by_test(fault: Fault, tests: Iterable[str]) -> str | None:
    """The first of these tests (`file::function`) that fails with the fault planted; whole evenings come last."""
    for test in sorted(tests, key=lambda test: "test_an_evening" in test):
        module_of(test)
        with fault.planted():
            try:
                run(test)
            except (Exception, Failed):
                return test
    return None
