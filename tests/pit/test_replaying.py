"""A found round is dealt again: its steps are its entries, its result is the journaled one, nothing is left out."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from random import Random

import pytest

from dealer_console.game.engine import Round, play
from dealer_console.game.play.legal_moves import legal_moves
from dealer_console.game.round_files.notation import write_move
from dealer_console.game.round_files.replay import replay as replay_file
from dealer_console.game.round_files.round_file import parse_bet, read_round, write_round
from dealer_console.game.rules import TableRules
from dealer_console.journal import Draft, settlements
from dealer_console.journal.configuration import table_rules
from dealer_console.journal.entries import read
from dealer_console.journal.entries.journal_own import ConfigurationSet
from dealer_console.journal.round_entries import closed, moved, opened, undone
from dealer_console.journal.rounds import recorded_rounds
from dealer_console.pit.amounts import house_result
from dealer_console.pit.archive import Archive, Search
from dealer_console.pit.errors import PitRefused
from dealer_console.pit.round_replay import replay
from dealer_console.rulebook import load_rules
from tests.pit.journals import HandWritten


def test_every_table_replays_to_what_was_journaled(archive: Archive) -> None:
    for log in archive.logs():
        recorded = {recorded_round.number: recorded_round for recorded_round in recorded_rounds(Path(log.place))}
        for found_round in archive.search(Search(table=log.table), limit=12).rounds:
            told = replay(archive, found_round)
            fold = recorded[found_round.number]
            assert [*told.settlements] == [wager.settlement for wager in fold.settled]
            assert [step.move for step in told.steps if step.kind not in ("opened", "closed")] == [*fold.moves]
            assert told.steps[0].kind == "opened"
            assert told.steps[-1].message == house_result(found_round.house)
            assert all(step.felt.watermark == "HISTORY" for step in told.steps)


def test_irregular_rounds_replay_too(archive: Archive) -> None:
    found_rounds = archive.search(Search(mark="irregular"), limit=30).rounds
    assert found_rounds
    for found_round in found_rounds:
        kinds = [step.kind for step in replay(archive, found_round).steps]
        assert kinds.count("irregularity") == found_round.irregular
        assert "ruling" in kinds


def test_the_round_file_is_dealt_again_with_its_results(archive: Archive) -> None:
    for found_round in archive.search(Search(table="switch-01"), limit=5).rounds:
        text = write_round(replay(archive, found_round).file)
        file = read_round(tomllib.loads(text))
        again = replay_file(file, load_rules(file.rules))
        assert again.status == 0, (again.fault, again.differences)


def _play_on(r: Round, dice: Random) -> list[Draft]:
    drafts: list[Draft] = []
    while not r.complete:
        move = dice.choice(legal_moves(r))
        before = list(r.settlements)
        play(r, move)
        drafts += [moved(move, "Ann"), *settlements.drafts(before, r.settlements, "Ann")]
    return drafts


def test_what_was_taken_back_is_a_step_and_so_is_its_undoing(tmp_path: Path) -> None:
    table = HandWritten(tmp_path / "a.journal").open_shift()
    rules: TableRules = table_rules(_configuration(table))
    bets = [parse_bet("1 25"), parse_bet("2 50")]
    table.append(Draft(kind="shoe", data={"decks": rules.decks, "change": "new"}))
    r = Round(rules, bets)
    table.append(opened(1, bets, "Ann"))
    first = next(move for move in legal_moves(r) if write_move(move) == "Kh")
    gone = table.append(moved(first, "Ann"))
    table.append(undone(gone, "wrong card", "Ann"))
    for draft in _play_on(r, Random(5)):
        table.append(draft)
    table.append(closed(1, r, "Ann"))
    with Archive.open(table.close(), index=tmp_path / "i") as archive:
        archive.refresh()
        told = replay(archive, archive.search(Search()).rounds[0])
    assert [step.kind for step in told.steps[:3]] == ["opened", "card", "undo"]
    assert told.steps[2].message is not None
    assert told.steps[2].message["why"] == "wrong card"
    assert len(told.steps[1].felt.spots[0].hands[0].cards) == 1
    assert told.steps[2].felt == told.steps[0].felt
    assert "Kh" not in told.file.play[0].split()[:1]


def _configuration(table: HandWritten) -> ConfigurationSet:
    return read(ConfigurationSet, json.loads(table.journal._rows[1][7]))


def test_a_round_that_cannot_be_dealt_again_says_so(tmp_path: Path) -> None:
    table = HandWritten(tmp_path / "a.journal").open_shift()
    table.append(Draft(kind="shoe", data={"decks": 6, "change": "new"}))
    table.round(("main", "25.00", "0.00", "25.00"), moves=("1a stand",))
    with Archive.open(table.close(), index=tmp_path / "i") as archive:
        archive.refresh()
        with pytest.raises(PitRefused, match="Verify the journal"):
            replay(archive, archive.search(Search()).rounds[0])
