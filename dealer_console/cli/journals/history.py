"""`dealer-console history`: search the rounds of a journal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from dealer_console.cli.output import print_error, print_json, print_line, print_note
from dealer_console.cli.verbs import AsJson, FromRound, JournalFile, OnSpot, Since, ToRound, Until, WithCard
from dealer_console.game.cards import UNSEEN, UnknownCard, card
from dealer_console.game.catalogue import CATALOGUE
from dealer_console.game.money import BadAmount, parse_amount
from dealer_console.game.report import settlement_data
from dealer_console.game.suggestions import did_you_mean
from dealer_console.journal.errors import JournalError
from dealer_console.journal.reader import as_a_table_wrote_it
from dealer_console.journal.rounds import RecordedRound, recorded_rounds
from dealer_console.messages import recorded, recorded_error

ANY = "any"
SPOTS = 7


class BadSearch(ValueError):
    """A search that cannot be meant; the text says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """What a round must fulfil; None asks for nothing. All conditions hold together."""

    first: FromRound = None
    last: ToRound = None
    since: Since = None
    until: Until = None
    spot: OnSpot = None
    card: WithCard = None
    amount: Annotated[str | None, typer.Option("--amount", help="With this stake, payment or taking.")] = None
    irregularity: Annotated[str | None, typer.Option("--irregularity", help="With this code, or 'any'.")] = None

    def finds(self, each: RecordedRound) -> bool:
        since, until = _milliseconds(self.since), _milliseconds(self.until)
        return (
            (self.first is None or each.number >= self.first)
            and (self.last is None or each.number <= self.last)
            and (since is None or (each.closed_at_ms or each.opened_at_ms) >= since)
            and (until is None or each.opened_at_ms <= until)
            and (self.spot is None or self.spot in each.spots)
            and (self.card is None or self.card in each.cards)
            and (self.amount is None or parse_amount(self.amount) in each.amounts)
            and (self.irregularity is None or _is_irregular(each, self.irregularity))
        )

    def check(self) -> None:
        """Raises `BadSearch` before any round is read."""
        self._check_bounds()
        try:
            if self.card is not None and card(self.card) is UNSEEN:
                raise BadSearch(f"{self.card!r} is a card that nobody saw: search for a face, such as Kh")
            if self.amount is not None:
                parse_amount(self.amount)
        except (UnknownCard, BadAmount) as error:
            raise BadSearch(recorded_error(error)) from None
        if self.irregularity not in (None, ANY, *CATALOGUE):
            near = recorded(did_you_mean(str(self.irregularity), CATALOGUE))
            raise BadSearch(f"unknown irregularity {self.irregularity!r}{near}; {ANY!r} finds all of them")

    def _check_bounds(self) -> None:
        since, until = _milliseconds(self.since), _milliseconds(self.until)
        if since is not None and until is not None and since > until:
            raise BadSearch(f"--since {self.since} is later than --until {self.until}: exchange them")
        for word, number in (("--from", self.first), ("--to", self.last)):
            if number is not None and number < 1:
                raise BadSearch(f"{word} {number}: rounds are counted from 1")
        if self.first is not None and self.last is not None and self.first > self.last:
            raise BadSearch(f"--from {self.first} is behind --to {self.last}: exchange them")
        if self.spot is not None and not 1 <= self.spot <= SPOTS:
            raise BadSearch(f"--spot {self.spot}: a table has the spots 1 to {SPOTS}")


def _milliseconds(text: str | None) -> int | None:
    """A day or a moment; without an offset it is UTC, as the journal counts."""
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise BadSearch(f"{text!r} is no time: write 2026-11-16 or 2026-11-16T20:15") from None
    return round((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() * 1000)


def _is_irregular(each: RecordedRound, wanted: str) -> bool:
    return bool(each.irregularities) if wanted == ANY else wanted in each.irregularities


def history(journal: JournalFile, search: Search, as_json: AsJson = False) -> int:
    """0: something was found; 1: nothing; 2: the journal or the search is none."""
    found = 0
    try:
        search.check()
        with as_a_table_wrote_it(journal):
            for each in _matching(journal, search):
                found += 1
                if as_json:
                    print_json(_data(each))
                else:
                    print_line(_line(each))
    except (JournalError, BadSearch) as error:
        return print_error(str(error), as_json=as_json)
    if not found and not as_json:
        print_note(f"no round of {journal} fits this search")
    return 0 if found else 1


def _matching(journal: Path, search: Search) -> Iterator[RecordedRound]:
    for each in recorded_rounds(journal):
        if search.last is not None and each.number > search.last:
            return
        if search.finds(each):
            yield each


def _time(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _line(each: RecordedRound) -> str:
    notes = [*each.irregularities, *(["corrected"] if each.corrected else [])]
    house = f"house {each.house_net}" if each.house_net is not None else "not closed"
    told = f"{each.number}  {_time(each.opened_at_ms)}  {', '.join(each.bet_texts)}  {house}"
    return told + (f"  [{', '.join(notes)}]" if notes else "")


def _data(each: RecordedRound) -> dict[str, object]:
    return {
        "round": each.number,
        "opened": _time(each.opened_at_ms),
        "closed": None if each.closed_at_ms is None else _time(each.closed_at_ms),
        "entries": [each.first_entry, each.last_entry],
        "rules": each.rules,
        "bets": each.bet_texts,
        "play": list(each.as_file().play),
        "settlements": [settlement_data(wager.settlement) for wager in each.settled],
        "house_net": each.house_net,
        "irregularities": each.irregularities,
        "corrected": each.corrected,
    }
