"""The sealed shoe: it tells that a card left, and what it was only when the rules have turned it (A7)."""

from __future__ import annotations

from drivers.events import CardDrawn, CardRevealed, DeviceEvent, Distrust, Event, RevealReason
from drivers.tablelink.constants import CARD_UNREADABLE, DRAWS_KEPT, card_name
from drivers.tablelink.device import TablelinkDevice, refuse_unless
from drivers.tablelink.link import HostLink
from drivers.tablelink.link_events import CommandAnswered, Outcome
from drivers.tablelink.messages import MessageType, Why
from drivers.tablelink.payloads import commitment, decode


class SealedShoe(TablelinkDevice):
    """Keeps the commitments of the draws that may still be opened, and believes no card that does not fit its own."""

    def __init__(self, link: HostLink) -> None:
        super().__init__(link)
        self._commitments: dict[int, bytes] = {}

    def remember_draw(self, draw: int, commitment: str) -> None:
        """A draw from the journal, after a restart of the host."""
        self._commitments[draw] = bytes.fromhex(commitment)
        while len(self._commitments) > DRAWS_KEPT:
            del self._commitments[min(self._commitments)]

    def reveal(self, draw: int, why: RevealReason) -> int:
        """Works inhibited and with a fault latched. Call it only when the rules have turned the card."""
        refuse_unless(draw in self._commitments, f"draw {draw} is not known here; only a recorded draw can be opened")
        return self._submit(MessageType.REVEAL, draw=draw, why=int(Why[why.name]))

    def _event(self, event: DeviceEvent, now: float) -> None:
        if isinstance(event, CardDrawn):
            self.remember_draw(event.draw, event.commitment)

    def _answer(self, answer: CommandAnswered) -> Event:
        if answer.command.type is not MessageType.REVEAL or answer.outcome is not Outcome.DONE:
            return super()._answer(answer)
        asked = decode(MessageType.REVEAL, answer.command.payload)
        fields = answer.fields
        fits = self._opens(asked["draw"], fields)
        if not fits:
            text = f"the card of draw {asked['draw']} does not fit what {self.serial} committed to; take the shoe out"
            self._distrust(Distrust.COMMIT_MISMATCH, text)
        return CardRevealed(
            serial=self.serial,
            command=fields["cmd"],
            draw=asked["draw"],
            card=card_name(fields["card"]) if fits and fields["card"] != CARD_UNREADABLE else None,
            why=RevealReason[Why(asked["why"]).name],
        )

    def _opens(self, draw: int, fields: dict[str, int]) -> bool:
        if "card" not in fields or fields["draw"] != draw or draw not in self._commitments:
            return False
        made = commitment(serial=self.serial, draw=draw, nonce=_raw(fields["nonce"]), card=fields["card"])
        return made == self._commitments[draw]


def _raw(value: object) -> bytes:
    return value if isinstance(value, bytes) else b""
