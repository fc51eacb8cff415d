"""The supervisor's review without a window: report, dispute, search, alerts, ratings, demo-floor."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import Progress

from dealer_console.commands.speaking import complain, remark, say, say_json
from dealer_console.floor.errors import FloorError
from dealer_console.game.cards import UnknownCard, card
from dealer_console.game.catalogue import CATALOGUE
from dealer_console.game.errors import Bug
from dealer_console.game.money import BadAmount, parse_amount, show
from dealer_console.game.suggestions import did_you_mean
from dealer_console.journal.errors import JournalError
from dealer_console.pit.alerts import Acknowledgements, find_alerts
from dealer_console.pit.archive import Archive, FoundRound, Search
from dealer_console.pit.archive import schema as t
from dealer_console.pit.demo import DemoFloor, generate
from dealer_console.pit.dispute import dispute_pack
from dealer_console.pit.errors import PitRefused
from dealer_console.pit.expectations import load_expectations
from dealer_console.pit.long_work import Work
from dealer_console.pit.rating import ratings
from dealer_console.pit.reports import FORMS, Report, day_report, days_of, floor_report, shift_report
from dealer_console.rulebook import BadFile, NoConfig

_REFUSALS: Final = (PitRefused, JournalError, FloorError, BadFile, NoConfig, Bug)
_MARKS: Final = (t.IRREGULAR, t.CORRECTED, t.UNDONE)
ANY: Final = "any"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A search as a person types it."""

    table: str | None = None
    since: str | None = None
    until: str | None = None
    first: int | None = None
    last: int | None = None
    dealer: str | None = None
    spot: int | None = None
    amount: str | None = None
    at_least: str | None = None
    irregularity: str | None = None
    card: str | None = None

    def search(self) -> Search:
        """Raises `PitRefused` with the first thing that cannot be meant."""
        return Search(
            table=self.table,
            since_ms=_milliseconds(self.since),
            until_ms=_milliseconds(self.until),
            first=self.first,
            last=self.last,
            dealer=self.dealer,
            spot=self.spot,
            amount=_cents(self.amount),
            at_least=_cents(self.at_least),
            mark=_mark(self.irregularity),
            card=_face(self.card),
        )


