"""`dealer-console history`: search the rounds of a journal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from dealer_console.cli.output import print_error, print_json, print_line, say_note
from dealer_console.cli.verbs import AsJson, FromRound, JournalFile, OnSpot, Since, ToRound, Until, WithCard, moment_ms
from dealer_console.game.cards import UNSEEN, UnknownCard, card
from dealer_console.game.irregularity.catalogue import CATALOGUE
from dealer_console.game.message import Message, Quoted
from dealer_console.game.money import BadAmount, parse_amount
from dealer_console.game.round_files.report import settlement_data
from dealer_console.game.similar_names import did_you_mean
from dealer_console.journal.errors import JournalError
from dealer_console.journal.rounds import RecordedRound, recorded_rounds
from dealer_console.journal.storage.reader import as_a_table_wrote_it
from dealer_console.messages import MessageError

ANY = "any"
SPOTS = 7


class BadSearch(MessageError):
    """A search that cannot be meant; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """What a round must fulfil; None asks for nothing. All conditions hold together."""

    first: FromRound = None
    last: ToRound = None
    since: Since = None
    until: Until = None
    spot: OnSpot = None
    card: WithCard = None
    amount: Annotated[str | None, typer.Option("--amount", help="help-history-amount")] = None
    irregularity: Annotated[str | None, typer.Option("--irregularity", help="help-history-irregularity")] = None

    def finds(self, round_: RecordedRound) -> bool:
        since, until = _milliseconds(self.since), _milliseconds(self.until)
        return (
            (self.first is None or round_.number >= self.first)
            and (self.last is None or round_.number <= self.last)
            and (since is None or (round_.closed_at_ms or round_.opened_at_ms) >= since)
            and (until is None or round_.opened_at_ms <= until)
            and (self.spot is None or self.spot in round_.spots)
            and (self.card is None or self.card in round_.cards)
            and (self.amount is None or parse_amount(self.amount) in round_.amounts)
            and (self.irregularity is None or _is_irregular(round_, self.irregularity))
        )

    def check(self) -> None:
        """Raises `BadSearch` before any round is read."""
        self._check_bounds()
        try:
            if self.card is not None and card(self.card) is UNSEEN:
                raise BadSearch(Message("journal-search-card-unseen", card=Quoted(self.card)))
            if self.amount is not None:
                parse_amount(self.amount)
        except (UnknownCard, BadAmount) as error:
            raise BadSearch(error.message) from None
        if self.irregularity not in (None, ANY, *CATALOGUE):
            near = did_you_mean(str(self.irregularity), CATALOGUE)
            code = Quoted(self.irregularity)
            raise BadSearch(Message("journal-search-unknown-irregularity", code=code, near=near, any=Quoted(ANY)))

    def _check_bounds(self) -> None:
        since, until = _milliseconds(self.since), _milliseconds(self.until)
        if since is not None and until is not None and since > until:
            raise BadSearch(Message("journal-search-since-after-until", since=str(self.since), until=str(self.until)))
        for word, number in (("--from", self.first), ("--to", self.last)):
            if number is not None and number < 1:
                raise BadSearch(Message("journal-search-rounds-from-one", option=word, number=number))
        if self.first is not None and self.last is not None and self.first > self.last:
            raise BadSearch(Message("journal-search-from-after-to", first=self.first, last=self.last))
        if self.spot is not None and not 1 <= self.spot <= SPOTS:
            raise BadSearch(Message("journal-search-no-such-spot", spot=self.spot, last=SPOTS))


def _milliseconds(text: str | None) -> int | None:
    try:
        return None if text is None else moment_ms(text)
    except ValueError:
        raise BadSearch(Message("journal-search-no-time", text=Quoted(text))) from None


def _is_irregular(round_: RecordedRound, code: str) -> bool:
    return bool(round_.irregularities) if code == ANY else code in round_.irregularities


def history(journal: JournalFile, search: Search, as_json: AsJson = False) -> int:
    """0: something was found; 1: nothing; 2: the journal or the search is none."""
    matches = 0
    try:
        search.check()
        with as_a_table_wrote_it(journal):
            for round_ in _matching(journal, search):
                matches += 1
                if as_json:
                    print_json(_data(round_))
                else:
                    print_line(_line(round_))
    except (JournalError, BadSearch) as error:
        return print_error(error, as_json=as_json)
    if not matches and not as_json:
        say_note("out-no-round", journal=str(journal))
    return 0 if matches else 1


def _matching(journal: Path, search: Search) -> Iterator[RecordedRound]:
    for round_ in recorded_rounds(journal):
        if search.last is not None and round_.number > search.last:
            return
        if search.finds(round_):
            yield round_


def _time(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _line(round_: RecordedRound) -> str:
    notes = [*round_.irregularities, *(["corrected"] if round_.corrected else [])]
    house = f"house {round_.house_net}" if round_.house_net is not None else "not closed"
    line = f"{round_.number}  {_time(round_.opened_at_ms)}  {', '.join(round_.bet_texts)}  {house}"
    return line + (f"  [{', '.join(notes)}]" if notes else "")


def _data(round_: RecordedRound) -> dict[str, object]:
    return {
        "round": round_.number,
        "opened": _time(round_.opened_at_ms),
        "closed": None if round_.closed_at_ms is None else _time(round_.closed_at_ms),
        "entries": [round_.first_entry, round_.last_entry],
        "rules": round_.rules,
        "bets": round_.bet_texts,
        "play": list(round_.as_file().play),
        "settlements": [settlement_data(wager.settlement) for wager in round_.settled],
        "house_net": round_.house_net,
        "irregularities": round_.irregularities,
        "corrected": round_.corrected,
    }
