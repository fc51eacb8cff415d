"""The questions of `dealer-console setup`: one table and its first people, each answer checked when it is given."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, Final, get_args

import typer

from dealer_console.app.setup.answers import Answers, PersonAnswer, RoleName, table_data
from dealer_console.app.setup.installation import people_problems, table_problems
from dealer_console.cli.output import print_line, say_line, words
from dealer_console.game.choices import AMOUNTS
from dealer_console.game.message import Field, Message, Quoted, Term
from dealer_console.game.money import show
from dealer_console.game.rules import Rules
from dealer_console.game.suggestions import did_you_mean
from dealer_console.rulebook import UnknownRules, load_rules, rule_set_names

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
        wanted = ask("ask-rule-set", default="1")
        try:
            return load_rules(names[int(wanted) - 1] if wanted.isdigit() and 0 < int(wanted) <= len(names) else wanted)
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
            said = ask("ask-choice-of", key=key, offered=offered, clause=clause, default=usual)
        else:
            said = ask("ask-choice", key=key, clause=clause, default=usual)
        if said in ("-", usual):
            return before
        value = said.replace(",", " ").split() if key == "side_bets" else meant(said, choice.of or ())
        return {**before, key: value}

    _ask_for(table, "choices", answer)
    table.setdefault("choices", before)


def meant(said: str, offered: Iterable[object] = (True, False)) -> object:
    """The value that is spelled so, or the text itself."""
    word = said.strip().lower()
    return next((value for value in offered if word in _spellings(value)), said)


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
        said = ask("ask-roles", name=name, offered=known, default=usual).replace(",", " ").split()
        unknown = [role for role in said if role not in known]
        if said and not unknown:
            return tuple(said)
        for role in unknown:
            say_line("people-unknown-role", word=Quoted(role), hint=did_you_mean(role, known))


def ask(code: str, /, *, default: str | None = None, show_default: bool = True, **fields: Field) -> str:
    """A question at the terminal, in the language that was asked for."""
    answer: str = typer.prompt(words()(Message(code, **fields)), default=default, show_default=show_default)
    return answer
