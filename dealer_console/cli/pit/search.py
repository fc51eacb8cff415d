"""`dealer-console search`: find rounds by an index."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

import typer

from dealer_console.cli.output import print_json, print_line, requested_language
from dealer_console.cli.pit.archive_access import OfTable, Target, archive_verb, milliseconds, opened, time_text
from dealer_console.cli.verbs import AsJson, FromRound, OnSpot, Since, ToRound, Until, WithCard
from dealer_console.game.cards import UnknownCard, card
from dealer_console.game.irregularity.catalogue import CATALOGUE
from dealer_console.game.message import Message, Quoted
from dealer_console.game.money import BadAmount, parse_amount, show
from dealer_console.game.similar_names import did_you_mean
from dealer_console.messages import Words, recorded, words_of
from dealer_console.pit.archive import FoundRound, Search
from dealer_console.pit.archive import schema as t
from dealer_console.pit.errors import PitRefused
from dealer_console.pit.expectations import load_expectations

_MARKS: Final = (t.IRREGULAR, t.CORRECTED, t.UNDONE)
ANY: Final = "any"


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchOptions:
    """A search as a person types it."""

    table: OfTable = None
    since: Since = None
    until: Until = None
    first: FromRound = None
    last: ToRound = None
    dealer: Annotated[str | None, typer.Option("--dealer", help="help-search-dealer")] = None
    spot: OnSpot = None
    amount: Annotated[str | None, typer.Option("--amount", help="help-search-amount")] = None
    at_least: Annotated[str | None, typer.Option("--at-least", help="help-search-at-least")] = None
    irregularity: Annotated[str | None, typer.Option("--irregularity", help="help-search-irregularity")] = None
    card: WithCard = None

    def search(self) -> Search:
        """Raises `PitRefused` with the first thing that cannot be meant."""
        return Search(
            table=self.table,
            since_ms=milliseconds(self.since),
            until_ms=milliseconds(self.until),
            first=self.first,
            last=self.last,
            dealer=self.dealer,
            spot=self.spot,
            amount=_cents(self.amount),
            at_least=_cents(self.at_least),
            mark=_mark(self.irregularity),
            card=_face(self.card),
        )


def _cents(text: str | None) -> int | None:
    try:
        return None if text is None else parse_amount(text)
    except BadAmount as error:
        raise PitRefused(error.message) from None


def _face(text: str | None) -> str | None:
    try:
        return None if text is None else card(text).text
    except UnknownCard as error:
        raise PitRefused(error.message) from None


def _mark(text: str | None) -> str | None:
    if text is None or text in _MARKS or text in CATALOGUE:
        return text
    if text == ANY:
        return t.IRREGULAR
    near = recorded(did_you_mean(text, (*CATALOGUE, *_MARKS)))
    raise PitRefused(Message("pit-no-such-mark", text=Quoted(text), near=near, any=Quoted(ANY)))


@archive_verb
def search(
    target: Target,
    options: SearchOptions,
    most: Annotated[int, typer.Option("--most", min=1, help="help-search-most")] = 50,
    as_json: AsJson = False,
) -> int:
    """0: something was found; 1: nothing; 2: the archive or the search is none."""
    search = options.search()
    shown, after = 0, None
    words = words_of(requested_language(), load_expectations().currency)
    with opened(target) as (archive, work):
        while shown < most:
            page = archive.search(search, after=after, limit=min(50, most - shown), work=work)
            for round_ in page.rounds:
                print_json(_data(round_)) if as_json else print_line(_line(words, round_))
            shown += len(page.rounds)
            after = page.next
            if after is None:
                break
    return 0 if shown else 1


def _line(words: Words, round_: FoundRound) -> str:
    flags = (("irregular", round_.irregular), ("corrected", round_.corrected), ("undone", round_.undone))
    raised = ", ".join(words(f"pit-flag-{flag}") for flag, is_raised in flags if is_raised)
    result = f"{words('pit-col-win-loss')} {words.money(round_.house)}"
    parts = (round_.table, str(round_.number), time_text(round_.opened_ms), round_.dealer, round_.bets, result)
    return "  ".join((*parts, *([f"[{raised}]"] if raised else [])))


def _data(round_: FoundRound) -> dict[str, object]:
    return {
        "table": round_.table,
        "log": round_.log,
        "round": round_.number,
        "opened": time_text(round_.opened_ms),
        "closed": time_text(round_.closed_ms),
        "entries": [round_.first_entry, round_.last_entry],
        "shift": round_.shift,
        "dealer": round_.dealer,
        "bets": round_.bets.split("; "),
        "hands": round_.hands,
        "staked": show(round_.staked),
        "house": show(round_.house),
        "largest": show(round_.largest),
        "irregularities": round_.irregular,
        "corrected": round_.corrected,
    }
