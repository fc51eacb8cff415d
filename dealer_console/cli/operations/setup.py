"""`dealer-console setup`: from nothing to a table that opens, by questions or by a file for many tables.

The questions are about one table and its first people; each answer is checked when it is given.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final, get_args

import typer

from dealer_console.app.device_refusal import driver_message
from dealer_console.app.devices import SIMULATED
from dealer_console.app.paths import Places
from dealer_console.app.table_installation import (
    Answers,
    InstalledTable,
    PersonAnswer,
    RoleName,
    SetupRefused,
    checked_tables,
    enter_people,
    install_tables,
    people_problems,
    read_answers,
    refuse_without_manager,
    table_data,
    table_problems,
)
from dealer_console.cli.output import print_error, print_json, print_line, say_line, words
from dealer_console.cli.verbs import AsJson
from dealer_console.game.choices import AMOUNTS
from dealer_console.game.message import Field, Message, Quoted, Term
from dealer_console.game.money import show
from dealer_console.game.rules import Rules
from dealer_console.game.similar_names import did_you_mean
from dealer_console.journal.errors import JournalError
from dealer_console.rulebook import BadFile, NoConfig, UnknownRules, load_rules, rule_set_names
from dealer_console.rulebook.tables import Device
from dealer_console.table.people import PeopleRefused
from dealer_console.table.people.pepper import refuse_if_others_can_read
from drivers.registration.registry import RegistryError, load_registry

KINDS: Final = ("shoe", "batch-shuffler", "continuous-shuffler", "reader")
MANAGER: Final = "pit-manager"
NOT_ASKED: Final = {"match_pays"}  # a whole pay table is for a file


def ask_for_answers(*, people_needed: bool = True) -> Answers:
    """One table and its first people, question by question. Every question has an answer ready; one that cannot be is
    asked again, with the reason."""
    rules = _ask_rules()
    table: dict[str, Any] = {"name": f"{rules.name}-1", "rules": rules.name}
    _ask_for(table, "name", lambda: ask("ask-table-name", default=table["name"]))
    _ask_for(table, "title", lambda: ask("ask-table-title", default=table["name"]))
    _ask_for_devices(table)
    for key in sorted(rules.choices.keys() - NOT_ASKED):
        _ask_for_choice(table, rules, key)
    _ask_for(table, "currency", lambda: ask("ask-currency", default="USD"))
    _ask_for(table, "time_zone", lambda: ask("ask-time-zone", default="UTC"))
    _ask_for(table, "floor", lambda: ask("ask-floor", default="", show_default=False) or None)
    return Answers(tables=(table,), people=tuple(_ask_people(needed=people_needed)))


def _ask_for(table: dict[str, Any], key: str, answer: Callable[[], object]) -> None:
    """Into the table; again while that makes it wrong. No answer leaves the key to the rule set."""
    well = dict(table)
    while True:
        value = answer()
        if value is not None:
            table[key] = value
        wrong = [problem for problem in table_problems(table) if problem not in table_problems(well)]
        if not wrong:
            return
        for problem in wrong:
            print_line(words()(problem.message))
        table.clear()
        table.update(well)


def _ask_rules() -> Rules:
    names = rule_set_names()
    for number, name in enumerate(names, 1):
        print_line(f"{number:3}  {name}  {load_rules(name).title}")
    while True:
        answer = ask("ask-rule-set", default="1")
        try:
            return load_rules(names[int(answer) - 1] if answer.isdigit() and 0 < int(answer) <= len(names) else answer)
        except UnknownRules as error:
            print_line(words().error(error))


def _ask_for_choice(table: dict[str, Any], rules: Rules, key: str) -> None:
    """Shown with its clause, and asked for where there is something to choose; "-" keeps what the rule set says."""
    choice, clause = rules.choices[key], words().clause(rules.choices[key].clause)
    default = table_data(Answers(tables=(table,)), table)["choices"].get(key)  # a reader that was named is one, too
    usual = shown(default) if default is not None else "-" if choice.default is None else shown(choice.default, key)
    if choice.of and len(choice.of) == 1:
        print_line(f"{key}: {usual} [{clause}]")
        return
    offered = tuple(shown(value) for value in choice.of or ())
    before = dict(table.get("choices", {}))

    def answer() -> object:
        if offered:
            text = ask("ask-choice-of", key=key, offered=offered, clause=clause, default=usual)
        else:
            text = ask("ask-choice", key=key, clause=clause, default=usual)
        if text in ("-", usual):
            return before
        value = text.replace(",", " ").split() if key == "side_bets" else meant(text, choice.of or ())
        return {**before, key: value}

    _ask_for(table, "choices", answer)
    table.setdefault("choices", before)


def meant(text: str, offered: Iterable[object] = (True, False)) -> object:
    """The value that is spelled so, or the text itself."""
    word = text.strip().lower()
    return next((value for value in offered if word in _spellings(value)), text)


def _spellings(value: object) -> tuple[str, ...]:
    """Yes and no also in English, and by their first letter."""
    spelled = shown(value).lower()
    if not isinstance(value, bool):
        return (spelled,)
    return (spelled, spelled[0], *(("yes", "y") if value else ("no", "n")))


def shown(value: object, key: str = "") -> str:
    if key in AMOUNTS and isinstance(value, int):
        return show(value)
    if isinstance(value, bool):
        return words()("option-yes" if value else "option-no")
    return str(value)


def _ask_for_devices(table: dict[str, Any]) -> None:
    """The serial ports that this machine has are shown; a port with nothing on it is not asked for."""
    from serial.tools.list_ports import comports

    ports = sorted(comports())
    for listed in ports:
        print_line(f"     {listed.device}  {listed.description}  {listed.serial_number or ''}")
    serials = {listed.device: listed.serial_number for listed in ports}
    for kind in KINDS:
        before = list(table.get("devices", ()))
        _ask_for(table, "devices", partial(_ask_device, kind, before, serials))
        table.setdefault("devices", before)


def _ask_device(kind: str, before: list[dict[str, str]], serials: Mapping[str, str | None]) -> object:
    name = Term("device-name", kind)
    port = ask("ask-port", device=name, default="", show_default=False)
    if not port:
        return before or None
    serial = ask("ask-serial", device=name, default=serials.get(port) or kind)
    return [*before, {"kind": kind, "port": port, "serial": serial}]


def _ask_people(*, needed: bool) -> list[PersonAnswer]:
    """PINs are drawn and printed once: nobody types somebody else's PIN."""
    say_line("out-people-first")
    people: list[PersonAnswer] = []
    while True:
        name = ask("ask-name", default="", show_default=False)
        if name:
            people += _ask_person(name, people)
        elif any(MANAGER in person.roles for person in people) or not (people or needed):
            return people
        else:
            say_line("setup-somebody-must-pit-manager")


