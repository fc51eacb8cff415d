"""The columns of the cage's lists: drop boxes, markers, the cash log."""

from __future__ import annotations

from collections.abc import Callable

from dealer_console.messages import Words
from dealer_console.pit.money.cash_log import CashLine
from dealer_console.pit.money.marker_book import MarkerLine
from dealer_console.pit.money.soft_count import BoxCount
from dealer_console.pit.windows.rows import Column
from dealer_console.screens.values import Level


def box_columns(words: Words, name: Callable[[str], str]) -> list[Column[BoxCount]]:
    return [
        Column(key="table", head=words("pit-col-table"), text=lambda b: b.table),
        Column(key="shift", head=words("pit-col-shift"), text=lambda b: str(b.shift), order=lambda b: b.shift,
               figure=True),
        Column(key="counted", head=words("pit-col-box-counted"), order=lambda b: b.cash or -1, figure=True,
               text=lambda b: "" if b.cash is None else words.money(b.cash + (b.markers or 0))),
        Column(key="recorded", head=words("pit-col-box-recorded"), figure=True,
               text=lambda b: "" if b.cash is None else words.money(b.expected_cash + b.expected_markers),
               order=lambda b: b.expected_cash),
        Column(key="off", head=words("report-col-difference"), order=lambda b: b.difference or 0, figure=True,
               text=lambda b: "" if b.difference is None else words.money(b.difference),
               level=lambda b: "bad" if b.difference else None),
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
        Column(key="time", head=words("pit-col-when"), text=lambda m: moment(m.at_ms), order=lambda m: m.at_ms),
        Column(key="table", head=words("pit-col-table"), text=lambda m: m.table),
        Column(key="marker", head=words("pit-col-marker"), text=lambda m: m.number),
        Column(key="player", head=words("pit-col-player"), text=lambda m: m.player),
        Column(key="void", head=words("slip-void"),
               text=lambda m: words("slip-step-cancelled") if m.void_entry is not None else ""),
        *(_money_column(words, key, words(f"pit-col-{key}"), get) for key, get in money),
    ]  # fmt: skip


def cash_columns(words: Words, threshold: int) -> list[Column[CashLine]]:
    return [
        Column(key="day", head=words("pit-gaming-day"), text=lambda line: str(line.day),
               order=lambda line: line.day.toordinal()),
        Column(key="card", head=words("pit-col-player"), text=lambda line: line.card or words("pit-nobody-known")),
        Column(key="in", head=words("pit-col-cash-in"), text=lambda line: words.money(line.cash_in), figure=True,
               order=lambda line: line.cash_in, level=lambda line: _over(line, line.cash_in, threshold)),
        Column(key="out", head=words("pit-col-cash-out"), text=lambda line: words.money(line.cash_out), figure=True,
               order=lambda line: line.cash_out, level=lambda line: _over(line, line.cash_out, threshold)),
        Column(key="times", head=words("pit-col-times"), text=lambda line: str(line.times),
               order=lambda line: line.times, figure=True),
        Column(key="tables", head=words("pit-col-table"), text=lambda line: ", ".join(sorted(line.tables))),
    ]  # fmt: skip


def _over(line: CashLine, cents: int, threshold: int) -> Level | None:
    return "bad" if line.card and cents >= threshold else None


def _money_column(words: Words, key: str, head: str, get: Callable[[MarkerLine], int]) -> Column[MarkerLine]:
    return Column(key=key, head=head, text=lambda line: words.money(get(line)), order=get, figure=True)
