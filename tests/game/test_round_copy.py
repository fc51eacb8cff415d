"""A round can be copied: the copy plays on as the original would, and neither touches the other."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import HealthCheck, given, settings

from dealer_console.game.engine import Round, apply
from dealer_console.game.shoe import ShoeCount
from dealer_console.game.state import _PARTS
from dealer_console.simulation.engine_table import IrregularTable

from .tables import Sitting, sittings

EVERY_ROUND = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def picture(value: Any, seen: dict[int, int] | None = None) -> Any:
    """Everything that can be reached from a round, with objects that are met twice by their number."""
    seen = {} if seen is None else seen
    if isinstance(value, list | set):
        return [picture(item, seen) for item in value]
    if isinstance(value, dict):
        return [(key, picture(item, seen)) for key, item in value.items()]
    if isinstance(value, ShoeCount):
        return (value.decks, tuple(value.copies), dict(value.allowed), value.out)
    if type(value) not in _PARTS:
        return value
    if id(value) in seen:
        return seen[id(value)]
    seen[id(value)] = len(seen)
    return type(value).__name__, [(name, picture(item, seen)) for name, item in sorted(vars(value).items())]


@EVERY_ROUND
@given(sitting=sittings())
def test_a_copy_plays_as_the_original_does_and_changes_nothing_in_it(sitting: Sitting) -> None:
    dealt = IrregularTable(sitting.table, Random(sitting.seed), often=0.1).play_round(sitting.bets)
    original = Round(sitting.table, sitting.bets)
    for move in dealt.moves:
        before = picture(original)
        copy = original.copy()
        assert picture(copy) == before
        apply(copy, move)
        assert picture(original) == before
        apply(original, move)
        assert picture(copy) == picture(original)


@EVERY_ROUND
@given(sitting=sittings())
def test_no_part_of_a_copy_belongs_to_the_original(sitting: Sitting) -> None:
    original = IrregularTable(sitting.table, Random(sitting.seed), often=0.1).play_round(sitting.bets)
    assert not _parts(original) & _parts(original.copy())


def _parts(r: Round) -> set[int]:
    """The identities of everything that can change."""
    found: set[int] = set()
    waiting: list[Any] = [r]
    while waiting:
        value = waiting.pop()
        if (not isinstance(value, list | set | dict | ShoeCount) and type(value) not in _PARTS) or id(value) in found:
            continue
        found.add(id(value))
        if isinstance(value, dict):
            waiting += value.values()
        elif isinstance(value, list | set):
            waiting += value
        elif isinstance(value, ShoeCount):
            waiting += [value.copies, value.allowed]
        else:
            waiting += vars(value).values()
    return found
