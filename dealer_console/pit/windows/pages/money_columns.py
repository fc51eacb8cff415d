"""The columns of the lists of money: slips, drop boxes, markers, the cash log."""

from __future__ import annotations

from collections.abc import Callable

from dealer_console.messages import Words
from dealer_console.pit.money.cash_log import CashLine
from dealer_console.pit.money.marker_book import MarkerLine
from dealer_console.pit.money.money_cycle import TableSlip
from dealer_console.pit.money.soft_count import BoxCount
from dealer_console.pit.windows.rows import Column, figure_column, time_column
from dealer_console.screens.values import Level


def slip_columns(words: Words, moment: Callable[[int], str]) -> list[Column[TableSlip]]:
    """What every list of slips shows."""
    return [
        time_column("time", words("pit-col-when"), lambda s: s.slip.requested_ms, moment),
        Column(key="table", head=words("pit-col-table"), text=lambda s: s.table),
        Column(key="number", head=words("slip-number"), text=lambda s: s.slip.number),
        Column(key="what", head=words("pit-col-kind"), text=lambda s: words(f"slip-{s.slip.what}")),
        figure_column("amount", words("pit-amount"), lambda s: s.slip.chips.cents, words.money),
    ]


def box_columns(words: Words, name: Callable[[str], str]) -> list[Column[BoxCount]]:
    return [
        Column(key="table", head=words("pit-col-table"), text=lambda b: b.table),
        figure_column("shift", words("pit-col-shift"), lambda b: b.shift),
        Column(key="counted", head=words("pit-col-box-counted"), order=lambda b: b.cash or -1, figure=True,
               text=lambda b: "" if b.cash is None else words.money(b.cash + (b.markers or 0))),
        Column(key="recorded", head=words("pit-col-box-recorded"), figure=True,
               text=lambda b: "" if b.cash is None else words.money(b.expected_cash + b.expected_markers),
               order=lambda b: b.expected_cash),
        figure_column("off", words("report-col-difference"),
                      lambda b: b.difference, words.money, level=lambda b: "bad" if b.difference else None),
        Column(key="times", head=words("pit-col-box-times"), text=lambda b: str(b.times or ""),
               order=lambda b: b.times, figure=True),
        Column(key="by", head=words("pit-col-by"), text=lambda b: ", ".join(name(who) for who in b.people)),
    ]  # fmt: skip


def marker_columns(words: Words, moment: Callable[[int], str], owed: Callable[[str], int]) -> list[Column[MarkerLine]]:
    money: tuple[tuple[str, Callable[[MarkerLine], int]], ...] = (
        ("issued", lambda m: m.issued),
        ("redeemed", lambda m: m.redeemed),
        ("paid", lambda m: m.paid),
        ("left", lambda m: m.left),
        ("balance", lambda m: owed(m.player)),
    )
    return [
        time_column("time", words("pit-col-when"), lambda m: m.at_ms, moment),
        Column(key="table", head=words("pit-col-table"), text=lambda m: m.table),
        Column(key="marker", head=words("pit-col-marker"), text=lambda m: m.number),
        Column(key="player", head=words("pit-col-player"), text=lambda m: m.player),
        Column(key="void", head=words("slip-void"),
               text=lambda m: words("slip-step-cancelled") if m.void_entry is not None else ""),
        *(figure_column(key, words(f"pit-col-{key}"), get, words.money) for key, get in money),
    ]  # fmt: skip


def cash_columns(words: Words, threshold: int) -> list[Column[CashLine]]:
    return [
        Column(key="day", head=words("pit-gaming-day"), text=lambda line: str(line.day),
               order=lambda line: line.day.toordinal()),
        Column(key="card", head=words("pit-col-player"), text=lambda line: line.card or words("pit-nobody-known")),
        figure_column("in", words("pit-col-cash-in"), lambda line: line.cash_in, words.money,
                      level=lambda line: _over(line, line.cash_in, threshold)),
        figure_column("out", words("pit-col-cash-out"), lambda line: line.cash_out, words.money,
                      level=lambda line: _over(line, line.cash_out, threshold)),
        figure_column("times", words("pit-col-times"), lambda line: line.times),
        Column(key="tables", head=words("pit-col-table"), text=lambda line: ", ".join(sorted(line.tables))),
    ]  # fmt: skip


def _over(line: CashLine, cents: int, threshold: int) -> Level | None:
    return "bad" if line.card and cents >= threshold else None
