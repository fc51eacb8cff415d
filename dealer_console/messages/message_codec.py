"""A message as plain data beside its sentence in a journal, and back: so a stored alarm can be read in any language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dealer_console.game.cards import Card, card
from dealer_console.game.message import Amount, Field, Message, Quoted, Term


def message_data(message: Message) -> dict[str, Any]:
    """`{"code": …, "fields": {…}}`; a message that carries what no record needs, such as a move, is our bug."""
    return {"code": message.code, "fields": {name: _data(value) for name, value in message.fields}}


def message_of(data: Mapping[str, Any]) -> Message:
    return Message(data["code"], **{name: _field(value) for name, value in data["fields"].items()})


def _data(value: Field) -> Any:
    if isinstance(value, str):
        return str(value)
    if isinstance(value, int):
        return value
    if isinstance(value, Message):
        return {"message": message_data(value)}
    if isinstance(value, Card):
        return {"card": value.text}
    if isinstance(value, Amount):
        return {"cents": value.cents}
    if isinstance(value, Quoted):
        return {"quoted": str(value.text)}
    if isinstance(value, Term):
        return {"kind": value.kind, "code": value.code}
    raise TypeError(f"{value!r} does not go into a stored message")


def _field(data: Any) -> Field:
    if not isinstance(data, Mapping):
        return data if isinstance(data, int) else str(data)
    if "message" in data:
        return message_of(data["message"])
    if "card" in data:
        return card(data["card"])
    if "cents" in data:
        return Amount(data["cents"])
    return Quoted(data["quoted"]) if "quoted" in data else Term(data["kind"], data["code"])
