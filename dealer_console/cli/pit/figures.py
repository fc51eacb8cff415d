"""`dealer-console alerts` and `ratings`: what the figures of an archive say."""

from __future__ import annotations

from typing import Annotated

import typer

from dealer_console.cli.output import print_json, print_line, print_note, requested_language, say_line
from dealer_console.cli.pit.archive_access import Target, archive_verb, milliseconds, opened, staff_keys, time_text
from dealer_console.cli.verbs import AsJson, Since, Until
from dealer_console.game.money import show
from dealer_console.messages import Words, recorded, words_of
from dealer_console.pit.alerts import Acknowledgements, find_alerts
from dealer_console.pit.desk.record_kinds import AverageCorrected
from dealer_console.pit.desk.records import RecordBook
from dealer_console.pit.expectations import load_expectations
from dealer_console.pit.players import rating


@archive_verb
def alerts(target: Target, as_json: AsJson = False) -> int:
    """0: none is open; 1: some are."""
    with opened(target) as (archive, work):
        acknowledgements = Acknowledgements(archive)
        expectations = load_expectations()
        words = words_of(requested_language(), expectations.currency)
        alerts_found = find_alerts(archive, expectations, work)
        known = acknowledgements.of(alert.id for alert in alerts_found)
        acknowledgements.close()
    for alert in alerts_found:
        by = known.get(alert.id)
        if as_json:
            seen_by = {"seen_by": by.person, "seen": time_text(by.at_ms)} if by else {"seen_by": None, "seen": None}
            row = {"id": alert.id, "kind": alert.kind, "table": alert.table, "words": recorded(alert.message)}
            print_json({**row, **seen_by})
        else:
            seen_words = f"  [{words('pit-col-seen')} {by.person}]" if by else ""
            print_line(f"{words(f'pit-kind-{alert.kind}')}  {alert.table}  {words(alert.message)}{seen_words}")
    if not alerts_found and not as_json:
        say_line("out-no-alerts")
    return 1 if any(alert.id not in known for alert in alerts_found) else 0


@archive_verb
def ratings(
    target: Target,
    player: Annotated[str | None, typer.Option("--player", help="help-figures-ratings-player")] = None,
    since: Since = None,
    until: Until = None,
    as_json: AsJson = False,
) -> int:
    expectations = load_expectations()
    words = words_of(requested_language(), expectations.currency)
    with opened(target) as (archive, _), staff_keys() as keys_of:
        records = RecordBook(archive, keys_of=keys_of)
        ratings_found = rating.ratings(
            archive,
            expectations,
            player=player,
            since_ms=milliseconds(since),
            until_ms=milliseconds(until),
            records=records.all(AverageCorrected),
        )
        records.close()
    for rated in ratings_found:
        print_json(_data(rated)) if as_json else print_line(_line(words, rated))
    if not ratings_found:
        print_note(words("pit-nobody-seated", player=player) if player else words("pit-nobody-seated-at-all"))
    return 0 if ratings_found else 1


def _data(rated: rating.Rating) -> dict[str, object]:
    return {
        "player": rated.player,
        "sittings": len(rated.sittings),
        "minutes": rated.minutes,
        "hands": rated.hands,
        "average_bet": show(rated.average_bet),
        "theoretical_loss": show(round(rated.theoretical_loss)),
        "result": show(rated.result),
    }


def _line(words: Words, rated: rating.Rating) -> str:
    figures = {
        "sessions": words.count(len(rated.sittings)),
        "minutes": words.count(rated.minutes),
        "hands": words.count(rated.hands),
        "average": words.money(rated.average_bet),
        "theo": words.money(round(rated.theoretical_loss)),
        "actual": words.money(rated.result),
    }
    return "  ".join((rated.player, *(f"{words(f'pit-col-{name}')} {figure}" for name, figure in figures.items())))
