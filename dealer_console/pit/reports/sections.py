"""The tables of a report: figures under their heads, and which of them add up to the last row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from dealer_console.game.hand import is_toke
from dealer_console.game.money import show
from dealer_console.game.wagers.bets import SIDE_BETS
from dealer_console.messages import Words
from dealer_console.pit.amounts import percent, points, readable, tenths
from dealer_console.pit.desk.records import Record
from dealer_console.pit.expectations import Expectations
from dealer_console.pit.money.hold import Holding
from dealer_console.pit.money.money_cycle import MoneyShift, chip_lines
from dealer_console.pit.money.soft_count import box_counts
from dealer_console.pit.reports.figures import ShiftFigures, Sums, added_up, held_by
from dealer_console.pit.round_words import irregularity_words
from dealer_console.table.shift.report import per_hour


@dataclass(frozen=True, slots=True)
class Share:
    """A share in tenths of a percent; `off`: a difference of two, always with its sign."""

    tenths: int
    off: bool = False

    def __str__(self) -> str:
        return points(self.tenths) if self.off else percent(self.tenths)


Cell = str | int | Share
Row = tuple[Cell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A table. Columns of `figures` are right-aligned, of these `money` holds cents.

    Of `totals` the last row is the sum of the rows above it.
    """

    code: str
    title: str
    head: tuple[str, ...]
    rows: tuple[Row, ...]
    money: tuple[int, ...] = ()
    figures: tuple[int, ...] = ()
    totals: tuple[int, ...] = ()

    def shown(self, row: Row, words: Words) -> tuple[str, ...]:
        """For people."""
        return tuple(self._shown(column, cell, words) for column, cell in enumerate(row))

    def _shown(self, column: int, cell: Cell, words: Words) -> str:
        if isinstance(cell, int):
            return words.money(cell) if column in self.money else words.count(cell)
        return readable(str(cell)) if isinstance(cell, Share) else cell

    def plain(self, row: Row) -> tuple[str, ...]:
        """For programs."""
        return tuple(
            show(cell) if column in self.money and isinstance(cell, int) else str(cell)
            for column, cell in enumerate(row)
        )


def share_of(win: int, drop: int) -> Share | str:
    """The hold; nothing where there is no drop."""
    return Share(tenths(Fraction(win, drop))) if drop > 0 else ""


