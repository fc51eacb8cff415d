"""The power goes in the middle of a write: of what was not yet synced, any sector is there or not.

What an append had said when it returned is synced. So a file after a cut is the one before the next append, with any of
the sectors that this append wrote, in any order, and any length between the two.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from dealer_console.journal import Draft, Journal
from dealer_console.journal.checkpoints import head_path
from dealer_console.journal.verification.verify import verify
from tests.journal.dealt import NOON, SEED

SECTOR = 512
LOG_HEAD = 32  # bytes of the write-ahead log before its first page
NAME = "a.journal"
ENDINGS = ("", "-wal", ".head")
Files = dict[str, bytes]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What was on the disk and acknowledged, and what the next write made of it. `whole`: it was a closing."""

    before: Files
    after: Files
    acknowledged: int
    last: int
    hash: str
    whole: bool = False


def files_of(path: Path) -> Files:
    beside = {ending: path.with_name(path.name + ending) for ending in ENDINGS}
    return {ending: file.read_bytes() for ending, file in beside.items() if file.exists()}


def steps(folder: Path, appends: int, dice: Random) -> Iterator[Step]:
    """An evening of appends of all sizes, checkpoints among them, and its end, at which the log goes into the file."""
    path = folder / NAME
    journal = Journal.create(path, table="t", signing_key=SEED, at_ms=NOON)
    for number in range(appends):
        before, acknowledged, hash_ = files_of(path), journal.seq, journal.head
        if number % 7 == 6:
            journal.checkpoint(NOON + number)
        else:
            size = dice.choice((1, 1, 2, 7))
            text = dice.randbytes(dice.randrange(2500)).hex()
            journal.append([Draft(kind="note", data={"text": f"{text}{n}"}) for n in range(size)], at_ms=NOON + number)
        yield Step(before=before, after=files_of(path), acknowledged=acknowledged, last=journal.seq, hash=hash_)
    before, last, hash_ = files_of(path), journal.seq, journal.head
    journal.close()
    yield Step(before=before, after=files_of(path), acknowledged=last, last=last, hash=hash_, whole=True)


def cut(step: Step, dice: Random) -> Files:
    """The log is synced before the file is written, the file before the log begins again; the head comes last."""
    before, after = step.before, step.after
    if before[".head"] != after[".head"] and dice.random() < 0.3:
        return {**after, ".head": dice.choice((before, after))[".head"]}
    log, new_log = before.get("-wal", b""), after.get("-wal", b"")
    if before[""] != after[""] and dice.random() < 0.5:
        whole_log = log if step.whole else new_log
        return {"": torn(before[""], after[""], dice), "-wal": whole_log, ".head": before[".head"]}
    if log[:LOG_HEAD] != new_log[:LOG_HEAD] and not step.whole and dice.random() < 0.9:
        log = new_log[:LOG_HEAD] + log[LOG_HEAD:]  # a log that begins again: its own head is synced first
    elif log[:LOG_HEAD] != new_log[:LOG_HEAD]:
        new_log = log
    return {"": before[""], "-wal": torn(log, new_log, dice), ".head": before[".head"]}


def torn(old: bytes, new: bytes, dice: Random) -> bytes:
    length = dice.choice((len(old), len(new), dice.randint(*sorted((len(old), len(new))))))
    share = dice.choice((0.02, 0.5, 0.98))
    rest = bytearray(old.ljust(length, b"\0")[:length])
    for start in range(0, length, SECTOR):
        if dice.random() < share:
            rest[start : start + SECTOR] = new[start : start + SECTOR].ljust(SECTOR, b"\0")[: len(rest) - start]
    return bytes(rest)


def opens_with_all_that_was_acknowledged(folder: Path, step: Step, left: Files) -> None:
    path = folder / NAME
    for ending in (*ENDINGS, "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
    for ending, content in left.items():
        if content or ending != "-wal":
            path.with_name(path.name + ending).write_bytes(content)
    head_path(path).chmod(0o600)
    with Journal.open(path, SEED) as journal:
        assert journal.seq in (step.acknowledged, step.last), "an append is there wholly or not at all"
        last = next(iter(journal.entries(after=step.acknowledged - 1)))
        assert last.hash == step.hash
        journal.append([Draft(kind="note", data={"text": "and on it goes"})], at_ms=NOON + 10**6)
    assert verify(path).problem is None


@pytest.mark.parametrize(
    ("appends", "cuts_of_one"),
    [pytest.param(14, 2, id="30 cuts"), pytest.param(150, 30, id="4530 cuts", marks=pytest.mark.proof)],
)
def test_a_power_cut_loses_nothing_that_was_acknowledged_and_leaves_nothing_half(
    tmp_path: Path, appends: int, cuts_of_one: int
) -> None:
    dice = Random(appends)
    work = tmp_path / "cut"
    work.mkdir()
    cuts = 0
    for step in steps(tmp_path, appends, dice):
        for _ in range(cuts_of_one):
            opens_with_all_that_was_acknowledged(work, step, cut(step, dice))
            cuts += 1
    assert cuts == (appends + 1) * cuts_of_one
