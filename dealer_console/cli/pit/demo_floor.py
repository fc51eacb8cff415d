"""`dealer-console demo-floor`: journals of a whole floor, to look at with the supervisor's review."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dealer_console.cli.output import print_json, say_line
from dealer_console.cli.pit.archive_access import exit_status, progress
from dealer_console.cli.verbs import AsJson
from dealer_console.demo.floor import DemoFloor, generate


def demo_floor(
    folder: Annotated[Path, typer.Argument(help="help-demo-floor-folder")],
    tables: Annotated[int, typer.Option("--tables", min=1, max=40)] = 12,
    days: Annotated[int, typer.Option("--days", min=1, max=366)] = 7,
    hours: Annotated[int, typer.Option("--hours", min=1, max=20, help="help-demo-floor-hours")] = 4,
    seed: Annotated[int, typer.Option("--seed", help="help-demo-floor-seed")] = 7,
    as_json: AsJson = False,
) -> int:
    floor = DemoFloor(tables=tables, days=days, hours=hours, seed=seed)

    def run() -> int:
        with progress() as work:
            rounds = generate(folder, floor, work)
        summary = {"folder": str(folder), "tables": floor.tables, "days": floor.days, "rounds": rounds}
        print_json(summary) if as_json else say_line(
            "out-demo-floor", folder=str(folder), tables=floor.tables, days=floor.days, rounds=rounds
        )
        return 0

    return exit_status(run)
