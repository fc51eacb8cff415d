"""One fold of a round: the live table, verification, history and the past rounds say the same after every entry."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from dealer_console.game.cards import card
from dealer_console.game.engine import Round
from dealer_console.game.errors import Refused
from dealer_console.game.message import Message
from dealer_console.game.round_files.notation import parse_move
from dealer_console.game.round_files.round_file import parse_bet
from dealer_console.game.shoe import ShoeCount
from dealer_console.journal.entries import encode
from dealer_console.journal.entries.rounds import RoundOpened
from dealer_console.journal.round_fold import DealtRound
from dealer_console.simulation.mishaps import GROUPS
from dealer_console.simulation.run import SimulatedTable
from dealer_console.table import commands as c
from dealer_console.table.commands.card_correction import _again
from dealer_console.table.state.state_codec import state_data, state_from_data
from tests.journal.readers import Readers, readers_agree
from tests.rigs.open_table import CB, MA, OpenTable
from tests.rigs.staffed_table import StaffedTable

WA = "washington-switch-v1"
VAULT = sorted((Path(__file__).parents[1] / "journal" / "vault").glob("*.journal"))


@pytest.mark.parametrize("path", VAULT, ids=lambda path: path.stem)
def test_the_readers_agree_about_every_journal_of_the_vault(path: Path, tmp_path: Path) -> None:
    for file in path.parent.glob(f"{path.name}*"):
        shutil.copy(file, tmp_path)
    readers_agree(tmp_path / path.name)


@pytest.mark.parametrize("rules", [MA, CB])
@pytest.mark.parametrize("seed", [3, 4])
def test_the_readers_agree_about_simulated_tables_with_every_kind_of_mishap(
    rules: str, seed: int, tmp_path: Path
) -> None:
    simulated = SimulatedTable(rules, seed, GROUPS)
    simulated.run(5)
    readers = Readers()
    for entry in simulated.journal.entries():
        readers.take(entry)
    assert readers.checked.rounds >= 5


def test_a_burned_card_is_out_also_after_an_undo(tmp_path: Path) -> None:
    bench = StaffedTable(tmp_path)
    bench.ready()
    bench.bet("1 25")
    bench.play("Th 9d 7c")
    dealt = bench.state.open_round
    assert dealt is not None
    out = dealt.felt.shoe.out
    shown = dealt.round
    dealt.burn(bench.state.seq + 1, shown.dealer.cards[0])
    dealt.undo(dealt.standing[-1].seq)
    assert dealt.felt.shoe.out == out  # one more burned, one card taken back
    assert shown.shoe.out == out


def test_a_seventh_copy_that_was_burned_after_its_round_stops_no_restart(tmp_path: Path) -> None:
    """The sixth lies in the round: dealt again from a snapshot, the burned one does not come before it."""
    bench = StaffedTable(tmp_path)
    bench.ready()
    assert bench.state.shoe is not None
    ten = card("Th")
    for _ in range(bench.state.shoe.decks - 1):
        bench.state.shoe.draw(ten)
    bench.bet("1 25")
    bench.play("Th 9d 7c")
    dealt = bench.state.open_round
    assert dealt is not None
    dealt.burn(bench.state.seq + 1, ten)
    assert bench.state.configuration is not None
    again = state_from_data({**state_data(bench.state), "configuration": encode(bench.state.configuration).data})
    assert again is not None
    assert again.hash() == bench.state.hash()
    assert again.shoe is not None
    assert again.shoe.copies[ten.index] == bench.state.shoe.decks + 1


@pytest.mark.parametrize(("code", "kept"), [("shoe-empty", False), ("shuffler-fault", True)])
def test_cards_burned_before_the_discards_were_shuffled_inside_the_round_go_back_and_those_after_stay_out(
    code: str, kept: bool
) -> None:
    table = OpenTable(rules=WA, kinds=(), choices={"hole_card": "peek"}).state.table
    assert table is not None
    dealt = DealtRound(1, RoundOpened(round=1, bets=(parse_bet("1 25"),)), table, ShoeCount(6))
    for seq, text in enumerate(("Th", "9d", "7c"), start=2):
        dealt.move(seq, parse_move(text))
    dealt.burn(5, card("2c"))
    dealt.move(6, parse_move(f"irregularity {code}"))
    dealt.move(7, parse_move("resolve reshuffle by Sue"))
    assert dealt.felt.shoe.out == 3 + kept
    dealt.burn(8, card("Th"))
    dealt.move(9, parse_move("4h"))
    dealt.undo(9)
    assert dealt.felt.shoe.out == 4 + kept
    assert dealt.felt.shoe.copies[card("Th").index] == 2
    assert dealt.felt.shoe.copies[card("2c").index] == kept


def test_a_card_is_not_corrected_to_one_of_which_every_copy_is_out_also_when_the_last_was_burned(
    tmp_path: Path,
) -> None:
    bench = StaffedTable(tmp_path)
    bench.ready()
    assert bench.state.shoe is not None
    for _ in range(bench.state.shoe.decks - 1):
        bench.state.shoe.draw(card("Kh"))
    bench.bet("1 25")
    bench.play("Th 9d 7c")
    dealt = bench.state.open_round
    assert dealt is not None
    dealt.burn(bench.state.seq + 1, card("Kh"))
    with pytest.raises(Refused) as refused:
        _again(dealt, 0, parse_move("Kh"))
    why = refused.value.refusal.message["why"]
    assert isinstance(why, Message)
    assert why.code == "all-copies-out-call"
    assert _again(dealt, 0, parse_move("Qh")).hands


def counted(monkeypatch: pytest.MonkeyPatch, name: str) -> list[Round]:
    """The rounds for which this method was called since."""
    calls: list[Round] = []
    method = getattr(Round, name)

    def counting(r: Round, *given: object) -> object:
        calls.append(r)
        return method(r, *given)

    monkeypatch.setattr(Round, name, counting)
    return calls


def test_a_card_is_put_on_the_felt_without_dealing_the_round_again(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = OpenTable("Th 9d 6c Tc 8s 5h 9c", kinds=("reader",))
    for text in ("Th", "9d", "6c"):
        bench.play(text)
    begun, copied = counted(monkeypatch, "__init__"), counted(monkeypatch, "copy")
    before = bench.snapshot.round
    assert before is not None
    bench.play("Tc")
    assert begun == []
    assert len(copied) == 1
    assert len(before.moves) + 1 == len(bench.state.standing)  # whoever looked at the round keeps it as it was


def test_what_is_taken_back_is_dealt_once(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = OpenTable(kinds=("reader",))
    for text in ("Th", "9d", "6c"):
        bench.play(text)
    begun = counted(monkeypatch, "__init__")
    bench.done(c.TakeBack(who="Dee", why="mistyped"))
    assert len(begun) == 1
    assert bench.standing() == ["Th", "9d"]
