"""From statistics to a verdict, in the words of the technical standards for shufflers and random number generators."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from hardware_sims.shuffle_lab.orders import Cycle, OrdersError, permutations
from hardware_sims.shuffle_lab.statistics import STATISTICS, Shuffle, Statistic

FEWEST_CYCLES = 30
CONFIDENCE = 0.99
VERSION = 1
"""Of this set of statistics; it stands in every report."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """All statistics of one device, and what they mean together."""

    shuffles: Sequence[Shuffle]
    statistics: tuple[Statistic, ...]
    confidence: float

    @property
    def limit(self) -> float:
        """A p-value at or below this is significant: the error rate is shared among the statistics."""
        return (1 - self.confidence) / len(self.statistics)

    @property
    def significant(self) -> tuple[Statistic, ...]:
        return tuple(statistic for statistic in self.statistics if statistic.p <= self.limit)

    @property
    def passed(self) -> bool:
        return not self.significant

    @property
    def cycles(self) -> int:
        return len(self.shuffles)

    @property
    def cards(self) -> int:
        return len(self.shuffles[0])

    def sentence(self) -> str:
        level = f"{self.confidence:.0%} confidence limit"
        sample = f"{self.cycles} cycles of {self.cards} cards"
        if self.passed:
            return (
                f"PASS: the shuffle satisfies the {level} in all {len(self.statistics)} tests over {sample}. The "
                "hypothesis that every order of the cards is equally likely is not rejected; no detectable pattern and "
                "no dependency on the order before or on an earlier cycle was found."
            )
        names = ", ".join(f"{statistic.name} (p {p_text(statistic.p)})" for statistic in self.significant)
        return (
            f"FAIL: the shuffle does not satisfy the {level} over {sample}. The hypothesis that every order of the "
            f"cards is equally likely is rejected by: {names}."
        )

    def error_rate(self) -> str:
        return (
            f"A shuffler in which every order is equally likely fails this examination in {1 - self.confidence:.0%} of "
            f"all cases; each of the {len(self.statistics)} tests has its share of {self.limit:.2%}. A pass is no "
            f"proof: a deviation too small for {self.cycles} cycles stays unseen."
        )

    def as_json(self) -> dict[str, Any]:
        return {
            "version": VERSION,
            "verdict": "PASS" if self.passed else "FAIL",
            "sentence": self.sentence(),
            "error_rate": self.error_rate(),
            "confidence": self.confidence,
            "significant_below": self.limit,
            "cycles": self.cycles,
            "cards": self.cards,
            "statistics": [
                {**asdict(statistic), "significant": statistic.p <= self.limit} for statistic in self.statistics
            ],
        }


def p_text(p: float) -> str:
    return "< 0.000001" if p < 1e-6 else f"= {p:.6f}"


def analysed(cycles: Sequence[Cycle], confidence: float = CONFIDENCE) -> Analysis:
    """The verdict on recorded cycles; OrdersError where they are too few or of different sizes."""
    if len(cycles) < FEWEST_CYCLES:
        raise OrdersError(f"{len(cycles)} cycles say too little; record at least {FEWEST_CYCLES}")
    sizes = {len(cycle.cards_in) for cycle in cycles}
    if len(sizes) > 1:
        raise OrdersError(f"cycles of {' and '.join(map(str, sorted(sizes)))} cards; all must have the same number")
    shuffles = permutations(cycles)
    statistics = tuple(statistic(shuffles) for statistic in STATISTICS)
    return Analysis(shuffles=shuffles, statistics=statistics, confidence=confidence)
