"""What the readings of an evaluation amount to: counts for each kind of picture, and a plot of the confidences."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from tests.tools.camera.evaluation.attacks import ATTACKS
from tests.tools.camera.evaluation.cases import OF_CARDS

BINS: Final = (0.90, 0.95, 0.99, 0.999, 0.9999, 1.0)
"""Edges of the confidences that are counted together."""
_SIZE, _RIM = (720, 460), 70
_INK, _FAINT, _BAR = (60, 50, 45), (215, 215, 215), (150, 100, 40)


def summary_of(rows: list[dict[str, Any]]) -> dict[str, Any]:
    kinds = dict.fromkeys(row["kind"] for row in rows)
    positives = [row for row in rows if row["kind"] in OF_CARDS]
    attacks = [row for row in rows if row["kind"] in ATTACKS]
    negatives = [row for row in rows if row["kind"] not in OF_CARDS and row["kind"] not in ATTACKS]
    times = np.array([row["ms"] for row in positives]) if positives else np.zeros(1)
    return {
        "pictures of cards": _counted(positives),
        "negatives": _counted(negatives),
        "attacks": {kind: _attacked([row for row in attacks if row["kind"] == kind]) for kind in ATTACKS if attacks},
        "by kind": {kind: _counted([row for row in rows if row["kind"] == kind]) for kind in kinds},
        "by design": {
            name: _counted([row for row in positives if row["design"] == name])
            for name in sorted({row["design"] for row in positives})
        },
        "confidence": reliability(positives),
        "CPU ms p50, p90, p99": [round(float(np.percentile(times, share)), 1) for share in (50, 90, 99)],
    }


def _counted(rows: list[dict[str, Any]]) -> dict[str, Any]:
    read = sum(row["read"] is not None for row in rows)
    return {
        "pictures": len(rows),
        "read": read,
        "read %": round(100 * read / max(len(rows), 1), 2),
        "wrong": sum(row["wrong"] for row in rows),
        "not read": dict(Counter(row["verdict"] for row in rows if row["read"] is None).most_common()),
    }


def _attacked(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """`in sight`: square millimetres of the change that a person could see in the pictures that were read."""
    return {
        "pictures": len(rows),
        "read": sum(row["read"] is not None for row in rows),
        "in sight": sorted((row["in sight"] for row in rows if row["read"] is not None), reverse=True),
        "genuine read %": round(100 * sum(row["genuine read"] == row["card"] for row in rows) / max(len(rows), 1), 2),
        "genuine wrong": sum(row["genuine read"] not in (None, row["card"]) for row in rows),
    }


def reliability(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """For each stretch of stated confidences: how many cards were read with it, and how many of them were wrong."""
    told = [row for row in rows if row["read"] is not None]
    found = []
    for low, high in pairwise(BINS):
        here = [row for row in told if low <= row["confidence"] < high or (high == 1.0 and row["confidence"] == 1.0)]
        found.append({"from": low, "to": high, "read": len(here), "wrong": sum(row["wrong"] for row in here)})
    return found


def draw_reliability(rows: list[dict[str, Any]], file: Path) -> None:
    """A bar for each stretch: the stated doubt, and the most doubt that what was seen allows (95 %)."""
    bars = reliability([row for row in rows if row["kind"] in OF_CARDS])
    width, height = _SIZE
    sheet = np.full((height, width, 3), 255, dtype=np.uint8)
    step = (width - 2 * _RIM) / len(bars)
    for power in range(5):
        y = _y(10.0**-power)
        cv2.line(sheet, (_RIM, y), (width - _RIM // 2, y), _FAINT, 1)
        _words(sheet, f"1 in {10**power:,}" if power else "always", 2, y + 4, 0.36)
    for number, bar in enumerate(bars):
        x = round(_RIM + step * number)
        stated, seen = 1.0 - bar["from"], _most_wrong(bar["wrong"], bar["read"])
        cv2.rectangle(sheet, (x + 12, _y(stated)), (round(x + step) - 12, _y(1e-4) + 20), _FAINT, -1)
        cv2.line(sheet, (x + 12, _y(stated)), (round(x + step) - 12, _y(stated)), _INK, 2, cv2.LINE_AA)
        middle = round(x + step / 2)
        if bar["read"]:
            cv2.line(sheet, (middle, _y(1e-4) + 20), (middle, _y(seen)), _BAR, 8, cv2.LINE_AA)
        _words(sheet, f"{bar['from']:g} to {bar['to']:g}", x + 4, height - 42, 0.38)
        _words(sheet, f"{bar['wrong']} of {bar['read']:,}", x + 14, height - 22, 0.42)
    _words(sheet, "Stated confidence (line: the doubt it states) and cards read wrong", _RIM, 24, 0.5)
    _words(sheet, "bar: the highest share of wrong cards that the count allows, at 95 %", _RIM, 44, 0.42)
    cv2.imwrite(str(file), sheet)


def _most_wrong(wrong: int, read: int) -> float:
    """The highest share that still gives so few wrong ones in one of twenty runs; for none the rule of three."""
    return min(1.0, (3.0 + 1.7 * wrong) / max(read, 1))


def _y(share: float) -> int:
    top, bottom = 70, _SIZE[1] - 90
    return round(top + (bottom - top) * min(max(-math.log10(max(share, 1e-9)), 0.0), 4.0) / 4.0)


def _words(sheet: np.ndarray[Any, Any], text: str, x: int, y: int, size: float) -> None:
    cv2.putText(sheet, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, size, _INK, 1, cv2.LINE_AA)
