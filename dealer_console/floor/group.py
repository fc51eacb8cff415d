"""Many properties in one database: PostgreSQL's own logical replication from each floor into the floor of the group.

A property has a number and a name. Its journals have numbers from its own range, its tables begin with its name; so
the rows of all properties lie side by side in one floor that `pit-review` reads like any other. At the group the
entries are partitioned by property, then by day. The group is a copy: each table's file and its property's floor are
the truth.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final

import psycopg
from psycopg import sql
from sqlalchemy import Connection

from dealer_console.floor.address import guarded_words
from dealer_console.floor.errors import FloorRefused
from dealer_console.floor.retention.days import Day
from dealer_console.game.message import Message, Quoted

JOURNALS_EACH: Final = 10_000_000
MOST_PROPERTIES: Final = 200
PUBLICATION: Final = "floor_property"
REPLICATED: Final = ("tables", "journals", "accepted", "entries", "checkpoints")
DAYS_AHEAD: Final = 14
MOST_TRIES: Final = 60
_DAY_MS: Final = 86_400_000

Driver = psycopg.Connection[tuple[object, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Property:
    number: int
    name: str

    def __post_init__(self) -> None:
        if not 0 <= self.number < MOST_PROPERTIES:
            raise FloorRefused(Message("floor-number-property-not", most=MOST_PROPERTIES - 1, number=self.number))
        if not self.name.isidentifier() or self.name != self.name.lower():
            raise FloorRefused(Message("floor-name-property-small-word", name=Quoted(self.name)))

    @property
    def journals(self) -> range:
        return range(self.number * JOURNALS_EACH, (self.number + 1) * JOURNALS_EACH)

    @property
    def subscription(self) -> str:
        return f"property_{self.number}"

    @property
    def slot(self) -> str:
        return f"group_{self.name}"

    @property
    def partition(self) -> str:
        return f"entries_p{self.number}"


def _driver(connection: Connection) -> Driver:
    driver: Driver = connection.connection.driver_connection  # type: ignore[assignment]
    return driver


# --- at the property -----------------------------------------------------------------------------------------------


def publish(connection: Connection, place: Property) -> None:
    """From now on a group may copy this floor. Raises `FloorRefused` with what to do first."""
    driver = _driver(connection)
    level = driver.execute("SHOW wal_level").fetchone()
    if level is None or level[0] != "logical":
        raise FloorRefused(Message("floor-server-does-not-write"))
    strangers = driver.execute(
        "SELECT table_name FROM floor.tables WHERE NOT starts_with(table_name, %s)", (f"{place.name}-",)
    ).fetchall()
    if strangers:
        named = ", ".join(str(row[0]) for row in strangers)
        raise FloorRefused(Message("floor-tables-must-called", name=place.name, named=named))
    outside = driver.execute(
        "SELECT count(*) FROM floor.journals WHERE id < %s OR id >= %s", (place.journals.start, place.journals.stop)
    ).fetchone()
    if outside is not None and outside[0]:
        raise FloorRefused(Message("floor-journals-numbers-another-property", outside=str(outside[0])))
    _own_numbers(driver, place)
    if driver.execute("SELECT 1 FROM pg_publication WHERE pubname = %s", (PUBLICATION,)).fetchone() is None:
        tables = sql.SQL(", ").join(sql.Identifier("floor", name) for name in REPLICATED)
        words = "CREATE PUBLICATION {} FOR TABLE {} WITH (publish_via_partition_root = true)"
        driver.execute(sql.SQL(words).format(sql.Identifier(PUBLICATION), tables))


def _own_numbers(driver: Driver, place: Property) -> None:
    """The next journal has the next number of this property."""
    last = driver.execute("SELECT coalesce(max(id), 0) FROM floor.journals").fetchone()
    first = max(place.journals.start + 1, int(str(last[0])) + 1 if last is not None else 1)
    words = "ALTER TABLE floor.journals ALTER COLUMN id RESTART WITH {}"
    driver.execute(sql.SQL(words).format(sql.Literal(first)))


# --- at the group --------------------------------------------------------------------------------------------------

# By property instead of by gaming day: days of their own begin at another hour in each property.
_PARTITIONED: Final = """
CREATE TABLE floor.entries_by_property (LIKE floor.entries INCLUDING DEFAULTS INCLUDING CONSTRAINTS)
    PARTITION BY RANGE (journal);
