"""Facts of the devices: where a drawn card goes, what the reader said, what a fault means at this table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from typing import Final, cast

from dealer_console.game import moves, phases
from dealer_console.game.cards import card
from dealer_console.game.engine import Round, why_not
from dealer_console.game.errors import Refused
from dealer_console.game.hand import Hand
from dealer_console.game.state import BURN, HOLE_CARD
from dealer_console.journal import Draft
from dealer_console.journal.canonical import Json
from dealer_console.table.people_work import opens_round
from dealer_console.table.record import move_drafts, opening_draft
from dealer_console.table.situations import irregularity_of
from dealer_console.table.state import Draw, TableState
from drivers import events
from drivers.interfaces import HoleCardReaderDevice, ShoeDevice, TableDevice

MOST_READINGS: Final = 2  # a reader may read a hole card twice in a round


def drafts_of(state: TableState, kind: str, fact: events.Fact) -> list[Draft]:
    """The fact itself, and what follows from it at this table now."""
    deed = _DEEDS.get(type(fact))
    own = _record(kind, fact)
    if deed is not None:
        return deed(state, kind, fact, own)
    return [own, *irregular(state, kind, fact)]


def _record(kind: str, fact: events.Fact, **more: Json) -> Draft:
    names = [each.name for each in fields(fact)]
    data: dict[str, Json] = {name: _plain(getattr(fact, name)) for name in names if name not in ("serial", "number")}
    data |= {"event": type(fact).__name__, "device": kind, **more}
    device = (fact.serial, fact.number) if isinstance(fact, events.DeviceEvent) else None
    return Draft(kind="device-event", data=data, device=device)


def _plain(value: object) -> Json:
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    return str(value)


def irregular(state: TableState, kind: str, fact: events.Fact) -> list[Draft]:
    """The irregularity that this fact is at this table, called by the device; an alarm where it cannot stand now."""
    found = irregularity_of(state, kind, fact)
    if found is None:
        return []
    call, words = found
    if call is not None and state.round is not None and why_not(state.round, call) is None:
        return move_drafts(state, [call], None)
    return [Draft(kind="alarm", data={"alarm": words, "device": kind})]


# --- cards ---------------------------------------------------------------------------------------------------------


def _card_drawn(state: TableState, kind: str, fact: events.CardDrawn, _own: Draft) -> list[Draft]:
    """A drawn card goes where it is due; drawn for a hand in turn that could hit, it counts as the hit."""
    place, before = place_of(state) if not fact.forced else ("unexplained", [])
    drafts = [_record(kind, fact, place=place)]
    if place == "burn" and state.round is None:
        return [*drafts, Draft(kind="burn", data={"card": "??"})]
    if state.round is None and place not in ("unexplained", "burn"):
        return [*drafts, opening_draft(state, None)]
    if place in ("hole", "burn"):
        return [*drafts, *move_drafts(state, [moves.DRAWN[card("??")]], None)]
    return [*drafts, *(move_drafts(state, before, None) if before else [])]


def place_of(state: TableState) -> tuple[str, list[moves.Move]]:
    """Where the next card goes, and the moves that its drawing implies."""
    r = state.round
    if r is None:
        if state.burn_due:
            return "burn", []
        return ("first", []) if opens_round(state) else ("unexplained", [])
    if r.irregularity is not None:
        return "unexplained", []
    if r.due is HOLE_CARD:
        return "hole", []
    if r.due is BURN:
        return "burn", []
    if r.due is not None:
        return (r.due.id if isinstance(r.due, Hand) else "dealer"), []
    hit = _hit_of_hand_in_turn(r)
    return (hit.hand, [hit]) if hit is not None else ("unexplained", [])


def _hit_of_hand_in_turn(r: Round) -> moves.HitAsked | None:
    if r.phase is not phases.PLAY or r.hand is None:
        return None
    hit = moves.HitAsked(hand=r.hand.id)
    return hit if why_not(r, hit) is None else None


def _card_revealed(state: TableState, kind: str, fact: events.CardRevealed, own: Draft) -> list[Draft]:
    draw = state.draws.get(fact.draw)
    if draw is None or fact.card is None:
        return [own]  # already placed, or to be entered by hand
    move = _move_of(state, draw, fact.card)
    if move is None:
        return [own]
    try:
        return [own, *move_drafts(state, [move], None)]
    except Refused as refused:
        return [own, *_impossible(state, fact.card, str(refused.refusal))]


def _move_of(state: TableState, draw: Draw, text: str) -> moves.Move | None:
    face = card(text)
    if draw.open_for == "HOLE_CARD_TURNED":
        return moves.HoleCardShown(card=face)
    if draw.open_for == "DEALT_FACE_UP":
        return moves.DRAWN[face]
    if state.round is None:
        return None
    if draw.face_up:
        return moves.IrregularityCalled(code="card-face-up-in-shoe", card=face)
    code = "dealer-drew-too-many" if state.round.phase is phases.COMPLETE else "card-exposed"
    return moves.IrregularityCalled(code=code, card=face)


def _impossible(state: TableState, text: str, why: str) -> list[Draft]:
    """A card that the round refuses: beyond the copies it is an irregularity, anything else stops for a person."""
    call = moves.IrregularityCalled(code="card-impossible", card=card(text))
    if state.round is not None and state.round.shoe.is_impossible(card(text)) and why_not(state.round, call) is None:
        return move_drafts(state, [call], None)
    return [Draft(kind="alarm", data={"alarm": f"the card {text} cannot be placed: {why}"})]


# --- the reader ----------------------------------------------------------------------------------------------------


def _checked(state: TableState, kind: str, fact: events.HoleCardChecked, own: Draft) -> list[Draft]:
    r = state.round
    if r is None or r.check != "due" or fact.round != state.round_number:
        return [own]
    if fact.result in (events.CheckResult.CLEAR, events.CheckResult.BLACKJACK):
        blackjack = fact.result is events.CheckResult.BLACKJACK
        return [own, *move_drafts(state, [moves.HoleCardChecked(blackjack=blackjack)], None)]
    if fact.result is None or state.readings + 1 >= MOST_READINGS:
        call = moves.IrregularityCalled(code="reader-fault")
        return [own, *(move_drafts(state, [call], None) if why_not(r, call) is None else [])]
    return [own]


# --- links ---------------------------------------------------------------------------------------------------------


def _link(word: str) -> Callable[[TableState, str, events.Fact, Draft], list[Draft]]:
    def drafts(state: TableState, kind: str, fact: events.Fact, own: Draft) -> list[Draft]:
        data = {**own.data, "device": kind, "state": word}
        data.pop("event")
        return [Draft(kind="device-link", data=data), *irregular(state, kind, fact)]

    return drafts


_DEEDS: Final[dict[type, Callable[..., list[Draft]]]] = {
    events.CardDrawn: _card_drawn,
    events.CardRevealed: _card_revealed,
    events.HoleCardChecked: _checked,
    events.DeviceReady: _link("ready"),
    events.DeviceAway: _link("away"),
    events.DeviceDistrusted: _link("distrusted"),
}


# --- what the devices must do now ----------------------------------------------------------------------------------


Wish = tuple[tuple[object, ...], Callable[[], object]]


def wishes(state: TableState, devices: Mapping[str, TableDevice], asked: set[tuple[object, ...]]) -> Iterator[Wish]:
    """Devices to enable, draws to open, a reader to arm; `asked` remembers what was wished since the start."""
    for kind, device in devices.items():
        key: tuple[object, ...] = ("enable", kind, state.inhibited.get(kind, 0))
        if device.ready and not device.enabled and kind not in state.faults and key not in asked:
            yield key, device.ensure_enabled
    shoe = devices.get("shoe")
    if shoe is not None and shoe.ready:
        for draw in list(state.draws.values()):
            key = (draw.number, draw.open_for)
            if draw.open_for is not None and not draw.unreadable and key not in asked:
                yield key, _reveal(cast(ShoeDevice, shoe), draw)
    reader, r = devices.get("reader"), state.round
    if (
        reader is not None
        and reader.ready
        and r is not None
        and r.phase is phases.CHECK
        and r.table.hole_card == "reader"
    ):
        reading = ("arm", state.round_number, state.readings)
        if reading not in asked and state.readings < MOST_READINGS:
            up = events.UpCardKind.ACE if r.dealer.up.is_ace else events.UpCardKind.TEN
            yield reading, _arm(cast(HoleCardReaderDevice, reader), state.round_number, up)


def _reveal(shoe: ShoeDevice, draw: Draw) -> Callable[[], object]:
    return lambda: shoe.reveal(draw.number, events.RevealReason(draw.open_for or "IRREGULARITY"))


def _arm(reader: HoleCardReaderDevice, number: int, up: events.UpCardKind) -> Callable[[], object]:
    return lambda: reader.arm(round_number=number, up=up)
