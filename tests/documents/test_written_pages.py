"""What the written documents show is true: examples replay, commands print what is shown, links lead somewhere."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

import dealer_console.cli
import dealer_console.cli.pit.review
import hardware_sims.cli
from dealer_console.cli.rounds.replay import replay_text
from dealer_console.game.round_files import expectations
from dealer_console.game.round_files.notation import parse_moves
from dealer_console.game.round_files.round_file import parse_bet
from tests.tools.documents.clause_index import READINGS, ROOT
from tests.tools.pictures import pit

PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
NOTATION = ROOT / "docs" / "round-notation.md"
_BLOCK = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[[^\]\n]+\]\(([^)\s]+)\)")
_CODE = re.compile(r"`([^`]+)`")


def _blocks(file: Path, kind: str) -> list[str]:
    return [text for found, text in _BLOCK.findall(file.read_text("utf-8")) if found == kind]


def _rows(file: Path, heading: str) -> Iterator[str]:
    """The rows of the table under a heading, without its head."""
    section = file.read_text("utf-8").split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
    rows = [line for line in section.splitlines() if line.startswith("|")]
    assert len(rows) > 2, heading
    return iter(rows[2:])


@pytest.mark.parametrize("text", [block for file in PAGES for block in _blocks(file, "toml") if block.count("rules =")])
def test_every_example_of_a_round_replays(text: str) -> None:
    replayed = replay_text(text, Path("example.round"))
    assert (replayed.status, replayed.fault if replayed.status else None, replayed.differences) == (0, None, ())
    assert replayed.fault_was_expected or (replayed.round is not None and replayed.round.complete)


def test_the_notation_shows_expectations_in_every_example() -> None:
    examples = _blocks(NOTATION, "toml")
    assert len(examples) >= 6
    assert all("expect = " in example for example in examples)


def test_every_move_of_the_notation_can_be_read() -> None:
    for row in _rows(NOTATION, "Moves"):
        assert parse_moves(_CODE.findall(row)[0])


def test_every_bet_and_every_expectation_of_the_notation_can_be_read() -> None:
    for row in _rows(NOTATION, "Bets"):
        assert parse_bet(_CODE.findall(row)[0]).amount > 0
    for row in _rows(NOTATION, "Expectations"):
        assert expectations.parse(_CODE.findall(row)[0]).kind


def _shown_commands() -> list[tuple[str, list[str]]]:
    """Commands of `console` blocks with the lines shown below them; `…` stands for lines left out."""
    found: list[tuple[str, list[str]]] = []
    for file in PAGES:
        for block in _blocks(file, "console"):
            for line in block.splitlines():
                if line.lstrip().startswith("$ "):
                    found.append((line.lstrip()[2:], []))
                else:
                    found[-1][1].append(line.strip())
    return found


@pytest.mark.parametrize(("command", "shown"), _shown_commands(), ids=[command[0] for command in _shown_commands()])
def test_a_command_prints_what_is_shown(command: str, shown: list[str]) -> None:
    program, *arguments = shlex.split(command)
    here = Path(sys.executable).parent / Path(program).name
    done = subprocess.run([here, *arguments], cwd=ROOT, capture_output=True, text=True, env={"COLUMNS": "200"})
    assert done.returncode == 0, done.stderr
    printed = [line.strip() for line in done.stdout.splitlines()]
    at = 0
    for line in shown:
        if line != "…":
            assert line in printed[at:], f"not printed: {line}"
            at = printed.index(line, at) + 1


def test_every_command_of_the_page_exists() -> None:
    programs: dict[str, typer.Typer] = {
        "dealer-console": dealer_console.cli.app,
        "hardware-sims": hardware_sims.cli.app,
        "pit-review": dealer_console.cli.pit.review.app,
    }
    for row in _rows(ROOT / "docs" / "commands.md", "The commands"):
        program, first = _CODE.findall(row)[0].split()[:2]
        verbs = (first, *_CODE.findall(row.split("|")[1])[1:]) if program != "pit-review" else ("--help",)
        for command in verbs:
            result = CliRunner().invoke(programs[program], [command, "--help"])
            assert result.exit_code == 0, f"{program} {command}: {result.output}"


def _anchors(file: Path) -> set[str]:
    """The anchors of a page's headings, as forges make them."""
    heads = re.findall(r"^#+ (.+)$", file.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(file: Path) -> None:
    broken = []
    for link in _LINK.findall(file.read_text("utf-8")):
        place, _, anchor = link.partition("#")
        if "://" in place:
            continue
        target = (file.parent / place).resolve() if place else file
        if not target.exists() or (anchor and anchor not in _anchors(target)):
            broken.append(link)
    assert broken == []


def test_every_picture_is_shown_by_a_page() -> None:
    """And `make pictures` leaves none that no page shows: those that are there are those that it paints."""
    linked = {Path(link).name for file in PAGES for link in _LINK.findall(file.read_text("utf-8"))}
    there = {picture.name for picture in (ROOT / "docs" / "pictures").glob("*.png")}
    assert there - linked == set()
    assert {name for name in there if name.startswith("pit-")} == {f"pit-{name}.png" for name in pit.SHOWN}


def test_the_glossary_names_places_that_exist() -> None:
    glossary = (ROOT / "docs" / "glossary.md").read_text("utf-8")
    deepest_first = sorted((ROOT / "dealer_console" / "game").rglob("[!_]*.py"), key=lambda file: -len(file.parts))
    modules = {file.stem: file for file in deepest_first if file.parent.name != "legality"}
    named = [word.split(".") for word in _CODE.findall(glossary) if word.split(".")[0] in modules and "." in word]
    assert len(named) > 50
    for module, *names in named:
        source = modules[module].read_text("utf-8")
        for name in names:
            assert re.search(rf"\b{re.escape(name)}\b", source), f"{module}.{'.'.join(names)}"
    files = [word for word in _CODE.findall(glossary) if word.startswith(("drivers/", "hardware_sims/", "config/"))]
    assert [file for file in files if not (ROOT / file).exists()] == []


_NAME = re.compile(r"[A-Z][a-z]+[A-Z]\w*|[a-z]+(?:_[a-z]+)+|\w+(?:\.\w+)+")  # CamelCase, snake_case, dotted.name
_NOT_OURS = {
    "MemoryDenyWriteExecute",
    "PrivateDevices",
    "DevicePolicy",
    "PrivateUsers",
    "ProcSubset",
}  # of systemd, unused


@pytest.fixture(scope="module")
def words_of_the_tree() -> set[str]:
    """Every word of the code, the configuration and the names of files."""
    suffixes = {".py", ".toml", ".ftl", ".service", ".json", ".in", ""}
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    text = [
        (ROOT / name).read_text("utf-8") for name in listed if Path(name).suffix in suffixes and (ROOT / name).exists()
    ]
    return {word for part in (*text, *listed) for word in re.findall(r"\w+", part)}


@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_a_name_in_a_document_is_a_name_in_the_tree(file: Path, words_of_the_tree: set[str]) -> None:
    stale = set()
    for code in _CODE.findall(re.sub(_BLOCK, "", file.read_text("utf-8"))):
        name = code.split("(")[0]
        ours = name not in _NOT_OURS and not name.startswith("dealer_console_")  # metrics: tests/app/test_monitoring.py
        if ours and _NAME.fullmatch(name) and set(name.split(".")) - words_of_the_tree - {"py", "md"}:
            stale.add(name)
    assert stale == set()


def test_every_numbered_reading_has_its_row() -> None:
    text = (ROOT / "docs" / "readings.md").read_text("utf-8")
    rows = re.findall(r"^\| (\d+) \|", text, re.MULTILINE)
    assert [f"Reading {number}" for number in rows] == list(READINGS)


def test_every_dependency_has_its_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    checking = (ROOT / "requirements" / "dev.in").read_text("utf-8").splitlines()
    usual = [*project["dependencies"], *(line for line in checking if line and not line.startswith("#"))]
    wanted = {(_name(line), "") for line in usual}
    for extra, lines in project["optional-dependencies"].items():
        wanted |= {(_name(line), extra) for line in lines if _name(line) != project["name"]}
    page = (ROOT / "docs" / "dependencies.md").read_text("utf-8")
    rows = set(re.findall(r"^\| ([a-z][a-z0-9-]+)(?: \(`(\w+)`\))? \|", page, re.MULTILINE))
    assert wanted == rows - {("library", "")}


def _name(requirement: str) -> str:
    return re.split(r"[<>=!~\[ ;]", requirement)[0]
