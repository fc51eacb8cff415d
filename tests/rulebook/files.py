"""Rule-set files for tests: a real one, changed in a place or two, in a folder of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer_console.rulebook import BadFile, Loaded, Problem, rules_from_file

RULESETS = Path(__file__).parent.parent.parent / "config" / "rulesets"
MA = "massachusetts-switch"


def changed(folder: Path, *changes: tuple[str, str], name: str = MA) -> Path:
    """A copy of a rule set in which each text is replaced once; a text that is not there is a fault of the test."""
    text = (RULESETS / f"{name}.toml").read_text("utf-8")
    for old, new in changes:
        assert text.count(old) >= 1, f"{old!r} is not in {name}"
        text = text.replace(old, new, 1)
    file = folder / f"{name}.toml"
    file.write_text(text, "utf-8")
    return file


def loaded(folder: Path, *changes: tuple[str, str], name: str = MA) -> Loaded:
    return rules_from_file(changed(folder, *changes, name=name))


def problems(folder: Path, *changes: tuple[str, str], name: str = MA) -> list[Problem]:
    return problems_of(changed(folder, *changes, name=name))


def problems_of(file: Path) -> list[Problem]:
    with pytest.raises(BadFile) as caught:
        rules_from_file(file)
    assert caught.value.file == file
    assert str(caught.value).startswith(f"{file}: {len(caught.value.problems)} problem")
    return caught.value.problems


def the_problem(folder: Path, *changes: tuple[str, str], name: str = MA) -> Problem:
    (problem,) = problems(folder, *changes, name=name)
    return problem
