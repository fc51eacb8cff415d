"""The directory of people on the floor: signed documents that the house publishes and every table fetches.

What a document says, and by whom it is signed, is judged where it is taken.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from sqlalchemy import Connection, text


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedDirectory:
    version: int
    document: str = field(repr=False)
    key: str
    signature: str


OnDirectory = Callable[[tuple[PublishedDirectory, ...]], int]
"""Called from the forwarder's thread with the newest first; answers which version the table holds then."""


def last_version(connection: Connection) -> int:
    return int(connection.execute(text("SELECT coalesce(max(version), 0) FROM floor.directory")).scalar_one())


def publish(connection: Connection, directory: PublishedDirectory) -> None:
    """Raises `FloorRefused` (through `connect`) when somebody else was first."""
    values = {name: getattr(directory, name) for name in ("version", "document", "key", "signature")}
    statement = "INSERT INTO floor.directory (version, document, key, signature) "
    connection.execute(text(statement + "VALUES (:version, :document, :key, :signature)"), values)


def newer(connection: Connection, version: int) -> tuple[PublishedDirectory, ...]:
    """What was published since, the newest first."""
    query = text("SELECT version, document, key, signature FROM floor.directory_after(:version)")
    return tuple(PublishedDirectory(**row) for row in connection.execute(query, {"version": version}).mappings())
