"""The tutorial is run: every command of docs/test-your-shuffler.md, in order, and what it promises must come."""

import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from hardware_sims.tools.conformance.items.batch_shuffler import ONE_DECK
from hardware_sims.tools.conformance.operators import spoken

DOCUMENT = Path(__file__).parents[3] / "docs" / "test-your-shuffler.md"
MARK = "=== block"
BLOCK = re.compile(r"^```(sh|text)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def blocks() -> list[tuple[str, list[str]]]:
    """Commands, each with the lines the document shows as their output."""
    found: list[tuple[str, list[str]]] = []
    for kind, text in BLOCK.findall(DOCUMENT.read_text(encoding="utf-8")):
        if kind == "sh":
            found.append((text, []))
        else:
            found[-1][1].extend(text.splitlines())
    return found


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


def fits(promised: str, line: str) -> bool:
    """`…` in the document stands for anything."""
    pattern = ".*".join(re.escape(part) for part in promised.split("…"))
    return re.fullmatch(rf"\s*{pattern}\s*", line) is not None


def test_the_tutorial_does_what_it_says(tmp_path: Path) -> None:
    script = "set -eu\ntrap 'kill $(jobs -p) 2> /dev/null || true' EXIT\n"
    for number, (commands, _) in enumerate(blocks()):
        script += f"echo '{MARK} {number}'\n{commands}\n"
    ports = {"4700": str(free_port()), "4701": str(free_port())}

    def real(text: str) -> str:
        return text.replace("4700", ports["4700"]).replace("4701", ports["4701"])

    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-c", real(script)],
        cwd=tmp_path,
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout
    said = re.split(rf"^{MARK} \d+\n", done.stdout, flags=re.MULTILINE)[1:]
    for (commands, promises), output in zip(blocks(), said, strict=True):
        for promise in map(real, promises):
            assert any(fits(promise, line) for line in output.splitlines()), f"{commands}\n{promise}\n{output}"
        if "decode" in commands:
            assert len(output.splitlines()) == len(promises), output


def test_no_command_of_the_tutorial_waits_for_ever() -> None:
    for commands, _ in blocks():
        assert "until " not in commands
        assert "while " not in commands


def test_the_monitor_and_the_check_of_the_last_step_do_not_hold_the_same_port() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    watched, checked = re.search(r"monitor (\S+) --listen pty:(\S+)", text), re.findall(r"check (\S+) --family", text)
    assert watched is not None
    assert checked[-1] == watched.group(2) != watched.group(1)


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("52", "52 cards, whichever"),
        ("KhAd7c9s", "these cards in this order: Kh Ad 7c 9s"),
        ("".join(ONE_DECK), "one deck in the order of a new pack (ace"),
        ("".join(ONE_DECK[::-1]), "one deck in the order of a new pack, turned around"),
        ("".join([*ONE_DECK[1:], "Kh"]), "one deck without Ad and with one more Kh"),
        ("".join([*ONE_DECK[20:], *ONE_DECK[:20]]), "one deck in any other order than before"),
    ],
)
def test_a_person_is_asked_for_cards_in_words(cards: str, words: str) -> None:
    asked = spoken(f"load {cards}")
    assert words in asked
    assert len(max(asked.split(), key=len)) < 20
