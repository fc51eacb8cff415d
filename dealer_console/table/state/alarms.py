"""An alarm as an entry: its English sentence, by which it is known and seen, and beside it the message it came from."""

from __future__ import annotations

from dealer_console.game.message import Message
from dealer_console.journal.entries.notices import AlarmRaised
from dealer_console.journal.entry import Draft
from dealer_console.messages import recorded
from dealer_console.messages.message_codec import message_data, message_of


def alarm_draft(
    message: Message,
    *,
    who: str | None = None,
    device: str | None = None,
    draw: int | None = None,
    picture: str | None = None,
    call: bool | None = None,
) -> Draft:
    """With the device, the draw or the picture that it is about; `call` when only a supervisor takes it away."""
    alarm = AlarmRaised(
        alarm=recorded(message), device=device, draw=draw, picture=picture, call=call, message=message_data(message)
    )
    return Draft.of(alarm, who=who)


def alarm_message(raised: AlarmRaised) -> Message | None:
    """Of a stored alarm; one that was written before there were messages has its sentence only."""
    return None if raised.message is None else message_of(raised.message)
