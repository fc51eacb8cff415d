"""Finding rounds: by table, time, dealer, spot, amount, irregularity, card; page by page, newest first.

One condition leads (`_leading`): its index holds the rounds in the order of the results, so a page is read off it. The
other conditions are looked up round by round. The one that leads is the one by which rounds come in heaps (an
irregularity, a dealer who left years ago) rather than the one that most rounds fulfil.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, Engine, Select, exists, func, select, union_all
from sqlalchemy.exc import DBAPIError

from dealer_console.pit.archive import schema as t
from dealer_console.pit.long_work import Stopped, Work

PAGE: Final = 50
MOST_COUNTED: Final = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """What a round must fulfil; None asks for nothing. All conditions hold together."""

    table: str | None = None  # the name of the table
    since_ms: int | None = None
    until_ms: int | None = None
    first: int | None = None  # round numbers; together with a table
    last: int | None = None
    dealer: str | None = None  # as people call the person, or as the entries do
    spot: int | None = None
    amount: int | None = None  # cents: exactly this stake, payment or taking
    at_least: int | None = None  # cents: a single stake or payment that reaches this
    mark: str | None = None  # the code of an irregularity, or `irregular`, `corrected`, `undone`
    card: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundRound:
    """One line of the results."""

    id: int
    log: str
    table: str
    number: int
    opened_ms: int
    closed_ms: int
    first_entry: int
    last_entry: int
    fresh_from: int
    configured_by: int
    shift: int
    dealer: str
    bets: str
    hands: int
    staked: int
    house: int
    largest: int
    irregular: int
    undone: int
    corrected: bool
    players: tuple[str, ...] = ()  # who sat at its spots, by card number


Cursor = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """`next` is where the following page begins; None: this was the last."""

    rounds: tuple[FoundRound, ...]
    next: Cursor | None


def search(engine: Engine, criteria: Search, *, after: Cursor | None = None, limit: int = PAGE, work: Work) -> Page:
    with engine.connect() as connection, _stoppable(connection, work):
        bounds = _bounds(connection, criteria)
        if bounds is None:
            return Page(rounds=(), next=None)
        ids = connection.execute(_ids(criteria, bounds, after, limit + 1)).all()
        found_rounds = _rounds(connection, [row.id for row in ids[:limit]])
    more = (ids[limit - 1].opened_ms, ids[limit - 1].id) if len(ids) > limit else None
    return Page(rounds=found_rounds, next=more)


def count(engine: Engine, criteria: Search, *, work: Work) -> int:
    """How many there are: of a table or of all as they are kept, else no more than `MOST_COUNTED` and one."""
    with engine.connect() as connection, _stoppable(connection, work):
        bounds = _bounds(connection, criteria)
        if bounds is None:
            return 0
        if criteria == Search(table=criteria.table):
            kept = select(func.coalesce(func.sum(t.figures.c.rounds), 0))
            of_table = kept if bounds.logs is None else kept.where(t.figures.c.log_id.in_(bounds.logs))
            return int(connection.execute(of_table).scalar_one())
        ids = _ids(criteria, bounds, None, MOST_COUNTED + 1).subquery()
        return int(connection.execute(select(func.count()).select_from(ids)).scalar() or 0)


@contextmanager
def _stoppable(connection: Connection, work: Work) -> Iterator[None]:
    driver: Any = connection.connection.driver_connection
    interrupt = driver.interrupt if connection.dialect.name == "sqlite" else driver.cancel
    try:
        with work.interrupting(interrupt):
            yield
    except DBAPIError:
        if work.stopping:
            raise Stopped("the search was stopped") from None
        raise


@dataclass(frozen=True, slots=True, kw_only=True)
class _Bounds:
    logs: tuple[int, ...] | None
    dealers: tuple[str, ...]  # the ids under which the dealer asked for is known
    since_ms: int | None
    until_ms: int | None


def _bounds(connection: Connection, criteria: Search) -> _Bounds | None:
    """Names and numbers as the index knows them; None when nothing can be found."""
    logs: tuple[int, ...] | None = None
    if criteria.table is not None:
        log_ids = connection.execute(select(t.logs.c.id).where(t.logs.c.table_name == criteria.table)).scalars()
        logs = tuple(log_ids)
        if not logs:
            return None
    since, until = criteria.since_ms, criteria.until_ms
    if criteria.first is not None or criteria.last is not None:
        times = _times_of_numbers(connection, criteria, logs)
        if not times:
            return None
        since = max(since or 0, min(begin for begin, _ in times))
        latest = max(end for _, end in times)
        until = latest if until is None else min(until, latest)
    return _Bounds(logs=logs, dealers=_known_as(connection, criteria.dealer), since_ms=since, until_ms=until)


def _known_as(connection: Connection, dealer: str | None) -> tuple[str, ...]:
    if dealer is None:
        return ()
    ids = connection.execute(select(t.people.c.person).where(t.people.c.name == dealer).distinct()).scalars()
    return tuple(sorted({dealer, *ids}))


def _times_of_numbers(connection: Connection, criteria: Search, logs: tuple[int, ...] | None) -> list[tuple[int, int]]:
    """Numbers rise with time in every journal: when these rounds were opened, so that time leads to them."""
    c, times = t.rounds.c, []
    for log_id in logs or connection.execute(select(t.logs.c.id)).scalars().all():
        of_log = select(c.opened_ms).where(c.log_id == log_id)
        begin = of_log.where(c.number >= (criteria.first or 0)).order_by(c.number).limit(1)
        end = of_log.where(c.number <= criteria.last) if criteria.last is not None else of_log
        first = connection.execute(begin).scalar()
        last = connection.execute(end.order_by(c.number.desc()).limit(1)).scalar()
        if first is not None and last is not None:
            times.append((first, last))
    return times


def _ids(criteria: Search, bounds: _Bounds, after: Cursor | None, limit: int) -> Select[Any]:
    leads, key, own = _leading(criteria, bounds)
    if leads is t.rounds and criteria.at_least is not None:
        return _by_size(criteria, bounds, after, limit)
    query = select(leads.c.opened_ms, leads.c[key].label("id")).where(*own)
    query = query.where(*_between(leads, key, bounds, after), *_others(criteria, bounds, leads, key))
    return query.order_by(leads.c.opened_ms.desc(), leads.c[key].desc()).limit(limit)


def _leading(criteria: Search, bounds: _Bounds) -> tuple[Any, str, list[Any]]:
    if criteria.mark is not None:
        return t.round_marks, "round_id", [t.round_marks.c.mark == criteria.mark]
    if criteria.dealer is not None or bounds.logs is not None:
        return t.rounds, "id", []
    if criteria.amount is not None:
        return t.round_amounts, "round_id", [t.round_amounts.c.cents == criteria.amount]
    if criteria.at_least is not None:
        return t.rounds, "id", []
    if criteria.spot is not None:
        return t.round_spots, "round_id", [t.round_spots.c.spot == criteria.spot]
    if criteria.card is not None:
        return t.round_cards, "round_id", [t.round_cards.c.card == criteria.card]
    return t.rounds, "id", []


def _between(leads: Any, key: str, bounds: _Bounds, after: Cursor | None) -> list[Any]:
    moment, conditions = leads.c.opened_ms, []
    if bounds.since_ms is not None:
        conditions.append(moment >= bounds.since_ms)
    if bounds.until_ms is not None:
        conditions.append(moment <= bounds.until_ms)
    if after is not None:
        conditions += [moment <= after[0], (moment < after[0]) | (leads.c[key] < after[1])]
    return conditions


def _others(criteria: Search, bounds: _Bounds, leads: Any, key: str) -> list[Any]:
    """The conditions that do not lead, each a look-up by the number of the round."""
    of_round = _of_round(criteria, bounds)
    conditions: list[Any] = []
    if leads is t.rounds:
        conditions += of_round
    elif of_round:
        conditions.append(exists().where(t.rounds.c.id == leads.c[key], *of_round))
    for table, column, value in (
        (t.round_marks, t.round_marks.c.mark, criteria.mark),
        (t.round_amounts, t.round_amounts.c.cents, criteria.amount),
        (t.round_spots, t.round_spots.c.spot, criteria.spot),
        (t.round_cards, t.round_cards.c.card, criteria.card),
    ):
        if value is not None and table is not leads:
            conditions.append(exists().where(table.c.round_id == leads.c[key], column == value))
    return conditions


def _of_round(criteria: Search, bounds: _Bounds) -> list[Any]:
    c, conditions = t.rounds.c, []
    if bounds.logs is not None:
        conditions.append(c.log_id == bounds.logs[0] if len(bounds.logs) == 1 else c.log_id.in_(bounds.logs))
    if criteria.dealer is not None:
        conditions.append(c.dealer == bounds.dealers[0] if len(bounds.dealers) == 1 else c.dealer.in_(bounds.dealers))
    if criteria.at_least is not None:
        conditions.append(c.largest >= criteria.at_least)
    if criteria.first is not None:
        conditions.append(c.number >= criteria.first)
    if criteria.last is not None:
        conditions.append(c.number <= criteria.last)
    return conditions


def _by_size(criteria: Search, bounds: _Bounds, after: Cursor | None, limit: int) -> Select[Any]:
    """Each rung of the ladder has its own stretch of the index; the newest of all rungs are merged."""
    c = t.rounds.c
    others = [*_between(t.rounds, "id", bounds, after), *_others(criteria, bounds, t.rounds, "id")]
    rungs = [
        select(c.opened_ms, c.id)
        .where(c.size == rung, *others)
        .order_by(c.opened_ms.desc(), c.id.desc())
        .limit(limit)
        .subquery()
        for rung in range(t.ladder(criteria.at_least or 0), len(t.LADDER) + 1)
    ]
    merged = union_all(*(select(rung) for rung in rungs)).subquery()
    return select(merged.c.opened_ms, merged.c.id).order_by(merged.c.opened_ms.desc(), merged.c.id.desc()).limit(limit)


def _rounds(connection: Connection, ids: list[int]) -> tuple[FoundRound, ...]:
    r = t.rounds.c
    p = t.people.c
    plain = [column for column in t.rounds.columns if column.name not in ("log_id", "size", "dealer")]
    named = (t.logs.c.log, t.logs.c.table_name.label("table"), func.coalesce(p.name, r.dealer).label("dealer"))
    query = select(*named, *plain).join_from(t.rounds, t.logs, t.logs.c.id == r.log_id)
    query = query.outerjoin(t.people, (p.log_id == r.log_id) & (p.person == r.dealer)).where(r.id.in_(ids))
    s = t.round_spots.c
    seated: dict[int, set[str]] = {}
    for row in connection.execute(select(s.round_id, s.player).where(s.round_id.in_(ids), s.player != "")):
        seated.setdefault(row.round_id, set()).add(row.player)
    by_id = {
        row.id: FoundRound(**row._mapping, players=tuple(sorted(seated.get(row.id, ()))))
        for row in connection.execute(query)
    }
    return tuple(by_id[id_] for id_ in ids)


def round_of(engine: Engine, log: str, number: int) -> FoundRound | None:
    """The round of this number."""
    with engine.connect() as connection:
        query = select(t.rounds.c.id).join(t.logs, t.logs.c.id == t.rounds.c.log_id)
        row = connection.execute(query.where(t.logs.c.log == log, t.rounds.c.number == number)).first()
        return _rounds(connection, [row.id])[0] if row else None
