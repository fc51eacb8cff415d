"""`supposed_hit = false` (rulesets 11): a card drawn while a hand is in turn is loose until the dealer says whose."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer_console.rulebook import load_rules
from dealer_console.rulebook.sample_table import sample_text
from dealer_console.rulebook.tables import table_from_file
from dealer_console.table import commands as c
from tests.rigs.open_table import CB, OpenTable
from tests.rigs.opening import setup_of

CARDS = "Th 6d 4h Kd 5c 9h 2c"


@pytest.fixture
def bench(tmp_path: Path) -> OpenTable:
    """A table whose file says so, with the cards dealt and 1a in turn."""
    rules = load_rules(CB)
    shoe = [("shoe", "sim://shoe", "shoe")]
    text = sample_text(rules, name="t1", title="Table 1", hole_card="peek", devices=shoe, spots=rules.spots_per_player)
    file = tmp_path / "t1.toml"
    file.write_text(text.replace("[policy]", "[policy]\nsupposed_hit = false"), "utf-8")
    table = OpenTable(CARDS, rules=CB, kinds=("shoe",))
    table.virtual.setup = setup_of(table_from_file(file))
    table.virtual.restart()
    table.run(2.0)
    table.draw(5)
    return table


def test_the_card_is_loose_and_play_waits(bench: OpenTable) -> None:
    assert bench.standing() == ["Th", "6d", "4h", "??"]
    loose = bench.snapshot.loose
    assert loose is not None
    assert loose.hit_of == "1a"
    assert "nobody was due" in bench.play_refused("1a stand")


def test_the_hand_asked_for_it(bench: OpenTable) -> None:
    bench.done(c.ExplainDraw(who="Dee", seen=True, asked=True))
    bench.run()
    assert bench.standing()[-2:] == ["1a hit", "5c"]
    assert bench.state.standing[-2].who == "Dee"  # a hit that a person has said is not supposed
    assert [draw.place for draw in bench.state.draws.values()] == ["hole"]


def test_nobody_asked_for_it_and_it_is_offered_by_the_rules(bench: OpenTable) -> None:
    bench.done(c.ExplainDraw(who="Dee", seen=True))
    bench.run()
    assert bench.standing()[-1] == "irregularity card-exposed 5c"


def test_a_table_that_says_nothing_supposes_the_hit() -> None:
    bench = OpenTable(CARDS, rules=CB, kinds=("shoe",))
    bench.draw(5)
    assert bench.standing()[-2:] == ["1a hit", "5c"]
    assert bench.state.standing[-2].who is None
