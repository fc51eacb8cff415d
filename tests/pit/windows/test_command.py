"""`pit-review` from the command line: what is wrong is told before a window opens; a signal ends it cleanly."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from dealer_console.app.window_options import WindowOptions
from dealer_console.cli.pit.demo import demo_pit
from dealer_console.cli.pit.review import ReviewOptions, open_services, review
from dealer_console.messages import words_of
from dealer_console.pit.errors import PitRefused

OFFSCREEN = WindowOptions(platform="offscreen")


def started(*arguments: str, home: Path) -> subprocess.Popen[str]:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "HOME": str(home), "XDG_CACHE_HOME": str(home)}
    return subprocess.Popen(
        [sys.executable, "-m", "dealer_console.cli.pit.review", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (ReviewOptions(target="/nowhere/at-all.journal", window=OFFSCREEN), "there is no journal"),
        (ReviewOptions(target="FOLDER", window=WindowOptions(theme="pink")), "--theme pink"),
        (ReviewOptions(target="FOLDER", people=Path("/nowhere/people.db"), window=OFFSCREEN), "no staff list"),
        (ReviewOptions(target="postgresql://pit@127.0.0.1:9/floor", window=OFFSCREEN), "127.0.0.1"),
    ],
)
def test_what_is_wrong_is_told_before_a_window_opens(
    dealt: Path, options: ReviewOptions, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    target = (options.target or "").replace("FOLDER", str(dealt))
    assert review(replace(options, target=target)) == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize("still", [True, False])
def test_a_demonstration_deals_nothing_for_a_window_that_cannot_open(
    still: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert demo_pit(WindowOptions(platform="offscreen", theme="pink"), still=still) == 2
    said = capsys.readouterr().err
    assert "--theme pink" in said
    assert words_of("en")("out-starting-floor") not in said
    assert list(tmp_path.iterdir()) == []


def test_it_looks_at_the_tables_and_ends_cleanly(dealt: Path, tmp_path: Path) -> None:
    """The index lies beside the journals as soon as the first look has begun; then a signal ends the program."""
    folder = tmp_path / "floor"
    folder.mkdir()
    (folder / "one.journal").symlink_to(dealt / "switch-01.journal")
    with started(str(folder), "--training", home=tmp_path) as program:
        seen = folder / "floor.pit-seen"
        while not seen.exists() and program.poll() is None:
            time.sleep(0.05)
        program.send_signal(signal.SIGTERM)
        _, told = program.communicate(timeout=120)
    assert "Traceback" not in told
    assert program.returncode in (0, -signal.SIGTERM)  # the signal may come before the program hears signals


def test_without_a_target_it_opens_the_journals_of_this_machine(
    dealt: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert review(ReviewOptions(window=OFFSCREEN)) == 2
    assert f"{tmp_path}/dealer-console/journals" in capsys.readouterr().err
    journals = tmp_path / "dealer-console" / "journals"
    journals.mkdir(parents=True)
    (journals / "switch-01.journal").symlink_to(dealt / "switch-01.journal")
    with open_services(ReviewOptions(window=OFFSCREEN)) as services:
        assert [log.table for log in services.archive.source.logs()] == ["switch-01"]


def test_without_a_book_the_review_is_for_reading(dealt: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with open_services(ReviewOptions(target=str(dealt), window=WindowOptions())) as services:
        assert services.people is None
        with pytest.raises(PitRefused, match="--people"):
            services.admit("Sue", "1234")


def test_training_people_come_in_with_the_pins_on_the_screen(dealt: Path) -> None:
    with open_services(ReviewOptions(target=str(dealt), training=True, window=WindowOptions())) as services:
        assert "852096" in services.training
        assert services.admit("Pat", "852096").name == "Pat"
