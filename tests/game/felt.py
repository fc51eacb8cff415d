"""Rounds for tests: tables by rule set, rounds from their texts, and a picture of everything that a round holds."""

from __future__ import annotations

import io
import pickle
from collections.abc import Mapping, Sequence
from functools import cache

from dealer_console.game import moves
from dealer_console.game.cards import Card
from dealer_console.game.choices import choose
from dealer_console.game.engine import Round, play
from dealer_console.game.errors import Refusal
from dealer_console.game.legality import why_not
from dealer_console.game.phases import Phase
from dealer_console.game.round_files.notation import parse_move, parse_moves
from dealer_console.game.round_files.round_file import parse_bet
from dealer_console.game.rules import Rules, TableRules
from dealer_console.game.state import Place
from dealer_console.rulebook import load_rules

MA = "massachusetts-switch"
SD = "south-dakota-switch"
CB = "catfish-bend-blackjack"
LW1, LW2, LW3, LW4 = (f"light-and-wonder-switch-v{n}" for n in range(1, 5))
WA1, WA2, WA3, WA4 = (f"washington-switch-v{n}" for n in range(1, 5))
RULE_SETS = (MA, SD, CB, LW1, LW2, LW3, LW4, WA1, WA2, WA3, WA4)


@cache
def _table(rules: str, choices: tuple[tuple[str, object], ...]) -> TableRules:
    return choose(load_rules(rules), dict(choices))


def table_of(rules: str, **choices: object) -> TableRules:
    return _table(rules, tuple(choices.items()))


def round_of(rules: str, bets: str | Sequence[str], *texts: str, table: Mapping[str, object] | None = None) -> Round:
    """A round with these wagers, in which these texts were played; a refusal is a fault of the test."""
    wagers = [bets] if isinstance(bets, str) else bets
    r = Round(table_of(rules, **(table or {})), [parse_bet(bet) for bet in wagers])
    go_on(r, *texts)
    return r


def go_on(r: Round, *texts: str) -> Round:
    for text in texts:
        for move in parse_moves(text):
            play(r, move)
    return r


def refused(r: Round, text: str) -> Refusal:
    """The refusal of a move that must be refused."""
    refusal = why_not(r, parse_move(text))
    assert refusal is not None, f"{text!r} was not refused"
    return refusal


def outcomes(r: Round) -> list[tuple[str | None, str, str]]:
    return [(settlement.hand, settlement.wager, settlement.outcome) for settlement in r.settlements]


class _Picture(pickle.Pickler):
    """Rules, phases, places and cards never change and stand for themselves; everything else is looked into."""

    def persistent_id(self, obj: object) -> object:
        if isinstance(obj, Rules | TableRules | Phase | Place):
            return id(obj)
        if isinstance(obj, Card):
            return obj.text
        return None


def picture(r: Round) -> bytes:
    """All that a round holds, however deep: two pictures are equal when nothing was changed in between."""
    stream = io.BytesIO()
    _Picture(stream).dump(r)
    return stream.getvalue()


def last_move(r: Round) -> moves.Move:
    return r.moves[-1]
