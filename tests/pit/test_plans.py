"""Every kind of search is a look-up in an index, by the database's own word; how long it takes, `make bench` tells."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import Engine
from sqlalchemy.dialects import sqlite

from dealer_console.pit.archive.database import file_index
from dealer_console.pit.archive.search import _bounds, _ids, search
from dealer_console.pit.long_work import unwatched
from tests.tools.bench.pit import FILTERS, fill


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
