"""How entries about money change the till. Chips leave or enter the tray only here and by settlements."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from dealer_console.game.errors import Bug
from dealer_console.game.money import Cents
from dealer_console.journal import Entry
from dealer_console.journal.entries import money
from dealer_console.table.shift.chips import chips
from dealer_console.table.shift.state import Shift
from dealer_console.table.shift.till import Marker, Slip, Till


def into_tray(till: Till, cents: int) -> Till:
    """Chips into the tray (negative: out of it)."""
    tray = Cents(till.tray + cents)
    return replace(till, tray=tray, lowest_tray=min(till.lowest_tray, tray))


def fold_money(shift: Shift, entry: Entry, typed: money.KnownMoney) -> Shift:
    till = shift.till
    match typed:
        case money.BoughtIn(cents=cents):  # cash into the box, chips out of the tray
            till = replace(into_tray(till, -cents), drop=Cents(till.drop + cents), buy_ins=till.buy_ins + 1)
        case money.TokeGiven(cents=cents):  # from the player's hand to the dealers' box: the tray does not see it
            till = replace(till, tokes_given=Cents(till.tokes_given + cents))
        case money.ColoredUp(cents=cents):  # as much goes out as comes in
            till = replace(till, coloured_up=Cents(till.coloured_up + cents))
        case money.TrayOpened(cents=cents):
            till = Till(opener=cents, tray=cents, lowest_tray=cents, opener_chips=chips(typed.chips or {}))
        case money.TrayClosed(cents=cents):
            till = replace(till, closer=cents, closer_chips=chips(typed.chips or {}))
        case money.TrayCounted():
            return shift
        case money.SlipRequested():
            return _requested(shift, entry, typed)
        case money.SlipSent() | money.SlipVerified():
            return _on_its_way(shift, entry, typed)
        case money.SlipConfirmed() | money.SlipCancelled():
            return _settled(shift, entry, typed)
        case money.MarkerIssued():
            return _marker_issued(shift, entry, typed)
        case money.MarkerRedeemed():
            return _marker_redeemed(shift, entry, typed)
        case money.MarkerVoided():
            return _marker_voided(shift, entry, typed)
        case _:
            assert_never(typed)
    return replace(shift, till=till)


def _requested(shift: Shift, entry: Entry, request: money.SlipRequested) -> Shift:
    slip = Slip(
        number=request.slip,
        what=request.what,
        chips=chips(request.chips),
        requested_by=entry.who or "",
        requested_as=request.role,
        requested_ms=entry.at_ms,
    )
    return replace(shift, slips=(*shift.slips, slip), slips_given=shift.slips_given + 1)


def _on_its_way(shift: Shift, entry: Entry, typed: money.SlipSent | money.SlipVerified) -> Shift:
    known = _open_slip(shift, entry, typed, "sent" if isinstance(typed, money.SlipSent) else "verified")
    if isinstance(typed, money.SlipSent):
        slip = replace(known, step="sent", sent_by=entry.who, sent_ms=entry.at_ms, runner=typed.runner)
    else:
        slip = replace(known, step="verified", verified_by=entry.who, verified_ms=entry.at_ms)
    return _with(shift, slip)


def _settled(shift: Shift, entry: Entry, settled: money.SlipConfirmed | money.SlipCancelled) -> Shift:
    confirmed = isinstance(settled, money.SlipConfirmed)
    known = _open_slip(shift, entry, settled, "confirmed" if confirmed else "cancelled")
    slip = replace(known, step="confirmed" if confirmed else "cancelled", settled_by=entry.who, settled_ms=entry.at_ms)
    if isinstance(settled, money.SlipCancelled):
        slip = replace(slip, approved_by=settled.approved_by, why=settled.why)
    after = _with(shift, slip)
    return replace(after, till=_with_slip(shift.till, known)) if confirmed else after


def _open_slip(shift: Shift, entry: Entry, typed: money.SlipEntry, step: str) -> Slip:
    known = shift.slip(typed.slip)
    if known is None or not known.is_open or known.chips.cents != typed.cents:
        raise Bug(f"entry {entry.seq}: slip {typed.slip} cannot be {step}")
    return known


def _with(shift: Shift, slip: Slip) -> Shift:
    return replace(shift, slips=tuple(slip if other.number == slip.number else other for other in shift.slips))


def _marker_issued(shift: Shift, entry: Entry, issued: money.MarkerIssued) -> Shift:
    """Chips out of the tray; the paper lies in the box and counts as drop."""
    marker = Marker(
        number=issued.marker,
        player=issued.player,
        cents=issued.cents,
        spot=issued.spot,
        issued_by=entry.who or "",
        approved_by=issued.approved_by,
        issued_ms=entry.at_ms,
    )
    till = _with_marker(shift.till, issued.cents)
    return replace(shift, till=till, markers=(*shift.markers, marker), markers_given=shift.markers_given + 1)


def _marker_redeemed(shift: Shift, entry: Entry, redeemed: money.MarkerRedeemed) -> Shift:
    known = shift.marker(redeemed.marker)
    if known is None or known.redeemed + redeemed.cents > known.cents:
        raise Bug(f"entry {entry.seq}: marker {redeemed.marker} cannot be redeemed")
    marker = replace(known, redeemed=Cents(known.redeemed + redeemed.cents))
    markers = tuple(marker if other.number == marker.number else other for other in shift.markers)
    return replace(shift, till=_with_marker(shift.till, -redeemed.cents), markers=markers)


def _marker_voided(shift: Shift, entry: Entry, voided: money.MarkerVoided) -> Shift:
    known = shift.marker(voided.marker)
    if known is None or known.redeemed or known.void_why is not None or known.cents != voided.cents:
        raise Bug(f"entry {entry.seq}: marker {voided.marker} cannot be voided")
    marker = replace(known, redeemed=known.cents, void_why=voided.why, void_approved_by=voided.approved_by)
    markers = tuple(marker if other.number == marker.number else other for other in shift.markers)
    return replace(shift, till=_with_marker(shift.till, -voided.cents), markers=markers)


def _with_marker(till: Till, cents: int) -> Till:
    box = replace(till, drop=Cents(till.drop + cents), markers=Cents(till.markers + cents))
    return into_tray(box, -cents)


def _with_slip(till: Till, slip: Slip) -> Till:
    cents = slip.chips.cents
    if slip.what == "fill":
        return into_tray(replace(till, fills=Cents(till.fills + cents)), cents)
    return into_tray(replace(till, credits=Cents(till.credits + cents)), -cents)
