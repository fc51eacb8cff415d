"""Events of the devices: what each records, and what follows from it at this table in the same instant."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final, get_args

from dealer_console.game.cards import UNSEEN, card
from dealer_console.game.errors import Bug, Refused
from dealer_console.game.message import Message, Term
from dealer_console.game.procedures import cut_is_due
from dealer_console.game.rules import rule_text
from dealer_console.journal import Draft
from dealer_console.journal.entries import device_events, devices
from dealer_console.journal.entries.cards import ShoeLoaded
from dealer_console.journal.entries.declaration import constants_of
from dealer_console.messages import recorded_error
from dealer_console.table.devices import camera, keeper
from dealer_console.table.devices.fault_policy import outcome_of
from dealer_console.table.session.reactions import reading_drafts
from dealer_console.table.state.card_places import following, hand_of_next_card, opened, place_of_draw
from dealer_console.table.state.entry_drafts import alarm_draft, move_drafts
from dealer_console.table.state.table_state import TableState
from drivers import events


def drafts_of(state: TableState, kind: str, event: events.Event) -> list[Draft]:
    """The event itself, and what follows from it at this table now.

    It is never lost, whatever we could not make of it: then it stands alone, with an alarm.
    """
    try:
        whole = _WHOLE.get(type(event))
        if whole is not None:
            return whole(state, kind, event)
        return [record(state, kind, event), *_AFTER.get(type(event), irregular)(state, kind, event)]
    except (Refused, Bug) as error:
        alarm = Message(
            "alarm-event-not-taken", device=Term("device", kind), event=type(event).__name__, why=recorded_error(error)
        )
        place = {"place": "unexplained"} if isinstance(event, events.CardDrawn) else {}
        return [record(state, kind, event, **place), alarm_draft(alarm, device=kind)]


def name_of_events(state: TableState, kind: str, serial: str) -> str:
    """Under which name the journal keeps the events of this device: its serial number, until it has counted again."""
    trust = state.trusts.get(kind)
    return trust.name if trust is not None and trust.serial == serial else serial


# --- the event alone -------------------------------------------------------------------------------------------------

_BY_STORED_NAME: Final = {constants_of(entry)["event"]: entry for entry in get_args(device_events.KnownDeviceEvent)}
_ENTRIES: Final = {
    event: _BY_STORED_NAME[name]
    for event in get_args(events.Event)
    if (name := events.stored_name(event)) in _BY_STORED_NAME
}
_KINDS: Final = {str(kind): kind for kind in events.DeviceKind}
_PLAIN: Final = frozenset((int, bool, str, type(None)))


def record(state: TableState, kind: str, event: events.Event, **more: object) -> Draft:
    """The event alone, with nothing that follows from it. `more`: what this table knows of it."""
    device = None
    if isinstance(event, events.DeviceEvent):
        device = (name_of_events(state, kind, event.serial), event.number)
    return Draft.of(_ENTRIES[type(event)](**_fields(kind, event, more)), device=device)


def _fields(kind: str, event: events.Event, more: Mapping[str, object]) -> dict[str, Any]:
    """Of the entry: those of the event by their stored names, and what is said beside them."""
    values = {
        name: value if type(value) in _PLAIN else _plain(value) for name, value in events.stored_fields(event).items()
    }
    return {**values, "device": _KINDS[kind], **more}


def _plain(value: object) -> object:
    """A row is written as lists, a code or a measure as its text."""
    return tuple([*row] for row in value) if isinstance(value, tuple) else str(value)


def _link(
    entry: type[devices.DeviceReady | devices.DeviceAway | devices.DeviceDistrusted],
) -> Callable[[TableState, str, events.Event], list[Draft]]:
    def drafts(state: TableState, kind: str, event: events.Event) -> list[Draft]:
        link = entry(**_fields(kind, event, {"serial": event.serial}))
        return [Draft.of(link), *irregular(state, kind, event)]

    return drafts


def irregular(state: TableState, kind: str, event: events.Event) -> list[Draft]:
    """The irregularity that this event is at this table, called by the device; an alarm where none can stand now."""
    outcome = outcome_of(state, kind, event)
    if outcome.call is not None:
        return move_drafts(state, [outcome.call], None)
    if outcome.alarm is not None:
        return [alarm_draft(outcome.alarm, device=kind)]
    return []


# --- cards ---------------------------------------------------------------------------------------------------------


def _card_drawn(state: TableState, kind: str, event: events.CardDrawn) -> list[Draft]:
    place, implied = place_of_draw(state, event)
    return [record(state, kind, event, place=place), *following(state, place, implied)]


def _card_revealed(state: TableState, kind: str, event: events.CardRevealed) -> list[Draft]:
    own = record(state, kind, event, card=None if event.card is None else card(event.card))
    draw = state.draws.get(event.draw)
    waiting = state.camera.waiting
    waiting = waiting if waiting is not None and waiting.draw == event.draw else None
    face = (
        event.card if event.card is not None or waiting is None or (draw is not None and draw.counted) else waiting.card
    )
    if draw is None or face is None:
        return [own]  # already placed, or to be entered by hand
    differs = [_differs(waiting.card, face, waiting.picture)] if waiting is not None and waiting.card != face else []
    return [own, *opened(state, replace(draw, card=face)), *differs]


def _cutting_card(state: TableState, kind: str, event: events.CutCardSeen) -> list[Draft]:
    """With the hand to which the next card would have gone: its player is offered the cut (MA 4(c), CB shuffle 3)."""
    hand = hand_of_next_card(state)
    return [
        record(
            state,
            kind,
            event,
            hand=str(hand) if hand is not None else None,
            spot=int(hand.spot) if hand is not None else None,
        )
    ]


def _noticed(_state: TableState, kind: str, event: events.LineNoticed) -> list[Draft]:
    """Of what a keeper notices about its line, people need to know what concerns the cards."""
    code = "alarm-reports-missing" if event.compare_cards else None
    if event.kind == keeper.DRAW_REFUSED:
        code = "alarm-card-not-counted"
    return [alarm_draft(Message(code, device=Term("device", "shoe")), device=kind)] if code is not None else []


# --- the camera ----------------------------------------------------------------------------------------------------


def _card_seen(state: TableState, kind: str, event: events.CardSeen) -> list[Draft]:
    judged = camera.judge(state, event.card)
    if judged.outcome == camera.ASIDE:
        return [record(state, kind, event, outcome=judged.outcome, card=UNSEEN, image_sha256="", confidence="")]
    own = record(state, kind, event, outcome=judged.outcome, card=card(event.card), draw=judged.draw)
    if judged.outcome == camera.FILLS:
        return [own, *opened(state, replace(state.draws[judged.draw], card=event.card))]
    return [own, _differs(event.card, judged.shoe, event.image_sha256)] if judged.outcome == camera.DIFFERS else [own]


def _differs(camera_card: str, shoe: str, picture: str) -> Draft:
    device = Term("device", camera.CAMERA)
    message = Message("alarm-camera-differs", device=device, seen=card(camera_card), shoe=card(shoe))
    return alarm_draft(message, device=camera.CAMERA, picture=picture)


def _not_readable(_state: TableState, kind: str, event: events.CardNotReadable) -> list[Draft]:
    """Whether it has to be entered by hand, the draw itself asks; a strange card is for people to look at."""
    if event.reason != "unknown-design":
        return []
    strange = Message(
        "alarm-strange-card",
        device=Term("device", camera.CAMERA),
        code=Term("irregularity-name", "card-impossible"),
    )
    return [alarm_draft(strange, device=kind)]


def _camera_faulted(_state: TableState, kind: str, event: events.CameraFaulted) -> list[Draft]:
    fault = Message("alarm-step", device=Term("device", camera.CAMERA), step=rule_text(event.text))
    return [alarm_draft(fault, device=kind)]


# --- the reader ----------------------------------------------------------------------------------------------------


def _checked(state: TableState, _kind: str, event: events.HoleCardChecked) -> list[Draft]:
    r = state.round
    if r is None or r.check != "due" or event.round != state.round_number or r.irregularity is not None:
        return []
    result = "nothing" if event.result is None else str(event.result)
    return reading_drafts(state, result, state.readings + 1)


# --- the shuffler --------------------------------------------------------------------------------------------------


def _batch_out(state: TableState, _kind: str, event: events.BatchOut) -> list[Draft]:
    """Only a good batch that this table asked for becomes its shoe."""
    ours = event.good and event.batch == state.batch and state.batch_stage == "releasing"
    if state.table is not None and cut_is_due(state.table.rules, by_device=True):
        return []  # the cut comes first (SD 7)
    if not ours or state.in_round or state.table is None:
        return []
    return [Draft.of(ShoeLoaded(decks=state.table.decks, change="shuffled", why="by the shuffler"))]


# --- orders and links ----------------------------------------------------------------------------------------------


def _order_ended(state: TableState, kind: str, event: events.OrderEnded) -> list[Draft]:
    order = state.orders.get(kind)
    if event.done or order is None or order.command != event.order.lower():
        return []
    why = Message("alarm-order-refused", device=Term("device-name", kind), order=order.command, why=str(event.refusal))
    return [alarm_draft(why, device=kind)]


def _distrusted(state: TableState, kind: str, event: events.DeviceDistrusted) -> list[Draft]:
    """A check that the reader cannot end is a fault of this check; every other distrust is of the device itself."""
    if event.kind == "reader-fault":
        return [record(state, kind, event), *irregular(state, kind, event)]
    return _link(devices.DeviceDistrusted)(state, kind, event)


_Handler = Callable[..., list[Draft]]

_WHOLE: Final[dict[type, _Handler]] = {  # with the event itself
    events.CardDrawn: _card_drawn,
    events.CardRevealed: _card_revealed,
    events.CutCardSeen: _cutting_card,
    events.CardSeen: _card_seen,
    events.DeviceReady: _link(devices.DeviceReady),
    events.DeviceAway: _link(devices.DeviceAway),
    events.DeviceDistrusted: _distrusted,
}
_AFTER: Final[dict[type, _Handler]] = {  # what follows the event
    events.HoleCardChecked: _checked,
    events.BatchOut: _batch_out,
    events.OrderEnded: _order_ended,
    events.LineNoticed: _noticed,
    events.CardNotReadable: _not_readable,
    events.CameraFaulted: _camera_faulted,
}
