"""A late call in the journal: nothing is erased, the amended moves stand, and verification deals them again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from dealer_console.cli.journals.export import round_file
from dealer_console.game.cards import card
from dealer_console.game.choices import choose
from dealer_console.game.engine import Round
from dealer_console.game.round_files.notation import parse_move
from dealer_console.game.round_files.replay import replay
from dealer_console.journal import Draft, Journal, settlements
from dealer_console.journal.configuration import configuration
from dealer_console.journal.entries.cards import CardBurned, ShoeLoaded
from dealer_console.journal.entries.rounds import LateCallMade, RoundOpened
from dealer_console.journal.late_calls import late_call_entry
from dealer_console.journal.round_entries import appends_of_round, closed
from dealer_console.journal.round_fold import DealtRound
from dealer_console.journal.rounds import recorded_rounds
from dealer_console.journal.verification.verify import VerifyReport, verify
from dealer_console.rulebook import load_rules
from dealer_console.simulation.engine_table import IrregularTable
from dealer_console.simulation.player import plain_bets
from dealer_console.table.session.recovery import restore
from dealer_console.table.snapshot.past_rounds import PastRounds
from tests.game.test_late_call import any_late_call
from tests.journal.dealt import LOG, NOON, RULES, SEED
from tests.journal.readers import readers_agree

TABLE = choose(load_rules(RULES), {})
FIRST = 5  # the entry of the first move, behind genesis, configuration, shoe and wagers


class Called:
    """A random round, journaled, and an irregularity that is called after it was closed, or before its last moves."""

    def __init__(self, seed: int, *, still_open: bool) -> None:
        dice = Random(seed)
        self.bets = plain_bets(2)
        old = IrregularTable(TABLE, dice, often=0.0).play_round(self.bets)
        late = next(filter(None, (any_late_call(TABLE, old, dice) for _ in range(200))))
        booked = old.moves[: dice.randint(late.place + 1, len(old.moves))] if still_open else old.moves
        self.drafts = [configuration(RULES, {}), Draft.of(ShoeLoaded(decks=TABLE.decks, change="new"))]
        for part in appends_of_round(1, TABLE, self.bets, booked, who="Ann"):
            self.drafts += part
        if still_open:
            self.drafts.pop()
        dealt = DealtRound(4, RoundOpened(round=1, bets=tuple(self.bets)), TABLE, Round(TABLE, self.bets).shoe)
        entries = [seq for seq, draft in enumerate(self.drafts, start=2) if draft.kind == "move"]
        for seq, move in zip(entries, booked, strict=True):
            dealt.move(seq, move, "Ann")
        given = late_call_entry(
            dealt, place=entries[late.place], call=late.call, rulings=late.rulings, approved_by="Sue", why="seen late"
        )
        assert isinstance(given, tuple), given
        self.entry, self.amended = given
        changes = settlements.drafts(dealt.felt.settlements, self.amended.round.settlements, "Ann")
        self.after = [Draft.of(self.entry, who="Ann"), *changes]
        if self.amended.round.complete:
            self.after.append(closed(1, self.amended.round, "Ann"))

    def journal(self, folder: Path, after: list[Draft] | None = None) -> Path:
        path = folder / "a.journal"
        with Journal.create(path, table="BJS 4", signing_key=SEED, at_ms=NOON, log=LOG) as journal:
            journal.append([*self.drafts, *(self.after if after is None else after)], at_ms=NOON)
        return path


@pytest.fixture(params=[(seed, still_open) for seed in range(6) for still_open in (True, False)], ids=str)
def called(request: pytest.FixtureRequest) -> Called:
    seed, still_open = request.param
    return Called(seed, still_open=still_open)


def test_the_journal_with_a_late_call_is_genuine(called: Called, tmp_path: Path) -> None:
    assert verify(called.journal(tmp_path)).problem is None


def test_the_exported_round_is_the_amended_one_and_replays_to_the_same_end(called: Called, tmp_path: Path) -> None:
    (recorded,) = recorded_rounds(called.journal(tmp_path))
    assert recorded.moves == [*called.amended.moves]
    assert [wager.settlement for wager in recorded.settled] == called.amended.round.settlements
    replayed = replay(round_file(recorded), load_rules(RULES))
    assert replayed.round is not None
    assert replayed.round.settlements == called.amended.round.settlements


def test_the_live_table_goes_on_from_the_amended_round(called: Called, tmp_path: Path) -> None:
    with Journal.open(called.journal(tmp_path), SEED) as journal:
        state = restore(journal)
        past = PastRounds(journal).rounds
    assert state.dealt is not None
    assert state.dealt.moves == [*called.amended.moves]
    assert [wager.settlement for wager in state.settled] == called.amended.round.settlements
    assert state.in_round is not called.amended.round.complete
    assert [round_.number for round_ in past] == ([1] if called.amended.round.complete else [])


def test_all_readers_agree_also_about_a_card_that_was_burned_in_between(called: Called, tmp_path: Path) -> None:
    burned = Draft.of(CardBurned(card=card("Kh")), who="Ann")
    path = called.journal(tmp_path, [burned, *called.after])
    assert verify(path).problem is None
    readers_agree(path)


def test_a_snapshot_after_it_brings_the_same_table_back(called: Called, tmp_path: Path) -> None:
    with Journal.open(called.journal(tmp_path), SEED) as journal:
        before = restore(journal)
        journal.snapshot(before.data(), NOON)
        assert restore(journal).hash() == before.hash()


def _one_move_less(entry: LateCallMade) -> LateCallMade:
    return replace(entry, moves=entry.moves[:-1], entries=entry.entries[:-1])


def _another_place(entry: LateCallMade) -> LateCallMade:
    return replace(entry, place=entry.place + 1000)


def _another_struck(entry: LateCallMade) -> LateCallMade:
    return replace(entry, struck=(*entry.struck, FIRST))


def _no_supervisor_of_ours(entry: LateCallMade) -> LateCallMade:
    return replace(entry, call=parse_move("1a stand"))


@pytest.mark.parametrize("forge", [_one_move_less, _another_place, _another_struck, _no_supervisor_of_ours])
def test_a_late_call_that_says_something_else_than_the_rules_is_found(
    forge: Callable[[LateCallMade], LateCallMade], tmp_path: Path
) -> None:
    called = Called(1, still_open=False)
    forged = [Draft.of(forge(called.entry), who="Ann"), *called.after[1:]]
    report: VerifyReport = verify(called.journal(tmp_path, forged))
    assert report.problem is not None
    assert report.problem.entry == 1 + len(called.drafts) + 1


def test_a_settlement_that_is_missing_after_it_is_found(tmp_path: Path) -> None:
    called = next(called for seed in range(50) if len((called := Called(seed, still_open=False)).after) > 2)
    report = verify(called.journal(tmp_path, [called.after[0], *called.after[2:]]))
    assert report.problem is not None


def test_after_the_next_wagers_it_is_too_late(tmp_path: Path) -> None:
    called = Called(1, still_open=False)
    wagers = Draft(kind="wagers", data={"bets": ["1 25"]})
    report = verify(called.journal(tmp_path, [wagers, *called.after]))
    assert report.problem is not None
    assert report.problem.what.code == "verify-no-round-for-call"
