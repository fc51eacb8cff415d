"""What the optical reader tells the table. Of a card that lies face down there is no fact at all."""

from __future__ import annotations

from dataclasses import dataclass

from drivers.events import LineFact


@dataclass(frozen=True, kw_only=True, slots=True)
class CardSeen(LineFact):
    """A face-up card lies before the camera and was read surely, in two pictures that agree.

    `image_sha256` names the picture, for `keep_for_supervisor` when the shoe says otherwise.
    """

    card: str
    confidence: float
    design: str
    image_sha256: str


@dataclass(frozen=True, kw_only=True, slots=True)
class CardNotReadable(LineFact):
    """A face-up card that cannot be read surely. `reason` is a stable word, `kept` the picture for the supervisor."""

    reason: str
    kept: str
    image_sha256: str


@dataclass(frozen=True, kw_only=True, slots=True)
class CardTakenAway(LineFact):
    """No face-up card lies there any more."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CameraFaulted(LineFact):
    """The camera itself is at fault: `frozen` or `black`. `text` says what to do."""

    kind: str
    text: str
