"""A request holds the command as plain data: through the journal and built again, it is the same command."""

from __future__ import annotations

import json

import pytest

from dealer_console.game.errors import Bug
from dealer_console.game.round_files.notation import parse_move
from dealer_console.game.round_files.round_file import parse_bet
from dealer_console.game.wagers.bets import Bet
from dealer_console.journal.canonical import canonical_object
from dealer_console.table import commands as c
from dealer_console.table.commands.codec import command_data, command_of
from dealer_console.table.commands.round.play import with_supervisor
from tests.table.evening.sample_commands import SAMPLES

BETS: tuple[Bet, ...] = (parse_bet("1 25 match=5 toke.a=1 coupon.b=5"), parse_bet("1/2 30"))


@pytest.mark.parametrize(
    "command", [*SAMPLES, c.WagersDown(who="", bets=BETS)], ids=lambda command: type(command).__name__
)
def test_a_command_comes_back_from_its_data(command: c.Command) -> None:
    kept = json.loads(canonical_object(command_data(command)))
    assert command_of(kept, who="") == command


def test_only_commands_are_built() -> None:
    for name in ("Pin", "base", "WHO_SIGNS", "nothing"):
        with pytest.raises(Bug, match="no command"):
            command_of({"touch": name}, who="p1")


def test_the_supervisor_stands_only_in_moves_that_have_one() -> None:
    stand = parse_move("1a stand")
    assert with_supervisor(stand, "p2") is stand
    assert with_supervisor(parse_move("1 out"), "p2") == parse_move("1 out by p2")
