"""The command `hardware-sims`. Exit status 0 done, 1 a check failed, 2 cannot run.

`list` and `run` are written in `tools.run`; every other verb is a function of its own name in a module of
`hardware_sims.tools` that is loaded when it is asked for, so that the command starts quickly.
"""

from __future__ import annotations

import functools
import importlib
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

if TYPE_CHECKING:
    from typer._click.core import Command, Context

TOOL_VERBS = {
    "record": "record",
    "replay": "replay",
    "decode": "capture_file",
    "convert": "capture_file",
    "fuzz": "fuzz",
    "check": "check",
    "shuffle-lab": "shuffle_lab",
    "monitor": "monitor",
    "lab-key": "signed_report",
    "verify-report": "signed_report",
}
"""Each verb, and the module of `hardware_sims.tools` that has it."""
_NAMES_A_LINE = ("port", "device", "to", "source")
"""What the tools call the argument that says which line, or which simulator, they are for."""


class _VerbsOnDemand(TyperGroup):
    """Knows the tools' verbs by name and imports one only when it is used."""

    def list_commands(self, ctx: Context) -> list[str]:
        return [*super().list_commands(ctx), *TOOL_VERBS]

    def get_command(self, ctx: Context, cmd_name: str) -> Command | None:
        if cmd_name not in TOOL_VERBS:
            return super().get_command(ctx, cmd_name)
        module = importlib.import_module(f"hardware_sims.tools.{TOOL_VERBS[cmd_name]}")
        verb = getattr(module, cmd_name.replace("-", "_"))
        alone = typer.Typer(add_completion=False, rich_markup_mode=None)
        alone.command(name=cmd_name)(_for_lines_only(verb))
        return typer.main.get_command(alone)


def _for_lines_only(verb: Callable[..., None]) -> Callable[..., None]:
    """The verb; asked to work on the camera it says that there is no line."""

    @functools.wraps(verb)
    def checked_verb(**options: Any) -> None:
        for name in _NAMES_A_LINE:
            if re.match(r"(usb\+)?(sim://)?camera\d?(\?|$)", str(options.get(name, ""))):
                from hardware_sims.devices import NO_LINE

                typer.echo(f"cannot run: {options[name]}: {NO_LINE}", err=True)
                raise typer.Exit(2)
        verb(**options)

    return checked_verb


app = typer.Typer(
    cls=_VerbsOnDemand,
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Simulated table devices, and tools for their lines.",
)


@app.command(name="list")
def list_all(
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Names only.")] = False,
) -> None:
    """Devices with their options, hands and faults, and the scenarios that come along."""
    from hardware_sims.tools.run import print_catalogue

    print_catalogue(as_json=as_json, quiet=quiet)


@app.command(name="run")
def run_devices(
    devices: Annotated[
        list[str], typer.Argument(metavar="DEVICE…|all", help="Which devices; all: one of each on a line.")
    ],
    listen: Annotated[
        list[str] | None,
        typer.Option(metavar="WHERE", help="pty, pty:PATH, tcp://HOST:PORT, rfc2217://HOST:PORT; one per device."),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The number everything is drawn from.")] = None,
    scenario: Annotated[str | None, typer.Option(metavar="F", help="A scenario file, or the name of one here.")] = None,
    fault: Annotated[list[str] | None, typer.Option(metavar="KIND[:k=v,…]", help="A fault; repeatable.")] = None,
    clear_after: Annotated[int | None, typer.Option(metavar="N", help="Each --fault ends after N times.")] = None,
    time_scale: Annotated[float, typer.Option(metavar="X", help="Simulator seconds per second.")] = 1.0,
    capture: Annotated[str | None, typer.Option(metavar="F", help="Write what is on the lines to this file.")] = None,
    control: Annotated[str | None, typer.Option(metavar="URL", help="Take hands on tcp://HOST:PORT.")] = None,
    key: Annotated[str | None, typer.Option(metavar="HEX", help="64 hex digits, or none for unpaired.")] = None,
    key_file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The key in a file that only you may read, instead of --key.")
    ] = None,
    unit: Annotated[int | None, typer.Option(metavar="N", help="0 to 7: the last digit of the address.")] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="k=v", help="An option of the device.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Only the places to connect to.")] = False,
) -> None:
    """Run devices until interrupted. Each prints the place a host connects to."""
    from hardware_sims.tools.output import ending, key_text
    from hardware_sims.tools.run import RunOptions, run

    with ending():
        key = key_text(key, key_file)
    options = RunOptions(
        devices=tuple(devices),
        listen=tuple(listen or ()),
        seed=seed,
        scenario=scenario,
        faults=tuple(fault or ()),
        clear_after=clear_after,
        time_scale=time_scale,
        capture=capture,
        control=control,
        key=key,
        unit=unit,
        options=tuple(option or ()),
        quiet=quiet,
    )
    raise typer.Exit(run(options))


def main() -> None:
    app()
