"""`dealer-console alerts` and `ratings`: what the figures of an archive say."""

from __future__ import annotations

from typing import Annotated

import typer

from dealer_console.cli.output import print_json, print_line, print_note
from dealer_console.cli.pit.archive_access import Target, exit_status, milliseconds, opened, time_text
from dealer_console.cli.verbs import AsJson, Since, Until
from dealer_console.game.money import show
from dealer_console.pit import rating
from dealer_console.pit.alerts import Acknowledgements, find_alerts
from dealer_console.pit.expectations import load_expectations


def alerts(target: Target, as_json: AsJson = False) -> int:
    """0: none is open; 1: some are."""

    def run() -> int:
        with opened(target) as (archive, work):
            seen = Acknowledgements(archive)
            found = find_alerts(archive, load_expectations(), work)
            known = seen.of(each.id for each in found)
            seen.close()
        for each in found:
            by = known.get(each.id)
            if as_json:
                told = {"seen_by": by.person, "seen": time_text(by.at_ms)} if by else {"seen_by": None, "seen": None}
                print_json({"id": each.id, "kind": each.kind, "table": each.table, "words": each.words, **told})
            else:
                print_line(f"{each.kind}  {each.table}  {each.words}" + (f"  [seen by {by.person}]" if by else ""))
        if not found and not as_json:
            print_line("no alerts")
        return 1 if any(each.id not in known for each in found) else 0

    return exit_status(run)


def ratings(
    target: Target,
    player: Annotated[str | None, typer.Option("--player", help="Only this player.")] = None,
    since: Since = None,
    until: Until = None,
    as_json: AsJson = False,
) -> int:
    def run() -> int:
        bounds = {"since_ms": milliseconds(since), "until_ms": milliseconds(until)}
        with opened(target) as (archive, _):
            found = rating.ratings(archive, load_expectations(), player=player, **bounds)
        for each in found:
            loss = show(round(each.theoretical_loss))
            figures = {
                "player": each.player,
                "sittings": len(each.sittings),
                "minutes": each.minutes,
                "hands": each.hands,
                "average_bet": show(each.average_bet),
                "theoretical_loss": loss,
                "result": show(each.result),
            }
            print_json(figures) if as_json else print_line(
                "  ".join(f"{key} {value}" for key, value in figures.items())
            )
        if not found:
            print_note(f"{player or 'nobody'} was {'not ' if player else ''}seated in that time")
        return 0 if found else 1

    return exit_status(run)
