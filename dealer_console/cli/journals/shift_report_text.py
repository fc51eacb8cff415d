"""The shift report for paper: fixed width, in the words of the language that was asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from dealer_console.game.hand import is_toke
from dealer_console.game.money import short
from dealer_console.messages import Words
from dealer_console.rulebook.tables import LIMITS
from dealer_console.table.shift import Shift, report
from dealer_console.table.shift.report import clock
from dealer_console.table.shift.state import Happening, Notice

WIDTH: Final = 78
_NAME: Final = 22
_AMOUNT: Final = 14
_SUMS: Final = ("count", "staked", "taken", "paid", "house")


def report_text(shift: Shift, words: Words, names: Mapping[str, str]) -> str:
    """`names` are those of the people; who is not among them stands there by the id."""
    return _Report(shift, words, names).text()


class _Report:
    def __init__(self, shift: Shift, words: Words, names: Mapping[str, str]) -> None:
        self.shift = shift
        self.words = words
        self.names = names

    def text(self) -> str:
        blocks = [
            self._head(),
            self._money(),
            self._chips(),
            self._pace(),
            self._wagers("wagers", report.is_game_wager),
            self._wagers("side-bets", report.is_side_bet),
            self._tokes(),
            self._wagers("toke-wagers", is_toke),
            self._slips(),
            self._markers(),
            self._dealers(),
            self._happenings("irregularities", self.shift.rounds.irregularities),
            self._happenings("corrections", self.shift.rounds.corrections),
            self._notices(),
            self._called(),
            self._signatures(),
        ]
        return "\n".join("".join(f"{line[:WIDTH].rstrip()}\n" for line in block) for block in blocks if block)

    # --- cells ------------------------------------------------------------------------------------------------------

    def _say(self, key: str, /, **fields: object) -> str:
        return self.words(f"paper-{key}", **fields)

    def _sum(self, cents: int | None) -> str:
        """A line printer has no other sign for less than nothing."""
        return "-" if cents is None else self.words.money(cents, "").replace("−", "-")

    def _who(self, person: str | None) -> str:
        return "-" if person is None else self.names.get(person, person)

    def _line(self, label: str, value: object, remark: str = "") -> str:
        return f"{label:<{_NAME}}{value!s:>{_AMOUNT}}  {remark}"

    def _figure(self, name: str, value: object, remark: str = "") -> str:
        return self._line(self.words(f"figure-{name}"), value, remark)

    def _title(self, key: str) -> list[str]:
        return [self._say(f"of-{key}"), "-" * WIDTH]

    def _table(
        self, key: str, heads: Sequence[str], widths: Sequence[int], rows: Iterable[Sequence[object]]
    ) -> list[str]:
        lines = [_row(row, widths) for row in rows]
        return [*self._title(key), _row(heads, widths), *lines] if lines else []

    def _heads(self, *names: str) -> list[str]:
        return [self._say(f"col-{name}") for name in names]

    # --- blocks -----------------------------------------------------------------------------------------------------

    def _head(self) -> list[str]:
        shift, line = self.shift, "=" * WIDTH
        stage = self._say("stage", stage=shift.stage.name.lower())
        return [
            line,
            self._say("head", table=shift.table, shift=str(shift.number), stage=stage),
            self._say("rules", rules=shift.rules),
            self._say(
                "opened",
                time=clock(shift.opened_ms) or "-",
                who=self._who(shift.opened_by),
                other=self._who(shift.verified_by),
            ),
            self._say("until", time=clock(report.until_ms(shift)) or "-"),
            line,
        ]

    def _money(self) -> list[str]:
        shift, till = self.shift, self.shift.till
        counted = "win-by-the-books" if till.closer is None else "win-counted"
        remarks = {"drop": self._say("buy-ins", count=till.buy_ins), "win": self._say(counted)}
        lines = self._title("money")
        for name, cents in report.money_sums(shift).items():
            lines.append(self._figure(name, self._sum(cents), remarks.get(name, "")))
            if name == "win":
                share = report.hold(report.win(shift), till.drop)
                lines.append(self._figure("hold", share or "-", self._say("hold-is")))
        if shift.markers:
            lines.append(self._line(self._say("markers-in-drop"), self._sum(till.markers)))
        if till.coupons:
            lines.append(self._line(self._say("coupons"), self._sum(till.coupons)))
        if shift.flag:
            lines.append(self._say("difference-flag", says=shift.flag))
        if till.lowest_tray < 0:
            lines.append(self._say("tray-ran-short"))
        return lines

    def _chips(self) -> list[str]:
        till = self.shift.till
        closed = till.closer is not None
        rows = [
            (short(worth), till.opener_chips.of(worth), till.closer_chips.of(worth) if closed else "-")
            for worth in self.shift.denominations
        ]
        heads = [self._say("col-chip"), self.words("figure-opener"), self.words("figure-closer")]
        return self._table("chips", heads, (_NAME, _AMOUNT, _AMOUNT), rows)

    def _pace(self) -> list[str]:
        pace, cards = report.pace_figures(self.shift), self.shift.cards
        hours, minutes = divmod(pace["milliseconds"] // 60_000, 60)
        inspected = [self._who(person) for person in cards.inspected_by]
        return [
            *self._title("pace"),
            self._line(self._say("open-for"), f"{hours} h {minutes:02d} min"),
            self._figure("rounds", pace["rounds"], self._say("per-hour", count=pace["rounds_per_hour"])),
            self._figure("hands", pace["hands"], self._say("per-hour", count=pace["hands_per_hour"])),
            self._figure("shoes", cards.shoes, self._say("burned", burned=cards.burns, off=cards.counts_off)),
            self._line(
                self.words("figure-are"),
                self.words(report.cards_are(self.shift)),
                self._say("inspected", who=", ".join(inspected)) if inspected else self._say("inspected-by-nobody"),
            ),
        ]

    def _wagers(self, key: str, belongs: Callable[[str], bool]) -> list[str]:
        rows = [
            (
                self.words("bets-main") if name == "main" else self.words.wager_kind(name),
                total.count,
                *map(self._sum, (total.stake, total.takes, total.pays, total.house_net)),
            )
            for name, total in report.sums_of(self.shift, belongs)
        ]
        heads = [self._say("col-wager"), *(self.words(f"figure-{name}") for name in _SUMS)]
        return self._table(key, heads, (18, 8, 13, 13, 13, 13), rows)

    def _tokes(self) -> list[str]:
        shift = self.shift
        return [
            *self._title("tokes"),
            self._line(self._say("tokes-given"), self._sum(shift.till.tokes_given)),
            self._line(self._say("tokes-won"), self._sum(shift.rounds.tokes_won), self._say("tokes-won-are")),
            self._line(self._say("tokes-house"), self._sum(report.toke_net(shift)), self._say("tokes-house-are")),
        ]

    def _slips(self) -> list[str]:
        rows = [
            (
                slip.number,
                self._say(slip.what),
                self._sum(slip.chips.cents),
                self._say("slip-step", step=slip.step),
                self._who(slip.requested_by),
                self._who(slip.settled_by),
            )
            for slip in self.shift.slips
        ]
        heads = self._heads("slip", "what", "amount", "step", "requested-by", "settled-by")
        return self._table("slips", heads, (9, 12, 14, 13, 15, 15), rows)

    def _markers(self) -> list[str]:
        rows = [
            (
                marker.number,
                marker.player,
                self._sum(marker.cents),
                self._sum(marker.redeemed),
                self._who(marker.issued_by),
                self._who(marker.approved_by),
            )
            for marker in self.shift.markers
        ]
        heads = self._heads("marker", "player", "amount", "redeemed", "issued-by", "approved-by")
        return self._table("markers", heads, (9, 14, 13, 13, 14, 14), rows)

    def _dealers(self) -> list[str]:
        last = report.until_ms(self.shift)
        rows = [
            (
                self._who(turn.person),
                clock(turn.since_ms),
                clock(turn.until_ms) or "-",
                turn.rounds,
                report.per_hour(turn.rounds, (last if turn.until_ms is None else turn.until_ms) - turn.since_ms),
            )
            for turn in self.shift.dealers
        ]
        heads = [*self._heads("dealer", "since", "until"), self.words("figure-rounds"), self._say("col-per-hour")]
        return self._table("dealers", heads, (18, 21, 21, 9, 9), rows)

    def _happenings(self, key: str, happenings: Iterable[Happening]) -> list[str]:
        rows = [(self.words.happening(row.kind), self._who(row.dealer), row.count) for row in happenings]
        return self._table(key, [*self._heads("kind", "dealer"), self.words("figure-count")], (44, 24, 10), rows)

    def _notices(self) -> list[str]:
        rows = [
            (self._changes(notice), clock(notice.from_ms), self._say("notice-step", step=notice.step.replace(" ", "-")))
            for notice in self.shift.notices
        ]
        return self._table("notices", self._heads("change", "from", "step"), (44, 21, 13), rows)

    def _changes(self, notice: Notice) -> str:
        return ", ".join(self.words.notice(key, value, LIMITS) for key, value in sorted(notice.changes.items()))

    def _called(self) -> list[str]:
        rows = [
            (
                wager.number,
                wager.spot,
                self._sum(wager.cents),
                self._who(wager.dealer),
                self._who(wager.supervisor),
                self._say("called-step", step=wager.step),
            )
            for wager in self.shift.called
        ]
        heads = self._heads("called", "spot", "cash", "dealer", "supervisor", "step")
        return self._table("called-wagers", heads, (9, 6, 14, 18, 18, 13), rows)

    def _signatures(self) -> list[str]:
        if not self.shift.closed_by:
            return [self._say("still-open")]
        return [f"{self._who(person)[:23]:<24}{'_' * 40}" for person in self.shift.closed_by]


def _row(cells: Sequence[object], widths: Sequence[int]) -> str:
    """The first cell to the left, the others to the right; a cell too long for its column is cut, not the line."""
    first = f"{str(cells[0])[: widths[0]]:<{widths[0]}}"
    rest = (f" {str(cell)[: width - 1]:>{width - 1}}" for cell, width in zip(cells[1:], widths[1:], strict=True))
    return "".join([first, *rest])
