"""Runs strokes against a device until the referee objects, then looks for the fewest that still make it object."""

import io
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from hardware_sims.capture import CaptureWriter, Channel, Dialect, Direction
from hardware_sims.seeds import Stream
from hardware_sims.tools.conformance.port import Port
from hardware_sims.tools.fuzzer.angel_eye import AngelEyeMutations, AngelEyeReferee
from hardware_sims.tools.fuzzer.mutations import Mutation, TablelinkMutations
from hardware_sims.tools.fuzzer.referee import TablelinkReferee
from hardware_sims.wire.constants import MESSAGES
from hardware_sims.wire.tablelink import Frame, Receiver, encode, mac_ok

STROKES_PER_EPISODE = 120
_SHRINK_RUNS = 400


Objection = Callable[[list[Mutation]], str | None]
CloseUp = Callable[[list[Mutation]], list[Mutation]]


class Referee(Protocol):
    def judge(self, sent: bytes, heard: bytes) -> str | None: ...


@dataclass(frozen=True, kw_only=True, slots=True)
class Target:
    """A device that can be had fresh, as often as needed: its line, its referee, its dialect."""

    fresh: Callable[[], tuple[Port, TablelinkReferee | AngelEyeReferee]]
    dialect: Dialect
    device: str
    can_be_fresh: bool = True
    close_up: "CloseUp | None" = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    problem: str
    seed: int
    episode: int
    strokes: tuple[Mutation, ...]
    capture: str

    @property
    def kind(self) -> str:
        """The problem without request, answer and numbers: two of a kind are reported once."""
        return re.sub(r"^\w+: |answered \w+|\(.*?\)|[0-9a-f]{6,}|\d+", "#", self.problem)


def mutations_for(dice: Stream, referee: TablelinkReferee | AngelEyeReferee) -> TablelinkMutations | AngelEyeMutations:
    if isinstance(referee, TablelinkReferee):
        return TablelinkMutations(dice, referee)
    return AngelEyeMutations(dice, referee)


def stroke(port: Port, referee: Referee, what: Mutation, tap: Callable[[Direction, bytes], None]) -> str | None:
    """One stroke and everything the device says to it; the referee's objection."""
    heard = b""
    try:
        port.wait(what.pause_us / 1_000_000)
        unasked = port.receive(0.0)
        if unasked:
            tap("R", unasked)
        tap("T", what.data)
        port.send(what.data)
        while data := port.receive(port.reply_wait):
            tap("R", data)
            heard += data
    except (ArithmeticError, LookupError, TypeError, ValueError, AttributeError, AssertionError, RuntimeError) as crash:
        # In process, an exception of the simulator is its crash and therefore a finding.
        return f"the device crashed: {type(crash).__name__}: {crash}"
    return referee.judge(what.data, unasked + heard)


def fuzzed(target: Target, seed: int, more: Callable[[int], bool]) -> Iterator[Finding | int]:
    """Findings as they come, and after each stroke the number of strokes so far. `more` says when it is enough."""
    done = episode = 0
    known: set[str] = set()
    while more(done):
        episode += 1
        port, referee = target.fresh()
        source = mutations_for(Stream(seed, f"fuzz {episode}"), referee)
        played: list[Mutation] = []
        while len(played) < STROKES_PER_EPISODE and more(done):
            played.append(source.next())
            done += 1
            problem = stroke(port, referee, played[-1], lambda direction, data: None)
            yield done
            if problem is not None:
                finding = _finding(target, played, problem, seed, episode)
                if finding.kind not in known:
                    known.add(finding.kind)
                    yield finding
                break


def replayed(target: Target, strokes: Sequence[Mutation]) -> tuple[str | None, str]:
    """What the referee says to these strokes on a fresh device, and the capture of it."""
    port, referee = target.fresh()
    out = io.StringIO()
    writer = CaptureWriter(out, [Channel(name="line0", dialect=target.dialect, device=target.device)])
    problem = None
    for what in strokes:
        problem = stroke(
            port, referee, what, lambda way, data: writer.heard(round(port.now() * 1e6), "line0", way, data)
        )
        if problem is not None:
            break
    writer.finish()
    return problem, out.getvalue()


