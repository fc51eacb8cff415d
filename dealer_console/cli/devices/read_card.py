"""`dealer-console read-card`: one line per picture. What is not sure is UNREADABLE, and no guess is told."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

import cv2
import numpy as np
import typer

from dealer_console.cli.devices.deck import chosen_designs
from dealer_console.cli.output import CANNOT_RUN, print_error, print_json, print_line
from dealer_console.cli.verbs import AsJson
from dealer_console.game.message import Message
from drivers.errors import ImpossibleRequestError
from drivers.optical.decks.design import Design
from drivers.optical.reader import read_picture
from drivers.optical.reading import Reading, Verdict

SHOW_PROGRESS_EVERY = 20
PICTURES = (".png", ".jpg", ".jpeg", ".bmp", ".tif", ".tiff", ".webp", ".ppm", ".pgm")


def read_card(
    images: Annotated[list[Path], typer.Argument(metavar="IMAGE...", help="help-read-card-images")],
    deck: Annotated[list[str] | None, typer.Option("--deck", help="help-read-card-deck")] = None,
    as_json: AsJson = False,
) -> int:
    """0 when every file could be opened as a picture; the others are still read."""
    try:
        designs = chosen_designs(deck or [])
    except ImpossibleRequestError as problem:
        return print_error(problem)
    status = number = 0
    progress = sys.stderr.isatty() and not sys.stdout.isatty()
    for number, file in enumerate(_files(images), start=1):
        status = max(status, _one(file, designs, as_json=as_json))
        if progress and number % SHOW_PROGRESS_EVERY == 0:
            sys.stderr.write(f"\r{number} pictures read")
    if progress and number >= SHOW_PROGRESS_EVERY:
        sys.stderr.write("\n")
    return status


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    """A folder stands for the pictures in it, by name."""
    for path in paths:
        if path.is_dir():
            yield from (file for file in sorted(path.iterdir()) if file.suffix.lower() in PICTURES)
        else:
            yield path


def _one(file: Path, designs: list[Design], *, as_json: bool) -> int:
    try:
        data = file.read_bytes()
    except OSError as error:
        return print_error(Message("command-cannot-read", file=file, reason=str(error.strerror)), as_json=False)
    try:
        picture = cv2.imdecode(np.frombuffer(data, dtype=np.uint8), cv2.IMREAD_COLOR) if data else None
    except cv2.error:
        picture = None
    if picture is None:
        print_error(Message("command-no-picture-can-read", file=file), as_json=False)
        return CANNOT_RUN
    reading = read_picture(np.asarray(picture, dtype=np.uint8), designs, sha256=hashlib.sha256(data).hexdigest())
    if as_json:
        print_json({"file": str(file), **reading.fields()})
    else:
        print_line(f"{file}: {_words(reading)}")
    return 0


def _words(reading: Reading) -> str:
    if reading.verdict is Verdict.CARD:
        return f"{reading.card}  {reading.confidence:.1%}  {reading.design}"
    return f"{reading.verdict}  {reading.reason}" if reading.reason else str(reading.verdict)
