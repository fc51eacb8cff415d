"""`pit-review`: opens the supervisor's window. What is wrong with files and addresses is told before it opens."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from dealer_console.app.console import start_program
from dealer_console.app.paths import demonstration_folder, journals_folder, people_file, pepper_file
from dealer_console.app.running_table import wall_clock_ms
from dealer_console.app.window_options import CannotStart, WindowOptions
from dealer_console.cli.floor.people import keep_published
from dealer_console.cli.pit.archive_access import signing_key
from dealer_console.cli.process_guard import guard_process
from dealer_console.cli.verbs import PeopleFile, PepperFile, refusing, single
from dealer_console.floor.errors import FloorError
from dealer_console.game.message import Message
from dealer_console.journal import JournalError
from dealer_console.messages import words_of
from dealer_console.pit.alerts import Acknowledgements
from dealer_console.pit.archive import Archive
from dealer_console.pit.archive.floor_source import FloorSource
from dealer_console.pit.archive.sources import JOURNALS
from dealer_console.pit.desk.records import RecordBook
from dealer_console.pit.errors import PitRefused
from dealer_console.pit.expectations import load_expectations
from dealer_console.pit.services import PitServices, Publishing
from dealer_console.rulebook import BadFile, NoConfig
from dealer_console.table.people import PeopleBook, PeopleDamaged, PeopleRefused, load_pepper, load_permissions

if TYPE_CHECKING:
    from dealer_console.pit.windows.background import Background
    from dealer_console.pit.windows.floor_watch import FloorWatch
    from dealer_console.pit.windows.window import PitWindow
    from dealer_console.touch.app.program import Program

_REFUSALS: Final = (
    PitRefused,
    JournalError,
    FloorError,
    BadFile,
    NoConfig,
    PeopleRefused,
    PeopleDamaged,
    CannotStart,
    OSError,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewOptions:
    """What a person wrote after `pit-review`."""

    target: Annotated[
        str | None,
        typer.Argument(help="help-review-target"),
    ] = None
    people: PeopleFile = None
    pepper: PepperFile = None
    training: Annotated[bool, typer.Option("--training", help="help-review-training")] = False
    save_to: Annotated[Path | None, typer.Option("--save-to", help="help-review-save-to")] = None
    cage: Annotated[
        str | None,
        typer.Option("--cage", help="help-review-cage"),
    ] = None
    scale: Annotated[int | None, typer.Option("--scale", min=100, max=200, help="help-review-scale")] = None
    window: WindowOptions = field(default_factory=WindowOptions)


@dataclass(frozen=True, slots=True)
class BoardClock:
    """The clock of the program drives the looks at the tables."""

    background: Background

    def tick(self, _clock: str) -> None:
        self.background.look()


def review(options: ReviewOptions) -> int:
    """Board, alerts, rulings, rounds and their replay, reports, players, devices, evidence, staff."""
    return open_window(options)


@refusing(*_REFUSALS)
def open_window(options: ReviewOptions, training: str = "") -> int:
    """`training`: whose PINs are no secret."""
    options.window.check()
    with open_services(options) as opened:
        services = replace(opened, training=training) if training else opened
        program = start_program(options.window)
        return _show(program, services, options)


@contextmanager
def open_services(options: ReviewOptions) -> Iterator[PitServices]:
    """Everything but the window."""
    with ExitStack() as leave:
        archive = leave.enter_context(Archive.open(options.target or _journals_of_this_machine()))
        acknowledgements = Acknowledgements(archive)
        leave.callback(acknowledgements.close)
        people = _people(options, leave)
        records = RecordBook(archive, options.cage or "", None if people is None else people.signing_keys)
        leave.callback(records.close)
        publishing = Publishing()
        if people is not None:
            leave.callback(people.close)
            if isinstance(archive.source, FloorSource):
                keep_published(archive.source.address, people, publishing.note)
        yield PitServices(
            archive=archive,
            seen=acknowledgements,
            expectations=(expectations := load_expectations()),
            permissions=load_permissions(),
            people=people,
            clock_ms=wall_clock_ms,
            save_folder=options.save_to or Path.home() / "pit-review",
            words=words_of(options.window.language, expectations.currency),
            signing_key=signing_key,
            records=records,
            publishing=publishing,
            cage=options.cage or "",
            training=_training_words() if options.training else "",
        )


def _journals_of_this_machine() -> str:
    folder = journals_folder()
    if any(folder.glob(JOURNALS)):
        return str(folder)
    demonstration = demonstration_folder()
    if demonstration.exists():
        raise PitRefused(Message("pit-no-journals-but-demo", folder=str(folder), demo=str(demonstration)))
    raise PitRefused(Message("pit-no-journals-here", folder=str(folder)))


def _people(options: ReviewOptions, leave: ExitStack) -> PeopleBook | None:
    """A book that was named must be there; without a name, the usual one where there is one."""
    if options.training:
        from dealer_console.demo.people import open_book

        folder = leave.enter_context(tempfile.TemporaryDirectory(prefix="pit-training-"))
        return open_book(Path(folder), load_permissions(), wall_clock_ms)
    path, pepper = options.people or people_file(), options.pepper or pepper_file()
    if not path.exists():
        if options.people is not None:
            raise PeopleRefused(Message("people-no-book", path=path))
        return None
    return PeopleBook.open(path, pepper=load_pepper(pepper))


def _training_words() -> str:
    from dealer_console.demo.people import in_words

    return in_words()


def _watch(services: PitServices, on_news: Callable[[], None]) -> FloorWatch | None:
    from dealer_console.pit.windows.floor_watch import FloorWatch

    source = services.archive.source
    if not isinstance(source, FloorSource):
        return None
    watch = FloorWatch(source.address, on_news)
    watch.start()
    return watch


def _show(program: Program, services: PitServices, options: ReviewOptions) -> int:
    program.application.setStyle("Fusion")
    with open_review(services, options) as window:
        program.bind(BoardClock(window.background), window)  # type: ignore[arg-type]  # it asks no more than its tick
        if options.window.full_screen or program.address:
            window.showFullScreen()
        else:
            window.show()
        return program.run()


@contextmanager
def open_review(services: PitServices, options: ReviewOptions) -> Iterator[PitWindow]:
    """The window on these services, which nobody sees yet, with its threads; leaving it ends them, not the services."""
    from PySide6.QtCore import QSettings

    from dealer_console.pit.windows.background import Background, ThreadLanes
    from dealer_console.pit.windows.window import PitWindow, WindowLook

    lanes = ThreadLanes()
    background = Background(services, lanes)
    size = options.window.screen_size
    look = WindowLook(
        theme=options.window.theme,  # type: ignore[arg-type]  # `check` has seen it
        scale=options.scale or (125 if options.window.large_text else None),
        size=(size.width, size.height),
    )
    window = PitWindow(background, QSettings("dealer-console", "pit-review"), look)
    watch = _watch(services, lambda: lanes.post(lambda: background.look(at_once=True)))
    try:
        yield window
    finally:
        if watch is not None:
            watch.stop()
        background.close()
        lanes.close()
        window.deleteLater()


app = single("pit-review", review)


def main() -> None:
    guard_process()
    app()


if __name__ == "__main__":
    main()
