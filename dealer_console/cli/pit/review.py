"""`pit-review`: opens the supervisor's window. What is wrong with files and addresses is told before it opens."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from dealer_console.app.console import start_program, wall_clock_ms, window_look
from dealer_console.app.paths import demonstration_folder, journals_folder, people_file, pepper_file
from dealer_console.app.window_options import CannotStart, WindowOptions
from dealer_console.cli.output import print_error
from dealer_console.cli.verbs import PeopleFile, PepperFile, command
from dealer_console.floor.errors import FloorError
from dealer_console.journal import JournalError
from dealer_console.pit.alerts import Acknowledgements
from dealer_console.pit.archive import Archive
from dealer_console.pit.archive.floor_source import FloorSource
from dealer_console.pit.archive.sources import JOURNALS
from dealer_console.pit.errors import PitRefused
from dealer_console.pit.expectations import load_expectations
from dealer_console.pit.pages.services import PitServices
from dealer_console.rulebook import BadFile, NoConfig
from dealer_console.table.people import PeopleBook, PeopleDamaged, PeopleRefused, load_pepper, load_permissions

if TYPE_CHECKING:
    from dealer_console.pit.pages.flow import PitFlow
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
        typer.Argument(
            help="A journal, a folder of journals, or postgresql://login@host/database; "
            "without it, the journals of this computer's tables."
        ),
    ] = None
    people: PeopleFile = None
    pepper: PepperFile = None
    training: Annotated[
        bool, typer.Option("--training", help="With training people, whose PINs stand on the screen.")
    ] = False
    save_to: Annotated[Path | None, typer.Option("--save-to", help="Where reports and dispute packs go.")] = None
    window: WindowOptions = field(default_factory=WindowOptions)


@dataclass(frozen=True, slots=True)
class Ticking:
    """The clock of the program drives the looks at the tables."""

    flow: PitFlow

    def tick(self, _clock: str) -> None:
        self.flow.tick()


def review(options: ReviewOptions) -> int:
    """Board, rulings, rounds and their replay, reports, evidence, people, players."""
    try:
        options.window.check()
        with open_services(options) as services:
            program = start_program(options.window)
            return _show(program, services, options.window)
    except _REFUSALS as error:
        return print_error(str(error))


@contextmanager
def open_services(options: ReviewOptions) -> Iterator[PitServices]:
    """Everything but the window."""
    with ExitStack() as leave:
        archive = leave.enter_context(Archive.open(options.target or _journals_of_this_machine()))
        seen = Acknowledgements(archive)
        leave.callback(seen.close)
        people = _people(options, leave)
        if people is not None:
            leave.callback(people.close)
        yield PitServices(
            archive=archive,
            seen=seen,
            house=load_expectations(),
            permissions=load_permissions(),
            people=people,
            clock_ms=wall_clock_ms,
            save_folder=options.save_to or Path.home() / "pit-review",
            copy_text=_copy,
            training=_training_words() if options.training else "",
        )


def _journals_of_this_machine() -> str:
    folder = journals_folder()
    if any(folder.glob(JOURNALS)):
        return str(folder)
    demonstration = demonstration_folder()
    tried = (
        f" The table of `make run` lies here: pit-review {demonstration} --training." if demonstration.exists() else ""
    )
    raise PitRefused(
        f"no table of this machine has a journal yet ({folder}). Name a journal, a folder of journals or "
        f"postgresql://login@host/database; `make pit` opens a demonstration.{tried}"
    )


def _people(options: ReviewOptions, leave: ExitStack) -> PeopleBook | None:
    """A book that was named must be there; without a name, the usual one where there is one."""
    if options.training:
        from dealer_console.demo.people import open_book

        folder = leave.enter_context(tempfile.TemporaryDirectory(prefix="pit-training-"))
        return open_book(Path(folder), load_permissions(), wall_clock_ms)
    path, pepper = options.people or people_file(), options.pepper or pepper_file()
    if not path.exists():
        if options.people is not None:
            raise PeopleRefused(f"there is no book of people at {path}")
        return None
    return PeopleBook.open(path, pepper=load_pepper(pepper))


def _training_words() -> str:
    from dealer_console.demo.people import in_words

    return in_words()


def _copy(text: str) -> None:
    from PySide6.QtGui import QGuiApplication

    QGuiApplication.clipboard().setText(text)


def _watch(services: PitServices, on_news: Callable[[], None]) -> FloorWatch | None:
    from dealer_console.pit.windows.floor_watch import FloorWatch

    source = services.archive.source
    if not isinstance(source, FloorSource):
        return None
    watch = FloorWatch(source.address, on_news)
    watch.start()
    return watch


def _show(program: Program, services: PitServices, options: WindowOptions) -> int:
    with open_review(services, options) as window:
        program.bind(Ticking(window.flow), window)  # type: ignore[arg-type]  # it asks no more of a flow than its tick
        if options.full_screen or program.address:
            window.showFullScreen()
        else:
            window.show()
        return program.run()


@contextmanager
def open_review(services: PitServices, options: WindowOptions) -> Iterator[PitWindow]:
    """The window on these services, which nobody sees yet, with its threads; leaving it ends them, not the services."""
    from dealer_console.pit.pages.flow import PitFlow
    from dealer_console.pit.windows.threads import ThreadLanes
    from dealer_console.pit.windows.window import PitWindow

    lanes = ThreadLanes()
    flow = PitFlow(services, lanes)
    window = PitWindow(flow, window_look(options))
    watch = _watch(services, lambda: lanes.post(lambda: flow.core.look(at_once=True)))
    try:
        yield window
    finally:
        if watch is not None:
            watch.stop()
        flow.core.close()
        lanes.close()
        window.deleteLater()


app = typer.Typer(add_completion=False, rich_markup_mode=None)
app.command()(command(review))


def main() -> None:
    app()


if __name__ == "__main__":
    main()
