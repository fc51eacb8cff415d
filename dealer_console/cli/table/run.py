"""`dealer-console run`: the dealer's console of a real table. What is wrong is told before a window opens.

Before it opens a file, it makes sure that nobody else reads its files or its memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from dealer_console.app.console import OpenConsole, keep_log, open_console, show_window, start_program
from dealer_console.app.device_refusal import driver_message
from dealer_console.app.doctor import Examined, found_before_opening
from dealer_console.app.journal_files.roll import next_path
from dealer_console.app.paths import Places
from dealer_console.app.running_table import Parts, RunningTable, wall_clock_ms
from dealer_console.app.systemd import Watchdog
from dealer_console.app.table_log import log_entries, log_to_standard_error
from dealer_console.app.window_options import CannotStart, WindowOptions
from dealer_console.cli.output import print_error, print_note, say_note, words
from dealer_console.cli.process_guard import guard_process
from dealer_console.cli.verbs import PeopleFile, PepperFile, table_named
from dealer_console.game.message import Message
from dealer_console.journal import Journal, JournalError
from dealer_console.journal.keys import load_or_create_key, public_key
from dealer_console.rulebook import BadFile, NoConfig
from dealer_console.rulebook.tables import Table, UnknownTable
from dealer_console.screens.console_config import config_of
from dealer_console.table.people import PeopleBook, PeopleDamaged, PeopleRefused, load_pepper, load_permissions
from dealer_console.table.people.directory import check_pin
from dealer_console.table.session.locked_journal import LockedJournal
from drivers.errors import DeviceError, ImpossibleRequestError
from drivers.registration.registry import load_registry

if TYPE_CHECKING:
    from dealer_console.table.state.table_state import TableState
    from dealer_console.touch.app.program import Program

LOCK_AFTER_MS: Final = 10 * 60_000


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    """What a person wrote after `run`."""

    table: Annotated[Path, typer.Option("--table", help="help-run-table")]
    data: Annotated[Path | None, typer.Option("--data", help="help-run-data")] = None
    people: PeopleFile = None
    pepper: PepperFile = None
    registry: Annotated[Path | None, typer.Option("--registry", help="help-run-registry")] = None
    simulators: Annotated[bool, typer.Option("--simulators", help="help-run-simulators")] = False
    metrics: Annotated[str | None, typer.Option("--metrics", help="help-run-metrics")] = None
    log_level: Annotated[str, typer.Option("--log-level", help="help-run-log-level")] = "warning"
    serve_screen: Annotated[bool, typer.Option("--serve-screen", help="help-run-serve-screen")] = False
    window: WindowOptions = field(default_factory=WindowOptions)


def run(options: RunOptions) -> int:
    guard_process()
    try:
        options.window.check()
        _refuse_served_screen(options)
        parts = parts_of(options)
    except (UnknownTable, BadFile, NoConfig, CannotStart, JournalError, PeopleRefused, PeopleDamaged) as error:
        return print_error(error)
    except (DeviceError, ImpossibleRequestError) as error:
        return print_error(Message("command-list-paired-devices", reason=driver_message(error)))
    look_around(options, parts.table)
    try:
        return _show(options, parts)
    except (CannotStart, DeviceError, ImpossibleRequestError) as error:
        parts.people.close()
        parts.journal.close()
        return print_error(error)


def _refuse_served_screen(options: RunOptions) -> None:
    """Whoever is on this machine could play the dealer's part over VNC."""
    if options.window.display().served and not (options.simulators or options.serve_screen):
        raise CannotStart(Message("start-real-table-not-shown"))


def look_around(options: RunOptions, table: Table) -> None:
    """Before every opening of a real table; says nothing when all is well. The table opens all the same."""
    if options.simulators:
        return
    in_words, platform = words(), options.window.platform
    for finding in found_before_opening(
        Examined(places=_places(options), table=table, table_file=options.table, platform=platform)
    ):
        print_note(f"{in_words(f'level-{finding.level}')}: {finding.title(in_words)} ({finding.remedy(in_words)})")


def _places(options: RunOptions) -> Places:
    usual = Places.of(options.data)
    return Places(
        data=usual.data,
        people=options.people or usual.people,
        pepper=options.pepper or usual.pepper,
        devices=options.registry or usual.devices,
    )


