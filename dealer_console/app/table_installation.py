"""The first run: answers of a person or of a file become the files of a table that opens.

A technician answers for one table or for thirty: people, what all tables share, and each table. `[house]` and each of
`[[tables]]` have the keys of a table's file (docs/shift.md). What neither says comes from the rule set. So a file for
thirty tables says everything once, and for each table its name, title and devices. The answers are checked as a whole
before anything is written.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from dealer_console.app.paths import Places
from dealer_console.game.message import Message, Quoted
from dealer_console.journal import Journal
from dealer_console.journal.keys import load_or_create_key, public_key
from dealer_console.messages import MessageError
from dealer_console.rulebook import BadFile, Problem, UnknownRules
from dealer_console.rulebook.load import load_rules, read_toml
from dealer_console.rulebook.problems import problems_of, reason_of
from dealer_console.rulebook.sample_table import hole_card_of, sample_table, toml_text
from dealer_console.rulebook.schema import Text
from dealer_console.rulebook.tables import Table, table_from_file
from dealer_console.table.people import (
    HashCost,
    NewPerson,
    PeopleBook,
    PeopleRefused,
    Pin,
    Role,
    Staff,
    create_pepper,
    load_pepper,
    load_permissions,
)
from dealer_console.table.people.pins import least_digits, why_not_pin

RoleName = Literal["dealer", "supervisor", "pit-manager", "cashier", "technician", "auditor"]
_MERGED: Final = (
    "choices",
    "people",
    "notices",
    "policy",
)  # of these each key counts for itself; the rest is one value


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class PersonAnswer(_Form):
    """Without `pin` a PIN is drawn and printed once."""

    name: Text
    badge: Text
    roles: Annotated[tuple[RoleName, ...], Field(min_length=1)]
    pin: Text | None = Field(default=None, repr=False)


class Answers(_Form):
    house: dict[str, Any] = {}
    people: tuple[PersonAnswer, ...] = ()
    tables: Annotated[tuple[dict[str, Any], ...], Field(min_length=1)]


def read_answers(file: Path) -> Answers:
    """Raises `BadFile` with everything that is wrong with the form; the tables are judged when they are written."""
    data = read_toml(file)
    try:
        return Answers.model_validate(data)
    except ValidationError as error:
        known = {"": tuple(Answers.model_fields)}
        raise BadFile(file, problems_of(error, data, known)) from None


def table_data(answers: Answers, table: Mapping[str, Any]) -> dict[str, Any]:
    """The whole file of this table: the rule set's usual values, then the house's, then its own."""
    merged = _over(answers.house, table)
    rules = load_rules(str(merged.get("rules", "")))
    kinds = {device.get("kind") for device in merged.get("devices", ()) if isinstance(device, Mapping)}
    name = str(merged.get("name", ""))
    usual = sample_table(
        rules,
        name=name,
        title=str(merged.get("title", name)),
        hole_card=hole_card_of(rules, reader="reader" in kinds),
        devices=(),
        spots=rules.spots_per_player,
    )
    usual["journal"] = f"journals/{name}.journal"
    return _over(usual, merged)


def _over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    result = {**below, **above}
    for key in _MERGED:
        lower, upper = below.get(key), above.get(key)
        if isinstance(lower, Mapping) and isinstance(upper, Mapping):
            result[key] = {**lower, **upper}
    return result


PIN_DIGITS = 6


class SetupRefused(MessageError):
    """Nothing was written; the text says what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InstalledTable:
    """A table that opens: its file, its journal, and the key by which others verify it."""

    table: Table
    file: Path
    journal: Path
    public_key: str


def checked_tables(answers: Answers, source: Path, only: str | None = None) -> dict[str, str]:
    """The text of each table's file by name. Raises `BadFile` with the problems of all people and tables at once."""
    texts: dict[str, str] = {}
    problems = people_problems(answers.people)
    with TemporaryDirectory() as folder:
        for number, table in enumerate(answers.tables):
            if only is not None and table.get("name") != only:
                continue
            text, wrong = _checked(answers, table, Path(folder))
            if table.get("name") in texts:
                wrong.append(Problem(key="name", reason=Message("file-another-table", name=str(table.get("name")))))
            problems += [
                Problem(key=f"tables.{number}.{problem.key}", reason=problem.reason, clause=problem.clause)
                for problem in wrong
            ]
            texts[str(table.get("name"))] = text
    if problems:
        raise BadFile(source, problems)
    if not texts:
        named = ", ".join(str(table.get("name")) for table in answers.tables)
        raise SetupRefused(Message("setup-no-table-names", only=Quoted(only), source=source, named=named))
    return texts


