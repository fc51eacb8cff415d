"""The shift as values: people, money, open requests, why no round may be opened."""

from __future__ import annotations

from collections.abc import Mapping

from dealer_console.game.errors import Refusal
from dealer_console.game.money import show
from dealer_console.journal.canonical import Json
from dealer_console.table.commands.authorization import standing
from dealer_console.table.commands.codec import in_words, overtaken
from dealer_console.table.devices.shuffle_methods import why_not_deal
from dealer_console.table.people.actions import Right
from dealer_console.table.session.table_setup import TableSetup
from dealer_console.table.shift.chips import chips_from_data
from dealer_console.table.shift.closing import difference, flag
from dealer_console.table.shift.round_start import people_missing, why_not_round
from dealer_console.table.state.table_state import TableState
from dealer_console.table.view.shift_values import PersonView, RequestView, ShiftView


def shift(state: TableState, house: TableSetup | None) -> ShiftView:
    now, till = state.shift, state.shift.till
    present = tuple(_person(state, each.person, each.role) for each in now.present)
    return ShiftView(
        number=now.number,
        stage=now.stage.value,
        opened_ms=now.opened_ms,
        closed_ms=now.closed_ms,
        dealer=_person(state, now.dealer, "dealer") if now.dealer is not None else None,
        present=present,
        missing_roles=people_missing(house.file, now) if house is not None else (),
        opener=till.opener,
        tray=till.tray,
        fills=till.fills,
        credits=till.credits,
        drop=till.drop,
        tokes_given=till.tokes_given,
        win=now.win_by_the_books if now.win is None else now.win,
        closer=till.closer,
        difference=None if till.closer is None else till.closer - till.tray,
        flag=now.flag,
        rounds=now.rounds.closed,
        hands=now.rounds.hands,
        cards_are=now.cards.are.value,
        burn_due=state.burn_due,
        slips=now.open_slips,
        called=tuple(each for each in now.called if each.step == "called"),
        notices=tuple(each for each in now.notices if each.step == "waiting"),
        players=now.spots.players,
    )


def _person(state: TableState, person: str, role: str) -> PersonView:
    return PersonView(person=person, name=state.name_of(person), role=role)


def why_no_round(state: TableState, house: TableSetup | None) -> Refusal | None:
    """The first thing that keeps the next round from being opened."""
    if state.in_round:
        return None
    if house is not None:
        table = house.table(state.shift)
        refusal = why_not_round(table, state.shift, {int(bet.spot) for bet in state.bets})
        refusal = refusal or why_not_deal(state, table.rules)
        if refusal is not None:
            return refusal
    elif state.table is None or state.shoe is None:
        return Refusal("the table is not open: it has no rules or no cards")
    elif state.shoe_over:
        return Refusal("the shoe is over: shuffle the cards", state.table.rules.cite("wagers"))
    elif state.burn_due:
        return Refusal("burn one card first", state.table.rules.cite("burn"))
    if not state.bets and state.table is not None:
        return Refusal("there is no wager on the table", state.table.rules.cite("wagers"))
    return None


# --- requests ------------------------------------------------------------------------------------------------------


def _difference(state: TableState, house: TableSetup, subject: Mapping[str, Json]) -> str:
    """Who approves a closing sees what the books expect, and what the house wants done about the difference."""
    if subject.get("touch") != "CloseTable":
        return ""
    off = difference(state.shift, chips_from_data(subject["tray"]))
    words = f"; expected {show(state.shift.till.tray)}, difference {show(off)}"
    says = flag(house.table(state.shift), off)
    return f"{words}: {says}" if says else words


def requests(state: TableState, house: TableSetup | None, now_ms: int) -> tuple[RequestView, ...]:
    if house is None or not state.approvals.asked:
        return ()
    where = standing(state)
    found = []
    for asked in state.approvals.waiting(now_ms):
        rights = house.permissions.actions[asked.action]
        found.append(
            RequestView(
                request=asked.id,
                action=asked.action.value,
                says=rights.says,
                asks=in_words(asked.subject) + _difference(state, house, asked.subject),
                subject=asked.subject,
                subject_hash=asked.subject_hash,
                requester=asked.requester,
                requester_name=state.name_of(asked.requester),
                reason=asked.reason,
                asked_at_ms=asked.asked_at_ms,
                expires_at_ms=asked.expires_at_ms,
                approvers=tuple(role.value for role in rights.roles((Right.APPROVE,), where)),
                overtaken=overtaken(asked, state.felt_hash()),
            )
        )
    return tuple(found)
