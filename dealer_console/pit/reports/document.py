"""A report as a document: tables and charts as plain values, the same for PDF, CSV, XLSX, JSON and the window."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Any, Final, Literal

from dealer_console.game.message import Message
from dealer_console.game.money import show
from dealer_console.messages import Words, words_of
from dealer_console.pit.archive import Archive, Log
from dealer_console.pit.desk.record_kinds import BoxCounted
from dealer_console.pit.desk.record_signatures import SigningKeys
from dealer_console.pit.desk.records import Record, read_records
from dealer_console.pit.errors import PitRefused
from dealer_console.pit.evidence import stamp_of_days
from dealer_console.pit.expectations import Expectations
from dealer_console.pit.live.pits import load_pits
from dealer_console.pit.long_work import Work, unwatched
from dealer_console.pit.money.hold import Holding
from dealer_console.pit.reports.figures import ShiftFigures, Sums, added_up, figures_between, held_by, shift_figures
from dealer_console.pit.reports.sections import Section, Sections, Share
from dealer_console.table.shift import report_data
from dealer_console.table.shift.report import clock, hold, per_hour

PERIODS: Final = ("day", "week", "month", "shift")
GROUPS: Final = ("table", "game", "pit", "dealer")


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """Values over the hours; `money`: they are cents."""

    title: str
    kind: Literal["line", "bars"]
    labels: tuple[str, ...]
    series: tuple[tuple[str, tuple[int, ...]], ...]
    money: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """`made_ms` is the time of the newest entry in it: the same journal gives the same bytes, whenever it is asked.

    `stamp` is what stands on every page of a report whose journals are not genuine.
    """

    title: str
    place: str
    period: str
    made_ms: int
    sections: tuple[Section, ...]
    charts: tuple[Chart, ...]
    data: Mapping[str, Any]  # for machines
    words: Words
    covers: tuple[tuple[Log, date], ...]  # the gaming days of the journals that its figures come from
    stamp: str = ""


def make_report(
    archive: Archive,
    expectations: Expectations,
    words: Words | None = None,
    *,
    day: date | None = None,
    period: str = "day",
    group: str = "table",
    table: str | None = None,
    shift: int | None = None,
    work: Work | None = None,
    keys_of: SigningKeys | None = None,
) -> Report:
    """Of one table or all; of a shift, or of the gaming day, week or month that `day` lies in. Raises `Stopped`."""
    words = words or words_of("en", expectations.currency)
    logs = archive.logs() if table is None else tuple(log for log in archive.logs() if log.table == table)
    if period == "shift":
        figures = [shift_figures(archive, archive.log(table), shift)]
        title, span = words("report-title-shift", shift=figures[0].shift.number), _span_of_shift(words, figures[0])
    else:
        first, last, span = _span(day or date.min, period)
        bounds = expectations.gaming_day.bounds(first)[0], expectations.gaming_day.bounds(last)[1]
        figures = figures_between(archive, logs, bounds, work or unwatched())
        title = words(f"report-title-{period}")
        if not figures and table is not None:
            raise PitRefused(Message("pit-not-opened", table=archive.log(table).table, day=span))
        if not figures:
            raise PitRefused(Message("pit-none-opened", place=archive.place, day=span))
    place = words("report-all-tables") if len({log.table for log in logs}) > 1 else figures[0].log.table
    sums = added_up(figures)
    opened = min(figure.shift.opened_ms for figure in figures)  # no box was counted before
    counts = read_records(archive, BoxCounted, keys_of=keys_of, since_ms=opened)
    sections = _sections(archive, expectations, words, figures, sums, group, counts)
    return Report(
        title=title,
        place=place,
        period=span,
        made_ms=max(figure.until_ms for figure in figures),
        sections=tuple(section for section in sections if section.rows),
        charts=_charts(sums, expectations.gaming_day.zone, words),
        data=_data(title, place, span, words.currency, figures, sums) | _expected(held_by(figures, expectations)),
        words=words,
        covers=tuple(
            dict.fromkeys((figure.log, expectations.gaming_day.day_of(figure.shift.opened_ms)) for figure in figures)
        ),
        stamp=next((words("pit-not-genuine", table=at.log.table, where=at.damage) for at in figures if at.damage), ""),
    )


def stamped(archive: Archive, expectations: Expectations, report: Report, work: Work | None = None) -> Report:
    """With the stamp, where a journal of it does not verify. Raises `Stopped`."""
    stamp = stamp_of_days(archive, report.covers, expectations.gaming_day, report.words, work or unwatched())
    return replace(report, stamp=stamp or report.stamp)


def _span(day: date, period: str) -> tuple[date, date, str]:
    """The first and the last gaming day, and how the time is called. A week begins on Monday."""
    if period == "week":
        first = day - timedelta(days=day.weekday())
        last = first + timedelta(days=6)
        return first, last, f"{first.isoformat()} – {last.isoformat()}"
    if period == "month":
        first = day.replace(day=1)
        last = (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)
        return first, last, first.strftime("%Y-%m")
    return day, day, day.isoformat()


def _span_of_shift(words: Words, figures: ShiftFigures) -> str:
    shift = figures.shift
    until = words("report-still-open") if shift.closed_ms is None else clock(shift.closed_ms)
    return f"{clock(shift.opened_ms)} – {until} UTC"


def _sections(
    archive: Archive,
    expectations: Expectations,
    words: Words,
    figures: Sequence[ShiftFigures],
    sums: Sums,
    group: str,
    counts: Sequence[Record],
) -> list[Section]:
    logs = {figure.log.log for figure in figures}
    make = Sections(words, archive.names(logs.pop() if len(logs) == 1 else None), expectations)
    tables = {figure.log.table for figure in figures}
    of_group: dict[str, tuple[str, Callable[[ShiftFigures], str]]] = {
        "table": ("table", lambda figures: figures.log.table),
        "game": ("game", lambda figures: words(f"game-{figures.shift.rules}")),
        "pit": ("pit", lambda figures: load_pits().pit_of(figures.log.table) or words("report-no-pit")),
        "dealer": ("table", lambda figures: figures.log.table),
        "shift": ("shift", lambda figures: words("report-title-shift", shift=figures.shift.number)),
    }
    code, key = of_group[group if len(tables) > 1 else "shift"]
    several = len({key(figure) for figure in figures}) > 1
    grouped = [make.lines(code, figures, key)] if several else []
    dealers = make.dealers(figures)
    return [
        *([dealers] if group == "dealer" else []),
        *(grouped if len(tables) > 1 else []),
        make.money(sums),
        make.pace(sums),
        make.chips(figures),
        make.hold(figures, key, words(f"report-col-{code}")),
        *(grouped if len(tables) == 1 else []),
        make.main_wagers(sums),
        make.side_bets(sums),
        make.tokes(sums),
        make.soft_count(figures, counts),
        make.markers(figures),
        make.happenings("irregularities", sums.irregularities),
        make.happenings("corrections", sums.corrections),
        *([] if group == "dealer" else [dealers]),
        make.journals(figures),
    ]


def _charts(sums: Sums, zone: tzinfo, words: Words) -> tuple[Chart, ...]:
    """Hour by hour; of more than two days, day by day."""
    hours = [sums.hours[hour_ms] for hour_ms in sorted(sums.hours)]
    if not hours:
        return ()
    form = "%H:%M" if hours[-1].hour_ms - hours[0].hour_ms < 48 * 3_600_000 else "%m-%d"
    steps: dict[str, list[int]] = {}
    for hour in hours:
        into = steps.setdefault(datetime.fromtimestamp(hour.hour_ms // 1000, zone).strftime(form), [0, 0, 0])
        for at, value in enumerate((hour.win, hour.rounds, hour.hands)):
            into[at] += value
    win, total = [], 0
    for brought, _, _ in steps.values():
        total += brought
        win.append(total)
    labels = tuple(steps)
    pace = (
        (words("report-col-rounds"), tuple(rounds for _, rounds, _ in steps.values())),
        (words("report-col-hands"), tuple(hands for _, _, hands in steps.values())),
    )
    series = ((words("report-col-win"), tuple(win)),)
    return (
        Chart(title=words("report-chart-win"), kind="line", labels=labels, series=series, money=True),
        Chart(title=words("report-chart-pace"), kind="bars", labels=labels, series=pace),
    )


def _expected(held: Holding | None) -> dict[str, str | None]:
    """By the theoretical hold of the rule sets; nothing where there is no drop."""
    return {
        "hold_expected": None if held is None else str(Share(held.expected_hold)),
        "hold_points_off": None if held is None else str(Share(held.difference, off=True)),
        "win_expected_by_drop": None if held is None else show(round(held.expected)),
    }


def _data(
    title: str, place: str, period: str, currency: str, figures: Sequence[ShiftFigures], sums: Sums
) -> dict[str, Any]:
    return {
        "report": title,
        "place": place,
        "period": period,
        "currency": currency,
        "win": show(sums.win),
        "win_is_counted": sums.counted,
        "drop": show(sums.drop),
        "hold": hold(sums.win, sums.drop),
        "rounds": sums.rounds,
        "hands": sums.hands,
        "rounds_per_hour": per_hour(sums.rounds, sums.milliseconds),
        "hands_per_hour": per_hour(sums.hands, sums.milliseconds),
        "hours": [
            {
                "hour": datetime.fromtimestamp(hour.hour_ms // 1000, UTC).isoformat(),
                "rounds": hour.rounds,
                "hands": hour.hands,
                "house": show(hour.win),
            }
            for _, hour in sorted(sums.hours.items())
        ],
        "shifts": [report_data(figure.shift) for figure in figures],
    }