DROP TABLE floor.entries;
DELETE FROM floor.days;
ALTER TABLE floor.entries_by_property RENAME TO entries;
ALTER TABLE floor.entries ADD PRIMARY KEY (journal, seq, at_ms);
CREATE INDEX entries_key_changes ON floor.entries (journal, seq) WHERE kind = 'key-changed';
CREATE TRIGGER entries_stay BEFORE UPDATE OR DELETE ON floor.entries
    FOR EACH ROW EXECUTE FUNCTION floor.refuse_change();
GRANT SELECT ON floor.entries TO floor_pit, floor_projector;
"""


def make_group(connection: Connection) -> None:
    """The floor of this database takes properties from now on. It must be empty."""
    driver = _driver(connection)
    if is_group(connection):
        return
    held = driver.execute("SELECT count(*) FROM floor.tables").fetchone()
    if held is not None and held[0]:
        raise FloorRefused(Message("floor-tables-own-group"))
    with driver.transaction():
        driver.execute(_PARTITIONED)


def is_group(connection: Connection) -> bool:
    query = "SELECT pg_get_partkeydef('floor.entries'::regclass) = 'RANGE (journal)'"
    row = _driver(connection).execute(query).fetchone()
    return bool(row is not None and row[0])


def subscribe(connection: Connection, place: Property, source: str, today: date) -> None:
    """Copy this property, and follow it. `source` is how the group's server reaches it: host=… dbname=… user=…

    To another machine like every line of the floor: `verify-full` and SCRAM, or it is refused.
    """
    driver, source = _driver(connection), guarded_words(source)
    if not is_group(connection):
        raise FloorRefused(Message("floor-database-no-group-yet"))
    with driver.transaction():
        _partition(driver, place)
        ensure_days(connection, today)
    words = "CREATE SUBSCRIPTION {} CONNECTION {} PUBLICATION {} WITH (copy_data = true, slot_name = {})"
    slot = sql.Literal(place.slot)
    driver.execute(
        sql.SQL(words).format(
            sql.Identifier(place.subscription), sql.Literal(source), sql.Identifier(PUBLICATION), slot
        )
    )


def _partition(driver: Driver, place: Property) -> None:
    words = """
        CREATE TABLE IF NOT EXISTS floor.{name} PARTITION OF floor.entries
            FOR VALUES FROM ({start}) TO ({stop}) PARTITION BY RANGE (at_ms);
        CREATE TABLE IF NOT EXISTS floor.{rest} PARTITION OF floor.{name} DEFAULT
    """
    driver.execute(
        sql.SQL(words).format(
            name=sql.Identifier(place.partition),
            rest=sql.Identifier(f"{place.partition}_other"),
            start=sql.Literal(place.journals.start),
            stop=sql.Literal(place.journals.stop),
        )
    )


def ensure_days(connection: Connection, today: date) -> int:
    """Partitions for today and the days ahead, for every property; how many are new. Other days go to `other`."""
    ahead = [today + timedelta(days=number) for number in range(DAYS_AHEAD)]
    driver = _driver(connection)
    return sum(_day_partition(driver, name, day) for name in _property_partitions(driver) for day in ahead)


def _property_partitions(driver: Driver) -> list[str]:
    query = "SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = 'floor.entries'::regclass ORDER BY 1"
    return [str(row[0]).removeprefix("floor.") for row in driver.execute(query)]


def _day_partition(driver: Driver, parent: str, day: date) -> bool:
    name = f"{parent}_d{day:%Y%m%d}"
    if driver.execute("SELECT to_regclass(%s)", (f"floor.{name}",)).fetchone() != (None,):
        return False
    start = int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()) * 1000
    words = "CREATE TABLE floor.{} PARTITION OF floor.{} FOR VALUES FROM ({}) TO ({})"
    driver.execute(
        sql.SQL(words).format(
            sql.Identifier(name), sql.Identifier(parent), sql.Literal(start), sql.Literal(start + _DAY_MS)
        )
    )
    return True


def days_of_properties(connection: Connection) -> Iterator[Day]:
    """The days that the group holds, of each property by itself."""
    driver = _driver(connection)
    query = "SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = %s::regclass ORDER BY 1"
    for parent in _property_partitions(driver):
        for (name,) in driver.execute(query, (f"floor.{parent}",)).fetchall():
            partition = str(name).removeprefix("floor.")
            digits = partition.rpartition("_d")[2]
            if digits.isdigit():
                day = datetime.strptime(digits, "%Y%m%d").replace(tzinfo=UTC)
                start = int(day.timestamp()) * 1000
                place = parent.removeprefix("entries_")
                yield Day(day=day.date(), from_ms=start, to_ms=start + _DAY_MS, partition=partition, place=place)


def resync(connection: Connection, place: Property, source: str, today: date) -> None:
    """After a property came back from a backup: its rows go, and are copied again.

    Its server has forgotten what it sent, or remembers an older state of it; going on from there would leave gaps.
    """
    driver, source = _driver(connection), guarded_words(source)
    words = "ALTER SUBSCRIPTION {0} DISABLE; ALTER SUBSCRIPTION {0} SET (slot_name = NONE); DROP SUBSCRIPTION {0}"
    for step in words.split(";"):
        driver.execute(sql.SQL(step).format(sql.Identifier(place.subscription)))
    _drop_slot(place, source)
    with driver.transaction():
        driver.execute("SET LOCAL session_replication_role = replica")  # what is replicated is not guarded here
        driver.execute(sql.SQL("DROP TABLE floor.{}").format(sql.Identifier(place.partition)))
        for table in ("checkpoints", "purged", "journals"):
            column = "id" if table == "journals" else "journal"
            driver.execute(
                sql.SQL("DELETE FROM floor.{} WHERE {} >= %s AND {} < %s").format(
                    sql.Identifier(table), sql.Identifier(column), sql.Identifier(column)
                ),
                (place.journals.start, place.journals.stop),
            )
        for table in ("accepted", "tables"):
            driver.execute(
                sql.SQL("DELETE FROM floor.{} WHERE starts_with(table_name, %s)").format(sql.Identifier(table)),
                (f"{place.name}-",),
            )
    subscribe(connection, place, source, today)


def _drop_slot(place: Property, source: str) -> None:
    """At the property, if the backup had it: a slot that nobody reads would keep every change for ever."""
    drop = "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = %s"
    with psycopg.connect(source, autocommit=True) as publisher:
        publisher.execute(
            "SELECT pg_terminate_backend(active_pid) FROM pg_replication_slots WHERE slot_name = %s AND active",
            (place.slot,),
        )
        for _ in range(MOST_TRIES):
            try:
                publisher.execute(drop, (place.slot,))
            except psycopg.errors.ObjectInUse:
                time.sleep(0.5)
            else:
                return
    raise FloorRefused(Message("floor-slot-property-still-use", slot=place.slot))


# --- how far ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class PropertySubscription:
    """One property at the group. `behind_seconds` since anything was heard of it; None while nobody is connected."""

    subscription: str
    connected: bool
    behind_seconds: float | None
    errors: int


def subscriptions(connection: Connection) -> Iterator[PropertySubscription]:
    query = """
        SELECT s.subname, w.pid IS NOT NULL, extract(epoch FROM now() - w.last_msg_receipt_time),
               coalesce(e.apply_error_count + e.sync_error_count, 0)
        FROM pg_subscription s
        LEFT JOIN pg_stat_subscription w ON w.subid = s.oid AND w.relid IS NULL
        LEFT JOIN pg_stat_subscription_stats e ON e.subid = s.oid
        WHERE s.subdbid = (SELECT oid FROM pg_database WHERE datname = current_database())
        ORDER BY s.subname
    """
    for name, connected, seconds, errors in _driver(connection).execute(query):
        behind = None if seconds is None else float(str(seconds))
        yield PropertySubscription(
            subscription=str(name), connected=bool(connected), behind_seconds=behind, errors=int(str(errors))
        )
