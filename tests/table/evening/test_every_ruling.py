"""Every answer that the rules offer to an irregularity can be given at the table: alone, or asked for and approved."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer_console.game.cards import card
from dealer_console.game.engine import why_not
from dealer_console.game.irregularity.catalogue import CATALOGUE
from dealer_console.game.moves import CardBurned, CardDrawn, DoubleCardTurned, HoleCardShown, IrregularityCalled, Move
from dealer_console.game.play.legal_moves import callable_irregularities, legal_moves
from dealer_console.table import commands as c
from dealer_console.table.commands.round.play import with_supervisor
from tests.rigs.staffed_table import CB, MA, StaffedTable

FACES = (CardDrawn, HoleCardShown, DoubleCardTurned, CardBurned)  # they come from the shoe or the pad
DEALT = {MA: "Th 9d 7c 4c 8s ??", CB: "Th 7c 4s ??"}


def irregular(folder: Path, table: str, code: str) -> StaffedTable | None:
    """A table on which this has just been called; None where it cannot have happened after the deal."""
    folder.mkdir()
    bench = StaffedTable(folder, table)
    bench.ready()
    bench.bet("1 25")
    bench.play(DEALT[table])
    r = bench.state.round
    assert r is not None
    if code not in callable_irregularities(r):
        return None
    row = CATALOGUE[code]
    for hand in r.hands if row.hand else [None]:
        call = IrregularityCalled(code=code, hand=hand, card=card("2h") if row.card else None)
        if why_not(r, call) is None:
            bench.done(c.Play(who=bench.dealer, move=call))
            return bench
    return None


def answers_to(bench: StaffedTable) -> list[Move]:
    assert bench.state.round is not None
    return [move for move in legal_moves(bench.state.round) if not isinstance(move, FACES)]


def give(bench: StaffedTable, answer: Move) -> None:
    before = len(bench.state.standing)
    touch = c.Play(who=bench.dealer, move=with_supervisor(answer, None))
    bench.by_two(touch) if getattr(answer, "by", None) is not None else bench.done(touch)
    assert len(bench.state.standing) > before


@pytest.mark.parametrize("table", [MA, CB])
def test_every_answer_that_the_rules_offer_is_taken(tmp_path: Path, table: str) -> None:
    given = 0
    for code in CATALOGUE:
        first = irregular(tmp_path / code, table, code)
        for number in range(len(answers_to(first)) if first is not None else 0):
            bench = irregular(tmp_path / f"{code} {number}", table, code)
            assert bench is not None
            give(bench, answers_to(bench)[number])
            given += 1
    assert given > 10
