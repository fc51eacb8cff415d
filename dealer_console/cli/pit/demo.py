"""`dealer-console demo-floor` and `demo-pit`: journals of a whole floor, and the supervisor's review on a running one.

`demo-pit --still` shows journals of the past.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from dealer_console.app.console import check_display
from dealer_console.app.paths import data_folder
from dealer_console.app.window_options import CannotStart, WindowOptions
from dealer_console.cli.output import print_error, print_json, say_line, say_note
from dealer_console.cli.pit.archive_access import archive_verb, progress
from dealer_console.cli.pit.review import ReviewOptions, open_window
from dealer_console.cli.verbs import AsJson, refusing
from dealer_console.demo.floor import DemoFloor, generate
from dealer_console.game.message import Message


@archive_verb
def demo_floor(
    folder: Annotated[Path, typer.Argument(help="help-demo-floor-folder")],
    tables: Annotated[int, typer.Option("--tables", min=1, max=40)] = 12,
    days: Annotated[int, typer.Option("--days", min=1, max=366)] = 7,
    hours: Annotated[int, typer.Option("--hours", min=1, max=20, help="help-demo-floor-hours")] = 4,
    seed: Annotated[int, typer.Option("--seed", help="help-demo-floor-seed")] = 7,
    as_json: AsJson = False,
) -> int:
    floor = DemoFloor(tables=tables, days=days, hours=hours, seed=seed)
    with progress() as work:
        rounds = generate(folder, floor, work)
    summary = {"folder": str(folder), "tables": floor.tables, "days": floor.days, "rounds": rounds}
    print_json(summary) if as_json else say_line(
        "out-demo-floor", folder=str(folder), tables=floor.tables, days=floor.days, rounds=rounds
    )
    return 0


@refusing(CannotStart)
@archive_verb
def demo_pit(
    window: WindowOptions,
    still: Annotated[bool, typer.Option("--still", help="help-demo-pit-still")] = False,
    tables: Annotated[int, typer.Option("--tables", min=1, max=20)] = 8,
    scale: Annotated[int | None, typer.Option("--scale", min=100, max=200, help="help-demo-pit-scale")] = None,
) -> int:
    """Tables deal by themselves; somebody calls, asks or fails every minute. Everything is gone when the window is."""
    check_display(window)  # before half a minute of work for a window that cannot open
    return _still(window, scale) if still else _running(window, tables, scale)


def _still(window: WindowOptions, scale: int | None) -> int:
    from dealer_console.demo.floor import generate

    folder = data_folder() / "demo-floor"
    dealt = folder / ".dealt"
    if not dealt.exists():
        shutil.rmtree(folder, ignore_errors=True)
        with progress() as work:
            generate(folder, work=work)
        dealt.touch()
    return open_window(ReviewOptions(target=str(folder), training=True, scale=scale, window=window))


def _running(window: WindowOptions, tables: int, scale: int | None) -> int:
    from dealer_console.demo.floor import living_floor

    try:
        from dealer_console.demo.floor.temporary_postgres import Server
    except ModuleNotFoundError:
        return print_error(Message("command-running-floor-needs-package"))
    say_note("out-starting-floor")
    server = Server()
    try:
        server.start()
        url = server.url(server.new_database())
        with tempfile.TemporaryDirectory(prefix="living-floor-") as folder:
            people, pepper = living_floor.make_staff(Path(folder))
            with living_floor.running(Path(folder), url, living_floor.LivingFloor(tables=tables)):
                options = ReviewOptions(
                    target=living_floor.login(url, living_floor.STAND),
                    cage=living_floor.login(url, living_floor.CAGE),
                    people=people,
                    pepper=pepper,
                    scale=scale,
                    window=window,
                )
                return open_window(options, training=living_floor.staff_words())
    finally:
        server.remove()
