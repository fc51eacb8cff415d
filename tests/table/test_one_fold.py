"""One fold of a round: the live table, verification, history and the past rounds say the same after every entry."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from dealer_console.game.engine import Round
from dealer_console.simulation.mishaps import GROUPS
from dealer_console.simulation.run import SimulatedTable
from dealer_console.table import commands as c
from tests.journal.readers import Readers, readers_agree
from tests.table.bench import CB, MA, Bench
from tests.table.evening.house_bench import HouseBench

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
    bench = HouseBench(tmp_path)
    bench.ready()
    bench.bet("1 25")
    bench.play("Th 9d 7c")
    dealt = bench.state.open_round
    assert dealt is not None
    out = dealt.felt.shoe.out
    shown = dealt.round
    dealt.burn(shown.dealer.cards[0])
    dealt.undo(dealt.standing[-1].seq)
    assert dealt.felt.shoe.out == out  # one more burned, one card taken back
    assert shown.shoe.out == out


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
    bench = Bench("Th 9d 6c Tc 8s 5h 9c", kinds=("reader",))
    for card in ("Th", "9d", "6c"):
        bench.play(card)
    begun, copied = counted(monkeypatch, "__init__"), counted(monkeypatch, "copy")
    before = bench.snapshot.round
    assert before is not None
    bench.play("Tc")
    assert begun == []
    assert len(copied) == 1
    assert len(before.moves) + 1 == len(bench.state.standing)  # whoever looked at the round keeps it as it was


def test_what_is_taken_back_is_dealt_once(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench(kinds=("reader",))
    for card in ("Th", "9d", "6c"):
        bench.play(card)
    begun = counted(monkeypatch, "__init__")
    bench.ok(c.TakeBack(who="Dee", why="mistyped"))
    assert len(begun) == 1
    assert bench.standing() == ["Th", "9d"]
