"""What one picture says, as a frozen value. A card stands in it only when it is sure; no best guess is anywhere."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

Corner = tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]
"""Four points of the picture around the card or its index, clockwise from the card's own upper left."""


class Verdict(StrEnum):
    CARD = "CARD"
    UNREADABLE = "UNREADABLE"
    NO_CARD = "NO_CARD"


class Reason(StrEnum):
    BLUR = "blur"
    GLARE = "glare"
    COVERED = "covered"
    LOW_CONFIDENCE = "low-confidence"
    AMBIGUOUS = "ambiguous"
    UNKNOWN_DESIGN = "unknown-design"
    SEVERAL_CARDS = "several-cards"
    OUT_OF_TIME = "out-of-time"


class Sight(StrEnum):
    """What lies before the camera, however much of it could be read."""

    EMPTY = "empty"
    FACE_UP = "face-up"
    FACE_DOWN = "face-down"
    SEVERAL = "several"


@dataclass(frozen=True, kw_only=True, slots=True)
class Thresholds:
    """A card counts from `min_confidence` on, and `min_margin` before the second best."""

    min_confidence: float = 0.90
    min_margin: float = 0.10

    def __post_init__(self) -> None:
        if not (0.5 <= self.min_confidence <= 1.0 and 0.0 <= self.min_margin <= 1.0):
            raise ValueError(f"thresholds out of range: {self.min_confidence}, {self.min_margin}")


@dataclass(frozen=True, kw_only=True, slots=True)
class Reading:
    """`confidence` is the lower one of rank and suit. `corner` is None when nothing was found to look at."""

    verdict: Verdict
    card: str | None = None
    confidence: float = 0.0
    rank_confidence: float = 0.0
    suit_confidence: float = 0.0
    corner: Corner | None = None
    design: str | None = None
    reason: Reason | None = None
    image_sha256: str
    ms: float

    def __post_init__(self) -> None:
        if (self.card is not None) is not (self.verdict is Verdict.CARD):
            raise ValueError("a reading names a card exactly when its verdict is CARD")

    def fields(self) -> dict[str, Any]:
        """As JSON carries it."""
        return {
            "verdict": str(self.verdict),
            "card": self.card,
            "confidence": round(self.confidence, 4),
            "rank_confidence": round(self.rank_confidence, 4),
            "suit_confidence": round(self.suit_confidence, 4),
            "corner": [[round(x, 1), round(y, 1)] for x, y in self.corner] if self.corner else None,
            "design": self.design,
            "reason": str(self.reason) if self.reason else None,
            "image_sha256": self.image_sha256,
            "ms": round(self.ms, 2),
        }
