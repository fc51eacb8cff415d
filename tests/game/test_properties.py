"""What must be true of every round: of all rule sets, of every table choice, also when things go wrong."""

from __future__ import annotations

import tomllib
from collections import Counter
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings

from dealer_console.game import moves, phases
from dealer_console.game.cards import UNSEEN
from dealer_console.game.engine import Round, play
from dealer_console.game.errors import Refused
from dealer_console.game.prompt import prompt, waiting_for
from dealer_console.game.round_files.replay import replay
from dealer_console.game.round_files.report import house_net, nets, report, tokes
from dealer_console.game.round_files.round_file import RoundFile, read_round, write_bet, write_play, write_round
from dealer_console.messages import recorded
from dealer_console.simulation.engine_table import EngineTable, IrregularTable

from .tables import Sitting, sittings

EVERY_ROUND = settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def plain(sitting: Sitting) -> Round:
    return EngineTable(sitting.table, Random(sitting.seed)).play_round(sitting.bets)


def irregular(sitting: Sitting) -> Round:
    return IrregularTable(sitting.table, Random(sitting.seed), often=0.06).play_round(sitting.bets)


PLAYED = pytest.mark.parametrize("played", [plain, irregular], ids=["plain", "irregular"])


def exported(sitting: Sitting, r: Round) -> RoundFile:
    return RoundFile(
        rules=r.rules.name,
        table=sitting.wanted,
        bets=tuple(write_bet(bet) for bet in sitting.bets),
        play=tuple(write_play(r.moves)),
    )


@PLAYED
@EVERY_ROUND
@given(sitting=sittings())
def test_every_wager_is_settled_exactly_once(played, sitting) -> None:  # type: ignore[no-untyped-def]
    r = played(sitting)
    laid = Counter((w.spot.number, w.bettor, w.kind, w.stake) for w in r.wagers())
    settled = Counter((s.spot, s.bettor, s.wager, s.stake) for s in r.settlements)
    assert settled == laid
    assert r.complete
    assert waiting_for(r) is None


@PLAYED
@EVERY_ROUND
@given(sitting=sittings())
def test_money_is_conserved(played, sitting) -> None:  # type: ignore[no-untyped-def]
    r = played(sitting)
    assert house_net(r) + sum(nets(r).values()) + sum(tokes(r).values()) == 0
    for settlement in r.settlements:
        assert settlement.pays >= 0
        assert 0 <= settlement.takes <= settlement.stake
        assert settlement.rule
        if settlement.outcome in ("push", "returned"):
            assert settlement.pays == settlement.takes == 0
        elif settlement.outcome == "lose":
            assert settlement.takes == settlement.stake
            assert settlement.pays == 0
        elif settlement.outcome == "win":
            assert settlement.takes == 0
        else:
            assert settlement.outcome == "surrender"
            assert settlement.takes == settlement.stake // 2


@PLAYED
@EVERY_ROUND
@given(sitting=sittings())
def test_cards_are_conserved(played, sitting) -> None:  # type: ignore[no-untyped-def]
    r = played(sitting)
    reshuffled = any(isinstance(m, moves.Ruled) and m.choice == "reshuffle" for m in r.moves)
    if reshuffled:
        return
    on_hands = sum(len(hand.cards) for hand in r.hands.values()) + len(r.dealer.cards)
    assert r.shoe.out == on_hands + len(r.burned)
    assert r.shoe.left + r.shoe.out == r.table.decks * 52
    assert all(count <= r.table.decks for count in r.shoe.copies[:52])


@PLAYED
@EVERY_ROUND
@given(sitting=sittings())
def test_the_exported_round_replays_to_the_same(played, sitting) -> None:  # type: ignore[no-untyped-def]
    r = played(sitting)
    file = exported(sitting, r)
    again = read_round(tomllib.loads(write_round(file)))
    assert again == file
    replayed = replay(again, r.rules)
    assert replayed.fault is None
    assert replayed.round is not None
    assert report(replayed.round, recorded) == report(r, recorded)


@EVERY_ROUND
@given(sitting=sittings())
def test_every_prefix_has_a_prompt_and_nothing_known_of_the_hole_card(sitting: Sitting) -> None:
    r = irregular(sitting)
    table, bets = sitting.table, sitting.bets
    follow = Round(table, bets)
    for move in r.moves:
        now = prompt(follow)
        assert recorded(now.do)
        assert now.clause
        assert (waiting_for(follow) is None) == follow.complete
        play(follow, move)
        if follow.dealer.hole_dealt and not follow.dealer.hole_shown:
            assert follow.dealer.cards[1] is UNSEEN


@EVERY_ROUND
@given(sitting=sittings())
def test_nothing_can_follow_a_complete_round(sitting: Sitting) -> None:
    r = plain(sitting)
    assert r.phase is phases.COMPLETE
    for move in (moves.DRAWN[UNSEEN], moves.HitAsked(hand=next(iter(r.hands))), moves.RoundVoided(by="Kim")):
        with pytest.raises(Refused):
            play(r, move)


@EVERY_ROUND
@given(sitting=sittings())
def test_a_void_gives_every_main_wager_back_and_lets_side_bets_stand(sitting: Sitting) -> None:
    """Reading 9, at every moment of a round."""
    whole = plain(sitting)
    at = Random(sitting.seed).randrange(len(whole.moves))
    r = Round(sitting.table, sitting.bets)
    for move in whole.moves[:at]:
        play(r, move)
    stands = not sitting.table.void_returns_side_bets
    decided = [settlement for settlement in r.settlements if settlement.hand is None and stands]
    play(r, moves.RoundVoided(by="Kim"))
    assert [settlement for settlement in r.settlements if settlement.hand is None][: len(decided)] == decided
    for settlement in r.settlements:
        if settlement.hand is not None or not stands:
            assert (settlement.outcome, settlement.pays, settlement.takes) == ("returned", 0, 0)
