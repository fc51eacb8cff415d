"""What the tests of the bench share: a way to run a verb, and captures of both dialects."""

import importlib
from collections.abc import Callable
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

Verb = Callable[..., Result]


@pytest.fixture
def verb() -> Verb:
    """Runs one verb of the bench as the command line would: `verb("decode", file, "--json")`."""

    def run(name: str, *arguments: str | Path, stdin: str | None = None) -> Result:
        app = typer.Typer()
        app.command()(getattr(importlib.import_module(f"hardware_sims.tools.{name}"), name))
        return CliRunner().invoke(app, [str(argument) for argument in arguments], input=stdin)

    return run