class Sections:
    """Makes the tables in one language."""

    def __init__(self, words: Words, names: Mapping[str, str], expectations: Expectations) -> None:
        self.words, self.names, self.expectations = words, names, expectations

    def _title(self, code: str) -> str:
        return self.words(f"report-of-{code}")

    def money(self, sums: Sums) -> Section:
        words, figure = self.words, self.words.figure
        counted = words("report-win-counted" if sums.counted else "report-win-books")
        closer = figure("closer") if sums.counted else words("report-closer-expected")
        rows: list[Row] = [
            (figure("opener"), sums.opener),
            (words("report-opener-off"), sums.opener_off),
            (figure("fills"), sums.fills),
            (figure("credits"), sums.credits),
            (figure("drop"), sums.drop),
            (closer, sums.closer),
            (counted, sums.win),
            (figure("corrected"), sums.corrected),
            *([(words("paper-coupons"), sums.coupons)] if sums.coupons else []),
            (figure("hold"), share_of(sums.win, sums.drop) or words("report-no-drop")),
        ]
        head = ("", words("pit-amount"))
        return Section(code="money", title=self._title("money"), head=head, rows=tuple(rows), money=(1,), figures=(1,))

    def pace(self, sums: Sums) -> Section:
        words, figure = self.words, self.words.figure
        minutes = sums.milliseconds // 60_000
        rows: tuple[Row, ...] = (
            (words("report-time-open"), f"{minutes // 60} h {minutes % 60:02d} min"),
            (figure("rounds"), sums.rounds),
            (figure("hands"), sums.hands),
            (figure("rounds_per_hour"), per_hour(sums.rounds, sums.milliseconds)),
            (figure("hands_per_hour"), per_hour(sums.hands, sums.milliseconds)),
        )
        head = ("", words("report-figure"))
        return Section(code="pace", title=self._title("pace"), head=head, rows=rows, figures=(1,))

    def chips(self, figures: Sequence[ShiftFigures]) -> Section:
        """By denomination, of one shift: what came, what was counted, and which of it cannot be."""
        words = self.words
        lines = chip_lines(figures[0].shift) if len(figures) == 1 else ()
        rows: tuple[Row, ...] = tuple(
            (
                words.whole_money(line.worth),
                line.opener,
                line.fills,
                line.credits,
                line.came,
                "" if line.closer is None else line.closer,
                "" if line.difference is None else line.difference,
                words("report-impossible") if line.impossible else "",
            )
            for line in lines
        )
        codes = ("opener", "fills", "credits", "came", "closer", "difference")
        head = (words("slip-denomination"), *(words(f"report-col-{code}") for code in codes), "")
        return Section(code="chips", title=self._title("chips"), head=head, rows=rows, figures=tuple(range(7)))

    def hold(self, figures: Sequence[ShiftFigures], group: Callable[[ShiftFigures], str], name: str) -> Section:
        """Line by line where there are several; the last one is all of them."""
        words = self.words
        grouped = _grouped(figures, group)
        if len(grouped) > 1:
            grouped[words("report-all")] = list(figures)
        held = [(group, held_by(shifts, self.expectations)) for group, shifts in grouped.items()]
        rows = tuple(_held(group, holding) for group, holding in held if holding is not None)
        codes = ("drop", "win", "theo-win", "hold", "theo-hold", "variance")
        head = (name, *(words(f"report-col-{code}") for code in codes))
        totals = (1, 2, 3) if len(grouped) > 1 else ()
        return Section(code="hold", title=self._title("hold"), head=head, rows=rows, money=(1, 2, 3),
                       figures=tuple(range(1, 7)), totals=totals)  # fmt: skip

    def lines(self, code: str, figures: Sequence[ShiftFigures], group: Callable[[ShiftFigures], str]) -> Section:
        """One line of money and pace for each table, shift, game or pit, and their sum."""
        words = self.words
        grouped = _grouped(figures, group)
        rows = [_line(name, added_up(shifts)) for name, shifts in grouped.items()]
        if len(rows) > 1:
            rows.append(_line(words("report-all"), added_up(figures)))
        codes = ("opener", "fills", "credits", "drop", "closer", "win", "hold", "rounds-h", "hands-h")
        head = (words(f"report-col-{code}"), *(words(f"report-col-{code}") for code in codes))
        return Section(code=code, title=self._title(code), head=head, rows=tuple(rows), money=tuple(range(1, 7)),
                       figures=tuple(range(1, 10)), totals=tuple(range(1, 7)) if len(grouped) > 1 else ())  # fmt: skip

    def wagers(self, code: str, sums: Sums, kinds: Iterable[str]) -> Section:
        words = self.words
        figures = {
            words.wager_name(kind): (total.count, total.stake, total.takes, total.pays, total.house_net)
            for kind in sorted(kinds)
            if (total := sums.wagers[kind]).count
        }
        several = len(figures) > 1
        rows: list[Row] = [(name, *cells) for name, cells in figures.items()]
        if several:
            rows.append((words("report-all"), *map(sum, zip(*figures.values(), strict=True))))
        head = tuple(
            words(f"report-col-{column}") for column in ("wager", "number", "action", "taken", "paid", "win-loss")
        )
        return Section(code=code, title=self._title(code), head=head, rows=tuple(rows), money=(2, 3, 4, 5),
                       figures=(1, 2, 3, 4, 5), totals=(1, 2, 3, 4, 5) if several else ())  # fmt: skip

    def main_wagers(self, sums: Sums) -> Section:
        kinds = (kind for kind in sums.wagers if kind not in SIDE_BETS and not is_toke(kind))
        return self.wagers("wagers", sums, kinds)

    def side_bets(self, sums: Sums) -> Section:
        return self.wagers("side-bets", sums, (kind for kind in sums.wagers if kind in SIDE_BETS))

    def tokes(self, sums: Sums) -> Section:
        words = self.words
        house = sum(wager.house_net for kind, wager in sums.wagers.items() if is_toke(kind))
        rows: tuple[Row, ...] = (
            (words("report-tokes-given"), sums.tokes_given),
            (words("report-tokes-won"), sums.tokes_won),
            (words("report-col-win-loss"), house),
        )
        shown = rows if any(cents for _, cents in rows) else ()
        head = ("", words("pit-amount"))
        return Section(code="tokes", title=self._title("tokes"), head=head, rows=shown, money=(1,), figures=(1,))

    def soft_count(self, figures: Sequence[ShiftFigures], records: Sequence[Record]) -> Section:
        """What two people counted in each drop box against what was recorded; a box that nobody counted says so."""
        words = self.words
        closed = [
            MoneyShift(log=figure.log.log, table=figure.log.table, shift=figure.shift, before=figure.shift, upto_ms=0)
            for figure in figures
        ]
        boxes = box_counts(closed, records)
        rows: tuple[Row, ...] = tuple(
            (
                box.table,
                str(box.shift),
                box.expected_cash + box.expected_markers,
                words("report-not-counted") if box.cash is None else box.cash + (box.markers or 0),
                "" if box.difference is None else box.difference,
                ", ".join(self.names.get(who, who) for who in box.people),
            )
            for box in boxes
        )
        codes = ("table", "shift", "recorded", "counted", "difference", "people")
        head = tuple(words(f"report-col-{code}") for code in codes)
        return Section(code="soft-count", title=self._title("soft-count"), head=head, rows=rows, money=(2, 3, 4),
                       figures=(2, 3, 4))  # fmt: skip

    def markers(self, figures: Sequence[ShiftFigures]) -> Section:
        """Part of the drop, as paper; what the cage was paid later stands in its own list."""
        rows: tuple[Row, ...] = tuple(
            (
                figure.log.table,
                marker.number if marker.void_why is None else f"{marker.number} {self.words('slip-void')}",
                marker.player,
                marker.cents,
                marker.redeemed,
                self.names.get(marker.issued_by, marker.issued_by),
                self.names.get(marker.approved_by, marker.approved_by),
            )
            for figure in figures
            for marker in figure.shift.markers
        )
        codes = ("table", "marker", "player", "issued", "redeemed", "dealer", "approved")
        head = tuple(self.words(f"report-col-{code}") for code in codes)
        return Section(code="markers", title=self._title("markers"), head=head, rows=rows, money=(3, 4),
                       figures=(3, 4))  # fmt: skip

    def happenings(self, code: str, counts: Mapping[tuple[str, str], int]) -> Section:
        words = self.words
        rows: tuple[Row, ...] = tuple(
            (irregularity_words(words, kind), self.names.get(dealer, dealer) or words("report-nobody"), count)
            for (kind, dealer), count in sorted(counts.items())
        )
        head = tuple(words(f"report-col-{column}") for column in ("kind", "dealer", "number"))
        return Section(code=code, title=self._title(code), head=head, rows=rows, figures=(2,))

    def dealers(self, figures: Sequence[ShiftFigures]) -> Section:
        """Time and pace by their turns; what their rounds brought by the settlements."""
        turns: dict[str, list[int]] = {}
        for row in figures:
            for turn in row.shift.dealers:
                into = turns.setdefault(turn.person, [0, 0, 0])
                into[0] += turn.rounds
                into[1] += turn.hands
                into[2] += (row.until_ms if turn.until_ms is None else turn.until_ms) - turn.since_ms
        won: dict[str, int] = {}
        for figure in figures:
            for dealer, cents in figure.dealers.items():
                won[dealer] = won.get(dealer, 0) + cents
        rows: tuple[Row, ...] = tuple(
            (
                self.names.get(who, who),
                rounds,
                hands,
                time_ms // 60_000,
                per_hour(rounds, time_ms),
                per_hour(hands, time_ms),
                won.get(who, 0),
            )
            for who, (rounds, hands, time_ms) in sorted(turns.items())
        )
        codes = ("dealer", "rounds", "hands", "minutes", "rounds-h", "hands-h", "win-loss")
        head = tuple(self.words(f"report-col-{code}") for code in codes)
        return Section(code="dealers", title=self._title("dealers"), head=head, rows=rows, money=(6,),
                       figures=tuple(range(1, 7)))  # fmt: skip

    def journals(self, figures: Sequence[ShiftFigures]) -> Section:
        """Where every figure comes from."""
        shifts_of: dict[tuple[str, str, str], list[int]] = {}
        for figure in figures:
            shifts_of.setdefault((figure.log.table, figure.shift.rules, figure.log.log), []).append(figure.shift.number)
        rows = tuple((*whose, ", ".join(map(str, numbers))) for whose, numbers in sorted(shifts_of.items()))
        head = tuple(self.words(f"report-col-{code}") for code in ("table", "rules", "journal", "shifts"))
        return Section(code="journals", title=self._title("journals"), head=head, rows=rows)


def _grouped(figures: Sequence[ShiftFigures], group: Callable[[ShiftFigures], str]) -> dict[str, list[ShiftFigures]]:
    groups: dict[str, list[ShiftFigures]] = {}
    for figure in figures:
        groups.setdefault(group(figure), []).append(figure)
    return groups


def _held(name: str, held: Holding) -> Row:
    shares = (Share(held.hold), Share(held.expected_hold), Share(held.difference, off=True))
    return (name, held.drop, held.win, round(held.expected), *shares)


def _line(name: str, sums: Sums) -> Row:
    return (
        name,
        sums.opener,
        sums.fills,
        sums.credits,
        sums.drop,
        sums.closer,
        sums.win,
        share_of(sums.win, sums.drop),
        per_hour(sums.rounds, sums.milliseconds),
        per_hour(sums.hands, sums.milliseconds),
    )
