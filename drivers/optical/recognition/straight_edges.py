"""Frames from straight edges: where lines, chips, a finger or a white table hide the outline of a card.

Lines are looked for in the edges of the picture. Two and two of them, about parallel, make a frame; it counts by how
much of its four sides really is edge, and less when its sides go on beyond its corners, as printed lines do. What a
frame needs (where each line crosses each other one, how much edge lies before that) is worked out once for all lines,
so that thousands of frames cost a few look-ups each. Three sides make a frame too, with the fourth where a card ends: a
finger or a chip may hide it.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from drivers.optical.recognition.features import Picture
from drivers.optical.recognition.geometry import Quad

_MOST_LINES, _MOST_PEAKS, _MOST_PAIRS = 36, 240, 110
_LEAST_VOTES = 0.11
"""Edge pixels on a line, as a share of the picture's height."""
_PARALLEL, _SQUARE = np.radians(13.0), np.radians(27.0)
"""How far opposite sides may differ in direction, and neighbours from a right angle, under perspective."""
_SAME_TURN, _SAME_PLACE = np.radians(2.5), 2.5
_NEAR, _SAME_WAY = 1.3, 0.93
"""Pixels that an edge may lie beside its line; cosine between its direction and that of the line."""
_SHORTEST_SIDE, _LONGEST_SIDE = 0.13, 1.1
"""Shares of the picture's height."""
_SHORTEST_EDGE, _WINDOW = 0.11, 0.3
_TOO_MANY_EDGES = 0.07
"""Share of the picture from which on only strong edges are looked at: a pattern in the cloth."""
_SLIMMEST, _BROADEST = 0.5, 0.92
_USUAL_SHAPE, _OTHER_SHAPE = 0.69, 1.2
_ROUND_CORNERS = 0.08
_BEYOND, _GOES_ON = 9, 0.35
_LEAST_SIDES = (0.12, 0.42, 0.5, 0.55)
"""How much of the four sides must be edge, the weakest first: one of them may be hidden."""
_LEAST_OF_THREE = 0.5
_MOST_FRAMES, _LOOKED_THROUGH = 4, 80
_DIFFERENT = 0.06
_SMALLEST_PICTURE = 24

Floats = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.intp]
Mask = npt.NDArray[np.uint8]


@dataclass(frozen=True, kw_only=True, slots=True)
class _Lines:
    """`x · cos(turn) + y · sin(turn) = offset`. `covered`: how much edge lies before each place along each line."""

    turn: Floats
    offset: Floats
    covered: Floats
    longest: Floats

    @property
    def middle(self) -> int:
        return int(self.covered.shape[1]) // 2


@dataclass(frozen=True, kw_only=True, slots=True)
class _Crossings:
    """For each line (row) and each other one (column): the place along it, and the edge before, short of, beyond it."""

    place: Floats
    before: Floats
    short: Floats
    beyond: Floats


def frames_of_edges(small: Picture) -> list[Quad]:
    """In pixels of the working copy, clockwise, the likeliest first: those of four sides, then those of three."""
    if min(small.shape[:2]) < _SMALLEST_PICTURE:
        return []
    lines = _lines(small)
    pairs = _parallel_pairs(lines)
    crossings = _crossings(lines)
    sides, scores = _rated(lines, crossings, pairs, small.shape[0])
    chosen = _best(_convex(_quads(lines, sides[_ranked(scores)])), [])
    three, scores = _rated_of_three(lines, crossings, pairs, small.shape[0])
    return _best(_convex(three[_ranked(scores)]), chosen)


def _convex(quads: Quad) -> Quad:
    ways = np.roll(quads, -1, axis=1) - quads
    following = np.roll(ways, -1, axis=1)
    turns = ways[:, :, 0] * following[:, :, 1] - ways[:, :, 1] * following[:, :, 0]
    return quads[(turns > 0).all(axis=1) | (turns < 0).all(axis=1)]


def _ranked(scores: Floats) -> Numbers:
    return np.argsort(-scores, kind="stable")[:_LOOKED_THROUGH]


