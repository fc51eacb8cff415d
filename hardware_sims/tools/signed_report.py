"""`hardware-sims lab-key` and `verify-report`: the key with which a laboratory signs reports, and did it sign one?"""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from hardware_sims.tools.conformance.evidence import make_key, why_not_genuine
from hardware_sims.tools.output import CHECK_FAILED, ending, print_note, without_commands


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
            stated = json.loads(text)
            counts = f"{stated['passed']} passed, {stated['failed']} failed, {stated['skipped']} skipped"
            sys.stdout.write(
                without_commands(
                    f"GENUINE: {stated['family']} {stated['device'].get('serial', '')}, {stated['date']}: {counts}\n"
                )
            )


def lab_key(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the secret half goes; it must not exist.")],
    quiet: Annotated[bool, typer.Option("--quiet", help="Print the public half only.")] = False,
) -> None:
    """Make a key for reports. The secret half is for its owner only; the printed public half is for everybody."""
    with ending():
        public = make_key(file)
        sys.stdout.write(public + "\n")
        if not quiet:
            print_note(f"the secret half is in {file}; give the line above to whoever verifies your reports")
