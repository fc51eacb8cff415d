"""The directory of people on the floor: signed documents that the house publishes and every table fetches.

What a document says, and by whom it is signed, is judged where it is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy import Connection, text

_ABOVE_ALL: Final = 2**63 - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedDirectory:
    version: int
    document: str = field(repr=False)
    key: str
    signature: str


OnDirectory = Callable[[Iterable[PublishedDirectory]], int]
"""Called from the forwarder's thread with the newest first; answers which version the table holds then, 0 for none."""


def last_version(connection: Connection) -> int:
    return int(connection.execute(text("SELECT coalesce(max(version), 0) FROM floor.directory")).scalar_one())


def publish(connection: Connection, directory: PublishedDirectory) -> None:
    """Raises `FloorRefused` (through `connect`) when somebody else was first."""
    values = {name: getattr(directory, name) for name in ("version", "document", "key", "signature")}
    statement = "INSERT INTO floor.directory (version, document, key, signature) "
    connection.execute(text(statement + "VALUES (:version, :document, :key, :signature)"), values)


def newer(connection: Connection, version: int) -> Iterator[PublishedDirectory]:
    """What was published since, the newest first, page by page: whoever looks goes on until one is genuine."""
    query = text("SELECT version, document, key, signature FROM floor.directory_page(:version, :before)")
    before = _ABOVE_ALL
    while page := connection.execute(query, {"version": version, "before": before}).mappings().all():
        yield from (PublishedDirectory(**row) for row in page)
        before = page[-1]["version"]
