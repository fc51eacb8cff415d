"""`simulate`: whole tables with mishaps keep every promise, and the same seed gives the same journal."""

from __future__ import annotations

import json

import pytest

from dealer_console.commands.simulate import simulate
from dealer_console.proof.simulate.mishaps import GROUPS, UnknownMishap, groups_of
from dealer_console.proof.simulate.run import SimulatedTable
from dealer_console.rulebook.load import config_folder

RULE_SETS = sorted(file.stem for file in (config_folder() / "rulesets").glob("*.toml"))


@pytest.mark.parametrize("rules", RULE_SETS)
def test_rounds_with_every_kind_of_mishap_break_no_promise(rules: str) -> None:
    result = SimulatedTable(rules, 5, GROUPS).run(15)
    assert result.examples == ()
    assert result.rounds == 15
    assert result.mishaps > 0


def test_the_same_seed_gives_the_same_journal_head_and_another_seed_another() -> None:
    first, again, other = (SimulatedTable("massachusetts-switch", seed, GROUPS).run(4) for seed in (9, 9, 10))
    assert (first.head, first.entries) == (again.head, again.entries)
    assert other.head != first.head


def test_cards_wait_while_the_machine_has_no_power() -> None:
    """The power is cut just when the cards are to be loaded: nobody says that they are in."""
    found = SimulatedTable("light-and-wonder-switch-v4", 4, GROUPS).run(1)
    assert found.examples == ()
    assert found.rounds == 1


@pytest.mark.parametrize("group", [*GROUPS, "none"])
def test_each_kind_of_mishap_alone(group: str) -> None:
    assert SimulatedTable("massachusetts-switch", 3, groups_of(group)).run(8).examples == ()


def test_the_last_line_is_one_object_that_depends_on_the_arguments_alone(capsys: pytest.CaptureFixture[str]) -> None:
    said = []
    for _ in range(2):
        assert simulate(rounds=3, seed=4, rules="south-dakota-switch", faults="line,restart", as_json=True) == 0
        said.append(capsys.readouterr().out.splitlines()[-1])
    assert said[0] == said[1]
    found = json.loads(said[0])
    assert (found["rounds"], found["violations"]) == (3, {})
    assert len(found["head"]) == 64


def test_wrong_arguments_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate(rounds=0, seed=1) == 2
    assert simulate(rounds=1, seed=1, faults="fire") == 2
    assert simulate(rounds=1, seed=1, rules="nowhere-switch") == 2
    assert "none, all, or some of" in capsys.readouterr().err
    with pytest.raises(UnknownMishap):
        groups_of("line,fire")


def test_a_broken_promise_is_found_and_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that forgets a card is caught: the checks can fail."""
    from dealer_console.proof.simulate.physical import PhysicalCards

    monkeypatch.setattr(PhysicalCards, "left", property(lambda self: len(self._shoe.cards) - 1))
    assert simulate(rounds=2, seed=1, rules="massachusetts-switch", faults="none", as_json=True) == 1
    out = capsys.readouterr()
    assert json.loads(out.out)["violations"] == {"cards": 1}
    assert "should be left" in out.err


@pytest.mark.proof
@pytest.mark.parametrize("seed", range(1, 5))
@pytest.mark.parametrize("rules", RULE_SETS)
def test_ten_thousand_rounds_with_mishaps(rules: str, seed: int) -> None:
    """Eleven rule sets, four seeds, 228 rounds each: 10,032 rounds."""
    for part in range(3):
        result = SimulatedTable(rules, 1000 * seed + part, GROUPS).run(76)
        assert result.examples == ()
        assert result.rounds == 76
