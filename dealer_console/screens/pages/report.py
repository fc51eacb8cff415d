"""The report of the shift so far, or of the closed one: money, pace, wagers, what went wrong."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, Final

from dealer_console.screens.pages.pads import close_button
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.values import Button, Overlay, Row, Sheet
from dealer_console.table.shift.report import report_data

PARTS: Final = ("money", "pace", "wagers", "cards", "people", "irregularities")
LINES: Final = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportPage:
    part: str = PARTS[0]
    first: int = 0

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        lines = report_lines(builder, self.part)
        shown = lines[self.first : self.first + LINES]
        head = tuple("" for _ in (shown[0] if shown else ("", "")))
        rows = [
            Row(elements=tuple(self._part(builder, part) for part in PARTS)),
            Row(elements=(Sheet(head=head, rows=tuple(shown), amounts=tuple(range(1, len(head)))),)),
        ]
        if len(lines) > LINES:
            more = replace(self, first=self.first + LINES if self.first + LINES < len(lines) else 0)
            rows.append(
                Row(elements=(builder.button("more", builder.words("page-more"), builder.open(more), key="PgDown"),))
            )
        return Overlay(
            id="report", title=builder.words("report-title"), columns=(tuple(rows),), close=close_button(builder)
        )

    def _part(self, builder: ScreenBuilder, part: str) -> Button:
        label = builder.words(f"report-{part}")
        return builder.button(
            f"part:{part}", label, builder.open(ReportPage(part=part)), key="auto", checked=part == self.part
        )


FIGURES: Final = {
    "money": (
        "opener",
        "fills",
        "credits",
        "drop",
        "buy_ins",
        "expected",
        "closer",
        "difference",
        "win",
        "hold",
        "corrected",
        "coloured_up",
    ),
    "pace": ("rounds", "hands", "rounds_per_hour", "hands_per_hour"),
    "cards": ("are", "shoes", "burns", "counts_off"),
}


def report_lines(builder: ScreenBuilder, part: str) -> list[tuple[str, ...]]:
    """The same figures as the printed report, in the words of the screen."""
    words = builder.words
    if builder.snapshot.shift.number == 0:
        return [(words("report-none"), "")]
    data = report_data(builder.snapshot.shift)
    if part in FIGURES:
        return [(words(f"figure-{name}"), _figure(builder, name, data[part][name])) for name in FIGURES[part]]
    if part == "wagers":
        names = ("count", "staked", "taken", "paid", "house")
        kinds = (*data["wagers"], *data["side_bets"], *data["tokes"]["wagers"])
        head = ("", *(words(f"figure-{name}") for name in names))
        return [
            head,
            *(
                (words.wager_name(kind["wager"]), *(_amount(builder, str(kind[name])) for name in names))
                for kind in kinds
            ),
        ]
    if part == "people":
        head = ("", words("figure-rounds"), words("figure-hands"))
        return [head, *((str(item["person"]), str(item["rounds"]), str(item["hands"])) for item in data["dealers"])]
    happened: list[tuple[str, ...]] = [
        (words.happening(item["kind"]), str(item["dealer"]), str(item["count"]))
        for item in (*data["irregularities"], *data["corrections"])
    ]
    return happened or [(words("report-nothing"), "")]


def _figure(builder: ScreenBuilder, name: str, value: Any) -> str:
    if name == "are":
        return builder.words(f"cards-are-{str(value).replace(' ', '-')}")
    return "–" if value is None else _amount(builder, str(value))


_AMOUNT: Final = re.compile(r"(-?\d+)\.(\d\d)")


def _amount(builder: ScreenBuilder, text: str) -> str:
    """A sum of the printed report with currency and thousands; a count or a share as it stands there."""
    found = _AMOUNT.fullmatch(text)
    return builder.money(int(found[1] + found[2])) if found is not None else text
