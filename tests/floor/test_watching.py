"""The pit hears calls, alarms and rulings at once, and sees every head that grew."""

from __future__ import annotations

import json
import threading

import pytest
from sqlalchemy import create_engine, text

from dealer_console.demo.floor.temporary_postgres import Server
from dealer_console.floor import FloorRefused, address, news_feed, queries
from dealer_console.floor.news_feed import News
from dealer_console.journal import Draft
from tests.rigs.floor_rig import PIT, TABLE, NotedTable, wait_until

LONG = 120.0


def test_news(table: NotedTable) -> None:
    table.deal(5)
    table.forward()
    table.must_arrive()
    with news_feed.watch(table.floor.url(PIT)) as watch:
        first = watch.next_news(LONG)
        assert first.grown == {TABLE: 0}
        assert first.heads[0].seq == 6
        assert watch.next_news(0.01).grown == {}
        table.deal(2)
        table.must_arrive()
        grown = watch.next_news(0.01).grown
        assert grown == {TABLE: 6}
        journal = first.heads[0].journal
        assert journal is not None
        fresh = [row for batch in queries.rows(watch.connection, journal, after=6) for row in batch]
        assert [json.loads(row.data)["text"] for row in fresh] == ["number 6", "number 7"]
        assert queries.hash_at(watch.connection, journal, 6) == first.heads[0].hash


def test_a_call_is_told_at_once(table: NotedTable) -> None:
    """Whoever waits half a minute is woken."""
    table.forward()
    table.must_arrive()
    with news_feed.watch(table.floor.url(PIT)) as watch:
        watch.next_news(0.01)
        table.append(Draft(kind="alarm", data={"alarm": "the shoe is open"}))
        news = watch.next_news(LONG)
    assert news.channels == {"floor_calls"}
    assert news.grown == {TABLE: 1}


def test_following_in_a_thread(table: NotedTable) -> None:
    heard: list[News] = []
    over = threading.Event()
    pit = threading.Thread(target=news_feed.follow, args=(table.floor.url(PIT), heard.append, over.is_set))
    pit.start()
    table.deal(3)
    table.forward()
    wait_until(lambda: bool(heard) and heard[-1].heads[0].seq == 4, "the pit has seen it")
    over.set()
    pit.join(120)
    assert not pit.is_alive()


def test_a_table_may_not_watch(table: NotedTable) -> None:
    with (
        pytest.raises(FloorRefused, match="the login switch-4 has no right to this"),
        news_feed.watch(table.floor.url(TABLE)) as watch,
    ):
        watch.next_news()


def test_a_connection_that_another_thread_gives_back_late_is_closed(server: Server) -> None:
    """A window is closed while its background still asks the floor: no line stays open."""
    engine = create_engine(address.parse(server.url(server.new_database())))
    late = engine.connect()
    assert late.execute(text("SELECT 1")).scalar() == 1
    driver = late.connection.driver_connection
    assert driver is not None
    address.close_pool(engine)
    late.close()
    assert driver.closed
