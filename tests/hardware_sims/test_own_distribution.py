"""The simulators install alone: their distribution names every library they import, and nothing of the console."""

from __future__ import annotations

import ast
import sys
import tomllib
from pathlib import Path
from typing import Any

REPO = Path(__file__).parents[2]
DISTRIBUTION = REPO / "hardware_sims" / "distribution"
LIBRARIES = {"google_crc32c": "google-crc32c", "serial": "pyserial", "usb": "pyusb", "cv2": "opencv-python-headless"}


def project(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return found


def imported(files: list[Path]) -> set[str]:
    names: set[str] = set()
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                names.add(node.module.partition(".")[0])
    libraries = names - set(sys.stdlib_module_names) - {"hardware_sims"}
    return {LIBRARIES.get(name, name) for name in libraries}


def names_of(requirements: list[str]) -> set[str]:
    return {requirement.partition(">")[0] for requirement in requirements}


def test_its_requirements_are_what_it_imports() -> None:
    camera = REPO / "hardware_sims" / "camera"
    files = list((REPO / "hardware_sims").rglob("*.py"))
    told = project(DISTRIBUTION)
    lab = REPO / "hardware_sims" / "shuffle_lab"
    alone = [file for file in files if camera not in file.parents and lab not in file.parents]
    assert names_of(told["dependencies"]) == imported(alone)
    assert names_of(told["optional-dependencies"]["paper"]) == imported(list(lab.rglob("*.py")))
    assert names_of(told["optional-dependencies"]["camera"]) == imported(list(camera.rglob("*.py")))


def test_its_requirements_and_its_version_are_those_of_the_whole() -> None:
    whole, alone = project(REPO), project(DISTRIBUTION)
    assert alone["version"] == whole["version"]
    assert alone["requires-python"] == whole["requires-python"]
    assert {
        *alone["dependencies"],
        *alone["optional-dependencies"]["camera"],
        *alone["optional-dependencies"]["paper"],
    } <= {*whole["dependencies"], *(word for extra in whole["optional-dependencies"].values() for word in extra)}
    assert alone["scripts"]["hardware-sims"] == whole["scripts"]["hardware-sims"]
