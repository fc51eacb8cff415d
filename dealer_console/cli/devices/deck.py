"""`dealer-console deck` and `read-card`: the designs of cards that the optical reader knows, and what it reads.

`read-card` prints one line per picture. What is not sure is UNREADABLE, and no guess is told.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import cv2
import numpy as np
import typer

from dealer_console.app.device_refusal import DeviceRefused
from dealer_console.cli.output import CANNOT_RUN, print_error, print_json, print_line, say_line
from dealer_console.cli.verbs import AsJson, group, refusing
from dealer_console.game.message import Message, Quoted
from dealer_console.rulebook.load import NoConfig, config_folder
from drivers.errors import ImpossibleRequestError
from drivers.optical.decks.deck_pictures import BadDeckPicturesError
from drivers.optical.decks.deck_store import BUILT_IN, DeckStore, user_folder
from drivers.optical.decks.design import Design
from drivers.optical.decks.design_file import ENDING, NAME_RULE, BadDesignFileError, read_design, write_design
from drivers.optical.decks.enrolment import Enrolled, FailedTrial, UnreliableDesignError, causes, enrol
from drivers.optical.decks.resemblance import ClosePair
from drivers.optical.reader import read_picture
from drivers.optical.reading import Reading, Verdict

REFUSED = 1
_SHOWN_CARDS = 8


def shelf() -> DeckStore:
    """The designs of the configuration, then those of this user."""
    try:
        return DeckStore(folders=(config_folder() / "decks", user_folder()))
    except NoConfig:
        return DeckStore(folders=(user_folder(),))


def enrol_deck(
    folder: Annotated[Path, typer.Argument(help="help-deck-folder")],
    name: Annotated[str, typer.Option("--name", help="help-deck-name")],
    into: Annotated[Path | None, typer.Option("--into", help="help-deck-into")] = None,
    height_mm: Annotated[float, typer.Option("--height-mm", min=40, max=160, help="help-deck-height-mm")] = 88.0,
    as_json: AsJson = False,
) -> int:
    """Learn a design of cards from pictures, try it out, and tell which cards are hard to tell apart.

    0 enrolled; 1 refused, because cards are not read back surely; 2 the pictures cannot be used.
    """
    if not NAME_RULE.fullmatch(name):
        return print_error(Message("command-deck-named-letters-digits", name=Quoted(name)))
    if name == BUILT_IN and into is None:
        return print_error(Message("command-built-design-choose-another", name=Quoted(name)))
    try:
        done = enrol(folder, name, height_mm=height_mm, known=_known_designs(), progress=_progress)
        file = (into or user_folder()) / f"{name}{ENDING}"
        write_design(done.design, file)
    except BadDeckPicturesError as wrong:
        return _all_faults(wrong, as_json=as_json)
    except UnreliableDesignError as refused:
        _report(refused.enrolled, None, as_json=as_json)
        return REFUSED
    except OSError as error:
        return print_error(
            Message("command-design-cannot-written", reason=str(error.strerror), filename=error.filename)
        )
    _report(done, file, as_json=as_json)
    return 0


def _known_designs() -> list[Design]:
    """Those that can be read; a damaged one is told by `deck list`."""
    designs = []
    for file in shelf().files().values():
        with suppress(BadDesignFileError):
            designs.append(read_design(file))
    return designs


def _progress(done: int, of: int) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{done} of {of} cards tried" + ("\n" if done == of else ""))


def _all_faults(wrong: BadDeckPicturesError, *, as_json: bool) -> int:
    if as_json:
        print_json({"enrolled": False, "folder": str(wrong.folder), "faults": wrong.faults})
    for fault in wrong.faults:
        print_error(Message("command-folder-fault", folder=wrong.folder, fault=fault), as_json=False)
    return CANNOT_RUN


def _report(enrolled: Enrolled, file: Path | None, *, as_json: bool) -> None:
    design = enrolled.design
    if as_json:
        print_json(_described(enrolled, file))
        return
    if file is not None:
        size = f"{design.width_mm:g} × {design.height_mm:g}"
        say_line("out-deck-enrolled", name=design.name, size=size, file=str(file))
    else:
        print_error(Message("command-not-enrolled-trials-failed", name=design.name, failed=len(enrolled.failed)))
        for cause in causes(enrolled.failed):
            print_error(Message("command-trials", reason=cause.reason, trials=cause.trials, cards=_cards(cause.cards)))
    for alike in enrolled.alike:
        suits = Message("out-other-colours", suits=tuple(alike.recoloured)) if alike.recoloured else ""
        say_line("out-deck-alike", name=alike.name, likeness=f"{alike.likeness:.2f}", suits=suits)
    say_line("out-deck-in-other-colours", count=len(enrolled.in_other_colours))
    if enrolled.close:
        say_line("out-hard-to-tell")
    for pair in enrolled.close:
        print_line(f"  {pair.first} {pair.second}  {pair.index:.3f}  {pair.face:.3f}")
    if not enrolled.close:
        say_line("out-none-hard")


def _cards(cards: tuple[str, ...]) -> str:
    shown = ", ".join(cards[:_SHOWN_CARDS])
    return shown if len(cards) <= _SHOWN_CARDS else f"{shown} and {len(cards) - _SHOWN_CARDS} more cards"


def _described(enrolled: Enrolled, file: Path | None) -> dict[str, Any]:
    return {
        "enrolled": file is not None,
        "name": enrolled.design.name,
        "file": str(file) if file else None,
        "width_mm": enrolled.design.width_mm,
        "height_mm": enrolled.design.height_mm,
        "failed": [_trial(failed) for failed in enrolled.failed],
        "causes": [
            {"reason": cause.reason, "cards": cause.cards, "trials": cause.trials} for cause in causes(enrolled.failed)
        ],
        "alike": [
            {"design": design.name, "likeness": round(design.likeness, 4), "recoloured": design.recoloured}
            for design in enrolled.alike
        ],
        "in_other_colours": enrolled.in_other_colours,
        "close_pairs": [_pair(pair) for pair in enrolled.close],
    }


def _trial(failed: FailedTrial) -> dict[str, str]:
    return {"card": failed.card, "trial": failed.words, "reason": failed.reason}


def _pair(pair: ClosePair) -> dict[str, Any]:
    return {"cards": [pair.first, pair.second], "index": round(pair.index, 4), "face": round(pair.face, 4)}


def list_decks(as_json: AsJson = False) -> int:
    """The designs that the optical reader knows, with size and file; a damaged file gives exit status 2."""
    status = 0
    files = shelf().files()
    for name, file in files.items():
        try:
            design = read_design(file)
        except BadDesignFileError as problem:
            status = print_error(problem, as_json=False)
            continue
        _print_design(name, file, design, as_json=as_json)
    if not files:
        say_line("out-no-deck")
    return status


def _print_design(name: str, file: Path, design: Design, *, as_json: bool) -> None:
    size = {"width_mm": design.width_mm, "height_mm": design.height_mm, "back": design.back is not None}
    if as_json:
        print_json({"name": name, "built_in": name == BUILT_IN, **size, "file": str(file)})
    else:
        kind = Message("out-built-in" if name == BUILT_IN else "out-enrolled")
        back = Message("out-with-back" if design.back is not None else "out-without-back")
        mm = f"{design.width_mm:g} × {design.height_mm:g}"
        say_line("out-deck", name=name, kind=kind, size=mm, back=back, file=str(file))


def chosen_designs(names: list[str]) -> list[Design]:
    """The named ones, else all there are; DeviceRefused tells what is wrong."""
    shelves = shelf()
    designs = names or list(shelves.files())
    if not designs:
        raise DeviceRefused(Message("pairing-no-deck"))
    return [shelves.design(name) for name in designs]


app = group("deck", enrol=enrol_deck, list=list_decks)


SHOW_PROGRESS_EVERY = 20
PICTURES = (".png", ".jpg", ".jpeg", ".bmp", ".tif", ".tiff", ".webp", ".ppm", ".pgm")


@refusing(ImpossibleRequestError)
def read_card(
    images: Annotated[list[Path], typer.Argument(metavar="IMAGE...", help="help-read-card-images")],
    deck: Annotated[list[str] | None, typer.Option("--deck", help="help-read-card-deck")] = None,
    as_json: AsJson = False,
) -> int:
    """0 when every file could be opened as a picture; the others are still read."""
    designs = chosen_designs(deck or [])
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
