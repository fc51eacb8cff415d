"""A supervisor's desk on the small floor: everything happens at once, on the thread of the test."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from dealer_console.pit.archive import Archive
from dealer_console.pit.pages.flow import PitFlow
from dealer_console.pit.pages.services import PitServices
from tests.tools.pictures.pit import AtOnce, desk_on, small_book


@pytest.fixture
def copied() -> list[str]:
    """What went to the clipboard."""
    return []


def copy_index(archive: Archive, to: Path) -> None:
    """The index is the same for every test; what somebody acknowledges is not, and lies beside it."""
    with closing(sqlite3.connect(str(archive.engine.url.database))) as old, closing(sqlite3.connect(to)) as new:
        new.execute("PRAGMA synchronous = OFF")
        old.backup(new)


@pytest.fixture(scope="session")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a book of people, to be copied."""
    folder = tmp_path_factory.mktemp("book")
    small_book(folder).close()
    return folder


@pytest.fixture
def services(dealt: Path, archive: Archive, book: Path, tmp_path: Path, copied: list[str]) -> Iterator[PitServices]:
    copy_index(archive, tmp_path / "floor.pit-index")
    for each in book.iterdir():
        shutil.copy(each, tmp_path)
    with desk_on(dealt, tmp_path) as opened:
        yield replace(opened, copy_text=copied.append)


@pytest.fixture
def flow(services: PitServices) -> PitFlow:
    return PitFlow(services, AtOnce())
