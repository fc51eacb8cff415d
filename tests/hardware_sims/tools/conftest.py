"""What the tests of the bench share: a way to run a verb, and captures of both dialects."""

import importlib
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from hardware_sims.cli import TOOL_VERBS

Verb = Callable[..., Result]


class RunningVerb(subprocess.Popen[str]):
    """A verb in a process of its own, and the line with which it said that it was ready."""

    said = ""


Started = Callable[..., RunningVerb]


@pytest.fixture
def verb() -> Verb:
    """Runs one verb of the bench as the command line would: `verb("decode", file, "--json")`."""

    def run(name: str, *arguments: str | Path, stdin: str | None = None) -> Result:
        app = typer.Typer()
        module = TOOL_VERBS[name.replace("_", "-")]
        app.command()(getattr(importlib.import_module(f"hardware_sims.tools.{module}"), name))
        return CliRunner().invoke(app, [str(argument) for argument in arguments], input=stdin)

    return run


class Devices:
    """Simulators in a process of their own: where their lines are, and where their hands are."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "hardware_sims", "run", *arguments, "--control", "tcp://127.0.0.1:0"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.lines: dict[str, str] = {}
        assert self.process.stdout is not None
        for line in self.process.stdout:
            name, _, address = line.strip().partition(" ")
            self.lines[name] = address
            if name == "control":
                break

    def hands(self, channel: str) -> str:
        return f"{self.lines['control']}/{channel}"

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=120)
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                stream.close()


@pytest.fixture(scope="session")
def devices() -> Iterator[Callable[..., Devices]]:
    """Starts simulators; the same arguments find the same ones running."""
    running: dict[tuple[str, ...], Devices] = {}

    def start(*arguments: str) -> Devices:
        if arguments not in running:
            running[arguments] = Devices(*arguments)
        return running[arguments]

    yield start
    for found in running.values():
        found.close()


@pytest.fixture
def started() -> Iterator[Started]:
    """Starts a verb in a process of its own and waits until it says where the host may come."""
    running: list[RunningVerb] = []

    def start(*arguments: str | Path, until: str = "the host opens", stdin: int | None = None) -> RunningVerb:
        command = [sys.executable, "-m", "hardware_sims", *map(str, arguments)]
        process = RunningVerb(command, stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        running.append(process)
        assert process.stderr is not None
        while until and until not in process.said:
            process.said = process.stderr.readline()
            assert process.poll() is None, "the verb ended before it was ready"
        return process

    yield start
    for process in running:
        process.kill()
        process.communicate()
