"""check in wall time: the list over a pty and over tcp, on simulators in a process of their own.

Items that take long in wall time (hundreds of events, whole shuffles) run here as proofs; in virtual time they are part
of every run.
"""

import json
import subprocess
import time
from collections.abc import Callable
from typing import Any

import pytest
from typer.testing import Result

from hardware_sims.tools.conformance.ports.operators import ControlPort

Verb = Callable[..., Result]
CHANNELS = {
    "batch-shuffler": "batch0",
    "continuous-shuffler": "continuous0",
    "shoe": "shoe0",
    "reader": "reader0",
    "angel-eye": "angel-eye0",
}
# Fast enough to be quick, slow enough that a busy computer is not taken for a lost host.
SCALE = "4"
# An angel-eye shoe knows no lost host, but its reply must come in time on a busy computer, too.
SCALE_OF = {"angel-eye": "6"}
LONG = {17, 18, 26, 28, 29, 38}
# Waiting for silence takes its time on a line; these are about the line, not the family, and run on one.
ON_ONE_LINE = {7, 8, 10, 23}
SHORT_CYCLES = ("--option", "cycle_seconds=1.2")
WHERES = ["pty", "tcp://127.0.0.1:0"]


def checked(verb: Verb, found: Any, family: str, only: str) -> dict[str, str]:
    """Item → outcome and reason, of what did not pass."""
    channel = CHANNELS[family]
    where, hands, scale = found.lines[channel], found.hands(channel), SCALE_OF.get(family, SCALE)
    result = verb("check", where, "--family", family, "--hands", hands, "--time-scale", scale, "--only", only, "--json")
    told = json.loads(result.stdout)
    assert told["items"], result.output
    return {
        entry["item"]: f"{entry['outcome']} {entry['reason']}" for entry in told["items"] if entry["outcome"] != "PASS"
    }


def running(machines: Callable[..., Any], family: str, where: str) -> Any:
    if family in SCALE_OF:
        return machines(family, "--listen", where, "--time-scale", SCALE_OF[family])
    return machines("all", "--listen", where, "--seed", "7", "--time-scale", SCALE, *SHORT_CYCLES)


def expected(family: str) -> dict[str, str]:
    """C37 needs an unpaired shoe, which this one is not."""
    return {"C37": "SKIP the device is paired; check one that is not"} if family == "shoe" else {}


@pytest.mark.parametrize("where", WHERES, ids=["pty", "tcp"])
@pytest.mark.parametrize("family", CHANNELS)
def test_the_list_passes_on_a_line(verb: Verb, machines: Callable[..., Any], family: str, where: str) -> None:
    found = running(machines, family, where)
    long = LONG if (family, where) == ("batch-shuffler", "pty") else LONG | ON_ONE_LINE
    only = ",".join(str(number) for number in range(1, 49) if number not in long)
    assert checked(verb, found, family, only) == expected(family)


@pytest.mark.proof
@pytest.mark.parametrize("where", WHERES, ids=["pty", "tcp"])
@pytest.mark.parametrize("family", CHANNELS)
def test_the_whole_list_passes_on_a_line(verb: Verb, machines: Callable[..., Any], family: str, where: str) -> None:
    found = running(machines, family, where)
    assert checked(verb, found, family, "1-48") == expected(family)


def test_an_unpaired_shoe_on_a_line(verb: Verb, machines: Callable[..., Any]) -> None:
    found = machines("shoe", "--listen", "pty", "--key", "none", "--time-scale", SCALE)
    assert checked(verb, found, "shoe", "1-3,37") == {}


# pyserial's own rfc2217 client uses a name Python is going to drop.
@pytest.mark.filterwarnings("ignore:set(Daemon|Name):DeprecationWarning")
def test_without_hands_the_rest_is_judged(verb: Verb, machines: Callable[..., Any]) -> None:
    found = machines("reader", "--listen", "rfc2217://127.0.0.1:0", "--time-scale", SCALE)
    result = verb("check", found.lines["reader0"], "--family", "reader", "--only", "1,40,42", "--time-scale", SCALE)
    assert result.exit_code == 0
    assert [line.split()[1] for line in result.stdout.splitlines()] == ["PASS", "SKIP", "PASS"]


