"""Runs a cited test in this process, with its fixtures and parameters, so that a planted fault is in the product."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from importlib import import_module
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any, Final

import pytest

Failed: Final = pytest.fail.Exception


def module_of(test: str) -> ModuleType:
    """Import it before a fault is planted: what is imported meanwhile would keep the fault."""
    return import_module(test.partition("::")[0].removesuffix(".py").replace("/", "."))


def run(test: str) -> None:
    """`file::function`, once for each of its parameters. Raises what the test raises."""
    module = module_of(test)
    function = getattr(module, test.partition("::")[2])
    for given in _parameters(function):
        with ExitStack() as stack:
            values = _Fixtures(module, stack, given)
            function(**{wanted: values[wanted] for wanted in inspect.signature(function).parameters})


def _parameters(function: Callable[..., None]) -> Iterator[dict[str, Any]]:
    marks = [mark for mark in getattr(function, "pytestmark", ()) if mark.name == "parametrize"]
    for combination in product(*(mark.args[1] for mark in marks)):
        given: dict[str, Any] = {}
        for mark, values in zip(marks, combination, strict=True):
            names = mark.args[0].split(",") if isinstance(mark.args[0], str) else mark.args[0]
            rows = getattr(values, "values", values)
            row = rows if len(names) > 1 else (rows,)
            given.update(zip((name.strip() for name in names), row, strict=True))
        yield given


class _Fixtures:
    """The values that a test asks for: its parameters, a folder, and the fixtures of its own module."""

    def __init__(self, module: ModuleType, stack: ExitStack, given: dict[str, Any]) -> None:
        self.module = module
        self.stack = stack
        self.known = dict(given)

    def __getitem__(self, name: str) -> Any:
        if name not in self.known:
            self.known[name] = self._made(name)
        return self.known[name]

    def _made(self, name: str) -> Any:
        if name == "tmp_path":
            return Path(self.stack.enter_context(TemporaryDirectory()))
        function = getattr(self.module, name)._get_wrapped_function()
        value = function(**{wanted: self[wanted] for wanted in inspect.signature(function).parameters})
        if not inspect.isgenerator(value):
            return value
        self.stack.callback(lambda: next(value, None))
        return next(value)
