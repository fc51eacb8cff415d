"""Every kind of search is a look-up in an index, by the database's own word; how long it takes, `make bench` tells."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import Engine
from sqlalchemy.dialects import sqlite

from dealer_console.pit.archive import Search
from dealer_console.pit.archive.database import file_index
from dealer_console.pit.archive.search import _bounds, _ids, search
from dealer_console.pit.long_work import unwatched
from tests.pit.made_up_rounds import fill

# With how many rounds a page holds.
FILTERS: dict[str, tuple[Search, int]] = {
    "time": (Search(), 50),
    "table": (Search(table="table 5"), 50),
    "dealer": (Search(dealer="dealer 7"), 50),
    "spot": (Search(spot=3), 50),
    "amount": (Search(amount=2500), 50),
    "at_least": (Search(at_least=40_000), 10),
    "irregularity": (Search(mark="card-exposed"), 50),
    "rare_irregularity": (Search(mark="shoe-fault"), 1),
    "card": (Search(card="Kh"), 50),
    "table_and_dealer": (Search(table="table 5", dealer="dealer 7"), 5),
    "table_spot_card": (Search(table="table 5", spot=3, card="Kh"), 20),
    "dealer_amount_card": (Search(dealer="dealer 7", amount=2500, card="Kh"), 1),
    "irregularity_and_table": (Search(mark="card-exposed", table="table 5"), 3),
}


@pytest.fixture(scope="module")
def made_up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    engine = file_index(tmp_path_factory.mktemp("plans") / "made-up.pit-index")
    fill(engine, 3000)
    yield engine
    engine.dispose()


@pytest.mark.parametrize("name", FILTERS)
def test_nothing_is_sorted_and_no_table_is_read_from_end_to_end(made_up: Engine, name: str) -> None:
    wanted, page = FILTERS[name]
    with made_up.connect() as connection:
        bounds = _bounds(connection, wanted)
        assert bounds is not None
        query = _ids(wanted, bounds, (2000 * 60_000, 7), page)
        s_q_l_compiler = query.compile(dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True})
        plan = [str(row[3]) for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {s_q_l_compiler}")]
    steps = [line for line in plan if line.startswith(("SEARCH", "SCAN", "USE TEMP"))]
    assert steps
    merged = name == "at_least"  # the newest of each rung, a page each, are put together
    for line in steps:
        assert line.startswith("SEARCH") or (merged and line.startswith(("SCAN (", "SCAN anon", "USE TEMP B-TREE"))), (
            plan
        )


@pytest.mark.parametrize("name", FILTERS)
def test_the_made_up_rounds_are_found(made_up: Engine, name: str) -> None:
    wanted, page = FILTERS[name]
    found_rounds = search(made_up, wanted, limit=page, work=unwatched()).rounds
    if name not in ("rare_irregularity", "dealer_amount_card"):  # too seldom to be sure of one among so few
        assert found_rounds
    assert len(found_rounds) <= page
