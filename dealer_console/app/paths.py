"""Where the program keeps its files when nobody names a place: one folder for data, another for keys and settings."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_OURS: Final = "dealer-console"


def data_folder() -> Path:
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / _OURS


def settings_folder() -> Path:
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / _OURS


def journals_folder() -> Path:
    """The tables of this machine, as the files that come with the program name their journals."""
    return data_folder() / "journals"


def demonstration_folder() -> Path:
    return data_folder() / "demo"


def people_file() -> Path:
    """The book of people."""
    return data_folder() / "people.db"


def pepper_file() -> Path:
    """In another folder than the people: whoever copies the one does not get the other with it."""
    return settings_folder() / "people.pepper"


def pit_key_file() -> Path:
    """Signs the files that this pit hands out; made when it is first needed."""
    return settings_folder() / "pit.key"


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Where everything of one installation lies."""

    data: Path
    people: Path
    pepper: Path
    devices: Path

    @classmethod
    def of(cls, folder: Path | None) -> Places:
        """The usual places, or everything in one folder; the pepper has a folder of its own there, too."""
        if folder is None:
            data = data_folder()
            return cls(data=data, people=people_file(), pepper=pepper_file(), devices=data / "devices.json")
        return cls(
            data=folder,
            people=folder / "people.db",
            pepper=folder / "keys" / "people.pepper",
            devices=folder / "devices.json",
        )

    @property
    def device_options(self) -> str:
        """What `dealer-console device` needs to find these files; nothing in the usual places."""
        if self == Places.of(None):
            return ""
        return f" --registry {self.devices}{self.people_options}"

    @property
    def people_options(self) -> str:
        """The same for `dealer-console people`."""
        return "" if self == Places.of(None) else f" --people {self.people} --pepper {self.pepper}"
