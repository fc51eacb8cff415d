"""The command `dealer-console`. A verb is a function in a module of one of its packages, loaded when it is called.

Starting must be quick: the list of verbs and its help need none of the modules. A new verb is one function that returns
the exit status, and one line in `VERBS`. Parts of the program are installed when they are wanted: a missing library is
named with its extra.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Final

import typer
from typer.exceptions import TyperException

from dealer_console.cli.output import json_requested, print_error
from dealer_console.cli.verbs import VerbCommand, VerbGroup, single

if TYPE_CHECKING:
    from typer._click.core import Command, Context

FOR_OWNER: Final = 0o077
"""The umask: whatever a command writes, journals, exports, reports, is for nobody else to read."""

EXTRAS: Final = {
    "cv2": "camera",
    "numpy": "camera",
    "psycopg": "floor",
    "pyqtgraph": "pit",
    "reportlab": "pit",
    "xlsxwriter": "pit",
}
"""By library: the extra of `pyproject.toml` that brings it."""


@contextmanager
def extras_named() -> Iterator[None]:
    """Around whatever a command imports and does: it ends with what to install, not with a traceback."""
    try:
        yield
    except ModuleNotFoundError as error:
        library = (error.name or "").partition(".")[0]
        if library not in EXTRAS:
            raise
        from dealer_console.game.message import Message

        extra = EXTRAS[library]
        sys.exit(print_error(Message("command-needs-part-install-pip", extra=extra, library=library)))


VERBS: Final = {
    "replay": "rounds.replay",
    "rules": "rounds.rules",
    "irregularities": "rounds.rules",
    "odds": "rounds.rules",
    "new-round": "rounds.replay",
    "simulate": "table.simulate",
    "verify": "journals.verify",
    "export": "journals.export",
    "import": "journals.import_",
    "history": "journals.history",
    "shift-report": "journals.shift_report",
    "demo": "table.demo",
    "drill": "table.drill",
    "setup": "operations.setup",
    "doctor": "operations.doctor",
    "run": "table.run",
    "feed": "operations.feed",
    "health": "operations.doctor",
    "service": "operations.service",
    "backup": "operations.journal_files",
    "restore": "operations.journal_files",
    "roll": "operations.journal_files",
    "change-key": "operations.journal_files",
    "journals": "operations.journal_files",
    "purge": "operations.journal_files",
    "read-card": "devices.deck",
    "report": "pit.report",
    "dispute": "pit.report",
    "search": "pit.search",
    "alerts": "pit.figures",
    "ratings": "pit.figures",
    "demo-pit": "pit.demo",
    "demo-floor": "pit.demo",
    "device": "devices.device",
    "floor": "floor.database",
    "group": "floor.group",
    "people": "operations.people",
    "deck": "devices.deck",
}
GROUPS: Final = ("service", "device", "floor", "group", "people", "deck")


class _VerbsOnDemand(VerbGroup):
    """Lists the verbs from `VERBS`, and imports the one that is called."""

    def list_commands(self, ctx: Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: Context, cmd_name: str) -> Command | None:
        return VerbCommand(cmd_name, help=f"help-verb-{cmd_name}") if cmd_name in VERBS else None

    def resolve_command(self, ctx: Context, args: list[str]) -> tuple[str | None, Command | None, list[str]]:
        name, stub, rest = super().resolve_command(ctx, args)
        return name, _load(name) if name is not None and stub is not None else stub, rest


def _load(name: str) -> Command:
    module = importlib.import_module(f"dealer_console.cli.{VERBS[name]}")
    if name in GROUPS:
        return typer.main.get_command(module.app)
    return typer.main.get_command(
        single(name, getattr(module, "import_" if name == "import" else name.replace("-", "_")))
    )


app = typer.Typer(
    name="dealer-console",
    cls=_VerbsOnDemand,
    help="help-app",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # its boxes cost more time than everything else at the start
)


def _version(asked: bool) -> None:
    if asked:
        from dealer_console.cli.version import print_version

        print_version()
        raise typer.Exit


@app.callback()
def _verbs(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="help-version"),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", hidden=True)] = False,
    language: Annotated[str, typer.Option("--language", help="help-language")] = "en",
) -> None:
    """What comes before a verb."""


def main() -> None:
    """A wrong option becomes JSON where JSON was asked for; everything else typer shows a person."""
    os.umask(FOR_OWNER)
    with extras_named():
        _main()


def pit_review() -> None:
    """The command `pit-review`."""
    os.umask(FOR_OWNER)
    with extras_named():
        from dealer_console.cli.pit.review import main as review

        review()


def _main() -> None:
    if not json_requested():
        app()
    try:
        status = app(standalone_mode=False)
    except TyperException as error:
        status = print_error(error.format_message())
    except typer.Abort:
        from dealer_console.game.message import Message

        status = print_error(Message("command-broken-off-nothing-more"))
    sys.exit(status)
