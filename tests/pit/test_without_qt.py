"""The data side of the review runs where there is no screen: nothing of it loads a screen library."""

from __future__ import annotations

import pkgutil
import subprocess
import sys

import dealer_console.pit


def test_no_module_of_the_data_side_loads_qt() -> None:
    names = [
        package.name
        for package in pkgutil.walk_packages(dealer_console.pit.__path__, "dealer_console.pit.")
        if not package.name.startswith("dealer_console.pit.windows")
    ]
    assert len(names) > 25
    program = (
        f"import importlib, sys\nfor name in {names!r}: importlib.import_module(name)\nprint('PySide6' in sys.modules)"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (ended.stdout.strip(), ended.returncode) == ("False", 0), ended.stderr