def _milliseconds(text: str | None) -> int | None:
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise PitRefused(f"{text!r} is no time: write 2026-11-16 or 2026-11-16T20:15 (UTC)") from None
    return round((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() * 1000)


def _cents(text: str | None) -> int | None:
    try:
        return None if text is None else parse_amount(text)
    except BadAmount as error:
        raise PitRefused(str(error)) from None


def _face(text: str | None) -> str | None:
    try:
        return None if text is None else card(text).text
    except UnknownCard as error:
        raise PitRefused(str(error)) from None


def _mark(text: str | None) -> str | None:
    if text is None or text in _MARKS or text in CATALOGUE:
        return text
    if text == ANY:
        return t.IRREGULAR
    near = did_you_mean(text, (*CATALOGUE, *_MARKS))
    raise PitRefused(f"unknown irregularity {text!r}{near}; {ANY!r} finds all, 'corrected' and 'undone' find those")


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise PitRefused(f"{text!r} is no day: write 2026-11-16") from None


# --- around every command -------------------------------------------------------------------------------------------


@contextmanager
def _watched() -> Iterator[Work]:
    """Progress on standard error, where a person looks; Ctrl-C stops, and what is done stays done."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=None)
        yield Work(lambda done, total, what: bar.update(task, completed=done, total=total, description=what))


@contextmanager
def _archive(target: str) -> Iterator[tuple[Archive, Work]]:
    with Archive.open(target) as archive, _watched() as work:
        archive.refresh(work)
        yield archive, work


def _told(run: Callable[[], int]) -> int:
    try:
        return run()
    except _REFUSALS as error:
        return complain(str(error))
    except BrokenPipeError:
        return 0  # whoever read the first lines has seen enough
    except FileExistsError as error:
        return complain(f"{error.filename} exists already: choose another name")
    except OSError as error:
        return complain(f"{error.filename or 'the file'}: {error.strerror or error}")


def _put(content: bytes, to: Path | None) -> None:
    if to is None:
        sys.stdout.buffer.write(content)
        return
    with to.open("xb") as stream:
        stream.write(content)
    say(str(to))


# --- the commands ---------------------------------------------------------------------------------------------------


def report(
    target: str,
    *,
    table: str | None = None,
    shift: int | None = None,
    day: str | None = None,
    form: str | None = None,
    to: Path | None = None,
) -> int:
    """Of a shift, of a table's day, or without a table of the floor's day."""

    def run() -> int:
        wanted = form or (to.suffix.removeprefix(".") if to is not None else "json")
        if wanted not in FORMS:
            raise PitRefused(f"a report is written as {', '.join(FORMS)}, not as {wanted!r}")
        if to is None and wanted in ("pdf", "xlsx"):
            raise PitRefused(f"say where the {wanted.upper()} goes: -o FILE.{wanted}")
        with _archive(target) as (archive, work):
            _put(FORMS[wanted](_made(archive, work, table=table, shift=shift, day=day)), to)
        return 0

    return _told(run)


def _made(archive: Archive, work: Work, *, table: str | None, shift: int | None, day: str | None) -> Report:
    house = load_expectations()
    if shift is not None and day is not None:
        raise PitRefused("a report is of a shift or of a day: leave one of them out")
    alone = table is not None or len(archive.logs()) == 1
    if day is None and (shift is not None or alone):
        return shift_report(archive, archive.log(table), shift, house)
    on = _day(day) if day is not None else next(iter(days_of(archive, house.gaming_day)), None)
    if on is None:
        raise PitRefused(f"no table of {archive.place} was ever opened")
    return day_report(archive, archive.log(table), on, house, work) if alone else floor_report(archive, on, house, work)


def dispute(target: str, *, number: int, to: Path, table: str | None = None) -> int:
    def run() -> int:
        with _archive(target) as (archive, work):
            _put(dispute_pack(archive, archive.round(archive.log(table), number), work), to)
        return 0

    return _told(run)


def search(target: str, asked: Asked, *, most: int, as_json: bool) -> int:
    """0: something was found; 1: nothing; 2: the archive or the search is none."""

    def run() -> int:
        wanted = asked.search()
        found, after = 0, None
        with _archive(target) as (archive, work):
            while found < most:
                page = archive.search(wanted, after=after, limit=min(50, most - found), work=work)
                for each in page.rounds:
                    say_json(_data(each)) if as_json else say(_line(each))
                found += len(page.rounds)
                after = page.next
                if after is None:
                    break
        return 0 if found else 1

    return _told(run)


def _time(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms // 1000, UTC).isoformat().replace("+00:00", "Z")


def _line(each: FoundRound) -> str:
    notes = [*(["irregular"] if each.irregular else []), *(["corrected"] if each.corrected else [])]
    told = f"{each.table}  {each.number}  {_time(each.opened_ms)}  {each.dealer}  {each.bets}  house {show(each.house)}"
    return told + (f"  [{', '.join(notes)}]" if notes else "")


def _data(each: FoundRound) -> dict[str, object]:
    return {
        "table": each.table,
        "log": each.log,
        "round": each.number,
        "opened": _time(each.opened_ms),
        "closed": _time(each.closed_ms),
        "entries": [each.first_entry, each.last_entry],
        "shift": each.shift,
        "dealer": each.dealer,
        "bets": each.bets.split("; "),
        "hands": each.hands,
        "staked": show(each.staked),
        "house": show(each.house),
        "largest": show(each.largest),
        "irregularities": each.irregular,
        "corrected": each.corrected,
    }


def alerts(target: str, *, as_json: bool) -> int:
    """0: none is open; 1: some are."""

    def run() -> int:
        with _archive(target) as (archive, work):
            seen = Acknowledgements(archive)
            found = find_alerts(archive, load_expectations(), work)
            known = seen.of(each.id for each in found)
            seen.close()
        for each in found:
            by = known.get(each.id)
            if as_json:
                told = {"seen_by": by.person, "seen": _time(by.at_ms)} if by else {"seen_by": None, "seen": None}
                say_json({"id": each.id, "kind": each.kind, "table": each.table, "words": each.words, **told})
            else:
                say(f"{each.kind}  {each.table}  {each.words}" + (f"  [seen by {by.person}]" if by else ""))
        if not found and not as_json:
            say("no alerts")
        return 1 if any(each.id not in known for each in found) else 0

    return _told(run)


def rated(target: str, *, player: str | None, since: str | None, until: str | None, as_json: bool) -> int:
    def run() -> int:
        bounds = {"since_ms": _milliseconds(since), "until_ms": _milliseconds(until)}
        with _archive(target) as (archive, _):
            found = ratings(archive, load_expectations(), player=player, **bounds)
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
            say_json(figures) if as_json else say("  ".join(f"{key} {value}" for key, value in figures.items()))
        if not found:
            remark(f"{player or 'nobody'} was {'not ' if player else ''}seated in that time")
        return 0 if found else 1

    return _told(run)


def demo_floor(folder: Path, floor: DemoFloor, *, as_json: bool) -> int:
    def run() -> int:
        with _watched() as work:
            rounds = generate(folder, floor, work)
        told = {"folder": str(folder), "tables": floor.tables, "days": floor.days, "rounds": rounds}
        say_json(told) if as_json else say(f"{folder}: {floor.tables} tables, {floor.days} days, {rounds} rounds")
        return 0

    return _told(run)
