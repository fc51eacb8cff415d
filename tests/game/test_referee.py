"""No legal decision is refused and no illegal one accepted: the engine against an independent judge, in random play."""

from __future__ import annotations

from random import Random

from hypothesis import HealthCheck, given, settings

from dealer_console.game import moves
from dealer_console.game.engine import Round, play, why_not
from dealer_console.game.hand import HandId, Spot
from dealer_console.simulation.engine_table import EngineTable

from .referee import Referee
from .tables import Sitting, sittings

VERBS: dict[str, type] = {
    "hit": moves.HitAsked,
    "stand": moves.Stood,
    "double": moves.Doubled,
    "split": moves.HandSplit,
    "surrender": moves.Surrendered,
}


@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(sitting=sittings())
def test_the_engine_and_an_independent_referee_agree_on_every_decision(sitting: Sitting) -> None:
    whole = EngineTable(sitting.table, Random(sitting.seed)).play_round(sitting.bets)
    r = Round(sitting.table, sitting.bets)
    spots = sorted({int(bet.spot) for bet in sitting.bets})
    referee = Referee(sitting.table, spots)
    for move in whole.moves:
        names = [*r.hands, *(HandId(f"{spot}{letter}") for spot in spots for letter in ("a", "b", "a1", "b2"))]
        for name in names:
            for verb, kind in VERBS.items():
                ours = why_not(r, kind(hand=name)) is None
                assert ours == referee.lawful(verb, name), (verb, name, r.moves)
        for spot in map(Spot, spots):
            assert (why_not(r, moves.Switched(spot=spot)) is None) == referee.may_switch(spot), (spot, r.moves)
            assert (why_not(r, moves.SwitchDeclined(spot=spot)) is None) == referee.may_keep(spot), (spot, r.moves)
        play(r, move)
        referee.see(move)