def parts_of(options: RunOptions) -> Parts:
    """Journal and book are open then; whoever does not go on closes them."""
    table = table_named(options.table)
    places = _places(options)
    file = places.data / table.journal
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not places.people.exists():
        raise CannotStart(Message("start-no-book-people-make", people=places.people))
    registry = load_registry(places.devices)
    book = PeopleBook.open(places.people, pepper=load_pepper(places.pepper))
    check_pin(book.store, table.directory_key)
    if options.simulators:
        from dealer_console.demo.simulated_devices import register_simulators

        register_simulators(table.devices)
    if not file.exists() and next_path(file).exists():
        raise CannotStart(Message("start-roll-interrupted-finish-dealer", file=file, table=options.table))
    key_file, apart = file.with_suffix(".key"), table.head_apart
    if not file.exists() and key_file.exists():
        raise CannotStart(Message("start-journal-not-bring-back", key_file=key_file, file=file, table=options.table))
    key = load_or_create_key(key_file)
    if not file.exists():
        Journal.create(file, table=table.name, signing_key=key, at_ms=wall_clock_ms(), head_apart=apart).close()
        say_note("out-journal-key", file=str(file), key=public_key(key).hex())
    return Parts(
        table=table,
        journal=LockedJournal(Journal.open(file, key, head_apart=apart)),
        journal_file=file,
        people=book,
        permissions=load_permissions(),
        registry=registry,
        simulators=options.simulators,
        lock_after_ms=None if options.simulators else LOCK_AFTER_MS,
    )


def _show(options: RunOptions, parts: Parts) -> int:
    keep_log(parts.journal_file.with_suffix(".window.log"))
    program = start_program(options.window)
    log_to_standard_error(options.log_level.upper())
    with open_table(options, parts, program) as (running, opened), _measured(options, running):
        show_window(opened, options.window)
        if not options.simulators:
            _closed_by_supervisor(program, running, opened)
        return _watched(program, running)


@contextmanager
def _measured(options: RunOptions, running: RunningTable) -> Iterator[None]:
    """The log, and the figures where they were asked for."""
    log_entries(running)
    if options.metrics is None:
        yield
        return
    from dealer_console.app.metrics import MetricsRefused, TableMetrics, metrics_served

    try:
        with metrics_served(options.metrics, TableMetrics(running)):
            yield
    except MetricsRefused as error:
        raise CannotStart(str(error)) from None


def _closed_by_supervisor(program: Program, running: RunningTable, opened: OpenConsole) -> None:
    """The window of a real table is closed by somebody who may, with badge and PIN; of one that stopped, by anybody."""

    def may_close() -> bool:
        return running.closed_by is not None or running.session.stopped is not None

    def ask() -> None:
        opened.console.ask_to_close()
        program.refresh_soon()

    opened.window.may_close, opened.window.close_asked = may_close, ask
    running.on_closed = program.end


def _watched(program: Program, running: RunningTable) -> int:
    """Under systemd its watchdog hears from both threads; elsewhere nobody listens."""
    watchdog = Watchdog(lambda: running.session.turns, running.session.wake)
    each_second = program.each_second

    def beat() -> None:
        each_second()
        watchdog.beat()

    program.each_second = beat
    watchdog.ready()
    try:
        return program.run()
    finally:
        watchdog.stopping()


@contextmanager
def open_table(
    options: RunOptions,
    parts: Parts,
    program: Program,
    on_change: Callable[[TableState], None] = lambda _state: None,
) -> Iterator[tuple[RunningTable, OpenConsole]]:
    """The table dealt at, with its window, which nobody sees yet. Leaving it ends both and closes journal and book."""
    running = RunningTable(parts, program.offer, on_change)
    simulated = frozenset(device.kind for device in parts.table.devices) if options.simulators else frozenset()
    config = config_of(parts.table, simulated=simulated, training=options.simulators)
    listed = [listed.person for listed in parts.people.people()]
    roles = {person.name: tuple(role.value for role in person.roles) for person in listed}
    config = replace(config, people=tuple(roles), roles=roles)
    with open_console(program, running, config, options.window) as opened:
        try:
            running.start()
            yield running, opened
        finally:
            running.stop()
