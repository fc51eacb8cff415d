"""A demonstration that is killed goes on with the same table: same round, same devices, ready."""

from __future__ import annotations

import json
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.console.robot import LIMIT, Served

PLAYS = ("--autoplay", "--pace", "0.02")
FURTHER = 60  # entries of the journal: more than a round


class Demonstration:
    def __init__(self, folder: Path, *words: str) -> None:
        (folder / "touchables.json").unlink(missing_ok=True)
        self._served = Served(folder, "demo", "--folder", str(folder / "demo"), *PLAYS, *words, platform="offscreen")
        self.begun = 0

    def shown(self) -> dict[str, Any]:
        assert self._served.process.poll() is None, "the console has ended"
        file = self._served.map
        return json.loads(file.read_text("utf-8")) if file.exists() else {"seq": 0, "lights": {}}

    def until_it_has_gone_on(self, entries: int) -> dict[str, Any]:
        """So many entries are recorded beyond those that the first screen showed."""
        end = time.monotonic() + LIMIT
        while not (shown := self.shown())["seq"]:
            time.sleep(0.01)
        begun = shown["seq"]
        while (shown := self.shown())["seq"] < begun + entries:
            assert time.monotonic() < end, f"the table stands still: {shown}"
            time.sleep(0.005)
        return shown

    def kill(self) -> None:
        self._served.process.kill()
        self._served.process.wait(LIMIT)
        for stream in (self._served.process.stdout, self._served.process.stderr):
            assert stream is not None
            stream.close()


def _check(shown: dict[str, Any]) -> None:
    assert shown["lights"], shown
    assert not {"locked", "disconnected"} & {word for words in shown["lights"].values() for word in words.split()}, (
        shown
    )
    assert not [text for text in shown["banners"] if "locked" in text or "ignored" in text], shown["banners"]


def killed_and_continued(folder: Path, moments: list[int]) -> None:
    demonstration = Demonstration(folder, "--seed", "11")
    for entries in moments:
        _check(demonstration.until_it_has_gone_on(entries))
        demonstration.kill()
        demonstration = Demonstration(folder, "--continue")
    shown = demonstration.until_it_has_gone_on(FURTHER)
    demonstration.kill()
    _check(shown)


def test_after_kill_9_the_devices_are_those_of_the_table_and_play_goes_on(tmp_path: Path) -> None:
    killed_and_continued(tmp_path, [70])


@pytest.mark.proof
@pytest.mark.parametrize("seed", [1, 2])
def test_whenever_it_is_killed_play_goes_on(tmp_path: Path, seed: int) -> None:
    dice = Random(seed)
    killed_and_continued(tmp_path, [dice.randrange(5, 120) for _ in range(10)])