def _finding(target: Target, played: Sequence[Mutation], problem: str, seed: int, episode: int) -> Finding:
    if not target.can_be_fresh:
        kept = tuple(played[-20:])
        return Finding(problem=problem, seed=seed, episode=episode, strokes=kept, capture=_unplayed(target, kept))
    smallest = shrunk(list(played), lambda strokes: replayed(target, strokes)[0], target.close_up)
    again, capture = replayed(target, smallest)
    return Finding(problem=again or problem, seed=seed, episode=episode, strokes=tuple(smallest), capture=capture)


def _unplayed(target: Target, strokes: Sequence[Mutation]) -> str:
    """What was sent to a device that cannot be set back: the answers are not known any more."""
    out = io.StringIO()
    writer = CaptureWriter(out, [Channel(name="line0", dialect=target.dialect, device=target.device)])
    now = 0
    for what in strokes:
        now += what.pause_us + 1000
        writer.heard(now, "line0", "T", what.data)
    writer.finish()
    return out.getvalue()


def shrunk(strokes: list[Mutation], objects: Objection, close_up: CloseUp | None = None) -> list[Mutation]:
    """Leaves out strokes, larger runs first, then pauses, as long as the referee still objects. `close_up` renumbers
    what is left, because a request whose predecessor is missing would be refused for that alone."""
    left = _SHRINK_RUNS
    size = max(len(strokes) // 2, 1)
    while size >= 1 and left > 0:
        at = 0
        while at < len(strokes) and left > 0:
            fewer = strokes[:at] + strokes[at + size :]
            left -= 1
            if fewer and objects(fewer):
                strokes = fewer
            elif fewer and close_up is not None and objects(closed := close_up(fewer)):
                strokes = closed
            else:
                at += size
        size //= 2
    calm = [Mutation(pause_us=0, data=what.data) for what in strokes]
    return calm if objects(calm) else strokes


_HELLO = MESSAGES["HELLO"]


class FrameRenumberer:
    """Gives the good frames of a shortened run the SEQ and EPOCH they would have had without the missing ones.

    EPOCH begins at `first_epoch` with the first new HELLO. A frame whose SEQ was one above the highest so far gets the
    next one; a frame that was out of order stays as far out of order.
    """

    def __init__(self, key: bytes | None, first_epoch: int) -> None:
        self._key, self._first_epoch = key, first_epoch

    def __call__(self, strokes: list[Mutation]) -> list[Mutation]:
        self._epoch, self._nonce = self._first_epoch - 1, b""
        self._old_highest = self._new_highest = 0
        return [replace(stroke, data=self._closed(stroke.data)) for stroke in strokes]

    def _closed(self, data: bytes) -> bytes:
        frames = Receiver().feed(data)
        if len(frames) != 1 or encode(frames[0]) != data or (self._key and not mac_ok(frames[0], self._key)):
            return data
        return self._renumbered(frames[0])

    def _renumbered(self, frame: Frame) -> bytes:
        if frame.type == _HELLO:
            if frame.payload[1:9] != self._nonce and not frame.seq and not frame.epoch and len(frame.payload) == 9:
                self._nonce = frame.payload[1:9]
                self._epoch += 1
                self._old_highest = self._new_highest = 0
            return encode(frame._replace(mac=None), self._key)
        step = 1 if frame.seq > self._old_highest else frame.seq - self._old_highest
        self._old_highest = max(self._old_highest, frame.seq)
        seq = max(self._new_highest + step, 0)
        self._new_highest = max(self._new_highest, seq)
        return encode(frame._replace(seq=seq, epoch=max(self._epoch, 0), mac=None), self._key)
