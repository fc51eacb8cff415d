"""What we ourselves refuse where devices are built, paired and served: a message, among the refusals of the drivers."""

from __future__ import annotations

from dealer_console.game.message import Message
from dealer_console.messages import MessageError
from drivers.errors import DriverError, ImpossibleRequestError
from drivers.registration.registry import RegistryError


class DeviceRefused(MessageError, ImpossibleRequestError):
    """Nothing was sent and nothing has changed; the message says what to do instead."""


def driver_message(error: DriverError) -> Message:
    """What a driver refuses, it says itself."""
    if isinstance(error, DeviceRefused) and isinstance(error.message, Message):
        return error.message
    if isinstance(error, RegistryError):
        return Message(f"registry-{error.fault}", file=error.path)
    return Message("plain-text", text=str(error))
