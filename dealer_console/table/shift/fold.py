"""The fold: one entry of the journal at a time, from the shift before it to the shift after it.

Pure: the same entries give the same shift. Entries that say nothing about the shift leave it as it is. What the journal
records beside its cause (the expected tray at closing) is reckoned again, and a difference is a bug, not a number to
show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final

from dealer_console.game.errors import Bug
from dealer_console.game.money import Cents
from dealer_console.journal import Draft, Entry
from dealer_console.table.shift import fold_cards, fold_rounds
from dealer_console.table.shift.chips import chips_from_data
from dealer_console.table.shift.fold_till import MONEY
from dealer_console.table.shift.state import (
    CalledWager,
    CardsAre,
    DealerTurn,
    Notice,
    Player,
    Present,
    Shift,
    Spots,
    Stage,
    Till,
)

Step = Callable[[Shift, Entry], Shift]


def apply(shift: Shift, entry: Entry) -> Shift:
    """The shift after this entry. Raises `Bug` for an entry that lacks what its fold needs."""
    step = _KINDS.get(entry.kind)
    if step is None:
        return shift
    try:
        after = step(shift, entry)
    except (KeyError, TypeError, ValueError) as error:
        raise Bug(f"entry {entry.seq} ({entry.kind}) does not fit the shift: {error!r}") from error
    return after if after is shift else replace(after, last_ms=entry.at_ms)


def fold(entries: Iterable[Entry], shift: Shift | None = None) -> Shift:
    state = shift or Shift()
    for entry in entries:
        state = apply(state, entry)
    return state


def ahead(shift: Shift, drafts: Iterable[Draft], at_ms: int) -> Shift:
    """The shift as it will be when these drafts are recorded: for a deed whose second part follows from its first."""
    for draft in drafts:
        entry = Entry(
            seq=0,
            kind=draft.kind,
            version=draft.version,
            at_ms=at_ms,
            who=draft.who,
            device=draft.device,
            data=draft.data,
            previous="",
            hash="",
        )
        shift = apply(shift, entry)
    return shift


# --- opening and closing ---------------------------------------------------------------------------------------------


def _opened(shift: Shift, entry: Entry) -> Shift:
    """A new shift. The dealer who stands there stays; cards that stayed are inspected and shuffled again."""
    data: Any = entry.data
    cards = shift.cards
    stayed = cards.are is not CardsAre.AWAY
    now_dealing = shift.dealer
    return Shift(
        number=shift.number + 1,
        stage=Stage.OPEN,
        table=data["table"],
        rules=data["rules"],
        denominations=tuple(data["denominations"]),
        opened_ms=entry.at_ms,
        opened_by=entry.who or "",
        verified_by=data["verified_by"],
        slips_given=shift.slips_given,
        cards=replace(
            type(cards)(),
            are=CardsAre.IN if stayed else CardsAre.AWAY,
            decks=cards.decks if stayed else 0,
            colour=cards.colour if stayed else "",
        ),
        dealers=(DealerTurn(person=now_dealing, since_ms=entry.at_ms),) if now_dealing else (),
        present=shift.present,
        notices=_still_counting(shift.notices),
        spots=Spots(most=data["most_spots"]),
    )


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


def _closed(shift: Shift, entry: Entry) -> Shift:
    data: Any = entry.data
    if data["expected"] != shift.till.tray or data["counted"] != shift.till.closer:
        raise Bug(f"entry {entry.seq}: the tray at closing is not the one that the journal gives")
    return replace(
        _dealer_out(shift, entry.at_ms),
        stage=Stage.CLOSED,
        closed_ms=entry.at_ms,
        closed_by=(entry.who or "", data["verified_by"]),
        flag=data["flag"],
    )


# --- notices, called wagers, spots -----------------------------------------------------------------------------------


def _notice_said(shift: Shift, entry: Entry) -> Shift:
    data: Any = entry.data
    notice = Notice(
        number=data["notice"],
        changes=dict(data["changes"]),
        said_ms=entry.at_ms,
        from_ms=data["from_ms"],
        by=entry.who or "",
    )
    return replace(shift, notices=(*shift.notices, notice))


def _notice_step(word: str) -> Step:
    def step(shift: Shift, entry: Entry) -> Shift:
        number = entry.data["notice"]
        changed = (replace(each, step=word) if each.number == number else each for each in shift.notices)
        return replace(shift, notices=tuple(changed))

    return step


def _called(shift: Shift, entry: Entry) -> Shift:
    data: Any = entry.data
    called = CalledWager(
        number=data["called"],
        spot=data["spot"],
        bettor=data["bettor"],
        cents=Cents(data["cents"]),
        by=entry.who or "",
    )
    return replace(shift, called=(*shift.called, called))


def _change_called(shift: Shift, number: object, **changes: str | None) -> Shift:
    changed = (replace(each, **changes) if each.number == number else each for each in shift.called)  # type: ignore[arg-type]
    return replace(shift, called=tuple(changed))


def _called_confirmed(shift: Shift, entry: Entry) -> Shift:
    data: Any = entry.data
    changes: dict[str, str | None] = {data["as"]: entry.who}
    if data["counts"]:
        changes["step"] = "counts"
    return _change_called(shift, data["called"], **changes)


def _called_returned(shift: Shift, entry: Entry) -> Shift:
    return _change_called(shift, entry.data["called"], step="returned")


def _plays(shift: Shift, entry: Entry) -> Shift:
    data: Any = entry.data
    name, spots = data["player"], tuple(sorted(data["spots"]))
    before = next((each for each in shift.spots.players if each.name == name), Player(name=name, spots=()))
    most = shift.spots.most
    gave_up = before.gave_up_most or len(before.spots) == most > len(spots)
    if len(spots) == most:
        gave_up = False
    others = tuple(each for each in shift.spots.players if each.name != name)
    stays = (Player(name=name, spots=spots, gave_up_most=gave_up),) if spots or gave_up else ()
    return replace(shift, spots=replace(shift.spots, players=(*others, *stays)))


def _let_in(shift: Shift, entry: Entry) -> Shift:
    spot: Any = entry.data["spot"]
    return replace(shift, spots=replace(shift.spots, may_wager=(*shift.spots.may_wager, spot)))


# --- dealers ---------------------------------------------------------------------------------------------------------


def _person_in(shift: Shift, entry: Entry) -> Shift:
    """A new dealer burns a card before dealing (MA 7(c), CB shuffle 7); a shuffle that runs brings its own burn."""
    person, role = str(entry.data["person"]), str(entry.data["role"])
    here = Present(person=person, role=role)
    if here in shift.present:
        return shift
    if role != "dealer":
        return replace(shift, present=(*shift.present, here))
    away = _dealer_out(shift, entry.at_ms)
    cards = away.cards
    in_shoe = cards.are in (CardsAre.IN_PLAY, CardsAre.LAST_ROUND)
    if in_shoe and cards.burn_for is None:
        cards = replace(cards, burn_for="new-dealer")
    dealers = (*away.dealers, DealerTurn(person=person, since_ms=entry.at_ms))
    return replace(away, cards=cards, dealers=dealers, present=(*away.present, here))


def _person_out(shift: Shift, entry: Entry) -> Shift:
    person, role = str(entry.data["person"]), str(entry.data["role"])
    if role == "dealer":
        return _dealer_out(shift, entry.at_ms) if person == shift.dealer else shift
    gone = Present(person=person, role=role)
    return replace(shift, present=tuple(each for each in shift.present if each != gone))


def _dealer_out(shift: Shift, at_ms: int) -> Shift:
    if shift.dealer is None:
        return shift
    return replace(
        shift,
        dealers=(*shift.dealers[:-1], replace(shift.dealers[-1], until_ms=at_ms)),
        present=tuple(each for each in shift.present if each.role != "dealer"),
    )


# --- the tables of steps -------------------------------------------------------------------------------------------


def _by(field: str, steps: dict[str, Step]) -> Step:
    """The step that the field of the entry names; an unknown one says nothing about the shift."""

    def step(shift: Shift, entry: Entry) -> Shift:
        deed = steps.get(str(entry.data[field]))
        return shift if deed is None else deed(shift, entry)

    return step


def _opener(shift: Shift, entry: Entry) -> Shift:
    cents: Any = entry.data["cents"]
    held = chips_from_data(entry.data.get("chips", {}))
    return replace(shift, till=Till(opener=cents, tray=cents, lowest_tray=cents, opener_chips=held))


_SHIFT_STEPS: Final[dict[str, Step]] = {
    "open": _opened,
    "decks-in": fold_cards.decks_in,
    "cards-inspected": fold_cards.inspected,
    "close": _closed,
    "notice": _notice_said,
    "notice-in-effect": _notice_step("in effect"),
    "notice-withdrawn": _notice_step("withdrawn"),
    "called-wager": _called,
    "called-wager-confirmed": _called_confirmed,
    "called-wager-returned": _called_returned,
    "spots": _plays,
    "let-in": _let_in,
}

_KINDS: Final[dict[str, Step]] = {
    "shift": _by("step", _SHIFT_STEPS),
    "money": _by("what", {"opener": _opener, **MONEY}),
    "shuffle": fold_cards.shuffle_step,
    "shoe": fold_cards.shoe,
    "burn": fold_cards.burned,
    "device-event": fold_cards.device_event,
    "round-opened": fold_rounds.opened,
    "move": fold_rounds.move,
    "undo": fold_rounds.undone,
    "settlement": fold_rounds.settled,
    "settlement-withdrawn": fold_rounds.withdrawn,
    "round-closed": fold_rounds.closed,
    "correction": fold_rounds.corrected,
    "person-in": _person_in,
    "person-out": _person_out,
}