def _best(quads: Quad, chosen: list[Quad]) -> list[Quad]:
    """The first few that differ from all others, told by the box around them."""
    candidates = np.concatenate([np.array(chosen, dtype=np.float32).reshape(-1, 4, 2), quads])
    boxes = np.concatenate([candidates.min(axis=1), candidates.max(axis=1)], axis=1)
    near = _DIFFERENT * (boxes[:, 2:] - boxes[:, :2]).max(axis=1)
    kept = list(range(len(chosen)))
    for number in range(len(chosen), len(candidates)):
        if not (np.abs(boxes[kept] - boxes[number]).max(axis=1, initial=0.0) < near[number])[: len(kept)].any():
            kept.append(number)
            if len(kept) == len(chosen) + _MOST_FRAMES:
                break
    return [quad if cv2.contourArea(quad, True) > 0 else quad[::-1].copy() for quad in candidates[kept]]


def _lines(small: Picture) -> _Lines:
    grey = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (3, 3), 0)
    across, down = (np.asarray(cv2.Sobel(grey, cv2.CV_16S, x, 1 - x), dtype=np.int16) for x in (1, 0))
    level = max(36.0, 0.3 * float(np.percentile(grey[::2, ::2], 90)))
    edges = cv2.Canny(across, down, 0.5 * level, level)
    if cv2.countNonZero(edges) > _TOO_MANY_EDGES * edges.size:
        edges = cv2.Canny(across, down, level, 2.0 * level)
    edges = _without_small_print(np.asarray(edges, dtype=np.uint8))
    peaks = cv2.HoughLines(edges, 1, np.pi / 180, max(12, round(_LEAST_VOTES * small.shape[0])))
    rows = np.zeros((0, 2)) if peaks is None else peaks.reshape(-1, peaks.shape[-1])[:_MOST_PEAKS, :2]
    turn, offset = _distinct(rows.astype(np.float32))
    covered = _coverage(edges, across, down, turn, offset)
    window = round(_WINDOW * small.shape[0])
    longest = (covered[:, window:] - covered[:, :-window]).max(axis=1, initial=0.0)
    best = np.argsort(-longest, kind="stable")[:_MOST_LINES]
    return _Lines(turn=turn[best], offset=offset[best], covered=covered[best], longest=longest[best])


def _without_small_print(edges: Mask) -> npt.NDArray[np.uint8]:
    """Letters, pips and the weave of a cloth have edges too, but none as long as a side of a card."""
    _, labels, boxes, _ = cv2.connectedComponentsWithStats(edges, connectivity=8)
    long = boxes[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]].max(axis=1) >= _SHORTEST_EDGE * edges.shape[0]
    long[0] = False
    return np.where(long[labels], edges, np.uint8(0))


def _distinct(rows: Floats) -> tuple[Floats, Floats]:
    """Without lines that are nearly one with more votes: those come first."""
    offsets, turns = rows[:, 0], rows[:, 1]
    apart = np.abs(turns[:, None] - turns[None])
    flipped = apart > np.pi / 2
    apart = np.where(flipped, np.pi - apart, apart)
    away = np.where(flipped, np.abs(offsets[:, None] + offsets[None]), np.abs(offsets[:, None] - offsets[None]))
    rivals = np.triu((apart < _SAME_TURN) & (away < _SAME_PLACE), 1)
    dropped = np.zeros(len(rows), dtype=bool)
    for number in range(len(rows)):
        if not dropped[number]:
            dropped |= rivals[number]
    return turns[~dropped][: 2 * _MOST_LINES], offsets[~dropped][: 2 * _MOST_LINES]


def _coverage(
    edges: npt.NDArray[np.uint8],
    across: npt.NDArray[np.int16],
    down: npt.NDArray[np.int16],
    turn: Floats,
    offset: Floats,
) -> Floats:
    """Along each line, pixel by pixel: is there an edge of its direction right beside it? Summed up."""
    y, x = np.nonzero(edges)
    gx, gy = across[y, x].astype(np.float32), down[y, x].astype(np.float32)
    normals = np.stack([np.cos(turn), np.sin(turn)])
    points = np.stack([x, y], axis=1).astype(np.float32)
    slopes = np.stack([gx, gy], axis=1) / np.maximum(np.hypot(gx, gy), 1e-6)[:, None]
    near = (np.abs(points @ normals - offset) < _NEAR) & (np.abs(slopes @ normals) > _SAME_WAY)
    point, line = np.nonzero(near)
    along = y[point] * normals[0, line] - x[point] * normals[1, line]
    reach = int(np.hypot(*edges.shape)) + _BEYOND + 2
    hits = np.zeros((len(turn), 2 * reach + 1), dtype=np.float32)
    hits[line, np.round(along).astype(np.intp) + reach] = 1.0
    return np.asarray(np.cumsum(hits, axis=1, dtype=np.float32))


