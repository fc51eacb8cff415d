"""What people typed, or somebody wrote into a file, reaches a terminal as text and never as a command."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from dealer_console.cli.output import plain, print_error, print_json, print_line

ESCAPES = ("\x1b[2J", "\x9b2J", "\x07", "\r", "\u202e", "\x7f")


@pytest.mark.parametrize("escape", ESCAPES)
def test_a_name_that_would_command_the_terminal_is_written_out(escape: str, capsys: pytest.CaptureFixture[str]) -> None:
    print_line(f"Eve{escape}")
    print_json({"name": f"Eve{escape}"})
    print_error(f"nobody is called Eve{escape}", as_json=False)
    shown = capsys.readouterr()
    assert not any(letter in shown.out + shown.err for letter in escape[:1])
    assert plain("Íñigo\tO'Hara\n") == "Íñigo\tO'Hara\n"


def test_the_outsiders_verifier_writes_nothing_but_plain_letters(tmp_path: Path) -> None:
    file = tmp_path / "\x1b[2Jx.journal"
    program = Path(__file__).parents[2] / "docs" / "verify_journal.py"
    ended = subprocess.run([sys.executable, str(program), str(file)], capture_output=True, text=True)
    assert ended.returncode == 2
    assert "\x1b" not in ended.stderr + ended.stdout
