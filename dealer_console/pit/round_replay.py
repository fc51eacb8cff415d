"""A found round dealt again, step by step: every entry of it, the felt after it, what the dealer was to say and do.

Moves that were taken back are steps, too, and so is their undoing: nothing that happened is left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, Literal

from sqlalchemy import select

from dealer_console.game import moves
from dealer_console.game.engine import Round, apply, why_not
from dealer_console.game.money import show
from dealer_console.game.notation import parse_move
from dealer_console.game.prompt import Prompt, describe_settlement, prompt
from dealer_console.game.report import house_net, nets
from dealer_console.game.round_file import RoundFile, parse_bet, write_play
from dealer_console.game.shoe import ShoeCount
from dealer_console.game.state import Settlement
from dealer_console.journal.configuration import table_rules
from dealer_console.journal.entry import Row
from dealer_console.journal.round_fold import DoesNotFit, Fold
from dealer_console.journal.settlements import MADE, WITHDRAWN
from dealer_console.pit.archive import Archive, FoundRound, Log
from dealer_console.pit.archive import schema as t
from dealer_console.pit.archive.index_builder import Carry
from dealer_console.pit.archive.sources import one_row
from dealer_console.pit.errors import PitRefused
from dealer_console.pit.history_felt import felt_of
from dealer_console.screens.values import Felt

Kind = Literal["opened", "card", "decision", "check", "irregularity", "ruling", "undo", "closed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """After this entry of the journal the felt was so."""

    number: int  # from 1
    entry: int
    at_ms: int
    who: str  # empty: a device, or the course of the game
    kind: Kind
    text: str  # the move in the words of the notation
    say: str
    do: str
    clause: str
    settled: tuple[str, ...]
    felt: Felt

    @property
    def decides(self) -> bool:
        """One of the places to jump to."""
        return self.kind in ("decision", "irregularity", "ruling")


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """The whole round."""

    found: FoundRound
    rules: str
    rules_title: str
    steps: tuple[Step, ...]
    settlements: tuple[Settlement, ...]
    nets: tuple[tuple[str, int], ...]  # each bettor's result without tokes, `1/1` first
    file: RoundFile
    rows: tuple[Row, ...]  # its entries


def replay(archive: Archive, found: FoundRound) -> Replay:
    """Raises `PitRefused` when the entries cannot be dealt again: then `verify` says where they break."""
    try:
        configuration, shoe = _before(archive, found)
        table = table_rules(configuration)
        rows = tuple(_rows(archive, found.log, found.first_entry, found.last_entry))
        told = _Steps(table, shoe, rows)
        steps = tuple(told.all())
    except (DoesNotFit, KeyError, TypeError, ValueError) as error:
        raise PitRefused(
            f"round {found.number} of {found.table} cannot be dealt again: {error}. Verify the journal"
        ) from None
    return Replay(
        found=found,
        rules=str(configuration["rules"]),
        rules_title=table.rules.title,
        steps=steps,
        settlements=tuple(told.round.settlements),
        nets=tuple(nets(told.round).items()),
        file=_as_file(configuration, told),
        rows=rows,
    )


def open_round(archive: Archive, log: Log) -> FoundRound | None:
    """The round that is being dealt, as far as it has come; for `replay`. Its result is not known yet."""
    with archive.engine.connect() as connection:
        known = connection.execute(select(t.logs).where(t.logs.c.log == log.log)).first()
    carry = Carry.of_text(known.carry) if known is not None else None
    if known is None or carry is None:
        return None
    rows = [row for batch in archive.source.rows(log.log, after=known.upto) for row in batch]
    if not rows or rows[0][1] != "round-opened" or any(row[1] == "round-closed" for row in rows):
        return None  # between rounds, or the index is behind: refresh it
    told = json.loads(rows[0][7])
    return FoundRound(
        id=0,
        log=log.log,
        table=log.table,
        number=told["round"],
        opened_ms=rows[0][3],
        closed_ms=rows[-1][3],
        first_entry=rows[0][0],
        last_entry=rows[-1][0],
        fresh_from=carry.fresh_from,
        configured_by=carry.configured_by,
        shift=carry.shift.number,
        dealer=carry.shift.dealer or "",
        bets="; ".join(told["bets"]),
        hands=0,
        staked=0,
        house=0,
        largest=0,
        irregular=0,
        undone=0,
        corrected=False,
    )


def _rows(archive: Archive, log: str, first: int, last: int) -> Iterator[Row]:
    for batch in archive.source.rows(log, after=first - 1, upto=last):
        yield from batch


def _before(archive: Archive, found: FoundRound) -> tuple[dict[str, Any], ShoeCount]:
    """The configuration of the round, and the cards that were out of the shoe when it began."""
    fold = Fold()
    begin = found.fresh_from or found.configured_by
    at_begin = _configured_at(archive, found, begin)
    if at_begin < begin:
        fold.other(at_begin, "configuration", json.loads(one_row(archive.source, found.log, at_begin)[7]))
    for seq, kind, _, _, _, _, _, data, _ in _rows(archive, found.log, begin, found.first_entry - 1):
        if kind == "move":
            fold.move(seq, json.loads(data)["move"])
        elif kind in (MADE, WITHDRAWN):
            fold.settlement(kind, data)
        else:
            fold.other(seq, kind, json.loads(data))
    if fold.shoe is None:
        raise PitRefused(f"round {found.number} of {found.table} has no shoe: verify the journal")
    return dict(fold.configuration), fold.shoe


def _configured_at(archive: Archive, found: FoundRound, begin: int) -> int:
    """The entry of the configuration that was in force at the beginning of the shoe."""
    c = t.rounds.c
    query = select(c.configured_by).join(t.logs, t.logs.c.id == c.log_id)
    query = query.where(t.logs.c.log == found.log, c.first_entry > begin).order_by(c.first_entry).limit(1)
    with archive.engine.connect() as connection:
        return int(connection.execute(query).scalar() or found.configured_by)


def _as_file(configuration: dict[str, Any], told: _Steps) -> RoundFile:
    expect = [f"net {place.removesuffix('/1')} {show(amount)}" for place, amount in nets(told.round).items()]
    return RoundFile(
        rules=str(configuration["rules"]),
        table=dict(configuration["choices"]),
        bets=tuple(told.bets),
        play=tuple(write_play(move for _, move in told.standing)),
        expect=(*expect, f"house {show(house_net(told.round))}"),
        date=date.fromisoformat(str(on)) if (on := configuration["date"]) else None,
    )


_DECISIONS: Final = (
    moves.Insured,
    moves.EvenMoneyTaken,
    moves.Switched,
    moves.SwitchDeclined,
    moves.SwitchTakenBack,
    moves.Stood,
    moves.HitAsked,
    moves.Surrendered,
    moves.Doubled,
    moves.HandSplit,
    moves.DoubledFree,
    moves.SplitFree,
    moves.InsuranceClosed,
)
_RULINGS: Final = (
    moves.Ruled,
    moves.ExposedCardTaken,
    moves.ExposedCardRefused,
    moves.SpotLeft,
    moves.SpotPlaysOn,
    moves.RoundVoided,
)


def kind_of(move: moves.Move) -> Kind:
    if isinstance(move, _DECISIONS):
        return "decision"
    if isinstance(move, _RULINGS):
        return "ruling"
    if isinstance(move, moves.IrregularityCalled):
        return "irregularity"
    return "check" if isinstance(move, moves.HoleCardChecked) else "card"


class _Steps:
    """Folds the entries of one round."""

    def __init__(self, table: Any, shoe: ShoeCount, rows: tuple[Row, ...]) -> None:
        self.table = table
        self.shoe = shoe
        self.rows = rows
        self.bets: list[str] = json.loads(rows[0][7])["bets"]
        self.standing: list[tuple[int, moves.Move]] = []
        self.round = self._begin()

    def _begin(self) -> Round:
        return Round(self.table, [parse_bet(text) for text in self.bets], self.shoe.copy())

    def all(self) -> Iterator[Step]:
        number = 0
        for row in self.rows:
            told = self._take(row)
            if told is None:
                continue
            number += 1
            kind, text, settled = told
            yield self._step(number, row, kind, text, settled)

    def _take(self, row: Row) -> tuple[Kind, str, list[Settlement]] | None:
        kind = row[1]
        if kind == "round-opened":
            return "opened", "; ".join(self.bets), []
        if kind == "round-closed":
            return "closed", f"house {json.loads(row[7])['house_net']}", []
        if kind == "undo":
            return self._undo(json.loads(row[7]))
        if kind == "card-corrected":
            return self._correct(json.loads(row[7]))
        if kind != "move":
            return None
        text = json.loads(row[7])["move"]
        move = parse_move(text)
        refusal = why_not(self.round, move)
        if refusal is not None:
            raise DoesNotFit(f"entry {row[0]}: {refusal}")
        before = list(self.round.settlements)
        apply(self.round, move)
        self.standing.append((row[0], move))
        return kind_of(move), text, [each for each in self.round.settlements if each not in before]

    def _undo(self, data: dict[str, Any]) -> tuple[Kind, str, list[Settlement]]:
        self.standing = [each for each in self.standing if each[0] != data["undoes"]]
        self._deal_again()
        why = f": {data['why']}" if data["why"] else ""
        return "undo", f"entry {data['undoes']} is taken back{why}", []

    def _correct(self, data: dict[str, Any]) -> tuple[Kind, str, list[Settlement]]:
        """A misread card: that move, as it should have been; all that followed from it is dealt again."""
        corrected, move = data["corrects"], parse_move(data["move"])
        self.standing = [(entry, move if entry == corrected else each) for entry, each in self.standing]
        self._deal_again()
        return "undo", f"the card of entry {corrected} was misread: it is {data['move']}", []

    def _deal_again(self) -> None:
        self.round = self._begin()
        for _, move in self.standing:
            apply(self.round, move)

    def _step(self, number: int, row: Row, kind: Kind, text: str, settled: list[Settlement]) -> Step:
        now = prompt(self.round) if kind != "closed" else Prompt(do="the round is paid")
        return Step(
            number=number,
            entry=row[0],
            at_ms=row[3],
            who=row[4] or "",
            kind=kind,
            text=text,
            say=now.say or "",
            do=now.do,
            clause=now.clause or "",
            settled=tuple(settlement_words(each) for each in settled),
            felt=felt_of(self.round),
        )


def settlement_words(each: Settlement) -> str:
    """`1a main 25.00: win, pay 25.00 [MA 5(g)]`."""
    place = each.hand or f"spot {each.spot}"
    bettor = "" if each.bettor == 1 else f"/{each.bettor}"
    told = describe_settlement(each.outcome, each.pays, each.takes)
    return f"{place}{bettor} {each.wager} {show(each.stake)}: {told} [{each.rule}]"