def _crossings(lines: _Lines) -> _Crossings:
    t, u = lines.turn[:, None], lines.turn[None]
    turn = np.sin(u - t)
    turn = np.where(np.abs(turn) < 1e-3, np.float32(1e-3), turn)
    # Along line t, a point (x, y) stands at y · cos t − x · sin t.
    place = (lines.offset[None] - lines.offset[:, None] * np.cos(u - t)) / turn
    last = lines.covered.shape[1] - 1
    at = np.clip(np.round(place) + lines.middle, 0, last).astype(np.intp)
    row = np.arange(len(lines.turn))[:, None]
    return _Crossings(
        place=place,
        before=lines.covered[row, at],
        short=lines.covered[row, np.maximum(at - _BEYOND, 0)],
        beyond=lines.covered[row, np.minimum(at + _BEYOND, last)],
    )


def _parallel_pairs(lines: _Lines) -> Numbers:
    first, second = np.triu_indices(len(lines.turn), 1)
    apart = np.abs(lines.turn[first] - lines.turn[second])
    fits = np.where(apart > np.pi / 2, np.pi - apart, apart) < _PARALLEL
    pairs = np.stack([first[fits], second[fits]], axis=1)
    return pairs[np.argsort(-lines.longest[pairs].sum(axis=1), kind="stable")[:_MOST_PAIRS]]


def _rated(lines: _Lines, crossings: _Crossings, pairs: Numbers, height: int) -> tuple[Numbers, Floats]:
    """Four lines around each frame that may be one, and how much speaks for it."""
    first, second = np.triu_indices(len(pairs), 1)
    turned = np.abs(lines.turn[pairs[first, 0]] - lines.turn[pairs[second, 0]])
    square = np.abs(turned - np.pi / 2) < _SQUARE
    sides = np.concatenate([pairs[first[square]], pairs[second[square]]], axis=1)[:, [0, 2, 1, 3]]
    lengths = np.stack([_length(crossings.place, sides, number) for number in range(4)], axis=1)
    upright, level = lengths[:, 0] + lengths[:, 2], lengths[:, 1] + lengths[:, 3]
    shape = np.minimum(upright, level) / np.maximum(np.maximum(upright, level), 1.0)
    usable = (lengths.min(axis=1) > _SHORTEST_SIDE * height) & (lengths.max(axis=1) < _LONGEST_SIDE * height)
    usable &= (shape > _SLIMMEST) & (shape < _BROADEST)
    sides, lengths, shape = sides[usable], lengths[usable], shape[usable]
    edge = np.stack([_length(crossings.before, sides, number) for number in range(4)], axis=1)
    shares = np.minimum(edge / (lengths * (1 - _ROUND_CORNERS)), 1.0)
    enough = (np.sort(shares, axis=1) >= np.array(_LEAST_SIDES)).all(axis=1)
    sides, shares, shape = sides[enough], shares[enough], shape[enough]
    goes_on = sum(_going_on(crossings, sides, number) for number in range(4))
    score = shares.sum(axis=1) - _GOES_ON * goes_on - _OTHER_SHAPE * np.abs(np.log(shape / _USUAL_SHAPE))
    return sides, np.asarray(score, dtype=np.float32)


