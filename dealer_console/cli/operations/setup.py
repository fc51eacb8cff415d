"""`dealer-console setup`: from nothing to a table that opens, by questions or by a file for many tables."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Final

import typer

from dealer_console.app.devices import SIMULATED, registry_fault
from dealer_console.app.paths import Places
from dealer_console.app.setup.answers import Answers, read_answers
from dealer_console.app.setup.installation import (
    InstalledTable,
    SetupRefused,
    checked_tables,
    enter_people,
    install_tables,
    refuse_without_manager,
)
from dealer_console.cli.operations.setup_questions import ask, ask_for_answers, meant, shown
from dealer_console.cli.output import print_error, print_json, print_line, say_line
from dealer_console.cli.verbs import AsJson
from dealer_console.game.message import Message, Term
from dealer_console.journal.errors import JournalError
from dealer_console.rulebook import BadFile, NoConfig, UnknownRules
from dealer_console.rulebook.tables import Device
from dealer_console.table.people import PeopleRefused
from dealer_console.table.people.pepper import refuse_if_others_can_read
from drivers.registration.registry import RegistryError, load_registry

QUESTIONS: Final = Path("setup")


def setup(
    answers: Annotated[Path | None, typer.Argument(help="help-setup-answers")] = None,
    folder: Annotated[Path | None, typer.Option("--folder", help="help-setup-folder")] = None,
    only: Annotated[str | None, typer.Option("--only", help="help-setup-only")] = None,
    as_json: AsJson = False,
) -> int:
    """0: every table opens; 2: something is wrong, and nothing was written for a table."""
    places = Places.of(folder)
    try:
        said = _from_file(answers) if answers is not None else ask_for_answers(people_needed=not places.people.exists())
        texts = checked_tables(said, answers or QUESTIONS, only)
        load_registry(places.devices)  # a damaged one is said before anything is written
        refuse_without_manager(said.people, places)
        tables = install_tables(texts, places, _now_ms)
        pins = enter_people(said.people, places, _now_ms)  # last: PINs that were drawn must be shown
    except (BadFile, NoConfig, UnknownRules, SetupRefused, PeopleRefused, JournalError, OSError) as error:
        return print_error(error)
    except RegistryError as error:
        return print_error(registry_fault(error))
    except typer.Abort:
        return print_error(Message("command-broken-off-nothing-more"))
    if as_json:
        print_json({"tables": [_row(table) for table in tables], "people": str(places.people), "pins": pins})
    else:
        _tell(tables, pins, places, folder)
    if answers is None:
        with suppress(typer.Abort):
            _pair(tables, places)
    return 0


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


def _from_file(file: Path) -> Answers:
    answers = read_answers(file)
    if any(person.pin for person in answers.people):
        refuse_if_others_can_read(file)
    return answers


def _row(table: InstalledTable) -> dict[str, str]:
    return {
        "table": table.table.name,
        "file": str(table.file),
        "journal": str(table.journal),
        "public_key": table.public_key,
    }


def _tell(tables: list[InstalledTable], pins: dict[str, str], places: Places, folder: Path | None) -> None:
    """What to write down, and the next command for each table."""
    for name, pin in pins.items():
        say_line("out-first-pin", name=name, pin=pin, options=places.people_options)
    data = f" --data {folder}" if folder is not None else ""
    for table in tables:
        print_line(f"{table.table.title}: {table.file}")
        say_line("out-public-key", key=table.public_key)
        for device in _unpaired(table, places):
            pair = Message("mend-pair", device=device.kind, port=device.port, options=places.device_options)
            say_line("out-pair-with", command=pair)
        say_line("out-open-with", command=f"dealer-console run --table {table.file}{data}")


def _unpaired(table: InstalledTable, places: Places) -> list[Device]:
    """Devices on a line that this table has no key for yet. A camera has none."""
    known = {device.serial for device in load_registry(places.devices).devices}
    devices = [device for device in table.table.devices if device.kind != "camera" and device.serial not in known]
    return [device for device in devices if not device.port.startswith(SIMULATED)]


def _pair(tables: list[InstalledTable], places: Places) -> None:
    """With the person still there who has the key of the service switch. What fails can be done again later."""
    from dealer_console.cli.devices import device as device_verbs

    for device in [device for table in tables for device in _unpaired(table, places)]:
        now = ask("ask-pair-now", device=Term("device-name", device.kind), port=device.port, default=shown(False))
        if meant(now) is True:
            technician, supervisor = ask("ask-technician"), ask("ask-supervisor")
            with suppress(typer.Exit):
                device_verbs.pair(
                    device.kind,
                    device.port,
                    technician,
                    supervisor,
                    registry=places.devices,
                    people=places.people,
                    pepper=places.pepper,
                )
