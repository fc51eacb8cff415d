"""The house of these tests, with a real file in a folder of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.table.people.small_book import SmallBook


@pytest.fixture
def house(tmp_path: Path) -> Iterator[SmallBook]:
    made = SmallBook(tmp_path)
    yield made
    made.book.close()
