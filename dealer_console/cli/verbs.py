"""From a verb, a function that returns its exit status, to what typer runs; and the options that many verbs share.

A parameter that is a dataclass stands for its annotated fields: options that belong together are declared once, in that
class.
"""

from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Callable, Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, ParamSpec, get_origin, get_type_hints

import typer
from typer.core import TyperCommand, TyperGroup

from dealer_console.cli.output import print_error, words

if TYPE_CHECKING:
    from typer._click.core import Command, Context

    from dealer_console.messages import Words
    from dealer_console.rulebook.tables import Table

    _Helps = Command
else:
    _Helps = object

Verb = Callable[..., int | None]
P = ParamSpec("P")

AsJson = Annotated[bool, typer.Option("--json", help="help-as-json")]
JournalFile = Annotated[Path, typer.Argument(help="help-journal-file")]
RoundFiles = Annotated[list[Path], typer.Argument(help="help-round-files")]
RuleSet = Annotated[str, typer.Option("--rules", help="help-rule-set")]
TableFile = Annotated[Path | None, typer.Option("--table", help="help-run-table")]
PeopleFile = Annotated[Path | None, typer.Option("--people", help="help-people-file")]
PepperFile = Annotated[Path | None, typer.Option("--pepper", help="help-pepper-file")]
FromRound = Annotated[int | None, typer.Option("--from", help="help-from-round")]
ToRound = Annotated[int | None, typer.Option("--to", help="help-to-round")]
Since = Annotated[str | None, typer.Option("--since", help="help-since")]
Until = Annotated[str | None, typer.Option("--until", help="help-until")]
OnSpot = Annotated[int | None, typer.Option("--spot", help="help-on-spot")]
WithCard = Annotated[str | None, typer.Option("--card", help="help-with-card")]


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


def refusing(*errors: type[Exception]) -> Callable[[Callable[P, int | None]], Callable[P, int]]:
    """Of a verb: these errors are printed and become its exit status."""

    def decorate(verb: Callable[P, int | None]) -> Callable[P, int]:
        @functools.wraps(verb)
        def run(*args: P.args, **options: P.kwargs) -> int:
            try:
                return verb(*args, **options) or 0
            except errors as error:
                return print_error(error)

        return run

    return decorate


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


def single(name: str, verb: Verb) -> typer.Typer:
    """One verb."""
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    app.command(name=name, cls=VerbCommand, help=f"help-verb-{name}")(command(verb))
    return app


def group(group_name: str, /, **verbs: Verb) -> typer.Typer:
    """Verbs under one word, by their names: `reset_pin` is called `reset-pin`."""
    app = typer.Typer(
        cls=VerbGroup, help=f"help-verb-{group_name}", no_args_is_help=True, add_completion=False, rich_markup_mode=None
    )
    for name, verb in verbs.items():
        spelled = name.replace("_", "-")
        app.command(name=spelled, cls=VerbCommand, help=f"help-verb-{group_name}-{spelled}")(command(verb))
    return app


# --- help ----------------------------------------------------------------------------------------------------------

_AROUND: Final = {  # what typer itself writes
    "Usage:": "help-usage",
    "Options:": "help-options",
    "Commands:": "help-commands",
    "Arguments:": "help-arguments",
    "[default:": "help-default",
    "[required]": "help-required",
    "Show this message and exit.": "help-shown",
}


class _HelpInWords(_Helps):
    """Its help is keys of the catalogues: they become words when somebody asks for help."""

    def get_short_help_str(self, limit: int = 45) -> str:
        say_help(self, words())
        return super().get_short_help_str(limit)

    def get_help(self, ctx: Context) -> str:
        in_words = words()
        say_help(self, in_words)
        text = super().get_help(ctx)
        for written, key in _AROUND.items():
            text = text.replace(written, in_words(key))
        return text


class VerbCommand(_HelpInWords, TyperCommand):
    """A verb."""


class VerbGroup(_HelpInWords, TyperGroup):
    """Verbs under one word."""


def say_help(command: Command, in_words: Words) -> None:
    """The keys of its help and of its options become words."""
    for item in (command, *command.params):
        text = getattr(item, "help", None)
        if text is not None and text.startswith("help-"):
            item.help = in_words(text)  # type: ignore[attr-defined]  # it has one


def moment_ms(text: str) -> int:
    """A day or a moment as people write it; without an offset it is UTC, as the journal counts. Raises `ValueError`."""
    moment = datetime.fromisoformat(text)
    return round((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() * 1000)


def table_named(name_or_file: Path) -> Table:
    """A table on the command line: its file, or the name of one that came with the program."""
    from dealer_console.rulebook.tables import load_table, table_from_file

    return (
        table_from_file(name_or_file)
        if name_or_file.suffix == ".toml" or os.path.exists(name_or_file)  # also asked of what no file can be called
        else load_table(str(name_or_file))
    )
