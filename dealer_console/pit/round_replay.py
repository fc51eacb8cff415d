"""A found round dealt again, step by step: every entry of it, the felt after it, what the dealer was to say and do.

Moves that were taken back are steps, too, and so is their undoing: nothing that happened is left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Final, Literal

from sqlalchemy import select

from dealer_console.game import moves
from dealer_console.game.engine import Round
from dealer_console.game.errors import Refused
from dealer_console.game.message import Message
from dealer_console.game.money import show
from dealer_console.game.prompt import Prompt, prompt
from dealer_console.game.round_files.report import house_net, nets
from dealer_console.game.round_files.round_file import RoundFile, write_bet, write_play
from dealer_console.game.rules import TableRules
from dealer_console.game.shoe import ShoeCount
from dealer_console.game.state import Settlement
from dealer_console.journal.entries import read
from dealer_console.journal.entries.journal_own import ConfigurationSet
from dealer_console.journal.entries.rounds import (
    CardCorrected,
    LateCallMade,
    LateCallSteps,
    MoveMade,
    MoveUndone,
    RoundClosed,
    RoundOpened,
)
from dealer_console.journal.entry import NO_HASH, Entry, Row
from dealer_console.journal.round_fold import DealtRound
from dealer_console.journal.storage.reader import judged_entry
from dealer_console.journal.verification.checked_rounds import CheckedRounds, DoesNotFit
from dealer_console.messages import Words, error_message, words_of
from dealer_console.pit.amounts import house_result
from dealer_console.pit.archive import Archive, FoundRound, Log
from dealer_console.pit.archive import schema as t
from dealer_console.pit.archive.index_builder import Carry
from dealer_console.pit.archive.sources import one_row
from dealer_console.pit.errors import PitRefused
from dealer_console.screens.console_config import ConsoleConfig
from dealer_console.screens.felt.view import felt
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.ui_state import UiState
from dealer_console.screens.values import Felt, HandOnFelt, SpotOnFelt
from dealer_console.table.snapshot import TableSnapshot

Kind = Literal["opened", "card", "decision", "check", "irregularity", "ruling", "undo", "closed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """After this entry of the journal the felt was so."""

    number: int  # from 1
    entry: int
    at_ms: int
    who: str  # empty: a device, or the course of the game
    kind: Kind
    move: moves.Move | None = None  # what it is: a move, else bets (as the journal writes them), else said by a message
    bets: str = ""
    message: Message | None = None
    say: Message | None
    do: Message
    clause: str
    settled: tuple[Settlement, ...]
    felt: Felt

    @property
    def decides(self) -> bool:
        """One of the places to jump to."""
        return self.kind in ("decision", "irregularity", "ruling")


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """The whole round."""

    round_row: FoundRound
    rules: str
    rules_title: str
    steps: tuple[Step, ...]
    settlements: tuple[Settlement, ...]
    nets: tuple[tuple[str, int], ...]  # each bettor's result without tokes, `1/1` first
    file: RoundFile
    rows: tuple[Row, ...]  # its entries


def replay(archive: Archive, found_round: FoundRound, words: Words | None = None) -> Replay:
    """Felts in the language of `words`. Raises `PitRefused` when it cannot be dealt again: `verify` says why."""
    try:
        before = _before(archive, found_round)
        rows = tuple(_rows(archive, found_round.log, found_round.first_entry, found_round.last_entry))
        fold, steps = _deal(before, rows, words or words_of("en"), archive.names(found_round.log))
    except (DoesNotFit, Refused, KeyError, TypeError, ValueError) as error:
        raise PitRefused(
            Message("pit-not-dealt-again", round=found_round.number, table=found_round.table, why=error_message(error))
        ) from None
    return Replay(
        round_row=found_round,
        rules=before.configuration.rules,
        rules_title=before.table.rules.title,
        steps=steps,
        settlements=tuple(fold.felt.settlements),
        nets=tuple(nets(fold.felt).items()),
        file=_as_file(before.configuration, fold),
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
    if not rows or rows[0].kind != "round-opened" or any(row.kind == "round-closed" for row in rows):
        return None  # between rounds, or the index is behind: refresh it
    round_opened = read(RoundOpened, json.loads(rows[0].data))
    return FoundRound(
        id=0,
        log=log.log,
        table=log.table,
        number=round_opened.round,
        opened_ms=rows[0].at_ms,
        closed_ms=rows[-1].at_ms,
        first_entry=rows[0].seq,
        last_entry=rows[-1].seq,
        fresh_from=carry.fresh_from,
        configured_by=carry.configured_by,
        shift=carry.shift.number,
        dealer=carry.shift.dealer or "",
        bets="; ".join(write_bet(bet) for bet in round_opened.bets),
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


@dataclass(frozen=True, slots=True, kw_only=True)
class _Before:
    """What a round begins with: its rules, and the cards that are out of the shoe."""

    configuration: ConfigurationSet
    table: TableRules
    shoe: ShoeCount


def _before(archive: Archive, found_round: FoundRound) -> _Before:
    rounds = CheckedRounds()
    begin = found_round.fresh_from or found_round.configured_by
    at_begin = _configured_at(archive, found_round, begin)
    if at_begin < begin:
        rounds.follow(judged_entry(one_row(archive.source, found_round.log, at_begin), NO_HASH))
    for row in _rows(archive, found_round.log, begin, found_round.first_entry - 1):
        rounds.follow(judged_entry(row, NO_HASH))
    if rounds.shoe is None or rounds.table is None or rounds.configuration is None:
        raise PitRefused(Message("pit-no-shoe", round=found_round.number, table=found_round.table))
    return _Before(configuration=rounds.configuration, table=rounds.table, shoe=rounds.shoe)


def _configured_at(archive: Archive, found_round: FoundRound, begin: int) -> int:
    """The entry of the configuration that was in force at the beginning of the shoe."""
    c = t.rounds.c
    query = select(c.configured_by).join(t.logs, t.logs.c.id == c.log_id)
    query = query.where(t.logs.c.log == found_round.log, c.first_entry > begin).order_by(c.first_entry).limit(1)
    with archive.engine.connect() as connection:
        return int(connection.execute(query).scalar() or found_round.configured_by)


def _as_file(configuration: ConfigurationSet, fold: DealtRound) -> RoundFile:
    expect = [f"net {place.removesuffix('/1')} {show(amount)}" for place, amount in nets(fold.felt).items()]
    return RoundFile(
        rules=configuration.rules,
        table=dict(configuration.choices),
        bets=tuple(write_bet(bet) for bet in fold.bets),
        play=tuple(write_play(fold.moves)),
        expect=(*expect, f"house {show(house_net(fold.felt))}"),
        date=date.fromisoformat(configuration.date) if configuration.date else None,
        face_up_before=fold.shoe_before.face_up,
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


def _deal(
    before: _Before, rows: tuple[Row, ...], words: Words, names: Mapping[str, str]
) -> tuple[DealtRound, tuple[Step, ...]]:
    """The entries of the round, one after the other, with the felt after each."""
    entries = [judged_entry(row, NO_HASH) for row in rows]
    opened = entries[0].typed
    if not isinstance(opened, RoundOpened):
        raise DoesNotFit(Message("journal-entry-opens-no-round", seq=entries[0].seq))
    fold = DealtRound(entries[0].seq, opened, before.table, before.shoe)
    steps: list[Step] = []
    for entry in entries:
        known = [*fold.felt.settlements]
        fold.take(entry)
        described = _described(entry, names)
        if described is not None:
            new = (
                [settled for settled in fold.felt.settlements if settled not in known]
                if isinstance(entry.typed, MoveMade | LateCallMade)
                else []
            )
            steps.append(_step(len(steps) + 1, entry, described, new, felt_of(fold.round, words), fold.round))
    return fold, tuple(steps)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Described:
    """What happened in one entry."""

    kind: Kind
    move: moves.Move | None = None
    bets: str = ""
    message: Message | None = None


def _described(entry: Entry, names: Mapping[str, str]) -> _Described | None:
    """None for an entry that is no step of the round."""
    match entry.typed:
        case RoundOpened(bets=bets):
            return _Described(kind="opened", bets="; ".join(write_bet(bet) for bet in bets))
        case RoundClosed(house_net=amount):
            return _Described(kind="closed", message=house_result(amount))
        case MoveUndone(undoes=undone, why=why):
            message = Message("pit-step-undone-why", entry=undone, why=why) if why else None
            return _Described(kind="undo", message=message or Message("pit-step-undone", entry=undone))
        case CardCorrected(corrects=corrected, move=move):
            return _Described(kind="undo", message=Message("pit-step-misread", entry=corrected, move=move))
        case LateCallMade(place=place, call=call, rulings=rulings, approved_by=by):
            who = names.get(by, by)
            message = Message("pit-step-late-call", entry=place, moves=(call, *rulings), who=who)
            return _Described(kind="irregularity", message=message)
        case LateCallSteps(call=called, steps=done):
            return _Described(kind="ruling", message=Message("pit-step-late-steps", entry=called, count=len(done)))
        case MoveMade(move=move):
            return _Described(kind=kind_of(move), move=move)
        case _:
            return None


def _step(number: int, entry: Entry, what: _Described, settled: Sequence[Settlement], felt: Felt, r: Round) -> Step:
    now = prompt(r) if what.kind != "closed" else Prompt(do=Message("round-paid"))
    return Step(
        number=number,
        entry=entry.seq,
        at_ms=entry.at_ms,
        who=entry.who or "",
        kind=what.kind,
        move=what.move,
        bets=what.bets,
        message=what.message,
        say=now.say,
        do=now.do,
        clause=now.clause or "",
        settled=tuple(settled),
        felt=felt,
    )


def felt_of(r: Round, words: Words) -> Felt:
    """The same values as the console shows, with nothing to touch; the watermark says that it is history."""
    snapshot = TableSnapshot(table=r.table, round=r, bets=tuple(r.bets))
    shown = felt(ScreenBuilder(snapshot, UiState(), ConsoleConfig(title="", chips=()), words))
    spots = tuple(_untouchable(spot) for spot in shown.spots)
    return replace(shown, spots=spots, dealer=replace(shown.dealer, touch=""), watermark=words("pit-history-mark"))


def _untouchable(spot: SpotOnFelt) -> SpotOnFelt:
    hands: tuple[HandOnFelt, ...] = tuple(replace(hand, touch="") for hand in spot.hands)
    return replace(spot, hands=hands, touch="")