def test_a_person_is_asked_and_may_skip(verb: Verb, machines: Callable[..., Any]) -> None:
    found = machines("reader", "--listen", "pty", "--time-scale", SCALE, "--seed", "9")
    result = verb(
        "check",
        found.lines["reader0"],
        *("--family", "reader", "--only", "40", "--hands", "ask", "--time-scale", SCALE),
        stdin="s\n" * 20,
    )
    assert result.exit_code == 0
    assert "Put the card Kd into the reader." in result.output
    assert "C40  SKIP the person skipped 'insert Kd'" in result.output


def test_a_slow_person_does_not_lose_the_host(started: Callable[..., Any], machines: Callable[..., Any]) -> None:
    found = machines("reader", "--listen", "pty", "--time-scale", SCALE, "--seed", "9")
    arguments = ("check", found.lines["reader0"], "--family", "reader", "--only", "40", "--hands", "ask")
    asking = started(*arguments, "--time-scale", SCALE, until="Put the card Kd into the reader", stdin=subprocess.PIPE)
    hands = ControlPort(found.hands("reader0"))
    for act in ("insert Kd", "remove"):
        time.sleep(0.7)  # 2.8 s for this reader, which takes a host for lost after 2 s
        hands.do(act)
        asking.stdin.write("\n")
        asking.stdin.flush()
    out, err = asking.communicate(timeout=20)
    hands.close()
    assert "C40  PASS" in out, err


def test_a_reader_on_usb(verb: Verb) -> None:
    result = verb("check", f"usb+sim://reader?seed=7&time_scale={SCALE}", "--only", "1-6,11-16,19,22,39-43", "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["skipped"] == 0


def test_no_reader_on_usb(verb: Verb) -> None:
    result = verb("check", "usb://dead:beef")
    assert result.exit_code == 2
    assert "usb://dead:beef: " in result.output


def test_nobody_at_the_port_cannot_be_judged(verb: Verb, machines: Callable[..., Any]) -> None:
    found = machines("all", "--listen", "pty", "--seed", "7", "--time-scale", SCALE, *SHORT_CYCLES)
    result = verb("check", found.lines["angel-eye0"], "--family", "shoe")
    assert result.exit_code == 2
    assert "nobody answers HELLO" in result.output


def test_a_wrong_key_is_named_before_anything_is_judged(verb: Verb, machines: Callable[..., Any]) -> None:
    found = machines("reader", "--listen", "pty", "--time-scale", SCALE, "--seed", "9")
    result = verb("check", found.lines["reader0"], "--family", "reader", "--key", "17" * 32)
    assert result.exit_code == 2
    assert "is --key right" in result.output


def test_a_paired_device_with_a_key_of_its_own_asks_for_it(verb: Verb, machines: Callable[..., Any]) -> None:
    found = machines("reader", "--listen", "pty", "--time-scale", SCALE, "--key", "17" * 32)
    result = verb("check", found.lines["reader0"], "--family", "reader")
    assert result.exit_code == 2
    assert "give its --key" in result.output
    assert verb("check", found.lines["reader0"], "--family", "reader", "--key", "17" * 32, "--only", "1").exit_code == 0


def test_a_wrong_control_port_is_named(verb: Verb, machines: Callable[..., Any]) -> None:
    found = machines("reader", "--listen", "pty", "--time-scale", SCALE, "--seed", "9")
    result = verb("check", found.lines["reader0"], "--family", "reader", "--hands", "tcp://127.0.0.1:1")
    assert result.exit_code == 2
    assert "no control port at tcp://127.0.0.1:1" in result.output
