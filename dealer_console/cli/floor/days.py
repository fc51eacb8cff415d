"""`dealer-console floor days` and `purge`: the gaming days that the floor holds, and those that may go."""

from __future__ import annotations

import time
from datetime import date
from pathlib import Path
from typing import Annotated

import typer
from sqlalchemy import Connection

from dealer_console.cli.floor.access import Where, floor_verb, open_floor
from dealer_console.cli.output import print_json, say_line
from dealer_console.cli.verbs import AsJson
from dealer_console.floor import FloorRefused
from dealer_console.floor.retention.days import all_days, ensure_days
from dealer_console.floor.retention.purge import DayVerdict, held_in, judged, purge_day
from dealer_console.game.message import Message
from dealer_console.messages import recorded
from dealer_console.pit.expectations import load_expectations

STAYS = 1


@floor_verb
def days(where: Where, as_json: AsJson = False) -> None:
    """The gaming days that the floor holds, each with its entries; makes those ahead. Needs the login of the owner."""
    with open_floor(where) as connection:
        make_days(connection)
        for day in all_days(connection):
            entries = 0 if day.purged else sum(stretch.entries for stretch in held_in(connection, day))
            if as_json:
                print_json({"day": day.name, "partition": day.partition, "entries": entries, "purged": day.purged})
            else:
                say_line("out-day-purged", day=day.name) if day.purged else say_line(
                    "out-day-entries", day=day.name, entries=f"{entries:,}"
                )


def make_days(connection: Connection) -> None:
    """Those ahead, by the gaming day of the house."""
    ensure_days(connection, load_expectations().gaming_day, time.time_ns() // 1_000_000)


@floor_verb
def purge(
    where: Where,
    before: Annotated[str, typer.Option("--before", help="help-days-purge-before")],
    archive: Annotated[list[Path], typer.Option("--archive", help="help-days-purge-archive")],
    really: Annotated[bool, typer.Option("--really", help="help-days-purge-really")] = False,
    as_json: AsJson = False,
) -> int:
    """Drop gaming days of closed journals that the archive proves. 1: some are not, and stay. Needs the owner."""
    house = load_expectations().gaming_day
    stays = False
    with open_floor(where) as connection:
        for verdict in judged(connection, house, _day(before), archive):
            stays = stays or bool(verdict.why_not)
            if really and not verdict.why_not:
                purge_day(connection, verdict)
            _print_verdict(verdict, really=really, as_json=as_json)
    return STAYS if stays else 0


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise FloorRefused(Message("floor-no-day", text=text)) from None


def _print_verdict(verdict: DayVerdict, *, really: bool, as_json: bool) -> None:
    if as_json:
        proofs = {stretch.table: stretch.proof for stretch in verdict.held}
        purged = really and not verdict.why_not
        why_not = "" if verdict.why_not is None else recorded(verdict.why_not)
        print_json(
            {"day": verdict.day.name, "entries": verdict.entries, "why_not": why_not, "gone": purged}
            | {"proofs": proofs}
        )
    elif verdict.why_not:
        say_line("out-day-stays", day=verdict.day.name, entries=f"{verdict.entries:,}", why=verdict.why_not)
    else:
        code = "out-day-gone" if really else "out-day-may-go"
        say_line(code, day=verdict.day.name, entries=f"{verdict.entries:,}")
