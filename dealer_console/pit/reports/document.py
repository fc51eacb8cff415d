"""A report as a document: tables and charts as plain values, the same for PDF, CSV, XLSX, JSON and the window."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, tzinfo
from typing import Any, Final, Literal

from dealer_console.game.money import show
from dealer_console.game.wagers.bets import SIDE_BETS
from dealer_console.pit.amounts import in_dollars, percent, points, readable
from dealer_console.pit.archive import Archive, Log
from dealer_console.pit.errors import PitRefused
from dealer_console.pit.expectations import Expectations
from dealer_console.pit.hold import Holding
from dealer_console.pit.long_work import Work, unwatched
from dealer_console.pit.reports.figures import ShiftFigures, Sums, added_up, day_figures, held_by, shift_figures
from dealer_console.table.shift import report_data
from dealer_console.table.shift.report import clock, hold, per_hour

Cell = str | int


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A table; the columns of `figures` are right-aligned, of these `money` holds cents."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    money: tuple[int, ...] = ()
    figures: tuple[int, ...] = ()

    def shown(self, row: tuple[Cell, ...]) -> tuple[str, ...]:
        """For people."""
        return tuple(self._shown(column, cell) for column, cell in enumerate(row))

    def _shown(self, column: int, cell: Cell) -> str:
        if isinstance(cell, int):
            return in_dollars(cell) if column in self.money else f"{cell:,}"
        return readable(cell) if column in self.figures else cell

    def plain(self, row: tuple[Cell, ...]) -> tuple[str, ...]:
        """For programs."""
        return tuple(
            show(cell) if column in self.money and isinstance(cell, int) else str(cell)
            for column, cell in enumerate(row)
        )


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
    """`made_ms` is the time of the newest entry in it: the same journal gives the same bytes, whenever it is asked."""

    title: str
    place: str
    period: str
    made_ms: int
    sections: tuple[Section, ...]
    charts: tuple[Chart, ...]
    data: Mapping[str, Any]  # for machines


# --- the three reports ------------------------------------------------------------------------------------------------


def shift_report(archive: Archive, log: Log, number: int | None, house: Expectations) -> Report:
    each = shift_figures(archive, log, number)
    shift = each.shift
    until = "still open" if shift.closed_ms is None else f"to {clock(shift.closed_ms)}"
    return _report(
        f"Shift {shift.number}",
        log.table,
        f"{clock(shift.opened_ms)} {until} UTC",
        [each],
        house,
        archive.names(),
    )


def day_report(archive: Archive, log: Log, day: date, house: Expectations, work: Work | None = None) -> Report:
    figures = day_figures(archive, [log], day, house.gaming_day, work or unwatched())
    if not figures:
        raise PitRefused(f"{log.table} was not opened on the gaming day {day.isoformat()}")
    return _report("Gaming day", log.table, day.isoformat(), figures, house, archive.names())


def floor_report(archive: Archive, day: date, house: Expectations, work: Work | None = None) -> Report:
    """Raises `Stopped` between two tables."""
    figures = day_figures(archive, archive.logs(), day, house.gaming_day, work or unwatched())
    if not figures:
        raise PitRefused(f"no table of {archive.place} was opened on the gaming day {day.isoformat()}")
    return _report("Gaming day of the floor", "all tables", day.isoformat(), figures, house, archive.names())


def _report(
    title: str, place: str, period: str, figures: list[ShiftFigures], house: Expectations, names: Mapping[str, str]
) -> Report:
    sums = added_up(figures)
    tables = sorted({each.log.table for each in figures})
    sections = [_money(sums), _pace(sums), _hold(figures, house)]
    if len(tables) > 1:
        sections.insert(0, _by_table(figures, tables))
    elif len(figures) > 1:
        sections.append(_by_shift(figures))
    sections += [_wagers(sums), _side_bets(sums), _tokes(sums)]
    sections.append(_happenings("Irregularities", sums.irregularities, names))
    sections.append(_happenings("Corrections", sums.corrections, names))
    sections += [_dealers(figures, names), _journals(figures)]
    return Report(
        title=title,
        place=place,
        period=period,
        made_ms=max(each.until_ms for each in figures),
        sections=tuple(each for each in sections if each.rows),
        charts=_charts(sums, house.gaming_day.zone),
        data=_data(title, place, period, figures, sums) | _expected(held_by(figures, house)),
    )


def _money(sums: Sums) -> Section:
    counted = "counted" if sums.counted else "by the books"
    rows: list[tuple[Cell, ...]] = [
        ("Opener", sums.opener),
        ("Fills", sums.fills),
        ("Credits", sums.credits),
        ("Drop", sums.drop),
        ("Closer" if sums.counted else "Closer, expected", sums.closer),
        (f"Win, {counted}", sums.win),
        ("Paid by corrections", sums.corrected),
    ]
    return Section(
        title="Money",
        head=("", "Amount"),
        rows=(*rows, ("Hold", hold(sums.win, sums.drop) or "no drop")),
        money=(1,),
        figures=(1,),
    )


def _hold(figures: list[ShiftFigures], house: Expectations) -> Section:
    """Line by line where there are several tables, or several shifts of one."""
    by_table = len({each.log.table for each in figures}) > 1
    lines: dict[str, list[ShiftFigures]] = {}
    for each in figures:
        lines.setdefault(each.log.table if by_table else f"Shift {each.shift.number}", []).append(each)
    ordered = sorted(lines.items()) if by_table else list(lines.items())
    if len(ordered) > 1:
        ordered.append(("All tables" if by_table else "All shifts", figures))
    rows = tuple(_held(name, held) for name, some in ordered if (held := held_by(some, house)) is not None)
    head = ("Table" if by_table else "Shift", "Drop", "Win", "Win expected", "Hold", "Hold expected", "Points off")
    return Section(title="Hold", head=head, rows=rows, money=(1, 2, 3), figures=tuple(range(1, 7)))


def _held(name: str, held: Holding) -> tuple[Cell, ...]:
    shares = (percent(held.hold), percent(held.expected_hold), points(held.difference))
    return (name, held.drop, held.win, round(held.expected), *shares)


def _pace(sums: Sums) -> Section:
    minutes = sums.milliseconds // 60_000
    rows: tuple[tuple[Cell, ...], ...] = (
        ("Time open", f"{minutes // 60} h {minutes % 60:02d} min"),
        ("Rounds", sums.rounds),
        ("Hands", sums.hands),
        ("Rounds per hour", per_hour(sums.rounds, sums.milliseconds)),
        ("Hands per hour", per_hour(sums.hands, sums.milliseconds)),
    )
    return Section(title="Pace", head=("", "Figure"), rows=rows, figures=(1,))


_TABLE_HEAD: Final = ("Opener", "Fills", "Credits", "Drop", "Closer", "Win", "Hold", "Rounds/h", "Hands/h")


def _line(name: Cell, sums: Sums) -> tuple[Cell, ...]:
    return (
        name,
        sums.opener,
        sums.fills,
        sums.credits,
        sums.drop,
        sums.closer,
        sums.win,
        hold(sums.win, sums.drop) or "",
        per_hour(sums.rounds, sums.milliseconds),
        per_hour(sums.hands, sums.milliseconds),
    )


def _by_table(figures: list[ShiftFigures], tables: list[str]) -> Section:
    rows = [_line(name, added_up(each for each in figures if each.log.table == name)) for name in tables]
    rows.append(_line("All tables", added_up(figures)))
    head = ("Table", *_TABLE_HEAD)
    return Section(title="Tables", head=head, rows=tuple(rows), money=tuple(range(1, 7)), figures=tuple(range(1, 10)))


def _by_shift(figures: list[ShiftFigures]) -> Section:
    rows = tuple(_line(each.shift.number, added_up([each])) for each in figures)
    head = ("Shift", *_TABLE_HEAD)
    return Section(title="Shifts", head=head, rows=rows, money=tuple(range(1, 7)), figures=tuple(range(1, 10)))


def _sums_of(sums: Sums, title: str, names: list[str]) -> Section:
    rows = tuple(
        (name, each.count, each.stake, each.takes, each.pays, each.house_net)
        for name in names
        if (each := sums.wagers[name]).count
    )
    head = ("Wager", "Number", "Staked", "Taken", "Paid", "House")
    return Section(title=title, head=head, rows=rows, money=(2, 3, 4, 5), figures=(1, 2, 3, 4, 5))


def _wagers(sums: Sums) -> Section:
    return _sums_of(
        sums, "Wagers", sorted(name for name in sums.wagers if name not in SIDE_BETS and not name.startswith("toke."))
    )


def _side_bets(sums: Sums) -> Section:
    return _sums_of(sums, "Side bets", sorted(name for name in sums.wagers if name in SIDE_BETS))


def _tokes(sums: Sums) -> Section:
    house = sum(each.house_net for name, each in sums.wagers.items() if name.startswith("toke."))
    rows = (("Handed to the dealer", sums.tokes_given), ("Won by wagered tokes", sums.tokes_won), ("House", house))
    return Section(
        title="Tokes", head=("", "Amount"), rows=rows if any(c for _, c in rows) else (), money=(1,), figures=(1,)
    )


def _happenings(title: str, found: Mapping[tuple[str, str], int], names: Mapping[str, str]) -> Section:
    rows = tuple(
        (kind.replace("-", " "), names.get(dealer, dealer) or "nobody", count)
        for (kind, dealer), count in sorted(found.items())
    )
    return Section(title=title, head=("Kind", "Dealer", "Number"), rows=rows, figures=(2,))


def _dealers(figures: list[ShiftFigures], names: Mapping[str, str]) -> Section:
    found: dict[str, list[int]] = {}
    for each in figures:
        for turn in each.shift.dealers:
            into = found.setdefault(turn.person, [0, 0, 0])
            into[0] += turn.rounds
            into[1] += turn.hands
            into[2] += (each.until_ms if turn.until_ms is None else turn.until_ms) - turn.since_ms
    rows = tuple(
        (names.get(name, name), rounds, hands, time_ms // 60_000, per_hour(rounds, time_ms), per_hour(hands, time_ms))
        for name, (rounds, hands, time_ms) in sorted(found.items())
    )
    head = ("Dealer", "Rounds", "Hands", "Minutes", "Rounds/h", "Hands/h")
    return Section(title="Dealers", head=head, rows=rows, figures=(1, 2, 3, 4, 5))


def _journals(figures: list[ShiftFigures]) -> Section:
    """Where every figure comes from."""
    found: dict[tuple[str, str, str], list[int]] = {}
    for each in figures:
        found.setdefault((each.log.table, each.shift.rules, each.log.log), []).append(each.shift.number)
    rows = tuple((*whose, ", ".join(map(str, numbers))) for whose, numbers in sorted(found.items()))
    return Section(title="Journals", head=("Table", "Rule set", "Journal", "Shifts"), rows=rows)


def _charts(sums: Sums, zone: tzinfo) -> tuple[Chart, ...]:
    hours = [sums.hours[hour_ms] for hour_ms in sorted(sums.hours)]
    if not hours:
        return ()
    labels = tuple(datetime.fromtimestamp(each.hour_ms // 1000, zone).strftime("%H:%M") for each in hours)
    win, total = [], 0
    for each in hours:
        total += each.house
        win.append(total)
    pace = (("rounds", tuple(each.rounds for each in hours)), ("hands", tuple(each.hands for each in hours)))
    return (
        Chart(
            title="Win by settlements over time", kind="line", labels=labels, series=(("win", tuple(win)),), money=True
        ),
        Chart(title="Pace: rounds and hands in each hour", kind="bars", labels=labels, series=pace),
    )


def _expected(held: Holding | None) -> dict[str, str | None]:
    """By the theoretical hold of the rule sets; nothing where there is no drop."""
    return {
        "hold_expected": None if held is None else percent(held.expected_hold),
        "hold_points_off": None if held is None else points(held.difference),
        "win_expected_by_drop": None if held is None else show(round(held.expected)),
    }


def _data(title: str, place: str, period: str, figures: list[ShiftFigures], sums: Sums) -> dict[str, Any]:
    return {
        "report": title,
        "place": place,
        "period": period,
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
                "hour": datetime.fromtimestamp(each.hour_ms // 1000, UTC).isoformat(),
                "rounds": each.rounds,
                "hands": each.hands,
                "house": show(each.house),
            }
            for _, each in sorted(sums.hours.items())
        ],
        "shifts": [report_data(each.shift) for each in figures],
    }
