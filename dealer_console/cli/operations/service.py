"""`dealer-console service`: install, status, remove. The units are in config/service; docs/operations/service.md."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dealer_console.app.systemd import STARTED, STATE, Installation, ServiceRefused
from dealer_console.cli.output import print_json, print_line, say_line
from dealer_console.cli.verbs import AsJson, group, refusing

Root = Annotated[Path, typer.Option("--root", help="help-service-root")]
TableName = Annotated[str, typer.Option("--table", help="help-import-table")]
NOT_RUNNING = 1


@refusing(ServiceRefused, OSError)
def install(
    table: TableName,
    root: Root = Path("/"),
    program: Annotated[Path | None, typer.Option("--program", help="help-service-install-program")] = None,
    enable: Annotated[bool, typer.Option("--enable/--no-enable", help="help-service-install-enable")] = True,
) -> int:
    """Units, users, folders and rules for devices; then the console of this table starts at boot."""
    installation = Installation(root=root) if program is None else Installation(root=root, program=program)
    for file in installation.install():
        print_line(str(file))
    if enable and not installation.enable(table) and installation.live:
        units = " ".join(name.format(table=table) for name in STARTED)
        say_line("out-service-next", folder=f"/{STATE}", units=units)
    return 0


@refusing(ServiceRefused)
def status(table: TableName, root: Root = Path("/"), as_json: AsJson = False) -> int:
    """0: console and backups are active; 1: something is not."""
    states = Installation(root=root).states(table)
    if as_json:
        print_json(states)
    else:
        print_line("\n".join(f"{unit}: {state}" for unit, state in states.items()))
    return 0 if all(state in ("active", "installed") for state in states.values()) else NOT_RUNNING


@refusing(ServiceRefused, OSError)
def remove(root: Root = Path("/")) -> int:
    """The units; journals, keys, people and users stay."""
    for file in Installation(root=root).remove():
        print_line(str(file))
    return 0


app = group("service", install=install, status=status, remove=remove)
