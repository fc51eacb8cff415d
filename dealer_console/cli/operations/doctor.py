"""`dealer-console doctor`: is everything fit to deal? Each finding with the command that mends it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, get_args

import typer

from dealer_console.app.doctor import Examined, Finding, examine
from dealer_console.app.doctor.finding import Level
from dealer_console.app.paths import Places
from dealer_console.cli.output import print_error, print_json, print_line, words
from dealer_console.cli.verbs import AsJson, TableFile, table_named
from dealer_console.rulebook import BadFile, NoConfig
from dealer_console.rulebook.tables import UnknownTable

FIT, NOT_FIT = 0, 1


def doctor(
    table: TableFile = None,
    data: Annotated[Path | None, typer.Option("--data", help="help-doctor-data")] = None,
    platform: Annotated[str | None, typer.Option("--platform", help="help-doctor-platform")] = None,
    simulators: Annotated[bool, typer.Option("--simulators", help="help-doctor-simulators")] = False,
    as_json: AsJson = False,
) -> int:
    """0: fit, perhaps with warnings; 1: a problem; 2: there is nothing to examine."""
    try:
        named = table_named(table) if table is not None else None
    except (BadFile, NoConfig, UnknownTable) as error:
        return print_error(error)
    examined = Examined(places=Places.of(data), table=named, table_file=table, platform=platform, simulators=simulators)
    findings = examine(examined)
    if as_json:
        print_json({"ok": _fit(findings), "findings": [finding.data() for finding in findings]})
    else:
        said = words()
        width = max(len(said(f"level-{level}")) for level in get_args(Level))
        for finding in findings:
            print_line(f"{said(f'level-{finding.level}'):{width}}  {finding.title(said)}")
            if finding.mend:
                print_line(f"{'':{width}}  {finding.remedy(said)}")
    return FIT if _fit(findings) else NOT_FIT


def _fit(findings: list[Finding]) -> bool:
    return all(finding.level != "problem" for finding in findings)
