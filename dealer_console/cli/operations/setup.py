"""`dealer-console setup`: from nothing to a table that opens, by questions or by a file for many tables."""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from dealer_console.app.devices import SIMULATED
from dealer_console.app.paths import Places
from dealer_console.app.setup.answers import Answers, read_answers
from dealer_console.app.setup.installation import (
    InstalledTable,
    SetupRefused,
    checked_tables,
    enter_people,
    install_tables,
)
from dealer_console.cli.output import print_error, print_json, print_line, say_line, words
from dealer_console.cli.verbs import AsJson
from dealer_console.game.message import Message
from dealer_console.game.rules import Rules
from dealer_console.journal.errors import JournalError
from dealer_console.rulebook import BadFile, NoConfig, UnknownRules, load_rules, rule_set_names
from dealer_console.rulebook.tables import Device
from dealer_console.table.people import PeopleRefused
from dealer_console.table.people.pepper import refuse_if_others_can_read
from drivers.registration.registry import load_registry

QUESTIONS: Final = Path("(answers)")
KINDS: Final = ("shoe", "batch-shuffler", "continuous-shuffler", "reader")


def setup(
    answers: Annotated[Path | None, typer.Argument(help="help-setup-answers")] = None,
    folder: Annotated[Path | None, typer.Option("--folder", help="help-setup-folder")] = None,
    only: Annotated[str | None, typer.Option("--only", help="help-setup-only")] = None,
    as_json: AsJson = False,
) -> int:
    """0: every table opens; 2: something is wrong, and nothing was written for a table."""
    places = Places.of(folder)
    try:
        said = _from_file(answers) if answers is not None else ask_for_answers()
        texts = checked_tables(said, answers or QUESTIONS, only)
        pins = enter_people(said.people, places, _now_ms)
        tables = install_tables(texts, places, _now_ms)
    except (BadFile, NoConfig, UnknownRules, SetupRefused, PeopleRefused, JournalError, OSError) as error:
        return print_error(error)
    if answers is None:
        _pair(tables, places)
    if as_json:
        print_json({"tables": [_row(table) for table in tables], "people": str(places.people), "pins": pins})
    else:
        _tell(tables, pins, places, folder)
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
        say_line("out-first-pin", name=name, pin=pin)
    data = f" --data {folder}" if folder is not None else ""
    for table in tables:
        print_line(f"{table.table.title}: {table.file}")
        say_line("out-public-key", key=table.public_key)
        for device in _unpaired(table, places):
            print_line(
                f"  pair: dealer-console device pair {device.kind} {device.port} "
                f"--technician NAME --supervisor NAME{places.device_options}"
            )
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
        if typer.confirm(words()(Message("ask-pair-now", device=device.kind, port=device.port))):
            technician, supervisor = _ask("ask-technician"), _ask("ask-supervisor")
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


# --- questions -------------------------------------------------------------------------------------------------------


def ask_for_answers() -> Answers:
    """One table and its first people, question by question; every question has an answer ready."""
    rules = _ask_rules()
    name = _ask("ask-table-name", default=f"{rules.name}-1")
    table: dict[str, Any] = {
        "name": name,
        "title": _ask("ask-table-title", default=name),
        "rules": rules.name,
        "choices": {key: value for key in sorted(rules.choices) if (value := _ask_choice(rules, key)) is not None},
        "devices": _ask_devices(rules),
        "currency": _ask("ask-currency", default="USD"),
        "time_zone": _ask("ask-time-zone", default="UTC"),
    }
    floor = _ask("ask-floor", default="", show_default=False)
    return Answers.model_validate(
        {"tables": (({**table, "floor": floor} if floor else table),), "people": tuple(_ask_people())}
    )


def _ask_rules() -> Rules:
    names = rule_set_names()
    for number, name in enumerate(names, 1):
        print_line(f"{number:3}  {name}  {load_rules(name).title}")
    wanted = _ask("ask-rule-set", default="1")
    return load_rules(names[int(wanted) - 1] if wanted.isdigit() and 0 < int(wanted) <= len(names) else wanted)


def _ask_choice(rules: Rules, key: str) -> object:
    """Shown with its clause; an empty answer keeps what the rule set says."""
    choice = rules.choices[key]
    offered = f" of {', '.join(_shown(value) for value in choice.of)}" if choice.of else ""
    usual = "" if choice.default is None else _shown(choice.default)
    said = typer.prompt(f"{key}{offered} [{choice.clause}]", default=usual or "-")
    if said in ("-", usual):
        return None
    meant = next((value for value in choice.of or () if _shown(value) == said), None)
    return meant if meant is not None else said


def _shown(value: object) -> str:
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def _ask_devices(rules: Rules) -> list[dict[str, str]]:
    """The serial ports that this machine has are shown; a port with nothing on it is not asked for."""
    from serial.tools.list_ports import comports

    ports = sorted(comports())
    for found in ports:
        print_line(f"     {found.device}  {found.description}  {found.serial_number or ''}")
    devices = []
    for kind in KINDS:
        port = _ask("ask-port", device=kind, default="", show_default=False)
        if port:
            known = next((found.serial_number for found in ports if found.device == port), None)
            serial = _ask("ask-serial", device=kind, default=known or kind)
            devices.append({"kind": kind, "port": port, "serial": serial})
    return devices


def _ask_people() -> list[dict[str, Any]]:
    """PINs are drawn and printed once: nobody types somebody else's PIN."""
    say_line("out-people-first")
    people: list[dict[str, Any]] = []
    while True:
        name = _ask("ask-name", default="", show_default=False)
        if not name:
            return people
        badge = _ask("ask-badge", name=name, default=str(100 + len(people)))
        usual = "dealer" if people else "pit-manager"
        roles = _ask("ask-roles", name=name, default=usual)
        people.append({"name": name, "badge": badge, "roles": tuple(roles.replace(",", " ").split())})
        sys.stdout.flush()


def _ask(code: str, /, *, default: str | None = None, show_default: bool = True, **fields: str) -> str:
    """A question at the terminal, in the language that was asked for."""
    answer: str = typer.prompt(words()(Message(code, **fields)), default=default, show_default=show_default)
    return answer
