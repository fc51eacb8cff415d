"""The same journal shows the same screen: after every step of a round the program could die and come back."""

from __future__ import annotations

from dataclasses import replace

from dealer_console.screens.console import Console
from dealer_console.table.session.recovery import restore
from dealer_console.table.snapshot import snapshot_of
from dealer_console.table.snapshot.past_rounds import PastRounds
from tests.rigs.console_rig import AnyConsole, open_console
from tests.screens.scripted_player import ScriptedPlayer


def assert_same_after_restart(table: AnyConsole) -> None:
    journal = table.virtual.journal
    state = restore(journal)
    again = Console(table, table.config)
    again.show(snapshot_of(state, table.virtual.setup, past=PastRounds(journal).rounds))
    # What a line records about its own commands is shown by nobody, and told to nobody.
    assert replace(again.screen, seq=0) == replace(table.screen, seq=0)
    assert again.screen.seq >= table.screen.seq


def test_every_moment_of_two_rounds_comes_back_equal() -> None:
    table = open_console("massachusetts-switch", spots=2)
    player = ScriptedPlayer(table)
    steps = 0
    while table.state.round_number < 3:
        player.step()
        assert_same_after_restart(table)
        steps += 1
    assert steps > 30


def test_an_open_irregularity_comes_back_with_its_page() -> None:
    table = open_console("massachusetts-switch", kinds=(), spots=2)
    table.press("rank:9")
    table.press("irregularity")
    assert table.screen.overlay is not None
    table.press("code:card-drawn-unexposed")
    assert table.screen.overlay is not None
    assert table.screen.overlay.id == "ruling"
    assert_same_after_restart(table)