def _ask_person(name: str, others: list[PersonAnswer]) -> list[PersonAnswer]:
    """The person; nobody, with the reason, when another one has the name or the badge."""
    badge = ask("ask-badge", name=name, default=str(100 + len(others)))
    roles = _ask_roles(name, "dealer" if others else MANAGER)
    person = PersonAnswer.model_validate({"name": name, "badge": badge, "roles": roles})
    wrong = people_problems((*others, person))
    for problem in wrong:
        print_line(words()(problem.reason))
    return [] if wrong else [person]


def _ask_roles(name: str, usual: str) -> tuple[str, ...]:
    known = get_args(RoleName)
    while True:
        roles = ask("ask-roles", name=name, offered=known, default=usual).replace(",", " ").split()
        unknown = [role for role in roles if role not in known]
        if roles and not unknown:
            return tuple(roles)
        for role in unknown:
            say_line("people-unknown-role", word=Quoted(role), hint=did_you_mean(role, known))


def ask(code: str, /, *, default: str | None = None, show_default: bool = True, **fields: Field) -> str:
    """A question at the terminal, in the language that was asked for."""
    answer: str = typer.prompt(words()(Message(code, **fields)), default=default, show_default=show_default)
    return answer


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
        given_answers = (
            _from_file(answers) if answers is not None else ask_for_answers(people_needed=not places.people.exists())
        )
        texts = checked_tables(given_answers, answers or QUESTIONS, only)
        load_registry(places.devices)  # a damaged one is said before anything is written
        refuse_without_manager(given_answers.people, places)
        tables = install_tables(texts, places, _now_ms)
        pins = enter_people(given_answers.people, places, _now_ms)  # last: PINs that were drawn must be shown
    except (BadFile, NoConfig, UnknownRules, SetupRefused, PeopleRefused, JournalError, OSError) as error:
        return print_error(error)
    except RegistryError as error:
        return print_error(driver_message(error))
    except typer.Abort:
        return print_error(Message("command-broken-off-nothing-more"))
    if as_json:
        print_json({"tables": [_row(table) for table in tables], "people": str(places.people), "pins": pins})
    else:
        _print_tables(tables, pins, places, folder)
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


def _print_tables(tables: list[InstalledTable], pins: dict[str, str], places: Places, folder: Path | None) -> None:
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
