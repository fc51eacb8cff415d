"""Mistakes that do not stop play: the dealer's card is missing (CB 10), an exposed card is the next (MA 15(d))."""

from __future__ import annotations

from pathlib import Path

from dealer_console.game.cards import card
from dealer_console.game.hand import HandId, Spot
from dealer_console.game.moves import ExposedCardRefused, IrregularityCalled, Ruled, SpotLeft
from dealer_console.table import commands as c
from tests.rigs.staffed_table import CB, MA, StaffedTable


def called(bench: StaffedTable, code: str, face: str | None = None) -> None:
    move = IrregularityCalled(code=code, card=card(face) if face else None)
    bench.done(c.Play(who=bench.dealer, move=move))


def test_cb_10_players_draw_on_then_a_supervisor_has_the_missing_card_dealt(tmp_path: Path) -> None:
    bench = StaffedTable(tmp_path, CB)
    bench.ready()
    bench.bet("1 25", "2 25")
    bench.play("Th 7c 6d 4s 9c")
    called(bench, "dealer-card-missed")
    bench.play("1a hit", "5c", "1a stand")
    bench.by_two(c.Play(who=bench.dealer, move=Ruled(choice="continue")))
    bench.play("??")
    bench.done(c.Play(who=bench.dealer, move=SpotLeft(spot=Spot(2))))
    bench.same_after_restart()
    r = bench.state.round
    assert r is not None
    assert [(settlement.hand, settlement.outcome) for settlement in r.settlements] == [("2a", "returned")]
    assert r.dealer.hole_dealt


def test_ma_15d_a_player_refuses_the_exposed_card_and_gets_no_other(tmp_path: Path) -> None:
    bench = StaffedTable(tmp_path, MA)
    bench.ready()
    bench.bet("1 25")
    bench.play("Th 9d 7c 4c 8s ??")
    called(bench, "card-exposed", "9h")
    bench.done(c.Play(who=bench.dealer, move=Ruled(choice="next-card")))
    bench.done(c.Play(who=bench.dealer, move=ExposedCardRefused(hand=HandId("1a"))))
    bench.same_after_restart()
    r = bench.state.round
    assert r is not None
    assert r.exposed_lies
    assert r.spots[0].no_more_cards
