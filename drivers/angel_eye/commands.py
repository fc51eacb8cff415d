"""Sending a command to the angel-eye shoe (B2): one at a time, driven by bytes and time, never by a port.

The BCC of a command is known in two readings. `with-stx` follows the example of the shoe's document, `without-stx` its
text; `auto` begins with the first, takes the other one once after NAK 02, and keeps what was taken.
"""

from __future__ import annotations

from dataclasses import dataclass

from drivers.angel_eye.codec import Reply, encode_command
from drivers.angel_eye.constants import (
    AUTO,
    BUSY_PAUSE,
    NAK_BAD_BCC,
    NAK_MEANINGS,
    NAK_TRY_LATER,
    REPEATS,
    REPLY_WAIT,
    WITH_STX,
    WITHOUT_STX,
)
from drivers.errors import ImpossibleRequestError


@dataclass(frozen=True, kw_only=True, slots=True)
class CommandEnded:
    """`reason` is empty when the shoe said ACK; otherwise a NAK in words, or `no answer`."""

    command: str
    reason: str = ""


class CommandSender:
    """Waits 1 s for a reply, repeats twice, and on "busy" or "write in progress" repeats after 200 ms."""

    def __init__(self, *, read_only: bool = True, command_bcc: str = WITH_STX) -> None:
        if command_bcc not in (WITH_STX, WITHOUT_STX, AUTO):
            raise ImpossibleRequestError(
                f"command_bcc = {command_bcc!r} is unknown; write {WITH_STX!r}, {WITHOUT_STX!r} or {AUTO!r}"
            )
        self.read_only = read_only
        self.with_stx = command_bcc != WITHOUT_STX
        self._other_form_left = command_bcc == AUTO
        self._command = ""
        self._left = 0
        self._due: float | None = None
        self._out = b""

    @property
    def busy(self) -> bool:
        return bool(self._command)

    def submit(self, command: str, now: float) -> None:
        if self.read_only:
            raise ImpossibleRequestError(
                f"{command} was not sent: this shoe is set up as read-only. A technician can allow commands."
            )
        if self._command:
            raise ImpossibleRequestError(f"{command} was not sent: {self._command} still waits for its answer")
        self._command, self._left = command, REPEATS
        self._send(now)

    def _send(self, now: float) -> None:
        self._out += encode_command(self._command, with_stx=self.with_stx)
        self._due = now + REPLY_WAIT

    def bytes_to_send(self) -> bytes:
        out, self._out = self._out, b""
        return out

    def due(self) -> float | None:
        return self._due

    def receive(self, reply: Reply, now: float) -> CommandEnded | None:
        if not self._command:
            return None
        if not reply.nak:
            self._other_form_left = False
            return self._end("")
        if reply.nak == NAK_BAD_BCC and self._other_form_left:
            self.with_stx, self._other_form_left = not self.with_stx, False
            self._send(now)
            return None
        if reply.nak in NAK_TRY_LATER and self._left:
            self._due = now + BUSY_PAUSE
            return None
        return self._end(f"NAK {reply.nak} ({NAK_MEANINGS.get(reply.nak, 'unknown')})")

    def step(self, now: float) -> CommandEnded | None:
        if self._due is None or now < self._due:
            return None
        if not self._left:
            return self._end("no answer")
        self._left -= 1
        self._send(now)
        return None

    def _end(self, reason: str) -> CommandEnded:
        ended = CommandEnded(command=self._command, reason=reason)
        self._command, self._due = "", None
        return ended
