"""`hardware-sims lab-key`: the key with which a laboratory signs its reports."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from hardware_sims.tools.conformance.signature import make_key
from hardware_sims.tools.exit_status import ending, tell


def lab_key(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the secret half goes; it must not exist.")],
    quiet: Annotated[bool, typer.Option("--quiet", help="Print the public half only.")] = False,
) -> None:
    """Make a key for reports. The secret half is for its owner only; the printed public half is for everybody."""
    with ending():
        public = make_key(file)
        sys.stdout.write(public + "\n")
        if not quiet:
            tell(f"the secret half is in {file}; give the line above to whoever verifies your reports")
