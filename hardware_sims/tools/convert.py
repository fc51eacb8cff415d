"""`hardware-sims convert`: one shape of a capture into another, by the names of the files."""

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from hardware_sims.capture import written_whole
from hardware_sims.tools.exit_status import CannotRunError, ending, tell
from hardware_sims.tools.rows.formats import SHAPES, Reader, Writer
from hardware_sims.tools.terminal import terminal


def _shape_of(path: Path) -> tuple[Reader, Writer]:
    shape = SHAPES.get(path.suffix.lower())
    if shape is None:
        raise CannotRunError(
            f"{path} ends in '{path.suffix}', which is no shape of a capture",
            f"Name it {', '.join(SHAPES)}: log, JSON lines, table, or hex dump for text2pcap.",
        )
    return shape


def convert(
    file: Annotated[Path, typer.Argument(help="The capture to read.")],
    out: Annotated[Path, typer.Argument(help="The file to write; its ending says the shape.")],
    quiet: Annotated[bool, typer.Option("--quiet", help="Say nothing when it worked.")] = False,
) -> None:
    """Turn a capture into .log, .jsonl, .csv or .txt (hex dump for text2pcap), and back."""
    with ending():
        read, _ = _shape_of(file)
        _, write = _shape_of(out)
        if out.exists() and out.samefile(file):
            raise CannotRunError(f"{out} is the file to read", "Give the result another name.")
        progress = Progress(console=terminal(stderr=True, quiet=quiet), transient=True)
        with progress, written_whole(out) as target:
            source = progress.open(file, "r", encoding="utf-8", newline="", description=f"converting {file.name}")
            try:
                with source:
                    write(read(source, str(file)), target)
            except UnicodeDecodeError:
                raise CannotRunError(f"{file} is not text", "A capture is a text file.") from None
        if not quiet:
            tell(f"{out} written")
