"""Many tables at once: everything arrives, once and in order. No test rests on the figures."""

from __future__ import annotations

import pytest

from dealer_console.demo.floor.temporary_postgres import Server
from tests.tools.bench import floor


def must_be_whole(found: floor.Scale) -> None:
    """Every table's head is the floor's head, which follows from every hash before it."""
    assert {name: found.floor_heads[name] for name in found.heads} == {
        name: (seq, hash_) for name, (seq, hash_) in found.heads.items()
    }
    assert found.floor_entries == sum(seq for seq, _ in found.heads.values())
    assert found.alarms == 0
    assert found.figures["entries"] >= len(found.heads)


def test_a_few_tables(server: Server) -> None:
    scale = floor.run(server, tables=6, seconds=1.5, processes=1, rows=1200, runs=1)
    assert len(scale.heads) == 6
    must_be_whole(scale)


@pytest.mark.proof
def test_two_hundred_tables_at_ten_times_the_live_pace() -> None:
    """The figures are shown by `pytest -rP`, and by `python -m tests.tools.bench.floor`."""
    with floor.durable_server(200) as server:
        scale = floor.run(server, tables=200, seconds=30, processes=4)
    assert len(scale.heads) == 200
    must_be_whole(scale)
    floor.show(scale.figures)
