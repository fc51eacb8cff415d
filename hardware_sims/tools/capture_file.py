"""`hardware-sims decode` and `convert`: what the bytes of a capture say, and one shape of a capture into another."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from hardware_sims.capture import CaptureReader, written_whole
from hardware_sims.tools.output import CannotRunError, KeyFile, ending, key_from, print_note, terminal
from hardware_sims.tools.rows.decoder import decoded, only
from hardware_sims.tools.rows.formats import SHAPES, Reader, Writer
from hardware_sims.tools.rows.printer import print_csv, print_json, print_jsonl, print_table
from hardware_sims.wire.angel_eye import DATA_BYTES
from hardware_sims.wire.constants import EVENTS, MESSAGES, NAKS


class Format(StrEnum):
    TABLE = "table"
    CSV = "csv"
    JSONL = "jsonl"


@contextmanager
def opened(file: str) -> Iterator[CaptureReader]:
    """A capture by name, or from standard input with `-`."""
    if file == "-":
        yield CaptureReader(sys.stdin, "standard input")
        return
    try:
        with Path(file).open(encoding="utf-8") as stream:
            yield CaptureReader(stream, file)
    except UnicodeDecodeError:
        raise CannotRunError(f"{file} is not text", "A capture is a text file; was it a pcap or a picture?") from None


_TYPES = {
    name.lower()
    for name in (*MESSAGES, *EVENTS, *NAKS, *DATA_BYTES, "LK", "EC", "GP", "ACK", "damaged", "bytes", "repeat")
}
_MORE_NOTES = ("no reply", "bad-crc", "bad-mac", "no-mac", "slow", "event-gap", "bad-bcc", "cut-off", "noise")


def names_from(text: str | None) -> frozenset[str]:
    """`--only`: types, events, NAK reasons or notes, separated by commas."""
    names = frozenset(name.strip().lower() for name in (text or "").split(",") if name.strip())
    unknown = names - _TYPES - {*_MORE_NOTES}
    if unknown:
        raise CannotRunError(
            f"--only does not know {', '.join(sorted(unknown))}",
            "Use types of the document such as POLL, EVENT, CARD_DRAWN, NAK, or notes such as 'no reply', bad-crc.",
        )
    return names


def decode(
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="A capture, or - for standard input.")],
    form: Annotated[Format, typer.Option("--format", help="How to print.")] = Format.TABLE,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON array instead of a table.")] = False,
    key: Annotated[str | None, typer.Option(metavar="HEX", help="Check the MAC of every frame with this key.")] = None,
    key_file: KeyFile = None,
    only_types: Annotated[
        str | None, typer.Option("--only", metavar="TYPE,…", help="Only these types, events, reasons or notes.")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="No heading.")] = False,
) -> None:
    """Show every frame of a capture: time, gap, type, fields, how long the answer took, and what is odd about it."""
    with ending(), opened(file) as capture:
        rows = only(decoded(capture, key=key_from(key, key_file)), names_from(only_types))
        if as_json:
            print_json(rows)
        elif form is Format.CSV:
            print_csv(rows)
        elif form is Format.JSONL:
            print_jsonl(rows)
        else:
            print_table(rows, heading=not quiet)


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
            print_note(f"{out} written")
