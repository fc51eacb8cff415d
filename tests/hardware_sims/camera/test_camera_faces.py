"""The built-in design as files: what `config/decks/house.deck` is made from."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from hardware_sims.camera.designs.faces import main
from tests.drivers.optical.scenes import house


def test_the_built_in_deck_file_is_made_from_these_faces(tmp_path: Path) -> None:
    assert main([str(tmp_path)]) == 0
    written = {file.stem: hashlib.sha256(file.read_bytes()).hexdigest() for file in tmp_path.iterdir()}
    assert written == dict(house().sources)


def test_what_cannot_be_written_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "x").touch()
    assert main([str(tmp_path / "x")]) == 2
    assert main([]) == 2
    assert "usage" in capsys.readouterr().err
