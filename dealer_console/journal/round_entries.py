"""A whole round as appends: what the live table writes move by move, for rounds that are already over.

Each list is one append: the wagers; a move with the settlements it causes; the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from dealer_console.game.engine import Round, play
from dealer_console.game.money import Cents
from dealer_console.game.moves import Move
from dealer_console.game.round_files.report import house_net
from dealer_console.game.rules import TableRules
from dealer_console.game.wagers.bets import Bet
from dealer_console.journal import settlements
from dealer_console.journal.entries.rounds import MoveMade, MoveUndone, RoundClosed, RoundOpened
from dealer_console.journal.entry import Draft


def opened(number: int, bets: Iterable[Bet], who: str | None = None) -> Draft:
    return Draft.of(RoundOpened(round=number, bets=tuple(bets)), who=who)


def moved(move: Move, who: str | None = None, device: tuple[str, int] | None = None) -> Draft:
    return Draft.of(MoveMade(move=move), who=who, device=device)


def undone(entry: int, why: str, who: str) -> Draft:
    """Takes back the move of this entry, the last standing one; the settlements it caused are withdrawn after it."""
    return Draft.of(MoveUndone(undoes=entry, why=why), who=who)


def closed(number: int, r: Round, who: str | None = None) -> Draft:
    return Draft.of(RoundClosed(round=number, house_net=Cents(house_net(r)), complete=r.complete), who=who)


def appends_of_round(
    number: int,
    table: TableRules,
    bets: Sequence[Bet],
    moves: Iterable[Move],
    *,
    who: str | None = None,
) -> Iterator[list[Draft]]:
    """Raises `Refused` at a move that the rules do not allow."""
    r = Round(table, bets)
    yield [opened(number, bets, who)]
    for move in moves:
        before = list(r.settlements)
        play(r, move)
        yield [moved(move, who), *settlements.drafts(before, r.settlements, who)]
    yield [closed(number, r, who)]