def table_problems(table: Mapping[str, Any]) -> list[Problem]:
    """What is wrong with the answers about one table so far, each under its key."""
    with TemporaryDirectory() as folder:
        return _checked(Answers(tables=(dict(table),)), table, Path(folder))[1]


def people_problems(people: tuple[PersonAnswer, ...]) -> list[Problem]:
    """Names and badges stand for one person each; a PIN that is given must be one that a person may choose."""
    problems: list[Problem] = []
    for number, person in enumerate(people):
        earlier = people[:number]
        for key in ("name", "badge"):
            value = getattr(person, key)
            if value.casefold() in (getattr(other, key).casefold() for other in earlier):
                problems.append(
                    Problem(key=f"people.{number}.{key}", reason=Message("file-somebody-else", value=Quoted(value)))
                )
        least = least_digits(Role(role) for role in person.roles)
        refusal = why_not_pin(Pin(person.pin), badge=person.badge, least=least) if person.pin is not None else None
        if refusal is not None:
            problems.append(Problem(key=f"people.{number}.pin", reason=refusal.message))
    return problems


def _checked(answers: Answers, table: Mapping[str, Any], folder: Path) -> tuple[str, list[Problem]]:
    try:
        data = table_data(answers, table)
    except UnknownRules as error:
        return "", [Problem(key="rules", reason=reason_of(error))]
    text = toml_text(data)
    file = folder / f"{data['name']}.toml"
    file.write_text(text, "utf-8")
    try:
        table_from_file(file)
    except BadFile as error:
        return text, list(error.problems)
    return text, []


def install_tables(texts: Mapping[str, str], places: Places, now_ms: Callable[[], int]) -> list[InstalledTable]:
    """Files, keys and journals. A table that is there already stays; another text under its name is refused."""
    files = {places.data / f"{name}.toml": text for name, text in texts.items()}
    for file, text in files.items():
        if file.exists() and file.read_text("utf-8") != text:
            raise SetupRefused(Message("setup-exists-says-something-else", file=file))
    places.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    return [_installed(file, text, places, now_ms()) for file, text in files.items()]


def _installed(file: Path, text: str, places: Places, at_ms: int) -> InstalledTable:
    file.write_text(text, "utf-8")
    table = table_from_file(file)
    journal = places.data / table.journal
    journal.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    key_file = journal.with_suffix(".key")
    if key_file.exists() and not journal.exists():  # where a key is, two people begin a journal
        raise SetupRefused(Message("start-journal-not-bring-back", key_file=key_file, file=journal, table=file))
    key = load_or_create_key(key_file)
    if not journal.exists():
        Journal.create(journal, table=table.name, signing_key=key, at_ms=at_ms).close()
    Journal.open(journal, key).close()  # it must open before anybody deals on it
    return InstalledTable(table=table, file=file, journal=journal, public_key=public_key(key).hex())


def enter_people(
    people: Iterable[PersonAnswer], places: Places, now_ms: Callable[[], int], cost: HashCost | None = None
) -> dict[str, str]:
    """Makes the book and enters everybody; the PINs that were drawn, by name. A book that is there stays as it is."""
    managers_first = sorted(people, key=lambda person: "pit-manager" not in person.roles)
    refuse_without_manager(managers_first, places)
    if places.people.exists() or not managers_first:
        return {}
    pepper = load_pepper(places.pepper) if places.pepper.exists() else create_pepper(places.pepper)
    drawn: dict[str, str] = {}
    try:
        with closing(PeopleBook.create(places.people, pepper=pepper, cost=cost or HashCost())) as book:
            new: list[NewPerson] = []
            for person in managers_first:
                pin = person.pin or _drawn_pin()
                if person.pin is None:
                    drawn[person.name] = pin
                roles = tuple(Role(role) for role in person.roles)
                new.append(NewPerson(name=person.name, badge=person.badge, roles=roles, pin=Pin(pin)))
            Staff(book, load_permissions()).begin(new, now_ms())
    except PeopleRefused:
        places.people.unlink(missing_ok=True)  # half a book would be taken for a whole one
        raise
    return drawn


def refuse_without_manager(people: Sequence[PersonAnswer], places: Places) -> None:
    """Nobody else may enter the others."""
    if people and not places.people.exists() and not any("pit-manager" in person.roles for person in people):
        raise SetupRefused(Message("setup-somebody-must-pit-manager"))


def _drawn_pin() -> str:
    """Any that a person would be allowed, too: no row of digits, no year."""
    while True:
        pin = "".join(secrets.choice("0123456789") for _ in range(PIN_DIGITS))
        if why_not_pin(Pin(pin)) is None:
            return pin
