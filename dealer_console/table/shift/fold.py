"""The fold: one entry of the journal at a time, from the shift before it to the shift after it.

Pure: the same entries give the same shift. Entries that say nothing about the shift leave it as it is. What the journal
records beside its cause (the expected tray at closing) is reckoned again, and a difference is a bug, not a number to
show.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final, assert_never

from dealer_console.game.errors import Bug
from dealer_console.journal import BadEntry, Entry
from dealer_console.journal.entries import (
    AnyEntry,
    OtherEntry,
    cards,
    device_events,
    journal_own,
    money,
    people,
    rounds,
)
from dealer_console.journal.entries import shift as steps
from dealer_console.journal.entries.people import Role
from dealer_console.table.shift import fold_cards, fold_rounds
from dealer_console.table.shift.fold_till import fold_money
from dealer_console.table.shift.state import (
    CalledWager,
    CardsAre,
    Configured,
    DealerTurn,
    Notice,
    Player,
    Present,
    SecondDecks,
    SharedSpot,
    Shift,
    Spots,
    Stage,
    TakenOrder,
)

ORDER_AGE_MS: Final = 15 * 60_000
"""How old an order of the pit or the cage may be when the table takes it; as long it is remembered."""


def apply(shift: Shift, entry: Entry) -> Shift:
    """The shift after this entry. Raises `Bug` for an entry that lacks what its fold needs."""
    typed = entry.typed
    if isinstance(typed, journal_own.ConfigurationSet):  # about the table, not about this shift
        return replace(shift, configured=Configured(rules=typed.rules, choices=dict(typed.choices)))
    try:
        after = _after(shift, entry, typed)
    except BadEntry as error:
        raise Bug(f"entry {entry.seq} ({entry.kind}) does not fit the shift: {error}") from error
    return after if after is shift else replace(after, last_ms=entry.at_ms)


def _after(shift: Shift, entry: Entry, typed: AnyEntry) -> Shift:
    if isinstance(typed, device_events.KnownDeviceEvent):
        return fold_cards.device_event(shift, typed)
    if isinstance(typed, rounds.RoundEntry):
        return _round_entry(shift, typed, entry.seq)
    if isinstance(typed, money.KnownMoney):
        return fold_money(shift, entry, typed)
    if isinstance(typed, cards.ShuffleStep):
        return fold_cards.shuffle_step(shift, typed)
    if isinstance(typed, steps.KnownShiftStep):
        return _shift_step(shift, entry, typed)
    match typed:
        case cards.ShoeLoaded(decks=decks):
            return fold_cards.shoe(shift, decks)
        case cards.CardBurned():
            return fold_cards.burned(shift, typed)
        case people.PersonCame(person=person, role=role):
            return _person_in(shift, Present(person=person, role=role), entry.at_ms)
        case people.DeskOrdered(order=order):
            return _ordered(shift, TakenOrder(order=order, at_ms=entry.at_ms))
        case people.PersonLeft(person=person, role=role):
            return _person_out(shift, Present(person=person, role=role), entry.at_ms)
        case OtherEntry(kind="shift" | "money", fault=str(fault)):
            raise BadEntry(fault)
        case _:
            return shift


def _round_entry(shift: Shift, typed: rounds.RoundEntry, seq: int) -> Shift:
    match typed:
        case rounds.RoundOpened():
            return fold_rounds.opened(shift, typed)
        case rounds.MoveMade(move=move):
            return fold_rounds.moved(shift, move, seq)
        case rounds.MoveUndone(undoes=undone):
            return fold_rounds.undone(shift, undone)
        case rounds.WagerSettled() | rounds.SettlementWithdrawn():
            return fold_rounds.settled(shift, typed)
        case rounds.RoundClosed():
            return fold_rounds.closed(shift)
        case rounds.LateCallMade():
            return fold_rounds.called_late(shift, typed, seq)
        case rounds.SettlementCorrected():
            return fold_rounds.corrected(shift, typed)
        case rounds.CardCorrected():
            return fold_rounds.card_corrected(shift, typed)
        case rounds.WagersLaid() | rounds.SettlementDone() | rounds.RulingMade():
            return shift
        case rounds.LateCallSteps():
            return shift
        case _:
            assert_never(typed)


def _shift_step(shift: Shift, entry: Entry, typed: steps.KnownShiftStep) -> Shift:
    match typed:
        case steps.TableOpened():
            return _opened(shift, entry, typed)
        case steps.DecksIn(decks=decks, colour=colour, second=True):
            return replace(shift, second=SecondDecks(decks=decks, colour=colour))
        case steps.CardsInspected(checked_by=checked_by, second=True):
            return fold_cards.second_inspected(shift, entry.who or "", checked_by)
        case steps.DecksIn(decks=decks, colour=colour):
            return fold_cards.decks_in(shift, decks, colour)
        case steps.CardsInspected(checked_by=checked_by):
            return fold_cards.inspected(shift, entry.who or "", checked_by)
        case steps.TableClosed():
            return _closed(shift, entry, typed)
        case steps.NoticeGiven():
            return _notice_given(shift, entry, typed)
        case steps.NoticeInEffect(notice=number):
            return _change_notice(shift, number, "in effect")
        case steps.NoticeWithdrawn(notice=number):
            return _change_notice(shift, number, "withdrawn")
        case steps.WagerCalled():
            return _called(shift, entry, typed)
        case steps.CalledWagerConfirmed():
            return _called_confirmed(shift, entry, typed)
        case steps.CalledWagerReturned(called=number):
            return _change_called(shift, number, step="returned")
        case steps.SpotsTaken(player=name, spots=spots):
            return _plays(shift, name, tuple(sorted(spots)))
        case steps.SpotShared():
            return _shared(shift, typed)
        case steps.SpotLetIn(spot=spot):
            return replace(shift, spots=replace(shift.spots, may_wager=(*shift.spots.may_wager, spot)))
        case _:
            assert_never(typed)


def fold(entries: Iterable[Entry], shift: Shift | None = None) -> Shift:
    state = shift or Shift()
    for entry in entries:
        state = apply(state, entry)
    return state


# --- opening and closing ---------------------------------------------------------------------------------------------


def _opened(shift: Shift, entry: Entry, opened: steps.TableOpened) -> Shift:
    """A new shift. The dealer who stands there stays; cards that stayed are inspected and shuffled again."""
    kept = shift.cards
    stayed = kept.are is not CardsAre.AWAY
    now_dealing = shift.dealer
    return Shift(
        number=shift.number + 1,
        stage=Stage.OPEN,
        table=opened.table,
        rules=opened.rules,
        denominations=opened.denominations,
        opened_ms=entry.at_ms,
        opened_by=entry.who or "",
        verified_by=opened.verified_by,
        slips_given=shift.slips_given,
        markers_given=shift.markers_given,
        orders=shift.orders,
        cards=replace(
            type(kept)(),
            are=CardsAre.IN if stayed else CardsAre.AWAY,
            decks=kept.decks if stayed else 0,
            colour=kept.colour if stayed else "",
        ),
        dealers=(DealerTurn(person=now_dealing, since_ms=entry.at_ms),) if now_dealing else (),
        present=shift.present,
        notices=_still_counting(shift.notices),
        spots=Spots(most=opened.most_spots),
        configured=shift.configured,
    )


def _ordered(shift: Shift, taken: TakenOrder) -> Shift:
    """Older ones are refused by their age, so that they need not be remembered."""
    kept = tuple(order for order in shift.orders if order.at_ms > taken.at_ms - 2 * ORDER_AGE_MS)
    return replace(shift, orders=(*kept, taken))


def _still_counting(notices: tuple[Notice, ...]) -> tuple[Notice, ...]:
    """An option stays as it was announced, and a notice goes on running, over the end of a shift (MA 9(c), 11(e))."""
    kept: list[Notice] = []
    newer: set[str] = set()
    for notice in reversed(notices):
        if notice.step == "waiting":
            kept.append(notice)
        elif notice.step == "in effect" and not newer.issuperset(notice.changes):
            kept.append(notice)
            newer |= set(notice.changes)
    return tuple(reversed(kept))


def _closed(shift: Shift, entry: Entry, closed: steps.TableClosed) -> Shift:
    if closed.expected != shift.till.tray or closed.counted != shift.till.closer:
        raise Bug(f"entry {entry.seq}: the tray at closing is not the one that the journal gives")
    return replace(
        _dealer_out(shift, entry.at_ms),
        stage=Stage.CLOSED,
        closed_ms=entry.at_ms,
        closed_by=(entry.who or "", closed.verified_by),
        flag=closed.flag,
    )


# --- notices, called wagers, spots -----------------------------------------------------------------------------------


def _notice_given(shift: Shift, entry: Entry, notice_given: steps.NoticeGiven) -> Shift:
    notice = Notice(
        number=notice_given.notice,
        changes=dict(notice_given.changes),
        said_ms=entry.at_ms,
        from_ms=notice_given.from_ms,
        by=entry.who or "",
        order=notice_given.order,
    )
    return replace(shift, notices=(*shift.notices, notice))


def _change_notice(shift: Shift, number: int, step: str) -> Shift:
    changed = (replace(notice, step=step) if notice.number == number else notice for notice in shift.notices)
    return replace(shift, notices=tuple(changed))


def _called(shift: Shift, entry: Entry, typed: steps.WagerCalled) -> Shift:
    called = CalledWager(
        number=typed.called,
        spot=typed.spot,
        bettor=typed.bettor,
        cents=typed.cents,
        by=entry.who or "",
    )
    return replace(shift, called=(*shift.called, called))


def _change_called(shift: Shift, number: int, **changes: str | None) -> Shift:
    changed = (replace(wager, **changes) if wager.number == number else wager for wager in shift.called)  # type: ignore[arg-type]
    return replace(shift, called=tuple(changed))


def _called_confirmed(shift: Shift, entry: Entry, confirmed: steps.CalledWagerConfirmed) -> Shift:
    changes: dict[str, str | None] = {confirmed.confirmed_as: entry.who}
    if confirmed.counts:
        changes["step"] = "counts"
    return _change_called(shift, confirmed.called, **changes)


def _plays(shift: Shift, name: str, spots: tuple[int, ...]) -> Shift:
    before = next((player for player in shift.spots.players if player.name == name), Player(name=name, spots=()))
    most = shift.spots.most
    gave_up = before.gave_up_most or len(before.spots) == most > len(spots)
    if len(spots) == most:
        gave_up = False
    now = Player(name=name, spots=spots, gave_up_most=gave_up, played_most=before.played_most)
    sat = any(player.name == name and player.spots for player in shift.spots.players)
    # Who changes spots stays in the order in which people came; who comes back comes last.
    players = [
        now if sat and player.name == name else player for player in shift.spots.players if sat or player.name != name
    ]
    players += [] if sat else [now]
    stay = tuple(player for player in players if player.spots or player.gave_up_most)
    left = set(before.spots) - set(spots)  # with the bettor who agreed the agreement goes
    shared = tuple(spot for spot in shift.spots.shared if spot.spot not in left)
    return replace(shift, spots=replace(shift.spots, players=stay, shared=shared))


def _shared(shift: Shift, entry: steps.SpotShared) -> Shift:
    others = tuple(spot for spot in shift.spots.shared if spot.spot != entry.spot)
    now = (SharedSpot(spot=entry.spot, seated=entry.seated),) if entry.agreed else ()
    return replace(shift, spots=replace(shift.spots, shared=(*others, *now)))


# --- dealers ---------------------------------------------------------------------------------------------------------


def _person_in(shift: Shift, here: Present, at_ms: int) -> Shift:
    """A new dealer burns a card before dealing (MA 7(c), CB shuffle 7); a shuffle that runs brings its own burn."""
    if here in shift.present:
        return shift
    if here.role != Role.DEALER:
        return replace(shift, present=(*shift.present, here))
    away = _dealer_out(shift, at_ms)
    held = away.cards
    in_shoe = held.are in (CardsAre.IN_PLAY, CardsAre.LAST_ROUND)
    if in_shoe and held.burn_for is None:
        held = replace(held, burn_for="new-dealer")
    dealers = (*away.dealers, DealerTurn(person=here.person, since_ms=at_ms))
    return replace(away, cards=held, dealers=dealers, present=(*away.present, here))


def _person_out(shift: Shift, leaver: Present, at_ms: int) -> Shift:
    if leaver.role == Role.DEALER:
        return _dealer_out(shift, at_ms) if leaver.person == shift.dealer else shift
    return replace(shift, present=tuple(present for present in shift.present if present != leaver))


def _dealer_out(shift: Shift, at_ms: int) -> Shift:
    if shift.dealer is None:
        return shift
    return replace(
        shift,
        dealers=(*shift.dealers[:-1], replace(shift.dealers[-1], until_ms=at_ms)),
        present=tuple(present for present in shift.present if present.role != Role.DEALER),
    )
