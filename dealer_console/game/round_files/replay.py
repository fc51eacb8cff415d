"""Replaying a `.round` file: fold its moves, compare its expectations, tell the first refusal exactly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dealer_console.game.choices import BadChoices, choose
from dealer_console.game.engine import Round, apply, why_not
from dealer_console.game.errors import Refusal, Refused
from dealer_console.game.message import Message, joined
from dealer_console.game.round_files import expectations
from dealer_console.game.round_files.notation import BadNotation, parse_moves
from dealer_console.game.round_files.round_file import BadRoundFile, RoundFile, parse_bet
from dealer_console.game.rules import Rules, TableRules
from dealer_console.game.shoe import ShoeCount
from dealer_console.game.state import BetRefused
from dealer_console.game.wagers.bets import Bet

OUTSIDE_PLAY = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """Where a file stops: the place in `play` counted from 1 (0: outside), the text, the reason, the clause."""

    move: int
    text: str
    reason: Message
    rule: str | None = None
    column: int | None = None


@dataclass(slots=True, kw_only=True)
class Replayed:
    """What became of a file: the round as far as it went, its fault, the expectations that differ."""

    round: Round | None
    fault: Fault | None = None
    fault_was_expected: bool = False
    differences: tuple[Message, ...] = ()

    @property
    def status(self) -> int:
        """0 replayed, 1 an expectation differs, 2 refused."""
        if self.fault is not None and not self.fault_was_expected:
            return 2
        return 1 if self.differences else 0


Watch = Callable[[Round, int, str], None]


def replay(file: RoundFile, rules: Rules, watch: Watch | None = None) -> Replayed:
    """`watch` is told of every string of `play` after it was played, with its place counted from 1."""
    round_, fault = _start(file, rules)
    if round_ is not None:
        fault = _fold(file, round_, watch)
    return _judge(file, round_, fault)


def refused_before_start(file: RoundFile | None, text: str, reason: Message) -> Replayed:
    """A fault outside `play` that is known before there is a round (unknown key, unknown rule set)."""
    fault = Fault(move=OUTSIDE_PLAY, text=text, reason=reason)
    return _judge(file, None, fault) if file is not None else Replayed(round=None, fault=fault)


def _judge(file: RoundFile, round_: Round | None, fault: Fault | None) -> Replayed:
    try:
        expected_lines = [expectations.parse(text) for text in file.expect]
    except BadNotation as error:
        bad = next(text for text in file.expect if not expectations.is_valid(text))
        return Replayed(round=round_, fault=fault or Fault(move=0, text=bad, reason=error.message, column=error.column))
    expected = fault is not None and any(line.is_refusal_of(fault.move, fault.rule) for line in expected_lines)
    at = (fault.move, fault.rule, fault.reason) if fault is not None else None
    differences = tuple(other for line in expected_lines if (other := line.difference(round_, at)) is not None)
    if not differences and round_ is not None:
        differences = tuple(expectations.out_of_order(expected_lines, round_))
    return Replayed(round=round_, fault=fault, fault_was_expected=expected, differences=differences)


def _start(file: RoundFile, rules: Rules) -> tuple[Round | None, Fault | None]:
    try:
        table = _table(file, rules)
    except BadChoices as error:
        first = error.problems[0]
        reason = joined(problem.refusal.message for problem in error.problems)
        return None, Fault(move=OUTSIDE_PLAY, text=first.key, reason=reason, rule=first.refusal.clause)
    bets: list[Bet] = []
    try:
        bets = [parse_bet(text) for text in file.bets]
        shoe = ShoeCount(table.decks)
        shoe.face_up = file.face_up_before
        return Round(table, bets, shoe), None
    except BadRoundFile as error:
        return None, Fault(move=OUTSIDE_PLAY, text=error.text, reason=error.message, column=error.column)
    except BetRefused as error:
        return None, _fault(OUTSIDE_PLAY, file.bets[error.number], error.refusal)
    except Refused as error:
        return None, _fault(OUTSIDE_PLAY, "bets", error.refusal)


_tables: dict[tuple[object, ...], TableRules] = {}


def _table(file: RoundFile, rules: Rules) -> TableRules:
    """Thousands of files share a few tables: each is made once."""
    key = (id(rules), file.date, *((name, repr(value)) for name, value in file.table.items()))
    table = _tables.get(key)
    if table is None:
        table = choose(rules, file.table, file.date)
        if len(_tables) < 1000:
            _tables[key] = table
    return table


def _fold(file: RoundFile, round_: Round, watch: Watch | None) -> Fault | None:
    for number, text in enumerate(file.play, start=1):
        try:
            parsed = parse_moves(text)
        except BadNotation as error:
            return Fault(move=number, text=text, reason=error.message, column=error.column)
        for move in parsed:
            refusal = why_not(round_, move)
            if refusal is not None:
                return _fault(number, text, refusal)
            apply(round_, move)
        if watch is not None:
            watch(round_, number, text)
    return None


def _fault(number: int, text: str, refusal: Refusal) -> Fault:
    return Fault(move=number, text=text, reason=refusal.message, rule=refusal.clause)
