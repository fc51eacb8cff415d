"""Several bettors on a spot and several spots of a player, by touch (MA 13, CB dealing 4 and 5)."""

from __future__ import annotations

from tests.rigs.console_rig import AnyConsole, open_console

MA, CB = "massachusetts-switch", "catfish-bend-blackjack"
TWO_BETTORS = ("act:bets", "chip:2500", "spot:2", "bettor", "chip:10000", "spot:2")


def pressed(table: AnyConsole, *names: str) -> None:
    for name in names:
        assert name in table.console.pressable(), name
        table.press(name)


def wagers(table: AnyConsole) -> list[tuple[int, int]]:
    return [(bet.bettor, bet.amount) for bet in table.state.bets]


def test_ma_13_the_first_bettor_agrees_and_the_highest_wager_is_put_first_where_nobody_sits() -> None:
    table = open_console(MA, kinds=())
    pressed(table, *TWO_BETTORS)
    table.press("bets-down")
    assert table.screen.overlay is not None
    assert "MA 13(a)" in table.screen.overlay.note
    pressed(table, "share:standing", "bets-down")
    assert wagers(table) == [(1, 10000), (2, 2500)]


def test_ma_13b_who_sits_there_stays_first() -> None:
    table = open_console(MA, kinds=())
    pressed(table, *TWO_BETTORS, "share:seated", "bets-down")
    assert wagers(table) == [(1, 2500), (2, 10000)]


def test_cb_dealing_5_playing_three_is_the_prompt_before_the_cards() -> None:
    table = open_console(CB, kinds=())
    pressed(table, "menu", "menu:table", "table:players", "spot:1", "spot:2", "spot:3", "sit", "close")
    table.bet(range(1, 4), 2500)
    assert table.screen.prompt.big == "“Playing three”"
    assert "Spots 1, 2, 3" in table.screen.prompt.small


def test_cb_dealing_4_a_full_table_names_who_may_be_asked_for_a_spot() -> None:
    table = open_console(CB, kinds=())
    pressed(
        table, "menu", "menu:table", "table:players", "spot:1", "spot:2", "spot:3", "sit", "spot:4", "spot:5", "sit"
    )
    assert not any(name.startswith("gives-up") for name in table.console.pressable())
    pressed(table, "spot:6", "sit", "spot:7", "sit", "gives-up:unknown at 1")
    assert [player.spots for player in table.state.shift.spots.players] == [(1, 2), (4, 5), (6,), (7,)]
