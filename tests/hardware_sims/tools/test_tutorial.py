"""The tutorial is run: every command of docs/test-your-shuffler.md, in order, and what it promises must come."""

import os
import re
import socket
import subprocess
import sys
from pathlib import Path

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
        timeout=120,
    )
    assert done.returncode == 0, done.stdout
    said = re.split(rf"^{MARK} \d+\n", done.stdout, flags=re.MULTILINE)[1:]
    for (commands, promises), output in zip(blocks(), said, strict=True):
        for promise in map(real, promises):
            assert any(fits(promise, line) for line in output.splitlines()), f"{commands}\n{promise}\n{output}"
