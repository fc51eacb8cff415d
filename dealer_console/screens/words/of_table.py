"""Texts of the rules and the table in another language, by templates with places for what changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

OfTable: TypeAlias = Callable[[str], str]


def spanish_of_table() -> OfTable:
    return str
