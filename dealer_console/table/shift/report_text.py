"""The shift report for paper: plain text, fixed width, nothing that a line printer does not know."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

WIDTH: Final = 78
_NAME: Final = 22
_AMOUNT: Final = 14


def report_text(data: dict[str, Any]) -> str:
    """From `report.report_data`."""
    blocks = [
        _head(data),
        _money(data["money"]),
        _chips(data["chips"]),
        _pace(data["pace"], data["cards"]),
        _wagers("Wagers", data["wagers"]),
        _wagers("Side bets", data["side_bets"]),
        _tokes(data["tokes"]),
        _slips(data["slips"]),
        _markers(data.get("markers", [])),
        _dealers(data["dealers"]),
        _happenings("Irregularities", data["irregularities"]),
        _happenings("Corrections", data["corrections"]),
        _notices(data["notices"]),
        _called(data["called_wagers"]),
        _signatures(data),
    ]
    return "\n".join("".join(f"{line[:WIDTH]}\n" for line in block) for block in blocks if block)


def _line(name: str, value: object, remark: str = "") -> str:
    line = f"{name:<{_NAME}}{'-' if value is None else value!s:>{_AMOUNT}}"
    return f"{line}  {remark}".rstrip()


def _title(text: str) -> list[str]:
    return [text, "-" * WIDTH]


def _row(cells: Sequence[object], widths: Sequence[int]) -> str:
    """The first cell to the left, the others to the right; a cell too long for its column is cut, not the line."""
    shown = ["-" if cell is None else str(cell) for cell in cells]
    first = f"{shown[0][: widths[0]]:<{widths[0]}}"
    rest = (f" {cell[: width - 1]:>{width - 1}}" for cell, width in zip(shown[1:], widths[1:], strict=True))
    return "".join([first, *rest]).rstrip()


def _table(title: str, heads: Sequence[str], widths: Sequence[int], rows: Iterable[Sequence[object]]) -> list[str]:
    lines = [_row(row, widths) for row in rows]
    return [*_title(title), _row(heads, widths), *lines] if lines else []


def _head(data: dict[str, Any]) -> list[str]:
    return [
        "=" * WIDTH,
        f"SHIFT REPORT  {data['table']}  shift {data['shift']}  ({data['stage']})",
        f"Rules   {data['rules']}",
        f"Opened  {data['opened']} UTC by {data['opened_by'] or '-'}, verified by {data['verified_by'] or '-'}",
        f"Until   {data['until']} UTC",
        "=" * WIDTH,
    ]


def _money(money: dict[str, Any]) -> list[str]:
    counted = "closer + credits + drop - opener - fills"
    lines = [
        *_title("Money"),
        _line("Opener", money["opener"]),
        _line("Fills", money["fills"]),
        _line("Credits", money["credits"]),
        _line("Drop", money["drop"], f"buy-ins: {money['buy_ins']}"),
        _line("Expected tray", money["expected"]),
        _line("Closer", money["closer"]),
        _line("Difference", money["difference"]),
        _line("WIN", money["win"], counted if money["win_is_counted"] else "by the books, tray not counted"),
        _line("Hold", money["hold"], "win / drop"),
        _line("Corrections paid", money["corrected"]),
        _line("Coloured up", money["coloured_up"]),
        *([_line("Markers in the drop", money["markers"])] if "markers" in money else []),
        *([_line("Coupons taken", money["coupons"])] if "coupons" in money else []),
    ]
    if money["flag"]:
        lines.append(f"*** DIFFERENCE: {money['flag']}")
    if money["tray_ran_short"]:
        lines.append("*** By the books the tray ran below 0.00: a fill or buy-in was not recorded")
    return lines


def _chips(rows: list[dict[str, Any]]) -> list[str]:
    cells = [(row["denomination"], row["opener"], row["closer"]) for row in rows]
    return _table("Chips", ("Chip", "opener", "closer"), (_NAME, _AMOUNT, _AMOUNT), cells)


def _pace(pace: dict[str, Any], cards: dict[str, Any]) -> list[str]:
    minutes = pace["milliseconds"] // 60_000
    return [
        *_title("Pace and cards"),
        _line("Open for", f"{minutes // 60} h {minutes % 60:02d} min"),
        _line("Rounds", pace["rounds"], f"{pace['rounds_per_hour']} per hour"),
        _line("Hands", pace["hands"], f"{pace['hands_per_hour']} per hour"),
        _line("Shoes", cards["shoes"], f"burned: {cards['burns']}, wrong counts: {cards['counts_off']}"),
        _line("Cards", cards["are"], f"inspected by {' and '.join(cards['inspected_by']) or 'nobody'}"),
    ]


def _wagers(title: str, rows: list[dict[str, Any]]) -> list[str]:
    keys = ("wager", "count", "staked", "taken", "paid", "house")
    return _table(title, keys, (18, 8, 13, 13, 13, 13), ([row[key] for key in keys] for row in rows))


def _tokes(tokes: dict[str, Any]) -> list[str]:
    head = [
        *_title("Tokes (apart from the game)"),
        _line("Given to dealers", tokes["given"]),
        _line("Won for dealers", tokes["won"], "stakes and winnings"),
        _line("House on toke wagers", tokes["house"], "part of the win"),
    ]
    return head + _wagers("Toke wagers", tokes["wagers"])


def _slips(rows: list[dict[str, Any]]) -> list[str]:
    keys = ("slip", "what", "amount", "step", "requested_by", "settled_by")
    return _table("Fills and credits", keys, (9, 8, 14, 11, 18, 18), ([row[key] for key in keys] for row in rows))


def _markers(rows: list[dict[str, Any]]) -> list[str]:
    keys = ("marker", "player", "amount", "redeemed", "issued_by", "approved_by")
    return _table("Markers", keys, (9, 16, 14, 14, 12, 12), ([row[key] for key in keys] for row in rows))


def _dealers(rows: list[dict[str, Any]]) -> list[str]:
    cells = ((r["person"], r["since"], r["until"], r["rounds"], r["rounds_per_hour"]) for r in rows)
    return _table("Dealers", ("Dealer", "since", "until", "rounds", "per h"), (18, 21, 21, 9, 9), cells)


def _happenings(title: str, rows: list[dict[str, Any]]) -> list[str]:
    keys = ("kind", "dealer", "count")
    return _table(title, keys, (34, 24, 10), ([row[key] for key in keys] for row in rows))


def _notices(rows: list[dict[str, Any]]) -> list[str]:
    cells = (
        (", ".join(f"{key} = {str(value).lower()}" for key, value in row["changes"].items()), row["from"], row["step"])
        for row in rows
    )
    return _table("Notices", ("Change", "from", "step"), (44, 21, 13), cells)


def _called(rows: list[dict[str, Any]]) -> list[str]:
    keys = ("called", "spot", "cash", "dealer", "supervisor", "step")
    return _table("Called wagers", keys, (8, 6, 14, 18, 18, 12), ([row[key] for key in keys] for row in rows))


def _signatures(data: dict[str, Any]) -> list[str]:
    names = data["closed_by"]
    if not names:
        return ["The table is still open: this is no closing report."]
    return [f"{name:<24}{'_' * 40}" for name in names]
