"""A reader lets its one bit out once in a round: a check that a late call makes due again is made without it."""

from __future__ import annotations

from dealer_console.game.round_files.notation import parse_move
from dealer_console.table import commands as c
from tests.rigs.open_table import OpenTable


def test_the_check_that_is_due_again_is_a_fault_of_the_reader_and_no_dead_end() -> None:
    """MA 15(m). Hand 1b was skipped: another card than the one that was checked lies as the hole card now."""
    bench = OpenTable("Th Kc Kh 8d 8s 7d 5c 4c", choices={"hole_card": "reader"})
    bench.deal()
    bench.check("7d")
    assert bench.standing()[-1] == "peek clear"
    place = bench.state.standing[1].seq
    call, ruling = parse_move("irregularity hand-not-dealt 1b"), parse_move("resolve dead-hand")
    bench.done(c.CallLate(who="Dee", place=place, call=call, rulings=(ruling,)))
    assert bench.state.late is not None
    bench.done(c.TickLateSteps(who="Dee", steps=tuple(range(1, len(bench.state.late.steps) + 1))))
    bench.run(3.0)
    assert bench.state.irregularity == "reader-fault"
    bench.done(c.Play(who="Dee", move=parse_move("resolve continue-without-reader")))
    assert bench.state.irregularity is None
    assert bench.state.round is not None
    assert bench.state.round.check != "due"
