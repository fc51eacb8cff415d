"""`simulate`: whole tables with mishaps keep every promise, and the same seed gives the same journal."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from dealer_console.cli.table.simulate import simulate
from dealer_console.rulebook.load import config_folder
from dealer_console.simulation.mishaps import GROUPS, UnknownMishap, groups_of
from dealer_console.simulation.run import SimulatedTable

RULE_SETS = sorted(file.stem for file in (config_folder() / "rulesets").glob("*.toml"))
# What an evening of a table with a house has seen when it is over.
EVENING = 40  # rounds
EVENINGS = (11, 4, 13, 3, 7, 12)  # seeds: the first sees all of it today, and the others are there for another day
OF_AN_EVENING = {
    "request open-table",
    "request inspect-cards",
    "request correct-settlement",
    "request close-table",
    "shift open",
    "shift notice",
    "shift close",
    "money buy-in",
    "money toke",
    "money color-up",
    "money fill requested",
    "money fill confirmed",
    "money credit requested",
    "money credit confirmed",
    "correction",
    "approval at the table",
    "approval from the pit",
    "declined",
    "approval-used",
    "lock-out",
    "person-out dealer",
}


@pytest.mark.parametrize("rules", RULE_SETS)
def test_rounds_with_every_kind_of_mishap_break_no_promise(rules: str) -> None:
    result = SimulatedTable(rules, 5, GROUPS).run(6)
    assert result.examples == ()
    assert result.rounds == 6
    assert result.mishaps > 0


def test_the_same_seed_gives_the_same_journal_head_and_another_seed_another() -> None:
    heads = [SimulatedTable("massachusetts-switch", seed, GROUPS).run(3).head for seed in (5, 5, 6)]
    assert heads[0] == heads[1] != heads[2]


def test_an_evening_sees_everything_that_happens_in_a_house() -> None:
    """People come and go, chips and cash move, tables close and open again: the promises had something to check."""
    missing, opened = set(OF_AN_EVENING), 0
    for seed in EVENINGS:
        table = SimulatedTable("catfish-bend-blackjack", seed, groups_of("human,restart"))
        for rounds in range(5, EVENING + 1, 5):
            if missing or opened < 2:
                assert table.run(rounds).examples == ()
                missing -= {_told(entry.kind, entry.data) for entry in table.journal.entries()}
                opened = max(opened, table.virtual.session.state.shift.number)
    assert not missing
    assert opened > 1


def _told(kind: str, data: Mapping[str, object]) -> str:
    words = {
        "request": data.get("action"),
        "shift": data.get("step"),
        "money": f"{data.get('what')} {data.get('step', '')}".strip(),
        "approval": "from the pit" if "place" in data else "at the table",
        "person-out": data.get("role"),
    }
    return f"{kind} {words[kind]}" if kind in words else kind


def test_a_missed_card_of_the_dealer_called_late_is_ruled_on_before_the_loose_cards_find_a_place_cb_10() -> None:
    """A card is drawn while they wait: it waits behind them, and nobody waits for ever."""
    assert SimulatedTable("catfish-bend-blackjack", 6, groups_of("human,restart")).run(2).examples == ()


def test_cards_wait_while_the_device_has_no_power() -> None:
    """The power is cut just when the cards are to be loaded: nobody says that they are in."""
    result = SimulatedTable("light-and-wonder-switch-v4", 4, GROUPS).run(1)
    assert result.examples == ()
    assert result.rounds == 1


@pytest.mark.parametrize("group", [*GROUPS, "none"])
def test_each_kind_of_mishap_alone(group: str) -> None:
    assert SimulatedTable("massachusetts-switch", 3, groups_of(group)).run(5).examples == ()


def test_the_last_line_is_one_object_that_depends_on_the_arguments_alone(capsys: pytest.CaptureFixture[str]) -> None:
    said = []
    for _ in range(2):
        assert simulate(rounds=3, seed=4, rules="south-dakota-switch", faults="line,restart", as_json=True) == 0
        said.append(capsys.readouterr().out.splitlines()[-1])
    assert said[0] == said[1]
    found = json.loads(said[0])
    assert (found["rounds"], found["violations"]) == (3, {})
    assert len(found["head"]) == 64


def test_processes_that_share_the_tables_change_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dealer_console.cli.table.simulate.WORTH_SHARING", 1)
    said = []
    for jobs in (1, 2):
        assert simulate(rounds=4, seed=4, jobs=jobs, as_json=True) == 0
        said.append(capsys.readouterr().out.splitlines()[-1])
    assert said[0] == said[1]


def test_wrong_arguments_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulate(rounds=0, seed=1) == 2
    assert simulate(rounds=10**9, seed=1) == 2
    assert simulate(rounds=1, seed=1, jobs=0) == 2
    assert simulate(rounds=1, seed=1, faults="fire") == 2
    assert simulate(rounds=1, seed=1, faults="none,line") == 2
    assert simulate(rounds=1, seed=1, faults="") == 2
    assert simulate(rounds=1, seed=1, rules="nowhere-switch") == 2
    assert "none, all, or some of" in capsys.readouterr().err
    with pytest.raises(UnknownMishap):
        groups_of("line,fire")


def test_a_broken_promise_is_found_and_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that forgets a card is caught: the checks can fail."""
    from dealer_console.simulation.physical import PhysicalCards

    monkeypatch.setattr(PhysicalCards, "left", property(lambda self: len(self._shoe.cards) - 1))
    assert simulate(rounds=2, seed=1, rules="massachusetts-switch", faults="none", as_json=True) == 1
    out = capsys.readouterr()
    assert json.loads(out.out)["violations"] == {"cards": 1}
    assert "should be left" in out.err


def test_books_that_are_not_those_of_the_entries_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A shift that forgets what was taken and paid."""
    from dealer_console.table.shift import fold_rounds

    monkeypatch.setattr(fold_rounds, "into_tray", lambda till, _cents: till)
    result = SimulatedTable("catfish-bend-blackjack", 1, ()).run(EVENING)
    assert result.violations == {"books": 1}


def test_a_chip_too_many_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    from dealer_console.simulation.chips import TRAY, PhysicalChips

    monkeypatch.setattr(PhysicalChips, "tray", property(lambda self: self.at[TRAY] + 25))
    assert SimulatedTable("catfish-bend-blackjack", 1, ()).run(1).violations == {"chips": 1}


def test_a_table_that_lets_everybody_approve_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    from dealer_console.table.approvals.state import Approvals
    from dealer_console.table.people.permissions import Permissions

    monkeypatch.setattr(Approvals, "_why_not_approve", lambda *_arguments: None)
    monkeypatch.setattr(Permissions, "why_not_person_approves", lambda *_arguments: None)
    monkeypatch.setattr(Permissions, "why_not_approve", lambda *_arguments: None)
    result = SimulatedTable("catfish-bend-blackjack", 1, ()).run(EVENING)
    assert "rights" in result.violations


@pytest.mark.proof
@pytest.mark.parametrize("seed", range(1, 5))
@pytest.mark.parametrize("rules", RULE_SETS)
def test_ten_thousand_rounds_with_mishaps(rules: str, seed: int) -> None:
    """Eleven rule sets, four seeds, 228 rounds each: 10,032 rounds."""
    for part in range(3):
        result = SimulatedTable(rules, 1000 * seed + part, GROUPS).run(76)
        assert result.examples == ()
        assert result.rounds == 76
