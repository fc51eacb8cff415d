"""From a verb, a function that returns its exit status, to what typer runs; and the options that many verbs share.

A parameter that is a dataclass stands for its annotated fields: options that belong together are declared once, in that
class.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_origin, get_type_hints

import typer

if TYPE_CHECKING:
    from dealer_console.rulebook.tables import Table

Verb = Callable[..., int | None]

AsJson = Annotated[bool, typer.Option("--json", help="For programs: JSON on standard output.")]
JournalFile = Annotated[Path, typer.Argument(help="The journal of a table.")]
RoundFiles = Annotated[list[Path], typer.Argument(help=".round files, or folders that hold them.")]
RuleSet = Annotated[str, typer.Option("--rules", help="The rule set.")]
TableFile = Annotated[Path | None, typer.Option("--table", help="The table's file, or the name of a built-in one.")]
PeopleFile = Annotated[Path | None, typer.Option("--people", help="The book of people; the usual one without it.")]
PepperFile = Annotated[Path | None, typer.Option("--pepper", help="The key file outside the book.")]
FromRound = Annotated[int | None, typer.Option("--from", help="From this round number on.")]
ToRound = Annotated[int | None, typer.Option("--to", help="Up to this round number.")]
Since = Annotated[str | None, typer.Option("--since", help="From this time on, as 2026-11-16T20:00.")]
Until = Annotated[str | None, typer.Option("--until", help="Up to this time.")]
OnSpot = Annotated[int | None, typer.Option("--spot", help="With a wager on this spot.")]
WithCard = Annotated[str | None, typer.Option("--card", help="In which this card came.")]


def command(verb: Verb) -> Callable[..., None]:
    """The verb as typer reads and runs it."""
    hints = get_type_hints(verb, include_extras=True)
    declared = inspect.signature(verb).parameters.values()

    @functools.wraps(verb)
    def run(**values: Any) -> None:
        raise typer.Exit(
            verb(**{parameter.name: _value(parameter.name, hints[parameter.name], values) for parameter in declared})
            or 0
        )

    parameters = [
        option
        for parameter in declared
        for option in _options(parameter.name, hints[parameter.name], parameter.default)
    ]
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # inspect reads it from there
    run.__annotations__ = {}
    return run


def _options(name: str, kind: Any, default: Any) -> Iterator[inspect.Parameter]:
    if not is_dataclass(kind):
        yield inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)
        return
    for field, hint in _option_fields(kind):
        yield from _options(field.name, hint, inspect.Parameter.empty if field.default is MISSING else field.default)


def _value(name: str, kind: Any, values: dict[str, Any]) -> Any:
    if not isinstance(kind, type) or not is_dataclass(kind):
        return values[name]
    return kind(**{field.name: _value(field.name, hint, values) for field, hint in _option_fields(kind)})


def _option_fields(kind: Any) -> Iterator[tuple[Field[Any], Any]]:
    """Fields without an annotation for typer keep their defaults."""
    hints = get_type_hints(kind, include_extras=True)
    for field in fields(kind):
        hint = hints[field.name]
        if get_origin(hint) is Annotated or is_dataclass(hint):
            yield field, hint


def group(**verbs: Verb) -> typer.Typer:
    """Verbs under one word, by their names: `reset_pin` is called `reset-pin`."""
    app = typer.Typer(no_args_is_help=True, add_completion=False, rich_markup_mode=None)
    for name, verb in verbs.items():
        app.command(name=name.replace("_", "-"))(command(verb))
    return app


def table_named(wanted: Path) -> Table:
    """A table on the command line: its file, or the name of one that came with the program."""
    from dealer_console.rulebook.tables import load_table, table_from_file

    return table_from_file(wanted) if wanted.suffix == ".toml" or wanted.exists() else load_table(str(wanted))
