"""The report of the shift so far, or of the closed one: money, pace, wagers, what went wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from dealer_console.game.hand import is_toke
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.values import Button, Overlay, Row, Sheet
from dealer_console.table.shift import Shift, report

PARTS: Final = ("money", "pace", "wagers", "cards", "people", "irregularities")
LINES: Final = 9
NOTHING: Final = "–"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportPage:
    part: str = PARTS[0]
    first: int = 0

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        lines = report_lines(builder, self.part)
        shown = lines[self.first : self.first + LINES]
        columns = len(shown[0]) if shown else 1
        rows = [
            Row(elements=tuple(self._part(builder, part) for part in PARTS)),
            Row(elements=(Sheet(head=(), rows=tuple(shown), amounts=tuple(range(1, columns))),)),
        ]
        if len(lines) > LINES:
            more = replace(self, first=self.first + LINES if self.first + LINES < len(lines) else 0)
            rows.append(
                Row(elements=(builder.button("more", builder.words("page-more"), builder.open(more), key="PgDown"),))
            )
        return Overlay(
            id="report", title=builder.words("report-title"), columns=(tuple(rows),), close=builder.close_button()
        )

    def _part(self, builder: ScreenBuilder, part: str) -> Button:
        label = builder.words(f"report-{part}")
        return builder.button(
            f"part:{part}", label, builder.open(ReportPage(part=part)), key="auto", checked=part == self.part
        )


def report_lines(builder: ScreenBuilder, part: str) -> list[tuple[str, ...]]:
    """The same figures as the printed report."""
    shift = builder.snapshot.shift
    if shift.number == 0:
        return [(builder.words("report-none"), "")]
    match part:
        case "money":
            return _figures(builder, _money(builder, shift))
        case "pace":
            return _figures(builder, _pace(shift))
        case "cards":
            return _figures(builder, _cards(builder, shift))
        case "wagers":
            return _wagers(builder, shift)
        case "people":
            return _dealers(builder, shift)
        case _:
            return _happenings(builder, shift)


def _figures(builder: ScreenBuilder, figures: Mapping[str, str]) -> list[tuple[str, ...]]:
    return [(builder.words(f"figure-{name}"), value) for name, value in figures.items()]


def _money(builder: ScreenBuilder, shift: Shift) -> dict[str, str]:
    sums = {name: builder.money(cents) for name, cents in report.money_sums(shift).items()}
    share = report.hold(report.win(shift), shift.till.drop) or NOTHING
    return {**sums, "hold": share, "buy_ins": str(shift.till.buy_ins)}


def _pace(shift: Shift) -> dict[str, str]:
    return {name: str(count) for name, count in report.pace_figures(shift).items() if name != "milliseconds"}


def _cards(builder: ScreenBuilder, shift: Shift) -> dict[str, str]:
    cards = shift.cards
    return {
        "are": builder.words(report.cards_are(shift)),
        "shoes": str(cards.shoes),
        "burns": str(cards.burns),
        "counts_off": str(cards.counts_off),
    }


def _wagers(builder: ScreenBuilder, shift: Shift) -> list[tuple[str, ...]]:
    sums = [
        row for belongs in (report.is_game_wager, report.is_side_bet, is_toke) for row in report.sums_of(shift, belongs)
    ]
    head = ("", *(builder.words(f"figure-{name}") for name in ("count", "staked", "taken", "paid", "house")))
    return [
        head,
        *(
            (
                builder.words.wager_name(name),
                str(total.count),
                *map(builder.money, (total.stake, total.takes, total.pays, total.house_net)),
            )
            for name, total in sums
        ),
    ]


def _dealers(builder: ScreenBuilder, shift: Shift) -> list[tuple[str, ...]]:
    head = ("", builder.words("figure-rounds"), builder.words("figure-hands"))
    named = builder.snapshot.names
    return [head, *((named.get(turn.person, turn.person), str(turn.rounds), str(turn.hands)) for turn in shift.dealers)]


def _happenings(builder: ScreenBuilder, shift: Shift) -> list[tuple[str, ...]]:
    named = builder.snapshot.names
    rows = [
        (builder.words.happening(row.kind), named.get(row.dealer, row.dealer), str(row.count))
        for row in (*shift.rounds.irregularities, *shift.rounds.corrections)
    ]
    return [*rows] or [(builder.words("report-nothing"), "")]