def _rated_of_three(lines: _Lines, crossings: _Crossings, pairs: Numbers, height: int) -> tuple[Quad, Floats]:
    """Frames of two parallel sides and one across, the fourth as far away as a card of the usual shape ends."""
    pair, across = np.nonzero(np.abs(np.abs(lines.turn[pairs[:, 0]][:, None] - lines.turn[None]) - np.pi / 2) < _SQUARE)
    a, c = pairs[pair].T
    wide = np.abs(crossings.place[across, a] - crossings.place[across, c])
    share = np.abs(crossings.before[across, a] - crossings.before[across, c]) / np.maximum(wide, 1.0)
    usable = (share > _LEAST_OF_THREE) & (wide > _SHORTEST_SIDE * height) & (wide < _LONGEST_SIDE * height)
    a, c, b, wide, share = (values[usable] for values in (a, c, across, wide, share))
    frames, scores = [], []
    for shape in (_USUAL_SHAPE, 1 / _USUAL_SHAPE):
        for way in (-1.0, 1.0):
            long = wide / shape
            # Lines of nearly one direction may be told from opposite sides: then their places run the other way.
            flip = np.where(np.abs(lines.turn[a] - lines.turn[c]) > np.pi / 2, -1.0, 1.0)
            first, gone_on = _stretch(lines, a, crossings.place[a, b], way * long)
            second, also = _stretch(lines, c, crossings.place[c, b], way * flip * long)
            enough = (first > _LEAST_OF_THREE) & (second > _LEAST_OF_THREE) & (long < _LONGEST_SIDE * height)
            ends = [_points(lines, side, crossings.place[side, b]) for side in (a, c)]
            ends += [
                _points(lines, c, crossings.place[c, b] + way * flip * long),
                _points(lines, a, crossings.place[a, b] + way * long),
            ]
            frames.append(np.stack(ends, axis=1)[enough])
            scores.append((first + second + share - _GOES_ON * (gone_on + also))[enough])
    return np.concatenate(frames).astype(np.float32), np.concatenate(scores).astype(np.float32)


def _stretch(lines: _Lines, line: Numbers, start: Floats, way: Floats) -> tuple[Floats, Floats]:
    """How much of a stretch of these lines is edge, and of what lies right beyond both its ends."""
    last = lines.covered.shape[1] - 1
    low, high = np.minimum(start, start + way), np.maximum(start, start + way)

    def before(place: Floats) -> Floats:
        at = np.clip(np.round(place) + lines.middle, 0, last).astype(np.intp)
        return np.asarray(lines.covered[line, at], dtype=np.float32)

    inner = np.maximum(high - low, 1.0) * (1 - _ROUND_CORNERS)
    beyond = before(low) - before(low - _BEYOND) + before(high + _BEYOND) - before(high)
    share = np.minimum((before(high) - before(low)) / inner, 1.0)
    return np.asarray(share, dtype=np.float32), np.asarray(beyond / _BEYOND, dtype=np.float32)


def _points(lines: _Lines, line: Numbers, place: Floats) -> Floats:
    cosine, sine, offset = np.cos(lines.turn[line]), np.sin(lines.turn[line]), lines.offset[line]
    return np.stack([offset * cosine - place * sine, offset * sine + place * cosine], axis=1)


def _length(values: Floats, sides: Numbers, number: int) -> Floats:
    """What lies on this side between its two neighbours."""
    side, before, after = sides[:, number], sides[:, number - 1], sides[:, (number + 1) % 4]
    return np.asarray(np.abs(values[side, before] - values[side, after]))


def _going_on(crossings: _Crossings, sides: Numbers, number: int) -> Floats:
    """How much edge lies right beyond both ends of this side, 0 to 1."""
    side, before, after = sides[:, number], sides[:, number - 1], sides[:, (number + 1) % 4]
    swapped = crossings.place[side, before] > crossings.place[side, after]
    low, high = np.where(swapped, after, before), np.where(swapped, before, after)
    below = crossings.before[side, low] - crossings.short[side, low]
    above = crossings.beyond[side, high] - crossings.before[side, high]
    return np.asarray((below + above) / (2 * _BEYOND))


def _quads(lines: _Lines, sides: Numbers) -> Quad:
    """The corners, side by side."""
    corners = []
    for number in range(4):
        first, second = sides[:, number - 1], sides[:, number]
        t, u = lines.turn[first].astype(np.float64), lines.turn[second].astype(np.float64)
        turn = np.sin(u - t)
        x = (lines.offset[first] * np.sin(u) - lines.offset[second] * np.sin(t)) / turn
        y = (lines.offset[second] * np.cos(t) - lines.offset[first] * np.cos(u)) / turn
        corners.append(np.stack([x, y], axis=1))
    return np.stack(corners, axis=1).astype(np.float32)
