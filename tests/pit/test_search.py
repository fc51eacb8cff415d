"""Every filter finds exactly the rounds that reading the journals from end to end finds, in pages, newest first."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread

import pytest
from sqlalchemy import text

from dealer_console.journal.rounds import RecordedRound, recorded_rounds
from dealer_console.pit.archive import Archive, FoundRound, Page, Search
from dealer_console.pit.archive.search import _stoppable
from dealer_console.pit.long_work import Stopped, Work

Fulfils = Callable[[RecordedRound, FoundRound], bool]
Told = dict[tuple[str, int], RecordedRound]


@pytest.fixture(scope="module")
def told(dealt: Path, archive: Archive) -> Told:
    tables = {log.place: log.table for log in archive.logs()}
    return {
        (tables[str(path)], recorded_round.number): recorded_round
        for path in sorted(dealt.glob("*.journal"))
        for recorded_round in recorded_rounds(path)
    }


def everything(archive: Archive, wanted: Search, limit: int = 7) -> list[FoundRound]:
    """Page by page, as somebody scrolls."""
    found_rounds: list[FoundRound] = []
    page = Page(rounds=(), next=None)
    while True:
        page = archive.search(wanted, after=page.next, limit=limit)
        found_rounds += page.rounds
        if page.next is None:
            return found_rounds


CASES: dict[str, tuple[Search, Fulfils]] = {
    "all": (Search(), lambda *_: True),
    "table": (Search(table="switch-01"), lambda _, f: f.table == "switch-01"),
    "card": (Search(card="Kh"), lambda r, _: "Kh" in r.cards),
    "spot": (Search(spot=3), lambda r, _: 3 in r.spots),
    "amount": (Search(amount=5000), lambda r, _: 5000 in r.amounts),
    "at least": (Search(at_least=7500), lambda r, _: max(r.amounts) >= 7500),
    "irregular": (Search(mark="irregular"), lambda r, _: bool(r.irregularities)),
    "corrected": (Search(mark="corrected"), lambda r, _: r.corrected),
    "card and spot": (Search(card="9s", spot=2), lambda r, _: "9s" in r.cards and 2 in r.spots),
    "table, card, at least": (
        Search(table="switch-03", card="Ah", at_least=2000),
        lambda r, f: f.table == "switch-03" and "Ah" in r.cards and max(r.amounts) >= 2000,
    ),
    "numbers": (
        Search(table="blackjack-02", first=5, last=9),
        lambda r, f: f.table == "blackjack-02" and 5 <= r.number <= 9,
    ),
    "numbers of all tables": (Search(first=5, last=9, spot=1), lambda r, _: 5 <= r.number <= 9 and 1 in r.spots),
    "irregular with card": (
        Search(mark="irregular", card="Kh"),
        lambda r, _: bool(r.irregularities) and "Kh" in r.cards,
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_filter_finds_what_reading_everything_finds(archive: Archive, told: Told, name: str) -> None:
    wanted, fulfils = CASES[name]
    found_rounds = everything(archive, wanted)
    keys = [(found_round.table, found_round.number) for found_round in found_rounds]
    by_key = {
        (found_round.table, found_round.number): found_round for found_round in everything(archive, Search(), limit=500)
    }
    assert len(keys) == len(set(keys))
    assert set(keys) == {key for key, recorded_round in told.items() if fulfils(recorded_round, by_key[key])}
    moments = [(found_round.opened_ms, found_round.id) for found_round in found_rounds]
    assert moments == sorted(moments, reverse=True)


def test_every_round_stands_in_the_index_as_it_was(archive: Archive, told: Told) -> None:
    found_rounds = everything(archive, Search(), limit=100)
    assert len(found_rounds) == len(told) > 100
    for found_round in found_rounds:
        recorded = told[found_round.table, found_round.number]
        assert (found_round.opened_ms, found_round.closed_ms) == (recorded.opened_at_ms, recorded.closed_at_ms)
        assert found_round.bets == "; ".join(recorded.bet_texts)
        assert f"{found_round.house / 100:.2f}" == recorded.house_net
        assert found_round.irregular == len(recorded.irregularities)


def test_by_time_and_dealer(archive: Archive) -> None:
    rounds = everything(archive, Search(), limit=200)
    middle = rounds[len(rounds) // 2]
    late = everything(archive, Search(since_ms=middle.opened_ms))
    early = everything(archive, Search(until_ms=middle.opened_ms - 1))
    assert [found_round.id for found_round in (*late, *early)] == [found_round.id for found_round in rounds]
    of_dealer = everything(archive, Search(dealer=middle.dealer, table=middle.table))
    assert [found_round.id for found_round in of_dealer] == [
        found_round.id
        for found_round in rounds
        if (found_round.dealer, found_round.table) == (middle.dealer, middle.table)
    ]


def test_nothing_is_found_for_what_is_not_there(archive: Archive) -> None:
    for wanted in (Search(table="no-such"), Search(dealer="Nobody"), Search(mark="shoe-fault"), Search(at_least=10**9)):
        assert archive.search(wanted) == Page(rounds=(), next=None)


def test_a_search_that_was_stopped_before_it_began_ends_at_once(archive: Archive) -> None:
    work = Work()
    work.stop()
    with pytest.raises(Stopped):
        archive.search(Search(card="Kh"), work=work)


def stopped_while(archive: Archive, question: str) -> None:
    """A question that would never end ends when somebody stops it, from another thread."""
    work, over = Work(), Event()

    def stop() -> None:
        while not over.wait(0.01):  # a database that is not asked anything yet hears nothing
            work.stop()

    def ask() -> None:
        with archive.engine.connect() as connection, _stoppable(connection, work):
            thread.start()
            connection.execute(text(question))

    thread = Thread(target=stop)
    try:
        with pytest.raises(Stopped):
            ask()
    finally:
        over.set()
        thread.join()


def test_a_long_search_can_be_stopped_from_another_thread(archive: Archive) -> None:
    stopped_while(archive, "WITH RECURSIVE up(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM up) SELECT count(*) FROM up")
