"""The figures of a shift report, and the report as plain data: the same journal gives the same bytes, whenever it is
asked."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from dealer_console.game.hand import is_toke
from dealer_console.game.money import short, show
from dealer_console.game.wagers.bets import SIDE_BETS
from dealer_console.table.shift.state import Happening, Shift, WagerSum
from dealer_console.table.shift.till import Marker, Slip

HOUR_MS: Final = 3_600_000
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def per_hour(count: int, milliseconds: int) -> int:
    """Whole numbers per hour, rounded down; nothing when no time has passed."""
    return count * HOUR_MS // milliseconds if milliseconds > 0 else 0


def clock(at_ms: int | None) -> str | None:
    """The time of an entry in UTC, to the second."""
    if at_ms is None:
        return None
    return (_EPOCH + timedelta(milliseconds=at_ms)).strftime("%Y-%m-%d %H:%M:%S")


def hold(win: int, drop: int) -> str | None:
    """Win as a share of the drop, with one decimal rounded towards nought; None without a drop."""
    if drop <= 0:
        return None
    whole, tenth = divmod(abs(win) * 1000 // drop, 10)
    return f"{'-' if win < 0 and (whole or tenth) else ''}{whole}.{tenth} %"


def until_ms(shift: Shift) -> int:
    """When it was closed, or its last entry so far."""
    return shift.last_ms if shift.closed_ms is None else shift.closed_ms


def win(shift: Shift) -> int:
    """By the count of the tray, or by the books while nobody has counted it."""
    return shift.win if shift.win is not None else shift.win_by_the_books


def money_sums(shift: Shift) -> dict[str, int | None]:
    """In the order of a report; None: nobody has counted the tray yet."""
    till = shift.till
    return {
        "opener": till.opener,
        "fills": till.fills,
        "credits": till.credits,
        "drop": till.drop,
        "expected": till.tray,
        "closer": till.closer,
        "difference": None if till.closer is None else till.closer - till.tray,
        "win": win(shift),
        "corrected": till.corrected,
        "coloured_up": till.coloured_up,
    }


def pace_figures(shift: Shift) -> dict[str, int]:
    time_ms, rounds = until_ms(shift) - shift.opened_ms, shift.rounds
    return {
        "milliseconds": time_ms,
        "rounds": rounds.closed,
        "hands": rounds.hands,
        "rounds_per_hour": per_hour(rounds.closed, time_ms),
        "hands_per_hour": per_hour(rounds.hands, time_ms),
    }


def cards_are(shift: Shift) -> str:
    """The key of its words."""
    return f"cards-are-{shift.cards.are.name.lower().replace('_', '-')}"


def is_side_bet(wager: str) -> bool:
    return wager in SIDE_BETS


def is_game_wager(wager: str) -> bool:
    return not is_side_bet(wager) and not is_toke(wager)


def sums_of(shift: Shift, belongs: Callable[[str], bool]) -> list[tuple[str, WagerSum]]:
    """The kinds of wagers that there were, by their names."""
    return [(name, total) for name, total in sorted(shift.rounds.sums.items()) if belongs(name) and total != WagerSum()]


def toke_net(shift: Shift) -> int:
    """What the house won on wagers for the dealers."""
    return sum(total.house_net for name, total in shift.rounds.sums.items() if is_toke(name))


def report_data(shift: Shift) -> dict[str, Any]:
    """Open shifts are reported up to their last entry."""
    return {
        "table": shift.table,
        "rules": shift.rules,
        "shift": shift.number,
        "stage": str(shift.stage),
        "opened": clock(shift.opened_ms),
        "opened_by": shift.opened_by,
        "verified_by": shift.verified_by,
        "until": clock(until_ms(shift)),
        "closed_by": list(shift.closed_by),
        "money": _money(shift),
        "chips": _chips(shift),
        "pace": pace_figures(shift),
        "wagers": _wagers(shift, is_game_wager),
        "side_bets": _wagers(shift, is_side_bet),
        "tokes": _tokes(shift),
        "cards": _cards(shift),
        "slips": _slips(shift),
        **({"markers": _markers(shift)} if shift.markers else {}),
        "dealers": _dealers(shift),
        "irregularities": _happenings(shift.rounds.irregularities),
        "corrections": _happenings(shift.rounds.corrections),
        "notices": _notices(shift),
        "called_wagers": _called(shift),
    }


def report_json(data: dict[str, Any]) -> str:
    return json.dumps(data, sort_keys=True, indent=2, ensure_ascii=False) + "\n"


def _money(shift: Shift) -> dict[str, Any]:
    till = shift.till
    return {
        **{name: None if cents is None else show(cents) for name, cents in money_sums(shift).items()},
        "buy_ins": till.buy_ins,
        "flag": shift.flag,
        "win_is_counted": till.closer is not None,
        "hold": hold(win(shift), till.drop),
        "tray_ran_short": till.lowest_tray < 0,
        **({"markers": show(till.markers)} if shift.markers else {}),
        **({"coupons": show(till.coupons)} if till.coupons else {}),
    }


def _chips(shift: Shift) -> list[dict[str, Any]]:
    till = shift.till
    closed = till.closer is not None
    return [
        {
            "denomination": short(worth),
            "opener": till.opener_chips.of(worth),
            "closer": till.closer_chips.of(worth) if closed else None,
        }
        for worth in shift.denominations
    ]


def _sum(name: str, total: WagerSum) -> dict[str, Any]:
    return {
        "wager": name,
        "count": total.count,
        "staked": show(total.stake),
        "taken": show(total.takes),
        "paid": show(total.pays),
        "house": show(total.house_net),
    }


def _wagers(shift: Shift, belongs: Callable[[str], bool]) -> list[dict[str, Any]]:
    return [_sum(name, total) for name, total in sums_of(shift, belongs)]


def _tokes(shift: Shift) -> dict[str, Any]:
    return {
        "given": show(shift.till.tokes_given),
        "won": show(shift.rounds.tokes_won),
        "house": show(toke_net(shift)),
        "wagers": _wagers(shift, is_toke),
    }


def _cards(shift: Shift) -> dict[str, Any]:
    cards = shift.cards
    return {
        "are": str(cards.are),
        "inspected_by": list(cards.inspected_by),
        "shoes": cards.shoes,
        "burns": cards.burns,
        "counts_off": cards.counts_off,
    }


def _slips(shift: Shift) -> list[dict[str, Any]]:
    return [
        {
            "slip": slip.number,
            "what": slip.what,
            "amount": show(slip.chips.cents),
            "chips": {short(worth): count for worth, count in slip.chips.rows},
            "step": slip.step,
            "requested_by": slip.requested_by,
            "requested": clock(slip.requested_ms),
            "settled_by": slip.settled_by,
            "settled": clock(slip.settled_ms),
            **_by_way_of_cage(slip),
        }
        for slip in shift.slips
    ]


def _by_way_of_cage(slip: Slip) -> dict[str, Any]:
    sent: dict[str, Any] = {"sent_by": slip.sent_by, "sent": clock(slip.sent_ms), "runner": slip.runner}
    counted: dict[str, Any] = {"verified_by": slip.verified_by, "verified": clock(slip.verified_ms)}
    void: dict[str, Any] = {"void_approved_by": slip.approved_by, "void_reason": slip.why}
    return {
        **(sent if slip.sent_by is not None else {}),
        **(counted if slip.verified_by is not None else {}),
        **(void if slip.approved_by is not None else {}),
    }


def _markers(shift: Shift) -> list[dict[str, Any]]:
    return [
        {
            "marker": marker.number,
            "player": marker.player,
            "spot": marker.spot,
            "amount": show(marker.cents),
            "redeemed": show(marker.redeemed),
            "issued": clock(marker.issued_ms),
            "issued_by": marker.issued_by,
            "approved_by": marker.approved_by,
            **_void(marker),
        }
        for marker in shift.markers
    ]


def _void(marker: Marker) -> dict[str, Any]:
    void: dict[str, Any] = {"void_approved_by": marker.void_approved_by, "void_reason": marker.void_why}
    return void if marker.void_why is not None else {}


def _dealers(shift: Shift) -> list[dict[str, Any]]:
    rows = []
    for turn in shift.dealers:
        until = until_ms(shift) if turn.until_ms is None else turn.until_ms
        rows.append(
            {
                "person": turn.person,
                "since": clock(turn.since_ms),
                "until": clock(turn.until_ms),
                "rounds": turn.rounds,
                "hands": turn.hands,
                "rounds_per_hour": per_hour(turn.rounds, until - turn.since_ms),
                "hands_per_hour": per_hour(turn.hands, until - turn.since_ms),
            }
        )
    return rows


def _happenings(happenings: Iterable[Happening]) -> list[dict[str, Any]]:
    return [{"kind": row.kind, "dealer": row.dealer, "count": row.count} for row in happenings]


def _notices(shift: Shift) -> list[dict[str, Any]]:
    return [
        {
            "notice": notice.number,
            "changes": dict(sorted(notice.changes.items())),
            "said": clock(notice.said_ms),
            "from": clock(notice.from_ms),
            "by": notice.by,
            "step": notice.step,
        }
        for notice in shift.notices
    ]


def _called(shift: Shift) -> list[dict[str, Any]]:
    return [
        {
            "called": wager.number,
            "spot": wager.spot,
            "bettor": wager.bettor,
            "cash": show(wager.cents),
            "dealer": wager.dealer,
            "supervisor": wager.supervisor,
            "step": wager.step,
        }
        for wager in shift.called
    ]
