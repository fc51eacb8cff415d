"""`hardware-sims verify-report`: is a report the one that a laboratory signed?"""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from hardware_sims.tools.conformance.signature import why_not_genuine
from hardware_sims.tools.exit_status import CHECK_FAILED, ending
from hardware_sims.tools.terminal import without_commands


def verify_report(
    report: Annotated[Path, typer.Argument(metavar="FILE", help="A report of check; its signature lies beside it.")],
    public_key: Annotated[str, typer.Option(metavar="HEX", help="The public key of the laboratory.")],
    evidence: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also check that this is the capture the report speaks of.")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print only what is wrong.")] = False,
) -> None:
    """Check the signature under a report, and its evidence."""
    with ending():
        text = report.read_text(encoding="utf-8", errors="replace")
        reason = why_not_genuine(report, public_key, evidence)
        if reason is not None:
            sys.stdout.write(without_commands(f"NOT GENUINE: {reason}\n"))
            raise typer.Exit(CHECK_FAILED)
        if not quiet:
            said = json.loads(text)
            counts = f"{said['passed']} passed, {said['failed']} failed, {said['skipped']} skipped"
            sys.stdout.write(
                without_commands(
                    f"GENUINE: {said['family']} {said['device'].get('serial', '')}, {said['date']}: {counts}\n"
                )
            )
