"""A wager that looks at suits (CB trilux): the console names the card whose suit is missing; correcting it goes on."""

from __future__ import annotations

from dealer_console.game.cards import card
from dealer_console.table import commands as c
from tests.rigs.open_table import CB, OpenTable


def test_a_missing_suit_is_no_dead_end() -> None:
    bench = OpenTable(rules=CB, kinds=(), bets=("1 25 trilux=5",))
    bench.play("9?")
    assert "5?" in bench.play_refused("5?")
    bench.play("5h")
    assert "9?" in bench.play_refused("Kh")
    bench.done(c.CorrectCard(who="Dee", hand="1a", index=0, card=card("9d")))
    bench.play("Kh")
    assert bench.hands["1a"] == ("9d", "Kh")
