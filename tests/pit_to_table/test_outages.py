"""The floor is killed, the console is killed: the table deals on, and a ruling reaches it once."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import func, select

from dealer_console.demo.people import DEALER, MANAGER, SUPERVISOR
from dealer_console.floor import address
from dealer_console.floor.schema import rulings
from tests.rigs.whole_floor import ConsoleFinger, PitFinger, WholeFloor

ROOT = Path(__file__).parents[2]


def test_the_floor_is_killed_while_a_request_waits(house: WholeFloor, console: ConsoleFinger, pit: PitFinger) -> None:
    console.play_a_round()
    console.ask_for_a_correction("4")
    pit.open_the_request()
    house.until(house.in_step, "the copy holds everything")
    house.server.stop("immediate")
    try:
        console.until("Floor offline", "The floor is not reached: dealing goes on")
        pit.until("does not answer")
        assert "1b, push: the house pays $4.00 more" in pit.words(), "what was known stays in sight"
        pit.rule(SUPERVISOR)
        pit.until("does not answer")
        console.press("close")
        console.play_a_round()
        assert "Floor offline" in console.words()
    finally:
        house.server.start()
    console.until("Floor synced")
    house.until(house.in_step, "the copy has caught up")
    assert "not reached" not in console.words()
    pit.until("Rulings (1)")
    pit.rule(SUPERVISOR)
    console.until("Pit: Sam approved")
    assert house.corrected(400) == 1


def test_the_floor_is_killed_as_soon_as_it_has_the_ruling(
    house: WholeFloor, console: ConsoleFinger, pit: PitFinger
) -> None:
    """Whether the table heard of it before or hears it afterwards: it takes it once."""
    console.ask_for_a_correction("6")
    pit.open_the_request()
    pit.rule(SUPERVISOR)
    house.server.stop("immediate")
    house.server.start()
    house.until(lambda: house.corrected(600) > 0, "the ruling arrives")
    house.until(house.in_step, "the copy has caught up")
    pit.until("Approved by Sam at stand-1", "Confirmed by table.")
    assert house.corrected(600) == 1
    assert house.written("refusal") == []


# --- the console dies between the ruling and its taking --------------------------------------------------------------


@contextmanager
def console_of_its_own(house: WholeFloor) -> Iterator[subprocess.Popen[bytes]]:
    """`dealer-console run` as a process."""
    words = [word for name, value in house.options.items() for word in (f"--{name}", str(value))]
    command = [sys.executable, "-m", "dealer_console.cli", "run", *words, "--simulators", "--platform", "offscreen"]
    with (
        (house.folder / "console.out").open("wb") as said,
        subprocess.Popen(command, cwd=ROOT, stdout=said, stderr=said) as process,
    ):
        try:
            yield process
        finally:
            if process.poll() is None:
                process.kill()


def test_the_console_is_killed_between_the_ruling_and_its_taking(house: WholeFloor) -> None:
    """It stands still when the pit rules, so it cannot have taken the ruling; then it is gone without a word."""
    with house.dealing() as console:
        console.open_the_table()
        console.ask_for_a_correction("7")
    with house.reviewing() as pit:
        with console_of_its_own(house) as process:
            house.until(lambda: "Supervisor needed" in banners(house, process), "the request stands there")
            house.until(house.in_step, "the copy holds everything")
            os.kill(process.pid, signal.SIGSTOP)
            pit.open_the_request()
            pit.rule(MANAGER)
            pit.until("Approved, sent to the table", "not confirmed by the table yet")
            process.kill()
            process.wait()
        assert house.corrected(700) == 0
        with house.dealing() as console:
            console.until("Pit: Pat approved: Correct a settlement that was paid. seen on camera")
            pit.until("Approved by Pat at stand-1", "Confirmed by table.")
            house.until(house.in_step, "the copy has caught up")
    assert house.corrected(700) == 1
    house.must_be_bound(approver=MANAGER, requester=DEALER, stand="stand-1", reason="seen on camera")
    with address.connect(house.floor_url) as connection:
        asked = house.written("request")[-1].data["request"]
        count = select(func.count()).where(rulings.c.request == asked)
        assert connection.execute(count).scalar() == 1


def banners(house: WholeFloor, process: subprocess.Popen[bytes]) -> str:
    assert process.poll() is None, (house.folder / "console.out").read_text("utf-8")
    shown = house.options["touchables"]
    return " ".join(json.loads(shown.read_text("utf-8"))["banners"]) if shown.exists() else ""
