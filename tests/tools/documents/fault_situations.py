"""Tables that stand in every phase of a round, for every rule set: where the table of faults is computed and tested."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from dealer_console.game.choices import choose
from dealer_console.game.engine import Round, apply
from dealer_console.game.rules import TableRules
from dealer_console.game.shoe import ShoeCount
from dealer_console.game.state import Place
from dealer_console.journal.configuration import configuration
from dealer_console.journal.entries import read
from dealer_console.journal.entries.journal_own import ConfigurationSet
from dealer_console.journal.entries.rounds import RoundOpened
from dealer_console.journal.round_fold import DealtRound, StandingMove
from dealer_console.rulebook import load_rules
from dealer_console.rulebook.load import config_folder
from dealer_console.simulation.engine_table import IrregularTable
from dealer_console.simulation.player import plain_bets
from dealer_console.table.state.table_state import TableState

BETWEEN_ROUNDS = "between rounds"
ROUNDS = 500


def rule_sets() -> list[str]:
    return sorted(file.stem for file in (config_folder() / "rulesets").glob("*.toml"))


def table_of(rules: str) -> TableRules:
    """With a reader where the rule set knows one."""
    loaded = load_rules(rules)
    offered = loaded.choices["hole_card"].of or ()
    return choose(loaded, {"hole_card": "reader"} if "reader" in offered else {})


@cache
def standings(rules: str) -> tuple[tuple[str, TableState], ...]:
    """(phase, state) of every kind of moment of many random rounds, always the same; no irregularity is open in any."""
    return tuple(_standings(rules))


def _standings(rules: str) -> Iterator[tuple[str, TableState]]:
    table = table_of(rules)
    written = read(ConfigurationSet, configuration(rules, {"hole_card": table.hole_card}).data)
    empty = TableState()
    empty.table, empty.shoe, empty.configuration = table, ShoeCount(table.decks), written
    yield BETWEEN_ROUNDS, empty
    dice = Random(f"standings {rules}")
    player = IrregularTable(table, dice, often=0.06)
    seen: set[tuple[object, ...]] = set()
    for _ in range(ROUNDS):
        for phase, state in _moments(table, player.play_round(plain_bets(2)), seen):
            state.configuration = written
            yield phase, state


def _kind_of_moment(r: Round) -> tuple[object, ...]:
    """All that decides where an irregularity of a device may stand."""
    up, dealer = r.up_card, r.dealer
    due = type(r.due).__name__ if not isinstance(r.due, Place) else r.due.code
    opens = up is not None and up.opens_blackjack
    hole = (dealer.hole_dealt, dealer.hole_shown, r.hole_known is not None, dealer.blackjack)
    return (r.phase.name, due, opens, r.check, r.ended_by, *hole)


def _moments(table: TableRules, played: Round, seen: set[tuple[object, ...]]) -> Iterator[tuple[str, TableState]]:
    """The round once more, move by move; each kind of moment once."""
    shoe = ShoeCount(table.decks)
    round_ = Round(table, played.bets, shoe)
    done: list[StandingMove] = []
    for move in played.moves:
        if round_.irregularity is None and (kind := _kind_of_moment(round_)) not in seen:
            seen.add(kind)
            yield round_.phase.name, _state(table, played, done)
        try:
            apply(round_, move)
        except (LookupError, ValueError):
            return
        done.append(StandingMove(len(done) + 1, move, None))
    if round_.irregularity is None and (kind := _kind_of_moment(round_)) not in seen:
        seen.add(kind)
        yield round_.phase.name, _state(table, played, done)


def _state(table: TableRules, played: Round, done: list[StandingMove]) -> TableState:
    state = TableState()
    state.table, state.bets, state.round_number = table, played.bets, 1
    opened = RoundOpened(round=1, bets=played.bets)
    state.dealt = DealtRound.restored(opened, table, ShoeCount(table.decks), done, ())
    return state
