"""For hatchling: a wheel says from which commit it was built (`dealer-console --version`)."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CommitHook(BuildHookInterface[Any]):
    """Writes `dealer_console/commit.txt` into the wheel, with a mark when the checkout had changes."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        commit = self._git("rev-parse", "HEAD")
        if commit and self._git("status", "--porcelain", "--untracked-files=no"):
            commit += " with changes"
        file = Path(tempfile.mkdtemp()) / "commit.txt"
        file.write_text(commit or "unknown", "utf-8")
        build_data["force_include"][str(file)] = "dealer_console/commit.txt"

    def _git(self, *words: str) -> str:
        """Nothing where there is no git, or no repository."""
        try:
            done = subprocess.run(["git", *words], cwd=self.root, capture_output=True, text=True, check=True)  # noqa: S603, S607
        except (OSError, subprocess.CalledProcessError):
            return ""
        return done.stdout.strip()
