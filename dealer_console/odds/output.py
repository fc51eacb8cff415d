"""An odds report for programs (`to_json`) and for people (`to_table`, `to_text`)."""

from fractions import Fraction
from io import StringIO
from math import isqrt

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from dealer_console.odds.report import OddsReport, OddsRow


def decimal_text(value: Fraction, digits: int) -> str:
    """The value with so many digits after the point, rounded to the nearest (a tie goes to the even digit)."""
    return _with_point(round(value * 10**digits), digits)


def square_root_text(value: Fraction, digits: int) -> str:
    """The square root with so many digits after the point, rounded to the nearest by integer arithmetic alone."""
    doubled = isqrt(value.numerator * 4 * 10 ** (2 * digits) // value.denominator)
    return _with_point((doubled + 1) // 2, digits)


def _with_point(scaled: int, digits: int) -> str:
    sign = "-" if scaled < 0 else ""
    whole, rest = divmod(abs(scaled), 10**digits)
    return f"{sign}{whole}.{rest:0{digits}d}"


DIGITS = 12
BAR_CELLS = 10
TEXT_WIDTH = 80
EIGHTHS = ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")

JsonRow = dict[str, str | int | None]


def to_json(report: OddsReport) -> dict[str, str | int | list[JsonRow]]:
    """Fractions as "-1/17", their decimals beside them as strings with twelve digits, counts as integers."""
    return {
        "bet": report.bet,
        "decks": report.decks,
        "total": report.total,
        "expectation": str(report.expectation),
        "expectation_decimal": decimal_text(report.expectation, DIGITS),
        "house_edge_percent": decimal_text(100 * report.house_edge, DIGITS),
        "variance": str(report.variance),
        "variance_decimal": decimal_text(report.variance, DIGITS),
        "standard_deviation": square_root_text(report.variance, DIGITS),
        "rows": [_json_row(row) for row in report.rows],
    }


def _json_row(row: OddsRow) -> JsonRow:
    return {
        "name": row.name,
        "pays": None if row.pays is None else str(row.pays),
        "count": row.count,
        "probability": str(row.probability),
        "probability_decimal": decimal_text(row.probability, DIGITS),
        "contribution": str(row.contribution),
        "contribution_decimal": decimal_text(row.contribution, DIGITS),
    }


def to_table(report: OddsReport) -> Table:
    """The report as a table for a terminal; the bars weigh what the rows win against what the losing row takes.

    It fits 80 columns. On a narrower terminal figures fold: a figure cut short would be a wrong one.
    """
    decks = "1 deck" if report.decks == 1 else f"{report.decks} decks"
    table = Table(
        title=f"{report.bet}, {decks}: {report.total:,} deals",
        caption=_summary(report),
        box=SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        padding=(0, 1, 0, 0),
    )
    table.add_column("row")
    for heading in ("pays", "count", "probability", "per unit"):
        table.add_column(heading, justify="right", overflow="fold")
    table.add_column("weight", overflow="crop", no_wrap=True)
    heaviest = max(abs(row.contribution) for row in report.rows)
    for row in report.rows:
        table.add_row(*_cells(row, heaviest), style="red" if row.pays is None else None)
    return table


def _cells(row: OddsRow, heaviest: Fraction) -> tuple[str, ...]:
    return (
        row.name.replace("-", " "),
        "" if row.pays is None else pays_text(row.pays),
        f"{row.count:,}",
        decimal_text(row.probability, 8),
        f"{'+' if row.contribution > 0 else ''}{decimal_text(row.contribution, 6)}",
        bar_text(abs(row.contribution), heaviest),
    )


def to_text(report: OddsReport) -> str:
    """The same table as plain text, the same on every terminal."""
    page = StringIO()
    Console(file=page, width=TEXT_WIDTH, color_system=None, force_terminal=False, legacy_windows=False).print(
        to_table(report)
    )
    return "\n".join(line.rstrip() for line in page.getvalue().splitlines()) + "\n"


def pays_text(pays: Fraction) -> str:
    """The pay as it stands on the layout: 30:1, 3:2."""
    return f"{pays.numerator}:{pays.denominator}"


def bar_text(weight: Fraction, heaviest: Fraction) -> str:
    """A bar in eighths of a cell; whatever weighs anything at all shows at least the thinnest one."""
    if weight == 0:
        return ""
    eighths = max(1, round(weight / heaviest * BAR_CELLS * 8))
    return "█" * (eighths // 8) + EIGHTHS[eighths % 8]


def _summary(report: OddsReport) -> str:
    edge, deviation = decimal_text(100 * report.house_edge, 4), square_root_text(report.variance, 4)
    return f"expectation {report.expectation}\nhouse edge {edge} %   standard deviation {deviation}"
