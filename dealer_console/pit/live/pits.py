"""Which table stands in which pit and section (`pits.toml`): a file of the house that may be missing."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ConfigDict, ValidationError

from dealer_console.rulebook.load import config_folder, read_toml
from dealer_console.rulebook.problems import BadFile, problems_of

FILE_NAME: Final = "pits.toml"


class SectionForm(BaseModel):
    """`tables` are names, or patterns such as `switch-*`."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    pit: str
    section: str = ""
    tables: list[str]


class PitsForm(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    place: list[SectionForm] = []


@dataclass(frozen=True, slots=True)
class Pits:
    """The first entry that a table's name fits counts."""

    places: tuple[SectionForm, ...] = ()

    def place_of(self, table: str) -> tuple[str, str]:
        """Pit and section; empty where nobody has said."""
        for place in self.places:
            if any(fnmatchcase(table, pattern) for pattern in place.tables):
                return place.pit, place.section
        return "", ""

    def pit_of(self, table: str) -> str:
        return self.place_of(table)[0]


@cache
def load_pits() -> Pits:
    """Raises `BadFile` with all problems."""
    file = config_folder() / FILE_NAME
    return pits_from_file(file) if file.exists() else Pits()


def pits_from_file(file: Path) -> Pits:
    data = read_toml(file)
    try:
        return Pits(tuple(PitsForm.model_validate(data).place))
    except ValidationError as error:
        known = {"": ("place",), "place": ("pit", "section", "tables")}
        raise BadFile(file, problems_of(error, data, known)) from None
